/**
 * @file stft.h
 * @brief Short-time Fourier transforms: torch.stft and torch.istft, whole signals and
 * streams.
 *
 * @par Frames
 * Frame t of a signal x starts at sample t * hop_length - pad, with pad = n_fft / 2
 * when centred, else 0; its bins are `X[k, t] = sum_{j < n_fft} w_j x[t hop_length -
 * pad + j] exp(-2 pi i j k / n_fft)`. A window shorter than n_fft is centred in it, the
 * odd zero on the right. Samples before the first and behind the last come from
 * pad_mode. There are `1 + (n + 2 pad - n_fft) / hop_length` frames of n samples; what
 * is left over is not transformed.
 *
 * @par Types
 * The arithmetic is done in f64 where the signal, the window or the result is f64, else
 * in f32. Signals may be f32, f64, bf16, f16 and samples (s16, s24: read as ±1).
 *
 * @par Errors
 * Every function returns #TRNFFT_OK or one of these, with a sentence in
 * trnfft_last_error(); nothing was written then.
 * - #TRNFFT_ERROR_INVALID_ARGUMENT: a NULL, an option out of range, a window of another
 *   length, a signal too short or a spectrum of other bins than the options say
 * - #TRNFFT_ERROR_INVALID_SHAPE: too few or too many dimensions, no frames, or a result
 * of another shape
 * - #TRNFFT_ERROR_INVALID_DTYPE: samples as a result; real where complex is needed or
 *   the reverse
 * - #TRNFFT_ERROR_INVALID_STRIDE: a result that overlaps itself
 * - #TRNFFT_ERROR_INVALID_ALIASING: a result that overlaps an input
 * - #TRNFFT_ERROR_NOLA: windows that sum to zero somewhere (trnfft_istft())
 * - #TRNFFT_ERROR_UNSUPPORTED: a tensor on a device that has no such transform
 * - #TRNFFT_ERROR_OUT_OF_MEMORY, #TRNFFT_ERROR_OVERFLOW: sizes beyond memory or 64 bits
 */
#ifndef TRNFFT_STFT_H
#define TRNFFT_STFT_H

#include <stddef.h>
#include <stdint.h>

#include <trnfft/context.h>
#include <trnfft/dtype.h>
#include <trnfft/export.h>
#include <trnfft/status.h>
#include <trnfft/tensor.h>

