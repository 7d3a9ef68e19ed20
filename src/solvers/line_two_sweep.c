/* line_two_sweep.c - solver "two_sweep": n = n1 n2 for lines beyond the second-level
 * cache, in two sweeps over memory.
 *
 * The decomposition of "four_step" (line_four_step.c), laid out for the memory: with
 * j = n2 j1 + j2 and k = k1 + n1 k2.
 *
 * Sweep 1 takes strips of W columns j2: DFTs of n1 points over W lanes into a tile,
 * which is multiplied by w^(j2 k1) and transposed into rows j2 of the middle array.
 *
 * Sweep 2 takes strips of W columns k1 of the middle array: DFTs of n2 points over W
 * lanes, written to the same columns of the output.
 *
 * So the middle array can be the output itself, when that is no memory of the input and
 * whole strips fill it; else it lies in the workspace. Strips, tiles and everything
 * between the sweeps stay in the second-level cache, the innermost DFTs in the first
 * (lane_dft.h). The last strip is moved back to stay W wide, in sweep 2 a group wide;
 * of the columns that the strip before has too, sweep 1 keeps that strip's, and sweep 2
 * computes the same bits.
 *
 * Twiddles are products of two factors, w^(start k1) by group of columns and w^(b k1)
 * by column in the group: a table of n would be as much memory traffic as the data.
 */
#include "base/primes.h"
#include "solvers/line_solvers.h"
#include "solvers/two_sweep.h"

static void fill_twiddles(const tfi_two_sweep *p, const tfi_trig *trig)
{
    const uint32_t dtype = p->line.problem.dtype;
    const int64_t n1 = p->n1, g = p->group, n_groups = p->w / g;
    for (int64_t i = 0; i < p->n_strips * n_groups; i++) {
        const int64_t start = tfi_two_sweep_start(p, i / n_groups) + i % n_groups * g;
        void *re = tfi_at(p->coarse, dtype, i * 2 * n1);
        tfi_trig_fill(trig, dtype, 0, start, n1, re, tfi_at(re, dtype, n1));
    }
    for (int64_t k1 = 0; k1 < n1; k1++) {
        void *re = tfi_at(p->fine, dtype, k1 * g);
        tfi_trig_fill(trig, dtype, 0, k1, g, re, tfi_at(re, dtype, n1 * g));
    }
}

static trnfft_status two_sweep_wake(tfi_plan *plan, tfi_planner *planner)
{
    tfi_two_sweep *p = (tfi_two_sweep *)plan;
    const uint32_t dtype = p->line.problem.dtype;
    TFI_TRY(tfi_lane_dft_wake(&p->columns, planner->alloc, &plan->table_bytes));
    TFI_TRY(tfi_lane_dft_wake(&p->rows, planner->alloc, &plan->table_bytes));
    const int64_t n_groups = p->n_strips * (p->w / p->group);
    const size_t coarse = tfi_array_bytes(dtype, n_groups * 2 * p->n1);
    const size_t fine = tfi_array_bytes(dtype, 2 * p->n1 * p->group);
    p->coarse = tfi_alloc_table(planner->alloc, coarse);
    p->fine = tfi_alloc_table(planner->alloc, fine);
    if (p->coarse == NULL || p->fine == NULL) {
        return tfi_fail(TRNFFT_ERROR_OUT_OF_MEMORY,
                        "no memory for %zu bytes of twiddles", coarse + fine);
    }
    plan->table_bytes += coarse + fine;
    tfi_trig *trig = NULL;
    TFI_TRY(tfi_trig_create(planner->alloc, p->line.problem.n, &trig));
    fill_twiddles(p, trig);
    tfi_trig_destroy(trig, planner->alloc);
    return TRNFFT_OK;
}

static void two_sweep_fini(tfi_plan *plan, const tfi_allocator *alloc)
{
    tfi_two_sweep *p = (tfi_two_sweep *)plan;
    tfi_free(alloc, p->coarse);
    tfi_free(alloc, p->fine);
    tfi_lane_dft_fini(&p->columns, alloc);
    tfi_lane_dft_fini(&p->rows, alloc);
}

static void two_sweep_print(const tfi_plan *plan, tfi_printer *printer)
{
    const tfi_two_sweep *p = (const tfi_two_sweep *)plan;
    tfi_print_line(printer, "two_sweep %s n=%lld = %lld x %lld radices ",
                   tfi_cpu_name(p->cpu), (long long)p->line.problem.n, (long long)p->n1,
                   (long long)p->n2);
    tfi_lane_dft_print(&p->columns, printer);
    tfi_printf(printer, ", ");
    tfi_lane_dft_print(&p->rows, printer);
    tfi_printf(printer, " (%.3g ns)", plan->cost_ns);
}

