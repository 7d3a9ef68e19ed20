/**
 * @file fft.h
 * @brief The transforms of torch.fft, on tensors and on plain arrays.
 *
 * @par Names
 * `fft` and `ifft` transform complex (or real) input to complex output; `rfft` takes
 * real input and gives the n/2 + 1 bins that are not redundant, `irfft` goes back to n
 * real points; `hfft` gives the real spectrum of a signal that is Hermitian in time,
 * `ihfft` goes back. A name that ends in 2 or n transforms two or several dimensions.
 *
 * @par Lengths
 * A length longer than the input's appends zeros, a shorter one cuts. Half-spectrum
 * inputs (`irfft`, `hfft` and kin) are cut or padded to n/2 + 1 bins; of the bins along
 * the halved dimension, the imaginary part of bin 0 and, for even n, of bin n/2 is
 * ignored.
 *
 * @par Types
 * Input and output may differ in type and layout. The arithmetic is done in f64 where
 * either is f64, else in f32; bf16 and f16 are rounded once, to nearest-even. Samples
 * (#TRNFFT_S16, #TRNFFT_S24) are refused.
 *
 * @par Memory
 * Strides of inputs may have any sign and may be zero; no two elements of an output may
 * share memory. No alignment is needed. An output may be the very memory of the input:
 * element by element with the same strides, or with every row of the output beginning
 * where the row of the input begins and reaching into no other, as padded rows of real
 * points and their bins do. Any other overlap is refused. Out of place the input is
 * never written.
 *
 * @par Errors
 * Every function returns #TRNFFT_OK or one of these, with a sentence in
 * trnfft_last_error(); nothing was written then.
 * - #TRNFFT_ERROR_INVALID_ARGUMENT: a NULL, or an n, s, dim, n_dim or norm that is not
 *   allowed: a length below 1, a dimension out of range or named twice
 * - #TRNFFT_ERROR_INVALID_SHAPE: too few dimensions, or an output of another shape
 * - #TRNFFT_ERROR_INVALID_DTYPE: samples, or real where complex is needed or the
 * reverse
 * - #TRNFFT_ERROR_INVALID_STRIDE: an output that overlaps itself
 * - #TRNFFT_ERROR_INVALID_ALIASING: an overlap of input and output that cannot work
 * - #TRNFFT_ERROR_UNSUPPORTED: a tensor on a device that has no such transform
 * - #TRNFFT_ERROR_OUT_OF_MEMORY, #TRNFFT_ERROR_OVERFLOW: sizes beyond memory or 64 bits
 *
 * @par Plans
 * Plans come from the cache of the thread's current context, scratch from its pool: a
 * first call with a new kind of problem plans it (no measuring, the data are not
 * touched) and allocates, later ones find the plan. A call may wait for a lock of the
 * cache or the pool for a moment, never for another transform. The `_shape` functions
 * and those of the sections below the transforms neither allocate nor block, unless
 * they say so.
 */
#ifndef TRNFFT_FFT_H
#define TRNFFT_FFT_H

#include <stdint.h>

#include <trnfft/dtype.h>
#include <trnfft/export.h>
#include <trnfft/status.h>
#include <trnfft/tensor.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * @brief Transforms one dimension forward: torch.fft.fft.
 *
 * Computes `X_k = sum_{j<n} x_j exp(-2 pi i j k / n)`, k = 0 … n-1.
 * @param input real or complex, only read, rank >= 1
 * @param n length of the transform, >= 1; #TRNFFT_N_DEFAULT: the input's size
 * @param dim the dimension, -rank … rank - 1; torch's default is -1
 * @param norm where the factor 1/n goes, a #trnfft_norm: backward none, ortho
 * 1/sqrt(n), forward 1/n
 * @param output complex, of the shape that trnfft_fft_shape() gives; overlap as in
 * fft.h
 * @return #TRNFFT_OK, or an error listed in fft.h: nothing was written.
 * @par Thread rule
 * locked: any thread at any time, on different outputs. @since 0.1
 */
TRNFFT_API trnfft_status trnfft_fft(const trnfft_tensor *input, int64_t n, int32_t dim,
                                    int32_t norm, const trnfft_tensor *output);

/**
 * @brief The shape of the output of trnfft_fft().
 * @param input as for trnfft_fft(); only type, rank and shape matter
 * @param n length of the transform or #TRNFFT_N_DEFAULT
 * @param dim the dimension, -rank … rank - 1
 * @param[out] shape as many sizes as the input has dimensions; not NULL
 * @return #TRNFFT_OK, or an error as trnfft_fft() would: *shape is as it was.
 * @par Thread rule
 * immutable: any thread at any time, on different outputs. @since 0.1
 */
TRNFFT_API trnfft_status trnfft_fft_shape(const trnfft_tensor *input, int64_t n,
                                          int32_t dim, int64_t *shape);

/**
 * @brief Transforms one dimension back: torch.fft.ifft.
 *
 * Computes `x_j = 1/n sum_{k<n} X_k exp(+2 pi i j k / n)`, j = 0 … n-1.
 * @param input real or complex, only read, rank >= 1
 * @param n length of the transform, >= 1; #TRNFFT_N_DEFAULT: the input's size
 * @param dim the dimension, -rank … rank - 1; torch's default is -1
 * @param norm where the factor 1/n goes, a #trnfft_norm: backward 1/n, ortho 1/sqrt(n),
 * forward none
 * @param output complex, of the shape that trnfft_ifft_shape() gives; overlap as in
 * fft.h
 * @return #TRNFFT_OK, or an error listed in fft.h: nothing was written.
 * @par Thread rule
 * locked: any thread at any time, on different outputs. @since 0.1
 */
TRNFFT_API trnfft_status trnfft_ifft(const trnfft_tensor *input, int64_t n, int32_t dim,
                                     int32_t norm, const trnfft_tensor *output);

/**
 * @brief The shape of the output of trnfft_ifft().
 * @param input as for trnfft_ifft(); only type, rank and shape matter
 * @param n length of the transform or #TRNFFT_N_DEFAULT
 * @param dim the dimension, -rank … rank - 1
 * @param[out] shape as many sizes as the input has dimensions; not NULL
 * @return #TRNFFT_OK, or an error as trnfft_ifft() would: *shape is as it was.
 * @par Thread rule
 * immutable: any thread at any time, on different outputs. @since 0.1
 */
TRNFFT_API trnfft_status trnfft_ifft_shape(const trnfft_tensor *input, int64_t n,
                                           int32_t dim, int64_t *shape);

