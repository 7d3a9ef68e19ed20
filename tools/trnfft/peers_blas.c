/* peers_blas.c - the complex matrix product of a CBLAS, on one thread: gemm, gemm3m
 * where three real products may do, and four real ones for split matrices.
 */
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
typedef void (*product_f32)(int order, int transpose_a, int transpose_b, int m, int n,
                            int k, float alpha, const float *a, int lda, const float *b,
                            int ldb, float beta, float *c, int ldc);
typedef void (*product_f64)(int order, int transpose_a, int transpose_b, int m, int n,
                            int k, double alpha, const double *a, int lda,
                            const double *b, int ldb, double beta, double *c, int ldc);

typedef struct blas_state {
    product multiply;
    product_f32 multiply_f32;
    product_f64 multiply_f64;
    int dtype, n;
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

/* c = alpha a b + beta c */
static void real_product(const blas_state *s, double alpha, const void *a,
                         const void *b, double beta, void *c)
{
    if (s->dtype == TRNFFT_F64) {
        s->multiply_f64(ROW_MAJOR, NO_TRANSPOSE, NO_TRANSPOSE, s->n, s->n, s->n, alpha,
                        a, s->n, b, s->n, beta, c, s->n);
    } else {
        s->multiply_f32(ROW_MAJOR, NO_TRANSPOSE, NO_TRANSPOSE, s->n, s->n, s->n,
                        (float)alpha, a, s->n, b, s->n, (float)beta, c, s->n);
    }
}

static void run_split(void *state, const bench_arrays *x, int64_t count)
{
    const blas_state *s = state;
    for (int64_t i = 0; i < count; i++) {
        real_product(s, 1.0, x->a.re, x->b.re, 0.0, x->out.re);
        real_product(s, -1.0, x->a.im, x->b.im, 1.0, x->out.re);
        real_product(s, 1.0, x->a.re, x->b.im, 0.0, x->out.im);
        real_product(s, 1.0, x->a.im, x->b.re, 1.0, x->out.im);
    }
}

static void one_thread(const peer *p)
{
    void (*set_threads)(int) = NULL;
    void *threads = peer_symbol(p, "openblas_", "set_num_threads");
    memcpy(&set_threads, &threads, sizeof threads);
    if (set_threads != NULL) {
        set_threads(1);
    }
}

static void add(const peer *p, const bench_case *c, const char *routine,
                const char *suffix, bench_engine *list, int *count)
{
    void *address = peer_symbol(p, "cblas_", routine);
    blas_state *s =
        address == NULL || *count == BENCH_MAX_ENGINES ? NULL : calloc(1, sizeof *s);
    if (s == NULL) {
        return;
    }
    memcpy(&s->multiply, &address, sizeof address);
    memcpy(&s->multiply_f32, &address, sizeof address);
    memcpy(&s->multiply_f64, &address, sizeof address);
    s->n = (int)c->n[0];
    s->dtype = c->dtype;
    if (c->dtype == TRNFFT_F64) {
        s->one[0] = 1.0;
    } else {
        float one[2] = { 1.0F, 0.0F };
        memcpy(s->one, one, sizeof one);
    }
    bench_engine *engine = &list[(*count)++];
    memset(engine, 0, sizeof *engine);
    snprintf(engine->name, sizeof engine->name, "%s%s", p->name, suffix);
    engine->library = p->name;
    engine->state = s;
    engine->run = c->interleaved ? run : run_split;
    engine->destroy = free;
}

void peer_blas_add(const peer *p, const bench_case *c, bench_engine *list, int *count)
{
    bool f64 = c->dtype == TRNFFT_F64;
    if (c->op != BENCH_GEMM || c->n[0] > INT_MAX) {
        return;
    }
    one_thread(p);
    if (!c->interleaved) {
        if (c->family != NULL) {
            add(p, c, f64 ? "dgemm" : "sgemm", "-real", list, count);
        }
    } else if (c->three) {
        add(p, c, f64 ? "zgemm3m" : "cgemm3m", "-3m", list, count);
    } else {
        add(p, c, f64 ? "zgemm" : "cgemm", "", list, count);
    }
}
