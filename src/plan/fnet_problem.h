/* fnet_problem.h - FNet mixing as solvers see it. */
#ifndef TFI_PLAN_FNET_PROBLEM_H
#define TFI_PLAN_FNET_PROBLEM_H

#include <trnfft/tensor.h>

#include "plan/planner.h"

/* A real operand: strides in components. */
typedef struct tfi_fnet_view {
    int32_t dtype, reserved;
    int64_t row, column; /* strides of the last two dimensions */
    int64_t batch[TRNFFT_MAX_RANK];
} tfi_fnet_view;

/* out = scale Re F(in) over `rows` x `columns` numbers, for each item of the batch. */
typedef struct tfi_fnet_problem {
    tfi_problem base;
    uint32_t compute; /* TRNFFT_F32 or TRNFFT_F64 */
    int32_t n_threads;
    int32_t n_batch, reserved;
    int64_t batch[TRNFFT_MAX_RANK];
    int64_t n_items; /* product of the batch; 0: nothing to do */
    int64_t rows, columns;
    double scale;
    tfi_fnet_view in, out;
} tfi_fnet_problem;

#endif
