/* stage.c - see stage.h. */
#include "backend/neuron/stage.h"

#include <string.h>

#include <trnfft/dtype.h>

trnfft_tensor tfi_neuron_operand(const tfi_nd_view *view, int32_t rank,
                                 const trnfft_operand *operand)
{
    trnfft_tensor t;
    memset(&t, 0, sizeof t);
    t.dtype = view->dtype;
    t.rank = rank;
    memcpy(t.shape, view->shape, sizeof t.shape);
    memcpy(t.strides, view->strides, sizeof t.strides);
    t.re = operand->re;
    t.im = view->layout == TRNFFT_REAL ? NULL : operand->im;
    return t;
}

trnfft_tensor tfi_neuron_stage(int32_t rank, const int32_t *order, const int64_t *shape,
                               float *re, float *im)
{
    trnfft_tensor t;
    memset(&t, 0, sizeof t);
    t.dtype = TRNFFT_F32;
    t.rank = rank;
    int64_t stride = 1;
    for (int32_t i = rank - 1; i >= 0; i--) {
        const int32_t d = order[i];
        t.shape[d] = shape[d];
        t.strides[d] = stride;
        stride *= shape[d];
    }
    t.re = re;
    t.im = im;
    return t;
}

int64_t tfi_neuron_product(const int64_t *shape, int32_t rank)
{
    int64_t n = 1;
    for (int32_t d = 0; d < rank; d++) {
        n *= shape[d];
    }
    return n;
}

trnfft_tensor tfi_neuron_split_axis(trnfft_tensor t, int32_t axis, int64_t first,
                                    int64_t first_stride, int64_t second,
                                    int64_t second_stride)
{
    for (int32_t d = t.rank; d > axis + 1; d--) {
        t.shape[d] = t.shape[d - 1];
        t.strides[d] = t.strides[d - 1];
    }
    const int64_t step = t.strides[axis];
    t.rank++;
    t.shape[axis] = first;
    t.strides[axis] = step * first_stride;
    t.shape[axis + 1] = second;
    t.strides[axis + 1] = step * second_stride;
    return t;
}

void tfi_neuron_split_order(int32_t rank, int32_t axis, bool first_is_last,
                            int32_t *order)
{
    int32_t n = 0;
    for (int32_t d = 0; d < rank; d++) {
        if (d != axis && d != axis + 1) {
            order[n++] = d;
        }
    }
    order[n++] = first_is_last ? axis + 1 : axis;
    order[n] = first_is_last ? axis : axis + 1;
}

double tfi_neuron_link_ns(const tfi_neuron_device *device, int64_t numbers)
{
    return (double)numbers * (double)sizeof(float) /
           device->settings.constant[NCS_HOST_GBPS];
}

trnfft_status tfi_neuron_check_compute(const tfi_planner *planner, uint32_t compute)
{
    const tfi_neuron_device *device = planner->device->state;
    return compute == TRNFFT_F32
               ? TRNFFT_OK
               : tfi_fail(TRNFFT_ERROR_UNSUPPORTED,
                          "neuron:%s computes in f32: f64 is the host's",
                          device->machine->name);
}

bool tfi_neuron_is_one_line(const tfi_planner *planner, const tfi_tensor_problem *t)
{
    const tfi_neuron_device *device = planner->device->state;
    const int64_t points = tfi_neuron_product(t->in.shape, t->rank);
    return points / device->cores <= TFI_NEURON_MOST_POINTS &&
           t->compute == TRNFFT_F32 && t->kind == TFI_C2C && t->n_axes == 1 &&
           t->rank < TRNFFT_MAX_RANK && (device->cores > 1 || planner->force != NULL) &&
           t->in.shape[t->axis[0]] == t->n[0];
}

trnfft_status tfi_neuron_decline(const tfi_planner *planner,
                                 const tfi_tensor_problem *t)
{
    const tfi_neuron_device *device = planner->device->state;
    if (planner->device->with_host) {
        return TRNFFT_OK;
    }
    TFI_TRY(tfi_neuron_check_compute(planner, t->compute));
    return tfi_fail(TRNFFT_ERROR_UNSUPPORTED,
                    "neuron:%s, mode %s: no kernel does this length (n = %lld …)",
                    device->machine->name, tfi_neuron_mode_name(device->mode),
                    t->n_axes > 0 ? (long long)t->n[t->n_axes - 1] : 1LL);
}

trnfft_status tfi_neuron_check_size(const tfi_planner *planner, int64_t points,
                                    int64_t lines)
{
    const tfi_neuron_device *device = planner->device->state;
    if (points / device->cores <= TFI_NEURON_MOST_POINTS &&
        lines / device->cores <= TFI_NEURON_MOST_LINES) {
        return TRNFFT_OK;
    }
    return tfi_fail(TRNFFT_ERROR_UNSUPPORTED,
                    "neuron:%s: %lld lines, %lld points: a launch takes 2^18 lines and "
                    "2^23 points a core; split the batch",
                    device->machine->name, (long long)lines, (long long)points);
}
