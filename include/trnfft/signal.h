/**
 * @file signal.h
 * @brief What is done with spectra of sound: power, decibels, mel filters, Griffin-Lim.
 *
 * Every function returns #TRNFFT_OK or an error with a sentence in trnfft_last_error();
 * nothing was written then. Tensors may have any strides and floating-point type; the
 * arithmetic is in f64 and rounded once, unless a function says otherwise.
 */
#ifndef TRNFFT_SIGNAL_H
#define TRNFFT_SIGNAL_H

#include <stddef.h>
#include <stdint.h>

#include <trnfft/export.h>
#include <trnfft/status.h>
#include <trnfft/stft.h>
#include <trnfft/tensor.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * @brief Power of a spectrum: `p = re^2 + im^2`.
 * @param spectrum complex or real, only read
 * @param[out] power real, of the same shape; no memory in common with spectrum, or its
 * very real parts
 * @return #TRNFFT_OK, #TRNFFT_ERROR_INVALID_ARGUMENT, #TRNFFT_ERROR_INVALID_SHAPE,
 * #TRNFFT_ERROR_INVALID_DTYPE, #TRNFFT_ERROR_INVALID_STRIDE or
 * #TRNFFT_ERROR_INVALID_ALIASING. Does not allocate or block.
 * @par Thread rule
 * immutable: any thread at any time, on different outputs. @since 0.1
 */
TRNFFT_API trnfft_status trnfft_power(const trnfft_tensor *spectrum,
                                      const trnfft_tensor *power);

/**
 * @brief Magnitude of a spectrum: `m = sqrt(re^2 + im^2)`, without overflow.
 * @param spectrum complex or real, only read
 * @param[out] magnitude real, of the same shape; overlap as in trnfft_power()
 * @return as trnfft_power(). Does not allocate or block.
 * @par Thread rule
 * immutable: any thread at any time, on different outputs. @since 0.1
 */
TRNFFT_API trnfft_status trnfft_magnitude(const trnfft_tensor *spectrum,
                                          const trnfft_tensor *magnitude);

/**
 * @brief Power in decibels: librosa.power_to_db, item by item.
 *
 * Computes `d = 10 log10(max(p, amin)) - 10 log10(max(ref, amin))`, then raises what is
 * more than top_db below the largest d of its item. An item is the last two dimensions.
 * @param power real, only read
 * @param ref the power of 0 dB, >= 0
 * @param amin the smallest power told from zero, > 0; librosa's default is 1e-10
 * @param top_db the range kept below the largest value of an item, >= 0; negative: all
 * @param[out] db real, of the same shape; may be the very memory of power
 * @return as trnfft_power(). Does not allocate or block.
 * @par Thread rule
 * immutable: any thread at any time, on different outputs. @since 0.1
 */
TRNFFT_API trnfft_status trnfft_to_db(const trnfft_tensor *power, double ref,
                                      double amin, double top_db,
                                      const trnfft_tensor *db);

/** @brief Scales of pitch. Since 0.1. */
typedef TRNFFT_ENUM(trnfft_mel_scale){
    TRNFFT_MEL_SLANEY = 0, /**< linear to 1 kHz, logarithmic above: librosa's default */
    TRNFFT_MEL_HTK = 1     /**< 2595 log10(1 + f / 700) */
} trnfft_mel_scale;

/** @brief Norms of mel filters. Since 0.1. */
typedef TRNFFT_ENUM(trnfft_mel_norm){
    TRNFFT_MEL_NORM_SLANEY =
        0,                   /**< each filter has area 1 over Hz: librosa's default */
    TRNFFT_MEL_NORM_NONE = 1 /**< each filter reaches 1 */
} trnfft_mel_norm;

/**
 * @brief Hz to mel.
 * @param hz frequency, >= 0
 * @param scale a #trnfft_mel_scale
 * @return mel; NaN for another scale. Does not allocate or block.
 * @par Thread rule
 * immutable: any thread at any time. @since 0.1
 */
TRNFFT_API double trnfft_hz_to_mel(double hz, int32_t scale);

/**
 * @brief Mel to Hz.
 * @param mel pitch, >= 0
 * @param scale a #trnfft_mel_scale
 * @return Hz; NaN for another scale. Does not allocate or block.
 * @par Thread rule
 * immutable: any thread at any time. @since 0.1
 */
TRNFFT_API double trnfft_mel_to_hz(double mel, int32_t scale);

/**
 * @brief Options of a mel filter bank, librosa's defaults. Since 0.1.
 *
 * Start from #TRNFFT_MEL_OPTIONS_INIT or trnfft_mel_options_init() and set sample_rate
 * and n_fft.
 */
typedef struct trnfft_mel_options {
    size_t struct_size; /**< sizeof(trnfft_mel_options) */
    double sample_rate; /**< Hz, > 0; no default */
    int64_t n_fft;      /**< points of the transform, 1 … 2^48; no default */
    int64_t n_mels;     /**< filters, 1 … 2^32; default 128 */
    double f_min;       /**< Hz, lowest edge, >= 0; default 0 */
    double f_max;       /**< Hz, highest edge, > f_min; default -1: sample_rate / 2 */
    int32_t scale;      /**< a #trnfft_mel_scale; default #TRNFFT_MEL_SLANEY */
    int32_t norm;       /**< a #trnfft_mel_norm; default #TRNFFT_MEL_NORM_SLANEY */
} trnfft_mel_options;

