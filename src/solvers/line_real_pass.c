/* line_real_pass.c - solver "real_pass": real transforms of odd length n = r m, r <=
 * 15, through a first (last) pass of real butterflies and complex lines of m points.
 *
 * r2c: u_k[p] = w_n^(k p) sum_j x[p + m j] w_r^(j k) for k = 0 … r/2 only, side by side
 * for each p; X[r t + k] = DFT_m(u_k)[t] over these r/2 + 1 lanes, and the residues
 * r - k are the conjugates. A little more than half the work of a complex transform,
 * and no two lines are packed into one. c2r runs the same steps backwards.
 */
#include <string.h>

#include <trnfft/dtype.h>

#include "backend/cpu/line_tools.h"
#include "backend/cpu/stockham.h"
#include "solvers/line_move.h"
#include "solvers/line_solvers.h"

typedef struct pass_plan {
    tfi_line_plan line;
    const tfk_table *kernels;
    int64_t r;
    tfi_line_plan *child; /* c2c, m points, over r/2 + 1 lanes */
    void *w_re, *w_im;    /* w_n^(k p), [k - 1][p]             */
} pass_plan;

/* The reordering is compiled for each r = 2 h + 1: its inner loops are that short. */
#define TFI_EACH_HALF(X) X(1) X(2) X(3) X(4) X(5) X(6) X(7)
#define TFI_UNROLLED     static inline __attribute__((always_inline))

#define TEMPLATE "solvers/line_real_pass_tmpl.h"
#include "solvers/both_types_tmpl.h"

static int64_t lanes_of(const pass_plan *p)
{
    return p->r / 2 + 1;
}

static size_t columns_bytes(const pass_plan *p)
{
    return tfi_array_bytes(p->line.problem.dtype,
                           p->child->problem.n * lanes_of(p) + TFK_SLACK);
}

static size_t pass_scratch(const tfi_line_plan *plan, int64_t lanes)
{
    const pass_plan *p = (const pass_plan *)plan;
    return tfi_each_lane_scratch(plan, lanes) + 2 * columns_bytes(p) +
           tfi_line_scratch(p->child, lanes_of(p));
}

/* The complex transforms of all columns, in place. */
static void transform_columns(const pass_plan *p, char *re, char *im)
{
    const tfi_line_operand columns = tfi_split(re, im, lanes_of(p));
    const tfi_line_args args = { columns, columns, lanes_of(p),           1.0,
                                 0,       0,       im + columns_bytes(p), 1 };
    tfi_line_execute(p->child, &args);
}

/* Behind the last columns, where vectors of the child read, and behind the last `rows`
 * of all, where those of the pass back do. */
static inline void end_columns(const pass_plan *p, char *re, char *im, size_t rows)
{
    const size_t row = (size_t)lanes_of(p) * tfi_type_bytes(p->line.problem.dtype);
    tfi_clear_behind(re, im, (size_t)p->child->problem.n * row, rows * row);
}

static void r2c_single(const tfi_line_plan *plan, const tfi_line_args *args)
{
    const pass_plan *p = (const pass_plan *)plan;
    const int type = tfi_type_index(plan->problem.dtype);
    char *re = args->scratch, *im = re + columns_bytes(p);
    end_columns(p, re, im, 0);
    const tfk_real_pass pass = { args->in.re,         NULL, re, im, p->w_re, p->w_im,
                                 p->child->problem.n, 1.0 };
    p->kernels->real_forward[type][p->r](&pass);
    transform_columns(p, re, im);
    if (type == TFK_F64) {
        spread_f64(p, (const double *)(void *)re, (const double *)(void *)im, args);
    } else {
        spread_f32(p, (const float *)(void *)re, (const float *)(void *)im, args);
    }
}

static void c2r_single(const tfi_line_plan *plan, const tfi_line_args *args)
{
    const pass_plan *p = (const pass_plan *)plan;
    const int type = tfi_type_index(plan->problem.dtype);
    char *re = args->scratch, *im = re + columns_bytes(p);
    const size_t width = TFI_VECTOR_BYTES / tfi_type_bytes(plan->problem.dtype);
    end_columns(p, re, im, (size_t)-p->child->problem.n & (width - 1));
    if (type == TFK_F64) {
        collect_f64(p, (double *)(void *)re, (double *)(void *)im, args);
    } else {
        collect_f32(p, (float *)(void *)re, (float *)(void *)im, args);
    }
    transform_columns(p, re, im);
    const tfk_real_pass pass = { re,      im,      args->out.re,        NULL,
                                 p->w_re, p->w_im, p->child->problem.n, args->scale };
    p->kernels->real_backward[type][p->r](&pass);
}

static void pass_execute(const tfi_line_plan *plan, const tfi_line_args *args)
{
    tfi_each_lane(plan, args, plan->problem.kind == TFI_R2C ? r2c_single : c2r_single);
}

static trnfft_status pass_wake(tfi_plan *plan, tfi_planner *planner)
{
    pass_plan *p = (pass_plan *)plan;
    TFI_TRY(tfi_plan_wake(&p->child->base, planner));
    return tfi_line_twiddles(&p->line, planner, p->r / 2, p->child->problem.n, &p->w_re,
                             &p->w_im);
}

static void pass_fini(tfi_plan *plan, const tfi_allocator *alloc)
{
    pass_plan *p = (pass_plan *)plan;
    tfi_free(alloc, p->w_re);
    tfi_free(alloc, p->w_im);
    tfi_plan_free((tfi_plan *)p->child, alloc);
}