/**
 * @brief Transforms one dimension of a real tensor, without the redundant half:
 * torch.fft.rfft.
 *
 * Computes `X_k = sum_{j<n} x_j exp(-2 pi i j k / n)`, k = 0 … n/2.
 * @param input real, only read, rank >= 1
 * @param n length of the transform, >= 1; #TRNFFT_N_DEFAULT: the input's size
 * @param dim the dimension, -rank … rank - 1; torch's default is -1
 * @param norm where the factor 1/n goes, a #trnfft_norm: backward none, ortho
 * 1/sqrt(n), forward 1/n
 * @param output complex, the transformed dimension has n/2 + 1 bins, of the shape that
 * trnfft_rfft_shape() gives; overlap as in fft.h
 * @return #TRNFFT_OK, or an error listed in fft.h: nothing was written.
 * @par Thread rule
 * locked: any thread at any time, on different outputs. @since 0.1
 */
TRNFFT_API trnfft_status trnfft_rfft(const trnfft_tensor *input, int64_t n, int32_t dim,
                                     int32_t norm, const trnfft_tensor *output);

/**
 * @brief The shape of the output of trnfft_rfft().
 * @param input as for trnfft_rfft(); only type, rank and shape matter
 * @param n length of the transform or #TRNFFT_N_DEFAULT
 * @param dim the dimension, -rank … rank - 1
 * @param[out] shape as many sizes as the input has dimensions; not NULL
 * @return #TRNFFT_OK, or an error as trnfft_rfft() would: *shape is as it was.
 * @par Thread rule
 * immutable: any thread at any time, on different outputs. @since 0.1
 */
TRNFFT_API trnfft_status trnfft_rfft_shape(const trnfft_tensor *input, int64_t n,
                                           int32_t dim, int64_t *shape);

/**
 * @brief Goes back from the bins of trnfft_rfft() to real points: torch.fft.irfft.
 *
 * Computes `x_j = 1/n sum_{k<n} X_k exp(+2 pi i j k / n)` with `X_{n-k} = conj(X_k)`, j
 * = 0 … n-1. An odd length has to be given: 2 (m - 1) is even.
 * @param input half a spectrum, complex (or real: imaginary parts of 0), only read,
 * rank >= 1
 * @param n length of the transform, >= 1; #TRNFFT_N_DEFAULT: 2 (m - 1) for m bins
 * @param dim the dimension, -rank … rank - 1; torch's default is -1
 * @param norm where the factor 1/n goes, a #trnfft_norm: backward 1/n, ortho 1/sqrt(n),
 * forward none
 * @param output real, the transformed dimension has n points, of the shape that
 * trnfft_irfft_shape() gives; overlap as in fft.h
 * @return #TRNFFT_OK, or an error listed in fft.h: nothing was written.
 * @par Thread rule
 * locked: any thread at any time, on different outputs. @since 0.1
 */
TRNFFT_API trnfft_status trnfft_irfft(const trnfft_tensor *input, int64_t n,
                                      int32_t dim, int32_t norm,
                                      const trnfft_tensor *output);

/**
 * @brief The shape of the output of trnfft_irfft().
 * @param input as for trnfft_irfft(); only type, rank and shape matter
 * @param n length of the transform or #TRNFFT_N_DEFAULT
 * @param dim the dimension, -rank … rank - 1
 * @param[out] shape as many sizes as the input has dimensions; not NULL
 * @return #TRNFFT_OK, or an error as trnfft_irfft() would: *shape is as it was.
 * @par Thread rule
 * immutable: any thread at any time, on different outputs. @since 0.1
 */
TRNFFT_API trnfft_status trnfft_irfft_shape(const trnfft_tensor *input, int64_t n,
                                            int32_t dim, int64_t *shape);

/**
 * @brief The real spectrum of a signal that is Hermitian in time: torch.fft.hfft.
 *
 * Computes `X_k = sum_{j<n} x_j exp(-2 pi i j k / n)` with `x_{n-j} = conj(x_j)`, k = 0
 * … n-1.
 * @param input half a spectrum, complex (or real: imaginary parts of 0), only read,
 * rank >= 1
 * @param n length of the transform, >= 1; #TRNFFT_N_DEFAULT: 2 (m - 1) for m bins
 * @param dim the dimension, -rank … rank - 1; torch's default is -1
 * @param norm where the factor 1/n goes, a #trnfft_norm: backward none, ortho
 * 1/sqrt(n), forward 1/n
 * @param output real, the transformed dimension has n points, of the shape that
 * trnfft_hfft_shape() gives; overlap as in fft.h
 * @return #TRNFFT_OK, or an error listed in fft.h: nothing was written.
 * @par Thread rule
 * locked: any thread at any time, on different outputs. @since 0.1
 */
TRNFFT_API trnfft_status trnfft_hfft(const trnfft_tensor *input, int64_t n, int32_t dim,
                                     int32_t norm, const trnfft_tensor *output);

/**
 * @brief The shape of the output of trnfft_hfft().
 * @param input as for trnfft_hfft(); only type, rank and shape matter
 * @param n length of the transform or #TRNFFT_N_DEFAULT
 * @param dim the dimension, -rank … rank - 1
 * @param[out] shape as many sizes as the input has dimensions; not NULL
 * @return #TRNFFT_OK, or an error as trnfft_hfft() would: *shape is as it was.
 * @par Thread rule
 * immutable: any thread at any time, on different outputs. @since 0.1
 */
TRNFFT_API trnfft_status trnfft_hfft_shape(const trnfft_tensor *input, int64_t n,
                                           int32_t dim, int64_t *shape);

/**
 * @brief Goes back from a real spectrum to the half of a Hermitian signal:
 * torch.fft.ihfft.
 *
 * Computes `x_j = 1/n sum_{k<n} X_k exp(+2 pi i j k / n)` for real X, j = 0 … n/2.
 * @param input real, only read, rank >= 1
 * @param n length of the transform, >= 1; #TRNFFT_N_DEFAULT: the input's size
 * @param dim the dimension, -rank … rank - 1; torch's default is -1
 * @param norm where the factor 1/n goes, a #trnfft_norm: backward 1/n, ortho 1/sqrt(n),
 * forward none
 * @param output complex, the transformed dimension has n/2 + 1 bins, of the shape that
 * trnfft_ihfft_shape() gives; overlap as in fft.h
 * @return #TRNFFT_OK, or an error listed in fft.h: nothing was written.
 * @par Thread rule
 * locked: any thread at any time, on different outputs. @since 0.1
 */
