/* signals.h - what frames cut by the host (frames.c) and frames on the device
 * (framing.c) share: sizes, spectra and signals between operands and stages. */
#ifndef TFI_NEURON_SIGNALS_H
#define TFI_NEURON_SIGNALS_H

#include "backend/neuron/stage.h"
#include "solvers/stft_run.h"

/* tfi_neuron_check_size() of all frames. */
trnfft_status tfi_neuron_check_frames(const tfi_planner *planner,
                                      const tfi_stft_problem *problem);

/* The first `bins` bins of all frames of the operand 0, frame after frame. */
void tfi_neuron_load_spectra(const tfi_stft_plan *plan, const tfi_job *job,
                             int64_t bins, float *re, float *im);

/* How many samples of an item `total` of them, padding included, give. */
int64_t tfi_neuron_samples_in(const tfi_stft_problem *problem, int64_t total);
/* An item's samples, padding included, to operand 1; zeros beyond. im NULL: real. */
void tfi_neuron_store_signal(const tfi_stft_plan *plan, const tfi_job *job,
                             int64_t item, int64_t total, const float *re,
                             const float *im);

#endif
