/* view.c - checks and extents of views. */
#include "tensor/view.h"

#include <stddef.h>

#include "base/size_math.h"
#include "tensor/fault.h"

/* Elements, components and bytes stay below this. */
static const int64_t size_limit = (int64_t)1 << 61;

static int is_sample(int32_t dtype)
{
    return dtype == TRNFFT_S16 || dtype == TRNFFT_S24;
}

trnfft_tensor tfi_faulty_tensor(tfi_fault fault, int64_t value, int32_t dimension)
{
    trnfft_tensor t = { 0 };
    t.dtype = TFI_FAULT_BASE - (int32_t)fault;
    t.reserved[0] = (uint64_t)value;
    t.reserved[1] = (uint64_t)dimension;
    return t;
}

/* The sentences, one for each fault; `constructed` when the view carries it from its
 * constructor. */
static trnfft_status fail_fault(const char *function, const char *parameter,
                                tfi_fault fault, int64_t value, int64_t dimension)
{
    long long v = (long long)value;
    switch (fault) {
    case TFI_FAULT_RANK:
        return tfi_fail(TRNFFT_ERROR_INVALID_SHAPE,
                        "%s: %s.rank = %lld: a tensor has 0 to %d dimensions", function,
                        parameter, v, TRNFFT_MAX_RANK);
    case TFI_FAULT_SHAPE_NULL:
        return tfi_fail(
            TRNFFT_ERROR_INVALID_ARGUMENT,
            "%s: %s was made with shape = NULL: a tensor of rank %lld needs one",
            function, parameter, v);
    case TFI_FAULT_STRIDES_NULL:
        return tfi_fail(
            TRNFFT_ERROR_INVALID_ARGUMENT,
            "%s: %s was made with strides = NULL: a tensor of rank %lld needs them",
            function, parameter, v);
    case TFI_FAULT_LENGTH:
        return tfi_fail(TRNFFT_ERROR_INVALID_SHAPE,
                        "%s: %s.shape[%lld] = %lld: a length cannot be negative",
                        function, parameter, (long long)dimension, v);
    case TFI_FAULT_DTYPE:
        return tfi_fail(
            TRNFFT_ERROR_INVALID_DTYPE,
            "%s: %s.dtype = %lld: not a data type (TRNFFT_F32, TRNFFT_F64, "
            "TRNFFT_BF16, TRNFFT_F16, TRNFFT_S16, TRNFFT_S24); convert integers "
            "to TRNFFT_F32 first",
            function, parameter, v);
    case TFI_FAULT_COMPLEX_SAMPLES:
        return tfi_fail(
            TRNFFT_ERROR_INVALID_DTYPE,
            "%s: %s.dtype = %s: samples are real, im must be NULL; convert to "
            "TRNFFT_F32 first",
            function, parameter, trnfft_dtype_name((int32_t)value));
    case TFI_FAULT_OVERFLOW:
        return tfi_fail(TRNFFT_ERROR_OVERFLOW,
                        "%s: %s: shape and strides reach beyond 2^61 bytes", function,
                        parameter);
    case TFI_FAULT_DATA_NULL:
        return tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT,
                        "%s: %s.%s = NULL: the tensor has elements, so it needs data",
                        function, parameter, v ? "im" : "re");
    }
    return tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT,
                    "%s: %s: not a tensor: its constructor failed", function,
                    parameter);
}

/* How far the elements reach from the first one, in components: [-down, up]. 0, 0
 * without elements. False when a number exceeds the limit. */
static bool reach(const trnfft_tensor *t, int64_t *down, int64_t *up, int64_t *numel)
{
    *down = 0;
    *up = 0;
    *numel = 1;
    for (int d = 0; d < t->rank; d++)
        if (t->shape[d] == 0) {
            *numel = 0;
            return true;
        }
    for (int d = 0; d < t->rank; d++) {
        int64_t span;
        if (!tfi_mul_i64(*numel, t->shape[d], numel) || *numel > size_limit ||
            !tfi_mul_i64(t->shape[d] - 1, t->strides[d], &span) || span > size_limit ||
            span < -size_limit)
            return false;
        if (span < 0)
            *down -= span;
        else
            *up += span;
        if (*down > size_limit || *up > size_limit)
            return false;
    }
    return true;
}

