/* spectrogram.h - power over time and frequency, or mel bands, of a file of any length.
 */
#ifndef TRNFFT_TOOLS_SPECTROGRAM_H
#define TRNFFT_TOOLS_SPECTROGRAM_H

#include "frames.h"
#include "signal_jobs.h"

/* Mel filters of which only the part that is not zero is applied. */
typedef struct mel_bank {
    int64_t n_mels, bins;
    float *weights;        /* n_mels × bins */
    int64_t *first, *last; /* of each filter: weights that count, last exclusive */
    double *centre_hz;
} mel_bank;

int mel_bank_create(const picture_job *job, int64_t n_fft, int64_t rate, mel_bank *out);
void mel_bank_free(mel_bank *b);
/* power: bins, out: n_mels. */
void mel_bank_apply(const mel_bank *b, const float *power, float *out);

/* A signal that was opened with the defaults of pictures: one channel, a window of
 * about 43 ms. */
typedef struct picture_signal {
    sample_source *source;
    signal_args args; /* with all defaults filled in */
    io_array window;
    trnfft_tensor view;
    trnfft_stft_options options;
    double window_sum;
    frame_run run;
} picture_signal;

/* wanted_columns > 0: the default hop gives at least so many frames, if that makes
 * sense. */
int picture_signal_open(const picture_job *job, int64_t wanted_columns,
                        bool one_channel, picture_signal *out);
void picture_signal_close(picture_signal *p);
/* What a run that began at `start` did. */
void picture_report(const picture_signal *p, int64_t bins, double start,
                    job_report *report);

/* |X|² of one frame. */
void frame_power(io_type type, int64_t bins, const void *re, const void *im,
                 float *out);

#endif
