/* bench_full.c - suite "full": every kind of transform that people compare libraries
 * by, in families that each have a goal (bench_goals.c).
 */
#include <stdlib.h>
#include <string.h>

#include <trnfft/trnfft.h>

#include "bench.h"

#define COUNT(list) ((int)(sizeof(list) / sizeof((list)[0])))

/* Cases grow at the end of a suite; `failed` once memory ran out. */
typedef struct builder {
    bench_suite *suite;
    const bench_filter *filter;
    const char *family;
    int dtype, room;
    bool failed;
} builder;

static const int64_t smooth[] = { 60,    100,   360,   768,   1000,  1920,   3000,
                                  44100, 48000, 39366, 78125, 16807, 1000000 };
static const int64_t primes[] = { 11,   13,    17,    19,     23,     29,  31,   37,
                                  41,   43,    47,    53,     59,     61,  67,   71,
                                  73,   79,    83,    89,     97,     101, 103,  107,
                                  109,  113,   127,   251,    509,    997, 1208, 4097,
                                  6140, 10007, 51187, 100003, 1000003 };

/* One case, or one for each layout. */
static void add(builder *b, const char *operation, const bench_case *like)
{
    for (int layout = 0; layout < 2; layout++) {
        bool wanted = layout == 0 ? b->filter->split : b->filter->interleaved;
        bool once = bench_is_real(like) || like->mode != BENCH_RUN;
        /* What has no layout runs once, whichever layout was asked for. */
        if (once ? layout == 0 : !wanted) {
            continue;
        }
        if (b->suite->count == b->room) {
            int room = 2 * b->room + 64;
            bench_case *grown = realloc(b->suite->cases, (size_t)room * sizeof *grown);
            if (grown == NULL) {
                b->failed = true;
                return;
            }
            b->suite->cases = grown;
            b->room = room;
        }
        bench_case *c = &b->suite->cases[b->suite->count++];
        *c = *like;
        c->suite = "full";
        c->family = b->family;
        c->dtype = b->dtype;
        c->batch = like->batch > 0 ? like->batch : 1;
        c->interleaved = layout == 1;
        bench_name_case(operation, c);
    }
}

static void add_line(builder *b, bench_op op, int64_t n)
{
    static const char *const names[] = { "fft", "ifft", "rfft", "irfft" };
    bench_case c = { .op = op, .rank = 1, .n = { n } };
    add(b, names[op], &c);
}

static void add_lines(builder *b, bench_op op, const int64_t *n, int count)
{
    for (int i = 0; i < count; i++) {
        add_line(b, op, n[i]);
    }
}

static void add_powers(builder *b, bench_op op, int first, int last, int step)
{
    for (int e = first; e <= last; e += step) {
        add_line(b, op, INT64_C(1) << e);
    }
}

static void add_pow2(builder *b)
{
    add_powers(b, BENCH_FFT, 4, 16, 1);
}

static void add_large(builder *b)
{
    add_powers(b, BENCH_FFT, 17, 24, 1);
}

static void add_smooth(builder *b)
{
    add_lines(b, BENCH_FFT, smooth, COUNT(smooth));
}

static void add_primes(builder *b)
{
    add_lines(b, BENCH_FFT, primes, COUNT(primes));
}

static void add_real(builder *b)
{
    for (int op = BENCH_RFFT; op <= BENCH_IRFFT; op++) {
        add_powers(b, (bench_op)op, 4, 16, 1);
        add_powers(b, (bench_op)op, 18, 22, 2);
        add_lines(b, (bench_op)op, smooth, COUNT(smooth));
        add_lines(b, (bench_op)op, primes, COUNT(primes));
    }
}

static void add_batches(builder *b, const int64_t (*shape)[2], int count)
{
    for (int i = 0; i < count; i++) {
        bench_case c = { .op = BENCH_FFT, .rank = 1, .n = { shape[i][1] } };
        c.batch = shape[i][0];
        add(b, "rows", &c);
        c.columns = true;
        add(b, "columns", &c);
    }
}

static void add_batched(builder *b)
{
    static const int64_t shapes[][2] = { { 32, 128 },   { 32, 1024 },  { 128, 1024 },
                                         { 512, 4096 }, { 10000, 16 }, { 4096, 60 },
                                         { 1000, 127 } };
    add_batches(b, shapes, COUNT(shapes));
}

static void add_nd(builder *b)
{
    static const bench_case shapes[] = {
        { .rank = 2, .n = { 64, 64 } },        { .rank = 2, .n = { 256, 256 } },
        { .rank = 2, .n = { 1024, 1024 } },    { .rank = 2, .n = { 4096, 4096 } },
        { .rank = 2, .n = { 100, 100 } },      { .rank = 2, .n = { 1000, 1000 } },
        { .rank = 3, .n = { 8, 16, 16 } },     { .rank = 3, .n = { 32, 64, 64 } },
        { .rank = 3, .n = { 128, 128, 128 } }, { .rank = 3, .n = { 256, 256, 256 } },
    };
    static const struct {
        bench_op op;
        const char *name[2];
    } ops[] = { { BENCH_FFT, { "fft2", "fftn" } },
                { BENCH_RFFT, { "rfft2", "rfftn" } },
                { BENCH_IRFFT, { "irfft2", "irfftn" } } };
    for (int o = 0; o < COUNT(ops); o++) {
        for (int i = 0; i < COUNT(shapes); i++) {
            bench_case c = shapes[i];
            c.op = ops[o].op;
            add(b, ops[o].name[c.rank - 2], &c);
        }
    }
}

