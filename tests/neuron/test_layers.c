/* Complex layers on the simulated machine, against plain C. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include <math.h>
#include <stdlib.h>

#include "product_run.h"

static const char *const machines[] = { "v2", "v3", "v4" };
static const tfi_neuron_mode modes[] = { TFI_NEURON_FAST, TFI_NEURON_BF16,
                                         TFI_NEURON_BF16X3 };

/* Y = X W^T + b. */
static void linear_reference(const tfi_neuron_job *job, const product_run *run,
                             product_rms *rms)
{
    const int64_t k = job->k, n = job->n[0];
    double *xr = product_numbers(run, "xr"), *xi = product_numbers(run, "xi");
    double *wr = product_numbers(run, "wr"), *wi = product_numbers(run, "wi");
    double *br = product_numbers(run, "br"), *bi = product_numbers(run, "bi");
    double *yr = product_numbers(run, "yr"), *yi = product_numbers(run, "yi");
    for (int64_t r = 0; r < job->batch; r++) {
        for (int64_t c = 0; c < n; c++) {
            double re = br[c], im = bi[c];
            for (int64_t j = 0; j < k; j++) {
                const int64_t x = r * k + j, w = c * k + j;
                re += xr[x] * wr[w] - xi[x] * wi[w];
                im += xr[x] * wi[w] + xi[x] * wr[w];
            }
            product_add(rms, yr[r * n + c], re);
            product_add(rms, yi[r * n + c], im);
        }
    }
    free(xr), free(xi), free(wr), free(wi), free(br), free(bi), free(yr), free(yi);
}

static void check_linear(const char *kernel, const char *machine,
                         const tfi_neuron_job *job)
{
    product_run run = product_begin(kernel, machine, job);
    product_execute(&run);
    product_rms rms = { 0.0, 0.0 };
    linear_reference(job, &run, &rms);
    if (!(product_error(&rms) <= product_bound(job, 1))) {
        fail_msg("%s, %d x %d x %d, mode %u: error %.3g", kernel, (int)job->batch,
                 (int)job->k, (int)job->n[0], (unsigned)job->mode, product_error(&rms));
    }
    product_end(&run);
    product_print_time(kernel, "v3", job, "");
}

static void linear_layers(void **state)
{
    (void)state;
    static const int64_t sizes[][3] = { /* rows, inputs, outputs */
                                        { 1, 64, 32 },    { 32, 128, 64 },
                                        { 5, 7, 3 },      { 130, 200, 300 },
                                        { 64, 260, 129 }, { 200, 64, 1100 }
    };
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        for (size_t m = 0; m < 3; m++) {
            tfi_neuron_job job = product_job(TFI_NEURON_LINEAR, modes[m]);
            job.batch = sizes[i][0];
            job.k = sizes[i][1];
            job.n[0] = sizes[i][2];
            if (modes[m] == TFI_NEURON_BF16 && job.batch * job.k < 256) {
                continue; /* the promise is the RMS of many roundings */
            }
            check_linear("linear", machines[(i + m) % 3], &job);
            if (modes[m] != TFI_NEURON_BF16) {
                check_linear("linear_three", machines[(i + m) % 3], &job);
            }
        }
    }
}

static void three_products_for_large_layers(void **state)
{
    (void)state;
    tfi_neuron_job job = product_job(TFI_NEURON_LINEAR, TFI_NEURON_FAST);
    job.batch = job.k = 512;
    job.n[0] = 1024;
    product_print_time("linear", "v3", &job, "512 x 512 -> 1024");
    product_print_time("linear_three", "v3", &job, "512 x 512 -> 1024");
    double four = kernel_time("linear", "v3", &job).device_ns;
    assert_true(kernel_time("linear_three", "v3", &job).device_ns < 0.9 * four);
}

static double *pair_numbers(const product_run *run, const char *re, const char *im,
                            double **other)
{
    *other = product_numbers(run, im);
    return product_numbers(run, re);
}

static void multiply_reference(const product_run *run, int64_t total, product_rms *rms)
{
    double *xi, *wi, *yi;
    double *xr = pair_numbers(run, "xr", "xi", &xi);
    double *wr = pair_numbers(run, "wr", "wi", &wi);
    double *yr = pair_numbers(run, "yr", "yi", &yi);
    for (int64_t i = 0; i < total; i++) {
        product_add(rms, yr[i], xr[i] * wr[i] - xi[i] * wi[i]);
        product_add(rms, yi[i], xr[i] * wi[i] + xi[i] * wr[i]);
    }
    free(xr), free(xi), free(wr), free(wi), free(yr), free(yi);
}

