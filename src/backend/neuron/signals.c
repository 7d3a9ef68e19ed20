/* signals.c - see signals.h. */
#include "backend/neuron/signals.h"

#include "tensor/component.h"

trnfft_status tfi_neuron_check_frames(const tfi_planner *planner,
                                      const tfi_stft_problem *problem)
{
    const int64_t frames = problem->n_items * problem->n_frames;
    const int64_t n = problem->setup.n_fft;
    return tfi_neuron_check_size(
        planner, frames < INT64_MAX / n ? frames * n : INT64_MAX, frames);
}

void tfi_neuron_load_spectra(const tfi_stft_plan *plan, const tfi_job *job,
                             int64_t bins, float *re, float *im)
{
    const tfi_stft_problem *q = &plan->problem;
    for (int64_t item = 0; item < q->n_items; item++) {
        const tfi_stft_data x = tfi_stft_spectrum(plan, &job->operands[0], item);
        for (int64_t f = 0; f < q->n_frames; f++) {
            const int64_t at = (item * q->n_frames + f) * bins;
            const int64_t from = f * x.s_time * x.size;
            tfi_load_f32(x.dtype, x.re + from, x.s_freq, bins, re + at, 1);
            tfi_load_f32(x.dtype, x.im + from, x.s_freq, bins, im + at, 1);
        }
    }
}

int64_t tfi_neuron_samples_in(const tfi_stft_problem *problem, int64_t total)
{
    const int64_t there = total > problem->setup.pad ? total - problem->setup.pad : 0;
    return there < problem->n_samples ? there : problem->n_samples;
}

void tfi_neuron_store_signal(const tfi_stft_plan *plan, const tfi_job *job,
                             int64_t item, int64_t total, const float *re,
                             const float *im)
{
    const tfi_stft_problem *q = &plan->problem;
    const int64_t count = tfi_neuron_samples_in(q, total);
    const tfi_stft_data y = tfi_stft_signal(plan, &job->operands[1], item);
    const float *from[2] = { re, im };
    char *to[2] = { y.re, y.im };
    const float zero = 0.0f;
    for (int c = 0; c < (im != NULL ? 2 : 1); c++) {
        tfi_store_f32(y.dtype, to[c], y.s_time, count, from[c] + q->setup.pad, 1);
        for (int64_t i = count; i < q->n_samples; i++) {
            tfi_store_f32(y.dtype, to[c] + i * y.s_time * y.size, y.s_time, 1, &zero,
                          1);
        }
    }
}
