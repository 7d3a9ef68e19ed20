/* signal_args.h - the options that stft, istft, spectrogram and mel share, named as in
 * torch. */
#ifndef TRNFFT_TOOLS_SIGNAL_ARGS_H
#define TRNFFT_TOOLS_SIGNAL_ARGS_H

#include "arrays.h"

typedef struct signal_args {
    int64_t n_fft, hop_length, win_length; /* -1: default */
    const char *window; /* a name, name:parameter, or a .npy file; NULL: none */
    bool periodic, center, normalized, align_to_window, tolerate_edges;
    int onesided;         /* -1: by the input */
    int pad_mode, layout; /* of PAD_MODES, LAYOUTS */
} signal_args;

#define PAD_MODES "reflect|constant|replicate|circular"
#define LAYOUTS   "freq-time|time-freq"
#define SIGNAL_ARGS_INIT                                                   \
    {                                                                      \
        .n_fft = -1, .hop_length = -1, .win_length = -1, .periodic = true, \
        .center = true, .onesided = -1                                     \
    }

/* clang-format off */
#define SIGNAL_FRAME_OPTIONS(type, field) \
    { "n-fft", 0, CLI_INT, offsetof(type, field.n_fft), "N", "length of the transforms", \
      NULL }, \
    { "hop-length", 0, CLI_SIZE, offsetof(type, field.hop_length), "N", \
      "samples from frame to frame; default: n-fft / 4", NULL }, \
    { "win-length", 0, CLI_SIZE, offsetof(type, field.win_length), "N", \
      "length of the window; default: n-fft", NULL }, \
    { "window", 0, CLI_TEXT, offsetof(type, field.window), "NAME|FILE.npy", \
      "hann, hamming, blackman, kaiser:12 …, or a file", NULL }, \
    { "periodic", 0, CLI_BOOL, offsetof(type, field.periodic), NULL, \
      "windows by name are periodic (default) or symmetric", NULL }
/* clang-format on */

/* clang-format off */
#define SIGNAL_TORCH_OPTIONS(type, field) \
    SIGNAL_FRAME_OPTIONS(type, field), \
    { "center", 0, CLI_BOOL, offsetof(type, field.center), NULL, \
      "frames are centred on their time (default)", NULL }, \
    { "normalized", 0, CLI_BOOL, offsetof(type, field.normalized), NULL, \
      "scaled by 1 / sqrt(n-fft); default: not", NULL }, \
    { "onesided", 0, CLI_SWITCH, offsetof(type, field.onesided), NULL, \
      "only the non-negative frequencies (default for real signals)", NULL }, \
    { "layout", 0, CLI_CHOICE, offsetof(type, field.layout), NULL, \
      "order of the last two dimensions; default: freq-time", LAYOUTS }
/* clang-format on */

/* A window by name, of `length` points and real type `type`, or the numbers of a file
 * (.npy in its own type). Prints and returns an exit status; *out is to be freed. */
int make_window(const char *text, int64_t length, bool periodic, io_type type,
                io_array *out);

/* Fills the library's options; `window` (an array that lives as long as *out) and
 * `view` are storage for the window. `type` is that of the signal. */
int make_stft_options(const signal_args *a, io_type type, io_array *window,
                      trnfft_tensor *view, trnfft_stft_options *out);

#endif
