/* half.h - the two 16-bit floating-point formats, converted in integers: the same bits
 * on every machine and in every rounding mode. To 16 bits: nearest, ties to even; NaNs
 * stay NaNs (quiet, sign and upper payload kept); too large becomes infinity. */
#ifndef TFI_BASE_HALF_H
#define TFI_BASE_HALF_H

#include <stdint.h>
#include <string.h>

static inline uint32_t tfi_f32_bits(float x)
{
    uint32_t u;
    memcpy(&u, &x, sizeof u);
    return u;
}

static inline float tfi_bits_f32(uint32_t u)
{
    float x;
    memcpy(&x, &u, sizeof x);
    return x;
}

static inline float tfi_bf16_to_f32(uint16_t h)
{
    return tfi_bits_f32((uint32_t)h << 16);
}

static inline uint16_t tfi_f32_to_bf16(float x)
{
    uint32_t u = tfi_f32_bits(x);
    uint32_t rounded = (u + 0x7fffU + ((u >> 16) & 1U)) >> 16;
    uint32_t quiet = (u >> 16) | 0x40U;
    return (uint16_t)((u & 0x7fffffffU) > 0x7f800000U ? quiet : rounded);
}

/* Branches become selects, so loops over these two vectorise. */
static inline float tfi_f16_to_f32(uint16_t h)
{
    uint32_t sign = (uint32_t)(h & 0x8000U) << 16;
    uint32_t m = h & 0x7fffU;
    uint32_t normal = (m << 13) + 0x38000000U; /* exponent bias 15 → 127 */
    uint32_t special = ((m << 13) + 0x70000000U) | (m > 0x7c00U ? 0x400000U : 0U);
    /* 2^-24 m exactly: the integer m in the mantissa of 2^-1 … minus 2^-1 (no
     * denormals). */
    uint32_t tiny = tfi_f32_bits(tfi_bits_f32(0x3f000000U + m) - 0.5F);
    uint32_t u = m < 0x400U ? tiny : (m < 0x7c00U ? normal : special);
    return tfi_bits_f32(u | sign);
}

static inline uint16_t tfi_f32_to_f16(float x)
{
    uint32_t u = tfi_f32_bits(x);
    uint32_t sign = (u >> 16) & 0x8000U;
    uint32_t m = u & 0x7fffffffU;
    uint32_t normal = (m - 0x38000000U + 0xfffU + ((m >> 13) & 1U)) >> 13;
    uint32_t special = m > 0x7f800000U ? 0x7e00U | ((m >> 13) & 0x3ffU) : 0x7c00U;
    /* Below 2^-14: the mantissa with its hidden bit, shifted to units of 2^-24. */
    uint32_t shift = 126U - (m >> 23);
    uint32_t full = (m & 0x7fffffU) | 0x800000U;
    uint32_t s = shift > 24U || shift < 1U ? 25U : shift;
    uint32_t floor_ = full >> s;
    uint32_t rest = full & ((1U << s) - 1U);
    uint32_t half = 1U << (s - 1U);
    uint32_t tiny =
        floor_ + ((rest > half || (rest == half && (floor_ & 1U))) ? 1U : 0U);
    uint32_t r = m >= 0x47800000U ? special : (m >= 0x38800000U ? normal : tiny);
    return (uint16_t)(r | sign);
}

/* To float, but inexact results get an odd mantissa: rounding them again to at most 22
 * bits then equals rounding x once. */
static inline float tfi_f64_to_f32_odd(double x)
{
    float f = (float)x;
    uint32_t u = tfi_f32_bits(f);
    double back = (double)f;
    uint32_t too_far = (x < 0.0 ? back < x : back > x) ? 1U : 0U;
    return back == x ? f : tfi_bits_f32((u - too_far) | 1U);
}

static inline uint16_t tfi_f64_to_bf16(double x)
{
    return tfi_f32_to_bf16(tfi_f64_to_f32_odd(x));
}

static inline uint16_t tfi_f64_to_f16(double x)
{
    return tfi_f32_to_f16(tfi_f64_to_f32_odd(x));
}

#endif
