/* peers_kiss.c - KissFFT: interleaved arrays only. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <trnfft/trnfft.h>

#include "peers.h"
#include "report.h"

typedef struct kiss_state {
    const bench_case *c;
    void *config;
    void (*transform)(void *config, const void *in, void *out);
    int64_t in_bytes, out_bytes; /* from one item of a batch to the next */
} kiss_state;

static void run(void *state, const bench_arrays *x, int64_t count)
{
    const kiss_state *s = state;
    for (int64_t i = 0; i < count; i++) {
        for (int64_t b = 0; b < s->c->batch; b++) {
            s->transform(s->config, (const char *)x->a.re + b * s->in_bytes,
                         (char *)x->out.re + b * s->out_bytes);
        }
    }
}

/* Its configurations are single blocks of malloc(). */
static void destroy(void *state)
{
    kiss_state *s = state;
    free(s->config);
    free(s);
}

static void *configure(const peer *p, const bench_case *c)
{
    typedef void *(*one_dim)(int, int, void *, size_t *);
    typedef void *(*many_dims)(const int *, int, int, void *, size_t *);
    int inverse = c->op == BENCH_IFFT || c->op == BENCH_IRFFT;
    bool real = c->op == BENCH_RFFT || c->op == BENCH_IRFFT;
    if (c->rank == 1) {
        void *address = peer_symbol(p, "", real ? "kiss_fftr_alloc" : "kiss_fft_alloc");
        one_dim make = NULL;
        memcpy(&make, &address, sizeof make);
        return make == NULL ? NULL : make((int)c->n[0], inverse, NULL, NULL);
    }
    void *address = peer_symbol(p, "", "kiss_fftnd_alloc");
    many_dims make = NULL;
    memcpy(&make, &address, sizeof make);
    int dims[BENCH_MAX_RANK];
    for (int i = 0; i < c->rank; i++) {
        dims[i] = (int)c->n[i];
    }
    return make == NULL ? NULL : make(dims, c->rank, inverse, NULL, NULL);
}

/* Its time grows with the largest prime factor: above this, seconds a transform. */
static bool too_slow(const bench_case *c)
{
    const double most = 2e8;
    for (int i = 0; i < c->rank; i++) {
        int64_t n = c->n[i];
        int64_t largest = 1;
        for (int64_t p = 2; n > 1; p = p * p > n ? n : p + 1) {
            while (n % p == 0) {
                n /= p;
                largest = p;
            }
        }
        if ((double)bench_points(c) * (double)largest > most) {
            return true;
        }
    }
    return false;
}

void peer_kiss_add(const peer *p, const bench_case *c, bench_engine *list, int *count)
{
    bool real = c->op == BENCH_RFFT || c->op == BENCH_IRFFT;
    bool complex_op = c->op == BENCH_FFT || c->op == BENCH_IFFT;
    if (!c->interleaved || c->columns || too_slow(c) ||
        !(complex_op || (real && c->rank == 1 && c->n[0] % 2 == 0)) ||
        bench_points(c) > INT_MAX || *count == BENCH_MAX_ENGINES) {
        return;
    }
    kiss_state *s = calloc(1, sizeof *s);
    if (s == NULL) {
        return;
    }
    double start = cli_seconds();
    const char *name = c->op == BENCH_RFFT    ? "kiss_fftr"
                       : c->op == BENCH_IRFFT ? "kiss_fftri"
                       : c->rank > 1          ? "kiss_fftnd"
                                              : "kiss_fft";
    void *address = peer_symbol(p, "", name);
    memcpy(&s->transform, &address, sizeof address);
    s->c = c;
    s->config = address == NULL ? NULL : configure(p, c);
    if (s->config == NULL) {
        free(s);
        return;
    }
    int64_t width = c->dtype == TRNFFT_F64 ? 8 : 4;
    int64_t bins = c->n[0] / 2 + 1;
    s->in_bytes = width * (c->op == BENCH_RFFT    ? c->n[0]
                           : c->op == BENCH_IRFFT ? 2 * bins
                                                  : 2 * bench_points(c));
    s->out_bytes = width * (c->op == BENCH_RFFT    ? 2 * bins
                            : c->op == BENCH_IRFFT ? c->n[0]
                                                   : 2 * bench_points(c));
    bench_engine *engine = &list[(*count)++];
    memset(engine, 0, sizeof *engine);
    engine->library = p->name;
    snprintf(engine->name, sizeof engine->name, "%s", p->name);
    engine->state = s;
    engine->run = run;
    engine->destroy = destroy;
    engine->plan_s = cli_seconds() - start;
}
