/* mixing.c - solver "neuron_fnet": FNet mixing as one launch. */
#include <string.h>

#include <trnfft/dtype.h>

#include "backend/neuron/stage.h"
#include "base/size_math.h"
#include "plan/fnet_problem.h"

typedef struct mixing_plan {
    tfi_job_plan job;
    tfi_fnet_problem problem;
    const tfi_neuron_device *device;
    tfi_neuron_launch launch; /* none where the batch is empty */
    int64_t points;           /* of an item */
} mixing_plan;

static trnfft_tensor operand_view(const tfi_fnet_problem *p, const tfi_fnet_view *x,
                                  const trnfft_operand *operand)
{
    trnfft_tensor t;
    memset(&t, 0, sizeof t);
    t.dtype = x->dtype;
    t.rank = p->n_batch + 2;
    memcpy(t.shape, p->batch, sizeof t.shape);
    memcpy(t.strides, x->batch, sizeof t.strides);
    t.shape[p->n_batch] = p->rows;
    t.shape[p->n_batch + 1] = p->columns;
    t.strides[p->n_batch] = x->row;
    t.strides[p->n_batch + 1] = x->column;
    t.re = operand->re;
    return t;
}

static trnfft_tensor stage_of(const trnfft_tensor *t, float *re)
{
    int32_t order[TRNFFT_MAX_RANK];
    for (int32_t d = 0; d < t->rank; d++) {
        order[d] = d;
    }
    return tfi_neuron_stage(t->rank, order, t->shape, re, NULL);
}

static trnfft_status execute(const tfi_job_plan *base, const tfi_job *job)
{
    const mixing_plan *p = (const mixing_plan *)base;
    const tfi_fnet_problem *q = &p->problem;
    float *x = job->workspace, *y = x + q->n_items * p->points;
    const trnfft_tensor in = operand_view(q, &q->in, &job->operands[0]);
    const trnfft_tensor out = operand_view(q, &q->out, &job->operands[1]);
    const trnfft_tensor from = stage_of(&in, x), to = stage_of(&out, y);
    TFI_TRY(trnfft_tensor_copy(&in, &from));
    const tfi_neuron_slot slots[] = { { "x", x, NULL, p->points },
                                      { "y", NULL, y, p->points },
                                      { NULL, NULL, NULL, 0 } };
    TFI_TRY(tfi_neuron_launch_run(p->device, &p->launch, slots));
    return trnfft_tensor_copy(&to, &out);
}

static void fini(tfi_plan *plan, const tfi_allocator *alloc)
{
    (void)alloc;
    tfi_neuron_launch_free(&((mixing_plan *)plan)->launch);
}

static void print(const tfi_plan *plan, tfi_printer *printer)
{
    const mixing_plan *p = (const mixing_plan *)plan;
    const tfi_fnet_problem *q = &p->problem;
    tfi_print_line(printer, "neuron_fnet:%s %s %lld x %lld x %lld (%.3g ns predicted)",
                   p->device->machine->name, tfi_neuron_mode_name(p->device->mode),
                   (long long)q->n_items, (long long)q->rows, (long long)q->columns,
                   plan->cost_ns);
    if (p->launch.kernel != NULL) {
        printer->indent += 2;
        tfi_neuron_launch_print(&p->launch, printer);
        printer->indent -= 2;
    }
}

static const tfi_plan_ops ops = { NULL, fini, print };

static trnfft_status find_launch(mixing_plan *p, const tfi_allocator *alloc)
{
    const tfi_fnet_problem *q = &p->problem;
    tfi_neuron_job job;
    memset(&job, 0, sizeof job);
    job.task = TFI_NEURON_FNET;
    job.mode = p->device->mode;
    job.io = NCS_F32;
    job.sign = -1;
    job.rank = 2;
    job.n[0] = q->rows;
    job.n[1] = q->columns;
    job.batch = q->n_items;
    job.scale = q->scale;
    TFI_TRY(tfi_neuron_launch_make(p->device, &job, alloc, &p->launch));
    if (p->launch.kernel == NULL) {
        return tfi_fail(TRNFFT_ERROR_UNSUPPORTED,
                        "neuron:%s, mode %s: no kernel mixes %lld x %lld numbers",
                        p->device->machine->name, tfi_neuron_mode_name(p->device->mode),
                        (long long)q->rows, (long long)q->columns);
    }
    const int64_t all = q->n_items * p->points;
    p->job.base.cost_ns =
        p->launch.time.total_ns + tfi_neuron_link_ns(p->device, 2 * all);
    p->job.base.table_bytes = p->launch.bytes;
    if (!tfi_mul_size((size_t)all, 2 * sizeof(float), &p->job.workspace_bytes)) {
        return tfi_fail(TRNFFT_ERROR_OVERFLOW, "neuron_fnet: more than there can be");
    }
    return TRNFFT_OK;
}

static trnfft_status plan_mixing(const tfi_solver *solver, const tfi_problem *problem,
                                 tfi_planner *planner, tfi_plan **out)
{
    const tfi_fnet_problem *q = (const tfi_fnet_problem *)problem;
    *out = NULL;
    TFI_TRY(tfi_neuron_check_compute(planner, q->compute));
    const int64_t points = q->n_items > 0 ? q->rows * q->columns : 0;
    TFI_TRY(tfi_neuron_check_size(planner, q->n_items * points,
                                  points > 0 ? q->n_items * q->rows : 0));
    mixing_plan *p = tfi_plan_new(planner, solver, &ops, sizeof *p);
    if (p == NULL) {
        return tfi_fail_memory("neuron_fnet", sizeof *p);
    }
    memcpy(&p->problem, q, sizeof *q);
    p->device = planner->device->state;
    p->job.execute = execute;
    p->points = points;
    const trnfft_status status =
        points > 0 ? find_launch(p, planner->alloc) : TRNFFT_OK;
    if (status != TRNFFT_OK) {
        tfi_plan_free(&p->job.base, planner->alloc);
        return status;
    }
    *out = &p->job.base;
    return TRNFFT_OK;
}

const tfi_solver tfi_neuron_solver_fnet = { .name = "neuron_fnet",
                                            .kind = TFI_PROBLEM_FNET,
                                            .plan = plan_mixing };
