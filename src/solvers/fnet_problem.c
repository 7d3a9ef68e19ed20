/* fnet_problem.c - FNet mixing: what may be asked for, as kind fnet, and its functions.
 */
#include <math.h>
#include <string.h>

#include <trnfft/fnet.h>

#include "plan/cached.h"
#include "plan/fnet_problem.h"
#include "solvers/nd.h"
#include "solvers/solvers.h"
#include "tensor/view.h"

/* What sentences call the operands. */
typedef struct names {
    const char *function, *in, *out;
} names;

static trnfft_status check_numbers(const names *f, const trnfft_problem *p)
{
    if (p->norm < TRNFFT_NORM_BACKWARD || p->norm > TRNFFT_NORM_FORWARD) {
        return tfi_fail(
            TRNFFT_ERROR_INVALID_ARGUMENT,
            "%s: norm = %d: must be TRNFFT_NORM_BACKWARD, TRNFFT_NORM_ORTHO or "
            "TRNFFT_NORM_FORWARD",
            f->function, (int)p->norm);
    }
    if (p->compute != 0 && p->compute != TRNFFT_F32 && p->compute != TRNFFT_F64) {
        return tfi_fail(TRNFFT_ERROR_INVALID_DTYPE,
                        "%s: compute = %s: the arithmetic is TRNFFT_F32 or TRNFFT_F64",
                        f->function, trnfft_dtype_name(p->compute));
    }
    if (p->op != 0 || p->n_dim != 0) {
        return tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT,
                        "%s: %s = %d: FNet mixes the last two dimensions, leave it 0",
                        f->function, p->op != 0 ? "op" : "n_dim",
                        (int)(p->op != 0 ? p->op : p->n_dim));
    }
    return TRNFFT_OK;
}

/* `remedy` for integer samples. */
static trnfft_status check_type(const names *f, const char *name,
                                const trnfft_tensor *t, const char *remedy)
{
    if (t->dtype == TRNFFT_S16 || t->dtype == TRNFFT_S24) {
        return tfi_fail(TRNFFT_ERROR_INVALID_DTYPE, "%s: %s is %s: %s", f->function,
                        name, trnfft_dtype_name(t->dtype), remedy);
    }
    if (t->im != NULL) {
        return tfi_fail(TRNFFT_ERROR_INVALID_DTYPE,
                        "%s: %s is complex: FNet mixes real numbers", f->function,
                        name);
    }
    return TRNFFT_OK;
}

static trnfft_status check_shapes(const names *f, const trnfft_tensor *in,
                                  const trnfft_tensor *out)
{
    if (in->rank < 2) {
        return tfi_fail(TRNFFT_ERROR_INVALID_SHAPE,
                        "%s: %s has rank %d: sequence and hidden are two dimensions",
                        f->function, f->in, (int)in->rank);
    }
    if (out->rank != in->rank) {
        return tfi_fail(TRNFFT_ERROR_INVALID_SHAPE,
                        "%s: %s has rank %d: the result has rank %d", f->function,
                        f->out, (int)out->rank, (int)in->rank);
    }
    for (int32_t d = 0; d < in->rank; d++) {
        if (d >= in->rank - 2 && in->shape[d] < 1) {
            return tfi_fail(
                TRNFFT_ERROR_INVALID_ARGUMENT,
                "%s: %s.shape[%d] = %lld: a transform needs at least one point",
                f->function, f->in, (int)d, (long long)in->shape[d]);
        }
        if (out->shape[d] != in->shape[d]) {
            return tfi_fail(TRNFFT_ERROR_INVALID_SHAPE,
                            "%s: %s.shape[%d] = %lld: the result has %lld", f->function,
                            f->out, (int)d, (long long)out->shape[d],
                            (long long)in->shape[d]);
        }
    }
    return TRNFFT_OK;
}

static trnfft_status check_memory(const names *f, const trnfft_tensor *in,
                                  const trnfft_tensor *out)
{
    if (tfi_tensor_self_overlap(out)) {
        return tfi_fail(TRNFFT_ERROR_INVALID_STRIDE,
                        "%s: %s.strides: elements of an output share memory",
                        f->function, f->out);
    }
    if (in->re != NULL && out->re != NULL &&
        tfi_tensor_overlap(in, out) == TFI_OVERLAP_PARTIAL) {
        return tfi_fail(TRNFFT_ERROR_INVALID_ALIASING,
                        "%s: %s overlaps %s: in place every element stays where it is",
                        f->function, f->out, f->in);
    }
    return TRNFFT_OK;
}

/* Of views that passed their own check. */
static trnfft_status check(const names *f, const trnfft_problem *p)
{
    TFI_TRY(check_type(f, f->in, &p->in,
                       "convert integer samples to f32 with trnfft_tensor_copy first"));
    TFI_TRY(check_type(f, f->out, &p->out, "results need a floating-point type"));
    TFI_TRY(check_numbers(f, p));
    TFI_TRY(check_shapes(f, &p->in, &p->out));
    return check_memory(f, &p->in, &p->out);
}

