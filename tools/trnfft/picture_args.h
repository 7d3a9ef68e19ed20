/* picture_args.h - the options that the verbs spectrogram and mel share. */
#ifndef TRNFFT_TOOLS_PICTURE_ARGS_H
#define TRNFFT_TOOLS_PICTURE_ARGS_H

#include "signal_jobs.h"

/* clang-format off */
#define MEL_OPTIONS(type, field, least) \
    { "n-mels", 0, CLI_INT, offsetof(type, field.n_mels), "N", \
      "how many mel bands; default: 128", NULL }, \
    { "f-min", 0, CLI_REAL, offsetof(type, field.f_min), "HZ", \
      "lower end of the frequencies; default: " least, NULL }, \
    { "f-max", 0, CLI_REAL, offsetof(type, field.f_max), "HZ", \
      "upper end; default: half the rate", NULL }, \
    { "mel-scale", 0, CLI_CHOICE, offsetof(type, field.mel_scale), NULL, \
      "default: slaney", MEL_SCALES }, \
    { "norm", 0, CLI_CHOICE, offsetof(type, field.mel_norm), NULL, \
      "filters of area 1 (slaney; default of mel) or height 1 (none)", MEL_NORMS }
/* clang-format on */

#endif
