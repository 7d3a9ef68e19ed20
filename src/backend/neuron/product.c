/* product.c - solver "neuron_gemm": products of complex matrices as one launch. */
#include <math.h>
#include <string.h>

#include <trnfft/dtype.h>

#include "backend/neuron/stage.h"
#include "base/size_math.h"
#include "plan/gemm_problem.h"

typedef struct product_plan {
    tfi_job_plan job;
    tfi_gemm_problem problem;
    const tfi_neuron_device *device;
    tfi_neuron_launch launch; /* none where the result is empty, or a sum of nothing */
    int64_t batch;
    int64_t a, b, c; /* elements of one matrix */
} product_plan;

/* One matrix operand with its batch, rows x columns. */
static trnfft_tensor matrix_view(const tfi_gemm_problem *g, const tfi_matrix *x,
                                 int64_t rows, int64_t columns,
                                 const trnfft_operand *operand)
{
    trnfft_tensor t;
    memset(&t, 0, sizeof t);
    t.dtype = x->dtype;
    t.rank = g->n_batch + 2;
    memcpy(t.shape, g->batch, sizeof t.shape);
    memcpy(t.strides, x->batch, sizeof t.strides);
    t.shape[g->n_batch] = rows;
    t.shape[g->n_batch + 1] = columns;
    t.strides[g->n_batch] = x->row;
    t.strides[g->n_batch + 1] = x->column;
    t.re = operand->re;
    t.im = x->layout == TRNFFT_REAL ? NULL : operand->im;
    return t;
}

/* The same in the workspace. */
static trnfft_tensor stage_of(const trnfft_tensor *t, float *re, float *im)
{
    int32_t order[TRNFFT_MAX_RANK];
    for (int32_t d = 0; d < t->rank; d++) {
        order[d] = d;
    }
    return tfi_neuron_stage(t->rank, order, t->shape, re, im);
}

static trnfft_status read_matrix(const trnfft_tensor *from, int64_t total, float *re)
{
    const trnfft_tensor to = stage_of(from, re, from->im != NULL ? re + total : NULL);
    if (from->im == NULL) {
        memset(re + total, 0, (size_t)total * sizeof *re);
    }
    return trnfft_tensor_copy(from, &to);
}

static trnfft_status execute(const tfi_job_plan *base, const tfi_job *job)
{
    const product_plan *p = (const product_plan *)base;
    const tfi_gemm_problem *g = &p->problem;
    const int64_t n_a = p->batch * p->a, n_b = p->batch * p->b, n_c = p->batch * p->c;
    float *a = job->workspace, *b = a + 2 * n_a, *c = b + 2 * n_b;
    const trnfft_tensor in = matrix_view(g, &g->a, g->m, g->k, &job->operands[0]);
    const trnfft_tensor out = matrix_view(g, &g->c, g->m, g->n, &job->operands[1]);
    const trnfft_tensor by = matrix_view(g, &g->b, g->k, g->n, &job->operands[2]);
    if (p->launch.kernel == NULL) {
        memset(c, 0, (size_t)(2 * n_c) * sizeof *c);
    } else {
        TFI_TRY(read_matrix(&in, n_a, a));
        TFI_TRY(read_matrix(&by, n_b, b));
        const tfi_neuron_slot slots[] = {
            { "ar", a, NULL, p->a }, { "ai", a + n_a, NULL, p->a },
            { "br", b, NULL, p->b }, { "bi", b + n_b, NULL, p->b },
            { "yr", NULL, c, p->c }, { "yi", NULL, c + n_c, p->c },
            { NULL, NULL, NULL, 0 }
        };
        TFI_TRY(tfi_neuron_launch_run(p->device, &p->launch, slots));
    }
    const trnfft_tensor result = stage_of(&out, c, c + n_c);
    return trnfft_tensor_copy(&result, &out);
}

static void fini(tfi_plan *plan, const tfi_allocator *alloc)
{
    (void)alloc;
    tfi_neuron_launch_free(&((product_plan *)plan)->launch);
}

