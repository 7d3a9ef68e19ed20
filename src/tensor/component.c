/* component.c - loops over components, one for each pair of types. */
#include "tensor/component.h"

#include <string.h>

#include <trnfft/dtype.h>

#include "base/half.h"

/* One component of each type at byte p. */

static inline float load_f32(const unsigned char *p)
{
    float x;
    memcpy(&x, p, sizeof x);
    return x;
}

static inline double load_f64(const unsigned char *p)
{
    double x;
    memcpy(&x, p, sizeof x);
    return x;
}

static inline uint16_t load_u16(const unsigned char *p)
{
    uint16_t x;
    memcpy(&x, p, sizeof x);
    return x;
}

static inline float load_bf16(const unsigned char *p)
{
    return tfi_bf16_to_f32(load_u16(p));
}

static inline float load_f16(const unsigned char *p)
{
    return tfi_f16_to_f32(load_u16(p));
}

static inline float load_s16(const unsigned char *p)
{
    int16_t x;
    memcpy(&x, p, sizeof x);
    return (float)x * (1.0F / 32768.0F);
}

static inline float load_s24(const unsigned char *p)
{
    int32_t x = p[0] | p[1] << 8 | p[2] << 16;
    return (float)((x ^ 0x800000) - 0x800000) * (1.0F / 8388608.0F);
}

/* One component from a float or double of the same name. */

static inline void store_u16(unsigned char *p, uint16_t x)
{
    memcpy(p, &x, sizeof x);
}

static inline void store_f32(unsigned char *p, float x)
{
    memcpy(p, &x, sizeof x);
}

static inline void store_f64(unsigned char *p, double x)
{
    memcpy(p, &x, sizeof x);
}

/* The strides of 1 are told apart so that the compiler can vectorise those loops. */
#define LOAD_LOOP(TYPE, SIZE, VALUE)                                        \
    do {                                                                    \
        if (stride == 1 && dst_stride == 1) {                               \
            for (int64_t i = 0; i < count; i++)                             \
                dst[i] = (TYPE)VALUE(p + i * (SIZE));                       \
        } else {                                                            \
            for (int64_t i = 0; i < count; i++)                             \
                dst[i * dst_stride] = (TYPE)VALUE(p + i * stride * (SIZE)); \
        }                                                                   \
    } while (0)

#define STORE_LOOP(SIZE, STORE, CONVERT)                                      \
    do {                                                                      \
        if (stride == 1 && src_stride == 1) {                                 \
            for (int64_t i = 0; i < count; i++)                               \
                STORE(p + i * (SIZE), CONVERT(src[i]));                       \
        } else {                                                              \
            for (int64_t i = 0; i < count; i++)                               \
                STORE(p + i * stride * (SIZE), CONVERT(src[i * src_stride])); \
        }                                                                     \
    } while (0)

#define DEFINE_LOAD(NAME, TYPE)                                              \
    void NAME(int32_t dtype, const void *src, int64_t stride, int64_t count, \
              TYPE *dst, int64_t dst_stride)                                 \
    {                                                                        \
        const unsigned char *p = src;                                        \
        switch (dtype) {                                                     \
        case TRNFFT_F32: LOAD_LOOP(TYPE, 4, load_f32); break;                \
        case TRNFFT_F64: LOAD_LOOP(TYPE, 8, load_f64); break;                \
        case TRNFFT_BF16: LOAD_LOOP(TYPE, 2, load_bf16); break;              \
        case TRNFFT_F16: LOAD_LOOP(TYPE, 2, load_f16); break;                \
        case TRNFFT_S16: LOAD_LOOP(TYPE, 2, load_s16); break;                \
        case TRNFFT_S24: LOAD_LOOP(TYPE, 3, load_s24); break;                \
        default: break;                                                      \
        }                                                                    \
    }

#define DEFINE_STORE(NAME, TYPE, TO_BF16, TO_F16)                      \
    void NAME(int32_t dtype, void *dst, int64_t stride, int64_t count, \
              const TYPE *src, int64_t src_stride)                     \
    {                                                                  \
        unsigned char *p = dst;                                        \
        switch (dtype) {                                               \
        case TRNFFT_F32: STORE_LOOP(4, store_f32, (float)); break;     \
        case TRNFFT_F64: STORE_LOOP(8, store_f64, (double)); break;    \
        case TRNFFT_BF16: STORE_LOOP(2, store_u16, TO_BF16); break;    \
        case TRNFFT_F16: STORE_LOOP(2, store_u16, TO_F16); break;      \
        default: break;                                                \
        }                                                              \
    }

DEFINE_LOAD(tfi_load_f32, float)
DEFINE_LOAD(tfi_load_f64, double)
DEFINE_STORE(tfi_store_f32, float, tfi_f32_to_bf16, tfi_f32_to_f16)
DEFINE_STORE(tfi_store_f64, double, tfi_f64_to_bf16, tfi_f64_to_f16)

double tfi_component_load(int32_t dtype, const void *p, int64_t offset)
{
    double x = 0.0;
    int64_t size = (int64_t)trnfft_dtype_size(dtype);
    tfi_load_f64(dtype, (const unsigned char *)p + offset * size, 1, 1, &x, 1);
    return x;
}