TRNFFT_API trnfft_status trnfft_ihfft(const trnfft_tensor *input, int64_t n,
                                      int32_t dim, int32_t norm,
                                      const trnfft_tensor *output);

/**
 * @brief The shape of the output of trnfft_ihfft().
 * @param input as for trnfft_ihfft(); only type, rank and shape matter
 * @param n length of the transform or #TRNFFT_N_DEFAULT
 * @param dim the dimension, -rank … rank - 1
 * @param[out] shape as many sizes as the input has dimensions; not NULL
 * @return #TRNFFT_OK, or an error as trnfft_ihfft() would: *shape is as it was.
 * @par Thread rule
 * immutable: any thread at any time, on different outputs. @since 0.1
 */
TRNFFT_API trnfft_status trnfft_ihfft_shape(const trnfft_tensor *input, int64_t n,
                                            int32_t dim, int64_t *shape);

/**
 * @brief Transforms several dimensions forward: torch.fft.fftn.
 *
 * The formula of trnfft_fft() along each of the dimensions.
 * @param input real or complex, only read
 * @param s n_dim lengths, each >= 1; -1 keeps the size; NULL: -1 for all
 * @param dim n_dim dimensions, each -rank … rank - 1 and none twice; NULL: the last
 * n_dim, and with s NULL and n_dim 0 all
 * @param n_dim how many entries s and dim have, 0 … rank. 0 with dim not NULL
 * transforms none
 * @param norm where the factor 1/N goes, N the product of the transformed lengths, a
 * #trnfft_norm: backward none, ortho 1/sqrt(N), forward 1/N
 * @param output complex, of the shape that trnfft_fftn_shape() gives; overlap as in
 * fft.h
 * @return #TRNFFT_OK, or an error listed in fft.h: nothing was written.
 * @par Thread rule
 * locked: any thread at any time, on different outputs. @since 0.1
 */
TRNFFT_API trnfft_status trnfft_fftn(const trnfft_tensor *input, const int64_t *s,
                                     const int32_t *dim, int32_t n_dim, int32_t norm,
                                     const trnfft_tensor *output);

/**
 * @brief The shape of the output of trnfft_fftn().
 * @param input as for trnfft_fftn(); only type, rank and shape matter
 * @param s,dim,n_dim as for trnfft_fftn()
 * @param[out] shape as many sizes as the input has dimensions; not NULL unless that is
 * 0
 * @return #TRNFFT_OK, or an error as trnfft_fftn() would: *shape is as it was.
 * @par Thread rule
 * immutable: any thread at any time, on different outputs. @since 0.1
 */
TRNFFT_API trnfft_status trnfft_fftn_shape(const trnfft_tensor *input, const int64_t *s,
                                           const int32_t *dim, int32_t n_dim,
                                           int64_t *shape);

/**
 * @brief Transforms several dimensions back: torch.fft.ifftn.
 *
 * The formula of trnfft_ifft() along each of the dimensions.
 * @param input real or complex, only read
 * @param s n_dim lengths, each >= 1; -1 keeps the size; NULL: -1 for all
 * @param dim n_dim dimensions, each -rank … rank - 1 and none twice; NULL: the last
 * n_dim, and with s NULL and n_dim 0 all
 * @param n_dim how many entries s and dim have, 0 … rank. 0 with dim not NULL
 * transforms none
 * @param norm where the factor 1/N goes, N the product of the transformed lengths, a
 * #trnfft_norm: backward 1/N, ortho 1/sqrt(N), forward none
 * @param output complex, of the shape that trnfft_ifftn_shape() gives; overlap as in
 * fft.h
 * @return #TRNFFT_OK, or an error listed in fft.h: nothing was written.
 * @par Thread rule
 * locked: any thread at any time, on different outputs. @since 0.1
 */
TRNFFT_API trnfft_status trnfft_ifftn(const trnfft_tensor *input, const int64_t *s,
                                      const int32_t *dim, int32_t n_dim, int32_t norm,
                                      const trnfft_tensor *output);

/**
 * @brief The shape of the output of trnfft_ifftn().
 * @param input as for trnfft_ifftn(); only type, rank and shape matter
 * @param s,dim,n_dim as for trnfft_ifftn()
 * @param[out] shape as many sizes as the input has dimensions; not NULL unless that is
 * 0
 * @return #TRNFFT_OK, or an error as trnfft_ifftn() would: *shape is as it was.
 * @par Thread rule
 * immutable: any thread at any time, on different outputs. @since 0.1
 */
TRNFFT_API trnfft_status trnfft_ifftn_shape(const trnfft_tensor *input,
                                            const int64_t *s, const int32_t *dim,
                                            int32_t n_dim, int64_t *shape);

/**
 * @brief Transforms several dimensions of a real tensor, halving the last:
 * torch.fft.rfftn.
 *
 * trnfft_rfft() along the last entry of dim, then trnfft_fft() along the others.
 * @param input real, only read, rank >= 1
 * @param s n_dim lengths, each >= 1; -1 keeps the size; NULL: -1 for all
 * @param dim n_dim dimensions, each -rank … rank - 1 and none twice; NULL: the last
 * n_dim, and with s NULL and n_dim 0 all
 * @param n_dim how many entries s and dim have, 0 … rank; at least one dimension has to
 * be transformed
 * @param norm where the factor 1/N goes, N the product of the transformed lengths, a
 * #trnfft_norm: backward none, ortho 1/sqrt(N), forward 1/N
 * @param output complex, the last of the transformed dimensions is halved: n/2 + 1 bins
 * for n points, of the shape that trnfft_rfftn_shape() gives; overlap as in fft.h
 * @return #TRNFFT_OK, or an error listed in fft.h: nothing was written.
 * @par Thread rule
 * locked: any thread at any time, on different outputs. @since 0.1
 */
TRNFFT_API trnfft_status trnfft_rfftn(const trnfft_tensor *input, const int64_t *s,
                                      const int32_t *dim, int32_t n_dim, int32_t norm,
                                      const trnfft_tensor *output);

/**
 * @brief The shape of the output of trnfft_rfftn().
 * @param input as for trnfft_rfftn(); only type, rank and shape matter
 * @param s,dim,n_dim as for trnfft_rfftn()
 * @param[out] shape as many sizes as the input has dimensions; not NULL unless that is
 * 0
 * @return #TRNFFT_OK, or an error as trnfft_rfftn() would: *shape is as it was.
 * @par Thread rule
 * immutable: any thread at any time, on different outputs. @since 0.1
 */