#ifdef __cplusplus
extern "C" {
#endif

/** @brief What stands before and behind a centred signal of n samples. Since 0.1. */
typedef TRNFFT_ENUM(trnfft_pad_mode){
    TRNFFT_PAD_REFLECT = 0,   /**< mirrored at the end samples; needs n > n_fft / 2 */
    TRNFFT_PAD_CONSTANT = 1,  /**< zeros */
    TRNFFT_PAD_REPLICATE = 2, /**< the end samples again; needs n >= 1 */
    TRNFFT_PAD_CIRCULAR = 3   /**< the other end; needs n >= n_fft / 2 */
} trnfft_pad_mode;

/** @brief The order of the last two dimensions of a spectrum. Since 0.1. */
typedef TRNFFT_ENUM(trnfft_stft_layout){
    TRNFFT_FREQ_TIME = 0, /**< (…, bins, frames), as torch */
    TRNFFT_TIME_FREQ = 1  /**< (…, frames, bins) */
} trnfft_stft_layout;

/** @brief Decide from the types: one-sided unless signal or window is complex. */
#define TRNFFT_ONESIDED_AUTO (-1)

/**
 * @brief Options of a short-time transform, torch's names. Since 0.1.
 *
 * Start from #TRNFFT_STFT_OPTIONS_INIT or trnfft_stft_options_init() and set n_fft.
 */
typedef struct trnfft_stft_options {
    size_t struct_size; /**< sizeof(trnfft_stft_options) */
    int64_t n_fft;      /**< points of each transform, >= 1; no default */
    int64_t hop_length; /**< samples from frame to frame, >= 1, for the inverse at most
                           win_length; default #TRNFFT_N_DEFAULT: n_fft / 4 */
    int64_t win_length; /**< 1 … n_fft; default #TRNFFT_N_DEFAULT: n_fft */
    const trnfft_tensor *window; /**< real or complex, win_length points; NULL, the
                                    default: rectangular */
    int32_t center;     /**< 1, the default: frame t is centred at t * hop_length; 0 */
    int32_t pad_mode;   /**< a #trnfft_pad_mode, read when centred */
    int32_t normalized; /**< 1: divide by sqrt(n_fft); default 0 */
    int32_t onesided; /**< 1: bins 0 … n_fft/2; 0: all; default #TRNFFT_ONESIDED_AUTO */
    int32_t align_to_window; /**< 1, only uncentred: the window, not the frame, of frame
                                0 starts at sample 0; default 0. STFT only */
    int32_t layout;          /**< a #trnfft_stft_layout; default #TRNFFT_FREQ_TIME */
    int32_t tolerate_edges;  /**< ISTFT: 1: samples near the ends that no window reaches
                                become 0 instead of an error; default 0 */
    int32_t return_complex;  /**< ISTFT: 1: a complex signal, of two-sided spectra only;
                                default 0 */
    int64_t stream_capacity; /**< streams: samples that may wait in it, >= 1; default
                                2^20 */
} trnfft_stft_options;

/** @brief Initialises a #trnfft_stft_options, C11 and C++17. Since 0.1. */
#define TRNFFT_STFT_OPTIONS_INIT                                                     \
    {                                                                                \
        sizeof(trnfft_stft_options), 0, TRNFFT_N_DEFAULT, TRNFFT_N_DEFAULT, NULL, 1, \
            0, 0, TRNFFT_ONESIDED_AUTO, 0, 0, 0, 0, (int64_t)1 << 20                 \
    }

/**
 * @brief Fills options with the defaults: the twin of #TRNFFT_STFT_OPTIONS_INIT.
 * @param[out] options overwritten whole; NULL: nothing happens
 * @par Thread rule
 * immutable: any thread at any time. @since 0.1
 */
TRNFFT_API void trnfft_stft_options_init(trnfft_stft_options *options);

/**
 * @brief Short-time Fourier transform: torch.stft(…, return_complex=True).
 * @param signal real or complex, (…, samples), rank 1 … 7, only read; batches are the
 * dimensions before the last
 * @param options as above; not NULL; its window is only read
 * @param[out] spectrum complex, of the shape that trnfft_stft_shape() gives; no memory
 * in common with signal or window
 * @return #TRNFFT_OK, or an error listed in stft.h: nothing was written. A first
 * call with a new kind of problem plans and allocates; may block for a moment.
 * @par Thread rule
 * locked: any thread at any time, on different outputs. @since 0.1
 */
TRNFFT_API trnfft_status trnfft_stft(const trnfft_tensor *signal,
                                     const trnfft_stft_options *options,
                                     const trnfft_tensor *spectrum);

/**
 * @brief The shape of the spectrum of trnfft_stft().
 * @param signal as for trnfft_stft(); only type, rank and shape matter
 * @param options as for trnfft_stft()
 * @param[out] shape rank + 1 sizes, the last two bins and frames in the order of the
 * layout; not NULL
 * @return #TRNFFT_OK, or an error as trnfft_stft() would: *shape is as it was. Does not
 * allocate or block.
 * @par Thread rule
 * immutable: any thread at any time, on different outputs. @since 0.1
 */
TRNFFT_API trnfft_status trnfft_stft_shape(const trnfft_tensor *signal,
                                           const trnfft_stft_options *options,
                                           int64_t *shape);

/**
 * @brief Inverse short-time Fourier transform: torch.istft.
 *
 * Transforms the frames back, multiplies by the window, adds them up and divides by the
 * sum of the squared windows (of a complex window: w^2, not |w|^2). That sum must not
 * vanish anywhere in the result.
 * @param spectrum complex, (…, bins, frames) or (…, frames, bins), rank 2 … 8, only
 * read. With onesided automatic the number of bins says what it is, n_fft/2 + 1 or
 * n_fft. Of a two-sided spectrum every bin is used; a real result is the real part.
 * @param options as above; not NULL; its window is only read
 * @param length samples of the result, >= 0: cut, or padded with zeros; -1: all that
 * the frames cover, less n_fft / 2 at either end when centred
 * @param[out] signal real (complex with return_complex), of the shape that
 * trnfft_istft_shape() gives; no memory in common with spectrum or window
 * @return #TRNFFT_OK, or an error listed in stft.h: nothing was written. A first
 * call with a new kind of problem plans and allocates; may block for a moment.
 * @par Thread rule
 * locked: any thread at any time, on different outputs. @since 0.1
 */
TRNFFT_API trnfft_status trnfft_istft(const trnfft_tensor *spectrum,
                                      const trnfft_stft_options *options,
                                      int64_t length, const trnfft_tensor *signal);

/**
 * @brief The shape of the signal of trnfft_istft().
 * @param spectrum as for trnfft_istft(); only type, rank and shape matter
 * @param options as for trnfft_istft()
 * @param length as for trnfft_istft()
 * @param[out] shape rank - 1 sizes; not NULL
 * @return #TRNFFT_OK, or an error as trnfft_istft() would: *shape is as it was. Does
 * not allocate or block.
 * @par Thread rule
 * immutable: any thread at any time, on different outputs. @since 0.1
 */
TRNFFT_API trnfft_status trnfft_istft_shape(const trnfft_tensor *spectrum,
                                            const trnfft_stft_options *options,
                                            int64_t length, int64_t *shape);

/** @brief Transforms a signal of unknown length as it comes; opaque. Since 0.1. */
typedef struct trnfft_stft_stream trnfft_stft_stream;

/**
 * @brief Begins the transform of a stream.
 *
 * The frames are those of trnfft_stft() of the whole signal, bit for bit.
 * @param context whose memory is used; NULL: the current one. The stream keeps it alive
 * @param dtype type of the samples: any #trnfft_dtype. Frames are f64 where samples or
 * window are f64, else f32
 * @param options as for trnfft_stft(), only read during the call, window included; not
 * NULL. #TRNFFT_PAD_CIRCULAR is refused when centred: it needs the end first
 * @param[out] stream the stream; not NULL
 * @return #TRNFFT_OK, or an error listed in stft.h: *stream is as it was.
 * Allocates all that the stream will ever need; may block for a moment. The caller owns
 * the stream: trnfft_stft_stream_destroy().
 * @par Thread rule
 * locked: any thread at any time. @since 0.1
 */
TRNFFT_API trnfft_status trnfft_stft_stream_create(trnfft_context *context,
                                                   int32_t dtype,
                                                   const trnfft_stft_options *options,
                                                   trnfft_stft_stream **stream);

/**
 * @brief Hands over samples.
 * @param stream from trnfft_stft_stream_create(); not NULL
 * @param samples n contiguous samples of the stream's type, any alignment; only read;
 * NULL allowed when n is 0
 * @param n how many, 0 … stream_capacity
 * @return #TRNFFT_OK: all were taken; #TRNFFT_AGAIN: none, pull frames first;
 * #TRNFFT_ERROR_INVALID_ARGUMENT: none, also after trnfft_stft_stream_finish(). Does
 * not allocate or block.
 * @par Thread rule
 * confined: one thread at a time per stream. @since 0.1
 */
TRNFFT_API trnfft_status trnfft_stft_stream_push(trnfft_stft_stream *stream,
                                                 const void *samples, int64_t n);

/**
 * @brief Takes the next frame.
 * @param stream from trnfft_stft_stream_create(); not NULL
 * @param[out] re real parts of trnfft_stft_stream_bins() bins, contiguous, f32 or f64
 * (see trnfft_stft_stream_dtype()), any alignment; not NULL
 * @param[out] im imaginary parts, the same; not NULL
 * @return #TRNFFT_OK: a frame; #TRNFFT_AGAIN: more samples, or
 * trnfft_stft_stream_finish(), needed; #TRNFFT_END: all frames were pulled;
 * #TRNFFT_ERROR_INVALID_ARGUMENT. Only #TRNFFT_OK writes. Does not allocate or block.
 * @par Thread rule
 * confined: one thread at a time per stream. @since 0.1
 */
TRNFFT_API trnfft_status trnfft_stft_stream_pull(trnfft_stft_stream *stream, void *re,
                                                 void *im);

/**
 * @brief Says that no more samples come: the padded rest can be pulled.
 * @param stream from trnfft_stft_stream_create(); not NULL
 * @return #TRNFFT_OK, also when called again; #TRNFFT_ERROR_INVALID_ARGUMENT for NULL,
 * or when the signal was too short for trnfft_stft(): there are no frames then. Does
 * not allocate or block.
 * @par Thread rule
 * confined: one thread at a time per stream. @since 0.1
 */
TRNFFT_API trnfft_status trnfft_stft_stream_finish(trnfft_stft_stream *stream);

/**
 * @brief Starts over with a new signal, as if just created.
 * @param stream from trnfft_stft_stream_create(); NULL: nothing happens. Does not
 * allocate or block.
 * @par Thread rule
 * confined: one thread at a time per stream. @since 0.1
 */
TRNFFT_API void trnfft_stft_stream_reset(trnfft_stft_stream *stream);

/**
 * @brief Bins of each frame.
 * @param stream from trnfft_stft_stream_create(); NULL gives 0
 * @return n_fft/2 + 1 or n_fft. Does not allocate or block.
 * @par Thread rule
 * immutable: any thread at any time. @since 0.1
 */
TRNFFT_API int64_t trnfft_stft_stream_bins(const trnfft_stft_stream *stream);

/**
 * @brief Type of the frames.
 * @param stream from trnfft_stft_stream_create(); NULL gives 0
 * @return #TRNFFT_F32 or #TRNFFT_F64. Does not allocate or block.
 * @par Thread rule
 * immutable: any thread at any time. @since 0.1
 */
TRNFFT_API int32_t trnfft_stft_stream_dtype(const trnfft_stft_stream *stream);

/**
 * @brief Frees a stream.
 * @param stream from trnfft_stft_stream_create(); NULL: nothing happens. May block for
 * a moment.
 * @par Thread rule
 * confined: the stream, once. @since 0.1
 */
TRNFFT_API void trnfft_stft_stream_destroy(trnfft_stft_stream *stream);

/** @brief Resynthesises a signal from frames as they come; opaque. Since 0.1. */
typedef struct trnfft_istft_stream trnfft_istft_stream;

/**
 * @brief Begins the resynthesis of a stream.
 *
 * The samples are those of trnfft_istft() of all frames, bit for bit.
 * @param context whose memory is used; NULL: the current one. The stream keeps it alive
 * @param dtype type of the frames and samples: #TRNFFT_F32 or #TRNFFT_F64
 * @param options as for trnfft_istft(), only read during the call, window included; not
 * NULL. Frames are one-sided unless onesided is 0; return_complex is refused
 * @param[out] stream the stream; not NULL
 * @return #TRNFFT_OK, or an error listed in stft.h: *stream is as it was.
 * Allocates all that the stream will ever need; may block for a moment. The caller owns
 * the stream: trnfft_istft_stream_destroy().
 * @par Thread rule
 * locked: any thread at any time. @since 0.1
 */
TRNFFT_API trnfft_status trnfft_istft_stream_create(trnfft_context *context,
                                                    int32_t dtype,
                                                    const trnfft_stft_options *options,
                                                    trnfft_istft_stream **stream);

/**
 * @brief Hands over one frame.
 * @param stream from trnfft_istft_stream_create(); not NULL
 * @param re real parts of the bins, contiguous, of the stream's type; only read; not
 * NULL
 * @param im imaginary parts, the same; not NULL
 * @return #TRNFFT_OK: it was taken; #TRNFFT_AGAIN: it was not, pull samples first;
 * #TRNFFT_ERROR_INVALID_ARGUMENT, also after trnfft_istft_stream_finish(). Does not
 * allocate or block.
 * @par Thread rule
 * confined: one thread at a time per stream. @since 0.1
 */
TRNFFT_API trnfft_status trnfft_istft_stream_push(trnfft_istft_stream *stream,
                                                  const void *re, const void *im);

/**
 * @brief Takes samples.
 * @param stream from trnfft_istft_stream_create(); not NULL
 * @param[out] samples receives at most n samples of the stream's type; NULL allowed
 * when n is 0
 * @param n how many are wanted, >= 0
 * @param[out] n_pulled how many came; not NULL
 * @return #TRNFFT_OK: *n_pulled samples, at least one (none when n is 0);
 * #TRNFFT_AGAIN: none, more frames or trnfft_istft_stream_finish() needed; #TRNFFT_END:
 * none, all were pulled; #TRNFFT_ERROR_NOLA: the windows sum to zero at the next
 * sample; #TRNFFT_ERROR_INVALID_ARGUMENT. *n_pulled is 0 but for #TRNFFT_OK, and as it
 * was for the latter. Does not allocate or block.
 * @par Thread rule
 * confined: one thread at a time per stream. @since 0.1
 */
TRNFFT_API trnfft_status trnfft_istft_stream_pull(trnfft_istft_stream *stream,
                                                  void *samples, int64_t n,
                                                  int64_t *n_pulled);

/**
 * @brief Says that no more frames come, and how long the signal is.
 * @param stream from trnfft_istft_stream_create(); not NULL
 * @param length as for trnfft_istft(), not less than what was pulled
 * @return #TRNFFT_OK; #TRNFFT_ERROR_INVALID_ARGUMENT, also when called again;
 * #TRNFFT_ERROR_INVALID_SHAPE without any frame. Does not allocate or block.
 * @par Thread rule
 * confined: one thread at a time per stream. @since 0.1
 */
TRNFFT_API trnfft_status trnfft_istft_stream_finish(trnfft_istft_stream *stream,
                                                    int64_t length);

/**
 * @brief Starts over with a new signal, as if just created.
 * @param stream from trnfft_istft_stream_create(); NULL: nothing happens. Does not
 * allocate or block.
 * @par Thread rule
 * confined: one thread at a time per stream. @since 0.1
 */
TRNFFT_API void trnfft_istft_stream_reset(trnfft_istft_stream *stream);

/**
 * @brief Bins of each frame.
 * @param stream from trnfft_istft_stream_create(); NULL gives 0
 * @return n_fft/2 + 1 or n_fft. Does not allocate or block.
 * @par Thread rule
 * immutable: any thread at any time. @since 0.1
 */
TRNFFT_API int64_t trnfft_istft_stream_bins(const trnfft_istft_stream *stream);

/**
 * @brief Frees a stream.
 * @param stream from trnfft_istft_stream_create(); NULL: nothing happens. May block for
 * a moment.
 * @par Thread rule
 * confined: the stream, once. @since 0.1
 */
TRNFFT_API void trnfft_istft_stream_destroy(trnfft_istft_stream *stream);

#ifdef __cplusplus
}
#endif

#endif
