/* trig.h - exact twiddle factors w = exp(-2 pi i k / n).
 *
 * Angles are reduced in integers, mod n and to an octant; two short tables in
 * double-double (about 2 sqrt(n/8) entries) are multiplied and the product is rounded
 * once: within 0.51 ulp, with exact 0, 1, -1, exact symmetry (w^(n-k) is the conjugate
 * of w^k, mirrored octants give the same magnitudes) and no reliance on long double.
 * The bits depend on k / n alone within one n. n up to 2^62.
 */
#ifndef TFI_BASE_TRIG_H
#define TFI_BASE_TRIG_H

#include <stdint.h>

#include "base/alloc.h"
#include "base/status.h"

typedef struct tfi_trig tfi_trig;

/* n >= 1. INVALID_ARGUMENT (n out of 1 … 2^62) or OUT_OF_MEMORY; *out is then NULL. */
trnfft_status tfi_trig_create(const tfi_allocator *a, int64_t n, tfi_trig **out);
void tfi_trig_destroy(tfi_trig *t, const tfi_allocator *a);

/* For i = 0 … count-1: k = (k0 + i dk) mod n (any k0 and dk, no overflow);
 * cos(2 pi k / n) to re[i * stride], -sin(2 pi k / n) to im[i * stride]. */
void tfi_trig_fill_f32(const tfi_trig *t, int64_t k0, int64_t dk, int64_t count,
                       float *re, float *im, int64_t stride);
void tfi_trig_fill_f64(const tfi_trig *t, int64_t k0, int64_t dk, int64_t count,
                       double *re, double *im, int64_t stride);

/* The same factors in blocks (a multiple of 8 in each, as far as they reach), the first
 * of each `pitch` behind the first of the one before. */
void tfi_trig_blocks_f32(const tfi_trig *t, int64_t k0, int64_t dk, int64_t count,
                         float *re, float *im, int64_t block, int64_t pitch);
void tfi_trig_blocks_f64(const tfi_trig *t, int64_t k0, int64_t dk, int64_t count,
                         double *re, double *im, int64_t block, int64_t pitch);

/* Rows j = 0 … count-1, one behind the other: the factors of the places j (k0 + l), l =
 * 0 … width-1 of each. */
void tfi_trig_rows_f32(const tfi_trig *t, int64_t k0, int64_t count, int64_t width,
                       float *re, float *im);
void tfi_trig_rows_f64(const tfi_trig *t, int64_t k0, int64_t count, int64_t width,
                       double *re, double *im);

/* The factors of the places k[i] in 0 … n-1, contiguous: the same bits. */
void tfi_trig_list_f32(const tfi_trig *t, const int64_t *k, int64_t count, float *re,
                       float *im);
void tfi_trig_list_f64(const tfi_trig *t, const int64_t *k, int64_t count, double *re,
                       double *im);

/* One factor, as tfi_trig_fill_f64() gives it. */
void tfi_trig_one(const tfi_trig *t, int64_t k, double *re, double *im);

/* Bytes that the tables take. */
size_t tfi_trig_bytes(const tfi_trig *t);

#endif