TRNFFT_API trnfft_status trnfft_rfftn_shape(const trnfft_tensor *input,
                                            const int64_t *s, const int32_t *dim,
                                            int32_t n_dim, int64_t *shape);

/**
 * @brief Goes back from the bins of trnfft_rfftn() to real points: torch.fft.irfftn.
 *
 * trnfft_ifft() along all entries of dim but the last, then trnfft_irfft() along that
 * one.
 * @param input half a spectrum, complex (or real: imaginary parts of 0), only read,
 * rank >= 1
 * @param s n_dim lengths, each >= 1; -1 keeps the size, for the last entry it stands
 * for 2 (m - 1), m bins; NULL: -1 for all
 * @param dim n_dim dimensions, each -rank … rank - 1 and none twice; NULL: the last
 * n_dim, and with s NULL and n_dim 0 all
 * @param n_dim how many entries s and dim have, 0 … rank; at least one dimension has to
 * be transformed
 * @param norm where the factor 1/N goes, N the product of the transformed lengths, a
 * #trnfft_norm: backward 1/N, ortho 1/sqrt(N), forward none
 * @param output real, of the shape that trnfft_irfftn_shape() gives; overlap as in
 * fft.h
 * @return #TRNFFT_OK, or an error listed in fft.h: nothing was written.
 * @par Thread rule
 * locked: any thread at any time, on different outputs. @since 0.1
 */
TRNFFT_API trnfft_status trnfft_irfftn(const trnfft_tensor *input, const int64_t *s,
                                       const int32_t *dim, int32_t n_dim, int32_t norm,
                                       const trnfft_tensor *output);

/**
 * @brief The shape of the output of trnfft_irfftn().
 * @param input as for trnfft_irfftn(); only type, rank and shape matter
 * @param s,dim,n_dim as for trnfft_irfftn()
 * @param[out] shape as many sizes as the input has dimensions; not NULL unless that is
 * 0
 * @return #TRNFFT_OK, or an error as trnfft_irfftn() would: *shape is as it was.
 * @par Thread rule
 * immutable: any thread at any time, on different outputs. @since 0.1
 */
TRNFFT_API trnfft_status trnfft_irfftn_shape(const trnfft_tensor *input,
                                             const int64_t *s, const int32_t *dim,
                                             int32_t n_dim, int64_t *shape);

/**
 * @brief The real spectrum of a signal that is Hermitian in time, in several
 * dimensions: torch.fft.hfftn.
 *
 * trnfft_fft() along all entries of dim but the last, then trnfft_hfft() along that
 * one.
 * @param input half a spectrum, complex (or real: imaginary parts of 0), only read,
 * rank >= 1
 * @param s n_dim lengths, each >= 1; -1 keeps the size, for the last entry it stands
 * for 2 (m - 1), m bins; NULL: -1 for all
 * @param dim n_dim dimensions, each -rank … rank - 1 and none twice; NULL: the last
 * n_dim, and with s NULL and n_dim 0 all
 * @param n_dim how many entries s and dim have, 0 … rank; at least one dimension has to
 * be transformed
 * @param norm where the factor 1/N goes, N the product of the transformed lengths, a
 * #trnfft_norm: backward none, ortho 1/sqrt(N), forward 1/N
 * @param output real, of the shape that trnfft_hfftn_shape() gives; overlap as in fft.h
 * @return #TRNFFT_OK, or an error listed in fft.h: nothing was written.
 * @par Thread rule
 * locked: any thread at any time, on different outputs. @since 0.1
 */
TRNFFT_API trnfft_status trnfft_hfftn(const trnfft_tensor *input, const int64_t *s,
                                      const int32_t *dim, int32_t n_dim, int32_t norm,
                                      const trnfft_tensor *output);

/**
 * @brief The shape of the output of trnfft_hfftn().
 * @param input as for trnfft_hfftn(); only type, rank and shape matter
 * @param s,dim,n_dim as for trnfft_hfftn()
 * @param[out] shape as many sizes as the input has dimensions; not NULL unless that is
 * 0
 * @return #TRNFFT_OK, or an error as trnfft_hfftn() would: *shape is as it was.
 * @par Thread rule
 * immutable: any thread at any time, on different outputs. @since 0.1
 */
TRNFFT_API trnfft_status trnfft_hfftn_shape(const trnfft_tensor *input,
                                            const int64_t *s, const int32_t *dim,
                                            int32_t n_dim, int64_t *shape);

/**
 * @brief Goes back from a real spectrum to the half of a Hermitian signal, in several
 * dimensions: torch.fft.ihfftn.
 *
 * trnfft_ihfft() along the last entry of dim, then trnfft_ifft() along the others.
 * @param input real, only read, rank >= 1
 * @param s n_dim lengths, each >= 1; -1 keeps the size; NULL: -1 for all
 * @param dim n_dim dimensions, each -rank … rank - 1 and none twice; NULL: the last
 * n_dim, and with s NULL and n_dim 0 all
 * @param n_dim how many entries s and dim have, 0 … rank; at least one dimension has to
 * be transformed
 * @param norm where the factor 1/N goes, N the product of the transformed lengths, a
 * #trnfft_norm: backward 1/N, ortho 1/sqrt(N), forward none
 * @param output complex, the last of the transformed dimensions is halved: n/2 + 1 bins
 * for n points, of the shape that trnfft_ihfftn_shape() gives; overlap as in fft.h
 * @return #TRNFFT_OK, or an error listed in fft.h: nothing was written.
 * @par Thread rule
 * locked: any thread at any time, on different outputs. @since 0.1
 */
TRNFFT_API trnfft_status trnfft_ihfftn(const trnfft_tensor *input, const int64_t *s,
                                       const int32_t *dim, int32_t n_dim, int32_t norm,
                                       const trnfft_tensor *output);

/**
 * @brief The shape of the output of trnfft_ihfftn().
 * @param input as for trnfft_ihfftn(); only type, rank and shape matter
 * @param s,dim,n_dim as for trnfft_ihfftn()
 * @param[out] shape as many sizes as the input has dimensions; not NULL unless that is
 * 0
 * @return #TRNFFT_OK, or an error as trnfft_ihfftn() would: *shape is as it was.
 * @par Thread rule
 * immutable: any thread at any time, on different outputs. @since 0.1
 */
