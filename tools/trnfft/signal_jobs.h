/* signal_jobs.h - whole pieces of work on files, shared by the verbs and the
 * demonstration. */
#ifndef TRNFFT_TOOLS_SIGNAL_JOBS_H
#define TRNFFT_TOOLS_SIGNAL_JOBS_H

#include <math.h>

#include "chart.h"
#include "signal_args.h"

/* What was done, for tables and --json. Times in seconds. */
typedef struct job_report {
    const char *input, *output;
    int64_t samples, rate, channels, frames, bins;
    double read_s, transform_s, other_s,
        total_s; /* other: writing, mel bands, drawing */
} job_report;

typedef struct stft_job {
    const char *input, *output; /* output NULL: text on stdout */
    file_options file;
    signal_args signal;
    bool return_complex; /* istft */
    int64_t length;      /* istft; -1: by the frames */
} stft_job;

int stft_file(const stft_job *job, job_report *report);
int istft_file(const stft_job *job, job_report *report);

/* What the option tables of stft and istft fill. */
typedef struct stft_line {
    stft_job job;
    bool json, return_complex;
} stft_line;

/* The whole of both verbs; `work` is stft_file or istft_file. Returns an exit status.
 */
int run_stft_line(const cli_verb *verb, int argc, char **argv,
                  int (*work)(const stft_job *job, job_report *report));

typedef struct picture_job {
    const char *input, *output;
    const char *title; /* NULL: the name of the input */
    file_options file;
    signal_args signal;
    bool mel, decibel, log_frequency;
    int64_t n_mels;
    int mel_scale, mel_norm; /* of MEL_SCALES, MEL_NORMS */
    double f_min, f_max;     /* NaN: default */
    double amin, top_db;
    int64_t size[2];
    int map; /* colour_map */
} picture_job;

#define MEL_SCALES "htk|slaney"
#define MEL_NORMS  "none|slaney"
#define PICTURE_JOB_INIT                                                          \
    {                                                                             \
        .signal = SIGNAL_ARGS_INIT, .decibel = true, .n_mels = 128, .f_min = NAN, \
        .f_max = NAN, .amin = 1e-10, .top_db = 80.0, .size = { 1280, 720 },       \
        .map = MAP_MAGMA, .mel_scale = 1                                          \
    }

/* Draws a spectrogram of any length: frames that share a column of pixels are averaged.
 */
int spectrogram_file(const picture_job *job, job_report *report);
/* Writes the mel spectrogram as an array (…, mel bands, frames). */
int mel_file(const picture_job *job, job_report *report);

int report_print_json(const job_report *report);
/* The last part of a path. */
const char *base_name(const char *path);

#endif
