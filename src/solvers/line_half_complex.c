/* line_half_complex.c - solver "half_complex": real transforms of even length n = 2 m
 * through a complex transform of m points, z_j = x_2j + i x_(2j+1), and one pass that
 * separates even and odd. */
#include <stdbool.h>
#include <string.h>

#include <trnfft/dtype.h>

#include "backend/cpu/line_tools.h"
#include "backend/cpu/single_table.h"
#include "backend/cpu/stockham_deep.h"
#include "backend/cpu/stockham_pairs.h"
#include "solvers/line_solvers.h"

typedef struct half_plan {
    tfi_line_plan line;
    const tfk_table *kernels;
    tfi_line_plan *child;
    void *w_re, *w_im;           /* exp(-2 pi i k / n), k = 0 … m/2 */
    tfk_real_rows_fn rows;       /* all of it for many short rows, or NULL */
    const tfk_single_fn *single; /* for one, by the layout of X; NULL: none */
    tfk_real_pairs_fn pairs; /* for rows whose child has a kernel on pairs, or NULL */
    tfi_pairs on_pairs;      /* that kernel */
    const tfk_deep_kernel *deep; /* of a child that likes z in pairs, or NULL */
    void *w_pairs;               /* w as pairs */
} half_plan;

static size_t body_bytes(const tfi_line_plan *plan, int64_t lanes)
{
    return tfi_array_bytes(plan->problem.dtype, plan->problem.n / 2 * lanes);
}

static size_t half_scratch(const tfi_line_plan *plan, int64_t lanes)
{
    const half_plan *p = (const half_plan *)plan;
    if (lanes == 1 && (p->rows != NULL || p->single != NULL ||
                       (p->pairs != NULL && p->on_pairs.kernel->radix[2] == 1))) {
        return 0;
    }
    return 2 * body_bytes(plan, lanes) + tfi_line_scratch(p->child, lanes);
}

/* The child's call, but for its pointers; z of one line may be of pairs. */
static void set_child(const half_plan *p, const tfi_line_args *args, bool z_in_pairs,
                      tfi_line_args *c)
{
    const bool forward = p->line.problem.kind == TFI_R2C;
    const int64_t lanes = args->lanes;
    const tfi_line_operand body = { NULL, NULL, z_in_pairs ? 2 : lanes,
                                    z_in_pairs ? TFI_INTERLEAVED : TFI_SPLIT };
    const tfi_line_operand *real = forward ? &args->in : &args->out;
    const tfi_line_operand pairs = { NULL, NULL, 2 * real->stride,
                                     lanes == 1 ? TFI_INTERLEAVED : TFI_SPLIT };
    memset(c, 0, sizeof *c);
    c->in = forward ? pairs : body;
    c->out = forward ? body : pairs;
    c->lanes = lanes;
    c->scale = forward ? 1.0 : args->scale;
}

/* The pass over the complex side, but for its pointers. */
static void set_pass(const half_plan *p, const tfi_line_args *args, tfk_real *pass)
{
    const bool forward = p->line.problem.kind == TFI_R2C;
    const tfi_line_operand body = { NULL, NULL, args->lanes, TFI_SPLIT };
    pass->in = tfi_run(forward ? &body : &args->in);
    pass->out = tfi_run(forward ? &args->out : &body);
    pass->w_re = p->w_re;
    pass->w_im = p->w_im;
    pass->m = p->line.problem.n / 2;
    pass->lanes = args->lanes;
    pass->scale = forward ? args->scale : 1.0;
    pass->conj = forward ? args->conj_out : args->conj_in;
}

static void r2c_execute(const tfi_line_plan *plan, const tfi_line_args *args)
{
    const half_plan *p = (const half_plan *)plan;
    const uint32_t dtype = plan->problem.dtype;
    char *re = args->scratch, *im = re + body_bytes(plan, args->lanes);
    tfi_line_args child;
    set_child(p, args, false, &child);
    child.in.re = args->in.re;
    child.in.im = tfi_at(args->in.re, dtype, args->in.stride);
    child.out.re = re;
    child.out.im = im;
    child.scratch = im + body_bytes(plan, args->lanes);
    tfi_line_execute(p->child, &child);
    tfk_real post;
    set_pass(p, args, &post);
    post.in.re = re;
    post.in.im = im;
    p->kernels->real_post[tfi_type_index(dtype)](&post);
}

static void c2r_execute(const tfi_line_plan *plan, const tfi_line_args *args)
{
    const half_plan *p = (const half_plan *)plan;
    const uint32_t dtype = plan->problem.dtype;
    char *re = args->scratch, *im = re + body_bytes(plan, args->lanes);
    tfk_real pre;
    set_pass(p, args, &pre);
    pre.out.re = re;
    pre.out.im = im;
    p->kernels->real_pre[tfi_type_index(dtype)](&pre);
    tfi_line_args child;
    set_child(p, args, false, &child);
    child.in.re = re;
    child.in.im = im;
    child.out.re = args->out.re;
    child.out.im = tfi_at(args->out.re, dtype, args->out.stride);
    child.scratch = im + body_bytes(plan, args->lanes);
    tfi_line_execute(p->child, &child);
}

