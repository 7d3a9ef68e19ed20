/* line.c - a line plan, found and woken in one call. */
#include "plan/line.h"

#include <string.h>

trnfft_status tfi_line_plan_create(tfi_planner *planner, tfi_line_kind kind,
                                   uint32_t dtype, int64_t n, tfi_line_plan **out)
{
    tfi_line_problem problem;
    memset(&problem, 0, sizeof problem);
    problem.base.kind = TFI_PROBLEM_LINE;
    problem.base.n_bytes = (uint32_t)sizeof problem;
    problem.kind = (uint32_t)kind;
    problem.dtype = dtype;
    problem.n = n;
    *out = NULL;
    tfi_plan *plan = NULL;
    TFI_TRY(tfi_planner_find(planner, &problem.base, &plan));
    trnfft_status status = tfi_plan_wake(plan, planner);
    if (status != TRNFFT_OK) {
        tfi_plan_free(plan, planner->alloc);
        return status;
    }
    *out = (tfi_line_plan *)plan;
    return TRNFFT_OK;
}
