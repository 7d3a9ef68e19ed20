/* split.c - solver "neuron_split": one long transform shared by several cores.
 *
 * n = n1 n2. All cores transform columns of n1 points, the host multiplies by the
 * twiddles and turns rows and columns round, all cores transform rows of n2 points:
 *
 *   X[k1 + n1 k2] = sum_j2 w_n^(j2 k1) w_n2^(j2 k2) sum_j1 w_n1^(j1 k1) x[j1 n2 + j2]
 */
#include <math.h>
#include <string.h>

#include <trnfft/dtype.h>

#include "backend/neuron/stage.h"
#include "base/size_math.h"
#include "base/trig.h"

typedef struct split_plan {
    tfi_job_plan job;
    tfi_tensor_problem problem;
    const tfi_neuron_device *device;
    int64_t n1, n2, batch;
    tfi_neuron_launch columns, rows;
    float *w_re, *w_im; /* [j2][k1] */
} split_plan;

/* ---- execution ---- */

static void multiply(const split_plan *p, float *re, float *im)
{
    const int64_t n = p->n1 * p->n2;
    for (int64_t b = 0; b < p->batch; b++) {
        float *x = re + b * n, *y = im + b * n;
        for (int64_t i = 0; i < n; i++) {
            const float r = x[i] * p->w_re[i] - y[i] * p->w_im[i];
            y[i] = x[i] * p->w_im[i] + y[i] * p->w_re[i];
            x[i] = r;
        }
    }
}

static trnfft_status execute(const tfi_job_plan *base, const tfi_job *job)
{
    const split_plan *p = (const split_plan *)base;
    const tfi_tensor_problem *t = &p->problem;
    const int32_t axis = (int32_t)t->axis[0], rank = t->rank + 1;
    const int64_t total = p->batch * p->n1 * p->n2;
    float *x = job->workspace, *y = x + 2 * total;
    int32_t order[TRNFFT_MAX_RANK];
    const trnfft_tensor in =
        tfi_neuron_split_axis(tfi_neuron_operand(&t->in, t->rank, &job->operands[0]),
                              axis, p->n1, p->n2, p->n2, 1);
    const trnfft_tensor out =
        tfi_neuron_split_axis(tfi_neuron_operand(&t->out, t->rank, &job->operands[1]),
                              axis, p->n1, 1, p->n2, p->n1);
    tfi_neuron_split_order(rank, axis, true, order); /* …, j2, j1 */
    const trnfft_tensor columns_in =
        tfi_neuron_stage(rank, order, in.shape, x, x + total);
    const trnfft_tensor columns_out =
        tfi_neuron_stage(rank, order, in.shape, y, y + total);
    TFI_TRY(trnfft_tensor_copy(&in, &columns_in));
    TFI_TRY(tfi_neuron_launch_dft(p->device, &p->columns, x, x + total, y, y + total));
    multiply(p, y, y + total);
    tfi_neuron_split_order(rank, axis, false, order); /* …, k1, j2 */
    const trnfft_tensor rows_in = tfi_neuron_stage(rank, order, in.shape, x, x + total);
    const trnfft_tensor rows_out =
        tfi_neuron_stage(rank, order, in.shape, y, y + total);
    TFI_TRY(trnfft_tensor_copy(&columns_out, &rows_in));
    TFI_TRY(tfi_neuron_launch_dft(p->device, &p->rows, x, x + total, y, y + total));
    return trnfft_tensor_copy(&rows_out, &out);
}

/* ---- planning ---- */

static trnfft_status wake(tfi_plan *plan, tfi_planner *planner)
{
    split_plan *p = (split_plan *)plan;
    const int64_t n = p->n1 * p->n2;
    const size_t bytes = (size_t)n * sizeof(float);
    p->w_re = tfi_alloc(planner->alloc, bytes);
    p->w_im = tfi_alloc(planner->alloc, bytes);
    if (p->w_re == NULL || p->w_im == NULL) {
        return tfi_fail_memory("neuron_split", 2 * bytes);
    }
    plan->table_bytes += 2 * bytes;
    tfi_trig *trig = NULL;
    TFI_TRY(tfi_trig_create(planner->alloc, n, &trig));
    const int64_t sign = p->problem.inverse ? -1 : 1;
    for (int64_t j2 = 0; j2 < p->n2; j2++) {
        tfi_trig_fill_f32(trig, 0, sign * j2, p->n1, p->w_re + j2 * p->n1,
                          p->w_im + j2 * p->n1, 1);
    }
    tfi_trig_destroy(trig, planner->alloc);
    return TRNFFT_OK;
}