TRNFFT_API trnfft_status trnfft_ihfftn_shape(const trnfft_tensor *input,
                                             const int64_t *s, const int32_t *dim,
                                             int32_t n_dim, int64_t *shape);

/**
 * @brief trnfft_fftn() of two dimensions: torch.fft.fft2.
 *
 * The formula of trnfft_fft() along each of the dimensions.
 * @param input real or complex, only read, rank >= 2
 * @param s two lengths, each >= 1; -1 keeps the size; NULL: -1 for both
 * @param dim two different dimensions, each -rank … rank - 1; NULL: the last two
 * @param norm where the factor 1/N goes, N the product of the transformed lengths, a
 * #trnfft_norm: backward none, ortho 1/sqrt(N), forward 1/N
 * @param output complex, of the shape that trnfft_fft2_shape() gives; overlap as in
 * fft.h
 * @return #TRNFFT_OK, or an error listed in fft.h: nothing was written.
 * @par Thread rule
 * locked: any thread at any time, on different outputs. @since 0.1
 */
TRNFFT_API trnfft_status trnfft_fft2(const trnfft_tensor *input, const int64_t *s,
                                     const int32_t *dim, int32_t norm,
                                     const trnfft_tensor *output);

/**
 * @brief The shape of the output of trnfft_fft2().
 * @param input as for trnfft_fft2(); only type, rank and shape matter
 * @param s,dim as for trnfft_fft2()
 * @param[out] shape as many sizes as the input has dimensions; not NULL
 * @return #TRNFFT_OK, or an error as trnfft_fft2() would: *shape is as it was.
 * @par Thread rule
 * immutable: any thread at any time, on different outputs. @since 0.1
 */
TRNFFT_API trnfft_status trnfft_fft2_shape(const trnfft_tensor *input, const int64_t *s,
                                           const int32_t *dim, int64_t *shape);

/**
 * @brief trnfft_ifftn() of two dimensions: torch.fft.ifft2.
 *
 * The formula of trnfft_ifft() along each of the dimensions.
 * @param input real or complex, only read, rank >= 2
 * @param s two lengths, each >= 1; -1 keeps the size; NULL: -1 for both
 * @param dim two different dimensions, each -rank … rank - 1; NULL: the last two
 * @param norm where the factor 1/N goes, N the product of the transformed lengths, a
 * #trnfft_norm: backward 1/N, ortho 1/sqrt(N), forward none
 * @param output complex, of the shape that trnfft_ifft2_shape() gives; overlap as in
 * fft.h
 * @return #TRNFFT_OK, or an error listed in fft.h: nothing was written.
 * @par Thread rule
 * locked: any thread at any time, on different outputs. @since 0.1
 */
TRNFFT_API trnfft_status trnfft_ifft2(const trnfft_tensor *input, const int64_t *s,
                                      const int32_t *dim, int32_t norm,
                                      const trnfft_tensor *output);

/**
 * @brief The shape of the output of trnfft_ifft2().
 * @param input as for trnfft_ifft2(); only type, rank and shape matter
 * @param s,dim as for trnfft_ifft2()
 * @param[out] shape as many sizes as the input has dimensions; not NULL
 * @return #TRNFFT_OK, or an error as trnfft_ifft2() would: *shape is as it was.
 * @par Thread rule
 * immutable: any thread at any time, on different outputs. @since 0.1
 */
TRNFFT_API trnfft_status trnfft_ifft2_shape(const trnfft_tensor *input,
                                            const int64_t *s, const int32_t *dim,
                                            int64_t *shape);

/**
 * @brief trnfft_rfftn() of two dimensions: torch.fft.rfft2.
 *
 * trnfft_rfft() along the last entry of dim, then trnfft_fft() along the others.
 * @param input real, only read, rank >= 2
 * @param s two lengths, each >= 1; -1 keeps the size; NULL: -1 for both
 * @param dim two different dimensions, each -rank … rank - 1; NULL: the last two
 * @param norm where the factor 1/N goes, N the product of the transformed lengths, a
 * #trnfft_norm: backward none, ortho 1/sqrt(N), forward 1/N
 * @param output complex, the last of the transformed dimensions is halved: n/2 + 1 bins
 * for n points, of the shape that trnfft_rfft2_shape() gives; overlap as in fft.h
 * @return #TRNFFT_OK, or an error listed in fft.h: nothing was written.
 * @par Thread rule
 * locked: any thread at any time, on different outputs. @since 0.1
 */
TRNFFT_API trnfft_status trnfft_rfft2(const trnfft_tensor *input, const int64_t *s,
                                      const int32_t *dim, int32_t norm,
                                      const trnfft_tensor *output);

/**
 * @brief The shape of the output of trnfft_rfft2().
 * @param input as for trnfft_rfft2(); only type, rank and shape matter
 * @param s,dim as for trnfft_rfft2()
 * @param[out] shape as many sizes as the input has dimensions; not NULL
 * @return #TRNFFT_OK, or an error as trnfft_rfft2() would: *shape is as it was.
 * @par Thread rule
 * immutable: any thread at any time, on different outputs. @since 0.1
 */
TRNFFT_API trnfft_status trnfft_rfft2_shape(const trnfft_tensor *input,
                                            const int64_t *s, const int32_t *dim,
                                            int64_t *shape);

/**
 * @brief trnfft_irfftn() of two dimensions: torch.fft.irfft2.
 *
 * trnfft_ifft() along all entries of dim but the last, then trnfft_irfft() along that
 * one.
 * @param input half a spectrum, complex (or real: imaginary parts of 0), only read,
 * rank >= 2
 * @param s two lengths, each >= 1; -1 keeps the size, for the last entry it stands for
 * 2 (m - 1), m bins; NULL: -1 for both
 * @param dim two different dimensions, each -rank … rank - 1; NULL: the last two
 * @param norm where the factor 1/N goes, N the product of the transformed lengths, a
 * #trnfft_norm: backward 1/N, ortho 1/sqrt(N), forward none
 * @param output real, of the shape that trnfft_irfft2_shape() gives; overlap as in
 * fft.h
 * @return #TRNFFT_OK, or an error listed in fft.h: nothing was written.
 * @par Thread rule
 * locked: any thread at any time, on different outputs. @since 0.1
 */
TRNFFT_API trnfft_status trnfft_irfft2(const trnfft_tensor *input, const int64_t *s,
                                       const int32_t *dim, int32_t norm,
                                       const trnfft_tensor *output);

