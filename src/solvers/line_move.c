/* line_move.c - gathers, scatters and the lane-by-lane fallback. */
#include "solvers/line_move.h"

#include <trnfft/dtype.h>

#include "backend/cpu/line_tools.h"

#define TEMPLATE "solvers/line_move_tmpl.h"
#include "solvers/both_types_tmpl.h"

void tfi_gather(uint32_t dtype, const tfi_line_operand *in, const int32_t *index,
                int64_t n, int64_t lanes, int conj, void *re, void *im)
{
    if (dtype == TRNFFT_F64) {
        gather_f64(in, index, n, lanes, conj, re, im);
    } else {
        gather_f32(in, index, n, lanes, conj, re, im);
    }
}

void tfi_scatter(uint32_t dtype, const void *re, const void *im, const void *add_re,
                 const void *add_im, const int32_t *index, int64_t n, int64_t lanes,
                 double scale, int conj, const tfi_line_operand *out)
{
    if (dtype == TRNFFT_F64) {
        scatter_f64(re, im, add_re, add_im, index, n, lanes, scale, conj, out);
    } else {
        scatter_f32(re, im, add_re, add_im, index, n, lanes, (float)scale, conj, out);
    }
}

/* Points per lane of the input, or of the output. */
static int64_t side_points(const tfi_line_plan *plan, int input)
{
    const int64_t n = plan->problem.n;
    const int real = plan->problem.kind == (input ? TFI_R2C : TFI_C2R);
    return real || plan->problem.kind == TFI_C2C ? n : n / 2 + 1;
}

/* Components, room for both parts of complex ones. */
static int64_t lane_points(const tfi_line_plan *plan, int input)
{
    const int real = plan->problem.kind == (input ? TFI_R2C : TFI_C2R);
    return (real ? 1 : 2) * side_points(plan, input);
}

static size_t lane_bytes(const tfi_line_plan *plan, int input)
{
    return tfi_array_bytes(plan->problem.dtype, lane_points(plan, input));
}

size_t tfi_each_lane_scratch(const tfi_line_plan *plan, int64_t lanes)
{
    return lanes == 1 ? 0 : (size_t)lanes * lane_bytes(plan, 1) + lane_bytes(plan, 0);
}

void tfi_pull_lane(uint32_t dtype, const tfi_line_operand *in, int64_t n, int64_t b,
                   void *re, void *im)
{
    if (dtype == TRNFFT_F64) {
        pull_f64(in, n, b, re, im);
    } else {
        pull_f32(in, n, b, re, im);
    }
}

void tfi_clear_imaginary(uint32_t dtype, const tfi_line_operand *o, int64_t j,
                         int64_t lanes)
{
    tfi_line_operand at = tfi_operand_at(o, dtype, j, 0);
    const size_t bytes = tfi_type_bytes(dtype);
    const int64_t step = o->layout == TFI_INTERLEAVED ? 2 : 1;
    for (int64_t b = 0; b < lanes; b++) {
        memset(tfi_at(at.im, dtype, step * b), 0, bytes);
    }
}

static void push_lane(uint32_t dtype, const tfi_line_operand *out, int64_t n, int64_t b,
                      const void *re)
{
    const void *im = tfi_at(re, dtype, n);
    if (dtype == TRNFFT_F64) {
        push_f64(re, im, n, b, out);
    } else {
        push_f32(re, im, n, b, out);
    }
}

void tfi_each_lane(const tfi_line_plan *plan, const tfi_line_args *args,
                   void (*single)(const tfi_line_plan *, const tfi_line_args *))
{
    if (args->lanes == 1) {
        single(plan, args);
        return;
    }
    const uint32_t dtype = plan->problem.dtype;
    const int64_t n_in = side_points(plan, 1), n_out = side_points(plan, 0);
    const size_t in_bytes = lane_bytes(plan, 1), out_bytes = lane_bytes(plan, 0);
    char *stage = args->scratch, *result = stage + (size_t)args->lanes * in_bytes;
    for (int64_t b = 0; b < args->lanes; b++) {
        void *to = stage + (size_t)b * in_bytes;
        tfi_pull_lane(dtype, &args->in, n_in, b, to, tfi_at(to, dtype, n_in));
    }
    tfi_line_args one = *args;
    one.lanes = 1;
    one.slack = 0;
    one.scratch = result + out_bytes;
    for (int64_t b = 0; b < args->lanes; b++) {
        void *in = stage + (size_t)b * in_bytes;
        one.in = tfi_split(in, args->in.im ? tfi_at(in, dtype, n_in) : NULL, 1);
        one.out =
            tfi_split(result, args->out.im ? tfi_at(result, dtype, n_out) : NULL, 1);
        single(plan, &one);
        push_lane(dtype, &args->out, n_out, b, result);
    }
}
