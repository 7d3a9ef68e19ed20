/* stockham.c - solvers "codelet" (one butterfly, n <= 16) and "stockham" (a sequence of
 * passes).
 *
 * Autosorting decimation in frequency: after the passes with product s the line is kept
 * as [n / s][s]; a pass of radix R reads R legs n / R apart and writes them side by
 * side, so that the inner run of s (times lanes) points is contiguous on both sides.
 * Only the first pass over a single line has no inner run; it walks the outer index in
 * vectors and transposes while it stores.
 */
#include "backend/cpu/stockham.h"

#include <string.h>

#include "base/status.h"
#include "backend/cpu/line_tools.h"

#include <trnfft/dtype.h>

typedef struct stockham_plan {
    tfi_line_plan line;
    const tfk_table *kernels;
    int n_passes;
    int radices[TFI_MAX_PASSES];
    int64_t rest[TFI_MAX_PASSES];   /* n over the radices up to this pass: divisions are
                                       slow */
    void *twiddles[TFI_MAX_PASSES]; /* NULL for the last pass */
} stockham_plan;

static size_t buffer_bytes(const tfi_line_plan *plan, int64_t lanes)
{
    return tfi_array_bytes(plan->problem.dtype, plan->problem.n * lanes + TFK_SLACK);
}

static size_t stockham_scratch(const tfi_line_plan *plan, int64_t lanes)
{
    const stockham_plan *p = (const stockham_plan *)plan;
    int buffers = p->n_passes == 1 ? 0 : p->n_passes == 2 ? 1 : 2;
    return 2 * (size_t)buffers * buffer_bytes(plan, lanes);
}

static void set_first(tfk_pass *pass, const tfi_line_args *args, int64_t m)
{
    pass->in_re = args->in.re;
    pass->in_im = args->in.im;
    pass->in_interleaved = args->in.layout == TFI_INTERLEAVED;
    pass->conj_in = args->conj_in;
    pass->in_outer = args->in.stride;
    pass->in_leg = m * args->in.stride;
}

static void set_last(tfk_pass *pass, const tfi_line_args *args, int64_t s)
{
    const int64_t lanes = args->lanes;
    pass->out_re = args->out.re;
    pass->out_im = args->out.im;
    pass->out_interleaved = args->out.layout == TFI_INTERLEAVED;
    pass->out_leg = s * args->out.stride;
    pass->twiddle = NULL;
    pass->finish = 1;
    pass->scale = args->scale;
    pass->conj_out = args->conj_out;
    pass->n_outer = 1;
    pass->n_inner = s * lanes;
    if (lanes > 1 && (pass->out_interleaved || args->out.stride != lanes)) {
        pass->n_outer = s;
        pass->n_inner = lanes;
        pass->in_outer = lanes;
        pass->out_outer = args->out.stride;
    }
}

static void stockham_execute(const tfi_line_plan *plan, const tfi_line_args *args)
{
    const stockham_plan *p = (const stockham_plan *)plan;
    const uint32_t dtype = plan->problem.dtype;
    const int type = tfi_type_index(dtype);
    const int64_t lanes = args->lanes;
    const size_t buffer = buffer_bytes(plan, lanes);
    char *re[2], *im[2];
    for (int i = 0; i < 2; i++) {
        re[i] = (char *)args->scratch + 2 * (size_t)i * buffer;
        im[i] = re[i] + buffer;
    }
    int64_t s = 1;
    for (int i = 0; i < p->n_passes; i++) {
        const int radix = p->radices[i];
        const int64_t m = p->rest[i];
        tfk_pass pass; /* every field is set: zeroing it all costs 6 ns */
        pass.scale = 1.0;
        pass.n_outer = m;
        pass.n_inner = s * lanes;
        pass.twiddle = p->twiddles[i];
        pass.in_interleaved = pass.out_interleaved = 0;
        pass.conj_in = pass.conj_out = 0;
        pass.finish = 0;
        pass.may_alias = 0;
        pass.overrun = (i > 0 || args->slack) && (i < p->n_passes - 1 || args->slack);
        pass.out_outer = 0;
        if (i == 0) {
            set_first(&pass, args, m);
        } else {
            pass.in_re = re[(i - 1) & 1];
            pass.in_im = im[(i - 1) & 1];
            pass.in_outer = s * lanes;
            pass.in_leg = m * s * lanes;
        }
        if (i == p->n_passes - 1) {
            set_last(&pass, args, s);
        } else {
            pass.out_re = re[i & 1];
            pass.out_im = im[i & 1];
            pass.out_outer = radix * s * lanes;
            pass.out_leg = s * lanes;
        }
        if (i == 0 && lanes == 1) {
            p->kernels->first[type][radix](&pass);
        } else {
            p->kernels->pass[type][radix](&pass);
        }
        s *= radix;
    }
}

