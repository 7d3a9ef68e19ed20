/* transform.c - solver "neuron": n-dimensional transforms as launches.
 *
 * One launch does all axes where a kernel can; else each axis has its own, and the host
 * turns the axes round in between. A step's arrays are planar, contiguous and f32 with
 * its axes last; operands of any layout are copied into that form and back. */
#include <string.h>

#include <trnfft/dtype.h>

#include "backend/neuron/stage.h"
#include "base/size_math.h"
#include "plan/job.h"
#include "plan/tensor_problem.h"

enum { MAX_STEPS = TRNFFT_MAX_RANK };

typedef struct step {
    tfi_neuron_launch launch;
    int32_t order[TRNFFT_MAX_RANK]; /* dimensions: the batch's, then the axes */
    int64_t in[TRNFFT_MAX_RANK], out[TRNFFT_MAX_RANK]; /* shapes, by dimension */
    bool real_in, real_out;
} step;

typedef struct neuron_plan {
    tfi_job_plan job;
    tfi_tensor_problem problem;
    const tfi_neuron_device *device;
    int n_steps;
    step steps[MAX_STEPS];
    int64_t stage; /* elements of one part of a stage */
} neuron_plan;

/* ---- execution ---- */

/* Copies what fits; the rest of the stage is zero. */
static trnfft_status pad_or_trim(trnfft_tensor from, trnfft_tensor stage, int64_t total)
{
    bool whole = true;
    for (int32_t d = 0; d < stage.rank; d++) {
        whole = whole && from.shape[d] >= stage.shape[d];
        const int64_t n =
            from.shape[d] < stage.shape[d] ? from.shape[d] : stage.shape[d];
        from.shape[d] = stage.shape[d] = n;
    }
    if (!whole) {
        memset(stage.re, 0, (size_t)total * sizeof(float));
        if (stage.im != NULL) {
            memset(stage.im, 0, (size_t)total * sizeof(float));
        }
    }
    if (stage.im == NULL) {
        from.im = NULL;
    }
    return trnfft_tensor_copy(&from, &stage);
}

static trnfft_status execute(const tfi_job_plan *base, const tfi_job *job)
{
    const neuron_plan *p = (const neuron_plan *)base;
    const int32_t rank = p->problem.rank;
    float *x = job->workspace, *y = x + 2 * p->stage;
    trnfft_tensor from = tfi_neuron_operand(&p->problem.in, rank, &job->operands[0]);
    for (int i = 0; i < p->n_steps; i++) {
        const step *s = &p->steps[i];
        const trnfft_tensor in = tfi_neuron_stage(rank, s->order, s->in, x,
                                                  s->real_in ? NULL : x + p->stage);
        TFI_TRY(pad_or_trim(from, in, tfi_neuron_product(s->in, rank)));
        float *y_im = s->real_out ? NULL : y + p->stage;
        TFI_TRY(tfi_neuron_launch_dft(p->device, &s->launch, in.re, in.im, y, y_im));
        from = tfi_neuron_stage(rank, s->order, s->out, y, y_im);
    }
    const trnfft_tensor out =
        tfi_neuron_operand(&p->problem.out, rank, &job->operands[1]);
    return p->n_steps > 0 ? trnfft_tensor_copy(&from, &out) : TRNFFT_OK;
}

/* ---- planning ---- */

/* Puts the axes last, in the order of the caller. */
static void set_order(const tfi_tensor_problem *t, const int32_t *axes, int32_t n_axes,
                      step *s)
{
    int32_t n = 0;
    for (int32_t d = 0; d < t->rank; d++) {
        bool is_axis = false;
        for (int32_t i = 0; i < n_axes; i++) {
            is_axis = is_axis || t->axis[axes[i]] == d;
        }
        if (!is_axis) {
            s->order[n++] = d;
        }
    }
    for (int32_t i = 0; i < n_axes; i++) {
        s->order[n++] = (int32_t)t->axis[axes[i]];
    }
}

