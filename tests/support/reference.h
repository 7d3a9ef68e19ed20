/* reference.h - a discrete Fourier transform in long double that trusts no other one.
 *
 * test_dft() is fast (mixed radix over an exact table, Bluestein for large primes) and
 * is itself checked against test_dft_direct(), the defining sum, by
 * verify/test_reference.c. Its error is a few eps of long double: 1e-19 where that has
 * 64 bits. Where long double is double (test_reference_is_wide() == 0) errors near
 * 1e-15 cannot be judged with it. */
#ifndef TESTS_SUPPORT_REFERENCE_H
#define TESTS_SUPPORT_REFERENCE_H

#include <stdint.h>

#include <trnfft/tensor.h>

typedef struct test_complex {
    long double re, im;
} test_complex;

int test_reference_is_wide(void);

/* exp(-2 pi i k / n), k reduced to an eighth of the circle first. */
test_complex test_root(int64_t k, int64_t n);

/* y_k = sum_j x_j exp(sign * 2 pi i j k / n), sign -1 (forward) or +1; no scaling.
 * y may be x. Aborts the test when memory runs out. */
void test_dft(int64_t n, int sign, const test_complex *x, test_complex *y);

/* The same by the sum, O(n^2); y must not be x. */
void test_dft_direct(int64_t n, int sign, const test_complex *x, test_complex *y);

/* sqrt(sum |a - b|^2 / sum |b|^2) of complex lines; a in float or double, real part at
 * a_re[k * stride]. */
double test_rms_error_f32(int64_t n, const float *re, const float *im, int64_t stride,
                          const test_complex *expected);
double test_rms_error_f64(int64_t n, const double *re, const double *im, int64_t stride,
                          const test_complex *expected);

/* The same of a complex line of f32 or f64 in any layout. */
double test_line_rms_error(const trnfft_tensor *line, const test_complex *expected);

/* Random numbers that f32 holds, the same for a length whatever the type and layout,
 * into a complex line and, exactly, `exact`. */
void test_random_line(const trnfft_tensor *line, test_complex *exact);

#endif
