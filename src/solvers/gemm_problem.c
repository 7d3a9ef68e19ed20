/* gemm_problem.c - complex matrix products: what may be asked for, as kind gemm. */
#include <string.h>

#include "plan/kind.h"
#include "solvers/gemm.h"
#include "solvers/solvers.h"
#include "tensor/view.h"

static trnfft_status check_shapes(const char *f, const trnfft_problem *p)
{
    const trnfft_tensor *a = &p->in, *b = &p->b, *c = &p->out;
    const int32_t r = a->rank;
    if (r < 2 || b->rank != r || c->rank != r) {
        return tfi_fail(
            TRNFFT_ERROR_INVALID_SHAPE,
            "%s: ranks %d, %d and %d of a, b and c: all must be the same, at "
            "least 2",
            f, (int)a->rank, (int)b->rank, (int)c->rank);
    }
    for (int32_t d = 0; d < r - 2; d++) {
        if (a->shape[d] != c->shape[d] || b->shape[d] != c->shape[d]) {
            return tfi_fail(TRNFFT_ERROR_INVALID_SHAPE,
                            "%s: shape[%d] is %lld, %lld and %lld in a, b and c: batch "
                            "dimensions must be the same",
                            f, (int)d, (long long)a->shape[d], (long long)b->shape[d],
                            (long long)c->shape[d]);
        }
    }
    if (a->shape[r - 1] != b->shape[r - 2] || a->shape[r - 2] != c->shape[r - 2] ||
        b->shape[r - 1] != c->shape[r - 1]) {
        return tfi_fail(
            TRNFFT_ERROR_INVALID_SHAPE,
            "%s: a is %lld x %lld, b %lld x %lld and c %lld x %lld: must be m x "
            "k, k x n and m x n",
            f, (long long)a->shape[r - 2], (long long)a->shape[r - 1],
            (long long)b->shape[r - 2], (long long)b->shape[r - 1],
            (long long)c->shape[r - 2], (long long)c->shape[r - 1]);
    }
    return TRNFFT_OK;
}

static trnfft_status check_memory(const char *f, const trnfft_problem *p)
{
    trnfft_tensor c = p->out;
    c.im = c.re != NULL ? c.im : NULL;
    if (tfi_tensor_self_overlap(&c)) {
        return tfi_fail(TRNFFT_ERROR_INVALID_STRIDE,
                        "%s: c.strides: elements of an output share memory", f);
    }
    const trnfft_tensor *inputs[2] = { &p->in, &p->b };
    for (int i = 0; i < 2; i++) {
        if (c.re != NULL && inputs[i]->re != NULL &&
            tfi_tensor_overlap(inputs[i], &c) != TFI_OVERLAP_NONE) {
            return tfi_fail(TRNFFT_ERROR_INVALID_ALIASING,
                            "%s: c overlaps %s: a product needs memory of its own", f,
                            i == 0 ? "a" : "b");
        }
    }
    return TRNFFT_OK;
}

static trnfft_status check(const char *f, const trnfft_problem *p)
{
    static const char *const names[] = { "a", "b", "c" };
    const trnfft_tensor *views[] = { &p->in, &p->b, &p->out };
    for (int i = 0; i < 3; i++) {
        TFI_TRY(tfi_tensor_check_layout(f, names[i], views[i]));
        if (views[i]->dtype == TRNFFT_S16 || views[i]->dtype == TRNFFT_S24) {
            return tfi_fail(TRNFFT_ERROR_INVALID_DTYPE,
                            "%s: %s is %s: convert integer samples to f32 with "
                            "trnfft_tensor_copy first",
                            f, names[i], trnfft_dtype_name(views[i]->dtype));
        }
    }
    TFI_TRY(check_shapes(f, p));
    if (p->out.im == NULL && tfi_tensor_numel(&p->out) > 0) {
        return tfi_fail(TRNFFT_ERROR_INVALID_DTYPE,
                        "%s: c is real: the result is complex", f);
    }
    if (p->compute != 0 && p->compute != TRNFFT_F32 && p->compute != TRNFFT_F64) {
        return tfi_fail(TRNFFT_ERROR_INVALID_DTYPE,
                        "%s: compute = %s: the arithmetic is TRNFFT_F32 or TRNFFT_F64",
                        f, trnfft_dtype_name(p->compute));
    }
    return check_memory(f, p);
}

static void set_matrix(tfi_matrix *x, const trnfft_tensor *t)
{
    const int32_t r = t->rank;
    x->dtype = t->dtype;
    x->layout = t->im == NULL                  ? TRNFFT_REAL
                : tfi_tensor_is_interleaved(t) ? TRNFFT_INTERLEAVED
                                               : TRNFFT_SPLIT;
    if (tfi_tensor_numel(t) == 0) {
        return; /* strides mean nothing and are not bounded */
    }
    x->row = t->strides[r - 2];
    x->column = t->strides[r - 1];
    memcpy(x->batch, t->strides, (size_t)(r - 2) * sizeof x->batch[0]);
}

static trnfft_status check_accuracy(const tfi_request *r, const tfi_gemm_problem *g)
{
    const double least = tfi_gemm_error(g, false);
    if (g->max_error > 0 && g->max_error < least) {
        return tfi_fail(TRNFFT_ERROR_UNSUPPORTED,
                        "%s: options.max_rel_error = %g: %s sums of %lld products hold "
                        "%g",
                        r->function, g->max_error,
                        trnfft_dtype_name((int32_t)g->compute), (long long)g->k, least);
    }
    return TRNFFT_OK;
}

static trnfft_status build(const tfi_request *r, tfi_problem *out)
{
    const trnfft_problem *p = r->problem;
    tfi_gemm_problem *g = (tfi_gemm_problem *)out;
    TFI_TRY(check(r->function, p));
    const bool wide = p->in.dtype == TRNFFT_F64 || p->b.dtype == TRNFFT_F64 ||
                      p->out.dtype == TRNFFT_F64;
    const int32_t rank = p->out.rank;
    g->base.kind = TFI_PROBLEM_GEMM;
    g->base.n_bytes = (uint32_t)sizeof *g;
    g->compute = p->compute != 0 ? (uint32_t)p->compute
                 : wide          ? TRNFFT_F64
                                 : TRNFFT_F32;
    g->max_error = r->options->max_rel_error;
    g->n_threads = r->options->n_threads;
    g->n_batch = rank - 2;
    memcpy(g->batch, p->out.shape, (size_t)(rank - 2) * sizeof g->batch[0]);
    g->m = p->out.shape[rank - 2];
    g->n = p->out.shape[rank - 1];
    g->k = p->in.shape[rank - 1];
    set_matrix(&g->a, &p->in);
    set_matrix(&g->b, &p->b);
    set_matrix(&g->c, &p->out);
    return check_accuracy(r, g);
}

const tfi_kind tfi_kind_gemm = { TRNFFT_KIND_GEMM, "gemm", 3, false, build, NULL };
