/* multiply.c - elementwise products of complex tensors.
 *
 * (a + bi)(c + di) = (ac - bd) + (ad + bc)i with each operation rounded, whatever the
 * layout: the same bits split and interleaved.
 */
#include <stddef.h>

#include <trnfft/gemm.h>

#include "tensor/component.h"
#include "tensor/view.h"

enum { CHUNK = 256, N_OPERANDS = 3 };

/* One line of an operand; the stride counts its own components. */
typedef struct line {
    int32_t dtype;
    int64_t stride;
    void *re, *im; /* im NULL: real */
} line;

/* z = x y on the chunks; a real factor scales, so that 0 times infinity does not come
 * in. */
#define DEFINE_PRODUCT(T, NAME)                                                 \
    static void NAME(int64_t n, T *restrict const x[2], T *restrict const y[2], \
                     T *restrict const z[2])                                    \
    {                                                                           \
        const T *restrict a = x[0], *restrict b = x[1];                         \
        const T *restrict c = y[0], *restrict d = y[1];                         \
        T *restrict re = z[0], *restrict im = z[1];                             \
        if (b && d) {                                                           \
            for (int64_t i = 0; i < n; i++) {                                   \
                re[i] = a[i] * c[i] - b[i] * d[i];                              \
                im[i] = a[i] * d[i] + b[i] * c[i];                              \
            }                                                                   \
            return;                                                             \
        }                                                                       \
        for (int64_t i = 0; i < n; i++) {                                       \
            re[i] = a[i] * c[i];                                                \
            im[i] = b ? b[i] * c[i] : d ? a[i] * d[i] : (T)0;                   \
        }                                                                       \
    }
DEFINE_PRODUCT(float, product_f32)
DEFINE_PRODUCT(double, product_f64)

/* Contiguous pairs need no chunks: the loop below is vectorised as it stands. */
#define DEFINE_PAIRS(T, NAME)                                 \
    static void NAME(int64_t n, const T *x, const T *y, T *z) \
    {                                                         \
        for (int64_t i = 0; i < 2 * n; i += 2) {              \
            T a = x[i], b = x[i + 1], c = y[i], d = y[i + 1]; \
            z[i] = a * c - b * d;                             \
            z[i + 1] = a * d + b * c;                         \
        }                                                     \
    }
DEFINE_PAIRS(float, pairs_f32)
DEFINE_PAIRS(double, pairs_f64)

/* Loads, multiplies and stores chunk by chunk: out may be an input. */
#define DEFINE_LINE(T, SUFFIX)                                                         \
    static void line_##SUFFIX(int64_t n, const line l[N_OPERANDS])                     \
    {                                                                                  \
        T chunk[N_OPERANDS][2][CHUNK];                                                 \
        for (int64_t done = 0; done < n; done += CHUNK) {                              \
            int64_t some = n - done < CHUNK ? n - done : CHUNK;                        \
            T *parts[N_OPERANDS][2];                                                   \
            for (int k = 0; k < N_OPERANDS; k++) {                                     \
                int64_t step =                                                         \
                    done * l[k].stride * (int64_t)trnfft_dtype_size(l[k].dtype);       \
                parts[k][0] = chunk[k][0];                                             \
                parts[k][1] = l[k].im ? chunk[k][1] : NULL;                            \
                if (k == 2)                                                            \
                    break;                                                             \
                tfi_load_##SUFFIX(l[k].dtype, (char *)l[k].re + step, l[k].stride,     \
                                  some, chunk[k][0], 1);                               \
                if (l[k].im)                                                           \
                    tfi_load_##SUFFIX(l[k].dtype, (char *)l[k].im + step, l[k].stride, \
                                      some, chunk[k][1], 1);                           \
            }                                                                          \
            product_##SUFFIX(some, parts[0], parts[1], parts[2]);                      \
            int64_t step =                                                             \
                done * l[2].stride * (int64_t)trnfft_dtype_size(l[2].dtype);           \
            tfi_store_##SUFFIX(l[2].dtype, (char *)l[2].re + step, l[2].stride, some,  \
                               chunk[2][0], 1);                                        \
            tfi_store_##SUFFIX(l[2].dtype, (char *)l[2].im + step, l[2].stride, some,  \
                               chunk[2][1], 1);                                        \
        }                                                                              \
    }
DEFINE_LINE(float, f32)
DEFINE_LINE(double, f64)

static bool aligned(const void *p, size_t size)
{
    return (uintptr_t)p % size == 0;
}

/* Whether the line is pairs of the very type, one after the other. */
static bool is_pairs(const line *l, int32_t dtype)
{
    size_t size = trnfft_dtype_size(dtype);
    return l->dtype == dtype && l->stride == 2 && aligned(l->re, size) &&
           (char *)l->im == (char *)l->re + size;
}

