/* What PE computes: against sums with the C library's own fmaf(), in every mode. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/half.h"
#include "ncsim/make.h"
#include "ncsim/run.h"
#include "ncsim/verify.h"
#include "support/random.h"

typedef struct size_case {
    int32_t k, m, n;
} size_case;

typedef struct product_case {
    ncs_program *program;
    ncs_core *core;
    ncs_settings settings;
    int32_t x, y, out;
    int32_t k, m, n;
} product_case;

/* out = x^T y (twice over with `twice`), loaded, multiplied and brought back. */
static product_case make_product(size_case size, ncs_dtype tx, ncs_dtype ty, bool twice)
{
    product_case c = { .k = size.k, .m = size.m, .n = size.n };
    ncs_program *p = c.program = make_program("v3");
    const int64_t k = size.k, m = size.m, n = size.n;
    c.x = make_hbm(p, "x", tx, k * m, NCS_INPUT);
    c.y = make_hbm(p, "y", ty, k * n, NCS_INPUT);
    c.out = make_hbm(p, "out", NCS_F32, m * n, NCS_OUTPUT);
    int32_t xs = make_tile(p, "xs", NCS_SBUF, tx, 0, size.k, m, 0);
    int32_t ys = make_tile(p, "ys", NCS_SBUF, ty, 0, size.k, n, 1024);
    int32_t os = make_tile(p, "os", NCS_SBUF, NCS_F32, 0, size.m, n, 8192);
    int32_t acc = make_tile(p, "acc", NCS_PSUM, NCS_F32, 0, size.m, n, 2048);
    make_load(p, make_whole(p, xs), make_view(p, c.x, size.k, m, 0));
    make_load(p, make_whole(p, ys), make_view(p, c.y, size.k, n, 0));
    make_matmul(p, make_whole(p, acc), make_whole(p, xs), make_whole(p, ys),
                NCS_OVERWRITE);
    if (twice) {
        make_matmul(p, make_whole(p, acc), make_whole(p, xs), make_whole(p, ys),
                    NCS_ACCUMULATE);
    }
    ncs_instruction copy = make_instruction(NCS_COPY, NCS_DVE);
    copy.dst = make_whole(p, os);
    copy.src[0] = make_whole(p, acc);
    make_chain(p, copy);
    make_load(p, make_view(p, c.out, size.m, n, 0), make_whole(p, os));
    ncs_report report;
    if (ncs_verify(p, &report) != TRNFFT_OK) {
        fail_msg("%s", report.sentence);
    }
    assert_int_equal(ncs_core_create(p, &c.core), TRNFFT_OK);
    ncs_settings_init(&c.settings, p->machine);
    return c;
}

static void free_product(product_case *c)
{
    ncs_core_destroy(c->core);
    ncs_program_destroy(c->program);
}

static const float *run_product(product_case *c)
{
    assert_int_equal(ncs_run(c->core, &c->settings), TRNFFT_OK);
    return ncs_core_memory(c->core, c->out);
}

static void fill_f32(product_case *c, uint64_t seed)
{
    test_random r = test_random_seed(seed);
    test_random_fill_f32(&r, ncs_core_memory(c->core, c->x), (int64_t)c->k * c->m);
    test_random_fill_f32(&r, ncs_core_memory(c->core, c->y), (int64_t)c->k * c->n);
}

static const size_case sizes[] = { { 128, 128, 512 }, { 1, 1, 1 },    { 3, 5, 7 },
                                   { 128, 1, 17 },    { 7, 128, 31 }, { 127, 66, 100 },
                                   { 32, 4, 16 },     { 2, 3, 512 } };

static void test_fused_sums(void **state)
{
    (void)state;
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        product_case c = make_product(sizes[s], NCS_F32, NCS_F32, s % 2 == 0);
        fill_f32(&c, s);
        const float *x = ncs_core_memory(c.core, c.x),
                    *y = ncs_core_memory(c.core, c.y);
        const float *out = run_product(&c);
        for (int64_t i = 0; i < c.m; i++) {
            for (int64_t j = 0; j < c.n; j++) {
                float sum = 0;
                for (int64_t k = 0; k < c.k; k++) {
                    sum = fmaf(x[k * c.m + i], y[k * c.n + j], sum);
                }
                sum = s % 2 == 0 ? sum + sum : sum;
                assert_memory_equal(&sum, &out[i * c.n + j], sizeof sum);
            }
        }
        free_product(&c);
    }
}

/* A 16,384-point transform's share of PE: the budget is 50 ms with everything else. */
static void test_time(void **state)
{
    (void)state;
    product_case c = make_product((size_case){ 128, 128, 512 }, NCS_F32, NCS_F32, true);
    fill_f32(&c, 5);
    double best = 1e9;
    for (int i = 0; i < 5; i++) {
        double start = tfi_clock_s();
        run_product(&c);
        best = fmin(best, tfi_clock_s() - start);
    }
    print_message("two 128 x 128 x 512 products and copies: %.2f ms\n", best * 1e3);
    /* With sanitizers too; not where another processor is played. */
    assert_true(getenv("TRNFFT_TEST_QUICK") != NULL || best < 0.5);
    free_product(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_fused_sums),
        cmocka_unit_test(test_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
