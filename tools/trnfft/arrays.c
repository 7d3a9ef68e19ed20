/* arrays.c - the program's arrays as the library's tensors. */
#include "arrays.h"

trnfft_tensor data_view(io_type type, int rank, const int64_t *shape, void *data)
{
    static const float nothing[2];
    int32_t dtype = io_type_real(type) == IO_F64 ? TRNFFT_F64 : TRNFFT_F32;
    void *p =
        data != NULL ? data : (void *)(uintptr_t)nothing; /* empty: never touched */
    return io_type_is_complex(type) ? trnfft_tensor_interleaved(dtype, rank, shape, p)
                                    : trnfft_tensor_real(dtype, rank, shape, p);
}

trnfft_tensor array_view(const io_array *a)
{
    return data_view(a->type, a->rank, a->shape, a->data);
}
