/* stft_setup.h - a short-time transform, resolved: every default filled in, every
 * option checked. Frames, padding and the sum of squared windows follow from these
 * numbers alone. */
#ifndef TFI_SOLVERS_STFT_SETUP_H
#define TFI_SOLVERS_STFT_SETUP_H

#include <stdbool.h>
#include <stdint.h>

#include <trnfft/stft.h>

#include "base/status.h"

typedef struct tfi_stft_setup {
    int64_t n_fft, hop, win_length;
    int64_t left; /* zeros before the window in n_fft points */
    int64_t pad;  /* samples invented before and behind the signal */
    int64_t bins; /* stored bins: n_fft/2 + 1 or n_fft */
    int32_t pad_mode;
    int32_t compute; /* TRNFFT_F32 or TRNFFT_F64 */
    int32_t center, normalized, onesided, time_first, tolerate_edges;
    int32_t has_window, complex_window;
    int32_t complex_signal; /* of the signal, input or output */
} tfi_stft_setup;

/* The options complete, as far as this library knows them. */
trnfft_status tfi_stft_read_options(const char *function,
                                    const trnfft_stft_options *options,
                                    trnfft_stft_options *o);
/* The window's view once more, its data included. */
trnfft_status tfi_check_window_data(const char *function, const trnfft_stft_options *o);
/* Reads options of the forward transform of `signal` (its type, and whether it is
 * complex). */
trnfft_status tfi_stft_resolve(const char *function, const trnfft_stft_options *options,
                               const trnfft_tensor *signal, tfi_stft_setup *setup);
/* Reads options of the inverse of a spectrum with so many bins; bins -1: by onesided
 * alone, automatic meaning one-sided. `dtype` is the spectrum's. */
trnfft_status tfi_istft_resolve(const char *function,
                                const trnfft_stft_options *options, int32_t dtype,
                                int64_t bins, tfi_stft_setup *setup);

/* How many frames n samples have; an error where they are too few for the padding or a
 * frame. */
trnfft_status tfi_stft_count(const char *function, const tfi_stft_setup *setup,
                             int64_t n, int64_t *n_frames);
/* Samples of the inverse of so many frames; length as in trnfft_istft(). */
trnfft_status tfi_istft_count(const char *function, const tfi_stft_setup *setup,
                              int64_t n_frames, int64_t length, int64_t *n);

/* Which of n samples stands at position i, -pad <= i < n + pad; -1: a zero. */
int64_t tfi_stft_pad_index(int32_t pad_mode, int64_t n, int64_t i);

/* A sum of squared windows below this counts as none. */
#define TFI_NOLA 1e-11

/* The sentence for it, at sample t - pad. `edge`: fewer windows reach it than those
 * inside. */
trnfft_status tfi_stft_fail_nola(const char *function, const tfi_stft_setup *setup,
                                 int64_t t, bool edge);

#endif