static void codelet_execute(const tfi_line_plan *plan, const tfi_line_args *args)
{
    const stockham_plan *p = (const stockham_plan *)plan;
    const int type = tfi_type_index(plan->problem.dtype);
    if (plan->problem.n == 1) {
        tfk_multiply copy = {
            tfi_run(&args->in), tfi_run(&args->out), NULL,          NULL,          1,
            args->lanes,        args->scale,         args->conj_in, args->conj_out
        };
        p->kernels->multiply[type](&copy);
        return;
    }
    tfk_pass pass;
    set_first(&pass, args, 1);
    pass.out_outer = 0;
    set_last(&pass, args, 1);
    pass.n_outer = 1;
    pass.n_inner = args->lanes;
    pass.may_alias = 1;
    pass.overrun = args->slack;
    p->kernels->pass[type][plan->problem.n](&pass);
}

/* Table of the pass before which s points are done: w^(leg p s) in blocks, see
 * kernel_table.h. */
static void fill_twiddles(const tfi_trig *trig, uint32_t dtype, int radix, int64_t m,
                          int64_t s, void *table)
{
    enum { CHUNK = 1024 };
    const int64_t block =
        dtype == TRNFFT_F64 ? TFK_TWIDDLE_BLOCK_F64 : TFK_TWIDDLE_BLOCK_F32;
    double re64[CHUNK], im64[CHUNK];
    float re32[CHUNK], im32[CHUNK];
    for (int leg = 1; leg < radix; leg++) {
        for (int64_t p0 = 0; p0 < m; p0 += CHUNK) {
            int64_t count = m - p0 < CHUNK ? m - p0 : CHUNK;
            if (dtype == TRNFFT_F64) {
                tfi_trig_fill_f64(trig, leg * s * p0, leg * s, count, re64, im64, 1);
            } else {
                tfi_trig_fill_f32(trig, leg * s * p0, leg * s, count, re32, im32, 1);
            }
            for (int64_t i = 0; i < count; i += block) {
                int64_t some = count - i < block ? count - i : block;
                int64_t at = ((p0 + i) / block * (radix - 1) + leg - 1) * 2 * block;
                size_t bytes = (size_t)some * tfi_type_bytes(dtype);
                const void *r = dtype == TRNFFT_F64 ? (const void *)(re64 + i)
                                                    : (const void *)(re32 + i);
                const void *j = dtype == TRNFFT_F64 ? (const void *)(im64 + i)
                                                    : (const void *)(im32 + i);
                memcpy(tfi_at(table, dtype, at), r, bytes);
                memcpy(tfi_at(table, dtype, at + block), j, bytes);
            }
        }
    }
}

static trnfft_status stockham_wake(tfi_plan *plan, tfi_planner *planner)
{
    stockham_plan *p = (stockham_plan *)plan;
    const uint32_t dtype = p->line.problem.dtype;
    const int64_t n = p->line.problem.n;
    const int64_t block =
        dtype == TRNFFT_F64 ? TFK_TWIDDLE_BLOCK_F64 : TFK_TWIDDLE_BLOCK_F32;
    tfi_trig *trig = NULL;
    TFI_TRY(tfi_trig_create(planner->alloc, n, &trig));
    int64_t s = 1;
    for (int i = 0; i + 1 < p->n_passes; i++) {
        const int64_t m = n / (s * p->radices[i]);
        const int64_t blocks = (m + block - 1) / block;
        size_t bytes = tfi_array_bytes(dtype, blocks * (p->radices[i] - 1) * 2 * block);
        p->twiddles[i] = tfi_alloc_zeroed(planner->alloc, bytes);
        if (p->twiddles[i] == NULL) {
            tfi_trig_destroy(trig, planner->alloc);
            return tfi_fail(TRNFFT_ERROR_OUT_OF_MEMORY,
                            "no memory for %zu bytes of twiddles", bytes);
        }
        plan->table_bytes += bytes;
        fill_twiddles(trig, dtype, p->radices[i], m, s, p->twiddles[i]);
        s *= p->radices[i];
    }
    tfi_trig_destroy(trig, planner->alloc);
    return TRNFFT_OK;
}