/* A step over some axes, of which the last is of kind `transform`; shape: what the
 * array has before, and after. */
static trnfft_status add_step(neuron_plan *p, const tfi_allocator *alloc,
                              const int32_t *axes, int32_t n_axes, uint32_t transform,
                              bool is_last, int64_t *shape)
{
    const tfi_tensor_problem *t = &p->problem;
    step *s = &p->steps[p->n_steps];
    memset(s, 0, sizeof *s);
    set_order(t, axes, n_axes, s);
    tfi_neuron_job job;
    memset(&job, 0, sizeof job);
    job.task = TFI_NEURON_DFT;
    job.mode = p->device->mode;
    job.transform = transform;
    job.io = NCS_F32;
    job.sign = t->inverse ? 1 : -1;
    job.rank = n_axes;
    job.scale = is_last ? t->scale : 1.0;
    for (int32_t i = 0; i < n_axes; i++) {
        job.n[i] = t->n[axes[i]];
        shape[t->axis[axes[i]]] = job.n[i];
    }
    const int64_t last = t->axis[axes[n_axes - 1]], n = job.n[n_axes - 1];
    memcpy(s->in, shape, sizeof s->in);
    memcpy(s->out, shape, sizeof s->out);
    s->in[last] = transform == TFI_NEURON_C2R ? n / 2 + 1 : n;
    s->out[last] = transform == TFI_NEURON_R2C ? n / 2 + 1 : n;
    shape[last] = s->out[last];
    s->real_in = transform == TFI_NEURON_R2C;
    s->real_out = transform == TFI_NEURON_C2R;
    job.batch = tfi_neuron_product(s->in, t->rank) / tfi_neuron_points_in(&job);
    const int64_t in = tfi_neuron_product(s->in, t->rank),
                  out = tfi_neuron_product(s->out, t->rank);
    p->stage = in > p->stage ? in : p->stage;
    p->stage = out > p->stage ? out : p->stage;
    TFI_TRY(tfi_neuron_launch_make(p->device, &job, alloc, &s->launch));
    if (s->launch.kernel == NULL) {
        return TRNFFT_ERROR_UNSUPPORTED;
    }
    p->n_steps++;
    p->job.base.cost_ns +=
        s->launch.time.total_ns +
        tfi_neuron_link_ns(p->device,
                           in * (s->real_in ? 1 : 2) + out * (s->real_out ? 1 : 2));
    return TRNFFT_OK;
}

static void forget_steps(neuron_plan *p)
{
    for (int i = 0; i < p->n_steps; i++) {
        tfi_neuron_launch_free(&p->steps[i].launch);
    }
    p->n_steps = 0;
    p->stage = 0;
    p->job.base.cost_ns = 0;
}

/* All axes in one launch. UNSUPPORTED: no kernel does that. */
static trnfft_status plan_at_once(neuron_plan *p, const tfi_allocator *alloc)
{
    const tfi_tensor_problem *t = &p->problem;
    int32_t axes[TRNFFT_MAX_RANK];
    int64_t shape[TRNFFT_MAX_RANK];
    if (t->n_axes < 1 || t->n_axes > 3) {
        return TRNFFT_ERROR_UNSUPPORTED;
    }
    for (int32_t i = 0; i < t->n_axes; i++) {
        axes[i] = i;
    }
    memcpy(shape, t->in.shape, sizeof shape);
    return add_step(p, alloc, axes, t->n_axes, t->kind, true, shape);
}

/* One launch an axis: real input is transformed along the last axis first, real output
 * along the last axis last. */
static trnfft_status plan_by_axes(neuron_plan *p, const tfi_allocator *alloc)
{
    const tfi_tensor_problem *t = &p->problem;
    int64_t shape[TRNFFT_MAX_RANK];
    memcpy(shape, t->in.shape, sizeof shape);
    for (int32_t i = 0; i < t->n_axes; i++) {
        const bool from_first = t->kind == TFI_C2R;
        const int32_t axis = from_first ? i : t->n_axes - 1 - i;
        const uint32_t transform = axis == t->n_axes - 1 ? t->kind : TFI_C2C;
        TFI_TRY(add_step(p, alloc, &axis, 1, transform, i == t->n_axes - 1, shape));
    }
    return TRNFFT_OK;
}

