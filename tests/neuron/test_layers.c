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
            product_run run = product_begin("linear", machines[(i + m) % 3], &job);
            product_execute(&run);
            product_rms rms = { 0.0, 0.0 };
            linear_reference(&job, &run, &rms);
            if (!(product_error(&rms) <= product_bound(&job, 1))) {
                fail_msg("%d x %d x %d, mode %u: error %.3g", (int)job.batch,
                         (int)job.k, (int)job.n[0], (unsigned)job.mode,
                         product_error(&rms));
            }
            product_end(&run);
            product_print_time("linear", "v3", &job, "");
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(linear_layers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