/**
 * @brief The shape of the output of trnfft_irfft2().
 * @param input as for trnfft_irfft2(); only type, rank and shape matter
 * @param s,dim as for trnfft_irfft2()
 * @param[out] shape as many sizes as the input has dimensions; not NULL
 * @return #TRNFFT_OK, or an error as trnfft_irfft2() would: *shape is as it was.
 * @par Thread rule
 * immutable: any thread at any time, on different outputs. @since 0.1
 */
TRNFFT_API trnfft_status trnfft_irfft2_shape(const trnfft_tensor *input,
                                             const int64_t *s, const int32_t *dim,
                                             int64_t *shape);

/**
 * @brief trnfft_hfftn() of two dimensions: torch.fft.hfft2.
 *
 * trnfft_fft() along all entries of dim but the last, then trnfft_hfft() along that
 * one.
 * @param input half a spectrum, complex (or real: imaginary parts of 0), only read,
 * rank >= 2
 * @param s two lengths, each >= 1; -1 keeps the size, for the last entry it stands for
 * 2 (m - 1), m bins; NULL: -1 for both
 * @param dim two different dimensions, each -rank … rank - 1; NULL: the last two
 * @param norm where the factor 1/N goes, N the product of the transformed lengths, a
 * #trnfft_norm: backward none, ortho 1/sqrt(N), forward 1/N
 * @param output real, of the shape that trnfft_hfft2_shape() gives; overlap as in fft.h
 * @return #TRNFFT_OK, or an error listed in fft.h: nothing was written.
 * @par Thread rule
 * locked: any thread at any time, on different outputs. @since 0.1
 */
TRNFFT_API trnfft_status trnfft_hfft2(const trnfft_tensor *input, const int64_t *s,
                                      const int32_t *dim, int32_t norm,
                                      const trnfft_tensor *output);

/**
 * @brief The shape of the output of trnfft_hfft2().
 * @param input as for trnfft_hfft2(); only type, rank and shape matter
 * @param s,dim as for trnfft_hfft2()
 * @param[out] shape as many sizes as the input has dimensions; not NULL
 * @return #TRNFFT_OK, or an error as trnfft_hfft2() would: *shape is as it was.
 * @par Thread rule
 * immutable: any thread at any time, on different outputs. @since 0.1
 */
TRNFFT_API trnfft_status trnfft_hfft2_shape(const trnfft_tensor *input,
                                            const int64_t *s, const int32_t *dim,
                                            int64_t *shape);

/**
 * @brief trnfft_ihfftn() of two dimensions: torch.fft.ihfft2.
 *
 * trnfft_ihfft() along the last entry of dim, then trnfft_ifft() along the others.
 * @param input real, only read, rank >= 2
 * @param s two lengths, each >= 1; -1 keeps the size; NULL: -1 for both
 * @param dim two different dimensions, each -rank … rank - 1; NULL: the last two
 * @param norm where the factor 1/N goes, N the product of the transformed lengths, a
 * #trnfft_norm: backward 1/N, ortho 1/sqrt(N), forward none
 * @param output complex, the last of the transformed dimensions is halved: n/2 + 1 bins
 * for n points, of the shape that trnfft_ihfft2_shape() gives; overlap as in fft.h
 * @return #TRNFFT_OK, or an error listed in fft.h: nothing was written.
 * @par Thread rule
 * locked: any thread at any time, on different outputs. @since 0.1
 */
TRNFFT_API trnfft_status trnfft_ihfft2(const trnfft_tensor *input, const int64_t *s,
                                       const int32_t *dim, int32_t norm,
                                       const trnfft_tensor *output);

/**
 * @brief The shape of the output of trnfft_ihfft2().
 * @param input as for trnfft_ihfft2(); only type, rank and shape matter
 * @param s,dim as for trnfft_ihfft2()
 * @param[out] shape as many sizes as the input has dimensions; not NULL
 * @return #TRNFFT_OK, or an error as trnfft_ihfft2() would: *shape is as it was.
 * @par Thread rule
 * immutable: any thread at any time, on different outputs. @since 0.1
 */
TRNFFT_API trnfft_status trnfft_ihfft2_shape(const trnfft_tensor *input,
                                             const int64_t *s, const int32_t *dim,
                                             int64_t *shape);

/**
 * @brief The frequencies of the bins of trnfft_fft(): torch.fft.fftfreq.
 *
 * Gives `[0, 1, …, (n-1)/2, -(n/2), …, -1] / (n d)`, divisions rounding down.
 * @param n length of the transform, >= 1
 * @param d distance of two samples (1 / sampling rate), finite and not 0; torch's
 * default is 1
 * @param output real, of rank 1, n elements; not a type of samples. Any stride but 0,
 * any alignment
 * @return #TRNFFT_OK; #TRNFFT_ERROR_INVALID_ARGUMENT, #TRNFFT_ERROR_INVALID_SHAPE,
 * #TRNFFT_ERROR_INVALID_DTYPE or #TRNFFT_ERROR_INVALID_STRIDE: nothing was written.
 * Does not allocate or block.
 * @par Thread rule
 * immutable: any thread at any time, on different outputs. @since 0.1
 */
TRNFFT_API trnfft_status trnfft_fftfreq(int64_t n, double d,
                                        const trnfft_tensor *output);

/**
 * @brief The frequencies of the bins of trnfft_rfft(): torch.fft.rfftfreq.
 *
 * Gives `[0, 1, …, n/2] / (n d)`.
 * @param n length of the transform, >= 1
 * @param d distance of two samples (1 / sampling rate), finite and not 0; torch's
 * default is 1
 * @param output real, of rank 1, n/2 + 1 elements; not a type of samples. Any stride
 * but 0, any alignment
 * @return #TRNFFT_OK; #TRNFFT_ERROR_INVALID_ARGUMENT, #TRNFFT_ERROR_INVALID_SHAPE,
 * #TRNFFT_ERROR_INVALID_DTYPE or #TRNFFT_ERROR_INVALID_STRIDE: nothing was written.
 * Does not allocate or block.
 * @par Thread rule
 * immutable: any thread at any time, on different outputs. @since 0.1
 */
TRNFFT_API trnfft_status trnfft_rfftfreq(int64_t n, double d,
                                         const trnfft_tensor *output);

