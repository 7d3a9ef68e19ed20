/* Does "two_sweep" give the same right bits wherever its middle array lies: in the
 * output, in the workspace because the output is the input, and shared by threads?
 * Lengths whose strips fit and whose last one is moved back, in both sweeps. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <trnfft/context.h>
#include <trnfft/plan.h>

#include "support/reference.h"
#include "support/tensors.h"
#include "support/tolerances.h"

typedef struct sweep_case {
    int32_t dtype;
    int64_t n;
    int interleaved;
} sweep_case;

static size_t bytes_of(const sweep_case *c)
{
    return 2 * (size_t)c->n * (c->dtype == TRNFFT_F64 ? 8 : 4);
}

static trnfft_tensor line(const sweep_case *c, void *data)
{
    void *im = (char *)data + bytes_of(c) / 2;
    return c->interleaved ? trnfft_tensor_interleaved(c->dtype, 1, &c->n, data)
                          : trnfft_tensor_split(c->dtype, 1, &c->n, data, im);
}

static void run(const sweep_case *c, int32_t n_threads, void *from, void *to)
{
    trnfft_problem p = TRNFFT_PROBLEM_INIT;
    trnfft_plan_options o = TRNFFT_PLAN_OPTIONS_INIT;
    trnfft_plan *plan = NULL;
    p.in = line(c, from);
    p.out = line(c, to);
    o.n_threads = n_threads;
    o.force_solver = "row_column,two_sweep";
    EXPECT_OK(trnfft_plan_create(NULL, &p, &o, &plan));
    EXPECT_OK(trnfft_plan_execute(plan, p.in.re, p.in.im, p.out.re, p.out.im, NULL, 0));
    trnfft_plan_destroy(plan);
}

static void check(const sweep_case *c)
{
    const size_t bytes = bytes_of(c);
    unsigned char *x = malloc(bytes), *y = malloc(bytes), *z = malloc(bytes);
    test_complex *exact = malloc((size_t)c->n * sizeof *exact);
    assert_true(x && y && z && exact);
    const trnfft_tensor input = line(c, x);
    test_random_line(&input, exact);
    test_dft(c->n, -1, exact, exact);
    run(c, 1, x, y);
    const trnfft_tensor result = line(c, y);
    assert_true(
        test_line_rms_error(&result, exact) <=
        (c->dtype == TRNFFT_F64 ? TEST_RMS_BOUND_F64 : test_rms_bound_f32(c->n)));
    for (int32_t threads = 2; threads <= 3; threads++) {
        memset(z, 0, bytes);
        run(c, threads, x, z);
        assert_memory_equal(y, z, bytes);
    }
    memcpy(z, x, bytes);
    run(c, 2, z, z);
    assert_memory_equal(y, z, bytes);
    run(c, 1, x, x);
    assert_memory_equal(y, x, bytes);
    free(x);
    free(y);
    free(z);
    free(exact);
}

/* Strips of 16 f32 fit 64 x 64 points twice, 50 x 100 nowhere, 100 x 160 once; the long
 * lines are in cache, past the caches, and have wide strips. */
static void test_places(void **state)
{
    static const int64_t lengths[] = { 4096,    5000,    6000,    6400,    10800,
                                       16000,   40000,   65536,   1 << 18, 1 << 19,
                                       1 << 20, 1000000, 2073600, 1 << 21 };
    (void)state;
    const int64_t longest = test_rounds(16) == 16 ? 1 << 21 : 1 << 16;
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        for (int bits = 0; bits < 4; bits++) {
            const sweep_case c = { bits & 1 ? TRNFFT_F64 : TRNFFT_F32, lengths[i],
                                   bits >> 1 };
            const int one_of_two = bits == 0 || bits == 3;
            if (c.n <= longest && (c.n <= 40000 || test_full() || one_of_two)) {
                check(&c);
            }
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_places) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
