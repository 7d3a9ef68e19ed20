/* cached.h - how the functions of fft.h and signal.h reach a plan: look it up in the
 * context's cache, make it if need be, run it on the problem's own pointers. */
#ifndef TFI_PLAN_CACHED_H
#define TFI_PLAN_CACHED_H

#include <trnfft/plan.h>

#include "base/status.h"

/* The whole of a torch function: checks, plans (or finds), executes, releases.
 * `function` is the public name that sentences begin with, "trnfft_rfft". The problem's
 * views carry the data. options NULL: the defaults. No dimensions (n_dim = 0) means all
 * of them; "none" is TRNFFT_KIND_COPY. */
trnfft_status tfi_run_problem(const char *function, const trnfft_problem *problem,
                              const trnfft_plan_options *options);

/* The plan alone, with a reference that tfi_plan_release() gives back. ctx NULL:
 * current. */
trnfft_status tfi_cached_plan(trnfft_context *ctx, const char *function,
                              const trnfft_problem *problem,
                              const trnfft_plan_options *options, trnfft_plan **out);
void tfi_plan_release(trnfft_plan *plan);

/* Executes without the checks of trnfft_plan_execute(): pointers and overlap are known
 * good. */
trnfft_status tfi_plan_run(const char *function, const trnfft_plan *plan,
                           const trnfft_operand *operands, int32_t n_operands,
                           void *workspace, size_t bytes);

#endif
