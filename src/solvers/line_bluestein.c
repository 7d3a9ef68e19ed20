/* line_bluestein.c - solver "bluestein": complex lines of any length as a convolution
 * with a chirp. */
#include <stdbool.h>

#include <trnfft/dtype.h>

#include "backend/cpu/line_tools.h"
#include "solvers/chirp.h"
#include "solvers/line_solvers.h"

typedef struct bluestein_plan {
    tfi_line_plan line;
    tfi_chirp chirp;
} bluestein_plan;

static size_t bluestein_scratch(const tfi_line_plan *plan, int64_t lanes)
{
    return tfi_chirp_scratch(&((const bluestein_plan *)plan)->chirp, lanes);
}

static void bluestein_execute(const tfi_line_plan *plan, const tfi_line_args *args)
{
    const tfi_chirp *chirp = &((const bluestein_plan *)plan)->chirp;
    const int type = tfi_type_index(chirp->dtype);
    const int64_t n = plan->problem.n, lanes = args->lanes;
    const tfi_line_operand body = tfi_chirp_body(chirp, args->scratch, lanes);
    tfk_multiply in = tfi_chirp_times(chirp, &args->in, &body, n, lanes);
    in.conj_in = args->conj_in;
    chirp->kernels->multiply[type](&in);
    tfi_chirp_convolve(chirp, args->scratch, lanes);
    tfk_multiply out = tfi_chirp_times(chirp, &body, &args->out, n, lanes);
    out.scale = args->scale;
    out.conj_out = args->conj_out;
    chirp->kernels->multiply[type](&out);
}

static trnfft_status bluestein_wake(tfi_plan *plan, tfi_planner *planner)
{
    return tfi_chirp_wake(&((bluestein_plan *)plan)->chirp, planner,
                          &plan->table_bytes);
}

static void bluestein_fini(tfi_plan *plan, const tfi_allocator *alloc)
{
    tfi_chirp_free(&((bluestein_plan *)plan)->chirp, alloc);
}

static void bluestein_print(const tfi_plan *plan, tfi_printer *printer)
{
    const bluestein_plan *p = (const bluestein_plan *)plan;
    tfi_print_line(printer, "bluestein n=%lld (%.3g ns)", (long long)p->line.problem.n,
                   plan->cost_ns);
    tfi_plan_print_child(&p->chirp.child->base, printer);
}

static const tfi_plan_ops bluestein_ops = { bluestein_wake, bluestein_fini,
                                            bluestein_print };

/* As measured against rader, decimate and four_step of the same lengths: their rows and
 * permutations gain less from long vectors of double than these products do. */
static double against_others(const tfi_planner *planner, uint32_t dtype)
{
    return dtype == TRNFFT_F64 && tfi_has_long_vectors(planner, dtype) ? 0.93 : 1.0;
}

static bool is_possible(const tfi_line_problem *line)
{
    return line->kind == TFI_C2C && line->n >= 2 && line->n <= INT64_MAX / 16;
}

/* Points of the convolution. */
static int64_t at_least(const tfi_line_problem *line)
{
    return 2 * line->n - 1;
}

static trnfft_status plan_bluestein(const tfi_solver *solver,
                                    const tfi_problem *problem, tfi_planner *planner,
                                    tfi_plan **out)
{
    const tfi_line_problem *line = (const tfi_line_problem *)problem;
    *out = NULL;
    if (!is_possible(line) || (!planner->forced && tfi_stockham_exists(line->n))) {
        return TRNFFT_OK;
    }
    int64_t length = 0;
    TFI_TRY(tfi_convolution_chosen(planner, line, at_least(line), &length));
    if (length == 0) {
        return TRNFFT_OK;
    }
    tfi_line_plan *child = NULL;
    double cost = 0;
    TFI_TRY(tfi_line_child(planner, TFI_C2C, line->dtype, length, &child, &cost));
    bluestein_plan *p =
        (bluestein_plan *)tfi_line_new(planner, solver, &bluestein_ops, sizeof *p, line,
                                       bluestein_execute, bluestein_scratch);
    if (p == NULL) {
        tfi_plan_free((tfi_plan *)child, planner->alloc);
        return tfi_fail(TRNFFT_ERROR_OUT_OF_MEMORY, "no memory for a plan");
    }
    p->chirp = (tfi_chirp){ .dtype = line->dtype,
                            .n = line->n,
                            .n_in = line->n,
                            .n_out = line->n,
                            .length = length,
                            .kernels = tfk_table_for(planner->cpu),
                            .child = child };
    p->line.base.cost_ns = against_others(planner, line->dtype) *
                           tfi_chirp_cost(&p->chirp, planner, line, cost);
    *out = &p->line.base;
    return TRNFFT_OK;
}

static size_t choose_bluestein(const tfi_solver *solver, const tfi_problem *problem,
                               tfi_planner *planner, tfi_choice *list, size_t capacity)
{
    const tfi_line_problem *line = (const tfi_line_problem *)problem;
    (void)solver;
    return is_possible(line)
               ? tfi_convolution_choices(planner, line, at_least(line), list, capacity)
               : 0;
}

const tfi_solver tfi_solver_bluestein = { .name = "bluestein",
                                          .kind = TFI_PROBLEM_LINE,
                                          .plan = plan_bluestein,
                                          .choices = choose_bluestein };
