/* Do the kernels take what their header comments say? Cycles of PE and of the vector
 * engines and bytes of DMA of long jobs, as the cost model counts them on v3, for one
 * unit of each kernel's budget. Where the model adds a fixed cost to every instruction
 * the comments do not count it: engines may take more, but not twice as much. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "kernel_run.h"

typedef struct budget {
    const char *kernel;
    int64_t n[2], batch;
    tfi_neuron_mode mode;
    tfi_neuron_transform transform;
    double units;      /* of the comment, in the job */
    double pe, vector; /* cycles of PE; of DVE, ACT and POOL together */
    double kib;        /* in and out, tables apart */
} budget;

static const budget budgets[] = {
    /* 128 rows of 128 points: folds 4 x 126, copies 4 x 128 */
    { "dft_rows",
      { 128, 1 },
      16384,
      TFI_NEURON_FAST,
      TFI_NEURON_C2C,
      128,
      1536,
      1016,
      256 },
    { "dft_rows",
      { 128, 1 },
      16384,
      TFI_NEURON_BF16,
      TFI_NEURON_C2C,
      128,
      1024,
      1016,
      256 },
    { "dft_rows",
      { 128, 1 },
      16384,
      TFI_NEURON_BF16X3,
      TFI_NEURON_C2C,
      128,
      1280,
      1272,
      256 },
    /* 128 rows of 1,024 points */
    { "dft_rows_two",
      { 1024, 1 },
      2048,
      TFI_NEURON_FAST,
      TFI_NEURON_C2C,
      16,
      24576,
      22528,
      2048 },
    /* 16,384 points: products 2 x 256, sum 512, copy 256 */
    { "four_step",
      { 16384, 1 },
      64,
      TFI_NEURON_FAST,
      TFI_NEURON_C2C,
      64,
      4096,
      1280,
      256 },
    { "real_four_step",
      { 16384, 1 },
      64,
      TFI_NEURON_FAST,
      TFI_NEURON_R2C,
      64,
      1816,
      1040,
      128 },
    { "dft_plane",
      { 128, 128 },
      64,
      TFI_NEURON_FAST,
      TFI_NEURON_C2C,
      64,
      4096,
      512,
      256 },
    /* 2^21 points: a first pass and two of columns, 128 blocks of 128 x 128 each; PE
     * 2,048 in the first, 2,048 in the others; DVE 512, sums 512, twice; copies 256 */
    { "dft_grid",
      { 1 << 21, 1 },
      1,
      TFI_NEURON_FAST,
      TFI_NEURON_C2C,
      128,
      6144,
      2304,
      768 },
    /* 128 rows of 1,024 points: ten stages, five of radix 4 */
    { "butterfly",
      { 1024, 1 },
      512,
      TFI_NEURON_FAST,
      TFI_NEURON_C2C,
      4,
      0,
      102400,
      2048 },
    { "butterfly",
      { 1024, 1 },
      512,
      TFI_NEURON_KAHAN,
      TFI_NEURON_C2C,
      4,
      0,
      798720,
      2048 },
    { "stockham_four",
      { 1024, 1 },
      512,
      TFI_NEURON_FAST,
      TFI_NEURON_C2C,
      4,
      0,
      87040,
      2048 },
};

static void check(const char *what, double counted, double promised, double most)
{
    if (counted > most * promised || counted < 0.9 * promised) {
        fail_msg("%s: %.0f counted, %.0f in the comment", what, counted, promised);
    }
}

static void kernels_keep_their_budgets(void **state)
{
    (void)state;
    const ncs_machine *m = ncs_machine_find("v3");
    for (size_t i = 0; i < sizeof budgets / sizeof budgets[0]; i++) {
        const budget *b = &budgets[i];
        tfi_neuron_job job = kernel_dft_job(b->n[0], b->batch);
        job.n[1] = b->n[1];
        job.rank = b->n[1] > 1 ? 2 : 1;
        job.mode = (uint32_t)b->mode;
        job.transform = (uint32_t)b->transform;
        ncs_time t = kernel_time(b->kernel, "v3", &job);
        double pe = t.busy_ns[NCS_PE] * m->constant[NCS_PE_GHZ].middle / b->units;
        double vector = (t.busy_ns[NCS_DVE] * m->constant[NCS_DVE_GHZ].middle +
                         t.busy_ns[NCS_ACT] * m->constant[NCS_ACT_GHZ].middle +
                         t.busy_ns[NCS_POOL] * m->constant[NCS_POOL_GHZ].middle) /
                        b->units;
        double kib =
            (double)(t.bytes_in + t.bytes_out - t.bytes_table) / 1024.0 / b->units;
        print_message("%-14s mode %u: PE %.0f of %.0f, vector engines %.0f of %.0f, "
                      "%.0f KiB of %.0f\n",
                      b->kernel, (unsigned)b->mode, pe, b->pe, vector, b->vector, kib,
                      b->kib);
        if (b->pe > 0.0) {
            check(b->kernel, pe, b->pe, 1.1);
        } else {
            assert_true(pe == 0.0);
        }
        check(b->kernel, vector, b->vector, 1.5);
        check(b->kernel, kib, b->kib, 1.01);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kernels_keep_their_budgets),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