/**
 * @brief Moves bin 0 to the middle: torch.fft.fftshift.
 *
 * Sets `output[(j + n/2) mod n] = input[j]` along each of the dimensions.
 * @param input real or complex; only read
 * @param dim n_dim dimensions, each -rank … rank - 1; one named twice is moved twice,
 * as in torch; NULL: all
 * @param n_dim how many entries dim has; ignored when dim is NULL
 * @param output the same shape and kind as the input; types may differ as for
 * trnfft_tensor_copy(). It may be the very memory of the input (same type and strides),
 * any other overlap is refused
 * @return #TRNFFT_OK; #TRNFFT_ERROR_INVALID_ARGUMENT, #TRNFFT_ERROR_INVALID_SHAPE,
 * #TRNFFT_ERROR_INVALID_DTYPE, #TRNFFT_ERROR_INVALID_STRIDE or
 * #TRNFFT_ERROR_INVALID_ALIASING: nothing was written. Does not allocate or block.
 * @par Thread rule
 * immutable: any thread at any time, on different outputs. @since 0.1
 */
TRNFFT_API trnfft_status trnfft_fftshift(const trnfft_tensor *input, const int32_t *dim,
                                         int32_t n_dim, const trnfft_tensor *output);

/**
 * @brief Undoes trnfft_fftshift(): torch.fft.ifftshift.
 *
 * Sets `output[j] = input[(j + n/2) mod n]` along each of the dimensions.
 * @param input real or complex; only read
 * @param dim n_dim dimensions, each -rank … rank - 1; one named twice is moved twice,
 * as in torch; NULL: all
 * @param n_dim how many entries dim has; ignored when dim is NULL
 * @param output the same shape and kind as the input; types may differ as for
 * trnfft_tensor_copy(). It may be the very memory of the input (same type and strides),
 * any other overlap is refused
 * @return #TRNFFT_OK; #TRNFFT_ERROR_INVALID_ARGUMENT, #TRNFFT_ERROR_INVALID_SHAPE,
 * #TRNFFT_ERROR_INVALID_DTYPE, #TRNFFT_ERROR_INVALID_STRIDE or
 * #TRNFFT_ERROR_INVALID_ALIASING: nothing was written. Does not allocate or block.
 * @par Thread rule
 * immutable: any thread at any time, on different outputs. @since 0.1
 */
TRNFFT_API trnfft_status trnfft_ifftshift(const trnfft_tensor *input,
                                          const int32_t *dim, int32_t n_dim,
                                          const trnfft_tensor *output);

/**
 * @brief The next length that transforms fast.
 *
 * Gives the smallest m >= n that has no prime factor above 13.
 * @param n the length wanted, >= 1
 * @param[out] length m; not NULL
 * @return #TRNFFT_OK; #TRNFFT_ERROR_INVALID_ARGUMENT; #TRNFFT_ERROR_OVERFLOW when m
 * does not fit 64 bits: *length is as it was. Does not allocate or block.
 * @par Thread rule
 * immutable: any thread at any time, on different outputs. @since 0.1
 */
TRNFFT_API trnfft_status trnfft_next_fast_len(int64_t n, int64_t *length);

/** @name One line
 * Contiguous arrays, norm "backward", plans from the cache. Arrays need no alignment.
 * @{ */

/**
 * @brief trnfft_fft() of one contiguous line: n complex points forward, f32.
 * @param n length of the transform (of the real side), >= 1
 * @param input n points as pairs re, im
 * @param[out] output n bins as pairs re, im; may be input
 * @return #TRNFFT_OK, or an error listed in fft.h: nothing was written.
 * @par Thread rule
 * locked: any thread at any time, on different outputs. @since 0.1
 */
TRNFFT_API trnfft_status trnfft_fft_f32(int64_t n, const float *input, float *output);

/**
 * @brief trnfft_fft() of one contiguous line: n complex points forward, f64.
 * @param n length of the transform (of the real side), >= 1
 * @param input n points as pairs re, im
 * @param[out] output n bins as pairs re, im; may be input
 * @return #TRNFFT_OK, or an error listed in fft.h: nothing was written.
 * @par Thread rule
 * locked: any thread at any time, on different outputs. @since 0.1
 */
TRNFFT_API trnfft_status trnfft_fft_f64(int64_t n, const double *input, double *output);

/**
 * @brief trnfft_fft() of one contiguous line: n complex points forward, split f32.
 * @param n length of the transform (of the real side), >= 1
 * @param input_re,input_im real and imaginary parts of n points
 * @param[out] output_re real parts of n bins; may be input_re
 * @param[out] output_im imaginary parts of n bins; may be input_im, in place means both
 * @return #TRNFFT_OK, or an error listed in fft.h: nothing was written.
 * @par Thread rule
 * locked: any thread at any time, on different outputs. @since 0.1
 */
TRNFFT_API trnfft_status trnfft_fft_split_f32(int64_t n, const float *input_re,
                                              const float *input_im, float *output_re,
                                              float *output_im);

/**
 * @brief trnfft_fft() of one contiguous line: n complex points forward, split f64.
 * @param n length of the transform (of the real side), >= 1
 * @param input_re,input_im real and imaginary parts of n points
 * @param[out] output_re real parts of n bins; may be input_re
 * @param[out] output_im imaginary parts of n bins; may be input_im, in place means both
 * @return #TRNFFT_OK, or an error listed in fft.h: nothing was written.
 * @par Thread rule
 * locked: any thread at any time, on different outputs. @since 0.1
 */
TRNFFT_API trnfft_status trnfft_fft_split_f64(int64_t n, const double *input_re,
                                              const double *input_im, double *output_re,
                                              double *output_im);

/**
 * @brief trnfft_ifft() of one contiguous line: n complex points back, divided by n,
 * f32.
 * @param n length of the transform (of the real side), >= 1
 * @param input n bins as pairs re, im
 * @param[out] output n points as pairs re, im; may be input
 * @return #TRNFFT_OK, or an error listed in fft.h: nothing was written.
 * @par Thread rule
 * locked: any thread at any time, on different outputs. @since 0.1
 */
TRNFFT_API trnfft_status trnfft_ifft_f32(int64_t n, const float *input, float *output);

/**
 * @brief trnfft_ifft() of one contiguous line: n complex points back, divided by n,
 * f64.
 * @param n length of the transform (of the real side), >= 1
 * @param input n bins as pairs re, im
 * @param[out] output n points as pairs re, im; may be input
 * @return #TRNFFT_OK, or an error listed in fft.h: nothing was written.
 * @par Thread rule
 * locked: any thread at any time, on different outputs. @since 0.1
 */
TRNFFT_API trnfft_status trnfft_ifft_f64(int64_t n, const double *input,
                                         double *output);

