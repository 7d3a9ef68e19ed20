/* Do long lines by passes, whose legs meet in the sets of a cache and therefore have
 * gaps between them in scratch, give the same right bits alone and as columns, and do
 * they stay within their workspace and read nothing of what was left in it? */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <trnfft/plan.h>

#include "support/reference.h"
#include "support/tensors.h"
#include "support/tolerances.h"

enum { GUARD = 4096 };

typedef struct passes_case {
    int32_t dtype;
    int64_t n, columns;
    int interleaved;
} passes_case;

static size_t size_of(const passes_case *c)
{
    return c->dtype == TRNFFT_F64 ? sizeof(double) : sizeof(float);
}

static size_t bytes_of(const passes_case *c)
{
    return 2 * (size_t)(c->n * c->columns) * size_of(c);
}

static trnfft_tensor lines(const passes_case *c, void *data)
{
    const int64_t shape[2] = { c->n, c->columns };
    void *im = (char *)data + bytes_of(c) / 2;
    return c->interleaved ? trnfft_tensor_interleaved(c->dtype, 2, shape, data)
                          : trnfft_tensor_split(c->dtype, 2, shape, data, im);
}

/* One of these lines. */
static trnfft_tensor column_of(const passes_case *c, void *data, int64_t column)
{
    trnfft_tensor one = lines(c, data);
    const size_t offset = (size_t)(column * one.strides[1]) * size_of(c);
    one.rank = 1;
    one.re = (char *)one.re + offset;
    one.im = (char *)one.im + offset;
    return one;
}

/* A workspace full of NaN, and a guard behind it. */
static unsigned char *poisoned(size_t bytes)
{
    unsigned char *w = malloc(bytes + GUARD);
    assert_non_null(w);
    memset(w, 0xff, bytes);
    memset(w + bytes, 0x5a, GUARD);
    return w;
}

static void run(const passes_case *c, void *from, void *to)
{
    trnfft_problem p = TRNFFT_PROBLEM_INIT;
    trnfft_plan_options o = TRNFFT_PLAN_OPTIONS_INIT;
    trnfft_plan *plan = NULL;
    unsigned char guard[GUARD];
    p.in = lines(c, from);
    p.out = lines(c, to);
    p.n_dim = 1;
    p.dim[0] = 0;
    p.n[0] = c->n;
    o.force_solver = "row_column,stockham";
    EXPECT_OK(trnfft_plan_create(NULL, &p, &o, &plan));
    const size_t bytes = trnfft_plan_workspace_bytes(plan);
    unsigned char *workspace = poisoned(bytes);
    EXPECT_OK(trnfft_plan_execute(plan, p.in.re, p.in.im, p.out.re, p.out.im, workspace,
                                  bytes));
    memset(guard, 0x5a, GUARD);
    assert_memory_equal(workspace + bytes, guard, GUARD);
    free(workspace);
    trnfft_plan_destroy(plan);
}

/* The line x in every column becomes its transform y, to the same bits. */
static void check_columns(const passes_case *single, void *x, void *y, int64_t columns)
{
    passes_case c = *single;
    c.columns = columns;
    const trnfft_tensor from = column_of(single, x, 0), to = column_of(single, y, 0);
    const size_t bytes = 2 * (size_t)c.n * sizeof(double);
    unsigned char *many = malloc(bytes_of(&c));
    double *want = malloc(bytes), *got = malloc(bytes);
    assert_true(many && want && got);
    test_tensor_get(&from, want);
    for (int64_t column = 0; column < columns; column++) {
        const trnfft_tensor one = column_of(&c, many, column);
        test_tensor_set(&one, want);
    }
    run(&c, many, many);
    test_tensor_get(&to, want);
    for (int64_t column = 0; column < columns; column++) {
        const trnfft_tensor one = column_of(&c, many, column);
        test_tensor_get(&one, got);
        assert_memory_equal(want, got, bytes);
    }
    free(many);
    free(want);
    free(got);
}

static void check(const passes_case *c)
{
    unsigned char *x = malloc(bytes_of(c)), *y = malloc(bytes_of(c));
    test_complex *exact = malloc((size_t)c->n * sizeof *exact);
    assert_true(x && y && exact);
    const trnfft_tensor input = column_of(c, x, 0), result = column_of(c, y, 0);
    test_random_line(&input, exact);
    test_dft(c->n, -1, exact, exact);
    run(c, x, y);
    assert_true(
        test_line_rms_error(&result, exact) <=
        (c->dtype == TRNFFT_F64 ? TEST_RMS_BOUND_F64 : test_rms_bound_f32(c->n)));
    check_columns(c, x, y, 3);
    check_columns(c, x, y, 16);
    free(x);
    free(y);
    free(exact);
}

/* Powers of two, three, five and seven times as much, and a length whose legs never
 * meet. 512 points have gaps as columns only. */
static void test_long_passes(void **state)
{
    static const int64_t lengths[] = { 512,   4096,  8192,  12288, 16384, 20480, 24576,
                                       28672, 32768, 33000, 40960, 65536, 98304 };
    (void)state;
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        for (int bits = 0; bits < 4; bits++) {
            const passes_case c = { bits & 1 ? TRNFFT_F64 : TRNFFT_F32, lengths[i], 1,
                                    bits >> 1 };
            check(&c);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_long_passes) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