static void print(const tfi_plan *plan, tfi_printer *printer)
{
    const product_plan *p = (const product_plan *)plan;
    const tfi_gemm_problem *g = &p->problem;
    tfi_print_line(printer, "neuron_gemm:%s %s %lld x %lld x %lld (%.3g ns predicted)",
                   p->device->machine->name, tfi_neuron_mode_name(p->device->mode),
                   (long long)g->m, (long long)g->k, (long long)g->n, plan->cost_ns);
    if (p->launch.kernel != NULL) {
        printer->indent += 2;
        tfi_neuron_launch_print(&p->launch, printer);
        printer->indent -= 2;
    }
}

static const tfi_plan_ops ops = { NULL, fini, print };

static trnfft_status find_launch(product_plan *p, const tfi_allocator *alloc)
{
    const tfi_gemm_problem *g = &p->problem;
    tfi_neuron_job job;
    if (p->c * p->batch == 0 || g->k == 0) {
        return TRNFFT_OK;
    }
    memset(&job, 0, sizeof job);
    job.task = TFI_NEURON_GEMM;
    job.mode = p->device->mode;
    job.io = NCS_F32;
    job.rank = 1;
    job.n[0] = g->n;
    job.m = g->m;
    job.k = g->k;
    job.batch = p->batch;
    job.scale = 1.0;
    TFI_TRY(tfi_neuron_launch_make(p->device, &job, alloc, &p->launch));
    if (p->launch.kernel == NULL) {
        return tfi_fail(TRNFFT_ERROR_UNSUPPORTED,
                        "neuron:%s, mode %s: no kernel multiplies %lld x %lld x %lld",
                        p->device->machine->name, tfi_neuron_mode_name(p->device->mode),
                        (long long)g->m, (long long)g->k, (long long)g->n);
    }
    p->job.base.cost_ns =
        p->launch.time.total_ns +
        tfi_neuron_link_ns(p->device, 2 * p->batch * (p->a + p->b + p->c));
    return TRNFFT_OK;
}

static trnfft_status fill(product_plan *p, const tfi_allocator *alloc)
{
    const tfi_gemm_problem *g = &p->problem;
    p->a = g->m * g->k;
    p->b = g->k * g->n;
    p->c = g->m * g->n;
    p->batch = tfi_neuron_product(g->batch, g->n_batch);
    size_t bytes;
    if (!tfi_mul_size((size_t)(p->a + p->b + p->c), 2 * sizeof(float), &bytes) ||
        !tfi_mul_size(bytes, (size_t)p->batch, &p->job.workspace_bytes)) {
        return tfi_fail(TRNFFT_ERROR_OVERFLOW, "neuron_gemm: more than there can be");
    }
    TFI_TRY(find_launch(p, alloc));
    p->job.base.table_bytes = p->launch.bytes;
    return TRNFFT_OK;
}

static trnfft_status plan_product(const tfi_solver *solver, const tfi_problem *problem,
                                  tfi_planner *planner, tfi_plan **out)
{
    const tfi_gemm_problem *g = (const tfi_gemm_problem *)problem;
    const tfi_neuron_device *device = planner->device->state;
    *out = NULL;
    TFI_TRY(tfi_neuron_check_compute(planner, g->compute));
    const double tiles =
        ceil((double)g->m / 128) * ceil((double)g->k / 128) * ceil((double)g->n / 512) *
        (double)tfi_neuron_product(g->batch, g->n_batch) / device->cores;
    if (tiles > TFI_NEURON_MOST_TILES) {
        return tfi_fail(
            TRNFFT_ERROR_UNSUPPORTED,
            "neuron:%s: %lld x %lld x %lld: a launch takes 2^14 products of "
            "128 x 128 x 512 a core",
            device->machine->name, (long long)g->m, (long long)g->k, (long long)g->n);
    }
    product_plan *p = tfi_plan_new(planner, solver, &ops, sizeof *p);
    if (p == NULL) {
        return tfi_fail_memory("neuron_gemm", sizeof *p);
    }
    memcpy(&p->problem, g, sizeof *g);
    p->device = device;
    p->job.execute = execute;
    const trnfft_status status = fill(p, planner->alloc);
    if (status != TRNFFT_OK) {
        tfi_plan_free(&p->job.base, planner->alloc);
        return status;
    }
    *out = &p->job.base;
    return TRNFFT_OK;
}

const tfi_solver tfi_neuron_solver_gemm = { .name = "neuron_gemm",
                                            .kind = TFI_PROBLEM_GEMM,
                                            .plan = plan_product };
