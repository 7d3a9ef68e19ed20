/* tensor.c - the public constructors, slices and element addresses. */
#include <trnfft/tensor.h>

#include "base/size_math.h"
#include "base/status.h"
#include "tensor/component.h"
#include "tensor/fault.h"
#include "tensor/view.h"

/* Points somewhere, so that a complex tensor without elements still shows that it is
 * complex. */
static const double nowhere[2];

static void *writable(const void *p)
{
    return (void *)(uintptr_t)p;
}

/* Type, rank and shape; strides are left zero. */
static trnfft_tensor start(int32_t dtype, int32_t rank, const int64_t *shape,
                           int is_complex)
{
    if (trnfft_dtype_size(dtype) == 0)
        return tfi_faulty_tensor(TFI_FAULT_DTYPE, dtype, 0);
    if (is_complex && (dtype == TRNFFT_S16 || dtype == TRNFFT_S24))
        return tfi_faulty_tensor(TFI_FAULT_COMPLEX_SAMPLES, dtype, 0);
    if (rank < 0 || rank > TRNFFT_MAX_RANK)
        return tfi_faulty_tensor(TFI_FAULT_RANK, rank, 0);
    if (rank > 0 && !shape)
        return tfi_faulty_tensor(TFI_FAULT_SHAPE_NULL, rank, 0);
    trnfft_tensor t = { 0 };
    t.dtype = dtype;
    t.rank = rank;
    for (int32_t d = 0; d < rank; d++) {
        if (shape[d] < 0)
            return tfi_faulty_tensor(TFI_FAULT_LENGTH, shape[d], d);
        t.shape[d] = shape[d];
    }
    return t;
}

/* C order with `step` components from one element to the next; then the test of all
 * sizes. */
static trnfft_tensor finish_c_order(trnfft_tensor t, int64_t step)
{
    if (t.dtype <= 0)
        return t;
    int64_t stride = step;
    for (int32_t d = t.rank - 1; d >= 0; d--) {
        t.strides[d] = stride;
        /* A length of zero does not zero the strides of the dimensions before it. */
        if (!tfi_mul_i64(stride, t.shape[d] > 1 ? t.shape[d] : 1, &stride))
            return tfi_faulty_tensor(TFI_FAULT_OVERFLOW, 0, 0);
    }
    if (tfi_tensor_check_layout("trnfft_tensor", "tensor", &t) == TRNFFT_ERROR_OVERFLOW)
        return tfi_faulty_tensor(TFI_FAULT_OVERFLOW, 0, 0);
    return t;
}

trnfft_tensor trnfft_tensor_real(int32_t dtype, int32_t rank, const int64_t *shape,
                                 const void *data)
{
    trnfft_tensor t = finish_c_order(start(dtype, rank, shape, 0), 1);
    t.re = writable(data);
    return t;
}

trnfft_tensor trnfft_tensor_split(int32_t dtype, int32_t rank, const int64_t *shape,
                                  const void *re, const void *im)
{
    trnfft_tensor t = finish_c_order(start(dtype, rank, shape, 1), 1);
    if (t.dtype > 0 && (!re || !im) && tfi_tensor_numel(&t) > 0)
        return tfi_faulty_tensor(TFI_FAULT_DATA_NULL, re ? 1 : 0, 0);
    t.re = writable(re);
    t.im = writable(im ? im : nowhere);
    return t;
}

trnfft_tensor trnfft_tensor_interleaved(int32_t dtype, int32_t rank,
                                        const int64_t *shape, const void *pairs)
{
    trnfft_tensor t = finish_c_order(start(dtype, rank, shape, 1), 2);
    if (t.dtype > 0 && !pairs && tfi_tensor_numel(&t) > 0)
        return tfi_faulty_tensor(TFI_FAULT_DATA_NULL, 0, 0);
    t.re = writable(pairs ? pairs : nowhere);
    t.im = (char *)t.re + trnfft_dtype_size(dtype);
    return t;
}

