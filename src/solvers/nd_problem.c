/* nd_problem.c - torch's transforms as problems: checks everything, then writes the
 * canonical form. */
#include <math.h>
#include <string.h>

#include "base/size_math.h"
#include "solvers/nd.h"
#include "tensor/view.h"

/* What the six operations are made of. */
typedef struct operation {
    const char *name;
    tfi_line_kind kind;
    int inverse;
} operation;

static const operation operations[] = {
    [TRNFFT_OP_FFT] = { "fft", TFI_C2C, 0 },
    [TRNFFT_OP_IFFT] = { "ifft", TFI_C2C, 1 },
    [TRNFFT_OP_RFFT] = { "rfft", TFI_R2C, 0 },
    [TRNFFT_OP_IRFFT] = { "irfft", TFI_C2R, 1 },
    [TRNFFT_OP_HFFT] = { "hfft", TFI_C2R, 0 },
    [TRNFFT_OP_IHFFT] = { "ihfft", TFI_R2C, 1 },
};

static trnfft_status check_enums(const char *f, const trnfft_problem *p)
{
    if (p->op < TRNFFT_OP_FFT || p->op > TRNFFT_OP_IHFFT) {
        return tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT, "%s: op = %d: not a trnfft_op",
                        f, (int)p->op);
    }
    if (p->norm < TRNFFT_NORM_BACKWARD || p->norm > TRNFFT_NORM_FORWARD) {
        return tfi_fail(
            TRNFFT_ERROR_INVALID_ARGUMENT,
            "%s: norm = %d: must be TRNFFT_NORM_BACKWARD, TRNFFT_NORM_ORTHO or "
            "TRNFFT_NORM_FORWARD",
            f, (int)p->norm);
    }
    if (p->compute != 0 && p->compute != TRNFFT_F32 && p->compute != TRNFFT_F64) {
        return tfi_fail(TRNFFT_ERROR_INVALID_DTYPE,
                        "%s: compute = %s: the arithmetic is TRNFFT_F32 or TRNFFT_F64",
                        f, trnfft_dtype_name(p->compute));
    }
    return TRNFFT_OK;
}

static bool is_sample(int32_t dtype)
{
    return dtype == TRNFFT_S16 || dtype == TRNFFT_S24;
}

static trnfft_status check_views(const char *f, const trnfft_problem *p,
                                 const operation *op)
{
    TFI_TRY(tfi_tensor_check_layout(f, "in", &p->in));
    TFI_TRY(tfi_tensor_check_layout(f, "out", &p->out));
    if (is_sample(p->in.dtype)) {
        return tfi_fail(
            TRNFFT_ERROR_INVALID_DTYPE,
            "%s: in is %s: integer samples are not transformed, convert them to "
            "f32 with trnfft_tensor_copy first",
            f, trnfft_dtype_name(p->in.dtype));
    }
    if (is_sample(p->out.dtype)) {
        return tfi_fail(TRNFFT_ERROR_INVALID_DTYPE,
                        "%s: out is %s: results need a floating-point type", f,
                        trnfft_dtype_name(p->out.dtype));
    }
    if (p->in.rank < 1) {
        return tfi_fail(TRNFFT_ERROR_INVALID_SHAPE,
                        "%s: in has rank 0: a transform needs at least 1 dimension", f);
    }
    if (op->kind == TFI_R2C && p->in.im != NULL) {
        return tfi_fail(TRNFFT_ERROR_INVALID_DTYPE,
                        "%s: in is complex: %s takes real input, use %s for complex", f,
                        op->name, op->inverse ? "ifft" : "fft");
    }
    const bool real = p->out.im == NULL;
    if (real != (op->kind == TFI_C2R) && tfi_tensor_numel(&p->out) > 0) {
        return tfi_fail(TRNFFT_ERROR_INVALID_DTYPE,
                        "%s: out is %s: the result of %s is %s", f,
                        real ? "real" : "complex", op->name, real ? "complex" : "real");
    }
    return TRNFFT_OK;
}

