/* kernel_run.c - kernels on the simulator against the defining sum. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "kernel_run.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/half.h"
#include "ncsim/run.h"
#include "support/random.h"
#include "support/reference.h"

ncs_program *kernel_program(const char *kernel, const char *machine,
                            const tfi_neuron_job *job)
{
    const tfi_neuron_kernel *k = tfi_neuron_kernel_find(kernel);
    assert_non_null(k);
    assert_true(k->accepts(ncs_machine_find(machine), job));
    ncs_builder *b = ncs_builder_create(ncs_machine_find(machine), kernel, NULL);
    assert_non_null(b);
    k->build(b, job);
    ncs_program *p = NULL;
    if (ncs_builder_finish(b, &p) != TRNFFT_OK) {
        fail_msg("%s on %s, n = %lld x %lld x %lld, batch %lld: %s", kernel, machine,
                 (long long)job->n[0], (long long)job->n[1], (long long)job->n[2],
                 (long long)job->batch, trnfft_last_error());
    }
    return p;
}

tfi_neuron_job kernel_dft_job(int64_t n, int64_t batch)
{
    tfi_neuron_job job;
    memset(&job, 0, sizeof job);
    job.task = TFI_NEURON_DFT;
    job.io = NCS_F32;
    job.sign = -1;
    job.rank = 1;
    job.n[0] = n;
    job.n[1] = job.n[2] = 1;
    job.batch = batch;
    job.scale = 1.0;
    return job;
}

double kernel_bound(const tfi_neuron_job *job, int stages)
{
    switch (job->mode) {
    case TFI_NEURON_BF16: return 2.2e-3 * sqrt((double)stages);
    case TFI_NEURON_BF16X3: return 2e-5;
    case TFI_NEURON_KAHAN: return 3e-7;
    default: return 1e-6;
    }
}

static void *buffer_of(ncs_core *core, const ncs_program *p, const char *name)
{
    int32_t index = ncs_program_find_buffer(p, name);
    return index < 0 ? NULL : ncs_core_memory(core, index);
}

static double number_at(const void *x, uint32_t io, int64_t i)
{
    return io == NCS_BF16 ? (double)tfi_bf16_to_f32(((const uint16_t *)x)[i])
                          : (double)((const float *)x)[i];
}

static void random_numbers(void *x, uint32_t io, int64_t count, uint64_t seed)
{
    test_random r = test_random_seed(seed);
    for (int64_t i = 0; x != NULL && i < count; i++) {
        float value = test_random_unit_f32(&r);
        if (io == NCS_BF16) {
            ((uint16_t *)x)[i] = tfi_f32_to_bf16(value);
        } else {
            ((float *)x)[i] = value;
        }
    }
}

/* The whole transform of one item, in place, all dimensions. */
static void transform_item(const tfi_neuron_job *job, test_complex *x)
{
    int64_t total = 1, inner = 1;
    for (int d = 0; d < job->rank; d++) {
        total *= job->n[d];
    }
    test_complex *line = malloc((size_t)total * sizeof *line);
    assert_non_null(line);
    for (int d = job->rank - 1; d >= 0; d--) {
        int64_t n = job->n[d];
        for (int64_t l = 0; l < total / n; l++) {
            int64_t at = l / inner * inner * n + l % inner;
            for (int64_t j = 0; j < n; j++) {
                line[j] = x[at + j * inner];
            }
            test_dft(n, (int)job->sign, line, line);
            for (int64_t j = 0; j < n; j++) {
                x[at + j * inner] = line[j];
            }
        }
        inner *= n;
    }
    free(line);
}

/* Element i of the full array from the one-sided one: the place of its mirror. */
static int64_t mirror(const tfi_neuron_job *job, int64_t i, int64_t half)
{
    int64_t last = job->n[job->rank - 1];
    int64_t place = 0, scale = half, rest = i / last;
    place = (last - i % last) % last;
    for (int d = job->rank - 2; d >= 0; d--) {
        place += (job->n[d] - rest % job->n[d]) % job->n[d] * scale;
        scale *= job->n[d];
        rest /= job->n[d];
    }
    return place;
}

