/* reference.h - a slow, independent discrete Fourier transform in long double.
 *
 * `trnfft verify` and `trnfft bench` judge results by it, so it shares nothing with the
 * library: direct sums for small primes, plain mixed radix above, Bluestein for large
 * primes, every angle reduced as an integer first.
 */
#ifndef TRNFFT_TOOLS_REFERENCE_H
#define TRNFFT_TOOLS_REFERENCE_H

#include <stdbool.h>
#include <stdint.h>

typedef struct ref_complex {
    long double re, im;
} ref_complex;

typedef struct ref_dft ref_dft;

/* Tables for X_k = sum_j x_j exp(-2 pi i j k / n), n >= 1. NULL: out of memory. */
ref_dft *ref_create(int64_t n);
void ref_destroy(ref_dft *dft);

/* out-of-place; `in` is read with the given stride, `out` is contiguous. */
bool ref_forward(const ref_dft *dft, const ref_complex *in, int64_t stride,
                 ref_complex *out);
/* The inverse, scaled by 1/n. */
bool ref_inverse(const ref_dft *dft, const ref_complex *in, int64_t stride,
                 ref_complex *out);

/* The defining sum, O(n^2): what ref_forward() itself is checked by. */
void ref_direct(int64_t n, const ref_complex *in, ref_complex *out);

/* cos and -sin of 2 pi k / n. */
ref_complex ref_unit(int64_t k, int64_t n);

/* Transforms every axis of a C-ordered array in place. */
bool ref_forward_nd(int rank, const int64_t *shape, ref_complex *data);

#endif