static trnfft_status resolve_axes(const char *f, const trnfft_problem *p,
                                  tfi_tensor_problem *t)
{
    const int32_t rank = p->in.rank;
    if (p->n_dim < 0 || p->n_dim > rank) {
        return tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT,
                        "%s: n_dim = %d: must be 0 (all) … %d, the rank of in", f,
                        (int)p->n_dim, (int)rank);
    }
    t->n_axes = p->n_dim > 0 ? p->n_dim : rank;
    unsigned seen = 0;
    for (int32_t i = 0; i < t->n_axes; i++) {
        const int32_t given = p->n_dim > 0 ? p->dim[i] : i;
        if (given < -rank || given >= rank) {
            return tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT,
                            "%s: dim[%d] = %d: out of range, in has dimensions %d … %d",
                            f, (int)i, (int)given, (int)-rank, (int)rank - 1);
        }
        const int32_t d = given < 0 ? given + rank : given;
        if ((seen >> d & 1u) != 0) {
            return tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT,
                            "%s: dim[%d] = %d repeats dimension %d", f, (int)i,
                            (int)given, (int)d);
        }
        seen |= 1u << d;
        t->axis[i] = d;
    }
    return TRNFFT_OK;
}

static trnfft_status resolve_lengths(const char *f, const trnfft_problem *p,
                                     tfi_tensor_problem *t)
{
    for (int32_t i = 0; i < t->n_axes; i++) {
        const int64_t size = p->in.shape[t->axis[i]];
        const int64_t given = p->n_dim > 0 ? p->n[i] : TRNFFT_N_DEFAULT;
        const bool halved = t->kind == TFI_C2R && i == t->n_axes - 1;
        int64_t n = given;
        if (given == TRNFFT_N_DEFAULT) {
            if (size > INT64_MAX / 4) { /* bounded only where there are elements */
                return tfi_fail(TRNFFT_ERROR_OVERFLOW,
                                "%s: size %lld of dimension %d: too long", f,
                                (long long)size, (int)t->axis[i]);
            }
            n = halved ? 2 * (size - 1) : size;
            if (n < 1) {
                return tfi_fail(
                    TRNFFT_ERROR_INVALID_ARGUMENT,
                    "%s: invalid n (%lld), implied by size %lld of dimension "
                    "%d: a transform needs at least one point, give n[%d]",
                    f, (long long)n, (long long)size, (int)t->axis[i], (int)i);
            }
        }
        if (n < 1) {
            return tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT,
                            "%s: n[%d] = %lld: a transform needs at least one point", f,
                            (int)i, (long long)n);
        }
        if (n > INT64_MAX / 64) {
            return tfi_fail(TRNFFT_ERROR_OVERFLOW, "%s: n[%d] = %lld: too long", f,
                            (int)i, (long long)n);
        }
        t->n[i] = n;
    }
    return TRNFFT_OK;
}

static trnfft_status check_shape(const char *f, const trnfft_problem *p,
                                 const tfi_tensor_problem *t)
{
    int64_t shape[TRNFFT_MAX_RANK];
    memcpy(shape, p->in.shape, sizeof shape);
    for (int32_t i = 0; i < t->n_axes; i++) {
        const bool halved = t->kind == TFI_R2C && i == t->n_axes - 1;
        shape[t->axis[i]] = halved ? t->n[i] / 2 + 1 : t->n[i];
    }
    if (p->out.rank != p->in.rank) {
        return tfi_fail(TRNFFT_ERROR_INVALID_SHAPE,
                        "%s: out has rank %d: the result has rank %d", f,
                        (int)p->out.rank, (int)p->in.rank);
    }
    for (int32_t d = 0; d < p->in.rank; d++) {
        if (p->out.shape[d] != shape[d]) {
            return tfi_fail(TRNFFT_ERROR_INVALID_SHAPE,
                            "%s: out.shape[%d] = %lld: the result has %lld", f, (int)d,
                            (long long)p->out.shape[d], (long long)shape[d]);
        }
    }
    return TRNFFT_OK;
}

static double scale_of(const trnfft_problem *p, const tfi_tensor_problem *t)
{
    double points = 1.0;
    for (int32_t i = 0; i < t->n_axes; i++) {
        points *= (double)t->n[i];
    }
    if (p->norm == TRNFFT_NORM_ORTHO) {
        return 1.0 / sqrt(points);
    }
    return (p->norm == TRNFFT_NORM_BACKWARD) == (t->inverse != 0) ? 1.0 / points : 1.0;
}

/* ---- overlap ---- */

