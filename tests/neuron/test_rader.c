/* Batches of prime lengths as cyclic convolutions. */
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
    double error = kernel_dft_error("rader", machine, job);
    double bound = kernel_bound(job, 4);
    if (!(error <= bound)) {
        fail_msg("%s, n %lld, batch %lld, mode %u, transform %u, sign %d: error %.3g",
                 machine, (long long)job->n[0], (long long)job->batch,
                 (unsigned)job->mode, (unsigned)job->transform, (int)job->sign, error);
    }
}

static void primes(void **state)
{
    (void)state;
    static const int64_t cases[][2] = { { 521, 257 }, { 577, 256 }, { 769, 256 } };
    int turn = 0;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        for (uint32_t t = TFI_NEURON_C2C; t <= TFI_NEURON_R2C; t++, turn++) {
            tfi_neuron_job job = kernel_dft_job(cases[i][0], cases[i][1]);
            job.transform = t;
            job.sign = turn % 2 == 0 ? -1 : 1;
            job.scale = turn % 3 == 0 ? 1.0 : 1.0 / (double)cases[i][0];
            check(machines[turn % 3], &job);
            if (i == 0) {
                job.mode = (uint32_t)modes[turn % 2 + 1];
                check(machines[(turn + 1) % 3], &job);
            }
        }
    }
}

static bool accepted(int64_t n, int64_t batch)
{
    tfi_neuron_job job = kernel_dft_job(n, batch);
    return tfi_neuron_kernel_find("rader")->accepts(ncs_machine_find("v3"), &job);
}

static void what_is_left_to_others(void **state)
{
    (void)state;
    assert_true(accepted(769, 256));
    assert_false(accepted(769, 255));  /* too few lines for copies to pay */
    assert_false(accepted(509, 256));  /* dft_rows */
    assert_false(accepted(1001, 256)); /* 7 x 11 x 13 */
    assert_false(accepted(563, 256));  /* 562 = 2 x 281 */
    assert_false(accepted(1009, 256));
}

static void batches_are_sooner_than_with_chirps(void **state)
{
    (void)state;
    static const int64_t cases[][2] = { { 521, 4096 }, { 769, 1280 } };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        tfi_neuron_job job = kernel_dft_job(cases[i][0], cases[i][1]);
        double rader = kernel_time("rader", "v3", &job).device_ns / 1e3;
        double chirps = kernel_time("bluestein", "v3", &job).device_ns / 1e3;
        print_message("v3 n %lld batch %lld: rader %.0f us, bluestein %.0f us\n",
                      (long long)cases[i][0], (long long)cases[i][1], rader, chirps);
        assert_true(rader < chirps);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(primes),
        cmocka_unit_test(what_is_left_to_others),
        cmocka_unit_test(batches_are_sooner_than_with_chirps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
