/* Long lines and more dimensions, by passes from HBM to HBM. */
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

static void check(const char *machine, const tfi_neuron_job *job, int stages)
{
    double error = kernel_dft_error("dft_grid", machine, job);
    double bound = kernel_bound(job, stages);
    if (!(error <= bound)) {
        fail_msg(
            "%s, n %lld x %lld x %lld, batch %lld, mode %u, transform %u, sign %d: "
            "error %.3g",
            machine, (long long)job->n[0], (long long)job->n[1], (long long)job->n[2],
            (long long)job->batch, (unsigned)job->mode, (unsigned)job->transform,
            (int)job->sign, error);
    }
}

static void one_dimension(void **state)
{
    (void)state;
    static const int64_t cases[][2] = {
        { 5, 7 },        { 512, 3 },       { 1000, 3 },   { 1031 * 2, 1 },
        { 20000, 2 },    { 32768, 1 },     { 30030, 1 },  { 65536, 1 },
        { 3 * 8192, 3 }, { 128 * 509, 1 }, { 100000, 1 }, { 177147, 1 },
    };
    int turn = 0;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        for (uint32_t t = 0; t < 3; t++, turn++) {
            tfi_neuron_job job = kernel_dft_job(cases[i][0], cases[i][1]);
            job.transform = t;
            job.mode = (uint32_t)modes[(size_t)turn % 3];
            job.sign = turn % 2 == 0 ? -1 : 1;
            job.scale = t == TFI_NEURON_C2R ? 1.0 / (double)cases[i][0] : 1.0;
            const ncs_machine *m = ncs_machine_find("v3");
            if (tfi_neuron_kernel_find("dft_grid")->accepts(m, &job)) {
                check(machines[turn / 3 % 3], &job, 3);
            } else { /* kernels of their own, or a prime */
                assert_true(cases[i][0] <= 16384);
            }
            job.mode = TFI_NEURON_FAST;
            if (t == 0 && i % 2 == 0 && cases[i][0] > 16384) {
                check("v3", &job, 3);
            }
        }
    }
}

static void more_dimensions(void **state)
{
    (void)state;
    static const int64_t cases[][4] = {
        { 4, 6, 1, 3 },    { 128, 128, 1, 2 }, { 100, 60, 1, 1 },  { 300, 20, 1, 2 },
        { 7, 1000, 1, 1 }, { 600, 12, 1, 1 },  { 1024, 40, 1, 1 }, { 2, 3, 5, 4 },
        { 32, 32, 32, 1 }, { 10, 130, 24, 1 }, { 1, 17, 1, 2 },    { 9, 1, 4, 3 },
        { 16, 600, 3, 1 }, { 1031, 1, 1, 1 },  { 640, 1, 1, 2 },
    };
    int turn = 0;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        for (uint32_t t = 0; t < 3; t++, turn++) {
            tfi_neuron_job job = kernel_dft_job(cases[i][0], cases[i][3]);
            job.n[1] = cases[i][1];
            job.n[2] = cases[i][2];
            job.rank = job.n[2] > 1 ? 3 : 2;
            if (job.n[1] == 1 && job.n[2] == 1 && (t > 0 || job.n[0] > 1000)) {
                continue; /* a real side of one column; a prime */
            }
            job.transform = t;
            job.mode = (uint32_t)modes[(size_t)turn % 3];
            job.sign = turn % 2 == 0 ? -1 : 1;
            if (!tfi_neuron_kernel_find("dft_grid")
                     ->accepts(ncs_machine_find("v3"), &job)) {
                assert_true(job.rank == 2 && job.n[0] <= 128 && job.n[1] <= 128);
                continue; /* dft_plane's */
            }
            check(machines[turn / 3 % 3], &job, 3);
            job.mode = TFI_NEURON_FAST;
            job.scale = 0.125;
            check("v3", &job, 3);
        }
    }
}

static void two_to_the_22(void **state)
{
    (void)state;
    tfi_neuron_job job = kernel_dft_job(INT64_C(1) << 22, 1);
    ncs_time t = kernel_time("dft_grid", "v3", &job);
    print_message("v3 n 2^22: %.0f us predicted, pe %.0f%%, dma %.0f%%\n",
                  t.device_ns / 1e3, 100.0 * t.busy_ns[NCS_PE] / t.device_ns,
                  100.0 * t.dma_busy_ns / t.device_ns);
    check("v3", &job, 3);
}

static void predictions(void **state)
{
    (void)state;
    static const int64_t cases[][3] = { { 32768, 1, 1 },   { 65536, 1, 1 },
                                        { 262144, 1, 1 },  { 1 << 20, 1, 1 },
                                        { 256, 256, 1 },   { 512, 512, 1 },
                                        { 1024, 1024, 1 }, { 64, 64, 64 } };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        tfi_neuron_job job = kernel_dft_job(cases[i][0], 1);
        job.n[1] = cases[i][1];
        job.n[2] = cases[i][2];
        job.rank = job.n[2] > 1 ? 3 : job.n[1] > 1 ? 2 : 1;
        ncs_time t = kernel_time("dft_grid", "v3", &job);
        print_message("v3 %7lld x %4lld x %2lld: %8.1f us, pe %3.0f%% dve %3.0f%% act "
                      "%3.0f%% pool %3.0f%% dma %3.0f%%, by %s\n",
                      (long long)job.n[0], (long long)job.n[1], (long long)job.n[2],
                      t.device_ns / 1e3, 100.0 * t.busy_ns[NCS_PE] / t.device_ns,
                      100.0 * t.busy_ns[NCS_DVE] / t.device_ns,
                      100.0 * t.busy_ns[NCS_ACT] / t.device_ns,
                      100.0 * t.busy_ns[NCS_POOL] / t.device_ns,
                      100.0 * t.dma_busy_ns / t.device_ns, ncs_bound_name(t.bound));
        assert_true(t.device_ns > 0.0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_dimension),
        cmocka_unit_test(more_dimensions),
        cmocka_unit_test(predictions),
        cmocka_unit_test(two_to_the_22),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