/** @brief Initialises a #trnfft_mel_options, C11 and C++17. Since 0.1. */
#define TRNFFT_MEL_OPTIONS_INIT                                  \
    {                                                            \
        sizeof(trnfft_mel_options), 0.0, 0, 128, 0.0, -1.0, 0, 0 \
    }

/**
 * @brief Fills options with the defaults: the twin of #TRNFFT_MEL_OPTIONS_INIT.
 * @param[out] options overwritten whole; NULL: nothing happens
 * @par Thread rule
 * immutable: any thread at any time. @since 0.1
 */
TRNFFT_API void trnfft_mel_options_init(trnfft_mel_options *options);

/**
 * @brief A bank of triangular filters: librosa.filters.mel.
 * @param options as above; not NULL
 * @param[out] filters real, (n_mels, n_fft / 2 + 1): the weight of each bin in each
 * filter
 * @param[out] n_empty how many filters have no bin at all, which usually means that
 * n_mels is too large for n_fft; such a bank is also reported to the log callback of
 * the current context as #TRNFFT_LOG_WARNING; NULL allowed
 * @return #TRNFFT_OK, also with empty filters; else as trnfft_power(). The first call
 * may make the default context; may block for a moment.
 * @par Thread rule
 * locked: any thread at any time, on different outputs. @since 0.1
 */
TRNFFT_API trnfft_status trnfft_mel_filters(const trnfft_mel_options *options,
                                            const trnfft_tensor *filters,
                                            int64_t *n_empty);

/**
 * @brief Mel spectrogram: filters times power.
 *
 * Computes `out[…, m, t] = sum_k filters[m, k] power[…, k, t]` in the order of k; bins
 * whose weight is 0 are left out.
 * @param power real, (…, bins, frames), only read
 * @param filters real, (n_mels, bins), only read
 * @param[out] mel real, (…, n_mels, frames); no memory in common with the others
 * @return as trnfft_power(). Does not allocate or block.
 * @par Thread rule
 * immutable: any thread at any time, on different outputs. @since 0.1
 */
TRNFFT_API trnfft_status trnfft_mel_spectrogram(const trnfft_tensor *power,
                                                const trnfft_tensor *filters,
                                                const trnfft_tensor *mel);

/** @brief Where Griffin-Lim starts. Since 0.1. */
typedef TRNFFT_ENUM(trnfft_phase_init){
    TRNFFT_PHASE_RANDOM = 0, /**< uniform phases from the seed: librosa's default */
    TRNFFT_PHASE_ZERO = 1    /**< all phases 0 */
} trnfft_phase_init;

/**
 * @brief Options of trnfft_griffin_lim(), librosa's defaults. Since 0.1.
 *
 * Start from #TRNFFT_GRIFFIN_LIM_OPTIONS_INIT or trnfft_griffin_lim_options_init().
 */
typedef struct trnfft_griffin_lim_options {
    size_t struct_size; /**< sizeof(trnfft_griffin_lim_options) */
    int64_t n_iter;     /**< rounds, >= 0; default 32 */
    double momentum;    /**< >= 0; default 0.99; 0: the original method */
    uint64_t seed;      /**< of the random phases; default 0: the same seed, the same
                           phases */
    int32_t init;       /**< a #trnfft_phase_init; default #TRNFFT_PHASE_RANDOM */
    int32_t reserved;   /**< 0 */
} trnfft_griffin_lim_options;

/** @brief Initialises a #trnfft_griffin_lim_options, C11 and C++17. Since 0.1. */
#define TRNFFT_GRIFFIN_LIM_OPTIONS_INIT                       \
    {                                                         \
        sizeof(trnfft_griffin_lim_options), 32, 0.99, 0, 0, 0 \
    }

/**
 * @brief Fills options with the defaults: the twin of #TRNFFT_GRIFFIN_LIM_OPTIONS_INIT.
 * @param[out] options overwritten whole; NULL: nothing happens
 * @par Thread rule
 * immutable: any thread at any time. @since 0.1
 */
TRNFFT_API void trnfft_griffin_lim_options_init(trnfft_griffin_lim_options *options);

/**
 * @brief A signal whose short-time spectrum has the given magnitude:
 * librosa.griffinlim, the fast method of Perraudin, Balazs and Søndergaard.
 *
 * Computed in f64 where magnitude or signal is f64, else in f32.
 * @param magnitude real, not negative, (…, bins, frames) or (…, frames, bins),
 * one-sided; only read
 * @param stft the transform, as for trnfft_stft() and trnfft_istft() with
 * tolerate_edges; real window; not NULL. librosa pads with
 * #TRNFFT_PAD_CONSTANT
 * @param options as above; NULL: the defaults
 * @param length samples of the signal as for trnfft_istft(); the rounds use it only
 * where it gives as many frames as there are
 * @param[out] signal real, of the shape of trnfft_istft(); no memory in common with
 * magnitude
 * @return #TRNFFT_OK, an error as those of trnfft_stft() and trnfft_istft() (nothing
 * was written), #TRNFFT_ERROR_OUT_OF_MEMORY. Allocates three spectra, the magnitude and
 * a signal for the call; may block for a moment.
 * @par Thread rule
 * locked: any thread at any time, on different outputs. @since 0.1
 */
TRNFFT_API trnfft_status trnfft_griffin_lim(const trnfft_tensor *magnitude,
                                            const trnfft_stft_options *stft,
                                            const trnfft_griffin_lim_options *options,
                                            int64_t length,
                                            const trnfft_tensor *signal);

#ifdef __cplusplus
}
#endif

#endif
