/* line_tools.c - shared helpers of the one-dimensional solvers. */
#include "backend/cpu/line_tools.h"

#include "backend/cpu/stockham.h"

#include <trnfft/dtype.h>

tfi_line_plan *
tfi_line_new(tfi_planner *planner, const tfi_solver *solver, const tfi_plan_ops *ops,
             size_t bytes, const tfi_line_problem *problem,
             void (*execute)(const tfi_line_plan *, const tfi_line_args *),
             size_t (*scratch)(const tfi_line_plan *, int64_t))
{
    tfi_line_plan *plan = tfi_plan_new(planner, solver, ops, bytes);
    if (plan != NULL) {
        plan->problem = *problem;
        plan->execute = execute;
        plan->scratch_bytes = scratch;
    }
    return plan;
}

trnfft_status tfi_line_twiddles(tfi_line_plan *plan, tfi_planner *planner,
                                int64_t n_rows, int64_t m, void **re, void **im)
{
    const uint32_t dtype = plan->problem.dtype;
    const size_t bytes = tfi_array_bytes(dtype, n_rows * m);
    *re = tfi_alloc_table(planner->alloc, bytes);
    *im = tfi_alloc_table(planner->alloc, bytes);
    if (*re == NULL || *im == NULL) {
        return tfi_fail(TRNFFT_ERROR_OUT_OF_MEMORY,
                        "no memory for %zu bytes of twiddles", 2 * bytes);
    }
    plan->base.table_bytes += 2 * bytes;
    tfi_trig *trig = NULL;
    TFI_TRY(tfi_trig_create(planner->alloc, plan->problem.n, &trig));
    for (int64_t k = 1; k <= n_rows; k++) {
        const int64_t at = (k - 1) * m;
        tfi_trig_fill(trig, dtype, 0, k, m, tfi_at(*re, dtype, at),
                      tfi_at(*im, dtype, at));
    }
    tfi_trig_destroy(trig, planner->alloc);
    return TRNFFT_OK;
}

tfi_line_operand tfi_operand_at(const tfi_line_operand *o, uint32_t dtype, int64_t j,
                                int64_t b)
{
    tfi_line_operand r = *o;
    int64_t step = j * o->stride + (o->layout == TFI_INTERLEAVED ? 2 * b : b);
    r.re = tfi_at(o->re, dtype, step);
    if (o->im != NULL) {
        r.im = tfi_at(o->im, dtype, step);
    }
    return r;
}

void tfi_choice_offer(tfi_choice_list *choices, const tfi_choice *choice, double cost)
{
    const size_t most =
        choices->capacity < TFI_MAX_CHOICES ? choices->capacity : TFI_MAX_CHOICES;
    size_t at = choices->count < most ? choices->count++ : most;
    for (; at > 0 && cost < choices->costs[at - 1]; at--) {
        if (at < most) {
            choices->costs[at] = choices->costs[at - 1];
            choices->list[at] = choices->list[at - 1];
        }
    }
    if (at < most) {
        choices->costs[at] = cost;
        choices->list[at] = *choice;
    }
}

void tfi_choice_offer_number(tfi_choice_list *choices, int64_t number, double cost)
{
    const tfi_choice choice = { 1, { number } };
    tfi_choice_offer(choices, &choice, cost);
}

int64_t tfi_line_preferred_lanes(uint32_t dtype)
{
    return (int64_t)(64 / tfi_type_bytes(dtype));
}

double tfi_cost_cycles(const tfi_planner *planner, uint32_t dtype, int64_t n,
                       double cycles_per_vector)
{
    int lanes = tfk_table_for(planner->cpu)->lanes[tfi_type_index(dtype)];
    return (double)n * cycles_per_vector / (tfi_costs_of(planner)->gigahertz * lanes);
}

bool tfi_has_long_vectors(const tfi_planner *planner, uint32_t dtype)
{
    const int lanes = tfk_table_for(planner->cpu)->lanes[tfi_type_index(dtype)];
    return (size_t)lanes * tfi_type_bytes(dtype) >= 64;
}

double tfi_cost_points(const tfi_planner *planner, uint32_t dtype, int64_t n,
                       double operations_per_point)
{
    return tfi_cost_cycles(planner, dtype, n,
                           operations_per_point / tfi_costs_of(planner)->operations);
}

/* Vectors that are filled in part take as long as full ones. Convolutions, which move
 * and multiply rows of lanes between their transforms, lose more: measured for lines of
 * large primes. */
double tfi_cost_few_lanes(const tfi_planner *planner, uint32_t dtype, int64_t n,
                          int64_t lanes)
{
    const int64_t v = tfk_table_for(planner->cpu)->lanes[tfi_type_index(dtype)];
    if ((n > 0 && n <= TFK_DIRECT_MAX) || tfi_stockham_exists(n)) {
        const int64_t slots = (lanes + v - 1) / v * v;
        return (double)slots / (double)lanes;
    }
    return lanes < v        ? 1.0 + 1.2 * (double)v / (double)lanes
           : lanes == v     ? 1.2
           : lanes % v != 0 ? 1.9
                            : 1.0;
}

/* What one read and one write of n complex points cost beyond the arithmetic that hides
 * them, while `working_set_bytes` are in use. */
static double price_sweep(const tfi_costs *costs, uint32_t dtype, int64_t n,
                          double working_set_bytes)
{
    const double bytes = 4.0 * (double)n * (double)tfi_type_bytes(dtype);
    int i = 0;
    while (i + 1 < TFI_COST_STEPS && working_set_bytes > tfi_cost_steps[i]) {
        i++;
    }
    return bytes / costs->sweep[i];
}

double tfi_cost_sweep(uint32_t dtype, int64_t n, double working_set_bytes)
{
    return price_sweep(tfi_costs_for(tfi_cpu_detect()), dtype, n, working_set_bytes);
}

double tfi_cost_line_sweep(const tfi_planner *planner, const tfi_line_problem *line,
                           int64_t n, double working_set_bytes)
{
    const int64_t lanes = line->lanes != 0 ? tfi_line_preferred_lanes(line->dtype) : 1;
    return price_sweep(tfi_costs_of(planner), line->dtype, n,
                       (double)lanes * working_set_bytes);
}

double tfi_cost_crossing(const tfi_planner *planner, uint32_t dtype, int64_t n1,
                         int64_t n2)
{
    const int64_t lanes = tfk_table_for(planner->cpu)->lanes[tfi_type_index(dtype)];
    const bool whole = n1 % lanes == 0 && n2 % lanes == 0;
    return !whole && tfi_has_long_vectors(planner, dtype) ? 1.5 : 1.0;
}

double tfi_cost_strips(const tfi_planner *planner, uint32_t dtype, int64_t n,
                       int64_t lines, double one)
{
    const int64_t preferred = tfi_line_preferred_lanes(dtype);
    const int64_t width = lines < preferred ? lines : preferred;
    const int64_t strips = (lines + width - 1) / width;
    return (double)(strips * width) * one *
           tfi_cost_few_lanes(planner, dtype, n, width);
}
