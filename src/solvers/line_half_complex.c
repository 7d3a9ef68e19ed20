/* line_half_complex.c - solver "half_complex": real transforms of even length n = 2 m
 * through a complex transform of m points, z_j = x_2j + i x_(2j+1), and one pass that
 * separates even and odd. */
#include <stdbool.h>
#include <string.h>

#include <trnfft/dtype.h>

#include "backend/cpu/line_tools.h"
#include "solvers/half_complex.h"
#include "solvers/line_solvers.h"

static size_t body_bytes(const tfi_line_plan *plan, int64_t lanes)
{
    return tfi_part_bytes(plan->problem.dtype, plan->problem.n / 2 * lanes);
}

static size_t half_scratch(const tfi_line_plan *plan, int64_t lanes)
{
    const tfi_half_complex *p = (const tfi_half_complex *)plan;
    if (lanes == 1 && (p->rows != NULL || p->single != NULL ||
                       (p->pairs != NULL && p->on_pairs.kernel->radix[2] == 1))) {
        return 0;
    }
    return 2 * body_bytes(plan, lanes) + tfi_line_scratch(p->child, lanes);
}

/* The child's call, but for its pointers; z of one line may be of pairs. */
static void set_child(const tfi_half_complex *p, const tfi_line_args *args,
                      bool z_in_pairs, tfi_line_args *c)
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
static void set_pass(const tfi_half_complex *p, const tfi_line_args *args,
                     tfk_real *pass)
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
    const tfi_half_complex *p = (const tfi_half_complex *)plan;
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
    const tfi_half_complex *p = (const tfi_half_complex *)plan;
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

void tfi_half_complex_execute(const tfi_line_plan *plan, const tfi_line_args *args)
{
    if (plan->problem.kind == TFI_R2C) {
        r2c_execute(plan, args);
    } else {
        c2r_execute(plan, args);
    }
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

static tfk_real_line_fn pass_kernel(const tfi_half_complex *p, bool z_in_pairs)
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
    const tfi_half_complex *p = (const tfi_half_complex *)plan;
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

static trnfft_status half_wake(tfi_plan *plan, tfi_planner *planner)
{
    tfi_half_complex *p = (tfi_half_complex *)plan;
    TFI_TRY(tfi_plan_wake(&p->child->base, planner));
    TFI_TRY(tfi_line_twiddles(&p->line, planner, 1, p->line.problem.n / 4 + 1, &p->w_re,
                              &p->w_im));
    return p->pairs != NULL || p->deep != NULL ? tfi_half_complex_wake_pairs(p, planner)
                                               : TRNFFT_OK;
}

static void half_fini(tfi_plan *plan, const tfi_allocator *alloc)
{
    tfi_half_complex *p = (tfi_half_complex *)plan;
    tfi_free(alloc, p->w_re);
    tfi_free(alloc, p->w_im);
    tfi_free(alloc, p->w_pairs);
    tfi_pairs_fini(&p->on_pairs, alloc);
    tfi_plan_free((tfi_plan *)p->child, alloc);
}

static void half_print(const tfi_plan *plan, tfi_printer *printer)
{
    const tfi_half_complex *p = (const tfi_half_complex *)plan;
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
    tfi_half_complex *p =
        (tfi_half_complex *)tfi_line_new(planner, solver, &half_ops, sizeof *p, line,
                                         tfi_half_complex_execute, half_scratch);
    if (p == NULL) {
        tfi_plan_free(&child->base, planner->alloc);
        return tfi_fail(TRNFFT_ERROR_OUT_OF_MEMORY, "no memory for a plan");
    }
    p->kernels = tfk_table_for(planner->cpu);
    p->child = child;
    if (!tfi_half_complex_find_rows(planner, p) && child->prepare != NULL) {
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

bool tfi_half_complex_likes_pairs(const tfi_line_plan *plan)
{
    const tfi_half_complex *p = (const tfi_half_complex *)plan;
    return plan->base.solver == &tfi_solver_half_complex &&
           (p->deep != NULL || p->pairs != NULL);
}

const tfi_solver tfi_solver_half_complex = { .name = "half_complex",
                                             .kind = TFI_PROBLEM_LINE,
                                             .plan = plan_half };
