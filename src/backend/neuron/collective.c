/* collective.c - solver "neuron_collective": one long transform on all cores of a
 * device, which exchange their parts themselves (kernels/exchange.h): one launch. */
#include <string.h>

#include <trnfft/dtype.h>

#include "backend/neuron/kernels/exchange.h"
#include "backend/neuron/stage.h"
#include "base/size_math.h"
#include "ncsim/run.h"
#include "ncsim/verify.h"

typedef struct collective_plan {
    tfi_job_plan job;
    tfi_tensor_problem problem;
    const tfi_neuron_device *device;
    int64_t n1, n2, columns, rows;
    int32_t cores;
    ncs_program *program[TFI_NEURON_MOST_CORES];
    ncs_time time; /* of the rank that takes longest */
} collective_plan;

/* ---- execution ---- */

/* The stage holds x as [j2][j1]. */
static void to_rank(const collective_plan *p, int32_t rank, const float *stage,
                    float *memory)
{
    const int64_t first = rank * p->columns;
    const int64_t left = p->n2 > first ? p->n2 - first : 0;
    const int64_t there = (left < p->columns ? left : p->columns) * p->n1;
    memcpy(memory, stage + (there > 0 ? first * p->n1 : 0),
           (size_t)there * sizeof *memory);
    memset(memory + there, 0, (size_t)(p->columns * p->n1 - there) * sizeof *memory);
}

/* And the results as [k2][k1], which is their order. */
static void from_rank(const collective_plan *p, int32_t rank, const float *memory,
                      float *stage)
{
    const int64_t first = rank * p->rows;
    const int64_t left = p->n1 > first ? p->n1 - first : 0;
    const int64_t there = left < p->rows ? left : p->rows;
    for (int64_t k2 = 0; k2 < p->n2 && there > 0; k2++) {
        memcpy(stage + k2 * p->n1 + first, memory + k2 * p->rows,
               (size_t)there * sizeof *stage);
    }
}

static void *memory_of(ncs_core *core, const ncs_program *program, const char *name)
{
    return ncs_core_memory(core, ncs_program_find_buffer(program, name));
}

static trnfft_status run_cores(const collective_plan *p, ncs_core **cores, float *x[2],
                               float *y[2])
{
    static const char *const in[2] = { "xr", "xi" }, *const out[2] = { "yr", "yi" };
    for (int32_t r = 0; r < p->cores; r++) {
        TFI_TRY(ncs_core_create(p->program[r], &cores[r]));
        for (int c = 0; c < 2; c++) {
            to_rank(p, r, x[c], memory_of(cores[r], p->program[r], in[c]));
        }
    }
    TFI_TRY(ncs_run_group(cores, p->cores, &p->device->settings));
    for (int32_t r = 0; r < p->cores; r++) {
        for (int c = 0; c < 2; c++) {
            from_rank(p, r, memory_of(cores[r], p->program[r], out[c]), y[c]);
        }
    }
    return TRNFFT_OK;
}

static trnfft_status execute(const tfi_job_plan *base, const tfi_job *job)
{
    const collective_plan *p = (const collective_plan *)base;
    const tfi_tensor_problem *t = &p->problem;
    const int32_t axis = (int32_t)t->axis[0];
    const int64_t n = p->n1 * p->n2;
    float *x[2] = { job->workspace, NULL }, *y[2];
    x[1] = x[0] + n, y[0] = x[1] + n, y[1] = y[0] + n;
    int32_t order[TRNFFT_MAX_RANK];
    const trnfft_tensor in =
        tfi_neuron_split_axis(tfi_neuron_operand(&t->in, t->rank, &job->operands[0]),
                              axis, p->n1, p->n2, p->n2, 1);
    const trnfft_tensor out = tfi_neuron_operand(&t->out, t->rank, &job->operands[1]);
    tfi_neuron_split_order(in.rank, axis, true, order);
    const trnfft_tensor turned = tfi_neuron_stage(in.rank, order, in.shape, x[0], x[1]);
    TFI_TRY(trnfft_tensor_copy(&in, &turned));
    ncs_core *cores[TFI_NEURON_MOST_CORES] = { NULL };
    const trnfft_status status = run_cores(p, cores, x, y);
    for (int32_t r = 0; r < p->cores; r++) {
        ncs_core_destroy(cores[r]);
    }
    TFI_TRY(status);
    for (int32_t d = 0; d < t->rank; d++) {
        order[d] = d;
    }
    const trnfft_tensor result =
        tfi_neuron_stage(t->rank, order, out.shape, y[0], y[1]);
    return trnfft_tensor_copy(&result, &out);
}

