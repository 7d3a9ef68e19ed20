/* line_half_rows.c - whole rows of "half_complex" in one kernel: of few points, whose
 * child is a butterfly, and of more, whose child has a kernel on vectors of pairs. */
#include <stdbool.h>
#include <string.h>

#include <trnfft/dtype.h>

#include "backend/cpu/line_tools.h"
#include "solvers/half_complex.h"
#include "solvers/line_solvers.h"

/* ---- short rows, by one kernel ---- */

typedef struct prepared_rows {
    const tfi_half_complex *plan;
    tfk_rows rows;
} prepared_rows;

static const tfk_single_fn *single_kernel(const tfi_half_complex *p,
                                          const tfk_rows *rows)
{
    const bool forward = p->line.problem.kind == TFI_R2C;
    const int pairs = forward ? rows->out_interleaved : rows->in_interleaved;
    return &p->single[pairs ? 0 : 1];
}

static void each_row(const tfi_half_complex *p, const tfi_line_args *args,
                     const tfk_rows *r)
{
    const tfk_real_single one = { *r, p->w_re, p->w_im };
    const tfk_single_fn kernel = *single_kernel(p, r);
    const int64_t size = (int64_t)tfi_type_bytes(p->line.problem.dtype);
    const int64_t in = r->in_row * size, out = r->out_row * size;
    const char *re = args->in.re, *im = args->in.im;
    char *to_re = args->out.re, *to_im = args->out.im;
    for (int64_t i = 0; i < r->n_rows; i++) {
        kernel(&one, re + i * in, im == NULL ? NULL : im + i * in, to_re + i * out,
               to_im == NULL ? NULL : to_im + i * out, NULL);
    }
}

/* Fewer rows than a vector has lanes go through one by one. */
static void short_rows(const tfi_line_plan *plan, const tfi_line_args *args,
                       const tfi_line_rows *rows)
{
    const tfi_half_complex *p = (const tfi_half_complex *)plan;
    const int64_t lanes = p->kernels->lanes[tfi_type_index(plan->problem.dtype)];
    tfk_rows r;
    tfi_set_rows(args, rows, &r);
    if (p->single != NULL && (p->rows == NULL || r.n_rows < lanes)) {
        each_row(p, args, &r);
    } else {
        p->rows(&r, p->w_re, p->w_im, args->in.re, args->in.im, args->out.re,
                args->out.im);
    }
}

static int short_run(const void *prepared, const void *in_re, const void *in_im,
                     void *out_re, void *out_im, void *scratch)
{
    const tfi_line_prepared *line = prepared;
    const prepared_rows *s = (const prepared_rows *)line->above;
    const tfi_half_complex *p = s->plan;
    (void)scratch;
    p->rows(&s->rows, p->w_re, p->w_im, in_re, in_im, out_re, out_im);
    return 0;
}

static void set_prepared(const tfi_line_plan *plan, const tfi_line_args *args,
                         tfi_line_prepared *prepared)
{
    prepared_rows *s = (prepared_rows *)prepared->above;
    s->plan = (const tfi_half_complex *)plan;
    tfi_set_rows(args, &tfi_one_row, &s->rows);
}

static tfi_line_run short_prepare(const tfi_line_plan *plan, const tfi_line_args *args,
                                  tfi_line_prepared *prepared)
{
    const tfi_half_complex *p = (const tfi_half_complex *)plan;
    if (p->single == NULL) {
        set_prepared(plan, args, prepared);
        return short_run;
    }
    tfk_real_single *one = (tfk_real_single *)prepared->words;
    tfi_set_rows(args, &tfi_one_row, &one->rows);
    one->w_re = p->w_re;
    one->w_im = p->w_im;
    return *single_kernel(p, &one->rows);
}

static void short_execute(const tfi_line_plan *plan, const tfi_line_args *args)
{
    if (args->lanes == 1) {
        short_rows(plan, args, &tfi_one_row);
    } else {
        tfi_half_complex_execute(plan, args);
    }
}

/* ---- rows whose child is a kernel on vectors of pairs ---- */

static void pairs_rows(const tfi_line_plan *plan, const tfi_line_args *args,
                       const tfi_line_rows *rows)
{
    const tfi_half_complex *p = (const tfi_half_complex *)plan;
    tfk_rows r;
    tfi_set_rows(args, rows, &r);
    p->pairs(&r, (const void *const *)p->on_pairs.twiddle, p->w_pairs, args->in.re,
             args->in.im, args->out.re, args->out.im, args->scratch);
}

