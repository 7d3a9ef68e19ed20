/* Rows of up to 512 points on the simulated machine: every length, every mode. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "kernel_run.h"

static const char *const machines[] = { "v2", "v3", "v4" };
static const tfi_neuron_mode modes[] = { TFI_NEURON_FAST, TFI_NEURON_BF16,
                                         TFI_NEURON_BF16X3 };

static void check(const char *machine, const tfi_neuron_job *job)
{
    double error = kernel_dft_error("dft_rows", machine, job);
    double bound = kernel_bound(job, 1);
    if (!(error <= bound)) {
        fail_msg("%s, n %lld, batch %lld, mode %u, transform %u, sign %d: error %.3g",
                 machine, (long long)job->n[0], (long long)job->batch,
                 (unsigned)job->mode, (unsigned)job->transform, (int)job->sign, error);
    }
}

static void every_length_to_128(void **state)
{
    (void)state;
    for (int64_t n = 1; n <= 128; n++) {
        for (uint32_t t = 0; t < 3; t++) {
            tfi_neuron_job job = kernel_dft_job(n, 3);
            job.transform = t;
            job.sign = t == TFI_NEURON_C2R || n % 2 == 1 ? 1 : -1;
            job.mode = (uint32_t)modes[n % 3];
            check(machines[(uint32_t)n / 3 % 3], &job);
            job.mode = TFI_NEURON_FAST;
            job.scale = 1.0 / (double)n;
            check("v3", &job);
        }
    }
}

static void every_kind_of_batch(void **state)
{
    (void)state;
    static const int64_t batches[] = { 1, 3, 127, 128, 129, 512, 1283 };
    static const int64_t lengths[] = { 1, 2, 3, 5, 8, 16, 31, 60, 64, 100, 127, 128 };
    for (size_t b = 0; b < sizeof batches / sizeof batches[0]; b++) {
        for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
            for (uint32_t t = 0; t < 3; t++) {
                tfi_neuron_job job = kernel_dft_job(lengths[i], batches[b]);
                job.transform = t;
                job.mode = (uint32_t)modes[(b + i) % 3];
                check(machines[i % 3], &job);
            }
        }
    }
}

static void longer_rows_in_tiles(void **state)
{
    (void)state;
    static const int64_t lengths[] = { 129, 131, 192, 200, 255, 256, 257, 300,
                                       384, 385, 400, 500, 509, 511, 512 };
    for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
        for (uint32_t t = 0; t < 3; t++) {
            for (size_t m = 0; m < 3; m++) {
                tfi_neuron_job job = kernel_dft_job(lengths[i], i % 2 == 0 ? 5 : 130);
                job.transform = t;
                job.sign = i % 3 == 0 ? 1 : -1;
                job.mode = (uint32_t)modes[m];
                check(machines[m], &job);
            }
        }
    }
}

static void buffers_of_bf16(void **state)
{
    (void)state;
    for (uint32_t t = 0; t < 3; t++) {
        for (int64_t n = 60; n < 300; n += 65) {
            tfi_neuron_job job = kernel_dft_job(n, 40);
            job.transform = t;
            job.io = NCS_BF16;
            job.mode = TFI_NEURON_BF16;
            double error = kernel_dft_error("dft_rows", "v3", &job);
            assert_true(error < 4e-3); /* results are rounded once more */
        }
    }
}

static ncs_time predicted(int64_t n, int64_t batch, tfi_neuron_mode mode)
{
    tfi_neuron_job job = kernel_dft_job(n, batch);
    job.mode = (uint32_t)mode;
    ncs_time t = kernel_time("dft_rows", "v3", &job);
    print_message(
        "v3 n %4lld batch %5lld mode %u: %7.2f us, 512 rows in %5.2f, pe %3.0f%% "
        "dve %3.0f%% act %3.0f%% pool %3.0f%% dma %3.0f%%, by %s\n",
        (long long)n, (long long)batch, (unsigned)mode, t.device_ns / 1e3,
        t.device_ns / 1e3 * 512.0 / (double)batch,
        100.0 * t.busy_ns[NCS_PE] / t.device_ns,
        100.0 * t.busy_ns[NCS_DVE] / t.device_ns,
        100.0 * t.busy_ns[NCS_ACT] / t.device_ns,
        100.0 * t.busy_ns[NCS_POOL] / t.device_ns, 100.0 * t.dma_busy_ns / t.device_ns,
        ncs_bound_name(t.bound));
    return t;
}

static bool is_busy(const ncs_time *t)
{
    return t->busy_ns[NCS_PE] >= 0.7 * t->device_ns ||
           t->dma_busy_ns >= 0.9 * t->device_ns;
}

/* Predictions of the cost model: nothing here ran on silicon. */
static void times_are_as_wanted(void **state)
{
    (void)state;
    assert_true(predicted(128, 512, TFI_NEURON_FAST).device_ns <= 7500.0);
    assert_true(predicted(128, 16384, TFI_NEURON_FAST).device_ns <= 32 * 4000.0);
    for (int64_t n = 128; n <= 256; n *= 2) {
        for (int64_t batch = 4096; batch <= 16384; batch *= 2) {
            ncs_time t = predicted(n, batch, TFI_NEURON_FAST);
            assert_true(is_busy(&t));
        }
    }
    static const int64_t others[][2] = { { 128, 1 },    { 64, 512 },   { 16, 4096 },
                                         { 512, 4096 }, { 300, 1024 }, { 256, 4096 } };
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        for (size_t m = 0; m < 3; m++) {
            (void)predicted(others[i][0], others[i][1], modes[m]);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_length_to_128),  cmocka_unit_test(every_kind_of_batch),
        cmocka_unit_test(longer_rows_in_tiles), cmocka_unit_test(buffers_of_bf16),
        cmocka_unit_test(times_are_as_wanted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