static void pass_print(const tfi_plan *plan, tfi_printer *printer)
{
    const pass_plan *p = (const pass_plan *)plan;
    tfi_print_line(printer, "real_pass %s n=%lld = %lld x %lld (%.3g ns)",
                   p->line.problem.kind == TFI_R2C ? "r2c" : "c2r",
                   (long long)p->line.problem.n, (long long)p->r,
                   (long long)p->child->problem.n, plan->cost_ns);
    tfi_plan_print_child(&p->child->base, printer);
}

static const tfi_plan_ops pass_ops = { pass_wake, pass_fini, pass_print };

/* How much longer passes over so many lanes take than over eight, as measured with
 * vectors of 4, 8 and 16: runs that are no multiple of a vector, or much shorter. */
static double unequal_lanes(const tfi_planner *planner, uint32_t dtype, int64_t lanes)
{
    const int64_t v = tfk_table_for(planner->cpu)->lanes[tfi_type_index(dtype)];
    if (v < 4 || lanes == 8) {
        return 1.0;
    }
    if (lanes < 4) {
        return v > 4 ? 1.7 : 1.45;
    }
    return lanes % v == 0 ? 1.1 : lanes > 5 ? 1.25 : 1.37;
}

/* `child` is its price for one line. */
static double price(const tfi_planner *planner, const tfi_line_problem *line, int64_t r,
                    double child)
{
    /* Those of the codelets, see codegen/README.md. */
    static const double operations[] = {
        [3] = 5, [5] = 14, [7] = 27, [9] = 42, [11] = 70, [13] = 96, [15] = 71
    };
    const int64_t m = line->n / r, lanes = r / 2 + 1;
    const double cycles = 12.0 + operations[r] + 6.0 * (double)r;
    const double loss = tfi_stockham_exists(m)
                            ? unequal_lanes(planner, line->dtype, lanes)
                            : tfi_cost_few_lanes(planner, line->dtype, m, lanes);
    return loss * (double)lanes * child + 30.0 +
           tfi_cost_cycles(planner, line->dtype, m, cycles) + 0.35 * (double)line->n;
}

/* The radices with kernels that divide n, the cheapest first. */
static trnfft_status offer_radices(tfi_planner *planner, const tfi_line_problem *line,
                                   tfi_choice_list *choices)
{
    const tfk_table *kernels = tfk_table_for(planner->cpu);
    for (int64_t f = 3; f <= TFK_MAX_RADIX && f < line->n; f += 2) {
        if (line->n % f != 0 ||
            kernels->real_forward[tfi_type_index(line->dtype)][f] == NULL) {
            continue;
        }
        double child = 0;
        TFI_TRY(tfi_line_cost(planner, TFI_C2C, line->dtype, line->n / f, &child));
        tfi_choice_offer_number(choices, f, price(planner, line, f, child));
    }
    return TRNFFT_OK;
}

static size_t choose_pass(const tfi_solver *solver, const tfi_problem *problem,
                          tfi_planner *planner, tfi_choice *list, size_t capacity)
{
    const tfi_line_problem *line = (const tfi_line_problem *)problem;
    tfi_choice_list choices = { list, capacity, 0, { 0 } };
    (void)solver;
    if (line->kind == TFI_C2C || line->n % 2 == 0 ||
        offer_radices(planner, line, &choices) != TRNFFT_OK) {
        return 0;
    }
    return choices.count;
}

/* The choice that is wanted, or the cheapest; *r = 0: there is none. */
static trnfft_status choose(tfi_planner *planner, const tfi_line_problem *line,
                            int64_t *r, double *cost)
{
    tfi_choice list[TFI_MAX_CHOICES];
    tfi_choice_list choices = { list, TFI_MAX_CHOICES, 0, { 0 } };
    TFI_TRY(offer_radices(planner, line, &choices));
    *r = 0;
    for (size_t i = 0; i < choices.count && *r == 0; i++) {
        if (planner->choice == NULL || planner->choice->at[0] == list[i].at[0]) {
            *r = list[i].at[0];
            *cost = choices.costs[i];
        }
    }
    return TRNFFT_OK;
}

static trnfft_status plan_pass(const tfi_solver *solver, const tfi_problem *problem,
                               tfi_planner *planner, tfi_plan **out)
{
    const tfi_line_problem *line = (const tfi_line_problem *)problem;
    *out = NULL;
    if (line->kind == TFI_C2C || line->n % 2 == 0) {
        return TRNFFT_OK;
    }
    int64_t r = 0;
    double cost = 0;
    TFI_TRY(choose(planner, line, &r, &cost));
    if (r == 0) {
        return TRNFFT_OK;
    }
    tfi_line_plan *child = NULL;
    double child_cost = 0;
    TFI_TRY(tfi_line_child(planner, TFI_C2C, line->dtype, line->n / r, &child,
                           &child_cost));
    pass_plan *p = (pass_plan *)tfi_line_new(planner, solver, &pass_ops, sizeof *p,
                                             line, pass_execute, pass_scratch);
    if (p == NULL) {
        tfi_plan_free((tfi_plan *)child, planner->alloc);
        return tfi_fail(TRNFFT_ERROR_OUT_OF_MEMORY, "no memory for a plan");
    }
    p->kernels = tfk_table_for(planner->cpu);
    p->r = r;
    p->child = child;
    p->line.base.cost_ns = cost;
    *out = &p->line.base;
    return TRNFFT_OK;
}

const tfi_solver tfi_solver_real_pass = { .name = "real_pass",
                                          .kind = TFI_PROBLEM_LINE,
                                          .plan = plan_pass,
                                          .choices = choose_pass,
                                          .lanes_inside = true };