/* ---- contiguous single lines, set up in advance; the child's part is in `words` ----
 */

typedef struct prepared_half {
    tfi_line_run child;
    tfk_real_line_fn kernel;
    size_t im, rest, component; /* bytes: of scratch to im of z and behind z */
    tfk_real_line line;
} prepared_half;

static int r2c_run(const void *prepared, const void *in_re, const void *in_im,
                   void *out_re, void *out_im, void *scratch)
{
    const tfi_line_prepared *line = prepared;
    const prepared_half *h = (const prepared_half *)line->above;
    char *re = scratch, *im = re + h->im;
    (void)in_im;
    h->child(prepared, in_re, (const char *)in_re + h->component, re, im, re + h->rest);
    h->kernel(&h->line, re, im, out_re, out_im);
    return 0;
}

static int c2r_run(const void *prepared, const void *in_re, const void *in_im,
                   void *out_re, void *out_im, void *scratch)
{
    const tfi_line_prepared *line = prepared;
    const prepared_half *h = (const prepared_half *)line->above;
    char *re = scratch, *im = re + h->im;
    (void)out_im;
    h->kernel(&h->line, in_re, in_im, re, im);
    h->child(prepared, re, im, out_re, (char *)out_re + h->component, re + h->rest);
    return 0;
}

static tfk_real_line_fn pass_kernel(const half_plan *p, bool z_in_pairs)
{
    const int type = tfi_type_index(p->line.problem.dtype);
    if (p->line.problem.kind == TFI_R2C) {
        return z_in_pairs ? p->deep->post : p->kernels->real_post_line[type];
    }
    return z_in_pairs ? p->deep->pre : p->kernels->real_pre_line[type];
}

static tfi_line_run half_prepare(const tfi_line_plan *plan, const tfi_line_args *args,
                                 tfi_line_prepared *prepared)
{
    _Static_assert(sizeof(prepared_half) <= sizeof prepared->above, "room for it");
    const half_plan *p = (const half_plan *)plan;
    const bool forward = plan->problem.kind == TFI_R2C;
    const tfi_line_operand *x = forward ? &args->out : &args->in;
    const bool are_pairs = x->layout == TFI_INTERLEAVED;
    const bool z_in_pairs = p->deep != NULL && are_pairs && x->stride == 2;
    prepared_half *h = (prepared_half *)prepared->above;
    tfi_line_args child;
    set_child(p, args, z_in_pairs, &child);
    h->child = p->child->prepare(p->child, &child, prepared);
    h->kernel = pass_kernel(p, z_in_pairs);
    h->component = tfi_type_bytes(plan->problem.dtype);
    h->im = z_in_pairs ? h->component : body_bytes(plan, 1);
    h->rest = 2 * body_bytes(plan, 1);
    h->line = (tfk_real_line){ z_in_pairs ? p->w_pairs : p->w_re,
                               p->w_im,
                               plan->problem.n / 2,
                               x->stride,
                               args->scale,
                               are_pairs,
                               forward ? args->conj_out : args->conj_in };
    return forward ? r2c_run : c2r_run;
}

/* ---- short rows, by one kernel ---- */

typedef struct prepared_rows {
    const half_plan *plan;
    tfk_rows rows;
} prepared_rows;

static const tfk_single_fn *single_kernel(const half_plan *p, const tfk_rows *rows)
{
    const bool forward = p->line.problem.kind == TFI_R2C;
    const int pairs = forward ? rows->out_interleaved : rows->in_interleaved;
    return &p->single[pairs ? 0 : 1];
}

static void each_row(const half_plan *p, const tfi_line_args *args, const tfk_rows *r)
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
    const half_plan *p = (const half_plan *)plan;
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
    const half_plan *p = s->plan;
    (void)scratch;
    p->rows(&s->rows, p->w_re, p->w_im, in_re, in_im, out_re, out_im);
    return 0;
}

static void set_prepared(const tfi_line_plan *plan, const tfi_line_args *args,
                         tfi_line_prepared *prepared)
{
    prepared_rows *s = (prepared_rows *)prepared->above;
    s->plan = (const half_plan *)plan;
    tfi_set_rows(args, &tfi_one_row, &s->rows);
}

static tfi_line_run short_prepare(const tfi_line_plan *plan, const tfi_line_args *args,
                                  tfi_line_prepared *prepared)
{
    const half_plan *p = (const half_plan *)plan;
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
    } else if (plan->problem.kind == TFI_R2C) {
        r2c_execute(plan, args);
    } else {
        c2r_execute(plan, args);
    }
}

/* ---- rows whose child is a kernel on vectors of pairs ---- */

static void pairs_rows(const tfi_line_plan *plan, const tfi_line_args *args,
                       const tfi_line_rows *rows)
{
    const half_plan *p = (const half_plan *)plan;
    tfk_rows r;
    tfi_set_rows(args, rows, &r);
    p->pairs(&r, (const void *const *)p->on_pairs.twiddle, p->w_pairs, args->in.re,
             args->in.im, args->out.re, args->out.im, args->scratch);
}