/* One item's input as a full complex array, as the definition of c2r sees it. */
static void read_item(const tfi_neuron_job *job, const void *re, const void *im,
                      int64_t item, int64_t total, int64_t in_total, test_complex *x)
{
    int64_t last = job->n[job->rank - 1], half = last / 2 + 1;
    for (int64_t i = 0; i < total; i++) {
        int64_t at = i, flip = 0;
        if (job->transform == TFI_NEURON_C2R) {
            flip = i % last >= half ? 1 : 0;
            at = flip ? mirror(job, i, half) : i / last * half + i % last;
        }
        at += item * in_total;
        x[i].re = (long double)number_at(re, job->io, at);
        x[i].im = im == NULL ? 0 : (long double)number_at(im, job->io, at);
        if (flip) {
            x[i].im = -x[i].im;
        }
    }
}

static double compare(const tfi_neuron_job *job, ncs_core *core, const ncs_program *p)
{
    int64_t last = job->n[job->rank - 1], half = last / 2 + 1;
    int64_t total = 1;
    for (int d = 0; d < job->rank; d++) {
        total *= job->n[d];
    }
    int64_t one_sided = total / last * half;
    bool r2c = job->transform == TFI_NEURON_R2C, c2r = job->transform == TFI_NEURON_C2R;
    int64_t columns = r2c ? half : last;
    const void *xr = buffer_of(core, p, "xr"), *xi = buffer_of(core, p, "xi");
    const void *yr = buffer_of(core, p, "yr"), *yi = buffer_of(core, p, "yi");
    test_complex *x = malloc((size_t)total * sizeof *x);
    assert_non_null(x);
    double wrong = 0.0, all = 0.0;
    for (int64_t b = 0; b < job->batch; b++) {
        read_item(job, xr, xi, b, total, c2r ? one_sided : total, x);
        transform_item(job, x);
        for (int64_t i = 0; i < total / last * columns; i++) {
            const test_complex *e = &x[i / columns * last + i % columns];
            int64_t at = b * (total / last * columns) + i;
            double re = (double)e->re * job->scale, im = (double)e->im * job->scale;
            double got_re = number_at(yr, job->io, at) - re;
            double got_im = c2r ? 0.0 : number_at(yi, job->io, at) - im;
            wrong += got_re * got_re + got_im * got_im;
            all += re * re + (c2r ? 0.0 : im * im);
        }
    }
    free(x);
    return all == 0.0 ? wrong : sqrt(wrong / all);
}

double kernel_dft_error(const char *kernel, const char *machine,
                        const tfi_neuron_job *job)
{
    return kernel_dft_error_with(kernel, machine, job, NULL);
}

double kernel_dft_error_with(const char *kernel, const char *machine,
                             const tfi_neuron_job *job, const char *setting)
{
    ncs_program *p = kernel_program(kernel, machine, job);
    ncs_settings settings;
    ncs_settings_init(&settings, p->machine);
    if (setting != NULL && ncs_settings_set(&settings, setting) != TRNFFT_OK) {
        fail_msg("%s: %s", setting, trnfft_last_error());
    }
    ncs_core *core = NULL;
    if (ncs_core_create(p, &core) != TRNFFT_OK) {
        fail_msg("%s: %s", kernel, trnfft_last_error());
    }
    for (int i = 0; i < 2; i++) {
        int32_t index = ncs_program_find_buffer(p, i == 0 ? "xr" : "xi");
        if (index >= 0) {
            random_numbers(ncs_core_memory(core, index), job->io,
                           p->buffer[index].elements, 17 + (uint64_t)i);
        }
    }
    if (ncs_run(core, &settings) != TRNFFT_OK) {
        fail_msg("%s: %s", kernel, trnfft_last_error());
    }
    double error = compare(job, core, p);
    ncs_core_destroy(core);
    ncs_program_destroy(p);
    return error;
}

ncs_time kernel_time(const char *kernel, const char *machine, const tfi_neuron_job *job)
{
    ncs_program *p = kernel_program(kernel, machine, job);
    ncs_settings settings;
    ncs_settings_init(&settings, p->machine);
    settings.constant[NCS_LAUNCH] = 0.0;
    ncs_time time;
    assert_int_equal(ncs_estimate(p, &settings, NULL, NULL, &time), TRNFFT_OK);
    ncs_program_destroy(p);
    return time;
}