static void stockham_fini(tfi_plan *plan, const tfi_allocator *alloc)
{
    stockham_plan *p = (stockham_plan *)plan;
    for (int i = 0; i < p->n_passes; i++) {
        tfi_free(alloc, p->twiddles[i]);
    }
}

static void stockham_print(const tfi_plan *plan, tfi_printer *printer)
{
    const stockham_plan *p = (const stockham_plan *)plan;
    tfi_print_line(printer, "%s %s n=%lld radices", plan->solver->name,
                   p->kernels->name, (long long)p->line.problem.n);
    for (int i = 0; i < p->n_passes; i++) {
        tfi_printf(printer, "%s%d", i == 0 ? " " : "x", p->radices[i]);
    }
    tfi_printf(printer, " (%.3g ns)", plan->cost_ns);
}

static const tfi_plan_ops stockham_ops = { stockham_wake, stockham_fini,
                                           stockham_print };
static const tfi_plan_ops codelet_ops = { NULL, NULL, stockham_print };

static trnfft_status plan_codelet(const tfi_solver *solver, const tfi_problem *problem,
                                  tfi_planner *planner, tfi_plan **out)
{
    const tfi_line_problem *line = (const tfi_line_problem *)problem;
    *out = NULL;
    const tfk_table *kernels = tfk_table_for(planner->cpu);
    if (line->kind != TFI_C2C || line->n > TFK_MAX_RADIX ||
        (line->n > 1 && kernels->pass[tfi_type_index(line->dtype)][line->n] == NULL)) {
        return TRNFFT_OK;
    }
    tfi_line_plan *plan =
        tfi_line_new(planner, solver, &codelet_ops, sizeof(stockham_plan), line,
                     codelet_execute, stockham_scratch);
    if (plan == NULL) {
        return tfi_fail(TRNFFT_ERROR_OUT_OF_MEMORY, "no memory for a plan");
    }
    stockham_plan *p = (stockham_plan *)plan;
    p->kernels = kernels;
    p->n_passes = 1;
    p->radices[0] = (int)line->n;
    plan->base.cost_ns =
        tfi_cost_points(planner, line->dtype, line->n, 3.0 + (double)line->n * 0.6);
    /* One butterfly fills no vector on a single line, where two passes of 12 or 16
     * points take half the time; over lanes they cost an eighth more. */
    if (planner->cpu != TFI_CPU_SCALAR && (line->n == 12 || line->n == 16)) {
        plan->base.cost_ns *= 4.0 + 12.0 / (double)line->n;
    }
    *out = &plan->base;
    return TRNFFT_OK;
}

static trnfft_status plan_stockham(const tfi_solver *solver, const tfi_problem *problem,
                                   tfi_planner *planner, tfi_plan **out)
{
    const tfi_line_problem *line = (const tfi_line_problem *)problem;
    int radices[TFI_MAX_PASSES];
    double cost = 0;
    *out = NULL;
    if (line->kind != TFI_C2C) {
        return TRNFFT_OK;
    }
    int count = tfi_stockham_radices(planner, line->dtype, line->n, radices, &cost);
    if (count < 2) {
        return TRNFFT_OK;
    }
    tfi_line_plan *plan =
        tfi_line_new(planner, solver, &stockham_ops, sizeof(stockham_plan), line,
                     stockham_execute, stockham_scratch);
    if (plan == NULL) {
        return tfi_fail(TRNFFT_ERROR_OUT_OF_MEMORY, "no memory for a plan");
    }
    stockham_plan *p = (stockham_plan *)plan;
    p->kernels = tfk_table_for(planner->cpu);
    p->n_passes = count;
    memcpy(p->radices, radices, sizeof radices);
    int64_t rest = line->n;
    for (int i = 0; i < count; i++) {
        rest /= radices[i];
        p->rest[i] = rest;
    }
    double points = 8.0 * (double)line->n * (double)tfi_type_bytes(line->dtype);
    plan->base.cost_ns =
        cost + count * (3.0 + tfi_cost_sweep(line->dtype, line->n, points));
    *out = &plan->base;
    return TRNFFT_OK;
}

const tfi_solver tfi_solver_codelet = { "codelet", TFI_PROBLEM_LINE, plan_codelet };
const tfi_solver tfi_solver_stockham = { "stockham", TFI_PROBLEM_LINE, plan_stockham };
