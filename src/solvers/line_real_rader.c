/* line_real_rader.c - solver "real_rader": real transforms of prime length through a
 * discrete Hartley transform whose convolution is real.
 *
 * With cas = cos + sin and H_k = sum_j x_j cas(2 pi j k / n): Re X_k = (H_k + H_(n-k))
 * / 2 and Im X_k = -(H_k - H_(n-k)) / 2; the inverse is the same transform of Re X_k +
 * Im X_k. For prime n Rader's permutation turns H into a cyclic convolution of n - 1
 * real points, done by real transforms of that length or, zero-padded, of a cheaper
 * one.
 */
#include <string.h>

#include <trnfft/dtype.h>

#include "backend/cpu/line_tools.h"
#include "solvers/line_move.h"
#include "solvers/line_solvers.h"

typedef struct hartley_plan {
    tfi_line_plan line;
    const tfk_table *kernels;
    tfi_line_plan *forward, *backward; /* r2c and c2r of the convolution length */
    int32_t *index_in;                 /* g^q  */
    int32_t *index_out;                /* g^-q */
    /* For the halves q < (n - 1) / 2 of both: k or n - k, whichever is at most n / 2,
     * and the sign that conjugation gives the imaginary part, as T. */
    int32_t *fold_in, *fold_out;
    void *sign_in, *sign_out;
    void *spectrum_re, *spectrum_im; /* r2c of the kernel, divided by the length */
} hartley_plan;

#define T        float
#define FN(name) name##_f32
#include "solvers/line_real_rader_tmpl.h"
#undef T
#undef FN
#define T        double
#define FN(name) name##_f64
#include "solvers/line_real_rader_tmpl.h"
#undef T
#undef FN

static size_t line_bytes(const hartley_plan *p)
{
    return tfi_array_bytes(p->line.problem.dtype, p->forward->problem.n);
}

static size_t spectrum_bytes(const hartley_plan *p)
{
    return tfi_array_bytes(p->line.problem.dtype, p->forward->problem.n / 2 + 1);
}

static size_t hartley_scratch(const tfi_line_plan *plan, int64_t lanes)
{
    const hartley_plan *p = (const hartley_plan *)plan;
    size_t f = tfi_line_scratch(p->forward, 1), b = tfi_line_scratch(p->backward, 1);
    return tfi_each_lane_scratch(plan, lanes) + line_bytes(p) + 2 * spectrum_bytes(p) +
           (f > b ? f : b);
}

/* line (n - 1 points, zero-padded) := its convolution with the kernel; dc: its sum. */
static void convolve(const hartley_plan *p, char *line, double *dc)
{
    const uint32_t dtype = p->line.problem.dtype;
    const int64_t length = p->forward->problem.n;
    char *re = line + line_bytes(p), *im = re + spectrum_bytes(p);
    char *rest = im + spectrum_bytes(p);
    tfi_line_operand real = tfi_split(line, NULL, 1), spectrum = tfi_split(re, im, 1);
    tfi_line_args forward = { real, spectrum, 1, 1.0, 0, 0, rest };
    tfi_line_execute(p->forward, &forward);
    *dc = dtype == TRNFFT_F64 ? *(double *)(void *)re : (double)*(float *)(void *)re;
    tfk_multiply product = { tfi_run(&spectrum),
                             tfi_run(&spectrum),
                             p->spectrum_re,
                             p->spectrum_im,
                             length / 2 + 1,
                             1,
                             1.0,
                             0,
                             0 };
    p->kernels->multiply[tfi_type_index(dtype)](&product);
    tfi_line_args backward = { spectrum, real, 1, 1.0, 1, 0, rest };
    tfi_line_execute(p->backward, &backward);
}

static void hartley_single(const tfi_line_plan *plan, const tfi_line_args *args)
{
    const hartley_plan *p = (const hartley_plan *)plan;
    const int forward = plan->problem.kind == TFI_R2C;
    if (plan->problem.dtype == TRNFFT_F64) {
        (void)(forward ? r2c_f64(p, args) : c2r_f64(p, args));
    } else {
        (void)(forward ? r2c_f32(p, args) : c2r_f32(p, args));
    }
}