trnfft_tensor trnfft_tensor_strided(int32_t dtype, int32_t rank, const int64_t *shape,
                                    const int64_t *strides, const void *re,
                                    const void *im)
{
    trnfft_tensor t = start(dtype, rank, shape, im != NULL);
    if (t.dtype <= 0)
        return t;
    if (rank > 0 && !strides)
        return tfi_faulty_tensor(TFI_FAULT_STRIDES_NULL, rank, 0);
    for (int32_t d = 0; d < rank; d++)
        t.strides[d] = strides[d];
    t.re = writable(re);
    t.im = writable(im);
    if (tfi_tensor_check_layout("trnfft_tensor_strided", "tensor", &t) != TRNFFT_OK)
        return tfi_faulty_tensor(TFI_FAULT_OVERFLOW, 0, 0);
    return t;
}

trnfft_status trnfft_tensor_validate(const trnfft_tensor *tensor)
{
    return tfi_tensor_check("trnfft_tensor_validate", "tensor", tensor);
}

int trnfft_tensor_is_complex(const trnfft_tensor *tensor)
{
    return tensor && tensor->im;
}

int64_t trnfft_tensor_numel(const trnfft_tensor *tensor)
{
    if (!tensor || tensor->dtype <= 0 || tensor->rank < 0 ||
        tensor->rank > TRNFFT_MAX_RANK)
        return -1;
    int64_t n = 1;
    bool fits = true;
    bool empty = false;
    for (int32_t d = 0; d < tensor->rank; d++) {
        if (tensor->shape[d] < 0)
            return -1;
        empty = empty || tensor->shape[d] == 0;
        fits = fits && tfi_mul_i64(n, tensor->shape[d], &n);
    }
    return empty ? 0 : fits ? n : -1;
}

int trnfft_tensor_is_contiguous(const trnfft_tensor *tensor)
{
    if (trnfft_tensor_validate(tensor) != TRNFFT_OK)
        return 0;
    if (tfi_tensor_numel(tensor) == 0)
        return 1;
    int64_t stride = tfi_tensor_is_interleaved(tensor) ? 2 : 1;
    for (int32_t d = tensor->rank - 1; d >= 0; d--) {
        if (tensor->shape[d] != 1 && tensor->strides[d] != stride)
            return 0;
        stride *= tensor->shape[d];
    }
    return 1;
}

/* Of an element, its indices checked. */
static trnfft_status find_offset(const char *name, const trnfft_tensor *t,
                                 const int64_t *index, int64_t *offset)
{
    TFI_TRY(tfi_tensor_check(name, "tensor", t));
    if (!index && t->rank > 0)
        return tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT,
                        "%s: index = NULL: a tensor of rank %d needs one", name,
                        t->rank);
    for (int32_t d = 0; d < t->rank; d++)
        if (index[d] < 0 || index[d] >= t->shape[d])
            return tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT,
                            "%s: index[%d] = %lld: out of range for a length of %lld",
                            name, d, (long long)index[d], (long long)t->shape[d]);
    /* There is such an element, so the sizes are bounded and nothing overflows. */
    int64_t sum = 0;
    for (int32_t d = 0; d < t->rank; d++)
        sum += index[d] * t->strides[d];
    *offset = sum;
    return TRNFFT_OK;
}

trnfft_status trnfft_tensor_offset(const trnfft_tensor *tensor, const int64_t *index,
                                   int64_t *offset)
{
    static const char name[] = "trnfft_tensor_offset";
    if (!offset)
        return tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT,
                        "%s: offset = NULL: nowhere to put the result", name);
    return find_offset(name, tensor, index, offset);
}

