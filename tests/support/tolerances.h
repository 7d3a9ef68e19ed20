/* tolerances.h - every tolerance of the test suite, as a formula c * eps * sqrt(log2
 * n).
 *
 * A transform of n points passes about log2 n stages; each adds independent rounding
 * errors of relative size eps, so the relative RMS error grows like sqrt(log2 n). The
 * constants leave a factor of about two over what a good implementation shows. */
#ifndef TESTS_SUPPORT_TOLERANCES_H
#define TESTS_SUPPORT_TOLERANCES_H

#include <float.h>
#include <math.h>
#include <stdint.h>

static inline double test_sqrt_log2(int64_t n)
{
    return sqrt(log2((double)(n < 2 ? 2 : n)));
}

/* Relative RMS against an exact transform, random input: what the library promises
 * whatever n. */
#define TEST_RMS_BOUND_F32              6e-7
#define TEST_RMS_BOUND_F32_POWER_OF_TWO 3e-7
#define TEST_RMS_BOUND_F64              1.5e-15

/* Tighter, growing with n; used for properties, where several transforms add up. */
#define TEST_RMS_FACTOR 4.0

static inline double test_tolerance_f32(int64_t n)
{
    return TEST_RMS_FACTOR * (double)FLT_EPSILON * test_sqrt_log2(n);
}

static inline double test_tolerance_f64(int64_t n)
{
    return TEST_RMS_FACTOR * DBL_EPSILON * test_sqrt_log2(n);
}

/* Largest error relative to the largest value: the RMS one times the spread of a
 * maximum. */
static inline double test_max_tolerance_f32(int64_t n)
{
    return 4.0 * test_tolerance_f32(n);
}

static inline double test_max_tolerance_f64(int64_t n)
{
    return 4.0 * test_tolerance_f64(n);
}

/* The tolerances of the failure-class table: relative to the largest value. */
#define TEST_CASE_TOLERANCE_F64 1e-12
#define TEST_CASE_TOLERANCE_F32 1e-5
/* The table prints 9 decimals. */
#define TEST_CASE_PRINTED 2e-9
/* One rounding to a half type: 8 and 11 significant bits. */
#define TEST_BF16_ROUNDING 0x1p-8
#define TEST_F16_ROUNDING  0x1p-11

static inline int test_is_power_of_two(int64_t n)
{
    return n > 0 && (n & (n - 1)) == 0;
}

static inline double test_rms_bound_f32(int64_t n)
{
    return test_is_power_of_two(n) ? TEST_RMS_BOUND_F32_POWER_OF_TWO
                                   : TEST_RMS_BOUND_F32;
}

#endif
