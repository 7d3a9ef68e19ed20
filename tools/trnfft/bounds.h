/* bounds.h - what error is allowed: relative RMS against exact results, random input.
 *
 * With e = 2^-24 (f32) or 2^-53 (f64):
 *   transforms    f32: 5 e for powers of two, 10 e for all other lengths
 *                 f64: 13.5 e
 *   matrices      a sum of n terms in order errs by about sqrt n roundings
 *   properties compare two or three computed results, so they get the sum of their
 * errors.
 */
#ifndef TRNFFT_TOOLS_BOUNDS_H
#define TRNFFT_TOOLS_BOUNDS_H

#include <math.h>
#include <stdint.h>

#include <trnfft/dtype.h>

static inline double bound_transform(int dtype, int64_t n)
{
    if (dtype == TRNFFT_F64) {
        return 1.5e-15;
    }
    return (n & (n - 1)) == 0 ? 3e-7 : 6e-7;
}

/* A property that `count` transforms take part in. */
static inline double bound_property(int dtype, int64_t n, int count)
{
    return (double)count * bound_transform(dtype, n);
}

/* A product of complex matrices, sums of n random terms: (2 + sqrt n) e. */
static inline double bound_gemm(int dtype, int64_t n)
{
    double e = dtype == TRNFFT_F64 ? 0x1p-53 : 0x1p-24;
    return e * (2.0 + sqrt((double)n));
}

#endif
