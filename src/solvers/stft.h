/* stft.h - the problem of short-time transforms and their inverses, and what their
 * solvers share with the streams of src/signal.
 *
 * Determinism: frame f is window times samples, then one line transform; sample t of
 * the inverse is the sum over its frames in ascending order, divided by the sum of
 * their squared windows in the same order. How many frames go through a line plan at
 * once changes nothing of that. */
#ifndef TFI_SOLVERS_STFT_H
#define TFI_SOLVERS_STFT_H

#include <trnfft/plan.h>

#include "plan/job.h"
#include "plan/kind.h"
#include "plan/line.h"
#include "solvers/stft_setup.h"

extern const tfi_kind tfi_kind_stft, tfi_kind_istft;
extern const tfi_solver tfi_solver_stft, tfi_solver_istft;

/* Layout without pointers: those are NULL, `layout` (trnfft_layout) says what im was.
 */
typedef struct tfi_stft_view {
    trnfft_tensor t;
    int64_t layout;
} tfi_stft_view;

typedef struct tfi_stft_problem {
    tfi_problem base;
    tfi_stft_setup setup;
    tfi_stft_view signal, spectrum, window;
    int64_t n_samples, n_frames, n_items; /* items of the batch */
    int64_t n_threads;
} tfi_stft_problem;

/* Check signal or spectrum and options, and give the shape of the result (room for rank
 * + 1). */
trnfft_status tfi_stft_infer(const char *function, const trnfft_tensor *signal,
                             const trnfft_stft_options *options, tfi_stft_setup *setup,
                             int64_t *shape);
trnfft_status tfi_istft_infer(const char *function, const trnfft_tensor *spectrum,
                              const trnfft_stft_options *options, int64_t length,
                              tfi_stft_setup *setup, int64_t *shape);
/* An error unless input (NULL: none) and output are apart. */
trnfft_status tfi_check_no_overlap(const char *function, const char *name,
                                   const trnfft_tensor *input,
                                   const trnfft_tensor *output);

/* The kind of line that a setup needs, forward or back. */
tfi_line_kind tfi_stft_line_kind(const tfi_stft_setup *setup);
tfi_line_kind tfi_istft_line_kind(const tfi_stft_setup *setup);

/* The window as n_fft points of the compute type: win_length points, ones without a
 * window, with zeros around. im is written if the window is complex. */
void tfi_stft_window(const tfi_stft_setup *setup, const trnfft_tensor *window, void *re,
                     void *im);

/* Where the parts of one run lie in scratch: regions of so many bytes, each 64-byte
 * aligned. */
typedef struct tfi_scratch_region {
    void **pointer;
    size_t bytes;
} tfi_scratch_region;

/* Bytes of all regions; with `memory` also sets their pointers (NULL where bytes is 0).
 */
size_t tfi_scratch_split(const tfi_scratch_region *regions, size_t n, void *memory);

/* Sum of squared windows: w = window of n_fft points; t counts from the start of frame
 * 0. */
typedef struct tfi_envelope {
    const tfi_stft_setup *setup;
    const void *re, *im; /* window, compute type; im NULL: real */
    void *period_re,
        *period_im; /* hop values: where all windows that can reach t are there */
    bool safe;      /* set by tfi_envelope_prepare(): real, and no value of the period
                       vanishes */
    void (*divide)(const void *y, void *x, int64_t n); /* a kernel; NULL: a loop */
} tfi_envelope;

/* Computes the period. */
void tfi_envelope_prepare(tfi_envelope *e);
/* Whether t, among n_frames frames (INT64_MAX: no end), is reached by as many as any.
 */
bool tfi_envelope_inside(const tfi_envelope *e, int64_t n_frames, int64_t t);
/* The value at t as the run uses it. */
void tfi_envelope_at(const tfi_envelope *e, int64_t n_frames, int64_t t, double *re,
                     double *im);
/* True where it counts as nothing. */
bool tfi_envelope_vanishes(const tfi_envelope *e, int64_t n_frames, int64_t t);

/* x[i] (complex if im) becomes x[i] / envelope(t + i), or 0 where that vanishes. */
void tfi_envelope_divide(const tfi_envelope *e, int64_t n_frames, int64_t t,
                         int64_t count, void *re, void *im);

/* acc[l hop + j] += window[j] tile[j * lanes + l], each sample in ascending order of l;
 * complex if acc_im is there. */
void tfi_istft_add(const tfi_stft_setup *setup, const void *window_re,
                   const void *window_im, const void *tile_re, const void *tile_im,
                   int64_t lanes, void *acc_re, void *acc_im);

/* tile[j * lanes + l] = window[j] row_l[j]; complex if window or rows are. */
void tfi_stft_weigh(const tfi_stft_setup *setup, const void *window_re,
                    const void *window_im, const void *const *rows_re,
                    const void *const *rows_im, int64_t lanes, void *tile_re,
                    void *tile_im);

/* Scale of the line transform. */
double tfi_stft_scale(const tfi_stft_setup *setup);
double tfi_istft_scale(const tfi_stft_setup *setup);

#endif
