/* line_real_rader_direct.c - solver "real_rader_direct": real transforms of prime
 * length through Rader's permutation of both halves, whose convolutions go by their
 * definition. The table of that is short: what a transform by definition would read of
 * a matrix is one sequence here, shifted.
 */
#include <stdbool.h>

#include <trnfft/dtype.h>

#include "backend/cpu/circulant_table.h"
#include "backend/cpu/line_tools.h"
#include "base/primes.h"
#include "solvers/line_move.h"
#include "solvers/line_solvers.h"
#include "solvers/rader_fold.h"

enum { LEAST_POINTS = 5, MOST_POINTS = 251 };

typedef struct circulant_plan {
    tfi_line_plan line;
    tfi_rader_fold fold;
    tfk_circulant_fn kernel;
    int64_t points; /* of a vector */
    tfk_circulant circulant;
    void *w;
} circulant_plan;

/* Pairs of whole vectors. */
static size_t pairs_bytes(const circulant_plan *p)
{
    const int64_t vectors = TFK_CIRCULANT_VECTORS(p->circulant.h, p->points);
    return tfi_array_bytes(p->line.problem.dtype, 2 * vectors * p->points);
}

static size_t circulant_scratch(const tfi_line_plan *plan, int64_t lanes)
{
    return tfi_each_lane_scratch(plan, lanes) +
           2 * pairs_bytes((const circulant_plan *)plan);
}

static void circulant_single(const tfi_line_plan *plan, const tfi_line_args *args)
{
    const circulant_plan *p = (const circulant_plan *)plan;
    char *in = args->scratch, *out = in + pairs_bytes(p);
    union {
        double f64[2];
        float f32[2];
    } total;
    const double start = tfi_rader_fold_in(&p->fold, args, in, out);
    p->kernel(&p->circulant, in, start, out, &total);
    tfi_rader_fold_out(
        &p->fold, args, out,
        plan->problem.dtype == TRNFFT_F64 ? total.f64[0] : (double)total.f32[0], in);
}

static void circulant_execute(const tfi_line_plan *plan, const tfi_line_args *args)
{
    tfi_each_lane(plan, args, circulant_single);
}

/* Pair i of copy c: the cosine and minus the sine of t = i - c - lead, where cosines
 * have the period h and sines change their sign after it; 0 beyond. */
#define FILL(T, suffix)                                                         \
    static void fill_##suffix(const circulant_plan *p, const T *cosines,        \
                              const T *sines)                                   \
    {                                                                           \
        const int64_t h = p->circulant.h, points = p->points;                   \
        const int64_t copy = TFK_CIRCULANT_COPY(h, points);                     \
        const int64_t lead = (TFK_CIRCULANT_VECTORS(h, points) - 1) * points;   \
        for (int64_t c = 0; c < points; c++) {                                  \
            T *w = (T *)p->w + 2 * c * copy;                                    \
            for (int64_t i = 0; i < copy; i++) {                                \
                const int64_t t = i - c - lead;                                 \
                const bool there = t > -h && t < h;                             \
                const int64_t at = t < 0 ? t + h : t;                           \
                w[2 * i] = there ? cosines[at] : (T)0;                          \
                w[2 * i + 1] = there ? (t < 0 ? -sines[at] : sines[at]) : (T)0; \
            }                                                                   \
        }                                                                       \
    }
FILL(float, f32)
FILL(double, f64)
#undef FILL

static trnfft_status circulant_wake(tfi_plan *plan, tfi_planner *planner)
{
    circulant_plan *p = (circulant_plan *)plan;
    const uint32_t dtype = p->line.problem.dtype;
    union {
        double f64[MOST_POINTS / 2];
        float f32[MOST_POINTS / 2];
    } c, s;
    const size_t bytes = tfi_array_bytes(
        dtype, 2 * p->points * TFK_CIRCULANT_COPY(p->circulant.h, p->points));
    p->w = tfi_alloc_table(planner->alloc, bytes);
    if (p->w == NULL) {
        return tfi_fail(TRNFFT_ERROR_OUT_OF_MEMORY,
                        "no memory for %zu bytes of twiddles", bytes);
    }
    plan->table_bytes += bytes;
    p->circulant.w = p->w;
    TFI_TRY(tfi_rader_fold_wake(&p->fold, planner, &plan->table_bytes, &c, &s));
    if (dtype == TRNFFT_F64) {
        fill_f64(p, c.f64, s.f64);
    } else {
        fill_f32(p, c.f32, s.f32);
    }
    return TRNFFT_OK;
}

static void circulant_fini(tfi_plan *plan, const tfi_allocator *alloc)
{
    circulant_plan *p = (circulant_plan *)plan;
    tfi_rader_fold_free(&p->fold, alloc);
    tfi_free(alloc, p->w);
}

static void circulant_print(const tfi_plan *plan, tfi_printer *printer)
{
    const circulant_plan *p = (const circulant_plan *)plan;
    tfi_print_line(printer, "real_rader_direct %s n=%lld (%.3g ns)",
                   p->line.problem.kind == TFI_R2C ? "r2c" : "c2r",
                   (long long)p->line.problem.n, plan->cost_ns);
}

static const tfi_plan_ops circulant_ops = { circulant_wake, circulant_fini,
                                            circulant_print };

static double price(const circulant_plan *p, const tfi_planner *planner)
{
    const tfi_line_problem *line = &p->line.problem;
    const int64_t h = p->circulant.h;
    const int64_t entries = h * TFK_CIRCULANT_VECTORS(h, p->points) * 2 * p->points;
    return 15.0 + 0.5 * (double)line->n +
           tfi_cost_cycles(planner, line->dtype, entries, 0.68);
}

static trnfft_status plan_circulant(const tfi_solver *solver,
                                    const tfi_problem *problem, tfi_planner *planner,
                                    tfi_plan **out)
{
    const tfi_line_problem *line = (const tfi_line_problem *)problem;
    const tfk_circulant_table *kernels = tfk_circulant_for(planner->cpu);
    *out = NULL;
    if (kernels == NULL || line->kind == TFI_C2C || line->n < LEAST_POINTS ||
        line->n > MOST_POINTS || !tfi_is_prime(line->n)) {
        return TRNFFT_OK;
    }
    circulant_plan *p =
        (circulant_plan *)tfi_line_new(planner, solver, &circulant_ops, sizeof *p, line,
                                       circulant_execute, circulant_scratch);
    if (p == NULL) {
        return tfi_fail(TRNFFT_ERROR_OUT_OF_MEMORY, "no memory for a plan");
    }
    const int type = tfi_type_index(line->dtype);
    tfi_rader_fold_init(&p->fold, planner, &p->line.problem);
    p->kernel = kernels->circulant[type];
    p->points = kernels->points[type];
    p->circulant.h = p->fold.h;
    p->line.base.cost_ns = price(p, planner);
    *out = &p->line.base;
    return TRNFFT_OK;
}

const tfi_solver tfi_solver_real_rader_direct = { .name = "real_rader_direct",
                                                  .kind = TFI_PROBLEM_LINE,
                                                  .plan = plan_circulant };
