/* line_real_direct.c - solver "real_direct": real transforms of small odd length by the
 * definition, folded about the middle: (n/2)^2 products for each of the cosine and sine
 * sums. */
#include <trnfft/dtype.h>

#include "backend/cpu/line_tools.h"
#include "solvers/line_solvers.h"

enum { MAX_DIRECT = 61 };

typedef struct direct_plan {
    tfi_line_plan line;
    void *w_re, *w_im; /* exp(-2 pi i k / n), k = 0 … n-1 */
} direct_plan;

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
    return tfi_array_bytes(plan->problem.dtype, (plan->problem.n + 2) * lanes);
}

static void direct_execute(const tfi_line_plan *plan, const tfi_line_args *args)
{
    const direct_plan *p = (const direct_plan *)plan;
    const int64_t n = plan->problem.n;
    const int forward = plan->problem.kind == TFI_R2C;
    if (plan->problem.dtype == TRNFFT_F64) {
        (void)(forward ? r2c_f64(n, p->w_re, p->w_im, args)
                       : c2r_f64(n, p->w_re, p->w_im, args));
    } else {
        (void)(forward ? r2c_f32(n, p->w_re, p->w_im, args)
                       : c2r_f32(n, p->w_re, p->w_im, args));
    }
}

static trnfft_status direct_wake(tfi_plan *plan, tfi_planner *planner)
{
    direct_plan *p = (direct_plan *)plan;
    const uint32_t dtype = p->line.problem.dtype;
    const int64_t n = p->line.problem.n;
    const size_t bytes = tfi_array_bytes(dtype, n);
    p->w_re = tfi_alloc(planner->alloc, bytes);
    p->w_im = tfi_alloc(planner->alloc, bytes);
    if (p->w_re == NULL || p->w_im == NULL) {
        return tfi_fail(TRNFFT_ERROR_OUT_OF_MEMORY,
                        "no memory for %zu bytes of twiddles", 2 * bytes);
    }
    plan->table_bytes += 2 * bytes;
    tfi_trig *trig = NULL;
    TFI_TRY(tfi_trig_create(planner->alloc, n, &trig));
    tfi_trig_fill(trig, dtype, 0, 1, n, p->w_re, p->w_im);
    tfi_trig_destroy(trig, planner->alloc);
    return TRNFFT_OK;
}

static void direct_fini(tfi_plan *plan, const tfi_allocator *alloc)
{
    direct_plan *p = (direct_plan *)plan;
    tfi_free(alloc, p->w_re);
    tfi_free(alloc, p->w_im);
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
    tfi_line_plan *plan =
        tfi_line_new(planner, solver, &direct_ops, sizeof(direct_plan), line,
                     direct_execute, direct_scratch);
    if (plan == NULL) {
        return tfi_fail(TRNFFT_ERROR_OUT_OF_MEMORY, "no memory for a plan");
    }
    /* Plain loops, compiled for the baseline: slow where anything else applies. */
    plan->base.cost_ns = 6.0 + 1.2 * (double)(line->n * line->n);
    *out = &plan->base;
    return TRNFFT_OK;
}

const tfi_solver tfi_solver_real_direct = { "real_direct", TFI_PROBLEM_LINE,
                                            plan_direct };
