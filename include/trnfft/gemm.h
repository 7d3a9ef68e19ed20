/**
 * @file gemm.h
 * @brief Products of complex matrices, and elementwise ones.
 */
#ifndef TRNFFT_GEMM_H
#define TRNFFT_GEMM_H

#include <trnfft/export.h>
#include <trnfft/status.h>
#include <trnfft/tensor.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * @brief Product of complex matrices, or of a batch of them: torch.matmul(a, b).
 *
 * Computes `C_ij = sum_k A_ik B_kj`. Batch dimensions are those before the last two; a
 * stride of zero repeats a matrix. The sum runs in the order of k, in blocks of 256
 * terms (three products of f32: 512) whose sums are added, whatever the layout and the
 * number of threads.
 *
 * Each term takes four real products. With e = 2^-24 (f32) or 2^-53 (f64) a real or
 * imaginary part errs by at most `(2 k + 1) e` times the sum of the absolute values of
 * its real products; random factors give a relative RMS error below
 * `(2 + sqrt k) e`.
 *
 * A plan (plan.h, #TRNFFT_KIND_GEMM) whose options allow `max_rel_error` of twice that,
 * `2 (2 + sqrt k) e`, may take three real products of sums instead, a quarter less
 * work, and says so in its text. Then a part errs by at most `(2 k + 6) e` times the
 * sum of `(|Re A| + |Im A|) (|Re B| + |Im B|)`: small against the complex number but
 * not always against a part that is much smaller than the other. Sums of a real and an
 * imaginary part must not overflow. A smaller `max_rel_error` than `(2 + sqrt k) e` is
 * refused.
 * @param a complex (or real), …, m, k; only read
 * @param b complex (or real), …, k, n; only read
 * @param c complex, …, m, n; no two elements share memory, and none with a or b
 * @return #TRNFFT_OK, or with the sentence in trnfft_last_error()
 * #TRNFFT_ERROR_INVALID_ARGUMENT, #TRNFFT_ERROR_INVALID_SHAPE,
 * #TRNFFT_ERROR_INVALID_STRIDE, #TRNFFT_ERROR_INVALID_DTYPE,
 * #TRNFFT_ERROR_INVALID_ALIASING, #TRNFFT_ERROR_OUT_OF_MEMORY,
 * #TRNFFT_ERROR_OVERFLOW: then nothing was written. A first call with a new kind of
 * problem plans and allocates; may block for a moment.
 * @par Thread rule
 * locked: any thread at any time, on different outputs. @since 0.1
 */
TRNFFT_API trnfft_status trnfft_complex_gemm(const trnfft_tensor *a,
                                             const trnfft_tensor *b,
                                             const trnfft_tensor *c);

/**
 * @brief Elementwise product: torch.mul(a, b) of complex tensors, as masks use it.
 *
 * Computes `out = (a_re b_re - a_im b_im) + (a_re b_im + a_im b_re) i`, each operation
 * rounded. A real a or b scales.
 * @param a complex (or real); only read
 * @param b of the shape of a; only read. Strides of zero repeat elements
 * @param out complex, of the shape of a. It may be the very view a or b; no other
 * overlap. Any alignment.
 * @return #TRNFFT_OK, or with the sentence in trnfft_last_error()
 * #TRNFFT_ERROR_INVALID_ARGUMENT, #TRNFFT_ERROR_INVALID_SHAPE,
 * #TRNFFT_ERROR_INVALID_STRIDE, #TRNFFT_ERROR_INVALID_DTYPE,
 * #TRNFFT_ERROR_INVALID_ALIASING, #TRNFFT_ERROR_OVERFLOW: then nothing was written.
 * Does not allocate or block.
 * @par Thread rule
 * immutable: any thread at any time, on different outputs. @since 0.1
 */
TRNFFT_API trnfft_status trnfft_complex_mul(const trnfft_tensor *a,
                                            const trnfft_tensor *b,
                                            const trnfft_tensor *out);

#ifdef __cplusplus
}
#endif

#endif