static void pairs_execute(const tfi_line_plan *plan, const tfi_line_args *args)
{
    if (args->lanes == 1) {
        pairs_rows(plan, args, &tfi_one_row);
    } else if (plan->problem.kind == TFI_R2C) {
        r2c_execute(plan, args);
    } else {
        c2r_execute(plan, args);
    }
}

static int pairs_run(const void *prepared, const void *in_re, const void *in_im,
                     void *out_re, void *out_im, void *scratch)
{
    const tfi_line_prepared *line = prepared;
    const prepared_rows *s = (const prepared_rows *)line->above;
    const half_plan *p = s->plan;
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
static bool find_pairs(const tfi_planner *planner, half_plan *p)
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

/* The table of the pass as pairs, and so many more. */
static trnfft_status fill_pairs(half_plan *p, tfi_planner *planner, int64_t more)
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

/* The tables of the child's kernel, or what is read with it. */
static trnfft_status wake_pairs(half_plan *p, tfi_planner *planner)
{
    if (p->pairs == NULL) {
        return fill_pairs(p, planner, p->deep->points);
    }
    TFI_TRY(tfi_pairs_wake_for_real(&p->on_pairs, planner, p->child,
                                    &p->line.base.table_bytes));
    return fill_pairs(
        p, planner, p->on_pairs.kernel->window[tfi_type_index(p->line.problem.dtype)]);
}

/* Kernels for rows whose child is a butterfly; false: there is none. */
static bool find_rows(const tfi_planner *planner, half_plan *p)
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

static trnfft_status half_wake(tfi_plan *plan, tfi_planner *planner)
{
    half_plan *p = (half_plan *)plan;
    TFI_TRY(tfi_plan_wake(&p->child->base, planner));
    TFI_TRY(tfi_line_twiddles(&p->line, planner, 1, p->line.problem.n / 4 + 1, &p->w_re,
                              &p->w_im));
    return p->pairs != NULL || p->deep != NULL ? wake_pairs(p, planner) : TRNFFT_OK;
}

static void half_fini(tfi_plan *plan, const tfi_allocator *alloc)
{
    half_plan *p = (half_plan *)plan;
    tfi_free(alloc, p->w_re);
    tfi_free(alloc, p->w_im);
    tfi_free(alloc, p->w_pairs);
    tfi_pairs_fini(&p->on_pairs, alloc);
    tfi_plan_free((tfi_plan *)p->child, alloc);
}

static void half_print(const tfi_plan *plan, tfi_printer *printer)
{
    const half_plan *p = (const half_plan *)plan;
    tfi_print_line(printer, "half_complex %s n=%lld (%.3g ns)",
                   p->line.problem.kind == TFI_R2C ? "r2c" : "c2r",
                   (long long)p->line.problem.n, plan->cost_ns);
    tfi_plan_print_child(&p->child->base, printer);
}

static const tfi_plan_ops half_ops = { half_wake, half_fini, half_print };

static trnfft_status plan_half(const tfi_solver *solver, const tfi_problem *problem,
                               tfi_planner *planner, tfi_plan **out)
{
    const tfi_line_problem *line = (const tfi_line_problem *)problem;
    *out = NULL;
    if (line->kind == TFI_C2C || line->n % 2 != 0 ||
        (!planner->forced && tfi_real_direct_takes(planner, line))) {
        return TRNFFT_OK;
    }
    tfi_line_plan *child = NULL;
    TFI_TRY(tfi_line_find(planner, TFI_C2C, line->dtype, line->n / 2, &child));
    half_plan *p = (half_plan *)tfi_line_new(
        planner, solver, &half_ops, sizeof *p, line,
        line->kind == TFI_R2C ? r2c_execute : c2r_execute, half_scratch);
    if (p == NULL) {
        tfi_plan_free(&child->base, planner->alloc);
        return tfi_fail(TRNFFT_ERROR_OUT_OF_MEMORY, "no memory for a plan");
    }
    p->kernels = tfk_table_for(planner->cpu);
    p->child = child;
    if (find_rows(planner, p)) {
        p->line.execute = short_execute;
        p->line.prepare = short_prepare;
        p->line.execute_rows = short_rows;
    } else if (find_pairs(planner, p)) {
        p->line.execute = pairs_execute;
        p->line.prepare = pairs_prepare;
        p->line.execute_rows = pairs_rows;
    } else if (child->prepare != NULL) {
        p->line.prepare = half_prepare;
        p->deep = tfi_deep_for_real(child);
    }
    double bytes = 4.0 * (double)line->n * (double)tfi_type_bytes(line->dtype);
    p->line.base.cost_ns = child->base.cost_ns + 5.0 +
                           tfi_cost_points(planner, line->dtype, line->n / 2, 10.0) +
                           tfi_cost_line_sweep(planner, line, line->n / 2, bytes);
    *out = &p->line.base;
    return TRNFFT_OK;
}

const tfi_solver tfi_solver_half_complex = { .name = "half_complex",
                                             .kind = TFI_PROBLEM_LINE,
                                             .plan = plan_half };