static void hartley_execute(const tfi_line_plan *plan, const tfi_line_args *args)
{
    tfi_each_lane(plan, args, hartley_single);
}

static trnfft_status allocate_tables(hartley_plan *p, tfi_planner *planner)
{
    const int64_t half = (p->line.problem.n - 1) / 2;
    const size_t index_bytes = 2 * (size_t)half * sizeof(int32_t);
    p->index_in = tfi_alloc(planner->alloc, index_bytes);
    p->index_out = tfi_alloc(planner->alloc, index_bytes);
    p->spectrum_re = tfi_alloc(planner->alloc, spectrum_bytes(p));
    p->spectrum_im = tfi_alloc(planner->alloc, spectrum_bytes(p));
    const size_t sign_bytes = tfi_array_bytes(p->line.problem.dtype, half);
    p->fold_in = tfi_alloc(planner->alloc, index_bytes / 2);
    p->fold_out = tfi_alloc(planner->alloc, index_bytes / 2);
    p->sign_in = tfi_alloc(planner->alloc, sign_bytes);
    p->sign_out = tfi_alloc(planner->alloc, sign_bytes);
    if (!p->index_in || !p->index_out || !p->spectrum_re || !p->spectrum_im ||
        !p->fold_in || !p->fold_out || !p->sign_in || !p->sign_out) {
        return tfi_fail(TRNFFT_ERROR_OUT_OF_MEMORY,
                        "no memory for the tables of n = %lld",
                        (long long)p->line.problem.n);
    }
    p->line.base.table_bytes += 3 * index_bytes + 2 * (spectrum_bytes(p) + sign_bytes);
    return TRNFFT_OK;
}

static trnfft_status hartley_wake(tfi_plan *plan, tfi_planner *planner)
{
    hartley_plan *p = (hartley_plan *)plan;
    const int64_t n = p->line.problem.n;
    TFI_TRY(tfi_plan_wake(&p->forward->base, planner));
    TFI_TRY(tfi_plan_wake(&p->backward->base, planner));
    TFI_TRY(allocate_tables(p, planner));
    const int64_t g = tfi_primitive_root(n);
    int64_t power = 1;
    for (int64_t q = 0; q < n - 1; q++) {
        p->index_in[q] = (int32_t)power;
        p->index_out[q == 0 ? 0 : n - 1 - q] = (int32_t)power;
        power = tfi_mul_mod(power, g, n);
    }
    tfi_trig *trig = NULL;
    TFI_TRY(tfi_trig_create(planner->alloc, n, &trig));
    char *work = tfi_alloc_zeroed(planner->alloc, hartley_scratch(&p->line, 1) + 64);
    if (work == NULL) {
        tfi_trig_destroy(trig, planner->alloc);
        return tfi_fail(TRNFFT_ERROR_OUT_OF_MEMORY, "no memory to plan n = %lld",
                        (long long)n);
    }
    if (p->line.problem.dtype == TRNFFT_F64) {
        fill_kernel_f64(p, trig, work);
        fill_folds_f64(p);
    } else {
        fill_kernel_f32(p, trig, work);
        fill_folds_f32(p);
    }
    tfi_trig_destroy(trig, planner->alloc);
    tfi_line_args forward = { tfi_split(work, NULL, 1),
                              tfi_split(p->spectrum_re, p->spectrum_im, 1),
                              1,
                              1.0 / (double)p->forward->problem.n,
                              0,
                              0,
                              work + line_bytes(p) };
    tfi_line_execute(p->forward, &forward);
    tfi_free(planner->alloc, work);
    return TRNFFT_OK;
}