/* The first five families, thinned. */
static void add_f64(builder *b)
{
    static const int64_t few[] = { 60, 1000, 1920, 44100, 11, 127, 997, 4097, 10007 };
    static const int64_t real[] = { 256, 1024, 4096, 65536, 1000, 44100, 127, 997 };
    static const int64_t shapes[][2] = { { 32, 128 }, { 128, 1024 } };
    b->dtype = TRNFFT_F64;
    add_powers(b, BENCH_FFT, 4, 16, 2);
    add_powers(b, BENCH_FFT, 18, 22, 2);
    add_lines(b, BENCH_FFT, few, COUNT(few));
    add_lines(b, BENCH_RFFT, real, COUNT(real));
    add_lines(b, BENCH_IRFFT, real, COUNT(real));
    add_batches(b, shapes, COUNT(shapes));
    b->dtype = TRNFFT_F32;
}

static void add_products(builder *b, const char *operation, bool three)
{
    for (int64_t n = 64; n <= 1024; n *= 2) {
        bench_case c = { .op = BENCH_GEMM, .rank = 1, .n = { n }, .three = three };
        add(b, operation, &c);
    }
}

static void add_gemm(builder *b)
{
    add_products(b, "gemm", false);
}

static void add_gemm3m(builder *b)
{
    add_products(b, "gemm3m", true);
}

static void add_stft(builder *b)
{
    static const int64_t framed[][3] = { { 16000, 256, 128 },
                                         { 16000, 400, 160 },
                                         { 57600000, 400, 160 } }; /* an hour */
    for (int op = BENCH_STFT; op <= BENCH_ISTFT; op++) {
        for (int i = 0; i < COUNT(framed); i++) {
            bench_case c = { .op = (bench_op)op, .rank = 1, .n = { framed[i][0] } };
            c.n_fft = framed[i][1];
            c.hop = framed[i][2];
            add(b, op == BENCH_STFT ? "stft" : "istft", &c);
        }
    }
}

static void add_fnet(builder *b)
{
    for (int64_t batch = 1; batch <= 4; batch += 3) {
        for (int64_t rows = 128; rows <= 512; rows *= 4) {
            bench_case c = { .op = BENCH_FNET, .rank = 2, .n = { rows, 768 } };
            c.batch = batch;
            add(b, "fnet", &c);
        }
    }
}

static void add_tiny(builder *b)
{
    for (int64_t n = 2; n <= 32; n++) {
        add_line(b, BENCH_FFT, n);
    }
}

static void add_planning(builder *b)
{
    static const struct {
        int64_t n;
        double limit_ns; /* 0: three executions and a millisecond */
    } rows[] = { { 1024, 20e3 },  { 65536, 1e6 },  { INT64_C(1) << 22, 100e6 },
                 { 127, 0.0 },    { 997, 0.0 },    { 10007, 0.0 },
                 { 100003, 0.0 }, { 1000003, 0.0 } };
    for (int i = 0; i < COUNT(rows); i++) {
        bench_case c = { .op = BENCH_FFT, .rank = 1, .n = { rows[i].n } };
        c.mode = BENCH_PLAN;
        c.limit_ns = rows[i].limit_ns;
        c.goal = 1.0;
        add(b, "plan", &c);
    }
}

static void add_threads(builder *b)
{
    bench_case rows = { .op = BENCH_FFT, .rank = 1, .n = { 4096 }, .batch = 512 };
    bench_case line = { .op = BENCH_FFT, .rank = 1, .n = { INT64_C(1) << 22 } };
    bench_case image = { .op = BENCH_FFT, .rank = 2, .n = { 2048, 2048 } };
    rows.mode = line.mode = image.mode = BENCH_THREADS;
    rows.goal = 1.85;
    line.goal = 1.6;
    image.goal = 1.7;
    add(b, "rows", &rows);
    add(b, "fft", &line);
    add(b, "fft2", &image);
}

static const struct {
    const char *name;
    void (*add)(builder *b);
} families[] = {
    { "pow2", add_pow2 },     { "large", add_large },       { "smooth", add_smooth },
    { "primes", add_primes }, { "real", add_real },         { "batched", add_batched },
    { "nd", add_nd },         { "f64", add_f64 },           { "gemm", add_gemm },
    { "gemm3m", add_gemm3m }, { "stft", add_stft },         { "fnet", add_fnet },
    { "tiny", add_tiny },     { "planning", add_planning }, { "threads", add_threads },
};

bool bench_full_create(const char *family, const bench_filter *filter,
                       bench_suite *suite)
{
    builder b = { suite, filter, NULL, TRNFFT_F32, 0, false };
    *suite = (bench_suite){ "full", 0, NULL };
    for (int i = 0; i < COUNT(families); i++) {
        if (family == NULL || strcmp(family, families[i].name) == 0) {
            b.family = families[i].name;
            families[i].add(&b);
        }
    }
    if (b.failed) {
        bench_suite_destroy(suite);
    }
    return !b.failed;
}