static trnfft_status check_sizes(const char *function, const char *parameter,
                                 const trnfft_tensor *t, int64_t *numel)
{
    for (int d = 0; d < t->rank; d++)
        if (t->shape[d] < 0)
            return fail_fault(function, parameter, TFI_FAULT_LENGTH, t->shape[d], d);
    int64_t down = 0;
    int64_t up = 0;
    int64_t size = (int64_t)trnfft_dtype_size(t->dtype);
    for (int d = 0; d < t->rank; d++) /* those of length 1, too */
        if (t->strides[d] > size_limit / size || t->strides[d] < -(size_limit / size))
            return fail_fault(function, parameter, TFI_FAULT_OVERFLOW, 0, 0);
    if (!reach(t, &down, &up, numel) || *numel > size_limit / (2 * size) ||
        down + up >= size_limit / size)
        return fail_fault(function, parameter, TFI_FAULT_OVERFLOW, 0, 0);
    return TRNFFT_OK;
}

static trnfft_status check(const char *function, const char *parameter,
                           const trnfft_tensor *t, bool needs_data)
{
    if (!t)
        return tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT,
                        "%s: %s = NULL: a tensor is needed", function, parameter);
    if (t->dtype < TFI_FAULT_BASE && t->dtype >= TFI_FAULT_BASE - TFI_FAULT_DATA_NULL)
        return fail_fault(function, parameter, (tfi_fault)(TFI_FAULT_BASE - t->dtype),
                          (int64_t)t->reserved[0], (int64_t)t->reserved[1]);
    if (trnfft_dtype_size(t->dtype) == 0)
        return fail_fault(function, parameter, TFI_FAULT_DTYPE, t->dtype, 0);
    if (t->rank < 0 || t->rank > TRNFFT_MAX_RANK)
        return fail_fault(function, parameter, TFI_FAULT_RANK, t->rank, 0);
    if (t->reserved[0] || t->reserved[1])
        return tfi_fail(
            TRNFFT_ERROR_INVALID_ARGUMENT,
            "%s: %s.reserved is not zero: start from a constructor or zero the "
            "struct",
            function, parameter);
    if (t->buffer)
        return tfi_fail(TRNFFT_ERROR_UNSUPPORTED,
                        "%s: %s.buffer: this library has no device that owns buffers",
                        function, parameter);
    if (t->im && is_sample(t->dtype))
        return fail_fault(function, parameter, TFI_FAULT_COMPLEX_SAMPLES, t->dtype, 0);
    int64_t numel = 0;
    TFI_TRY(check_sizes(function, parameter, t, &numel));
    if (needs_data && numel > 0 && !t->re)
        return fail_fault(function, parameter, TFI_FAULT_DATA_NULL, 0, 0);
    return TRNFFT_OK;
}

trnfft_status tfi_tensor_check(const char *function, const char *parameter,
                               const trnfft_tensor *t)
{
    return check(function, parameter, t, true);
}

trnfft_status tfi_tensor_check_layout(const char *function, const char *parameter,
                                      const trnfft_tensor *t)
{
    return check(function, parameter, t, false);
}

trnfft_status tfi_tensor_check_output(const char *function, const char *parameter,
                                      const trnfft_tensor *t)
{
    TFI_TRY(check(function, parameter, t, true));
    if (tfi_tensor_self_overlap(t))
        return tfi_fail(TRNFFT_ERROR_INVALID_STRIDE,
                        "%s: %s.strides: elements of an output share memory", function,
                        parameter);
    return TRNFFT_OK;
}

int64_t tfi_tensor_numel(const trnfft_tensor *t)
{
    int64_t down = 0;
    int64_t up = 0;
    int64_t numel = 0;
    reach(t, &down, &up, &numel);
    return numel;
}

void tfi_component_extent(const trnfft_tensor *t, int64_t *lo, int64_t *hi)
{
    int64_t down = 0;
    int64_t up = 0;
    int64_t numel = 0;
    int64_t size = (int64_t)trnfft_dtype_size(t->dtype);
    *lo = 0;
    *hi = 0;
    if (!reach(t, &down, &up, &numel) || numel == 0)
        return;
    *lo = -down * size;
    *hi = (up + 1) * size;
}

void tfi_tensor_extent(const trnfft_tensor *t, int64_t *lo, int64_t *hi)
{
    tfi_component_extent(t, lo, hi);
    if (!t->im || *lo == *hi)
        return;
    int64_t apart = (int64_t)(intptr_t)((uintptr_t)t->im - (uintptr_t)t->re);
    if (apart < 0)
        *lo += apart;
    else
        *hi += apart;
}

bool tfi_tensor_is_interleaved(const trnfft_tensor *t)
{
    return t->im && (uintptr_t)t->im == (uintptr_t)t->re + trnfft_dtype_size(t->dtype);
}
