/* Do products, frames and layers take what their header comments say? As
 * test_budgets.c: cycles of PE and of the vector engines, bytes of DMA, on v3. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "product_run.h"

static double window[512], envelope[4095 * 128 + 512];

typedef struct budget {
    const char *kernel;
    tfi_neuron_job job;
    double units;      /* of the comment, in the job */
    double pe, vector; /* cycles of PE; of DVE, ACT and POOL together */
    double kib;        /* in and out, tables apart */
} budget;

static tfi_neuron_job gemm(bool real)
{
    tfi_neuron_job job = product_job(TFI_NEURON_GEMM, TFI_NEURON_FAST);
    job.m = job.k = 128;
    job.n[0] = 512;
    job.real_product = real;
    return job;
}

static tfi_neuron_job fnet(tfi_neuron_mode mode)
{
    tfi_neuron_job job = product_job(TFI_NEURON_FNET, mode);
    job.rank = 2;
    job.n[0] = 512;
    job.n[1] = 768;
    job.batch = 16;
    return job;
}

static tfi_neuron_job frames(tfi_neuron_task task, tfi_neuron_mode mode)
{
    tfi_neuron_job job = product_job(task, mode);
    job.n[0] = 512;
    job.hop = 128;
    job.frames = 4096;
    job.samples = 4095 * 128 + 512;
    job.window = window;
    job.envelope = envelope;
    return job;
}

static tfi_neuron_job elements(tfi_neuron_task task, int64_t batch, int64_t n)
{
    tfi_neuron_job job = product_job(task, TFI_NEURON_FAST);
    job.batch = batch;
    job.n[0] = n;
    return job;
}

static void check(const char *what, double counted, double promised, double most)
{
    if (counted > most * promised || counted < 0.9 * promised) {
        fail_msg("%s: %.0f counted, %.0f in the comment", what, counted, promised);
    }
}

static void check_budget(const budget *b)
{
    const ncs_machine *m = ncs_machine_find("v3");
    ncs_time t = kernel_time(b->kernel, "v3", &b->job);
    double pe = t.busy_ns[NCS_PE] * m->constant[NCS_PE_GHZ].middle / b->units;
    double vector = (t.busy_ns[NCS_DVE] * m->constant[NCS_DVE_GHZ].middle +
                     t.busy_ns[NCS_ACT] * m->constant[NCS_ACT_GHZ].middle +
                     t.busy_ns[NCS_POOL] * m->constant[NCS_POOL_GHZ].middle) /
                    b->units;
    double kib = (double)(t.bytes_in + t.bytes_out - t.bytes_table) / 1024.0 / b->units;
    print_message(
        "%-10s mode %u: PE %.0f of %.0f, vector engines %.0f of %.0f, %.0f KiB "
        "of %.0f\n",
        b->kernel, (unsigned)b->job.mode, pe, b->pe, vector, b->vector, kib, b->kib);
    if (b->pe > 0.0) {
        check(b->kernel, pe, b->pe, 1.1);
    } else {
        assert_true(pe == 0.0);
    }
    check(b->kernel, vector, b->vector, 1.5);
    check(b->kernel, kib, b->kib, 1.03);
}

static void kernels_keep_their_budgets(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof envelope / sizeof envelope[0]; i++) {
        envelope[i] = 4.0;
    }
    for (size_t i = 0; i < sizeof window / sizeof window[0]; i++) {
        window[i] = 1.0;
    }
    const budget budgets[] = {
        /* 128 x 128 x 512: results, A^T, -Bi; sums of operands */
        { "gemm", gemm(false), 1, 8192 + 512, 1024 + 256 + 512, 1152 },
        { "gemm_three", gemm(false), 1, 6144 + 768, 1536 + 640 + 2560, 1152 },
        { "gemm", gemm(true), 1, 2048 + 256, 512 + 128, 576 },
        /* 512 x 768: folds, evictions, results, mirrored columns */
        { "fnet", fnet(TFI_NEURON_FAST), 16, 40800, 6894 + 1540 + 2695 + 1915, 3072 },
        { "fnet", fnet(TFI_NEURON_BF16), 16, 10200, 6894 + 1540 + 2695 + 1915, 3072 },
        /* 128 frames of 512: turned samples, results */
        { "stft", frames(TFI_NEURON_STFT, TFI_NEURON_FAST), 32, 4128 + 512, 258 + 774,
          128 + 257 },
        { "stft", frames(TFI_NEURON_STFT, TFI_NEURON_BF16), 32, 2056 + 128, 128 + 514,
          64 + 257 },
        { "istft", frames(TFI_NEURON_ISTFT, TFI_NEURON_FAST), 32, 8192 + 1024,
          512 + 128, 256 + 64 },
        /* 128 x 1,024 numbers */
        { "multiply", elements(TFI_NEURON_MULTIPLY, 1, 1 << 19), 4, 0, 12 * 1024,
          6 * 512 },
        { "modrelu", elements(TFI_NEURON_MODRELU, 4096, 256), 8, 0, 12 * 1024,
          4 * 512 },
    };
    for (size_t i = 0; i < sizeof budgets / sizeof budgets[0]; i++) {
        check_budget(&budgets[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kernels_keep_their_budgets),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
