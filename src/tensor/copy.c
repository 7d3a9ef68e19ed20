/* copy.c - copies between views of equal shape, converting types and layouts. */
#include <stddef.h>
#include <string.h>

#include "tensor/component.h"
#include "tensor/view.h"

/* The loops of a copy, outermost first, strides in bytes. */
typedef struct loops {
    int n;
    int64_t length[TRNFFT_MAX_RANK], from[TRNFFT_MAX_RANK], to[TRNFFT_MAX_RANK];
} loops;

static int64_t magnitude(int64_t x)
{
    return x < 0 ? -x : x;
}

/* Dimensions of length 1 vanish, the smallest output stride comes innermost, and
 * neighbours that continue each other become one loop. */
static loops plan_loops(const trnfft_tensor *in, const trnfft_tensor *out)
{
    int64_t in_size = (int64_t)trnfft_dtype_size(in->dtype);
    int64_t out_size = (int64_t)trnfft_dtype_size(out->dtype);
    loops l = { 0 };
    for (int32_t d = 0; d < in->rank; d++) {
        if (in->shape[d] == 1)
            continue;
        int64_t to = out->strides[d] * out_size;
        int i = l.n++;
        for (; i > 0 && magnitude(l.to[i - 1]) < magnitude(to); i--) {
            l.length[i] = l.length[i - 1];
            l.from[i] = l.from[i - 1];
            l.to[i] = l.to[i - 1];
        }
        l.length[i] = in->shape[d];
        l.from[i] = in->strides[d] * in_size;
        l.to[i] = to;
    }
    int kept = 0;
    for (int i = 1; i < l.n; i++) {
        if (l.from[kept] == l.from[i] * l.length[i] &&
            l.to[kept] == l.to[i] * l.length[i]) {
            l.length[kept] *= l.length[i];
        } else {
            kept++;
            l.length[kept] = l.length[i];
        }
        l.from[kept] = l.from[i];
        l.to[kept] = l.to[i];
    }
    if (l.n > 0)
        l.n = kept + 1;
    return l;
}

static void copy_bytes(const char *from, int64_t from_stride, char *to,
                       int64_t to_stride, int64_t count, size_t size)
{
    if (from_stride == (int64_t)size && to_stride == (int64_t)size) {
        memmove(to, from, (size_t)count * size);
        return;
    }
    switch (size) {
#define COPY(SIZE)                                                    \
    case SIZE:                                                        \
        for (int64_t i = 0; i < count; i++)                           \
            memcpy(to + i * to_stride, from + i * from_stride, SIZE); \
        break;
        COPY(2)
        COPY(3)
        COPY(4)
        COPY(8)
#undef COPY
    default: break;
    }
}

/* One line of components; strides in bytes, multiples of the sizes. */
static void copy_line(int32_t in_type, const char *from, int64_t from_stride,
                      int32_t out_type, char *to, int64_t to_stride, int64_t count)
{
    enum { CHUNK = 256 };
    int64_t in_size = (int64_t)trnfft_dtype_size(in_type);
    int64_t out_size = (int64_t)trnfft_dtype_size(out_type);
    if (in_type == out_type) {
        copy_bytes(from, from_stride, to, to_stride, count, (size_t)in_size);
        return;
    }
    union {
        float f32[CHUNK];
        double f64[CHUNK];
    } chunk;
    for (int64_t done = 0; done < count; done += CHUNK) {
        int64_t some = count - done < CHUNK ? count - done : CHUNK;
        const char *p = from + done * from_stride;
        char *q = to + done * to_stride;
        if (in_type == TRNFFT_F64 || out_type == TRNFFT_F64) {
            tfi_load_f64(in_type, p, from_stride / in_size, some, chunk.f64, 1);
            tfi_store_f64(out_type, q, to_stride / out_size, some, chunk.f64, 1);
        } else {
            tfi_load_f32(in_type, p, from_stride / in_size, some, chunk.f32, 1);
            tfi_store_f32(out_type, q, to_stride / out_size, some, chunk.f32, 1);
        }
    }
}

