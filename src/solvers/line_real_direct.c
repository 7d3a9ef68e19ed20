/* line_real_direct.c - solver "real_direct": real transforms of small odd length by the
 * definition, folded about the middle: with h = n / 2, products of an h x h table of
 * cosines with x_j + x_(n-j) and of one of sines with x_j - x_(n-j). */
#include <trnfft/dtype.h>

#include "backend/cpu/line_tools.h"
#include "solvers/line_move.h"
#include "solvers/line_solvers.h"

enum { MAX_DIRECT = 151 };

typedef struct direct_plan {
    tfi_line_plan line;
    const tfk_table *kernels;
    int64_t width; /* h rounded up to whole blocks of columns */
    void *c, *s;   /* cos and sin of 2 pi j k / n, [j - 1][k - 1] */
} direct_plan;

static size_t row_bytes(const direct_plan *p)
{
    return tfi_array_bytes(p->line.problem.dtype, p->width);
}

/* even = first + c^T p and odd = s^T q; p and q fill the first two rows of the scratch,
 * even and odd the next. */
static void sums(const direct_plan *p, char *scratch, double first)
{
    const size_t row = row_bytes(p);
    const tfk_direct a = {
        scratch,           scratch + row,         p->c,     p->s, scratch + 2 * row,
        scratch + 3 * row, p->line.problem.n / 2, p->width, first
    };
    p->kernels->direct[tfi_type_index(p->line.problem.dtype)](&a);
}

#define T        float
#define FN(name) name##_f32
#include "solvers/line_real_direct_tmpl.h"
#undef T
#undef FN
#define T        double
#define FN(name) name##_f64
#include "solvers/line_real_direct_tmpl.h"
#undef T
#undef FN

static size_t direct_scratch(const tfi_line_plan *plan, int64_t lanes)
{
    const direct_plan *p = (const direct_plan *)plan;
    return tfi_each_lane_scratch(plan, lanes) + 4 * row_bytes(p);
}

static void direct_single(const tfi_line_plan *plan, const tfi_line_args *args)
{
    const direct_plan *p = (const direct_plan *)plan;
    const int forward = plan->problem.kind == TFI_R2C;
    if (plan->problem.dtype == TRNFFT_F64) {
        (void)(forward ? r2c_f64(p, args) : c2r_f64(p, args));
    } else {
        (void)(forward ? r2c_f32(p, args) : c2r_f32(p, args));
    }
}

static void direct_execute(const tfi_line_plan *plan, const tfi_line_args *args)
{
    tfi_each_lane(plan, args, direct_single);
}

static trnfft_status direct_wake(tfi_plan *plan, tfi_planner *planner)
{
    direct_plan *p = (direct_plan *)plan;
    const int64_t n = p->line.problem.n;
    const size_t bytes = (size_t)(n / 2) * row_bytes(p);
    p->c = tfi_alloc_zeroed(planner->alloc, bytes);
    p->s = tfi_alloc_zeroed(planner->alloc, bytes);
    if (p->c == NULL || p->s == NULL) {
        return tfi_fail(TRNFFT_ERROR_OUT_OF_MEMORY,
                        "no memory for %zu bytes of twiddles", 2 * bytes);
    }
    plan->table_bytes += 2 * bytes;
    tfi_trig *trig = NULL;
    TFI_TRY(tfi_trig_create(planner->alloc, n, &trig));
    if (p->line.problem.dtype == TRNFFT_F64) {
        fill_tables_f64(p, trig);
    } else {
        fill_tables_f32(p, trig);
    }
    tfi_trig_destroy(trig, planner->alloc);
    return TRNFFT_OK;
}

static void direct_fini(tfi_plan *plan, const tfi_allocator *alloc)
{
    direct_plan *p = (direct_plan *)plan;
    tfi_free(alloc, p->c);
    tfi_free(alloc, p->s);
}

static void direct_print(const tfi_plan *plan, tfi_printer *printer)
{
    const direct_plan *p = (const direct_plan *)plan;
    tfi_print_line(printer, "real_direct %s n=%lld (%.3g ns)",
                   p->line.problem.kind == TFI_R2C ? "r2c" : "c2r",
                   (long long)p->line.problem.n, plan->cost_ns);
}

static const tfi_plan_ops direct_ops = { direct_wake, direct_fini, direct_print };

static trnfft_status plan_direct(const tfi_solver *solver, const tfi_problem *problem,
                                 tfi_planner *planner, tfi_plan **out)
{
    const tfi_line_problem *line = (const tfi_line_problem *)problem;
    *out = NULL;
    if (line->kind == TFI_C2C || line->n % 2 == 0 || line->n > MAX_DIRECT) {
        return TRNFFT_OK;
    }
    direct_plan *p = (direct_plan *)tfi_line_new(
        planner, solver, &direct_ops, sizeof *p, line, direct_execute, direct_scratch);
    if (p == NULL) {
        return tfi_fail(TRNFFT_ERROR_OUT_OF_MEMORY, "no memory for a plan");
    }
    const int64_t h = line->n / 2;
    p->kernels = tfk_table_for(planner->cpu);
    p->width = (h + TFK_DIRECT_BLOCK - 1) / TFK_DIRECT_BLOCK * TFK_DIRECT_BLOCK;
    /* Two products a point of the table, and the folds by single points. */
    p->line.base.cost_ns = 10.0 + 1.2 * (double)line->n +
                           tfi_cost_cycles(planner, line->dtype, h * p->width, 2.2);
    *out = &p->line.base;
    return TRNFFT_OK;
}

const tfi_solver tfi_solver_real_direct = { .name = "real_direct",
                                            .kind = TFI_PROBLEM_LINE,
                                            .plan = plan_direct };
