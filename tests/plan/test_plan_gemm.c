/* test_plan_gemm.c - complex matrix products and copies as problems. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <math.h>

#include <trnfft/gemm.h>
#include <trnfft/plan.h>

#include "support/random.h"
#include "support/tensors.h"

static double *random_tensor(test_random *r, const trnfft_tensor *t)
{
    const int64_t count = test_tensor_size(t);
    double *pairs = calloc((size_t)(2 * count) + 1, sizeof *pairs);
    double *values = calloc((size_t)(2 * count) + 1, sizeof *values);
    const int complex_ = test_tensor_is_complex(t);
    for (int64_t i = 0; i < (complex_ ? 2 : 1) * count; i++) {
        values[i] = (double)test_random_unit_f32(r);
    }
    test_tensor_set(t, values);
    test_tensor_get(t, values);
    for (int64_t i = 0; i < count; i++) {
        pairs[2 * i] = complex_ ? values[2 * i] : values[i];
        pairs[2 * i + 1] = complex_ ? values[2 * i + 1] : 0;
    }
    free(values);
    return pairs;
}

/* One product of the batch, in long double. */
static double worst_error(int64_t m, int64_t n, int64_t k, const double *a,
                          const double *b, const double *c)
{
    long double worst = 0;
    for (int64_t i = 0; i < m; i++) {
        for (int64_t j = 0; j < n; j++) {
            long double re = 0, im = 0;
            for (int64_t l = 0; l < k; l++) {
                const double *x = a + 2 * (i * k + l), *y = b + 2 * (l * n + j);
                re += (long double)x[0] * (long double)y[0] -
                      (long double)x[1] * (long double)y[1];
                im += (long double)x[0] * (long double)y[1] +
                      (long double)x[1] * (long double)y[0];
            }
            const double *z = c + 2 * (i * n + j);
            const long double d =
                hypotl((long double)z[0] - re, (long double)z[1] - im);
            worst = d > worst || isnan(d) ? d : worst;
        }
    }
    return (double)worst;
}

static void check_product(test_random *r, int64_t batch, int64_t m, int64_t n,
                          int64_t k)
{
    static const int32_t layouts[] = { TRNFFT_REAL, TRNFFT_SPLIT, TRNFFT_INTERLEAVED };
    static const int32_t types[] = { TRNFFT_F32, TRNFFT_F64, TRNFFT_BF16 };
    const int32_t type = types[test_random_between(r, 0, 2)];
    trnfft_tensor a = test_tensor(type, layouts[test_random_between(r, 0, 2)], 3,
                                  TEST_LIST(batch, m, k));
    trnfft_tensor b = test_tensor(type, layouts[test_random_between(r, 0, 2)], 3,
                                  TEST_LIST(batch, k, n));
    trnfft_tensor c = test_tensor(type, layouts[test_random_between(r, 1, 2)], 3,
                                  TEST_LIST(batch, m, n));
    double *x = random_tensor(r, &a), *y = random_tensor(r, &b);
    double *z = calloc((size_t)(2 * batch * m * n) + 1, sizeof *z);
    EXPECT_OK(trnfft_complex_gemm(&a, &b, &c));
    test_tensor_get(&c, z);
    const double bound = (double)(k + 1) * (type == TRNFFT_F64   ? 1e-15
                                            : type == TRNFFT_F32 ? 5e-7
                                                                 : 1e-2);
    for (int64_t i = 0; i < batch; i++) {
        const double e = worst_error(m, n, k, x + 2 * i * m * k, y + 2 * i * k * n,
                                     z + 2 * i * m * n);
        assert_true(e <= bound);
    }
    free(x);
    free(y);
    free(z);
    test_tensor_free(&a);
    test_tensor_free(&b);
    test_tensor_free(&c);
}

