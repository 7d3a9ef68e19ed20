/* Products of matrices of any size on the simulated machine, against three loops. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include <stdlib.h>

#include "product_run.h"

static const char *const machines[] = { "v2", "v3", "v4" };
static const tfi_neuron_mode modes[] = { TFI_NEURON_FAST, TFI_NEURON_BF16,
                                         TFI_NEURON_BF16X3 };

static tfi_neuron_job gemm_job(int64_t batch, int64_t m, int64_t k, int64_t n,
                               tfi_neuron_mode mode)
{
    tfi_neuron_job job = product_job(TFI_NEURON_GEMM, mode);
    job.batch = batch;
    job.m = m;
    job.k = k;
    job.n[0] = n;
    return job;
}

static void compare(const product_run *run, product_rms *rms)
{
    const tfi_neuron_job *job = run->job;
    const int64_t m = job->m, k = job->k, n = job->n[0];
    double *ar = product_numbers(run, "ar"), *ai = product_numbers(run, "ai");
    double *br = product_numbers(run, "br"), *bi = product_numbers(run, "bi");
    double *yr = product_numbers(run, "yr"), *yi = product_numbers(run, "yi");
    for (int64_t r = 0; r < job->batch * m; r++) {
        const int64_t b = r / m * k * n;
        for (int64_t c = 0; c < n; c++) {
            double re = 0.0, im = 0.0;
            for (int64_t j = 0; j < k; j++) {
                const int64_t x = r * k + j, y = b + j * n + c;
                re += ar[x] * br[y];
                if (ai != NULL) {
                    re -= ai[x] * bi[y];
                    im += ar[x] * bi[y] + ai[x] * br[y];
                }
            }
            product_add(rms, yr[r * n + c], job->scale * re);
            if (yi != NULL) {
                product_add(rms, yi[r * n + c], job->scale * im);
            }
        }
    }
    free(ar), free(ai), free(br), free(bi), free(yr), free(yi);
}

static void check(const char *kernel, const char *machine, const tfi_neuron_job *job)
{
    product_run run = product_begin(kernel, machine, job);
    product_execute(&run);
    product_rms rms = { 0.0, 0.0 };
    compare(&run, &rms);
    double error = product_error(&rms), bound = product_bound(job, 1);
    if (!(error <= bound)) {
        fail_msg("%s on %s, %lld x %lld x %lld, batch %lld, mode %u: error %.3g",
                 kernel, machine, (long long)job->m, (long long)job->k,
                 (long long)job->n[0], (long long)job->batch, (unsigned)job->mode,
                 error);
    }
    product_end(&run);
}

/* Tails of every kind, several panels, several items. */
static const int64_t sizes[][4] = {
    { 1, 1, 1, 1 },       { 1, 1, 200, 40 },     { 1, 200, 1, 3 },
    { 3, 5, 7, 11 },      { 2, 128, 128, 128 },  { 1, 129, 127, 257 },
    { 1, 64, 300, 600 },  { 5, 30, 64, 512 },    { 2, 140, 260, 65 },
    { 1, 40, 700, 1100 }, { 1, 300, 513, 130 },  { 7, 16, 16, 16 },
    { 1, 33, 96, 2300 },  { 1, 256, 1024, 200 },
};

static void every_size_and_mode(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        for (size_t m = 0; m < 3; m++) {
            const char *machine = machines[(i + m) % 3];
            const int64_t m_n = sizes[i][1] < sizes[i][3] ? sizes[i][1] : sizes[i][3];
            if (modes[m] == TFI_NEURON_BF16 && m_n * sizes[i][2] < 256) {
                continue; /* the promise is the RMS of many roundings (2.09e-3) */
            }
            tfi_neuron_job job =
                gemm_job(sizes[i][0], sizes[i][1], sizes[i][2], sizes[i][3], modes[m]);
            job.scale = i % 2 == 0 ? 1.0 : -0.3;
            check("gemm", machine, &job);
            if (modes[m] != TFI_NEURON_BF16) {
                check("gemm_three", machine, &job);
            }
            job.real_product = true;
            check("gemm", machine, &job);
        }
    }
}

static void buffers_of_bf16(void **state)
{
    (void)state;
    for (size_t m = 0; m < 3; m++) {
        tfi_neuron_job job = gemm_job(2, 70, 200, 90, modes[m]);
        job.io = NCS_BF16;
        check("gemm", "v3", &job);
    }
}

/* What a kernel does not do, it refuses. */
static void refusals(void **state)
{
    (void)state;
    const ncs_machine *v3 = ncs_machine_find("v3");
    tfi_neuron_job job = gemm_job(1, 8, 8, 8, TFI_NEURON_KAHAN);
    assert_false(tfi_neuron_kernel_find("gemm")->accepts(v3, &job));
    job.mode = TFI_NEURON_BF16;
    assert_false(tfi_neuron_kernel_find("gemm_three")->accepts(v3, &job));
    job = gemm_job(1, 8, INT64_C(1) << 20, 8, TFI_NEURON_FAST);
    assert_false(tfi_neuron_kernel_find("gemm")->accepts(v3, &job));
}

static void three_products_beat_four_where_pe_is_busy(void **state)
{
    (void)state;
    tfi_neuron_job job = gemm_job(1, 1024, 1024, 1024, TFI_NEURON_FAST);
    double four = kernel_time("gemm", "v3", &job).device_ns;
    double three = kernel_time("gemm_three", "v3", &job).device_ns;
    assert_true(three < 0.85 * four);
    assert_true(four < 500e3 && three < 400e3);
    ncs_time busy = kernel_time("gemm", "v3", &job);
    assert_true(busy.busy_ns[NCS_PE] > 0.95 * busy.device_ns);
    static const int64_t shown[][4] = {
        { 1, 128, 128, 512 }, { 1, 512, 512, 512 },    { 1, 1024, 1024, 1024 },
        { 64, 64, 64, 64 },   { 1, 2048, 2048, 2048 },
    };
    for (size_t i = 0; i < sizeof shown / sizeof shown[0]; i++) {
        for (size_t m = 0; m < 3; m++) {
            char what[64];
            (void)snprintf(what, sizeof what, "%d x %d x %d x %d", (int)shown[i][0],
                           (int)shown[i][1], (int)shown[i][2], (int)shown[i][3]);
            job =
                gemm_job(shown[i][0], shown[i][1], shown[i][2], shown[i][3], modes[m]);
            product_print_time("gemm", "v3", &job, what);
            if (modes[m] != TFI_NEURON_BF16) {
                product_print_time("gemm_three", "v3", &job, what);
            }
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_size_and_mode),
        cmocka_unit_test(buffers_of_bf16),
        cmocka_unit_test(refusals),
        cmocka_unit_test(three_products_beat_four_where_pe_is_busy),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