/* ---- planning ---- */

static void fini(tfi_plan *plan, const tfi_allocator *alloc)
{
    (void)alloc;
    collective_plan *p = (collective_plan *)plan;
    for (int32_t r = 0; r < p->cores; r++) {
        ncs_program_destroy(p->program[r]);
    }
}

static void print(const tfi_plan *plan, tfi_printer *printer)
{
    const collective_plan *p = (const collective_plan *)plan;
    const int64_t n = p->n1 * p->n2;
    tfi_print_line(
        printer,
        "neuron_collective:%s %s %lld = %lld x %lld on %d cores, exchange by "
        "all_to_all (%.3g ns predicted)",
        p->device->machine->name, tfi_neuron_mode_name(p->device->mode), (long long)n,
        (long long)p->n1, (long long)p->n2, (int)p->cores, plan->cost_ns);
    tfi_print_line(printer,
                   "  predicted %.4g us on the device (%s), %.4g us with the launch",
                   p->time.device_ns * 1e-3, ncs_bound_name(p->time.bound),
                   p->time.total_ns * 1e-3);
}

static const tfi_plan_ops ops = { NULL, fini, print };

static trnfft_status build_rank(collective_plan *p, int32_t rank,
                                const tfi_allocator *alloc)
{
    const tfi_neuron_exchange e = { p->device->mode, p->n1, p->n2,
                                    p->cores,        rank,  p->problem.inverse ? 1 : -1,
                                    p->problem.scale };
    ncs_builder *b = ncs_builder_create(p->device->machine, "exchange", alloc);
    if (b == NULL) {
        return tfi_fail_memory("neuron_collective", sizeof e);
    }
    tfi_neuron_exchange_build(b, &e);
    TFI_TRY(ncs_builder_finish(b, &p->program[rank]));
    ncs_time time;
    TFI_TRY(ncs_estimate(p->program[rank], &p->device->settings, NULL, NULL, &time));
    if (time.total_ns > p->time.total_ns) {
        p->time = time;
    }
    return TRNFFT_OK;
}

static trnfft_status build(collective_plan *p, const tfi_allocator *alloc)
{
    const int64_t n = p->n1 * p->n2;
    p->columns = tfi_neuron_share_of(p->n2, p->cores);
    p->rows = tfi_neuron_share_of(p->n1, p->cores);
    if (!tfi_mul_size((size_t)n, 4 * sizeof(float), &p->job.workspace_bytes)) {
        return TRNFFT_ERROR_OVERFLOW;
    }
    for (int32_t r = 0; r < p->cores; r++) {
        TFI_TRY(build_rank(p, r, alloc));
    }
    TFI_TRY(ncs_verify_group((const ncs_program *const *)p->program, p->cores, NULL));
    p->job.base.cost_ns = p->time.total_ns + tfi_neuron_link_ns(p->device, 4 * n);
    return TRNFFT_OK;
}

static trnfft_status plan_collective(const tfi_solver *solver,
                                     const tfi_problem *problem, tfi_planner *planner,
                                     tfi_plan **out)
{
    const tfi_tensor_problem *t = (const tfi_tensor_problem *)problem;
    const tfi_neuron_device *device = planner->device->state;
    int64_t n1 = 0, n2 = 0;
    *out = NULL;
    if (!tfi_neuron_is_one_line(planner, t) ||
        tfi_neuron_product(t->out.shape, t->rank) != t->n[0] ||
        !tfi_neuron_exchange_split(device->machine, t->n[0], &n1, &n2)) {
        return TRNFFT_OK;
    }
    collective_plan *p = tfi_plan_new(planner, solver, &ops, sizeof *p);
    if (p == NULL) {
        return tfi_fail_memory("neuron_collective", sizeof *p);
    }
    memcpy(&p->problem, t, sizeof *t);
    p->device = device;
    p->cores = device->cores;
    p->n1 = n1;
    p->n2 = n2;
    p->job.execute = execute;
    const trnfft_status status = build(p, planner->alloc);
    if (status != TRNFFT_OK) {
        tfi_plan_free(&p->job.base, planner->alloc);
        return status;
    }
    *out = &p->job.base;
    return TRNFFT_OK;
}

const tfi_solver tfi_neuron_solver_collective = { .name = "neuron_collective",
                                                  .kind = TFI_PROBLEM_TENSOR,
                                                  .plan = plan_collective };
