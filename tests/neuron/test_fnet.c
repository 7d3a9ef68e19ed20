/* FNet's mixing on the simulated machine, against the definition. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include <stdlib.h>

#include "product_run.h"
#include "support/reference.h"

static const char *const machines[] = { "v2", "v3", "v4" };
static const tfi_neuron_mode modes[] = { TFI_NEURON_FAST, TFI_NEURON_BF16,
                                         TFI_NEURON_BF16X3 };

static tfi_neuron_job fnet_job(int64_t batch, int64_t s, int64_t h,
                               tfi_neuron_mode mode)
{
    tfi_neuron_job job = product_job(TFI_NEURON_FNET, mode);
    job.rank = 2;
    job.batch = batch;
    job.n[0] = s;
    job.n[1] = h;
    return job;
}

/* Re of the transform of one item along both axes. */
static void compare_item(const tfi_neuron_job *job, const double *x, const double *y,
                         product_rms *rms)
{
    const int64_t s = job->n[0], h = job->n[1];
    test_complex *all = malloc((size_t)(s * h) * sizeof *all);
    test_complex *line = malloc((size_t)(s + h) * sizeof *line);
    assert_true(all != NULL && line != NULL);
    for (int64_t r = 0; r < s; r++) {
        for (int64_t c = 0; c < h; c++) {
            line[c] = (test_complex){ (long double)x[r * h + c], 0 };
        }
        test_dft(h, -1, line, all + r * h);
    }
    for (int64_t c = 0; c < h; c++) {
        for (int64_t r = 0; r < s; r++) {
            line[r] = all[r * h + c];
        }
        test_dft(s, -1, line, line);
        for (int64_t r = 0; r < s; r++) {
            product_add(rms, y[r * h + c], job->scale * (double)line[r].re);
        }
    }
    free(all), free(line);
}

static void check(const char *machine, const tfi_neuron_job *job)
{
    product_run run = product_begin("fnet", machine, job);
    product_execute(&run);
    double *x = product_numbers(&run, "x"), *y = product_numbers(&run, "y");
    product_rms rms = { 0.0, 0.0 };
    for (int64_t b = 0; b < job->batch; b++) {
        const int64_t at = b * job->n[0] * job->n[1];
        compare_item(job, x + at, y + at, &rms);
    }
    if (!(product_error(&rms) <= product_bound(job, 2))) {
        fail_msg("%s, %d x %d x %d, mode %u, io %u: error %.3g", machine,
                 (int)job->batch, (int)job->n[0], (int)job->n[1], (unsigned)job->mode,
                 (unsigned)job->io, product_error(&rms));
    }
    free(x), free(y);
    product_end(&run);
}

static void small_and_odd_sizes(void **state)
{
    (void)state;
    static const int64_t sizes[][3] = {
        { 1, 3, 3 },    { 2, 4, 4 },     { 1, 5, 8 },     { 3, 16, 7 },
        { 1, 64, 100 }, { 2, 100, 255 }, { 1, 127, 256 }, { 1, 257, 129 },
        { 2, 256, 31 }, { 1, 130, 300 }, { 1, 255, 258 }, { 1, 132, 220 },
    };
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        for (size_t m = 0; m < 3; m++) {
            tfi_neuron_job job =
                fnet_job(sizes[i][0], sizes[i][1], sizes[i][2], modes[m]);
            job.scale = i % 2 == 0 ? 1.0 : 0.01;
            if (modes[m] == TFI_NEURON_BF16 && job.n[0] * job.n[1] < 256) {
                continue; /* the promise is the RMS of many roundings */
            }
            check(machines[(i + m) % 3], &job);
        }
    }
}

static void models(void **state)
{
    (void)state;
    static const int64_t sizes[][2] = { { 128, 512 }, { 512, 768 },  { 256, 1024 },
                                        { 384, 768 }, { 500, 1000 }, { 1022, 96 } };
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        for (size_t m = 0; m < 3; m++) {
            tfi_neuron_job job =
                fnet_job(1 + (int64_t)(i == 0), sizes[i][0], sizes[i][1], modes[m]);
            check(machines[(i + m) % 3], &job);
        }
    }
}

static void buffers_of_bf16(void **state)
{
    (void)state;
    tfi_neuron_job job = fnet_job(2, 128, 768, TFI_NEURON_BF16);
    job.io = NCS_BF16;
    check("v3", &job);
    check("v2", &job);
}

static void refusals(void **state)
{
    (void)state;
    const tfi_neuron_kernel *k = tfi_neuron_kernel_find("fnet");
    const ncs_machine *v3 = ncs_machine_find("v3");
    tfi_neuron_job job = fnet_job(1, 1024, 768, TFI_NEURON_FAST);
    assert_false(k->accepts(v3, &job));
    job = fnet_job(1, 512, 1025, TFI_NEURON_FAST);
    assert_false(k->accepts(v3, &job));
    job = fnet_job(1, 512, 768, TFI_NEURON_KAHAN);
    assert_false(k->accepts(v3, &job));
}

static void times_are_as_wanted(void **state)
{
    (void)state;
    tfi_neuron_job job = fnet_job(1, 512, 768, TFI_NEURON_FAST);
    assert_true(kernel_time("fnet", "v3", &job).device_ns <= 29e3); /* goal 60 */
    job.mode = TFI_NEURON_BF16;
    assert_true(kernel_time("fnet", "v3", &job).device_ns <= 19e3); /* goal 20 */
    job.io = NCS_BF16;
    assert_true(kernel_time("fnet", "v3", &job).device_ns <= 16e3);
    job.batch = 8;
    assert_true(kernel_time("fnet", "v3", &job).device_ns <= 8 * 8.2e3);
    static const int64_t shown[][3] = {
        { 1, 512, 768 },  { 8, 512, 768 }, { 1, 128, 768 },
        { 1, 512, 1024 }, { 8, 128, 512 },
    };
    for (size_t i = 0; i < sizeof shown / sizeof shown[0]; i++) {
        for (size_t m = 0; m < 4; m++) {
            char what[64];
            job = fnet_job(shown[i][0], shown[i][1], shown[i][2], modes[m % 3]);
            job.io = m == 1 ? NCS_BF16 : NCS_F32;
            job.mode = m == 3 ? TFI_NEURON_BF16 : job.mode;
            (void)snprintf(what, sizeof what, "%d x %d x %d", (int)job.batch,
                           (int)job.n[0], (int)job.n[1]);
            product_print_time("fnet", "v3", &job, what);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(small_and_odd_sizes), cmocka_unit_test(models),
        cmocka_unit_test(buffers_of_bf16),     cmocka_unit_test(refusals),
        cmocka_unit_test(times_are_as_wanted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
