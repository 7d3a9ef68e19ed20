/* line_real_rader.c - solver "real_rader": real transforms of prime length through a
 * discrete Hartley transform whose convolution is real.
 *
 * With cas = cos + sin and H_k = sum_j x_j cas(2 pi j k / n): Re X_k = (H_k + H_(n-k))
 * / 2 and Im X_k = -(H_k - H_(n-k)) / 2; the inverse is the same transform of Re X_k +
 * Im X_k. For prime n Rader's permutation turns H into a cyclic convolution of n - 1
 * real points; that goes through one complex transform of half the length, forward and
 * back, without separating its even and odd parts: between the two each spectrum point
 * is a combination of z_k and conj z_(m-k). "real_rader_padded" is for lengths whose n
 * - 1 has no small factors.
 */
#include <stdbool.h>
#include <string.h>

#include <trnfft/dtype.h>

#include "backend/cpu/line_tools.h"
#include "backend/cpu/stockham.h"
#include "base/primes.h"
#include "solvers/line_move.h"
#include "solvers/line_solvers.h"
#include "solvers/rader_fold.h"
#include "solvers/real_convolution.h"

typedef struct hartley_plan {
    tfi_line_plan line;
    tfi_real_convolution convolution; /* through half as many complex points */
    /* Where each point comes from: r2c, into the line, g^q, q = 0 … n-1, as for both
     * until the tables are filled; c2r, x_1 … x_(n-1) from the result, which is ordered
     * by g^-q. */
    int32_t *order;
    /* For q < (n - 1) / 2 and k = g^-q (r2c) or g^q (c2r): k and 1, or where k is above
     * n / 2, n - k and -1: that bin is the conjugate. For r2c turned round: q for k = 1
     * … n / 2. */
    int32_t *fold;
    void *sign;
} hartley_plan;

#define TEMPLATE "solvers/line_real_rader_tmpl.h"
#include "solvers/both_types_tmpl.h"

static size_t hartley_scratch(const tfi_line_plan *plan, int64_t lanes)
{
    const hartley_plan *p = (const hartley_plan *)plan;
    return tfi_each_lane_scratch(plan, lanes) +
           4 * tfi_real_convolution_part(&p->convolution) +
           tfi_line_scratch(p->convolution.child, 1);
}

/* The convolution of `line` (n - 1 points; lost) with the kernel; dc: the sum of the
 * line. The line is followed by room for as much, where the result is, and by the
 * scratch of the child. */