static void test_products(void **state)
{
    (void)state;
    test_random r = test_random_seed(3);
    for (int i = 0; i < 60; i++) {
        check_product(&r, test_random_between(&r, 1, 3), test_random_between(&r, 1, 40),
                      test_random_between(&r, 1, 40), test_random_between(&r, 1, 40));
    }
    check_product(&r, 1, 70, 135, 300); /* several blocks each way */
    for (int i = 0; i < 3; i++) {
        check_product(&r, 1, 200, 270, 20); /* converted in several shares */
    }
    check_product(&r, 2, 3, 4, 0); /* an empty sum */
    check_product(&r, 0, 3, 4, 5);
    check_product(&r, 1, 0, 4, 5);
}

static void test_refused_products(void **state)
{
    (void)state;
    float p[64] = { 0 }, q[64] = { 0 }, s[64];
    trnfft_tensor a = trnfft_tensor_interleaved(TRNFFT_F32, 2, TEST_LIST(2, 3), p);
    trnfft_tensor b = trnfft_tensor_interleaved(TRNFFT_F32, 2, TEST_LIST(3, 4), q);
    trnfft_tensor c = trnfft_tensor_interleaved(TRNFFT_F32, 2, TEST_LIST(2, 4), s);
    trnfft_tensor wrong = trnfft_tensor_interleaved(TRNFFT_F32, 2, TEST_LIST(4, 2), s);
    trnfft_tensor real = trnfft_tensor_real(TRNFFT_F32, 2, TEST_LIST(2, 4), s);
    trnfft_tensor over =
        trnfft_tensor_interleaved(TRNFFT_F32, 2, TEST_LIST(2, 4), p + 2);
    EXPECT_OK(trnfft_complex_gemm(&a, &b, &c));
    memset(s, 0x33, sizeof s);
    unsigned char before[sizeof s];
    memcpy(before, s, sizeof s);
    EXPECT_ERROR(trnfft_complex_gemm(NULL, &b, &c), TRNFFT_ERROR_INVALID_ARGUMENT,
                 "a = NULL");
    EXPECT_ERROR(trnfft_complex_gemm(&a, &b, &wrong), TRNFFT_ERROR_INVALID_SHAPE,
                 "trnfft_complex_gemm: a is 2 x 3");
    EXPECT_ERROR(trnfft_complex_gemm(&a, &b, &real), TRNFFT_ERROR_INVALID_DTYPE,
                 "c is real");
    EXPECT_ERROR(trnfft_complex_gemm(&a, &b, &over), TRNFFT_ERROR_INVALID_ALIASING,
                 "c overlaps a");
    c.strides[0] = 2;
    EXPECT_ERROR(trnfft_complex_gemm(&a, &b, &c), TRNFFT_ERROR_INVALID_STRIDE,
                 "share memory");
    assert_memory_equal(before, s, sizeof s);
}

static void test_gemm_plan(void **state)
{
    (void)state;
    enum { N = 150 };
    static float a[2 * N * N], b[2 * N * N], c[2][2 * N * N];
    for (int i = 0; i < 2 * N * N; i++) {
        a[i] = (float)(i % 13) - 6;
        b[i] = (float)(i % 11) - 5;
    }
    trnfft_problem p = TRNFFT_PROBLEM_INIT;
    p.kind = TRNFFT_KIND_GEMM;
    p.in = trnfft_tensor_interleaved(TRNFFT_F32, 2, TEST_LIST(N, N), a);
    p.b = trnfft_tensor_interleaved(TRNFFT_F32, 2, TEST_LIST(N, N), b);
    p.out = trnfft_tensor_interleaved(TRNFFT_F32, 2, TEST_LIST(N, N), c[0]);
    for (int t = 0; t < 2; t++) {
        trnfft_plan_options o = TRNFFT_PLAN_OPTIONS_INIT;
        o.n_threads = 1 + 3 * t;
        trnfft_plan *plan = NULL;
        EXPECT_OK(trnfft_plan_create(NULL, &p, &o, &plan));
        const trnfft_operand operands[3] = { { a, NULL, NULL },
                                             { c[t], NULL, NULL },
                                             { b, NULL, NULL } };
        trnfft_execute_args args = TRNFFT_EXECUTE_ARGS_INIT;
        args.operands = operands;
        args.n_operands = 3;
        EXPECT_OK(trnfft_plan_execute_with(plan, &args));
        EXPECT_ERROR(trnfft_plan_execute(plan, a, NULL, c[t], NULL, NULL, 0),
                     TRNFFT_ERROR_INVALID_ARGUMENT, "trnfft_plan_execute_with");
        trnfft_plan_destroy(plan);
    }
    assert_memory_equal(c[0], c[1], sizeof c[0]);
}