static void zero_line(char *to, int64_t stride, int64_t count, size_t size)
{
    if (stride == (int64_t)size) {
        memset(to, 0, (size_t)count * size);
        return;
    }
    for (int64_t i = 0; i < count; i++)
        memset(to + i * stride, 0, size);
}

/* One part, real or imaginary; from == NULL: zeros. */
static void copy_part(const loops *l, int32_t in_type, const char *from,
                      int32_t out_type, char *to)
{
    int64_t index[TRNFFT_MAX_RANK] = { 0 };
    int inner = l->n - 1;
    int64_t count = inner >= 0 ? l->length[inner] : 1;
    int64_t from_stride = inner >= 0 ? l->from[inner] : 0;
    int64_t to_stride = inner >= 0 ? l->to[inner] : 0;
    for (;;) {
        if (from)
            copy_line(in_type, from, from_stride, out_type, to, to_stride, count);
        else
            zero_line(to, to_stride, count, trnfft_dtype_size(out_type));
        int d = inner - 1;
        for (; d >= 0; d--) {
            if (++index[d] < l->length[d]) {
                from = from ? from + l->from[d] : NULL;
                to += l->to[d];
                break;
            }
            index[d] = 0;
            from = from ? from - l->from[d] * (l->length[d] - 1) : NULL;
            to -= l->to[d] * (l->length[d] - 1);
        }
        if (d < 0)
            return;
    }
}

static trnfft_status check_pair(const char *name, const trnfft_tensor *in,
                                const trnfft_tensor *out)
{
    TFI_TRY(tfi_tensor_check(name, "input", in));
    TFI_TRY(tfi_tensor_check_output(name, "output", out));
    if (in->rank != out->rank)
        return tfi_fail(TRNFFT_ERROR_INVALID_SHAPE,
                        "%s: output.rank = %d: the input has rank %d", name,
                        (int)out->rank, (int)in->rank);
    for (int32_t d = 0; d < in->rank; d++)
        if (in->shape[d] != out->shape[d])
            return tfi_fail(TRNFFT_ERROR_INVALID_SHAPE,
                            "%s: output.shape[%d] = %lld: the input has %lld there",
                            name, (int)d, (long long)out->shape[d],
                            (long long)in->shape[d]);
    if (in->im && !out->im)
        return tfi_fail(
            TRNFFT_ERROR_INVALID_DTYPE,
            "%s: output is real: the input is complex (copy a real view of its "
            "re or im)",
            name);
    if ((out->dtype == TRNFFT_S16 || out->dtype == TRNFFT_S24) &&
        in->dtype != out->dtype)
        return tfi_fail(TRNFFT_ERROR_INVALID_DTYPE,
                        "%s: output.dtype = %s: samples are only read; use f32 or f64",
                        name, trnfft_dtype_name(out->dtype));
    return TRNFFT_OK;
}

trnfft_status trnfft_tensor_copy(const trnfft_tensor *input,
                                 const trnfft_tensor *output)
{
    static const char name[] = "trnfft_tensor_copy";
    TFI_TRY(check_pair(name, input, output));
    if (tfi_tensor_numel(input) == 0)
        return TRNFFT_OK;
    switch (tfi_tensor_overlap(input, output)) {
    case TFI_OVERLAP_SAME: return TRNFFT_OK;
    case TFI_OVERLAP_PARTIAL:
        return tfi_fail(TRNFFT_ERROR_INVALID_ALIASING,
                        "%s: output overlaps input but is not the same view", name);
    case TFI_OVERLAP_NONE: break;
    }
    loops l = plan_loops(input, output);
    copy_part(&l, input->dtype, input->re, output->dtype, output->re);
    if (output->im)
        copy_part(&l, input->dtype, input->im, output->dtype, output->im);
    return TRNFFT_OK;
}
