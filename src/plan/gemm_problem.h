/* gemm_problem.h - products of complex matrices as solvers see them. */
#ifndef TFI_PLAN_GEMM_PROBLEM_H
#define TFI_PLAN_GEMM_PROBLEM_H

#include <trnfft/tensor.h>

#include "plan/planner.h"

typedef struct tfi_matrix {
    int32_t dtype, layout;
    int64_t row, column; /* strides, components */
    int64_t batch[TRNFFT_MAX_RANK];
} tfi_matrix;

/* C = A B: A of m x k, B of k x n, for each item of the batch. */
typedef struct tfi_gemm_problem {
    tfi_problem base;
    uint32_t compute;
    int32_t n_threads;
    int32_t n_batch, reserved;
    double max_error; /* 0: the usual one */
    int64_t batch[TRNFFT_MAX_RANK];
    int64_t m, n, k;
    tfi_matrix a, b, c;
} tfi_gemm_problem;

#endif