/* A product of N x N matrices by a plan, c set to NaNs first. */
static void run_plan(const trnfft_plan_options *o, const trnfft_tensor *a,
                     const trnfft_tensor *b, const trnfft_tensor *c, char *text)
{
    trnfft_problem p = TRNFFT_PROBLEM_INIT;
    p.kind = TRNFFT_KIND_GEMM;
    p.in = *a;
    p.b = *b;
    p.out = *c;
    trnfft_plan *plan = NULL;
    EXPECT_OK(trnfft_plan_create(NULL, &p, o, &plan));
    const trnfft_operand operands[3] = { { a->re, a->im, NULL },
                                         { c->re, c->im, NULL },
                                         { b->re, b->im, NULL } };
    trnfft_execute_args args = TRNFFT_EXECUTE_ARGS_INIT;
    args.operands = operands;
    args.n_operands = 3;
    EXPECT_OK(trnfft_plan_execute_with(plan, &args));
    trnfft_plan_describe(plan, text, 200);
    trnfft_plan_destroy(plan);
}

static trnfft_tensor transposed(trnfft_tensor t)
{
    const int64_t shape = t.shape[0], stride = t.strides[0];
    t.shape[0] = t.shape[1];
    t.strides[0] = t.strides[1];
    t.shape[1] = shape;
    t.strides[1] = stride;
    return t;
}

/* Every layout, either order of the dimensions and several threads: the same bits, by
 * four and by three products; more than one block of k. */
static void test_gemm_layouts(void **state)
{
    enum { M = 101, N = 70, K = 600 };
    (void)state;
    test_random r = test_random_seed(11);
    for (int three = 0; three < 2; three++) {
        double *want = NULL, *values[2] = { NULL, NULL };
        for (int i = 0; i < 16; i++) {
            const int32_t layout = i & 1 ? TRNFFT_INTERLEAVED : TRNFFT_SPLIT;
            trnfft_tensor t[3], store[3];
            const int64_t shapes[3][2] = { { M, K }, { K, N }, { M, N } };
            for (int x = 0; x < 3; x++) {
                const int turned = (i >> (x + 1) & 1) != 0;
                const int64_t shape[2] = { shapes[x][turned], shapes[x][!turned] };
                store[x] = test_tensor(TRNFFT_F32, layout, 2, shape);
                t[x] = turned ? transposed(store[x]) : store[x];
                if (x < 2 && i == 0) {
                    values[x] = random_tensor(&r, &t[x]);
                } else if (x < 2) {
                    test_tensor_set(&t[x], values[x]);
                }
            }
            trnfft_plan_options o = TRNFFT_PLAN_OPTIONS_INIT;
            o.n_threads = 1 + i % 3;
            o.max_rel_error = three ? 1e-5 : 0;
            char text[200];
            run_plan(&o, &t[0], &t[1], &t[2], text);
            assert_non_null(
                strstr(text, three ? "gemm_three f32" : "gemm_blocked f32"));
            assert_non_null(
                strstr(text, three ? ", three products" : ", four products"));
            double *got = calloc(2 * M * N, sizeof *got);
            test_tensor_get(&t[2], got);
            if (i == 0) {
                want = got;
                assert_true(worst_error(M, N, K, values[0], values[1], got) <= 2e-4);
            } else {
                assert_memory_equal(want, got, 2 * M * N * sizeof *got);
                free(got);
            }
            for (int x = 0; x < 3; x++) {
                test_tensor_free(&store[x]);
            }
        }
        free(want);
        free(values[0]);
        free(values[1]);
    }
}

