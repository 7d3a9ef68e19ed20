/* Any length as a convolution. */
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
    double error = kernel_dft_error("bluestein", machine, job);
    double bound = kernel_bound(job, 4);
    if (!(error <= bound)) {
        fail_msg("%s, n %lld, batch %lld, mode %u, transform %u, sign %d: error %.3g",
                 machine, (long long)job->n[0], (long long)job->batch,
                 (unsigned)job->mode, (unsigned)job->transform, (int)job->sign, error);
    }
}

static void primes_and_others(void **state)
{
    (void)state;
    static const int64_t cases[][2] = { { 2, 3 },    { 7, 5 },    { 31, 40 },
                                        { 100, 3 },  { 251, 2 },  { 257, 33 },
                                        { 521, 1 },  { 997, 40 }, { 1031, 2 },
                                        { 4099, 1 }, { 8191, 1 }, { 10007, 1 },
                                        { 30011, 1 } };
    int turn = 0;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        for (uint32_t t = 0; t < 3; t++, turn++) {
            tfi_neuron_job job = kernel_dft_job(cases[i][0], cases[i][1]);
            job.transform = t;
            job.mode = (uint32_t)modes[(size_t)turn % 3];
            job.sign = turn % 2 == 0 ? -1 : 1;
            check(machines[turn / 3 % 3], &job);
            job.mode = TFI_NEURON_FAST;
            job.scale = 1.0 / (double)cases[i][0];
            check("v3", &job);
        }
    }
}

static void predictions(void **state)
{
    (void)state;
    static const int64_t cases[][2] = {
        { 997, 1 }, { 997, 128 }, { 8191, 1 }, { 30011, 1 }
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        tfi_neuron_job job = kernel_dft_job(cases[i][0], cases[i][1]);
        ncs_time t = kernel_time("bluestein", "v3", &job);
        print_message("v3 n %lld batch %lld: %.1f us, pe %.0f%%, dma %.0f%%\n",
                      (long long)cases[i][0], (long long)cases[i][1], t.device_ns / 1e3,
                      100.0 * t.busy_ns[NCS_PE] / t.device_ns,
                      100.0 * t.dma_busy_ns / t.device_ns);
        assert_true(t.device_ns > 0.0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(primes_and_others),
        cmocka_unit_test(predictions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
