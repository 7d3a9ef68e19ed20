/**
 * @file fnet.h
 * @brief The mixing of FNet: the real part of a transform in two dimensions.
 *
 * J. Lee-Thorp, J. Ainslie, I. Eckstein, S. Ontanon: FNet: Mixing Tokens with Fourier
 * Transforms, 2021. The layer that stands where attention would.
 *
 * @code
 * trnfft_fnet_mix_f32(4, 128, 768, x, y);
 * @endcode
 */
#ifndef TRNFFT_FNET_H
#define TRNFFT_FNET_H

#include <stdint.h>

#include <trnfft/export.h>
#include <trnfft/status.h>
#include <trnfft/tensor.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * @brief Mixes the last two dimensions, sequence and hidden, of a real tensor:
 * torch.fft.fft2(input).real.
 *
 * Computes `y_lk = sum_{j<s} sum_{m<h} x_jm cos(2 pi (j l / s + m k / h))` for each
 * item of the dimensions before, which are not mixed. The map is symmetric, so the
 * gradient with respect to x is the same function of the gradient with respect to y,
 * with the same norm; and since y_lk = y_(s-l)(h-k), mixing loses what of x changes its
 * sign under that reversal.
 *
 * Every result depends on s, h, the types, the norm and the CPU level alone: not on the
 * batch, strides, alignment or threads. The arithmetic is done in f64 where either side
 * is f64, else in f32; bf16 and f16 are rounded once, to nearest-even. A NaN or an
 * infinity may reach every result of its item and reaches none of another.
 *
 * A plan (plan.h) has #TRNFFT_KIND_FNET; `op`, `n_dim`, `dim` and `n` keep their
 * defaults.
 * @param input real, …, s, h, rank >= 2, s and h >= 1; only read. Strides have any sign
 * and may be zero
 * @param norm where the factor goes, a #trnfft_norm: backward none (FNet), ortho
 * 1/sqrt(s h), forward 1/(s h)
 * @param output real, of the shape of the input; no two elements share memory. It may
 * be the very memory of the input, element by element; no other overlap. Any alignment
 * @return #TRNFFT_OK, or with the sentence in trnfft_last_error()
 * #TRNFFT_ERROR_INVALID_ARGUMENT, #TRNFFT_ERROR_INVALID_SHAPE,
 * #TRNFFT_ERROR_INVALID_STRIDE, #TRNFFT_ERROR_INVALID_DTYPE,
 * #TRNFFT_ERROR_INVALID_ALIASING, #TRNFFT_ERROR_UNSUPPORTED (a device that has no such
 * kernel), #TRNFFT_ERROR_OUT_OF_MEMORY, #TRNFFT_ERROR_OVERFLOW: then nothing was
 * written. A first call with a new kind of problem plans and allocates; may block for a
 * moment.
 * @par Thread rule
 * locked: any thread at any time, on different outputs. @since 0.1
 */
TRNFFT_API trnfft_status trnfft_fnet_mix(const trnfft_tensor *input, int32_t norm,
                                         const trnfft_tensor *output);

/**
 * @brief trnfft_fnet_mix() of contiguous arrays, norm backward.
 * @param batch items, >= 0
 * @param sequence rows of an item, >= 1
 * @param hidden numbers of a row, >= 1
 * @param input batch x sequence x hidden numbers, only read; NULL allowed where batch
 * is 0
 * @param output as many, apart from the input or the very same array; NULL allowed
 * where batch is 0
 * @return #TRNFFT_OK, or as trnfft_fnet_mix(): nothing was written. May allocate and
 * block as there.
 * @par Thread rule
 * locked: any thread at any time, on different outputs. @since 0.1
 */
TRNFFT_API trnfft_status trnfft_fnet_mix_f32(int64_t batch, int64_t sequence,
                                             int64_t hidden, const float *input,
                                             float *output);

/**
 * @brief trnfft_fnet_mix_f32() in double precision.
 * @param batch items, >= 0
 * @param sequence rows of an item, >= 1
 * @param hidden numbers of a row, >= 1
 * @param input batch x sequence x hidden numbers, only read; NULL allowed where batch
 * is 0
 * @param output as many, apart from the input or the very same array; NULL allowed
 * where batch is 0
 * @return #TRNFFT_OK, or as trnfft_fnet_mix(): nothing was written. May allocate and
 * block as there.
 * @par Thread rule
 * locked: any thread at any time, on different outputs. @since 0.1
 */
TRNFFT_API trnfft_status trnfft_fnet_mix_f64(int64_t batch, int64_t sequence,
                                             int64_t hidden, const double *input,
                                             double *output);

#ifdef __cplusplus
}
#endif

#endif