trnfft_status trnfft_tensor_get(const trnfft_tensor *tensor, const int64_t *index,
                                double *re, double *im)
{
    static const char name[] = "trnfft_tensor_get";
    if (!re)
        return tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT,
                        "%s: re = NULL: nowhere to put the result", name);
    int64_t offset = 0;
    TFI_TRY(find_offset(name, tensor, index, &offset));
    *re = tfi_component_load(tensor->dtype, tensor->re, offset);
    if (im)
        *im = tensor->im ? tfi_component_load(tensor->dtype, tensor->im, offset) : 0.0;
    return TRNFFT_OK;
}

static trnfft_status find_dimension(const char *name, const char *parameter,
                                    int32_t dim, int32_t rank, int32_t *out)
{
    if (dim < -rank || dim >= rank)
        return tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT,
                        "%s: %s = %d: out of range for a tensor of rank %d", name,
                        parameter, (int)dim, (int)rank);
    *out = dim < 0 ? dim + rank : dim;
    return TRNFFT_OK;
}

/* As a number: views may be larger than what memory there is. */
static void *moved(void *p, int64_t bytes)
{
    return (void *)((uintptr_t)p + (uintptr_t)bytes);
}

trnfft_status trnfft_tensor_slice(const trnfft_tensor *tensor, int32_t dim,
                                  int64_t start, int64_t count, int64_t step,
                                  trnfft_tensor *part)
{
    static const char name[] = "trnfft_tensor_slice";
    int32_t d = 0;
    TFI_TRY(tfi_tensor_check(name, "tensor", tensor));
    TFI_TRY(find_dimension(name, "dim", dim, tensor->rank, &d));
    if (!part)
        return tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT,
                        "%s: part = NULL: nowhere to put the view", name);
    if (count < 0)
        return tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT,
                        "%s: count = %lld: cannot be negative", name, (long long)count);
    trnfft_tensor t = *tensor;
    int64_t length = t.shape[d];
    int64_t last = start;
    if (count > 0 &&
        (start < 0 || start >= length ||
         (count > 1 && !tfi_mul_i64(count - 1, step, &last)) ||
         (count > 1 && !tfi_add_i64(start, last, &last)) || last < 0 || last >= length))
        return tfi_fail(
            TRNFFT_ERROR_INVALID_ARGUMENT,
            "%s: start = %lld, count = %lld, step = %lld: beyond a length of "
            "%lld",
            name, (long long)start, (long long)count, (long long)step,
            (long long)length);
    t.shape[d] = count;
    if (count > 0 && tfi_tensor_numel(tensor) > 0) {
        int64_t shift = start * t.strides[d] * (int64_t)trnfft_dtype_size(t.dtype);
        t.re = moved(t.re, shift);
        t.im = t.im ? moved(t.im, shift) : NULL;
    }
    /* Without elements lengths are not bounded, and strides mean nothing. */
    if (count > 1 && tfi_tensor_numel(tensor) > 0)
        t.strides[d] *= step;
    TFI_TRY(tfi_tensor_check(name, "part", &t));
    *part = t;
    return TRNFFT_OK;
}

trnfft_status trnfft_tensor_permute(const trnfft_tensor *tensor, const int32_t *dims,
                                    trnfft_tensor *permuted)
{
    static const char name[] = "trnfft_tensor_permute";
    TFI_TRY(tfi_tensor_check(name, "tensor", tensor));
    if (!permuted)
        return tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT,
                        "%s: permuted = NULL: nowhere to put the view", name);
    trnfft_tensor t = *tensor;
    unsigned seen = 0;
    for (int32_t d = 0; d < t.rank; d++) {
        int32_t from = t.rank - 1 - d;
        if (dims)
            TFI_TRY(find_dimension(name, "dims", dims[d], t.rank, &from));
        if (seen & (1U << from))
            return tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT,
                            "%s: dims[%d] = %d repeats dimension %d", name, (int)d,
                            (int)(dims ? dims[d] : from), (int)from);
        seen |= 1U << from;
        t.shape[d] = tensor->shape[from];
        t.strides[d] = tensor->strides[from];
    }
    *permuted = t;
    return TRNFFT_OK;
}
