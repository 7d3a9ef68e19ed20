/* peers_blas.c - the complex matrix product of a CBLAS, on one thread. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <trnfft/trnfft.h>

#include "peers.h"

enum { ROW_MAJOR = 101, NO_TRANSPOSE = 111 };

typedef void (*product)(int order, int transpose_a, int transpose_b, int m, int n,
                        int k, const void *alpha, const void *a, int lda, const void *b,
                        int ldb, const void *beta, void *c, int ldc);

typedef struct blas_state {
    product multiply;
    int n;
    double one[2], zero[2]; /* big enough for both types */
} blas_state;

static void run(void *state, const bench_arrays *x, int64_t count)
{
    const blas_state *s = state;
    for (int64_t i = 0; i < count; i++) {
        s->multiply(ROW_MAJOR, NO_TRANSPOSE, NO_TRANSPOSE, s->n, s->n, s->n, s->one,
                    x->a.re, s->n, x->b.re, s->n, s->zero, x->out.re, s->n);
    }
}

void peer_blas_add(const peer *p, const bench_case *c, bench_engine *list, int *count)
{
    if (c->op != BENCH_GEMM || !c->interleaved || c->n[0] > INT_MAX ||
        *count == BENCH_MAX_ENGINES) {
        return;
    }
    blas_state *s = calloc(1, sizeof *s);
    void *address =
        peer_symbol(p, "cblas_", c->dtype == TRNFFT_F64 ? "zgemm" : "cgemm");
    if (s == NULL || address == NULL) {
        free(s);
        return;
    }
    void (*set_threads)(int) = NULL;
    void *threads = peer_symbol(p, "openblas_", "set_num_threads");
    memcpy(&set_threads, &threads, sizeof threads);
    if (set_threads != NULL) {
        set_threads(1);
    }
    memcpy(&s->multiply, &address, sizeof address);
    s->n = (int)c->n[0];
    if (c->dtype == TRNFFT_F64) {
        s->one[0] = 1.0;
    } else {
        float one[2] = { 1.0F, 0.0F };
        memcpy(s->one, one, sizeof one);
    }
    bench_engine *engine = &list[(*count)++];
    memset(engine, 0, sizeof *engine);
    snprintf(engine->name, sizeof engine->name, "%s", p->name);
    engine->state = s;
    engine->run = run;
    engine->destroy = free;
}
