/* Two dimensions up to 128 x 128 in one piece. */
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

static tfi_neuron_job plane_job(int64_t n0, int64_t n1, int64_t batch)
{
    tfi_neuron_job job = kernel_dft_job(n0, batch);
    job.n[1] = n1;
    job.rank = 2;
    return job;
}

static void sides_and_batches(void **state)
{
    (void)state;
    static const int64_t sides[] = { 1, 2, 3, 7, 16, 31, 64, 65, 100, 127, 128 };
    static const int64_t batches[] = { 1, 3, 40 };
    enum { SIDES = sizeof sides / sizeof sides[0] };
    int turn = 0;
    for (int a = 0; a < SIDES; a++) {
        for (int b = 0; b < SIDES; b++) {
            for (uint32_t t = 0; t < 3; t++, turn++) {
                tfi_neuron_job job = plane_job(sides[a], sides[b], batches[turn % 3]);
                if (job.n[0] * job.n[1] * job.batch > 50000) {
                    job.batch = 1;
                }
                job.transform = t;
                job.mode = (uint32_t)modes[turn / 2 % 3];
                job.sign = turn % 2 == 0 ? -1 : 1;
                job.scale = turn % 5 == 0 ? 0.25 : 1.0;
                double error = kernel_dft_error("dft_plane", machines[turn % 3], &job);
                if (!(error <= kernel_bound(&job, 2))) {
                    fail_msg(
                        "%lld x %lld, batch %lld, mode %u, transform %u: error %.3g",
                        (long long)sides[a], (long long)sides[b], (long long)job.batch,
                        (unsigned)job.mode, (unsigned)t, error);
                }
            }
        }
    }
}

/* Predictions of the cost model: nothing here ran on silicon. */
static void planes_stay_in_sbuf(void **state)
{
    (void)state;
    static const int64_t cases[][3] = {
        { 128, 128, 1 }, { 128, 128, 64 }, { 64, 64, 256 }, { 32, 32, 1024 }
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        double each[3];
        for (uint32_t t = 0; t < 3; t++) {
            tfi_neuron_job job = plane_job(cases[i][0], cases[i][1], cases[i][2]);
            job.transform = t;
            each[t] =
                kernel_time("dft_plane", "v3", &job).device_ns / (double)job.batch;
        }
        print_message(
            "v3 %lld x %lld, %lld planes: complex %.0f ns each, from real %.0f, "
            "to real %.0f\n",
            (long long)cases[i][0], (long long)cases[i][1], (long long)cases[i][2],
            each[0], each[1], each[2]);
        assert_true(each[1] < each[0] && each[2] < each[0]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sides_and_batches),
        cmocka_unit_test(planes_stay_in_sbuf),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