static const tfi_plan_ops two_sweep_ops = { two_sweep_wake, two_sweep_fini,
                                            two_sweep_print };

/* Wide strips take fewer turns over the pages of a line. */
static int64_t strip_width(const tfi_line_problem *line)
{
    const int64_t lanes = tfi_line_preferred_lanes(line->dtype);
    const size_t bytes = 2 * tfi_array_bytes(line->dtype, line->n);
    return bytes >= TFI_TWO_SWEEP_LARGE ? 2 * lanes : lanes;
}

/* What it costs with n1 columns; 0: not to be had. */
static double price(const tfi_planner *planner, const tfi_line_problem *line,
                    int64_t n1)
{
    const int64_t n2 = line->n / n1, w = strip_width(line);
    if (n1 < w || n2 < w) {
        return 0;
    }
    tfi_lane_dft d;
    double c1 = 0, c2 = 0;
    if (!tfi_lane_dft_find(planner, line->dtype, n1, &d, &c1) ||
        !tfi_lane_dft_find(planner, line->dtype, n2, &d, &c2)) {
        return 0;
    }
    /* Fitted to whole transforms: calls, edges and what the fetches do not hide. */
    static const double rest = 1.2;
    const double bytes = (double)tfi_type_bytes(line->dtype) * (double)line->n;
    return rest * tfi_cost_crossing(planner, line->dtype, n1, n2) *
               ((double)n2 * c1 + (double)n1 * c2 +
                tfi_cost_cycles(planner, line->dtype, line->n, 8.0)) +
           2.0 * tfi_cost_sweep(line->dtype, line->n, 4.0 * bytes);
}

/* The best n1 near the square root; 0: none. */
static int64_t best_split(const tfi_planner *planner, const tfi_line_problem *line,
                          double *best_cost)
{
    enum { MAX_SPLITS = 4 };
    const uint32_t n = (uint32_t)line->n, root = (uint32_t)tfi_square_root(line->n);
    int64_t best = 0;
    int count = 0;
    for (uint32_t f = root; f > root / 8 && count < MAX_SPLITS; f--) {
        const double cost = n % f == 0 ? price(planner, line, f) : 0;
        count += cost > 0 ? 1 : 0;
        if (cost > 0 && (best == 0 || cost < 0.98 * *best_cost)) {
            best = f;
            *best_cost = cost;
        }
    }
    return best;
}

static trnfft_status plan_two_sweep(const tfi_solver *solver,
                                    const tfi_problem *problem, tfi_planner *planner,
                                    tfi_plan **out)
{
    const tfi_line_problem *line = (const tfi_line_problem *)problem;
    const int64_t least = 4096, most = (int64_t)1 << 26;
    double cost = 0;
    *out = NULL;
    if (line->kind != TFI_C2C || line->n < least || line->n > most) {
        return TRNFFT_OK;
    }
    const int64_t n1 = best_split(planner, line, &cost);
    if (n1 == 0) {
        return TRNFFT_OK;
    }
    tfi_two_sweep *p =
        (tfi_two_sweep *)tfi_line_new(planner, solver, &two_sweep_ops, sizeof *p, line,
                                      tfi_two_sweep_execute, tfi_two_sweep_scratch);
    if (p == NULL) {
        return tfi_fail(TRNFFT_ERROR_OUT_OF_MEMORY, "no memory for a plan");
    }
    p->line.n_phases = 2;
    p->line.parts_scratch = tfi_two_sweep_parts_scratch;
    p->line.execute_part = tfi_two_sweep_part;
    p->cpu = planner->cpu;
    p->n1 = n1;
    p->n2 = line->n / n1;
    p->w = strip_width(line);
    p->group = tfi_lane_group(tfk_table_for(planner->cpu), line->dtype);
    p->n_strips = (p->n2 + p->w - 1) / p->w;
    p->n_slots = (p->n1 + p->group - 1) / p->group;
    p->line.base.cost_ns = cost;
    (void)tfi_lane_dft_find(planner, line->dtype, p->n1, &p->columns, &cost);
    (void)tfi_lane_dft_find(planner, line->dtype, p->n2, &p->rows, &cost);
    *out = &p->line.base;
    return TRNFFT_OK;
}

const tfi_solver tfi_solver_two_sweep = { .name = "two_sweep",
                                          .kind = TFI_PROBLEM_LINE,
                                          .plan = plan_two_sweep };
