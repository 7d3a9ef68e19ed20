/* calibrate.c - calibrate.h: the back end measures, the context is asked for memory. */
#include <trnfft/calibrate.h>

#include "plan/context.h"
#include "plan/costs.h"

trnfft_status trnfft_calibrate(trnfft_context *context, double time_limit_s,
                               const char *path)
{
    static const char f[] = "trnfft_calibrate";
    if (path == NULL) {
        return tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT, "%s: path = NULL", f);
    }
    if (!(time_limit_s > 0)) {
        return tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT,
                        "%s: time_limit_s = %g: must be > 0", f, time_limit_s);
    }
    TFI_TRY(tfi_context_resolve(f, context, &context));
    tfi_mutex_lock(&context->measuring);
    trnfft_status status =
        tfi_costs_calibrate(f, context->alloc, context->cpu, time_limit_s, path);
    tfi_mutex_unlock(&context->measuring);
    return status;
}
