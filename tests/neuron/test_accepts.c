/* Does a kernel build, within the rules of the machine, whatever it accepts? And does
 * it end in order where there is no memory? Random jobs of products, frames and layers.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "product_run.h"
#include "support/random.h"

static double ones[1 << 20];

/* 1 … most, small numbers as likely as large ones. */
static int64_t size_to(test_random *r, int64_t most)
{
    const int64_t scale = INT64_C(1) << test_random_between(r, 0, 20);
    const int64_t size = test_random_between(r, 1, most < scale ? most : scale);
    return test_random_between(r, 0, 3) == 0 ? (size + 63) / 64 * 64 : size;
}

static tfi_neuron_job random_job(test_random *r)
{
    static const tfi_neuron_task tasks[] = { TFI_NEURON_GEMM,   TFI_NEURON_MULTIPLY,
                                             TFI_NEURON_STFT,   TFI_NEURON_ISTFT,
                                             TFI_NEURON_FNET,   TFI_NEURON_LINEAR,
                                             TFI_NEURON_MODRELU };
    tfi_neuron_job job =
        product_job(tasks[test_random_between(r, 0, 6)],
                    (tfi_neuron_mode)test_random_between(r, 0, TFI_NEURON_N_MODES - 1));
    const bool frames = job.task == TFI_NEURON_STFT || job.task == TFI_NEURON_ISTFT;
    job.io = test_random_between(r, 0, 3) == 0 ? NCS_BF16 : NCS_F32;
    job.sign = test_random_between(r, 0, 1) == 0 ? -1 : 1;
    job.batch = size_to(r, frames ? 3 : 300);
    job.n[0] = size_to(r, frames ? 2100 : 1500);
    if (job.task == TFI_NEURON_FNET) {
        job.rank = 2;
        job.n[1] = size_to(r, 1024);
        job.batch = size_to(r, 3);
    } else if (job.task == TFI_NEURON_GEMM) {
        job.batch = size_to(r, 3);
        job.real_product = test_random_between(r, 0, 2) == 0;
    }
    job.m = size_to(r, 300);
    job.k = size_to(r, 3000);
    job.hop = size_to(r, job.n[0] + 10);
    job.frames = size_to(r, 1000);
    job.samples = (job.frames - 1) * job.hop + job.n[0];
    job.scale = test_random_between(r, 0, 3) == 0 ? 0.5 : 1.0;
    if (job.samples > (int64_t)(sizeof ones / sizeof ones[0])) {
        job.frames = 1;
        job.samples = job.n[0];
    }
    job.window = job.envelope = ones;
    return job;
}

static void what_is_accepted_is_built(void **state)
{
    (void)state;
    enum { JOBS = 700 };
    int64_t accepted = 0;
    for (uint64_t i = 0; i < JOBS; i++) {
        test_random r = test_random_seed(i);
        const ncs_machine *machine =
            ncs_machine_at((size_t)test_random_between(&r, 0, 2));
        const tfi_neuron_job job = random_job(&r);
        for (const tfi_neuron_kernel *const *k = tfi_neuron_kernels; *k != NULL; k++) {
            if ((*k)->task != job.task || !(*k)->accepts(machine, &job)) {
                continue;
            }
            ncs_builder *b = ncs_builder_create(machine, (*k)->name, NULL);
            ncs_program *p = NULL;
            assert_non_null(b);
            (*k)->build(b, &job);
            if (ncs_builder_finish(b, &p) != TRNFFT_OK) {
                fail_msg("%s, job %d, %s: n %d x %d, batch %d, m %d, k %d, hop %d, "
                         "frames %d, mode %u: %s",
                         (*k)->name, (int)i, machine->name, (int)job.n[0],
                         (int)job.n[1], (int)job.batch, (int)job.m, (int)job.k,
                         (int)job.hop, (int)job.frames, (unsigned)job.mode,
                         trnfft_last_error());
            }
            ncs_program_destroy(p);
            accepted++;
        }
    }
    print_message("%d programs\n", (int)accepted);
    assert_true(accepted > JOBS / 2);
}

static void *refuse_at(size_t bytes, void *user)
{
    int64_t *left = user;
    return (*left)-- > 0 ? malloc(bytes) : NULL;
}

static void give_back(void *p, void *user)
{
    (void)user;
    free(p);
}

static void no_memory_is_an_error(void **state)
{
    (void)state;
    static const char *const kernels[] = { "gemm", "gemm_three", "linear", "multiply",
                                           "fnet", "stft",       "istft",  "modrelu" };
    const ncs_machine *v3 = ncs_machine_find("v3");
    for (size_t i = 0; i < sizeof kernels / sizeof kernels[0]; i++) {
        const tfi_neuron_kernel *k = tfi_neuron_kernel_find(kernels[i]);
        tfi_neuron_job job = product_job((tfi_neuron_task)k->task, TFI_NEURON_BF16X3);
        job.rank = k->task == TFI_NEURON_FNET ? 2 : 1;
        job.n[0] = job.n[1] = 40;
        job.batch = 3;
        job.m = job.k = job.hop = job.frames = 20;
        job.samples = 19 * 20 + 40;
        job.window = job.envelope = ones;
        assert_true(k->accepts(v3, &job));
        trnfft_status status = TRNFFT_ERROR_OUT_OF_MEMORY;
        for (int64_t n = 0; status != TRNFFT_OK; n++) {
            int64_t left = n;
            tfi_allocator a = { refuse_at, give_back, &left };
            ncs_program *p = NULL;
            ncs_builder *b = ncs_builder_create(v3, k->name, &a);
            if (b != NULL) {
                k->build(b, &job);
                status = ncs_builder_finish(b, &p);
                assert_true(status == TRNFFT_OK ||
                            status == TRNFFT_ERROR_OUT_OF_MEMORY);
                ncs_program_destroy(p);
            }
            assert_true(n < 20000);
        }
    }
}

int main(void)
{
    for (size_t i = 0; i < sizeof ones / sizeof ones[0]; i++) {
        ones[i] = 1.0;
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_accepted_is_built),
        cmocka_unit_test(no_memory_is_an_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