static void *convolve(const hartley_plan *p, char *line, double *dc)
{
    const uint32_t dtype = p->line.problem.dtype;
    const tfi_real_convolution *c = &p->convolution;
    const size_t part = tfi_real_convolution_part(c);
    char *room = line + 2 * part, *rest = room + 2 * part;
    tfi_real_convolution_forward(c, line, room, rest);
    const tfi_line_operand z = tfi_real_convolution_spectrum(c, room);
    *dc = dtype == TRNFFT_F64 ? *(double *)z.re + *(double *)z.im
                              : (double)(*(float *)z.re + *(float *)z.im);
    tfi_real_convolution_backward(c, line, room, rest);
    return room;
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

static void *allocate(hartley_plan *p, tfi_planner *planner, size_t bytes)
{
    p->line.base.table_bytes += bytes;
    return tfi_alloc_table(planner->alloc, bytes);
}

static trnfft_status allocate_tables(hartley_plan *p, tfi_planner *planner)
{
    const size_t half = (size_t)(p->line.problem.n - 1) / 2;
    p->order = allocate(p, planner, (2 * half + 1) * sizeof(int32_t));
    p->fold = allocate(p, planner, half * sizeof(int32_t));
    p->sign = allocate(p, planner, half * tfi_type_bytes(p->line.problem.dtype));
    if (p->order == NULL || p->fold == NULL || p->sign == NULL) {
        return tfi_fail(TRNFFT_ERROR_OUT_OF_MEMORY,
                        "no memory for the tables of n = %lld",
                        (long long)p->line.problem.n);
    }
    return TRNFFT_OK;
}

/* The product tables from the transform of the kernel, which lies there before. `work`
 * has room for the transform and the scratch of the child. */
static trnfft_status fill_tables(hartley_plan *p, tfi_planner *planner, char *work)
{
    const tfi_real_convolution *c = &p->convolution;
    const size_t part = tfi_real_convolution_part(c);
    const bool is_f64 = p->line.problem.dtype == TRNFFT_F64;
    char *line = tfi_product_of(c, TFI_P_RE); /* four parts: enough */
    tfi_trig *trig = NULL;
    TFI_TRY(tfi_trig_create(planner->alloc, p->line.problem.n, &trig));
    if (is_f64) {
        fill_kernel_f64(p, trig, line);
    } else {
        fill_kernel_f32(p, trig, line);
    }
    tfi_trig_destroy(trig, planner->alloc);
    TFI_TRY(tfi_trig_create(planner->alloc, p->line.problem.n - 1, &trig));
    char *re = work, *im = re + part;
    tfi_line_args forward = { tfi_pairs_at(p->line.problem.dtype, line, 1),
                              tfi_split(re, im, 1),
                              1,
                              1.0 / (double)c->child->problem.n,
                              0,
                              0,
                              im + part,
                              0 };
    tfi_line_execute(c->child, &forward);
    if (is_f64) {
        fill_products_f64(p, trig, (double *)(void *)re, (double *)(void *)im);
    } else {
        fill_products_f32(p, trig, (float *)(void *)re, (float *)(void *)im);
    }
    tfi_trig_destroy(trig, planner->alloc);
    return TRNFFT_OK;
}

/* Replaces `table` by the places of 1 … count in list[0], list[step], …, which is part
 * of it. */
static trnfft_status turn_round(const tfi_allocator *alloc, int32_t **table,
                                const int32_t *list, int64_t step, int64_t count)
{
    int32_t *places = tfi_alloc_table(alloc, (size_t)count * sizeof(int32_t));
    if (places == NULL) {
        return tfi_fail(TRNFFT_ERROR_OUT_OF_MEMORY,
                        "no memory for a table of %lld places", (long long)count);
    }
    for (int64_t q = 0; q < count; q++) {
        places[list[q * step] - 1] = (int32_t)q;
    }
    tfi_free(alloc, *table);
    *table = places;
    return TRNFFT_OK;
}

/* What is gathered last is found by where it comes from: bins of r2c in `fold`, points
 * of c2r, of which a_q is number g^-q, by the powers. */
static trnfft_status turn_last_round(hartley_plan *p, tfi_planner *planner)
{
    const int64_t n = p->line.problem.n;
    return p->line.problem.kind == TFI_R2C
               ? turn_round(planner->alloc, &p->fold, p->fold, 1, (n - 1) / 2)
               : turn_round(planner->alloc, &p->order, p->order + n - 1, -1, n - 1);
}

static trnfft_status hartley_wake(tfi_plan *plan, tfi_planner *planner)
{
    hartley_plan *p = (hartley_plan *)plan;
    const int64_t n = p->line.problem.n;
    TFI_TRY(tfi_real_convolution_wake(&p->convolution, planner, &plan->table_bytes));
    TFI_TRY(allocate_tables(p, planner));
    tfi_root_powers(n, p->order);
    if (p->line.problem.dtype == TRNFFT_F64) {
        fill_fold_f64(p);
    } else {
        fill_fold_f32(p);
    }
    char *work =
        tfi_alloc_table(planner->alloc, 2 * tfi_real_convolution_part(&p->convolution) +
                                            tfi_line_scratch(p->convolution.child, 1));
    if (work == NULL) {
        return tfi_fail(TRNFFT_ERROR_OUT_OF_MEMORY, "no memory to plan n = %lld",
                        (long long)n);
    }
    trnfft_status status = fill_tables(p, planner, work);
    tfi_free(planner->alloc, work);
    return status == TRNFFT_OK ? turn_last_round(p, planner) : status;
}

static void hartley_fini(tfi_plan *plan, const tfi_allocator *alloc)
{
    hartley_plan *p = (hartley_plan *)plan;
    tfi_free(alloc, p->order);
    tfi_free(alloc, p->fold);
    tfi_free(alloc, p->sign);
    tfi_real_convolution_free(&p->convolution, alloc);
}

static void hartley_print(const tfi_plan *plan, tfi_printer *printer)
{
    const hartley_plan *p = (const hartley_plan *)plan;
    tfi_print_line(printer, "real_rader %s n=%lld (%.3g ns)",
                   p->line.problem.kind == TFI_R2C ? "r2c" : "c2r",
                   (long long)p->line.problem.n, plan->cost_ns);
    tfi_plan_print_child(&p->convolution.child->base, printer);
}

static const tfi_plan_ops hartley_ops = { hartley_wake, hartley_fini, hartley_print };

static trnfft_status plan_hartley(const tfi_solver *solver, const tfi_problem *problem,
                                  tfi_planner *planner, tfi_plan **out)
{
    const tfi_line_problem *line = (const tfi_line_problem *)problem;
    *out = NULL;
    if (line->kind == TFI_C2C || line->n < 5 || line->n > INT32_MAX ||
        !tfi_stockham_exists((line->n - 1) / 2) || !tfi_is_prime(line->n)) {
        return TRNFFT_OK;
    }
    enum { SHORT = 360 }; /* as measured against the padded convolution */
    const int64_t half = (line->n - 1) / 2;
    tfi_line_plan *child = NULL;
    double cost = 0;
    TFI_TRY(tfi_line_child(planner, TFI_C2C, line->dtype, half, &child, &cost));
    hartley_plan *p =
        (hartley_plan *)tfi_line_new(planner, solver, &hartley_ops, sizeof *p, line,
                                     hartley_execute, hartley_scratch);
    if (p == NULL) {
        tfi_plan_free((tfi_plan *)child, planner->alloc);
        return tfi_fail(TRNFFT_ERROR_OUT_OF_MEMORY, "no memory for a plan");
    }
    p->convolution = (tfi_real_convolution){ .child = child,
                                             .kernels = tfk_table_for(planner->cpu) };
    p->line.base.cost_ns = 2.0 * cost +
                           (line->n > SHORT ? 1.15 : 0.9) * (double)line->n + 20.0 +
                           tfi_cost_points(planner, line->dtype, half, 16.0);
    *out = &p->line.base;
    return TRNFFT_OK;
}

const tfi_solver tfi_solver_real_rader = { .name = "real_rader",
                                           .kind = TFI_PROBLEM_LINE,
                                           .plan = plan_hartley };