static void check_multiply(const char *machine, const tfi_neuron_job *job)
{
    product_run run = product_begin("multiply", machine, job);
    product_execute(&run);
    product_rms rms = { 0.0, 0.0 };
    const int64_t total = job->batch * job->n[0] * job->n[1];
    multiply_reference(&run, total, &rms);
    const double once_more = job->io == NCS_BF16 ? 1.8e-3 : 0.0;
    if (!(product_error(&rms) <= 3e-7 + once_more)) {
        fail_msg("%s, %d x %d: error %.3g", machine, (int)job->n[0], (int)job->n[1],
                 product_error(&rms));
    }
    product_end(&run);
}

static void elementwise_products(void **state)
{
    (void)state;
    static const int64_t sizes[][2] = {
        { 1, 1 },     { 1, 127 },   { 1, 128 },   { 1, 129 },
        { 5, 51 },    { 64, 32 },   { 256, 128 }, { 1024, 512 },
        { 1, 40000 }, { 7, 99991 }, { 1, 65537 },
    };
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        tfi_neuron_job job = product_job(TFI_NEURON_MULTIPLY, (tfi_neuron_mode)(i % 4));
        job.rank = 2;
        job.n[0] = sizes[i][0];
        job.n[1] = sizes[i][1];
        check_multiply(machines[i % 3], &job);
        char what[64];
        (void)snprintf(what, sizeof what, "%d x %d", (int)job.n[0], (int)job.n[1]);
        product_print_time("multiply", "v3", &job, what);
        job.io = NCS_BF16;
        if (job.n[0] > 4) {
            check_multiply("v3", &job);
        }
    }
}

/* x relu(|x| + b) / |x|, 0 of 0. */
static void modrelu_reference(const tfi_neuron_job *job, const product_run *run,
                              product_rms *rms)
{
    const int64_t n = job->n[0];
    double *xi, *yi;
    double *xr = pair_numbers(run, "xr", "xi", &xi), *b = product_numbers(run, "b");
    double *yr = pair_numbers(run, "yr", "yi", &yi);
    for (int64_t i = 0; i < job->batch * n; i++) {
        const double r = hypot(xr[i], xi[i]), sum = r + b[i % n];
        const double factor = r == 0.0 || sum < 0.0 ? 0.0 : sum / r;
        if (factor == 0.0) {
            assert_true(yr[i] == 0.0 && yi[i] == 0.0);
        }
        product_add(rms, yr[i], xr[i] * factor);
        product_add(rms, yi[i], xi[i] * factor);
    }
    free(xr), free(xi), free(b), free(yr), free(yi);
}

static void moduli_that_pass(void **state)
{
    (void)state;
    static const int64_t sizes[][2] = {
        { 1, 1 },     { 1, 64 },     { 32, 64 },    { 3, 1000 },
        { 1, 8192 },  { 130, 33 },   { 5000, 7 },   { 256, 256 },
        { 64, 1500 }, { 1000, 130 }, { 4096, 256 },
    };
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        tfi_neuron_job job = product_job(TFI_NEURON_MODRELU, (tfi_neuron_mode)(i % 4));
        job.batch = sizes[i][0];
        job.n[0] = sizes[i][1];
        product_run run = product_begin("modrelu", machines[i % 3], &job);
        const int64_t last = job.batch * job.n[0] - 1;
        for (int64_t k = 0; k < 4 && i > 0; k++) { /* zeros, tiny ones, a positive b */
            const double value = k < 3 ? 0.0 : 1e-15;
            product_set(&run, "xr", last * k / 3, value);
            product_set(&run, "xi", last * k / 3, k == 2 ? -0.0 : value);
        }
        product_set(&run, "b", 0, 0.75);
        product_execute(&run);
        product_rms rms = { 0.0, 0.0 };
        modrelu_reference(&job, &run, &rms);
        if (!(product_error(&rms) <= 3e-7)) {
            fail_msg("%d x %d: error %.3g", (int)job.batch, (int)job.n[0],
                     product_error(&rms));
        }
        product_end(&run);
        char what[64];
        (void)snprintf(what, sizeof what, "%d x %d", (int)job.batch, (int)job.n[0]);
        product_print_time("modrelu", "v3", &job, what);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(linear_layers),
        cmocka_unit_test(three_products_for_large_layers),
        cmocka_unit_test(elementwise_products),
        cmocka_unit_test(moduli_that_pass),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