static void pairs_execute(const tfi_line_plan *plan, const tfi_line_args *args)
{
    if (args->lanes == 1) {
        pairs_rows(plan, args, &tfi_one_row);
    } else {
        tfi_half_complex_execute(plan, args);
    }
}

static int pairs_run(const void *prepared, const void *in_re, const void *in_im,
                     void *out_re, void *out_im, void *scratch)
{
    const tfi_line_prepared *line = prepared;
    const prepared_rows *s = (const prepared_rows *)line->above;
    const tfi_half_complex *p = s->plan;
    p->pairs(&s->rows, (const void *const *)p->on_pairs.twiddle, p->w_pairs, in_re,
             in_im, out_re, out_im, scratch);
    return 0;
}

static tfi_line_run pairs_prepare(const tfi_line_plan *plan, const tfi_line_args *args,
                                  tfi_line_prepared *prepared)
{
    set_prepared(plan, args, prepared);
    return pairs_run;
}

/* Whether the child has such a kernel. */
static bool find_pairs(const tfi_planner *planner, tfi_half_complex *p)
{
    const int type = tfi_type_index(p->line.problem.dtype);
    const tfk_pairs *kernel = tfi_pairs_for_real(planner, p->child);
    if (kernel != NULL) {
        p->on_pairs.kernel = kernel;
        p->pairs = p->line.problem.kind == TFI_R2C ? kernel->forward[type]
                                                   : kernel->backward[type];
    }
    return p->pairs != NULL;
}

/* Kernels for rows whose child is a butterfly; false: there is none. */
static bool find_short(const tfi_planner *planner, tfi_half_complex *p)
{
    const tfk_real_rows_table *t = tfk_real_rows_for(planner->cpu);
    const tfk_single_table *one = tfk_single_for(planner->cpu);
    const int type = tfi_type_index(p->line.problem.dtype);
    const bool forward = p->line.problem.kind == TFI_R2C;
    const int64_t m = p->line.problem.n / 2;
    if (p->child->base.solver != &tfi_solver_codelet || m > TFK_MAX_ROW) {
        return false;
    }
    const tfk_single_fn *single =
        forward ? one->forward[type][m] : one->backward[type][m];
    p->rows = forward ? t->forward[type][m] : t->backward[type][m];
    p->single = single[0] != NULL ? single : NULL;
    return p->rows != NULL || p->single != NULL;
}

bool tfi_half_complex_find_rows(const tfi_planner *planner, tfi_half_complex *p)
{
    if (find_short(planner, p)) {
        p->line.execute = short_execute;
        p->line.prepare = short_prepare;
        p->line.execute_rows = short_rows;
        return true;
    }
    if (find_pairs(planner, p)) {
        p->line.execute = pairs_execute;
        p->line.prepare = pairs_prepare;
        p->line.execute_rows = pairs_rows;
        return true;
    }
    return false;
}

/* The table of the pass as pairs, and so many more. */
static trnfft_status fill_pairs(tfi_half_complex *p, tfi_planner *planner, int64_t more)
{
    const uint32_t dtype = p->line.problem.dtype;
    const int64_t count = p->line.problem.n / 4 + 1;
    const size_t component = tfi_type_bytes(dtype);
    const size_t bytes = tfi_array_bytes(dtype, 2 * (count + more));
    p->w_pairs = tfi_alloc_zeroed(planner->alloc, bytes);
    if (p->w_pairs == NULL) {
        return tfi_fail(TRNFFT_ERROR_OUT_OF_MEMORY,
                        "no memory for %zu bytes of twiddles", bytes);
    }
    p->line.base.table_bytes += bytes;
    for (int64_t k = 0; k < count; k++) {
        memcpy(tfi_at(p->w_pairs, dtype, 2 * k), tfi_at(p->w_re, dtype, k), component);
        memcpy(tfi_at(p->w_pairs, dtype, 2 * k + 1), tfi_at(p->w_im, dtype, k),
               component);
    }
    return TRNFFT_OK;
}

trnfft_status tfi_half_complex_wake_pairs(tfi_half_complex *p, tfi_planner *planner)
{
    if (p->pairs == NULL) {
        return fill_pairs(p, planner, p->deep->points);
    }
    TFI_TRY(tfi_pairs_wake_for_real(&p->on_pairs, planner, p->child,
                                    &p->line.base.table_bytes));
    return fill_pairs(
        p, planner, p->on_pairs.kernel->window[tfi_type_index(p->line.problem.dtype)]);
}