static void test_gemm_accuracy(void **state)
{
    (void)state;
    float a[2 * 16], b[2 * 16], c[2 * 16];
    trnfft_problem p = TRNFFT_PROBLEM_INIT;
    p.kind = TRNFFT_KIND_GEMM;
    p.in = trnfft_tensor_interleaved(TRNFFT_F32, 2, TEST_LIST(4, 4), a);
    p.b = trnfft_tensor_interleaved(TRNFFT_F32, 2, TEST_LIST(4, 4), b);
    p.out = trnfft_tensor_interleaved(TRNFFT_F32, 2, TEST_LIST(4, 4), c);
    trnfft_plan_options o = TRNFFT_PLAN_OPTIONS_INIT;
    trnfft_plan *plan = NULL;
    o.max_rel_error = 2e-7; /* (2 + sqrt 4) 2^-24 = 2.4e-7 */
    EXPECT_ERROR(trnfft_plan_create(NULL, &p, &o, &plan), TRNFFT_ERROR_UNSUPPORTED,
                 "options.max_rel_error = 2e-07: f32 sums of 4 products hold");
    o.max_rel_error = 4e-7; /* not enough for three products */
    o.force_solver = "gemm_three";
    EXPECT_ERROR(trnfft_plan_create(NULL, &p, &o, &plan), TRNFFT_ERROR_UNSUPPORTED,
                 NULL);
    o.max_rel_error = 5e-7;
    EXPECT_OK(trnfft_plan_create(NULL, &p, &o, &plan));
    trnfft_plan_destroy(plan);
}

static void test_copy_plan(void **state)
{
    (void)state;
    float pairs[24];
    double re[12], im[12];
    for (int i = 0; i < 24; i++) {
        pairs[i] = (float)i;
    }
    trnfft_problem p = TRNFFT_PROBLEM_INIT;
    p.kind = TRNFFT_KIND_COPY;
    p.in = trnfft_tensor_interleaved(TRNFFT_F32, 2, TEST_LIST(3, 4), pairs);
    p.out = trnfft_tensor_split(TRNFFT_F64, 2, TEST_LIST(3, 4), re, im);
    trnfft_plan *plan = NULL;
    EXPECT_OK(trnfft_plan_create(NULL, &p, NULL, &plan));
    EXPECT_OK(trnfft_plan_execute(plan, pairs, NULL, re, im, NULL, 0));
    for (int i = 0; i < 12; i++) {
        assert_true(re[i] == 2 * i && im[i] == 2 * i + 1);
    }
    char text[200];
    trnfft_plan_describe(plan, text, sizeof text);
    assert_non_null(strstr(text, "copy f32 interleaved -> f64 split"));
    trnfft_plan_destroy(plan);
    plan = NULL;
    p.out.shape[1] = 3;
    EXPECT_ERROR(trnfft_plan_create(NULL, &p, NULL, &plan), TRNFFT_ERROR_INVALID_SHAPE,
                 NULL);
    p.out = trnfft_tensor_real(TRNFFT_F64, 2, TEST_LIST(3, 4), re);
    EXPECT_ERROR(trnfft_plan_create(NULL, &p, NULL, &plan), TRNFFT_ERROR_INVALID_DTYPE,
                 NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_products),      cmocka_unit_test(test_refused_products),
        cmocka_unit_test(test_gemm_plan),     cmocka_unit_test(test_gemm_layouts),
        cmocka_unit_test(test_gemm_accuracy), cmocka_unit_test(test_copy_plan),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
