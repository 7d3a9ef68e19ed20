/* fma_product.h - sums of products, each step rounded once, in a stated order: the same
 * bits on every machine, with the processor's fused operation where it has one. */
#ifndef TFI_BASE_FMA_PRODUCT_H
#define TFI_BASE_FMA_PRODUCT_H

#include <stddef.h>

/* fmaf(a, b, c) for every float, without it: a * b + c rounded once, to nearest even.
 */
float tfi_fma_f32(float a, float b, float c);

/* out[m][n] = a[k-1][m] * b[k-1][n] + (… + (a[0][m] * b[0][n] + 0)), each step as
 * fmaf(). a is [k][m], b [k][n], out [m][n], contiguous, apart. */
void tfi_fma_product(float *out, const float *a, const float *b, size_t k, size_t m,
                     size_t n);

#endif
