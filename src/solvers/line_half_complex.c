/* line_half_complex.c - solver "half_complex": real transforms of even length n = 2 m
 * through a complex transform of m points, z_j = x_2j + i x_(2j+1), and one pass that
 * separates even and odd. */
#include <trnfft/dtype.h>

#include "backend/cpu/line_tools.h"
#include "solvers/line_solvers.h"

typedef struct half_plan {
    tfi_line_plan line;
    const tfk_table *kernels;
    tfi_line_plan *child;
    void *w_re, *w_im; /* exp(-2 pi i k / n), k = 0 … m/2 */
} half_plan;

static size_t body_bytes(const tfi_line_plan *plan, int64_t lanes)
{
    return tfi_array_bytes(plan->problem.dtype, plan->problem.n / 2 * lanes);
}

static size_t half_scratch(const tfi_line_plan *plan, int64_t lanes)
{
    const half_plan *p = (const half_plan *)plan;
    return 2 * body_bytes(plan, lanes) + tfi_line_scratch(p->child, lanes);
}

/* The real line seen as m complex points. */
static tfi_line_operand pair_up(const tfi_line_operand *real, uint32_t dtype,
                                int64_t lanes)
{
    tfi_line_operand o;
    o.re = real->re;
    o.im = tfi_at(real->re, dtype, real->stride);
    o.stride = 2 * real->stride;
    o.layout = lanes == 1 ? TFI_INTERLEAVED : TFI_SPLIT;
    return o;
}

static void r2c_execute(const tfi_line_plan *plan, const tfi_line_args *args)
{
    const half_plan *p = (const half_plan *)plan;
    const uint32_t dtype = plan->problem.dtype;
    const int64_t lanes = args->lanes;
    char *re = args->scratch, *im = re + body_bytes(plan, lanes);
    tfi_line_args child = { 0 };
    child.in = pair_up(&args->in, dtype, lanes);
    child.out = tfi_split(re, im, lanes);
    child.lanes = lanes;
    child.scale = 1.0;
    child.scratch = im + body_bytes(plan, lanes);
    tfi_line_execute(p->child, &child);
    tfk_real post = { tfi_run(&child.out),
                      tfi_run(&args->out),
                      p->w_re,
                      p->w_im,
                      plan->problem.n / 2,
                      lanes,
                      args->scale,
                      args->conj_out };
    p->kernels->real_post[tfi_type_index(dtype)](&post);
}

static void c2r_execute(const tfi_line_plan *plan, const tfi_line_args *args)
{
    const half_plan *p = (const half_plan *)plan;
    const uint32_t dtype = plan->problem.dtype;
    const int64_t lanes = args->lanes;
    char *re = args->scratch, *im = re + body_bytes(plan, lanes);
    tfi_line_args child = { 0 };
    child.in = tfi_split(re, im, lanes);
    tfk_real pre = { tfi_run(&args->in),
                     tfi_run(&child.in),
                     p->w_re,
                     p->w_im,
                     plan->problem.n / 2,
                     lanes,
                     1.0,
                     args->conj_in };
    p->kernels->real_pre[tfi_type_index(dtype)](&pre);
    child.out = pair_up(&args->out, dtype, lanes);
    child.lanes = lanes;
    child.scale = args->scale;
    child.scratch = im + body_bytes(plan, lanes);
    tfi_line_execute(p->child, &child);
}

static trnfft_status half_wake(tfi_plan *plan, tfi_planner *planner)
{
    half_plan *p = (half_plan *)plan;
    TFI_TRY(tfi_plan_wake(&p->child->base, planner));
    return tfi_line_twiddles(&p->line, planner, 1, p->line.problem.n / 4 + 1, &p->w_re,
                             &p->w_im);
}

static void half_fini(tfi_plan *plan, const tfi_allocator *alloc)
{
    half_plan *p = (half_plan *)plan;
    tfi_free(alloc, p->w_re);
    tfi_free(alloc, p->w_im);
    tfi_plan_free((tfi_plan *)p->child, alloc);
}

static void half_print(const tfi_plan *plan, tfi_printer *printer)
{
    const half_plan *p = (const half_plan *)plan;
    tfi_print_line(printer, "half_complex %s n=%lld (%.3g ns)",
                   p->line.problem.kind == TFI_R2C ? "r2c" : "c2r",
                   (long long)p->line.problem.n, plan->cost_ns);
    tfi_plan_print_child(&p->child->base, printer);
}

static const tfi_plan_ops half_ops = { half_wake, half_fini, half_print };

static trnfft_status plan_half(const tfi_solver *solver, const tfi_problem *problem,
                               tfi_planner *planner, tfi_plan **out)
{
    const tfi_line_problem *line = (const tfi_line_problem *)problem;
    *out = NULL;
    if (line->kind == TFI_C2C || line->n % 2 != 0) {
        return TRNFFT_OK;
    }
    tfi_line_plan *child = NULL;
    TFI_TRY(tfi_line_find(planner, TFI_C2C, line->dtype, line->n / 2, &child));
    half_plan *p = (half_plan *)tfi_line_new(
        planner, solver, &half_ops, sizeof *p, line,
        line->kind == TFI_R2C ? r2c_execute : c2r_execute, half_scratch);
    if (p == NULL) {
        tfi_plan_free(&child->base, planner->alloc);
        return tfi_fail(TRNFFT_ERROR_OUT_OF_MEMORY, "no memory for a plan");
    }
    p->kernels = tfk_table_for(planner->cpu);
    p->child = child;
    double bytes = 4.0 * (double)line->n * (double)tfi_type_bytes(line->dtype);
    p->line.base.cost_ns = child->base.cost_ns + 5.0 +
                           tfi_cost_points(planner, line->dtype, line->n / 2, 10.0) +
                           tfi_cost_line_sweep(planner, line, line->n / 2, bytes);
    *out = &p->line.base;
    return TRNFFT_OK;
}

const tfi_solver tfi_solver_half_complex = { .name = "half_complex",
                                             .kind = TFI_PROBLEM_LINE,
                                             .plan = plan_half };
