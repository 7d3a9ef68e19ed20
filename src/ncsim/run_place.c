/* run_place.c - rows of views in memory, to f32 or bits and back.
 *
 * Memory is bytes of any type: everything goes through memcpy, which compilers turn
 * into loads and stores.
 */
#include "ncsim/run_core.h"

#include <math.h>
#include <string.h>

#include "base/half.h"

/* Drops dimensions of size 1 and joins two that are one run, so that the innermost is
 * as long as it can be. */
static void simplify(ncs_place *place)
{
    int last = NCS_DIMS - 1; /* where the next dimension from the inside goes */
    int64_t size[NCS_DIMS] = { 1, 1, 1, 1 }, stride[NCS_DIMS] = { 0, 0, 0, 0 };
    bool any = false;
    for (int d = NCS_DIMS - 1; d >= 0; d--) {
        if (place->size[d] == 1) {
            continue;
        }
        if (any && place->stride[d] == stride[last] * size[last]) {
            size[last] *= place->size[d];
            continue;
        }
        last -= any ? 1 : 0;
        size[last] = place->size[d];
        stride[last] = place->stride[d];
        any = true;
    }
    memcpy(place->size, size, sizeof size);
    memcpy(place->stride, stride, sizeof stride);
}

ncs_place ncs_place_of(const ncs_core *core, const ncs_view *view)
{
    const ncs_buffer *buffer = &core->program->buffer[view->buffer];
    const int64_t bytes = ncs_dtype_bytes(buffer->dtype);
    ncs_place place = { .dtype = buffer->dtype,
                        .rows = view->n_partitions,
                        .columns = ncs_view_columns(view) };
    memcpy(place.size, view->size, sizeof place.size);
    memcpy(place.stride, view->stride, sizeof place.stride);
    if (buffer->memory == NCS_HBM) {
        place.base = core->hbm[view->buffer] + view->offset * bytes;
        place.pitch = view->row_stride * bytes;
    } else {
        place.pitch = core->pitch[buffer->memory];
        place.base = core->memory[buffer->memory] +
                     (buffer->partition + view->partition) * place.pitch +
                     buffer->address + view->offset * bytes;
    }
    simplify(&place);
    return place;
}

/* A run of `count` elements, `step` bytes apart. */
typedef struct run {
    char *at;
    int64_t step, count;
} run;

/* The longest run of row p from element `first` on, at most `limit`. */
static run run_at(const ncs_place *place, int64_t p, int64_t first, int64_t limit)
{
    const int64_t bytes = ncs_dtype_bytes(place->dtype);
    const int64_t *size = place->size, *stride = place->stride;
    int64_t i3 = first % size[3], rest = first / size[3];
    int64_t i2 = rest % size[2];
    rest /= size[2];
    int64_t i1 = rest % size[1], i0 = rest / size[1];
    int64_t at = i0 * stride[0] + i1 * stride[1] + i2 * stride[2] + i3 * stride[3];
    int64_t left = size[3] - i3;
    run r = { place->base + p * place->pitch + at * bytes, stride[3] * bytes,
              left < limit ? left : limit };
    return r;
}

static inline uint32_t load32(const char *at)
{
    uint32_t x;
    memcpy(&x, at, sizeof x);
    return x;
}

static inline uint32_t load16(const char *at)
{
    uint16_t x;
    memcpy(&x, at, sizeof x);
    return x;
}

static void load_run(ncs_dtype dtype, run r, float *out)
{
    switch (dtype) {
    case NCS_BF16:
        for (int64_t i = 0; i < r.count; i++) {
            out[i] = tfi_bf16_to_f32((uint16_t)load16(r.at + i * r.step));
        }
        break;
    case NCS_F16:
        for (int64_t i = 0; i < r.count; i++) {
            out[i] = tfi_f16_to_f32((uint16_t)load16(r.at + i * r.step));
        }
        break;
    case NCS_I32:
        for (int64_t i = 0; i < r.count; i++) {
            out[i] = (float)(int32_t)load32(r.at + i * r.step);
        }
        break;
    case NCS_U32:
        for (int64_t i = 0; i < r.count; i++) {
            out[i] = (float)load32(r.at + i * r.step);
        }
        break;
    default:
        if (r.step == (int64_t)sizeof *out) {
            memcpy(out, r.at, (size_t)r.count * sizeof *out);
            break;
        }
        for (int64_t i = 0; i < r.count; i++) {
            memcpy(&out[i], r.at + i * r.step, sizeof *out);
        }
    }
}

