/* bench_suites.c - the lists of cases that `trnfft bench --suite` runs. */
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"

typedef struct row {
    const char *operation; /* how the row is called; the shape follows */
    bench_op op;
    int rank;
    int64_t n[BENCH_MAX_RANK];
    int64_t batch, n_fft, hop;
} row;

/* The operations of the published table, by its names. */
static const row seeds[] = {
    { "batched_fft", BENCH_FFT, 1, { 1024 }, 32, 0, 0 },
    { "batched_fft", BENCH_FFT, 1, { 1024 }, 128, 0, 0 },
    { "bluestein", BENCH_FFT, 1, { 127 }, 1, 0, 0 },
    { "bluestein", BENCH_FFT, 1, { 997 }, 1, 0, 0 },
    { "bluestein", BENCH_FFT, 1, { 4097 }, 1, 0, 0 },
    { "fft", BENCH_FFT, 1, { 256 }, 1, 0, 0 },
    { "fft", BENCH_FFT, 1, { 1024 }, 1, 0, 0 },
    { "fft", BENCH_FFT, 1, { 4096 }, 1, 0, 0 },
    { "fft", BENCH_FFT, 1, { 16384 }, 1, 0, 0 },
    { "fft", BENCH_FFT, 1, { 65536 }, 1, 0, 0 },
    { "fft2", BENCH_FFT, 2, { 64, 64 }, 1, 0, 0 },
    { "fft2", BENCH_FFT, 2, { 256, 256 }, 1, 0, 0 },
    { "fft2", BENCH_FFT, 2, { 1024, 1024 }, 1, 0, 0 },
    { "fftn", BENCH_FFT, 3, { 8, 16, 16 }, 1, 0, 0 },
    { "fftn", BENCH_FFT, 3, { 32, 64, 64 }, 1, 0, 0 },
    { "stft", BENCH_STFT, 1, { 16000 }, 1, 128, 64 },
    { "stft", BENCH_STFT, 1, { 16000 }, 1, 256, 128 },
    { "stft", BENCH_STFT, 1, { 16000 }, 1, 512, 256 },
    { "gemm", BENCH_GEMM, 1, { 128 }, 1, 0, 0 },
    { "gemm", BENCH_GEMM, 1, { 256 }, 1, 0, 0 },
    { "gemm", BENCH_GEMM, 1, { 512 }, 1, 0, 0 },
    { "gemm", BENCH_GEMM, 1, { 1024 }, 1, 0, 0 },
    { "mask", BENCH_MASK, 2, { 64, 32 }, 1, 0, 0 },
    { "mask", BENCH_MASK, 2, { 256, 128 }, 1, 0, 0 },
    { "mask", BENCH_MASK, 2, { 1024, 512 }, 1, 0, 0 },
};

static const row sizes[] = {
    { "fft", BENCH_FFT, 1, { 64 }, 1, 0, 0 },
    { "fft", BENCH_FFT, 1, { 128 }, 1, 0, 0 },
    { "fft", BENCH_FFT, 1, { 256 }, 1, 0, 0 },
    { "fft", BENCH_FFT, 1, { 512 }, 1, 0, 0 },
    { "fft", BENCH_FFT, 1, { 1024 }, 1, 0, 0 },
    { "fft", BENCH_FFT, 1, { 4096 }, 1, 0, 0 },
    { "fft", BENCH_FFT, 1, { 16384 }, 1, 0, 0 },
    { "fft", BENCH_FFT, 1, { 65536 }, 1, 0, 0 },
    { "fft", BENCH_FFT, 1, { 1000 }, 1, 0, 0 },
    { "fft", BENCH_FFT, 1, { 1920 }, 1, 0, 0 },
    { "fft", BENCH_FFT, 1, { 997 }, 1, 0, 0 },
    { "fft", BENCH_FFT, 1, { 1048576 }, 1, 0, 0 },
};

/* 16 kHz speech and 44.1/48 kHz music. */
static const row signals[] = {
    { "rfft", BENCH_RFFT, 1, { 400 }, 1, 0, 0 },
    { "rfft", BENCH_RFFT, 1, { 512 }, 1, 0, 0 },
    { "rfft", BENCH_RFFT, 1, { 1024 }, 1, 0, 0 },
    { "rfft", BENCH_RFFT, 1, { 1025 }, 1, 0, 0 },
    { "rfft", BENCH_RFFT, 1, { 4096 }, 1, 0, 0 },
    { "rfft", BENCH_RFFT, 1, { 16000 }, 1, 0, 0 },
    { "rfft", BENCH_RFFT, 1, { 65536 }, 1, 0, 0 },
    { "rfft", BENCH_RFFT, 1, { 997 }, 1, 0, 0 },
    { "irfft", BENCH_IRFFT, 1, { 512 }, 1, 0, 0 },
    { "irfft", BENCH_IRFFT, 1, { 1024 }, 1, 0, 0 },
    { "irfft", BENCH_IRFFT, 1, { 4096 }, 1, 0, 0 },
    { "irfft", BENCH_IRFFT, 1, { 65536 }, 1, 0, 0 },
    { "stft", BENCH_STFT, 1, { 16000 }, 1, 400, 160 },
    { "stft", BENCH_STFT, 1, { 16000 }, 1, 512, 128 },
    { "stft", BENCH_STFT, 1, { 16000 }, 8, 512, 256 },
    { "stft", BENCH_STFT, 1, { 480000 }, 1, 2048, 512 },
    { "istft", BENCH_ISTFT, 1, { 16000 }, 1, 400, 160 },
    { "istft", BENCH_ISTFT, 1, { 16000 }, 1, 512, 128 },
    { "istft", BENCH_ISTFT, 1, { 480000 }, 1, 2048, 512 },
};

