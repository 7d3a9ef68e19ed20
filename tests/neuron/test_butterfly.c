/* Powers of two by stages on the vector engines, plain and compensated. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "kernel_run.h"

#include <string.h>

static const char *const machines[] = { "v2", "v3", "v4" };

static double checked(const char *kernel, const char *machine,
                      const tfi_neuron_job *job)
{
    double error = kernel_dft_error(kernel, machine, job);
    double bound = kernel_bound(job, 1);
    if (!(error <= bound)) {
        fail_msg("%s on %s, n %lld, batch %lld, mode %u, transform %u, sign %d: error "
                 "%.3g",
                 kernel, machine, (long long)job->n[0], (long long)job->batch,
                 (unsigned)job->mode, (unsigned)job->transform, (int)job->sign, error);
    }
    return error;
}

static void radix_two(void **state)
{
    (void)state;
    static const int64_t batches[] = { 1, 3, 127, 129, 512 };
    int turn = 0;
    for (int64_t n = 1; n <= 16384; n *= 2) {
        for (size_t b = 0; b < sizeof batches / sizeof batches[0]; b++) {
            for (uint32_t t = 0; t < 3 && n * batches[b] <= 50000; t++, turn++) {
                tfi_neuron_job job = kernel_dft_job(n, batches[b]);
                job.transform = t;
                job.sign = turn % 2 == 0 ? -1 : 1;
                job.scale = turn % 5 == 0 ? 1.0 / (double)n : 1.0;
                checked("butterfly", machines[turn % 3], &job);
                job.mode = TFI_NEURON_KAHAN;
                checked("butterfly", machines[turn % 3], &job);
            }
        }
    }
}

static void radix_four_and_eight(void **state)
{
    (void)state;
    static const int64_t batches[] = { 1, 5, 130 };
    int turn = 0;
    for (int64_t n = 1; n <= 32768; n *= 2) {
        for (size_t b = 0; b < sizeof batches / sizeof batches[0]; b++, turn++) {
            tfi_neuron_job job = kernel_dft_job(n, batches[b]);
            job.sign = turn % 2 == 0 ? -1 : 1;
            job.transform = (uint32_t)turn % 3;
            job.scale = 2.0;
            const ncs_machine *m = ncs_machine_find("v3");
            if (n * batches[b] < 20000) {
                checked("stockham_four", machines[turn % 3], &job);
            }
            job.transform = TFI_NEURON_C2C;
            if (tfi_neuron_kernel_find("stockham_eight")->accepts(m, &job) &&
                n * batches[b] < 40000) {
                checked("stockham_eight", machines[turn % 3], &job);
            }
        }
    }
}

/* What is left of the error is the rounding of the results. */
static void pairs_round_once(void **state)
{
    (void)state;
    for (int64_t n = 64; n <= 16384; n *= 4) {
        tfi_neuron_job job = kernel_dft_job(n, n == 256 ? 200 : 3);
        double plain = checked("butterfly", "v3", &job);
        job.mode = TFI_NEURON_KAHAN;
        double kahan = checked("butterfly", "v3", &job);
        print_message("n %lld: plain %.3g, kahan %.3g\n", (long long)n, plain, kahan);
        assert_true(kahan < 3.5e-8 && kahan < 0.5 * plain);
    }
}

/* Whatever the documents leave open but denormals, which pairs need. */
static void pairs_hold_for_every_setting(void **state)
{
    (void)state;
    const char *name, *const *choices;
    int tried = 0;
    for (size_t i = 0; ncs_settings_switch(i, &name, &choices); i++) {
        for (int c = 0; choices[c] != NULL; c++) {
            char setting[80];
            snprintf(setting, sizeof setting, "%s=%s", name, choices[c]);
            if (strcmp(setting, "denormals=flushed") == 0) {
                continue;
            }
            tried++;
            for (int m = 0; m < 3; m++) {
                tfi_neuron_job job = kernel_dft_job(1024, m == 1 ? 130 : 2);
                job.mode = TFI_NEURON_KAHAN;
                double error =
                    kernel_dft_error_with("butterfly", machines[m], &job, setting);
                if (!(error < 3.5e-8)) {
                    fail_msg("%s, %s: error %.3g", machines[m], setting, error);
                }
            }
        }
    }
    assert_true(tried >= 8);
}

static void predictions(void **state)
{
    (void)state;
    static const int64_t cases[][2] = {
        { 256, 1 }, { 1024, 1 }, { 1024, 128 }, { 64, 4096 }, { 16384, 1 }
    };
    static const tfi_neuron_mode modes[] = { TFI_NEURON_FAST, TFI_NEURON_KAHAN };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        for (int m = 0; m < 2; m++) {
            tfi_neuron_job job = kernel_dft_job(cases[i][0], cases[i][1]);
            job.mode = (uint32_t)modes[m];
            ncs_time t = kernel_time("butterfly", "v3", &job);
            print_message(
                "v3 n %lld batch %lld mode %d: %.1f us, dve %.0f%%, pool %.0f%%\n",
                (long long)cases[i][0], (long long)cases[i][1], (int)modes[m],
                t.device_ns / 1e3, 100.0 * t.busy_ns[NCS_DVE] / t.device_ns,
                100.0 * t.busy_ns[NCS_POOL] / t.device_ns);
            assert_true(cases[i][1] == 1 || t.busy_ns[NCS_PE] == 0.0);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(radix_two),
        cmocka_unit_test(radix_four_and_eight),
        cmocka_unit_test(pairs_round_once),
        cmocka_unit_test(pairs_hold_for_every_setting),
        cmocka_unit_test(predictions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
