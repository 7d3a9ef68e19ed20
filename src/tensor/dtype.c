/* dtype.c - sizes and names of component types. */
#include <trnfft/dtype.h>

_Static_assert(sizeof(trnfft_dtype) == 4 && sizeof(trnfft_layout) == 4 &&
                   sizeof(trnfft_norm) == 4,
               "enums are stored in 32 bits");

static const struct dtype_row {
    uint8_t size;
    const char *name;
} rows[] = {
    [TRNFFT_F32] = { 4, "f32" },   [TRNFFT_F64] = { 8, "f64" },
    [TRNFFT_BF16] = { 2, "bf16" }, [TRNFFT_F16] = { 2, "f16" },
    [TRNFFT_S16] = { 2, "s16" },   [TRNFFT_S24] = { 3, "s24" },
};

static const struct dtype_row *find(int32_t dtype)
{
    const int32_t n_rows = (int32_t)(sizeof rows / sizeof rows[0]);
    return dtype > 0 && dtype < n_rows ? &rows[dtype] : NULL;
}

size_t trnfft_dtype_size(int32_t dtype)
{
    const struct dtype_row *row = find(dtype);
    return row ? row->size : 0;
}

const char *trnfft_dtype_name(int32_t dtype)
{
    const struct dtype_row *row = find(dtype);
    return row ? row->name : "unknown";
}
