#include "ncsim/plain.h"

#include <math.h>
#include <string.h>

double plain_bits(double x, int bits, bool cut)
{
    if (x == 0.0 || !isfinite(x)) {
        return x;
    }
    int e;
    (void)frexp(x, &e);
    e = e > -125 ? e : -125;
    double m = ldexp(x, bits - e);
    return ldexp(cut ? trunc(m) : rint(m), e - bits);
}

/* Of `bits` significant bits, the smallest normal number 2^least, the largest finite
 * one `most`. */
static double round_float(double x, int bits, int least, double most)
{
    if (x == 0.0 || !isfinite(x)) {
        return x;
    }
    double r;
    if (fabs(x) < ldexp(1.0, least)) {
        r = copysign(ldexp(rint(ldexp(x, bits - 1 - least)), least - bits + 1), x);
    } else {
        r = plain_bits(x, bits, false);
    }
    return fabs(r) > most ? copysign((double)INFINITY, x) : r;
}

double plain_round(ncs_dtype t, double x)
{
    switch (t) {
    case NCS_BF16: return round_float(x, 8, -126, ldexp(2.0 - ldexp(1.0, -7), 127));
    case NCS_F16: return round_float(x, 11, -14, 65504.0);
    case NCS_I32:
        return isnan(x) ? 0.0 : fmin(fmax(rint(x), -2147483648.0), 2147483647.0) + 0.0;
    case NCS_U32: return isnan(x) ? 0.0 : fmin(fmax(rint(x), 0.0), 4294967295.0) + 0.0;
    default: return round_float(x, 24, -126, ldexp(2.0 - ldexp(1.0, -23), 127));
    }
}

static double decode(uint32_t bits, int mantissa, int exponent)
{
    const int bias = (1 << (exponent - 1)) - 1, top = (1 << exponent) - 1;
    const int e = (int)(bits >> mantissa) & top;
    const uint32_t m = bits & ((1U << mantissa) - 1U);
    const double sign = (bits >> (mantissa + exponent)) & 1U ? -1.0 : 1.0;
    if (e == top) {
        return m != 0 ? (double)NAN : sign * (double)INFINITY;
    }
    return e == 0 ? sign * ldexp(m, 1 - bias - mantissa)
                  : sign * ldexp((1U << mantissa) + m, e - bias - mantissa);
}

double plain_get(const void *array, ncs_dtype t, int64_t i)
{
    uint32_t word = 0;
    uint16_t half = 0;
    if (ncs_dtype_bytes(t) == 2) {
        memcpy(&half, (const char *)array + 2 * i, 2);
        return t == NCS_BF16 ? decode(half, 7, 8) : decode(half, 10, 5);
    }
    memcpy(&word, (const char *)array + 4 * i, 4);
    switch (t) {
    case NCS_I32: return (double)(int32_t)word;
    case NCS_U32: return (double)word;
    default: return decode(word, 23, 8);
    }
}

void plain_put(void *array, ncs_dtype t, int64_t i, double x)
{
    float f = (float)x;
    uint32_t word = t == NCS_I32   ? (uint32_t)(int32_t)x
                    : t == NCS_U32 ? (uint32_t)x
                                   : 0U;
    if (t == NCS_F32 || t == NCS_TF32) {
        memcpy(&word, &f, 4);
    }
    if (ncs_dtype_bytes(t) == 4) {
        memcpy((char *)array + 4 * i, &word, 4);
        return;
    }
    /* All 65,536 of them are not too many to look through from the middle. */
    uint16_t low = 0, high = t == NCS_BF16 ? 0x7f80 : 0x7c00, sign;
    sign = signbit(x) ? 0x8000 : 0;
    if (isnan(x)) {
        low = (uint16_t)(high | 1);
    } else {
        while (low < high) {
            uint16_t middle = (uint16_t)((low + high) / 2);
            if (plain_get(&middle, t, 0) < fabs(x)) {
                low = (uint16_t)(middle + 1);
            } else {
                high = middle;
            }
        }
    }
    low |= sign;
    memcpy((char *)array + 2 * i, &low, 2);
}

float plain_alu(ncs_alu op, float x, float y)
{
    switch (op) {
    case NCS_ADD: return (float)((double)x + (double)y);
    case NCS_SUBTRACT: return (float)((double)x - (double)y);
    case NCS_MULTIPLY: return (float)((double)x * (double)y);
    case NCS_MAX: return isgreater(x, y) ? x : y;
    case NCS_MIN: return isless(x, y) ? x : y;
    case NCS_IS_GT: return isgreater(x, y) ? 1.0F : 0.0F;
    case NCS_IS_GE: return isgreaterequal(x, y) ? 1.0F : 0.0F;
    case NCS_IS_EQ: return x == y ? 1.0F : 0.0F;
    case NCS_ABS_MAX: return isgreater(fabsf(x), fabsf(y)) ? fabsf(x) : fabsf(y);
    default: return x;
    }
}

bool plain_same(double x, double y)
{
    if (isnan(x) || isnan(y)) {
        return isnan(x) && isnan(y);
    }
    return x == y && signbit(x) == signbit(y);
}
