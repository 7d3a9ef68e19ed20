/* stft.c - torch.stft and torch.istft on tensors: the options become a problem, the
 * cache gives its plan. */
#include <string.h>

#include <trnfft/stft.h>

#include "base/status.h"
#include "plan/cached.h"
#include "solvers/stft.h"
#include "tensor/view.h"

/* Runs a problem of one of the two kinds, with the window as third operand. */
static trnfft_status run(const char *function, trnfft_problem *problem,
                         const trnfft_stft_options *o)
{
    problem->stft = o;
    TFI_TRY(tfi_check_window_data(function, o));
    if (o->window != NULL) {
        TFI_TRY(tfi_check_no_overlap(function, "window", o->window, &problem->out));
        problem->b = *o->window;
    }
    return tfi_run_problem(function, problem, NULL);
}

trnfft_status trnfft_stft(const trnfft_tensor *signal,
                          const trnfft_stft_options *options,
                          const trnfft_tensor *spectrum)
{
    static const char function[] = "trnfft_stft";
    trnfft_stft_options o;
    TFI_TRY(tfi_tensor_check(function, "signal", signal));
    TFI_TRY(tfi_tensor_check_output(function, "spectrum", spectrum));
    TFI_TRY(tfi_stft_read_options(function, options, &o));
    trnfft_problem problem = TRNFFT_PROBLEM_INIT;
    problem.kind = TRNFFT_KIND_STFT;
    problem.in = *signal;
    problem.out = *spectrum;
    return run(function, &problem, &o);
}

trnfft_status trnfft_stft_shape(const trnfft_tensor *signal,
                                const trnfft_stft_options *options, int64_t *shape)
{
    static const char function[] = "trnfft_stft_shape";
    tfi_stft_setup setup;
    int64_t found[TRNFFT_MAX_RANK];
    TFI_TRY(tfi_stft_infer(function, signal, options, &setup, found));
    if (shape == NULL) {
        return tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT, "%s: shape = NULL", function);
    }
    memcpy(shape, found, (size_t)(signal->rank + 1) * sizeof shape[0]);
    return TRNFFT_OK;
}

trnfft_status trnfft_istft(const trnfft_tensor *spectrum,
                           const trnfft_stft_options *options, int64_t length,
                           const trnfft_tensor *signal)
{
    static const char function[] = "trnfft_istft";
    trnfft_stft_options o;
    TFI_TRY(tfi_tensor_check(function, "spectrum", spectrum));
    TFI_TRY(tfi_tensor_check_output(function, "signal", signal));
    TFI_TRY(tfi_stft_read_options(function, options, &o));
    trnfft_problem problem = TRNFFT_PROBLEM_INIT;
    problem.kind = TRNFFT_KIND_ISTFT;
    problem.in = *spectrum;
    problem.out = *signal;
    problem.length = length;
    return run(function, &problem, &o);
}

trnfft_status trnfft_istft_shape(const trnfft_tensor *spectrum,
                                 const trnfft_stft_options *options, int64_t length,
                                 int64_t *shape)
{
    static const char function[] = "trnfft_istft_shape";
    tfi_stft_setup setup;
    int64_t found[TRNFFT_MAX_RANK];
    TFI_TRY(tfi_istft_infer(function, spectrum, options, length, &setup, found));
    if (shape == NULL) {
        return tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT, "%s: shape = NULL", function);
    }
    memcpy(shape, found, (size_t)(spectrum->rank - 1) * sizeof shape[0]);
    return TRNFFT_OK;
}