/**
 * @brief trnfft_ifft() of one contiguous line: n complex points back, divided by n,
 * split f32.
 * @param n length of the transform (of the real side), >= 1
 * @param input_re,input_im real and imaginary parts of n bins
 * @param[out] output_re real parts of n points; may be input_re
 * @param[out] output_im imaginary parts of n points; may be input_im, in place means
 * both
 * @return #TRNFFT_OK, or an error listed in fft.h: nothing was written.
 * @par Thread rule
 * locked: any thread at any time, on different outputs. @since 0.1
 */
TRNFFT_API trnfft_status trnfft_ifft_split_f32(int64_t n, const float *input_re,
                                               const float *input_im, float *output_re,
                                               float *output_im);

/**
 * @brief trnfft_ifft() of one contiguous line: n complex points back, divided by n,
 * split f64.
 * @param n length of the transform (of the real side), >= 1
 * @param input_re,input_im real and imaginary parts of n bins
 * @param[out] output_re real parts of n points; may be input_re
 * @param[out] output_im imaginary parts of n points; may be input_im, in place means
 * both
 * @return #TRNFFT_OK, or an error listed in fft.h: nothing was written.
 * @par Thread rule
 * locked: any thread at any time, on different outputs. @since 0.1
 */
TRNFFT_API trnfft_status trnfft_ifft_split_f64(int64_t n, const double *input_re,
                                               const double *input_im,
                                               double *output_re, double *output_im);

/**
 * @brief trnfft_rfft() of one contiguous line: n real points forward, f32.
 * @param n length of the transform (of the real side), >= 1
 * @param input n numbers, only read out of place
 * @param[out] output n/2 + 1 bins as pairs re, im; may be input, which must then have
 * room for n/2 + 1 pairs
 * @return #TRNFFT_OK, or an error listed in fft.h: nothing was written.
 * @par Thread rule
 * locked: any thread at any time, on different outputs. @since 0.1
 */
TRNFFT_API trnfft_status trnfft_rfft_f32(int64_t n, const float *input, float *output);

/**
 * @brief trnfft_rfft() of one contiguous line: n real points forward, f64.
 * @param n length of the transform (of the real side), >= 1
 * @param input n numbers, only read out of place
 * @param[out] output n/2 + 1 bins as pairs re, im; may be input, which must then have
 * room for n/2 + 1 pairs
 * @return #TRNFFT_OK, or an error listed in fft.h: nothing was written.
 * @par Thread rule
 * locked: any thread at any time, on different outputs. @since 0.1
 */
TRNFFT_API trnfft_status trnfft_rfft_f64(int64_t n, const double *input,
                                         double *output);

/**
 * @brief trnfft_rfft() of one contiguous line: n real points forward, split f32.
 * @param n length of the transform (of the real side), >= 1
 * @param input n numbers, only read out of place
 * @param[out] output_re real parts of n/2 + 1 bins; may be input, which must then have
 * room for n/2 + 1
 * @param[out] output_im imaginary parts of n/2 + 1 bins
 * @return #TRNFFT_OK, or an error listed in fft.h: nothing was written.
 * @par Thread rule
 * locked: any thread at any time, on different outputs. @since 0.1
 */
TRNFFT_API trnfft_status trnfft_rfft_split_f32(int64_t n, const float *input,
                                               float *output_re, float *output_im);

/**
 * @brief trnfft_rfft() of one contiguous line: n real points forward, split f64.
 * @param n length of the transform (of the real side), >= 1
 * @param input n numbers, only read out of place
 * @param[out] output_re real parts of n/2 + 1 bins; may be input, which must then have
 * room for n/2 + 1
 * @param[out] output_im imaginary parts of n/2 + 1 bins
 * @return #TRNFFT_OK, or an error listed in fft.h: nothing was written.
 * @par Thread rule
 * locked: any thread at any time, on different outputs. @since 0.1
 */
TRNFFT_API trnfft_status trnfft_rfft_split_f64(int64_t n, const double *input,
                                               double *output_re, double *output_im);

/**
 * @brief trnfft_irfft() of one contiguous line: n/2 + 1 bins back to n real points,
 * divided by n, f32.
 * @param n length of the transform (of the real side), >= 1
 * @param input n/2 + 1 bins as pairs re, im
 * @param[out] output n numbers; may be input
 * @return #TRNFFT_OK, or an error listed in fft.h: nothing was written.
 * @par Thread rule
 * locked: any thread at any time, on different outputs. @since 0.1
 */
TRNFFT_API trnfft_status trnfft_irfft_f32(int64_t n, const float *input, float *output);

/**
 * @brief trnfft_irfft() of one contiguous line: n/2 + 1 bins back to n real points,
 * divided by n, f64.
 * @param n length of the transform (of the real side), >= 1
 * @param input n/2 + 1 bins as pairs re, im
 * @param[out] output n numbers; may be input
 * @return #TRNFFT_OK, or an error listed in fft.h: nothing was written.
 * @par Thread rule
 * locked: any thread at any time, on different outputs. @since 0.1
 */
TRNFFT_API trnfft_status trnfft_irfft_f64(int64_t n, const double *input,
                                          double *output);

/**
 * @brief trnfft_irfft() of one contiguous line: n/2 + 1 bins back to n real points,
 * divided by n, split f32.
 * @param n length of the transform (of the real side), >= 1
 * @param input_re,input_im real and imaginary parts of n/2 + 1 bins
 * @param[out] output n numbers; may be input_re, which must then have room for n
 * @return #TRNFFT_OK, or an error listed in fft.h: nothing was written.
 * @par Thread rule
 * locked: any thread at any time, on different outputs. @since 0.1
 */
TRNFFT_API trnfft_status trnfft_irfft_split_f32(int64_t n, const float *input_re,
                                                const float *input_im, float *output);

/**
 * @brief trnfft_irfft() of one contiguous line: n/2 + 1 bins back to n real points,
 * divided by n, split f64.
 * @param n length of the transform (of the real side), >= 1
 * @param input_re,input_im real and imaginary parts of n/2 + 1 bins
 * @param[out] output n numbers; may be input_re, which must then have room for n
 * @return #TRNFFT_OK, or an error listed in fft.h: nothing was written.
 * @par Thread rule
 * locked: any thread at any time, on different outputs. @since 0.1
 */
TRNFFT_API trnfft_status trnfft_irfft_split_f64(int64_t n, const double *input_re,
                                                const double *input_im, double *output);

/** @} */

#ifdef __cplusplus
}
#endif

#endif
