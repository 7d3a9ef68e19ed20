/* copy.c - problems of kind copy: out = in, converting type and layout. */
#include <string.h>

#include "plan/job.h"
#include "plan/kind.h"
#include "solvers/solvers.h"
#include "tensor/view.h"

typedef struct copy_problem {
    tfi_problem base;
    trnfft_tensor in, out; /* without pointers */
    int32_t in_layout, out_layout;
} copy_problem;

typedef struct copy_plan {
    tfi_job_plan job;
    copy_problem problem;
} copy_plan;

static int32_t layout_of(const trnfft_tensor *t)
{
    return t->im == NULL                  ? TRNFFT_REAL
           : tfi_tensor_is_interleaved(t) ? TRNFFT_INTERLEAVED
                                          : TRNFFT_SPLIT;
}

static trnfft_status check(const char *f, const trnfft_problem *p)
{
    TFI_TRY(tfi_tensor_check_layout(f, "in", &p->in));
    TFI_TRY(tfi_tensor_check_layout(f, "out", &p->out));
    if (p->in.rank != p->out.rank ||
        memcmp(p->in.shape, p->out.shape, (size_t)p->in.rank * sizeof p->in.shape[0]) !=
            0) {
        return tfi_fail(TRNFFT_ERROR_INVALID_SHAPE,
                        "%s: in and out have different shapes", f);
    }
    if (p->out.im == NULL && p->in.im != NULL) {
        return tfi_fail(TRNFFT_ERROR_INVALID_DTYPE,
                        "%s: out is real: complex numbers need a complex output", f);
    }
    const bool samples = p->out.dtype == TRNFFT_S16 || p->out.dtype == TRNFFT_S24;
    if (samples && p->in.dtype != p->out.dtype) {
        return tfi_fail(TRNFFT_ERROR_INVALID_DTYPE,
                        "%s: out is %s: samples are written only from the same type", f,
                        trnfft_dtype_name(p->out.dtype));
    }
    trnfft_tensor out = p->out;
    out.im = out.re != NULL ? out.im : NULL;
    if (tfi_tensor_self_overlap(&out)) {
        return tfi_fail(TRNFFT_ERROR_INVALID_STRIDE,
                        "%s: out.strides: elements of an output share memory", f);
    }
    if (p->in.re != NULL && p->out.re != NULL &&
        tfi_tensor_overlap(&p->in, &p->out) == TFI_OVERLAP_PARTIAL) {
        return tfi_fail(
            TRNFFT_ERROR_INVALID_ALIASING,
            "%s: out overlaps in: only the very same elements may be shared", f);
    }
    return TRNFFT_OK;
}

static void set_view(trnfft_tensor *view, const trnfft_tensor *t)
{
    view->dtype = t->dtype;
    view->rank = t->rank;
    memcpy(view->shape, t->shape, (size_t)t->rank * sizeof t->shape[0]);
    memcpy(view->strides, t->strides, (size_t)t->rank * sizeof t->strides[0]);
}

static trnfft_status build(const tfi_request *r, tfi_problem *out)
{
    copy_problem *c = (copy_problem *)out;
    TFI_TRY(check(r->function, r->problem));
    c->base.kind = TFI_PROBLEM_COPY;
    c->base.n_bytes = (uint32_t)sizeof *c;
    set_view(&c->in, &r->problem->in);
    set_view(&c->out, &r->problem->out);
    c->in_layout = layout_of(&r->problem->in);
    c->out_layout = layout_of(&r->problem->out);
    return TRNFFT_OK;
}

const tfi_kind tfi_kind_copy = { TRNFFT_KIND_COPY, "copy", 2, false, build, NULL };

static trnfft_status execute(const tfi_job_plan *base, const tfi_job *job)
{
    const copy_plan *plan = (const copy_plan *)base;
    trnfft_tensor in = plan->problem.in, out = plan->problem.out;
    in.re = job->operands[0].re;
    in.im = plan->problem.in_layout != TRNFFT_REAL ? job->operands[0].im : NULL;
    out.re = job->operands[1].re;
    out.im = plan->problem.out_layout != TRNFFT_REAL ? job->operands[1].im : NULL;
    return trnfft_tensor_copy(&in, &out);
}

static void print(const tfi_plan *base, tfi_printer *printer)
{
    static const char *const layouts[] = { "real", "split", "interleaved" };
    const copy_plan *plan = (const copy_plan *)base;
    tfi_print_line(printer, "copy %s %s -> %s %s (%.3g ns)",
                   trnfft_dtype_name(plan->problem.in.dtype),
                   layouts[plan->problem.in_layout],
                   trnfft_dtype_name(plan->problem.out.dtype),
                   layouts[plan->problem.out_layout], base->cost_ns);
}

static const tfi_plan_ops copy_ops = { NULL, NULL, print };

static trnfft_status plan_copy(const tfi_solver *solver, const tfi_problem *problem,
                               tfi_planner *planner, tfi_plan **out)
{
    copy_plan *plan = tfi_plan_new(planner, solver, &copy_ops, sizeof *plan);
    if (plan == NULL) {
        return tfi_fail(TRNFFT_ERROR_OUT_OF_MEMORY, "no memory for a plan");
    }
    memcpy(&plan->problem, problem, sizeof plan->problem);
    plan->job.execute = execute;
    plan->job.base.cost_ns = 20.0 + (double)tfi_tensor_numel(&plan->problem.out);
    *out = &plan->job.base;
    return TRNFFT_OK;
}

const tfi_solver tfi_solver_copy = { .name = "copy",
                                     .kind = TFI_PROBLEM_COPY,
                                     .plan = plan_copy };