static void hartley_fini(tfi_plan *plan, const tfi_allocator *alloc)
{
    hartley_plan *p = (hartley_plan *)plan;
    tfi_free(alloc, p->index_in);
    tfi_free(alloc, p->index_out);
    tfi_free(alloc, p->fold_in);
    tfi_free(alloc, p->fold_out);
    tfi_free(alloc, p->sign_in);
    tfi_free(alloc, p->sign_out);
    tfi_free(alloc, p->spectrum_re);
    tfi_free(alloc, p->spectrum_im);
    tfi_plan_free((tfi_plan *)p->forward, alloc);
    tfi_plan_free((tfi_plan *)p->backward, alloc);
}

static void hartley_print(const tfi_plan *plan, tfi_printer *printer)
{
    const hartley_plan *p = (const hartley_plan *)plan;
    tfi_print_line(printer, "real_rader %s n=%lld (%.3g ns)",
                   p->line.problem.kind == TFI_R2C ? "r2c" : "c2r",
                   (long long)p->line.problem.n, plan->cost_ns);
    printer->indent += 2;
    tfi_plan_print(&p->forward->base, printer);
    tfi_plan_print(&p->backward->base, printer);
    printer->indent -= 2;
}

static const tfi_plan_ops hartley_ops = { hartley_wake, hartley_fini, hartley_print };

static trnfft_status pair_cost(tfi_planner *planner, uint32_t dtype, int64_t length,
                               double *cost)
{
    double f = 0, b = 0;
    TFI_TRY(tfi_line_child_cost(planner, TFI_R2C, dtype, length, &f));
    TFI_TRY(tfi_line_child_cost(planner, TFI_C2R, dtype, length, &b));
    *cost = f + b;
    return TRNFFT_OK;
}

/* n - 1 itself, or the cheapest length that a linear convolution needs. */
static trnfft_status choose_length(tfi_planner *planner, uint32_t dtype, int64_t n,
                                   int64_t *length, double *cost)
{
    double padded_cost = 0;
    int64_t padded = 0;
    *length = n - 1;
    TFI_TRY(pair_cost(planner, dtype, *length, cost));
    TFI_TRY(tfi_convolution_length(planner, TFI_R2C, dtype, 2 * (n - 1) - 1, &padded));
    TFI_TRY(pair_cost(planner, dtype, padded, &padded_cost));
    if (padded_cost < *cost) {
        *cost = padded_cost;
        *length = padded;
    }
    return TRNFFT_OK;
}

static trnfft_status plan_hartley(const tfi_solver *solver, const tfi_problem *problem,
                                  tfi_planner *planner, tfi_plan **out)
{
    const tfi_line_problem *line = (const tfi_line_problem *)problem;
    *out = NULL;
    if (line->kind == TFI_C2C || line->n < 5 || line->n > INT32_MAX ||
        !tfi_is_prime(line->n)) {
        return TRNFFT_OK;
    }
    int64_t length = 0;
    double cost = 0;
    TFI_TRY(choose_length(planner, line->dtype, line->n, &length, &cost));
    hartley_plan *p =
        (hartley_plan *)tfi_line_new(planner, solver, &hartley_ops, sizeof *p, line,
                                     hartley_execute, hartley_scratch);
    if (p == NULL) {
        return tfi_fail(TRNFFT_ERROR_OUT_OF_MEMORY, "no memory for a plan");
    }
    p->kernels = tfk_table_for(planner->cpu);
    p->line.base.cost_ns = cost + 2.2 * (double)line->n + 20.0 +
                           tfi_cost_points(planner, line->dtype, length / 2, 8.0);
    trnfft_status status =
        tfi_line_child(planner, TFI_R2C, line->dtype, length, &p->forward);
    if (status == TRNFFT_OK) {
        status = tfi_line_child(planner, TFI_C2R, line->dtype, length, &p->backward);
    }
    if (status != TRNFFT_OK) {
        tfi_plan_free(&p->line.base, planner->alloc);
        return status;
    }
    *out = &p->line.base;
    return TRNFFT_OK;
}

const tfi_solver tfi_solver_real_rader = { "real_rader", TFI_PROBLEM_LINE,
                                           plan_hartley };