typedef struct extent {
    int64_t lo, hi; /* bytes from the base of the input */
} extent;

static extent row_extent(const trnfft_tensor *v, int64_t axis, bool interleaved)
{
    const int64_t size = (int64_t)trnfft_dtype_size(v->dtype);
    int64_t reach = (v->shape[axis] - 1) * v->strides[axis] * size;
    extent e = { reach < 0 ? reach : 0, (reach > 0 ? reach : 0) + size };
    e.hi += interleaved ? size : 0;
    return e;
}

/* Whether rows, blocks of `width` bytes at the batch strides, keep clear of each other.
 */
static bool rows_apart(const trnfft_tensor *v, int64_t axis, int64_t width)
{
    const int64_t size = (int64_t)trnfft_dtype_size(v->dtype);
    int64_t strides[TRNFFT_MAX_RANK], extents[TRNFFT_MAX_RANK];
    int count = 0;
    for (int32_t d = 0; d < v->rank; d++) {
        if (d == axis || v->shape[d] == 1) {
            continue;
        }
        const int64_t s =
            v->strides[d] < 0 ? -v->strides[d] * size : v->strides[d] * size;
        int at = count++;
        for (; at > 0 && strides[at - 1] > s; at--) {
            strides[at] = strides[at - 1];
            extents[at] = extents[at - 1];
        }
        strides[at] = s;
        extents[at] = v->shape[d];
    }
    for (int i = 0; i < count; i++) {
        if (strides[i] < width) {
            return false;
        }
        width += strides[i] * (extents[i] - 1);
    }
    return true;
}

/* The extents of a part of a whole tensor, from the input's base. */
static extent part_extent(const trnfft_tensor *v, const void *part, uintptr_t base)
{
    extent e;
    tfi_component_extent(v, &e.lo, &e.hi);
    const int64_t at = (int64_t)((uintptr_t)part - base);
    e.lo += at;
    e.hi += at;
    return e;
}

static bool disjoint(extent a, extent b)
{
    return a.hi <= b.lo || b.hi <= a.lo;
}

/* The padded kind of in place: every row of the output begins where the row of the
 * input begins, and rows together with their padding keep clear of each other. */
static bool works_by_rows(const trnfft_problem *p, int64_t axis)
{
    const trnfft_tensor *in = &p->in, *out = &p->out;
    const int64_t in_size = (int64_t)trnfft_dtype_size(in->dtype);
    const int64_t out_size = (int64_t)trnfft_dtype_size(out->dtype);
    if (in->re != out->re) {
        return false;
    }
    for (int32_t d = 0; d < in->rank; d++) {
        if (d != axis && (in->shape[d] != out->shape[d] ||
                          (in->shape[d] > 1 &&
                           in->strides[d] * in_size != out->strides[d] * out_size))) {
            return false;
        }
    }
    const bool in_pairs = tfi_tensor_is_interleaved(in);
    const bool out_pairs = tfi_tensor_is_interleaved(out);
    extent a = row_extent(in, axis, in_pairs), b = row_extent(out, axis, out_pairs);
    const int64_t lo = a.lo < b.lo ? a.lo : b.lo, hi = a.hi > b.hi ? a.hi : b.hi;
    if (!rows_apart(in, axis, hi - lo)) {
        return false;
    }
    /* Separate imaginary parts keep clear of everything else. */
    const uintptr_t base = (uintptr_t)in->re;
    const void *planes[2] = { in->im != NULL && !in_pairs ? in->im : NULL,
                              out->im != NULL && !out_pairs ? out->im : NULL };
    const trnfft_tensor *owners[2] = { in, out };
    if (planes[0] != NULL && planes[1] != NULL) {
        return false;
    }
    for (int i = 0; i < 2; i++) {
        if (planes[i] != NULL) {
            extent plane = part_extent(owners[i], planes[i], base);
            extent x = part_extent(in, in->re, base),
                   y = part_extent(out, out->re, base);
            x.hi += in_pairs ? in_size : 0;
            y.hi += out_pairs ? out_size : 0;
            if (!disjoint(plane, x) || !disjoint(plane, y)) {
                return false;
            }
        }
    }
    return true;
}