/* To an integer of [low, high], nearest, ties to even. */
static uint32_t to_integer(float x, double low, double high)
{
    double v = (double)x;
    if (isnan(x)) {
        return 0;
    }
    v = v < low ? low : (v > high ? high : v);
    double whole = floor(v), rest = v - whole;
    int64_t i = (int64_t)whole;
    i += rest > 0.5 || (rest == 0.5 && (i & 1) != 0) ? 1 : 0;
    return (uint32_t)i;
}

static void store_run(ncs_dtype dtype, run r, const float *values)
{
    for (int64_t i = 0; i < r.count; i++) {
        char *at = r.at + i * r.step;
        uint16_t half;
        uint32_t word;
        switch (dtype) {
        case NCS_BF16:
            half = tfi_f32_to_bf16(values[i]);
            memcpy(at, &half, sizeof half);
            break;
        case NCS_F16:
            half = tfi_f32_to_f16(values[i]);
            memcpy(at, &half, sizeof half);
            break;
        case NCS_I32:
            word = to_integer(values[i], -2147483648.0, 2147483647.0);
            memcpy(at, &word, sizeof word);
            break;
        case NCS_U32:
            word = to_integer(values[i], 0.0, 4294967295.0);
            memcpy(at, &word, sizeof word);
            break;
        default: memcpy(at, &values[i], sizeof values[i]);
        }
    }
}

void ncs_load(const ncs_place *place, int64_t p, int64_t first, int64_t count,
              float *out)
{
    for (int64_t done = 0; done < count;) {
        run r = run_at(place, p, first + done, count - done);
        load_run(place->dtype, r, out + done);
        done += r.count;
    }
}

void ncs_store(const ncs_place *place, int64_t p, int64_t first, int64_t count,
               const float *values)
{
    for (int64_t done = 0; done < count;) {
        run r = run_at(place, p, first + done, count - done);
        if (r.step == (int64_t)sizeof *values &&
            (place->dtype == NCS_F32 || place->dtype == NCS_TF32)) {
            memcpy(r.at, values + done, (size_t)r.count * sizeof *values);
        } else {
            store_run(place->dtype, r, values + done);
        }
        done += r.count;
    }
}

void ncs_load_bits(const ncs_place *place, int64_t p, int64_t first, int64_t count,
                   uint32_t *out)
{
    const bool narrow = ncs_dtype_bytes(place->dtype) == 2;
    for (int64_t done = 0; done < count;) {
        run r = run_at(place, p, first + done, count - done);
        if (!narrow && r.step == (int64_t)sizeof *out) {
            memcpy(out + done, r.at, (size_t)r.count * sizeof *out);
        } else {
            for (int64_t i = 0; i < r.count; i++) {
                const char *at = r.at + i * r.step;
                out[done + i] = narrow ? load16(at) : load32(at);
            }
        }
        done += r.count;
    }
}

void ncs_store_bits(const ncs_place *place, int64_t p, int64_t first, int64_t count,
                    const uint32_t *values)
{
    const bool narrow = ncs_dtype_bytes(place->dtype) == 2;
    for (int64_t done = 0; done < count;) {
        run r = run_at(place, p, first + done, count - done);
        if (!narrow && r.step == (int64_t)sizeof *values) {
            memcpy(r.at, values + done, (size_t)r.count * sizeof *values);
            done += r.count;
            continue;
        }
        for (int64_t i = 0; i < r.count; i++) {
            char *at = r.at + i * r.step;
            uint16_t half = (uint16_t)values[done + i];
            if (narrow) {
                memcpy(at, &half, sizeof half);
            } else {
                memcpy(at, &values[done + i], sizeof(uint32_t));
            }
        }
        done += r.count;
    }
}

void ncs_flush(float *values, int64_t count)
{
    for (int64_t i = 0; i < count; i++) {
        uint32_t u = tfi_f32_bits(values[i]);
        uint32_t keep = (u & 0x7f800000U) != 0 ? 0xffffffffU : 0x80000000U;
        values[i] = tfi_bits_f32(u & keep);
    }
}
