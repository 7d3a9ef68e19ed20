/* stage.h - a launch's arrays on the host: planar, contiguous, f32, the transformed
 * axes last; and what solvers of this back end share. */
#ifndef TFI_NEURON_STAGE_H
#define TFI_NEURON_STAGE_H

#include "backend/neuron/launch.h"
#include "plan/job.h"
#include "plan/tensor_problem.h"

/* An operand as a tensor. */
trnfft_tensor tfi_neuron_operand(const tfi_nd_view *view, int32_t rank,
                                 const trnfft_operand *operand);
/* A contiguous array whose dimensions stand in `order`, seen in their own order; shape
 * by dimension. */
trnfft_tensor tfi_neuron_stage(int32_t rank, const int32_t *order, const int64_t *shape,
                               float *re, float *im);
int64_t tfi_neuron_product(const int64_t *shape, int32_t rank);

/* The axis as two: `first` points, first_stride steps of the axis apart, then `second`.
 */
trnfft_tensor tfi_neuron_split_axis(trnfft_tensor t, int32_t axis, int64_t first,
                                    int64_t first_stride, int64_t second,
                                    int64_t second_stride);
/* All other dimensions, then the two parts of the axis, the first part last or not. */
void tfi_neuron_split_order(int32_t rank, int32_t axis, bool first_is_last,
                            int32_t *order);

/* Predicted time of so many f32 over the link between host and device. */
double tfi_neuron_link_ns(const tfi_neuron_device *device, int64_t numbers);

/* Programs are written out in full, so that planning takes as long as they are: what
 * one core may get in one launch. */
enum {
    TFI_NEURON_MOST_POINTS = 1 << 23,
    TFI_NEURON_MOST_LINES = 1 << 18,
    TFI_NEURON_MOST_TILES = 1 << 14 /* 128 x 128 x 512 products */
};
/* UNSUPPORTED with the sentence where it is more. */
trnfft_status tfi_neuron_check_size(const tfi_planner *planner, int64_t points,
                                    int64_t lines);

/* UNSUPPORTED with the sentence for anything but f32. */
trnfft_status tfi_neuron_check_compute(const tfi_planner *planner, uint32_t compute);
/* Whether several cores may share each line: c2c along one whole axis in f32, with room
 * for one more dimension, and more than one core or a test that wants it. */
bool tfi_neuron_is_one_line(const tfi_planner *planner,
                            const tfi_tensor_problem *problem);

/* Why a problem has no plan: the sentence and UNSUPPORTED. With the host to fall back
 * on that is no error. */
trnfft_status tfi_neuron_decline(const tfi_planner *planner,
                                 const tfi_tensor_problem *problem);

#endif