static trnfft_status find_steps(neuron_plan *p, const tfi_allocator *alloc)
{
    if (tfi_neuron_product(p->problem.out.shape, p->problem.rank) == 0) {
        return TRNFFT_OK; /* nothing to do */
    }
    trnfft_status status = plan_at_once(p, alloc);
    if (status == TRNFFT_ERROR_UNSUPPORTED && p->problem.n_axes > 1) {
        forget_steps(p);
        status = plan_by_axes(p, alloc);
    }
    return status;
}

static void fini(tfi_plan *plan, const tfi_allocator *alloc)
{
    (void)alloc;
    forget_steps((neuron_plan *)plan);
}

static void print(const tfi_plan *plan, tfi_printer *printer)
{
    const neuron_plan *p = (const neuron_plan *)plan;
    tfi_print_line(printer, "neuron:%s %s (%.3g ns predicted, operands' way included)",
                   p->device->machine->name, tfi_neuron_mode_name(p->device->mode),
                   plan->cost_ns);
    printer->indent += 2;
    for (int i = 0; i < p->n_steps; i++) {
        tfi_neuron_launch_print(&p->steps[i].launch, printer);
    }
    printer->indent -= 2;
}

static const tfi_plan_ops ops = { NULL, fini, print };

/* Bytes of both stages; false: more than there can be. */
static bool set_workspace(neuron_plan *p)
{
    size_t bytes;
    if (!tfi_mul_size((size_t)p->stage, 4 * sizeof(float), &bytes)) {
        return false;
    }
    p->job.workspace_bytes = bytes;
    for (int i = 0; i < p->n_steps; i++) {
        p->job.base.table_bytes += p->steps[i].launch.bytes;
    }
    return true;
}

static trnfft_status check_size(const tfi_planner *planner, const tfi_tensor_problem *t)
{
    int64_t shape[TRNFFT_MAX_RANK], item = 1;
    memcpy(shape, t->in.shape, sizeof shape);
    for (int32_t i = 0; i < t->n_axes; i++) {
        shape[t->axis[i]] = t->n[i];
        item *= t->n[i];
    }
    const int64_t points = tfi_neuron_product(shape, t->rank);
    return tfi_neuron_check_size(planner, points, points / (item > 0 ? item : 1));
}

static trnfft_status plan_transform(const tfi_solver *solver,
                                    const tfi_problem *problem, tfi_planner *planner,
                                    tfi_plan **out)
{
    const tfi_tensor_problem *t = (const tfi_tensor_problem *)problem;
    *out = NULL;
    if (t->compute != TRNFFT_F32) {
        return tfi_neuron_decline(planner, t);
    }
    TFI_TRY(check_size(planner, t));
    neuron_plan *p = tfi_plan_new(planner, solver, &ops, sizeof *p);
    if (p == NULL) {
        return tfi_fail_memory("neuron", sizeof *p);
    }
    memcpy(&p->problem, t, sizeof *t);
    p->device = planner->device->state;
    p->job.execute = execute;
    trnfft_status status = find_steps(p, planner->alloc);
    if (status == TRNFFT_OK && !set_workspace(p)) {
        status = TRNFFT_ERROR_OVERFLOW;
    }
    if (status != TRNFFT_OK) {
        tfi_plan_free(&p->job.base, planner->alloc);
        return status == TRNFFT_ERROR_UNSUPPORTED ? tfi_neuron_decline(planner, t)
                                                  : status;
    }
    *out = &p->job.base;
    return TRNFFT_OK;
}

const tfi_solver tfi_neuron_solver_row_column = { .name = "neuron",
                                                  .kind = TFI_PROBLEM_TENSOR,
                                                  .plan = plan_transform };
