/* Any length by convolution with a chirp, on the simulated machine. */
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

/* The convolution is four matrix stages. */
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

/* Primes, and composites with a large factor: within SBUF up to 8,192 points. */
static const int64_t lengths[] = {
    131,  137,  262,  509,  521,   687,  997,      1009,     2062,  4093, 4099,
    4097, 8179, 8191, 8209, 10007, 9781, 2 * 4099, 3 * 5003, 16381, 44099
};

static void lengths_and_modes(void **state)
{
    (void)state;
    int turn = 0;
    for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
        for (uint32_t t = 0; t < 3; t++, turn++) {
            int64_t batch = lengths[i] < 1000 ? 1 + 4 * (turn % 5) : 1 + turn % 3;
            tfi_neuron_job job = kernel_dft_job(lengths[i], batch);
            job.transform = t;
            job.sign = turn % 2 == 0 ? -1 : 1;
            check(machines[turn % 3], &job);
            job.mode = (uint32_t)modes[turn % 2 + 1];
            job.scale = 1.0 / (double)lengths[i];
            check(machines[(turn + 1) % 3], &job);
        }
    }
}

static void predictions(void **state)
{
    (void)state;
    static const int64_t cases[][2] = { { 521, 512 }, { 997, 1 },   { 997, 128 },
                                        { 8191, 1 },  { 8191, 64 }, { 16381, 1 },
                                        { 30011, 1 }, { 44099, 1 } };
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
        cmocka_unit_test(lengths_and_modes),
        cmocka_unit_test(predictions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
