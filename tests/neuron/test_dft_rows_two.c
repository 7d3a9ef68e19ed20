/* Many rows of n1 n2 points, a row a partition. */
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
    double error = kernel_dft_error("dft_rows_two", machine, job);
    double bound = kernel_bound(job, 2);
    if (!(error <= bound)) {
        fail_msg("%s, n %lld, batch %lld, mode %u, transform %u, sign %d: error %.3g",
                 machine, (long long)job->n[0], (long long)job->batch,
                 (unsigned)job->mode, (unsigned)job->transform, (int)job->sign, error);
    }
}

static void lengths_and_batches(void **state)
{
    (void)state;
    static const int64_t lengths[] = { 130,  132,  144,  169,  192, 200,  256,
                                       384,  500,  512,  640,  768, 1000, 1024,
                                       1155, 1331, 1920, 2047, 2048 };
    static const int64_t batches[] = { 1, 3, 128, 129, 300 };
    int turn = 0;
    for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
        for (size_t b = 0; b < sizeof batches / sizeof batches[0]; b++, turn++) {
            tfi_neuron_job job = kernel_dft_job(lengths[i], batches[b]);
            if (lengths[i] * batches[b] > 150000) {
                continue;
            }
            job.transform = (uint32_t)(turn / 2) % 3;
            job.mode = (uint32_t)modes[turn % 3];
            job.sign = turn % 2 == 0 ? -1 : 1;
            job.scale = turn % 4 == 0 ? 1.0 / (double)lengths[i] : 1.0;
            check(machines[turn / 3 % 3], &job);
            for (uint32_t r = 0; r < 3 && batches[b] == 3; r++) {
                job.transform = r;
                job.mode = TFI_NEURON_FAST;
                check("v3", &job);
            }
        }
    }
}

static ncs_time predicted(int64_t n, int64_t batch, tfi_neuron_mode mode)
{
    tfi_neuron_job job = kernel_dft_job(n, batch);
    job.mode = (uint32_t)mode;
    ncs_time t = kernel_time("dft_rows_two", "v3", &job);
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
    assert_true(predicted(1024, 2048, TFI_NEURON_FAST).device_ns <= 2048 * 110.0);
    static const int64_t others[] = { 256, 384, 512, 640, 768, 1000, 1024, 1920, 2048 };
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        for (size_t m = 0; m < 3; m++) {
            (void)predicted(others[i], 128, modes[m]);
            (void)predicted(others[i], 2048, modes[m]);
        }
    }
}

/* Real data must save what its symmetry saves. */
static void real_rows_cost_less(void **state)
{
    (void)state;
    double each[3];
    for (uint32_t t = 0; t < 3; t++) {
        tfi_neuron_job job = kernel_dft_job(1024, 2048);
        job.transform = t;
        each[t] = kernel_time("dft_rows_two", "v3", &job).device_ns / 2048.0;
    }
    print_message("v3 n 1024: complex %.0f ns, from real %.0f, to real %.0f\n", each[0],
                  each[1], each[2]);
    assert_true(each[1] < 0.65 * each[0]);
    assert_true(each[2] < 0.75 * each[0]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lengths_and_batches),
        cmocka_unit_test(times_are_as_wanted),
        cmocka_unit_test(real_rows_cost_less),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
