/* codelet.c - solver "codelet": one butterfly is the whole transform, n <= 15. Lanes go
 * through a pass of that radix, rows through kernels of their own. */
#include <stdbool.h>

#include "backend/cpu/stockham.h"

#include "backend/cpu/line_tools.h"
#include "backend/cpu/single_table.h"
#include "base/status.h"

#include <trnfft/dtype.h>

typedef struct codelet_plan {
    tfi_line_plan line;
    const tfk_table *kernels;
    tfk_rows_fn rows;
    const tfk_single_fn *single; /* by kind of call */
} codelet_plan;

/* Fewer rows than a vector has lanes go through one by one. */
static void execute_rows(const tfi_line_plan *plan, const tfi_line_args *args,
                         const tfi_line_rows *rows)
{
    const codelet_plan *p = (const codelet_plan *)plan;
    tfk_rows r;
    tfi_set_rows(args, rows, &r);
    if (rows->n_rows >= p->kernels->lanes[tfi_type_index(plan->problem.dtype)]) {
        p->rows(&r, args->in.re, args->in.im, args->out.re, args->out.im);
        return;
    }
    const tfk_single_fn kernel = p->single[tfk_single_kind(&r)];
    const int64_t size = (int64_t)tfi_type_bytes(plan->problem.dtype);
    const int64_t in = rows->in_row * size, out = rows->out_row * size;
    const char *re = args->in.re, *im = args->in.im;
    char *to_re = args->out.re, *to_im = args->out.im;
    for (int64_t i = 0; i < rows->n_rows; i++) {
        kernel(&r, re + i * in, im + i * in, to_re + i * out, to_im + i * out, NULL);
    }
}

/* One row, known in advance: its kernel is all that runs. */
static tfi_line_run prepare_row(const tfi_line_plan *plan, const tfi_line_args *args,
                                tfi_line_prepared *prepared)
{
    _Static_assert(sizeof(tfk_rows) <= sizeof prepared->words, "room for a row");
    tfk_rows *rows = (tfk_rows *)prepared->words;
    tfi_set_rows(args, &tfi_one_row, rows);
    return ((const codelet_plan *)plan)->single[tfk_single_kind(rows)];
}

static void execute_copy(const tfi_line_plan *plan, const tfi_line_args *args)
{
    const codelet_plan *p = (const codelet_plan *)plan;
    const tfk_multiply copy = {
        tfi_run(&args->in), tfi_run(&args->out), NULL,          NULL,          1,
        args->lanes,        args->scale,         args->conj_in, args->conj_out
    };
    p->kernels->multiply[tfi_type_index(plan->problem.dtype)](&copy);
}

void tfi_codelet_lanes(const tfi_line_plan *plan, const tfk_table *kernels,
                       const tfi_line_args *args)
{
    const tfk_pass pass = { .in_leg = args->in.stride,
                            .out_leg = args->out.stride,
                            .n_outer = 1,
                            .n_inner = args->lanes,
                            .scale = args->scale,
                            .in_interleaved = args->in.layout == TFI_INTERLEAVED,
                            .out_interleaved = args->out.layout == TFI_INTERLEAVED,
                            .conj_in = args->conj_in,
                            .conj_out = args->conj_out,
                            .finish = 1,
                            .may_alias = 1,
                            .overrun = args->slack };
    kernels->pass[tfi_type_index(plan->problem.dtype)][plan->problem.n](
        &pass, args->in.re, args->in.im, args->out.re, args->out.im);
}

static void codelet_execute(const tfi_line_plan *plan, const tfi_line_args *args)
{
    if (args->lanes == 1) {
        execute_rows(plan, args, &tfi_one_row);
    } else {
        tfi_codelet_lanes(plan, ((const codelet_plan *)plan)->kernels, args);
    }
}

static size_t no_scratch(const tfi_line_plan *plan, int64_t lanes)
{
    (void)plan;
    (void)lanes;
    return 0;
}

static void codelet_print(const tfi_plan *plan, tfi_printer *printer)
{
    const codelet_plan *p = (const codelet_plan *)plan;
    tfi_print_line(printer, "%s %s n=%lld (%.3g ns)", plan->solver->name,
                   p->kernels->name, (long long)p->line.problem.n, plan->cost_ns);
}

static const tfi_plan_ops ops = { NULL, NULL, codelet_print };

/* A row alone in scalars takes long where the operations are many. */
static double price(const tfi_planner *planner, const tfi_line_problem *line)
{
    const bool in_scalars =
        line->lanes == 0 && !tfk_single_for(planner->cpu)->on_vectors;
    const double n = (double)line->n;
    const double cost = tfi_cost_points(planner, line->dtype, line->n, 3.0 + n * 0.6);
    return in_scalars && tfi_codelet_is_plain(line->n) ? 20.0 * cost : cost;
}

static trnfft_status plan_codelet(const tfi_solver *solver, const tfi_problem *problem,
                                  tfi_planner *planner, tfi_plan **out)
{
    const tfi_line_problem *line = (const tfi_line_problem *)problem;
    *out = NULL;
    const tfk_table *kernels = tfk_table_for(planner->cpu);
    const tfk_rows_fn *rows =
        tfk_rows_for(planner->cpu)->rows[tfi_type_index(line->dtype)];
    if (line->kind != TFI_C2C || line->n > TFK_MAX_RADIX ||
        (line->n > 1 && rows[line->n] == NULL)) {
        return TRNFFT_OK;
    }
    tfi_line_plan *plan = tfi_line_new(planner, solver, &ops, sizeof(codelet_plan),
                                       line, codelet_execute, no_scratch);
    if (plan == NULL) {
        return tfi_fail(TRNFFT_ERROR_OUT_OF_MEMORY, "no memory for a plan");
    }
    codelet_plan *p = (codelet_plan *)plan;
    p->kernels = kernels;
    if (line->n == 1) {
        plan->execute = execute_copy;
    } else {
        p->rows = rows[line->n];
        p->single =
            tfk_single_for(planner->cpu)->row[tfi_type_index(line->dtype)][line->n];
        plan->execute_rows = execute_rows;
        plan->prepare = prepare_row;
    }
    plan->base.cost_ns = price(planner, line);
    *out = &plan->base;
    return TRNFFT_OK;
}

const tfi_solver tfi_solver_codelet = { .name = "codelet",
                                        .kind = TFI_PROBLEM_LINE,
                                        .plan = plan_codelet };
