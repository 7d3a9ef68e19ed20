/* tensor_problem.h - the n-dimensional transform as solvers see it. */
#ifndef TFI_PLAN_TENSOR_PROBLEM_H
#define TFI_PLAN_TENSOR_PROBLEM_H

#include <trnfft/tensor.h>

#include "plan/planner.h"

/* One operand, pointers left out. Shape and strides as in trnfft_tensor. */
typedef struct tfi_nd_view {
    int32_t dtype;
    int32_t layout; /* trnfft_layout: SPLIT is anything but im = re + 1 */
    int64_t shape[TRNFFT_MAX_RANK];
    int64_t strides[TRNFFT_MAX_RANK]; /* components */
} tfi_nd_view;

/* TFI_PROBLEM_TENSOR. Forward: exp(-...); inverse: all exponents change their sign. */
typedef struct tfi_tensor_problem {
    tfi_problem base;
    uint32_t compute; /* TRNFFT_F32 or TRNFFT_F64 */
    uint32_t kind;    /* tfi_line_kind of the last axis; the others are c2c */
    int32_t inverse;
    int32_t in_place;    /* the output is the memory of the input */
    int32_t in_writable; /* the input may be destroyed, and none of its elements share
                            memory */
    int32_t n_threads;
    int32_t rank;
    int32_t n_axes;
    int64_t axis[TRNFFT_MAX_RANK]; /* dimensions in the order of the caller */
    int64_t n[TRNFFT_MAX_RANK];    /* their lengths */
    double scale;
    tfi_nd_view in, out;
} tfi_tensor_problem;

#endif
