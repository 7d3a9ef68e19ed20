/* n1 n2 points in one program without a transposition. */
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

static void check(const char *kernel, const char *machine, const tfi_neuron_job *job)
{
    double error = kernel_dft_error(kernel, machine, job);
    double bound = kernel_bound(job, 2);
    if (!(error <= bound)) {
        fail_msg("%s, %s, n %lld, batch %lld, mode %u, transform %u, sign %d: error "
                 "%.3g",
                 kernel, machine, (long long)job->n[0], (long long)job->batch,
                 (unsigned)job->mode, (unsigned)job->transform, (int)job->sign, error);
    }
}

static void lengths_and_batches(void **state)
{
    (void)state;
    static const int64_t lengths[] = { 4,    6,    9,    15,   64,   100,       121,
                                       128,  254,  384,  640,  768,  1000,      1024,
                                       1920, 2047, 4096, 4095, 8192, 127 * 127, 16384 };
    static const int64_t batches[] = { 1, 3, 17, 2 };
    int turn = 0;
    for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
        for (size_t b = 0; b < sizeof batches / sizeof batches[0]; b++) {
            tfi_neuron_job job = kernel_dft_job(lengths[i], batches[b]);
            if (lengths[i] * batches[b] > 40000) {
                continue;
            }
            for (uint32_t t = 0; t < 2; t++, turn++) {
                job.transform = t;
                job.mode = (uint32_t)modes[turn % 3];
                job.sign = turn % 2 == 0 ? -1 : 1;
                job.scale = turn % 4 == 0 ? 1.0 / (double)lengths[i] : 1.0;
                check("four_step", machines[turn / 3 % 3], &job);
                if (t == TFI_NEURON_R2C) {
                    check("real_four_step", machines[turn / 3 % 3], &job);
                    job.mode = TFI_NEURON_FAST;
                    check("real_four_step", "v3", &job);
                }
            }
        }
    }
}

static void one_sided_lines(void **state)
{
    (void)state;
    static const int64_t lengths[] = {
        128, 192, 256, 640, 1024, 1920, 4096, 8192, 16384
    };
    for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
        for (size_t m = 0; m < 3; m++) {
            tfi_neuron_job job = kernel_dft_job(lengths[i], i % 2 == 0 ? 3 : 2);
            job.transform = TFI_NEURON_C2R;
            job.mode = (uint32_t)modes[m];
            job.sign = m % 2 == 0 ? 1 : -1;
            job.scale = 1.0 / (double)lengths[i];
            check("four_step", machines[(i + m) % 3], &job);
        }
    }
}

static ncs_time predicted(int64_t n, int64_t batch, tfi_neuron_mode mode)
{
    tfi_neuron_job job = kernel_dft_job(n, batch);
    job.mode = (uint32_t)mode;
    ncs_time t = kernel_time("four_step", "v3", &job);
    print_message("v3 n %5lld batch %5lld mode %u: %7.2f us, each %6.3f, pe %3.0f%% "
                  "dve %3.0f%% act %3.0f%% pool %3.0f%% dma %3.0f%%, by %s\n",
                  (long long)n, (long long)batch, (unsigned)mode, t.device_ns / 1e3,
                  t.device_ns / 1e3 / (double)batch,
                  100.0 * t.busy_ns[NCS_PE] / t.device_ns,
                  100.0 * t.busy_ns[NCS_DVE] / t.device_ns,
                  100.0 * t.busy_ns[NCS_ACT] / t.device_ns,
                  100.0 * t.busy_ns[NCS_POOL] / t.device_ns,
                  100.0 * t.dma_busy_ns / t.device_ns, ncs_bound_name(t.bound));
    return t;
}

/* Predictions of the cost model: nothing here ran on silicon. */
static void times_are_as_wanted(void **state)
{
    (void)state;
    assert_true(predicted(16384, 1, TFI_NEURON_FAST).device_ns <= 8000.0);
    assert_true(predicted(16384, 64, TFI_NEURON_FAST).device_ns <= 64 * 2500.0);
    static const int64_t others[] = { 384, 640, 768, 1000, 1024, 1920, 4096, 16384 };
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        for (size_t m = 0; m < 3; m++) {
            (void)predicted(others[i], 1, modes[m]);
            (void)predicted(others[i], 256, modes[m]);
        }
    }
}

/* Real data must save what its symmetry saves. */
static void real_points_cost_less(void **state)
{
    (void)state;
    for (int64_t n = 4096; n <= 16384; n *= 2) {
        tfi_neuron_job job = kernel_dft_job(n, 64);
        double complex_ns = kernel_time("four_step", "v3", &job).device_ns / 64.0;
        job.transform = TFI_NEURON_R2C;
        double real_ns = kernel_time("real_four_step", "v3", &job).device_ns / 64.0;
        job.batch = 1;
        double alone_ns = kernel_time("real_four_step", "v3", &job).device_ns;
        print_message("v3 n %lld: complex %.0f ns each, real %.0f (alone %.0f)\n",
                      (long long)n, complex_ns, real_ns, alone_ns);
        assert_true(real_ns < (n == 16384 ? 0.6 : 0.75) * complex_ns);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lengths_and_batches),
        cmocka_unit_test(one_sided_lines),
        cmocka_unit_test(times_are_as_wanted),
        cmocka_unit_test(real_points_cost_less),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