static void fini(tfi_plan *plan, const tfi_allocator *alloc)
{
    split_plan *p = (split_plan *)plan;
    tfi_neuron_launch_free(&p->columns);
    tfi_neuron_launch_free(&p->rows);
    tfi_free(alloc, p->w_re);
    tfi_free(alloc, p->w_im);
}

static void print(const tfi_plan *plan, tfi_printer *printer)
{
    const split_plan *p = (const split_plan *)plan;
    const int64_t n = p->n1 * p->n2;
    tfi_print_line(
        printer,
        "neuron_split:%s %s %lld = %lld x %lld, exchange by the host (%.3g ns "
        "predicted)",
        p->device->machine->name, tfi_neuron_mode_name(p->device->mode), (long long)n,
        (long long)p->n1, (long long)p->n2, plan->cost_ns);
    printer->indent += 2;
    tfi_neuron_launch_print(&p->columns, printer);
    tfi_neuron_launch_print(&p->rows, printer);
    printer->indent -= 2;
}

static const tfi_plan_ops ops = { wake, fini, print };

static trnfft_status make_launch(const split_plan *p, int64_t n, int64_t batch,
                                 double scale, const tfi_allocator *alloc,
                                 tfi_neuron_launch *out)
{
    tfi_neuron_job job;
    memset(&job, 0, sizeof job);
    job.task = TFI_NEURON_DFT;
    job.mode = p->device->mode;
    job.transform = TFI_NEURON_C2C;
    job.io = NCS_F32;
    job.sign = p->problem.inverse ? 1 : -1;
    job.rank = 1;
    job.n[0] = n;
    job.batch = batch;
    job.scale = scale;
    return tfi_neuron_launch_make(p->device, &job, alloc, out);
}

/* The factor of n next below its root; 1: a prime, or none that is worth it. */
static int64_t near_root(int64_t n)
{
    int64_t f = (int64_t)sqrt((double)n);
    while (f > 1 && n % f != 0) {
        f--;
    }
    return f;
}

/* Both launches; out->columns.kernel NULL: no kernel for them. */
static trnfft_status fill(split_plan *p, const tfi_allocator *alloc)
{
    const int64_t total = p->batch * p->n1 * p->n2;
    TFI_TRY(make_launch(p, p->n1, p->batch * p->n2, 1.0, alloc, &p->columns));
    if (p->columns.kernel != NULL) {
        TFI_TRY(
            make_launch(p, p->n2, p->batch * p->n1, p->problem.scale, alloc, &p->rows));
    }
    size_t bytes;
    if (!tfi_mul_size((size_t)total, 4 * sizeof(float), &bytes)) {
        return TRNFFT_ERROR_OVERFLOW;
    }
    p->job.workspace_bytes = bytes;
    p->job.base.table_bytes = p->columns.bytes + p->rows.bytes;
    p->job.base.cost_ns = p->columns.time.total_ns + p->rows.time.total_ns +
                          tfi_neuron_link_ns(p->device, 8 * total);
    return TRNFFT_OK;
}

static trnfft_status plan_split(const tfi_solver *solver, const tfi_problem *problem,
                                tfi_planner *planner, tfi_plan **out)
{
    const tfi_tensor_problem *t = (const tfi_tensor_problem *)problem;
    *out = NULL;
    if (!tfi_neuron_is_one_line(planner, t) || near_root(t->n[0]) <= 1 ||
        tfi_neuron_product(t->out.shape, t->rank) == 0) {
        return TRNFFT_OK;
    }
    split_plan *p = tfi_plan_new(planner, solver, &ops, sizeof *p);
    if (p == NULL) {
        return tfi_fail_memory("neuron_split", sizeof *p);
    }
    memcpy(&p->problem, t, sizeof *t);
    p->device = planner->device->state;
    p->job.execute = execute;
    p->n1 = near_root(t->n[0]);
    p->n2 = t->n[0] / p->n1;
    p->batch = tfi_neuron_product(t->in.shape, t->rank) / t->n[0];
    const trnfft_status status = fill(p, planner->alloc);
    if (status != TRNFFT_OK || p->rows.kernel == NULL) {
        tfi_plan_free(&p->job.base, planner->alloc);
        return status;
    }
    *out = &p->job.base;
    return TRNFFT_OK;
}

const tfi_solver tfi_neuron_solver_split = { .name = "neuron_split",
                                             .kind = TFI_PROBLEM_TENSOR,
                                             .plan = plan_split };