static void set_view(tfi_fnet_view *x, const trnfft_tensor *t)
{
    const int32_t r = t->rank;
    x->dtype = t->dtype;
    if (tfi_tensor_numel(t) == 0) {
        return; /* strides mean nothing and are not bounded */
    }
    x->row = t->strides[r - 2];
    x->column = t->strides[r - 1];
    memcpy(x->batch, t->strides, (size_t)(r - 2) * sizeof x->batch[0]);
}

static double scale_of(int32_t norm, double points)
{
    return norm == TRNFFT_NORM_ORTHO     ? 1.0 / sqrt(points)
           : norm == TRNFFT_NORM_FORWARD ? 1.0 / points
                                         : 1.0;
}

static trnfft_status build(const tfi_request *r, tfi_problem *out)
{
    const trnfft_problem *p = r->problem;
    const names f = { r->function, "in", "out" };
    tfi_fnet_problem *q = (tfi_fnet_problem *)out;
    TFI_TRY(tfi_tensor_check_layout(f.function, f.in, &p->in));
    TFI_TRY(tfi_tensor_check_layout(f.function, f.out, &p->out));
    TFI_TRY(check(&f, p));
    const bool wide = p->in.dtype == TRNFFT_F64 || p->out.dtype == TRNFFT_F64;
    const int32_t rank = p->in.rank;
    q->base.kind = TFI_PROBLEM_FNET;
    q->base.n_bytes = (uint32_t)sizeof *q;
    q->compute = p->compute != 0 ? (uint32_t)p->compute
                 : wide          ? TRNFFT_F64
                                 : TRNFFT_F32;
    TFI_TRY(tfi_nd_check_accuracy(r, q->compute));
    q->n_threads = r->options->n_threads;
    q->n_batch = rank - 2;
    memcpy(q->batch, p->in.shape, (size_t)(rank - 2) * sizeof q->batch[0]);
    q->rows = p->in.shape[rank - 2];
    q->columns = p->in.shape[rank - 1];
    q->n_items = tfi_tensor_numel(&p->in) / q->rows / q->columns;
    q->scale = scale_of(p->norm, (double)q->rows * (double)q->columns);
    set_view(&q->in, &p->in);
    set_view(&q->out, &p->out);
    return TRNFFT_OK;
}

const tfi_kind tfi_kind_fnet = { TRNFFT_KIND_FNET, "fnet", 2, false, build, NULL };

static trnfft_status mix(const char *function, const trnfft_tensor *input, int32_t norm,
                         const trnfft_tensor *output)
{
    const names f = { function, "input", "output" };
    TFI_TRY(tfi_tensor_check(function, f.in, input));
    TFI_TRY(tfi_tensor_check(function, f.out, output));
    trnfft_problem problem = TRNFFT_PROBLEM_INIT;
    problem.kind = TRNFFT_KIND_FNET;
    problem.in = *input;
    problem.out = *output;
    problem.norm = norm;
    TFI_TRY(check(&f, &problem));
    if (tfi_tensor_numel(output) == 0) {
        return TRNFFT_OK; /* an empty batch */
    }
    return tfi_run_problem(function, &problem, NULL);
}

trnfft_status trnfft_fnet_mix(const trnfft_tensor *input, int32_t norm,
                              const trnfft_tensor *output)
{
    return mix("trnfft_fnet_mix", input, norm, output);
}

/* Contiguous arrays as tensors. */
static trnfft_status mix_arrays(const char *function, int32_t dtype,
                                const int64_t shape[3], const void *input, void *output)
{
    static const char *const sizes[] = { "batch", "sequence", "hidden" };
    for (int d = 0; d < 3; d++) {
        const int64_t least = d == 0 ? 0 : 1;
        if (shape[d] < least) {
            return tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT,
                            "%s: %s = %lld: must be at least %lld", function, sizes[d],
                            (long long)shape[d], (long long)least);
        }
    }
    if (shape[0] > 0 && (input == NULL || output == NULL)) {
        return tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT,
                        "%s: %s = NULL: an array is needed", function,
                        input == NULL ? "input" : "output");
    }
    const trnfft_tensor in =
        trnfft_tensor_real(dtype, 3, shape, (void *)(uintptr_t)input);
    const trnfft_tensor out = trnfft_tensor_real(dtype, 3, shape, output);
    return mix(function, &in, TRNFFT_NORM_BACKWARD, &out);
}

#define LINE(suffix, type, dtype)                                                   \
    trnfft_status trnfft_fnet_mix_##suffix(int64_t batch, int64_t sequence,         \
                                           int64_t hidden, const type *input,       \
                                           type *output)                            \
    {                                                                               \
        const int64_t shape[3] = { batch, sequence, hidden };                       \
        return mix_arrays("trnfft_fnet_mix_" #suffix, dtype, shape, input, output); \
    }

LINE(f32, float, TRNFFT_F32)
LINE(f64, double, TRNFFT_F64)