static void multiply_line(int64_t n, const line l[N_OPERANDS], int32_t compute)
{
    bool pairs = true;
    for (int k = 0; k < N_OPERANDS; k++)
        pairs = pairs && is_pairs(&l[k], compute);
    if (compute == TRNFFT_F64) {
        if (pairs)
            pairs_f64(n, l[0].re, l[1].re, l[2].re);
        else
            line_f64(n, l);
    } else if (pairs) {
        pairs_f32(n, l[0].re, l[1].re, l[2].re);
    } else {
        line_f32(n, l);
    }
}

static void *advance(const trnfft_tensor *t, void *part, int64_t components)
{
    int64_t size = (int64_t)trnfft_dtype_size(t->dtype);
    return part ? (char *)part + components * size : NULL;
}

/* Walks all dimensions but the last; trailing contiguous ones are joined first. */
static void multiply_all(const trnfft_tensor *const t[N_OPERANDS], int32_t compute)
{
    int32_t rank = t[2]->rank;
    int64_t count = 1;
    int32_t outer = rank;
    while (outer > 0) {
        bool joins = true;
        for (int k = 0; outer < rank && k < N_OPERANDS; k++)
            joins =
                joins && t[k]->strides[outer - 1] == count * t[k]->strides[rank - 1];
        if (!joins)
            break;
        count *= t[2]->shape[--outer];
    }
    int64_t index[TRNFFT_MAX_RANK] = { 0 };
    for (;;) {
        line l[N_OPERANDS];
        for (int k = 0; k < N_OPERANDS; k++) {
            int64_t at = 0;
            for (int32_t d = 0; d < outer; d++)
                at += index[d] * t[k]->strides[d];
            l[k].dtype = t[k]->dtype;
            l[k].stride = rank > 0 ? t[k]->strides[rank - 1] : 1;
            l[k].re = advance(t[k], t[k]->re, at);
            l[k].im = advance(t[k], t[k]->im, at);
        }
        multiply_line(count, l, compute);
        int32_t d = outer - 1;
        while (d >= 0 && ++index[d] == t[2]->shape[d])
            index[d--] = 0;
        if (d < 0)
            return;
    }
}

static trnfft_status check(const char *name, const trnfft_tensor *a,
                           const trnfft_tensor *b, const trnfft_tensor *out)
{
    TFI_TRY(tfi_tensor_check(name, "a", a));
    TFI_TRY(tfi_tensor_check(name, "b", b));
    TFI_TRY(tfi_tensor_check_output(name, "out", out));
    if (!out->im)
        return tfi_fail(TRNFFT_ERROR_INVALID_DTYPE,
                        "%s: out is real: it must be complex", name);
    if (a->rank != out->rank || b->rank != out->rank)
        return tfi_fail(TRNFFT_ERROR_INVALID_SHAPE,
                        "%s: the ranks are %d, %d and %d: they must be equal", name,
                        (int)a->rank, (int)b->rank, (int)out->rank);
    for (int32_t d = 0; d < out->rank; d++)
        if (a->shape[d] != out->shape[d] || b->shape[d] != out->shape[d])
            return tfi_fail(TRNFFT_ERROR_INVALID_SHAPE,
                            "%s: shape[%d] is %lld, %lld and %lld: they must be equal",
                            name, (int)d, (long long)a->shape[d],
                            (long long)b->shape[d], (long long)out->shape[d]);
    if (tfi_tensor_numel(out) > 0 &&
        (tfi_tensor_overlap(a, out) == TFI_OVERLAP_PARTIAL ||
         tfi_tensor_overlap(b, out) == TFI_OVERLAP_PARTIAL))
        return tfi_fail(TRNFFT_ERROR_INVALID_ALIASING,
                        "%s: out overlaps an input but is not the same view", name);
    return TRNFFT_OK;
}

trnfft_status trnfft_complex_mul(const trnfft_tensor *a, const trnfft_tensor *b,
                                 const trnfft_tensor *out)
{
    static const char name[] = "trnfft_complex_mul";
    TFI_TRY(check(name, a, b, out));
    if (tfi_tensor_numel(out) == 0)
        return TRNFFT_OK;
    const trnfft_tensor *const t[N_OPERANDS] = { a, b, out };
    bool wide = false;
    for (int k = 0; k < N_OPERANDS; k++)
        wide = wide || t[k]->dtype == TRNFFT_F64;
    multiply_all(t, wide ? TRNFFT_F64 : TRNFFT_F32);
    return TRNFFT_OK;
}
