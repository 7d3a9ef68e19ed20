/* Whatever job a kernel takes: its program comes back from its text and still keeps the
 * rules, and its predicted time goes up from the optimistic to the pessimistic end. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <trnfft/experimental/neuron.h>

#include "support/random.h"

enum { JOBS = 80 };

static int64_t pick(test_random *r, int64_t low, int64_t high)
{
    return test_random_between(r, low, high);
}

static trnfft_neuron_job random_job(test_random *r)
{
    static const int64_t longest[] = { 1500, 120, 24 };
    trnfft_neuron_job j = TRNFFT_NEURON_JOB_INIT;
    j.task = (int32_t)pick(r, 0, 7);
    j.mode = (int32_t)pick(r, 0, 3);
    j.io = pick(r, 0, 3) == 0 ? TRNFFT_BF16 : TRNFFT_F32;
    j.rank = j.task == TRNFFT_NEURON_TASK_FNET ? 2 : 1;
    if (j.task == TRNFFT_NEURON_TASK_DFT) {
        j.rank = (int32_t)pick(r, 1, 3);
        j.transform = (int32_t)pick(r, 0, 2);
        j.sign = j.transform == TRNFFT_NEURON_C2R ? 1 : -1;
    }
    const bool power = pick(r, 0, 2) == 0;
    for (int d = 0; d < j.rank; d++) {
        const int64_t most = longest[j.rank - 1];
        j.n[d] =
            power ? INT64_C(1) << pick(r, 0, most > 1000 ? 11 : 5) : pick(r, 1, most);
    }
    j.batch = j.task == TRNFFT_NEURON_TASK_MULTIPLY ? 1 : pick(r, 1, 20);
    j.m = pick(r, 1, 200);
    j.k = pick(r, 1, 200);
    j.hop = pick(r, 1, j.n[0]);
    j.frames = pick(r, 1, 30);
    j.samples = j.n[0] + (j.frames - 1) * j.hop;
    return j;
}

static void check_text(const trnfft_neuron_program *p)
{
    const size_t n = trnfft_neuron_disassemble(p, NULL, 0);
    char *once = malloc(n + 1), *twice = malloc(n + 1);
    trnfft_neuron_program *q = NULL;
    assert_int_equal(trnfft_neuron_disassemble(p, once, n + 1), n);
    if (trnfft_neuron_assemble(once, n, &q) != TRNFFT_OK ||
        trnfft_neuron_verify(q) != TRNFFT_OK) {
        fail_msg("%s", trnfft_last_error());
    }
    assert_int_equal(trnfft_neuron_disassemble(q, twice, n + 1), n);
    assert_string_equal(once, twice);
    trnfft_neuron_program_destroy(q);
    free(once);
    free(twice);
}

static void check_times(const trnfft_neuron_program *p)
{
    static const char *const ends[] = { "range=low", "range=middle", "range=high" };
    double last = 0;
    for (int i = 0; i < 3; i++) {
        trnfft_neuron_time t = TRNFFT_NEURON_TIME_INIT;
        assert_int_equal(trnfft_neuron_estimate(p, ends + i, 1, &t), TRNFFT_OK);
        assert_true(t.device_ns >= last * (1 - 1e-9));
        assert_true(t.pe_ns <= t.device_ns && t.dma_ns <= t.device_ns);
        last = t.device_ns;
    }
}

static void test_programs_of_random_jobs(void **state)
{
    (void)state;
    test_random r = test_random_seed(20261128);
    int built = 0;
    for (int i = 0; i < JOBS; i++) {
        const trnfft_neuron_job j = random_job(&r);
        const char *machine = trnfft_neuron_machine((size_t)pick(&r, 0, 2), NULL);
        trnfft_neuron_program *p = NULL;
        const trnfft_status status = trnfft_neuron_build(machine, NULL, &j, &p);
        if (status != TRNFFT_OK) { /* no kernel has to take everything */
            assert_int_equal(status, TRNFFT_ERROR_UNSUPPORTED);
            assert_non_null(strstr(trnfft_last_error(), "no kernel takes this job"));
            continue;
        }
        built++;
        check_text(p);
        check_times(p);
        trnfft_neuron_program_destroy(p);
    }
    assert_true(built > JOBS / 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_programs_of_random_jobs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