static const struct {
    const char *name;
    const row *rows;
    int count;
} tables[] = {
    { "seeds", seeds, (int)(sizeof seeds / sizeof seeds[0]) },
    { "sizes", sizes, (int)(sizeof sizes / sizeof sizes[0]) },
    { "signal", signals, (int)(sizeof signals / sizeof signals[0]) },
};

static void add_row(bench_suite *suite, const row *r, const bench_filter *filter)
{
    for (int layout = 0; layout < 2; layout++) {
        if (!(layout == 0 ? filter->split : filter->interleaved)) {
            continue;
        }
        if (r->op == BENCH_FNET && layout == 0 && filter->interleaved) {
            continue; /* layouts do not differ */
        }
        bench_case *c = &suite->cases[suite->count++];
        memset(c, 0, sizeof *c);
        c->suite = suite->name;
        c->op = r->op;
        c->dtype = filter->dtype;
        c->interleaved = layout == 1;
        c->rank = r->rank;
        memcpy(c->n, r->n, sizeof c->n);
        c->batch = r->batch;
        c->n_fft = r->n_fft;
        c->hop = r->hop;
        bench_name_case(r->operation, c);
    }
}

bool bench_suite_create(const char *name, const bench_filter *filter,
                        bench_suite *suite)
{
    for (size_t t = 0; t < sizeof tables / sizeof tables[0]; t++) {
        if (strcmp(tables[t].name, name) != 0) {
            continue;
        }
        suite->name = tables[t].name;
        suite->count = 0;
        suite->cases = calloc(2 * (size_t)tables[t].count, sizeof(bench_case));
        for (int i = 0; suite->cases != NULL && i < tables[t].count; i++) {
            add_row(suite, &tables[t].rows[i], filter);
        }
        return suite->cases != NULL;
    }
    return false;
}

/* One positive number at *text, which moves past it. */
static bool parse_size(const char **text, int64_t *value)
{
    char *end = NULL;
    errno = 0;
    long long v = isdigit((unsigned char)**text) ? strtoll(*text, &end, 10) : 0;
    if (end == NULL || errno != 0 || v < 1 || v > (INT64_C(1) << 30)) {
        return false;
    }
    *text = end;
    *value = v;
    return true;
}

/* "32x1024*8" or, for STFT and ISTFT, "16000/512/128*8". */
static bool parse_row(const char **text, row *r)
{
    bool framed = r->op == BENCH_STFT || r->op == BENCH_ISTFT;
    r->rank = 0;
    r->batch = 1;
    do {
        *text += r->rank > 0;
        if (r->rank == BENCH_MAX_RANK || !parse_size(text, &r->n[r->rank++])) {
            return false;
        }
    } while (**text == 'x');
    if (framed) {
        if (*(*text)++ != '/' || !parse_size(text, &r->n_fft) || *(*text)++ != '/' ||
            !parse_size(text, &r->hop) || r->rank != 1 || r->hop > r->n_fft / 2 ||
            r->n_fft / 2 >= r->n[0]) {
            return false;
        }
    }
    if (**text == '*') {
        (*text)++;
        if (!parse_size(text, &r->batch) || r->op == BENCH_GEMM ||
            r->op == BENCH_MASK) {
            return false;
        }
    }
    if (r->op == BENCH_FNET) {
        return r->rank == 2;
    }
    return r->rank == 1 || (r->op != BENCH_GEMM && !framed);
}

bool bench_suite_parse(bench_op op, const char *list, const bench_filter *filter,
                       bench_suite *suite)
{
    static const char *const names[] = { "fft",   "ifft", "rfft", "irfft", "stft",
                                         "istft", "gemm", "mask", "fnet" };
    size_t most = 2;
    for (const char *p = list; *p != '\0'; p++) {
        most += *p == ',' ? 2 : 0;
    }
    suite->name = "custom";
    suite->count = 0;
    suite->cases = calloc(most, sizeof(bench_case));
    if (suite->cases == NULL) {
        return false;
    }
    for (const char *p = list;; p++) {
        row r = { names[op], op, 0, { 0 }, 1, 0, 0 };
        if (!parse_row(&p, &r) || (*p != ',' && *p != '\0')) {
            bench_suite_destroy(suite);
            return false;
        }
        add_row(suite, &r, filter);
        if (*p == '\0') {
            return true;
        }
    }
}

void bench_suite_destroy(bench_suite *suite)
{
    free(suite->cases);
    suite->cases = NULL;
    suite->count = 0;
}