static trnfft_status check_memory(const char *f, const trnfft_problem *p,
                                  tfi_tensor_problem *t)
{
    trnfft_tensor out = p->out;
    if (out.re == NULL) {
        out.im = NULL; /* a layout without data: only the strides can be judged */
    }
    if (tfi_tensor_self_overlap(&out)) {
        return tfi_fail(TRNFFT_ERROR_INVALID_STRIDE,
                        "%s: out.strides: elements of an output share memory", f);
    }
    if (p->in.re == NULL || p->out.re == NULL) {
        return TRNFFT_OK;
    }
    const tfi_overlap overlap = tfi_tensor_overlap(&p->in, &p->out);
    if (overlap == TFI_OVERLAP_NONE) {
        return TRNFFT_OK;
    }
    t->in_place = 1;
    if (overlap == TFI_OVERLAP_SAME || works_by_rows(p, t->axis[t->n_axes - 1])) {
        return TRNFFT_OK;
    }
    const bool padded = t->kind != TFI_C2C && p->in.re == p->out.re;
    return tfi_fail(
        TRNFFT_ERROR_INVALID_ALIASING,
        "%s: out overlaps in: in place every element stays where it is%s", f,
        padded ? ", and rows of a real transform need room for 2 (n / 2 + 1) "
                 "components"
               : "");
}

/* ---- canonical form ---- */

static void set_view(tfi_nd_view *view, const trnfft_tensor *t)
{
    view->dtype = t->dtype;
    view->layout = t->im == NULL                  ? TRNFFT_REAL
                   : tfi_tensor_is_interleaved(t) ? TRNFFT_INTERLEAVED
                                                  : TRNFFT_SPLIT;
    memcpy(view->shape, t->shape, sizeof(int64_t) * (size_t)t->rank);
    if (tfi_tensor_numel(t) > 0) { /* else they mean nothing and are not bounded */
        memcpy(view->strides, t->strides, sizeof(int64_t) * (size_t)t->rank);
    }
}

trnfft_status tfi_nd_check_accuracy(const tfi_request *r, uint32_t compute)
{
    const double wanted = r->options->max_rel_error;
    const double usual = compute == TRNFFT_F64 ? 1.5e-15 : 6e-7;
    if (wanted > 0 && wanted < usual) {
        return tfi_fail(TRNFFT_ERROR_UNSUPPORTED,
                        "%s: options.max_rel_error = %g: %s arithmetic holds %g",
                        r->function, wanted, trnfft_dtype_name((int32_t)compute),
                        usual);
    }
    return TRNFFT_OK;
}

static trnfft_status build(const tfi_request *r, tfi_problem *out)
{
    const trnfft_problem *p = r->problem;
    const char *f = r->function;
    tfi_tensor_problem *t = (tfi_tensor_problem *)out;
    TFI_TRY(check_enums(f, p));
    const operation *op = &operations[p->op];
    TFI_TRY(check_views(f, p, op));
    t->base.kind = TFI_PROBLEM_TENSOR;
    t->base.n_bytes = (uint32_t)sizeof *t;
    t->kind = (uint32_t)op->kind;
    t->inverse = op->inverse;
    TFI_TRY(resolve_axes(f, p, t));
    TFI_TRY(resolve_lengths(f, p, t));
    TFI_TRY(check_shape(f, p, t));
    TFI_TRY(check_memory(f, p, t));
    const bool wide = p->in.dtype == TRNFFT_F64 || p->out.dtype == TRNFFT_F64;
    t->compute = p->compute != 0 ? (uint32_t)p->compute
                 : wide          ? TRNFFT_F64
                                 : TRNFFT_F32;
    TFI_TRY(tfi_nd_check_accuracy(r, t->compute));
    /* Not because the problem is in place: its plan runs out of place, too. */
    const bool may_write = (r->options->flags & TRNFFT_FLAG_OVERWRITE_INPUT) != 0;
    t->in_writable = may_write && p->in.im != NULL && !tfi_tensor_self_overlap(&p->in);
    t->n_threads = r->options->n_threads;
    t->rank = p->in.rank;
    t->scale = scale_of(p, t);
    set_view(&t->in, &p->in);
    set_view(&t->out, &p->out);
    return TRNFFT_OK;
}

const tfi_kind tfi_kind_fft = { TRNFFT_KIND_FFT, "fft", 2, false, build, NULL };
