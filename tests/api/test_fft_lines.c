/* test_fft_lines.c - the functions of one line: equal to the functions on tensors
 * bit for bit, in place and out of place; what they refuse; that a call whose plan
 * is cached allocates nothing. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <trnfft/context.h>
#include <trnfft/fft.h>

#include "support/tensors.h"

enum { MAX_N = 300, MAX_PAIRS = 2 * MAX_N + 2 };

static const int64_t lengths[] = { 1, 2, 3, 4, 7, 16, 97, 240, 300 };
enum { N_LENGTHS = sizeof lengths / sizeof lengths[0] };

static double wave(int64_t i)
{
    return sin(0.7 * (double)i) + 0.3 * cos(1.9 * (double)i) - 0.1;
}

#define TYPE    float
#define DTYPE   TRNFFT_F32
#define NAME(x) x##_f32
#include "fft_lines_tmpl.h"

#define TYPE    double
#define DTYPE   TRNFFT_F64
#define NAME(x) x##_f64
#include "fft_lines_tmpl.h"

static int64_t n_allocations;

static void *count_allocation(size_t bytes, void *user)
{
    (void)user;
    ++n_allocations;
    return malloc(bytes);
}

static void release(void *memory, void *user)
{
    (void)user;
    free(memory);
}

static void call_each(int64_t n)
{
    static float a[MAX_PAIRS], b[MAX_PAIRS], c[MAX_PAIRS], d[MAX_PAIRS];
    EXPECT_OK(trnfft_fft_f32(n, a, b));
    EXPECT_OK(trnfft_ifft_f32(n, a, b));
    EXPECT_OK(trnfft_rfft_f32(n, a, b));
    EXPECT_OK(trnfft_irfft_f32(n, a, b));
    EXPECT_OK(trnfft_fft_split_f32(n, a, b, c, d));
    EXPECT_OK(trnfft_rfft_split_f32(n, a, c, d));
}

static void test_a_hit_allocates_nothing(void **state)
{
    (void)state;
    trnfft_context *context = NULL, *previous = NULL;
    trnfft_context_options options = TRNFFT_CONTEXT_OPTIONS_INIT;
    options.allocate = count_allocation;
    options.release = release;
    EXPECT_OK(trnfft_context_create(&options, &context));
    EXPECT_OK(trnfft_context_set_current(context, &previous));
    for (int i = 0; i < N_LENGTHS; ++i) {
        call_each(lengths[i]);
    }
    int64_t n_before = n_allocations;
    assert_true(n_before > 0);
    for (int i = 0; i < N_LENGTHS; ++i) {
        call_each(lengths[i]);
    }
    assert_int_equal(n_allocations, n_before);
    EXPECT_OK(trnfft_context_set_current(previous, NULL));
    trnfft_context_destroy(context);
}

static int tear_down(void **state)
{
    (void)state;
    trnfft_shutdown();
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_transforms_f32),
        cmocka_unit_test(test_transforms_f64),
        cmocka_unit_test(test_refusals_f32),
        cmocka_unit_test(test_refusals_f64),
        cmocka_unit_test(test_a_hit_allocates_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, tear_down);
}
