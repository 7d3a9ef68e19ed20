/* product_run.c - kernels run on the simulator, buffers as doubles. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "product_run.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/half.h"
#include "support/random.h"

static void put(void *x, ncs_dtype t, int64_t i, float value)
{
    if (t == NCS_BF16) {
        ((uint16_t *)x)[i] = tfi_f32_to_bf16(value);
    } else {
        ((float *)x)[i] = value;
    }
}

product_run product_begin(const char *kernel, const char *machine,
                          const tfi_neuron_job *job)
{
    product_run run = { job, kernel_program(kernel, machine, job), NULL };
    if (ncs_core_create(run.program, &run.core) != TRNFFT_OK) {
        fail_msg("%s: %s", kernel, trnfft_last_error());
    }
    for (int32_t b = 0; b < run.program->n_buffers; b++) {
        const ncs_buffer *buffer = &run.program->buffer[b];
        test_random r = test_random_seed(29 + (uint64_t)b);
        for (int64_t i = 0; buffer->role == NCS_INPUT && i < buffer->elements; i++) {
            put(ncs_core_memory(run.core, b), buffer->dtype, i,
                test_random_unit_f32(&r));
        }
    }
    return run;
}

void product_set(product_run *run, const char *name, int64_t index, double value)
{
    int32_t b = ncs_program_find_buffer(run->program, name);
    assert_true(b >= 0);
    put(ncs_core_memory(run->core, b), run->program->buffer[b].dtype, index,
        (float)value);
}

void product_execute(product_run *run)
{
    ncs_settings settings;
    ncs_settings_init(&settings, run->program->machine);
    if (ncs_run(run->core, &settings) != TRNFFT_OK) {
        fail_msg("%s: %s", run->program->name, trnfft_last_error());
    }
}

void product_end(product_run *run)
{
    ncs_core_destroy(run->core);
    ncs_program_destroy(run->program);
}

double *product_numbers(const product_run *run, const char *name)
{
    int32_t b = ncs_program_find_buffer(run->program, name);
    if (b < 0) {
        return NULL;
    }
    const ncs_buffer *buffer = &run->program->buffer[b];
    const void *x = ncs_core_memory(run->core, b);
    double *out = malloc((size_t)buffer->elements * sizeof *out);
    assert_non_null(out);
    for (int64_t i = 0; i < buffer->elements; i++) {
        out[i] = buffer->dtype == NCS_BF16
                     ? (double)tfi_bf16_to_f32(((const uint16_t *)x)[i])
                     : (double)((const float *)x)[i];
    }
    return out;
}

void product_add(product_rms *rms, double got, double want)
{
    rms->wrong += (got - want) * (got - want);
    rms->all += want * want;
}

double product_error(const product_rms *rms)
{
    return sqrt(rms->all == 0.0 ? rms->wrong : rms->wrong / rms->all);
}

tfi_neuron_job product_job(tfi_neuron_task task, tfi_neuron_mode mode)
{
    tfi_neuron_job job;
    memset(&job, 0, sizeof job);
    job.task = (uint32_t)task;
    job.mode = (uint32_t)mode;
    job.io = NCS_F32;
    job.sign = -1;
    job.rank = 1;
    job.n[0] = job.n[1] = job.n[2] = 1;
    job.batch = job.m = job.k = 1;
    job.scale = 1.0;
    return job;
}

double product_bound(const tfi_neuron_job *job, int stages)
{
    double once_more = job->io == NCS_BF16 ? 1.7e-3 : 0.0; /* RMS of rounding */
    return hypot(kernel_bound(job, stages), once_more);
}

void product_print_time(const char *kernel, const char *machine,
                        const tfi_neuron_job *job, const char *what)
{
    ncs_time t = kernel_time(kernel, machine, job);
    print_message("%s %s %s mode %u io %u: predicted %.2f us, pe %.0f%% dve %.0f%% act "
                  "%.0f%% pool %.0f%% dma %.0f%% %s\n",
                  machine, kernel, what, (unsigned)job->mode, (unsigned)job->io,
                  t.device_ns / 1e3, 100.0 * t.busy_ns[NCS_PE] / t.device_ns,
                  100.0 * t.busy_ns[NCS_DVE] / t.device_ns,
                  100.0 * t.busy_ns[NCS_ACT] / t.device_ns,
                  100.0 * t.busy_ns[NCS_POOL] / t.device_ns,
                  100.0 * t.dma_busy_ns / t.device_ns, ncs_bound_name(t.bound));
}
