/* test_api_contract.c - the programs that show the interface: one line, tensors, plans.
 * They stand here as a user would write them; what is checked around them is that the
 * results are right. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <trnfft/trnfft.h>

/* A few incommensurate waves: nothing that a wrong transform maps to itself. */
static double wave(int64_t i)
{
    return sin(0.7 * (double)i) + 0.3 * cos(1.9 * (double)i) - 0.1;
}

static void test_one_line(void **state)
{
    (void)state;
    static float x[2 * 1000], X[2 * 1000], r[1001], R[2 * 501];
    static float Rre[501], Rim[501];
    static double zr[997], zi[997];
    for (int i = 0; i < 2000; ++i) {
        x[i] = (float)wave(i);
    }
    for (int i = 0; i < 1001; ++i) {
        r[i] = (float)wave(i);
    }
    assert_int_equal(trnfft_fft_f32(1000, x, X), TRNFFT_OK);
    assert_int_equal(trnfft_ifft_f32(1000, X, x), TRNFFT_OK);
    for (int i = 0; i < 2000; ++i) {
        assert_true(fabs((double)x[i] - wave(i)) < 1e-5);
    }
    assert_int_equal(trnfft_rfft_f32(1001, r, R), TRNFFT_OK);
    assert_int_equal(trnfft_irfft_f32(1001, R, r), TRNFFT_OK);
    for (int i = 0; i < 1001; ++i) {
        assert_true(fabs((double)r[i] - wave(i)) < 1e-5);
    }

    double sum_re = 0.0, sum_im = 0.0;
    for (int i = 0; i < 997; ++i) {
        sum_re += zr[i] = wave(i);
        sum_im += zi[i] = wave(i + 5000);
    }
    assert_int_equal(trnfft_fft_split_f64(997, zr, zi, zr, zi), TRNFFT_OK);
    assert_true(fabs(zr[0] - sum_re) < 1e-10 && fabs(zi[0] - sum_im) < 1e-10);

    assert_int_equal(trnfft_rfft_split_f32(1001, r, Rre, Rim), TRNFFT_OK);
    for (int k = 0; k < 501; ++k) {
        assert_true(fabsf(Rre[k] - R[2 * k]) < 1e-3F);
        assert_true(fabsf(Rim[k] - R[2 * k + 1]) < 1e-3F);
    }
}

static float data[4 * 1000], re[4 * 501], im[4 * 501], out_re[4 * 1000],
    out_im[4 * 1000];
static double pairs[2 * 64];

static void test_tensors(void **state)
{
    (void)state;
    for (int i = 0; i < 4000; ++i) {
        data[i] = (float)wave(i);
    }
    trnfft_tensor x = trnfft_tensor_real(TRNFFT_F32, 2, (int64_t[]){ 4, 1000 }, data);
    trnfft_tensor y = trnfft_tensor_split(TRNFFT_F32, 2, (int64_t[]){ 4, 501 }, re, im);
    trnfft_tensor z =
        trnfft_tensor_interleaved(TRNFFT_F64, 1, (int64_t[]){ 64 }, pairs);
    assert_ptr_equal(z.im, pairs + 1);
    assert_int_equal(z.strides[0], 2);
    assert_int_equal(trnfft_rfft(&x, TRNFFT_N_DEFAULT, -1, TRNFFT_NORM_ORTHO, &y),
                     TRNFFT_OK);
    double sum = 0.0;
    for (int i = 0; i < 1000; ++i) {
        sum += (double)data[3000 + i];
    }
    assert_true(fabs((double)re[3 * 501] - sum / sqrt(1000.0)) < 1e-4);

    trnfft_tensor out =
        trnfft_tensor_split(TRNFFT_F32, 2, (int64_t[]){ 4, 1000 }, out_re, out_im);
    assert_int_equal(trnfft_fftn(&x, /*s*/ NULL, /*dim*/ (int32_t[]){ -1, 0 },
                                 /*n_dim*/ 2, TRNFFT_NORM_BACKWARD, &out),
                     TRNFFT_OK);
    double first = (double)out_re[0];
    assert_int_equal(trnfft_fft2(&x, NULL, NULL, TRNFFT_NORM_BACKWARD, &out),
                     TRNFFT_OK);
    assert_true(fabs(first - (double)out_re[0]) < 1e-2);
}

static void test_owned_tensors_and_shapes(void **state)
{
    (void)state;
    trnfft_tensor x = trnfft_tensor_real(TRNFFT_F32, 2, (int64_t[]){ 4, 1000 }, data),
                  t;
    int64_t out_shape[2] = { 0, 0 };
    const int64_t *s = NULL;
    const int32_t *dim = NULL;
    int32_t n_dim = 0;
    assert_int_equal(trnfft_rfftn_shape(&x, s, dim, n_dim, out_shape), TRNFFT_OK);
    assert_int_equal(out_shape[0], 4);
    assert_int_equal(out_shape[1], 501);
    assert_int_equal(trnfft_tensor_empty(TRNFFT_F32, TRNFFT_SPLIT, 2, out_shape, &t),
                     TRNFFT_OK);
    assert_int_equal((uintptr_t)t.re % 64, 0);
    assert_int_equal(trnfft_rfftn(&x, s, dim, n_dim, TRNFFT_NORM_BACKWARD, &t),
                     TRNFFT_OK);
    trnfft_tensor_free(&t);
    assert_null(t.re);
}

static void test_nonsense_is_refused_where_it_is_used(void **state)
{
    (void)state;
    trnfft_tensor x = trnfft_tensor_real(TRNFFT_F32, 2, (int64_t[]){ 4, -7 }, data);
    trnfft_tensor y = trnfft_tensor_split(TRNFFT_F32, 2, (int64_t[]){ 4, 501 }, re, im);
    assert_true(trnfft_rfft(&x, TRNFFT_N_DEFAULT, -1, TRNFFT_NORM_ORTHO, &y) < 0);
    assert_non_null(strstr(trnfft_last_error(), "-7"));
    assert_non_null(strstr(trnfft_last_error(), "trnfft_rfft: "));
}

/* Returns a program's exit status, as the example does. */
static int run_plan(const trnfft_tensor *xp, const trnfft_tensor *yp)
{
    trnfft_tensor x = *xp, y = *yp;
    float *xre = x.re, *xim = x.im, *yre = y.re, *yim = y.im;
    static char text[4096];

    trnfft_problem p = TRNFFT_PROBLEM_INIT;
    p.op = TRNFFT_OP_RFFT;
    p.in = x;
    p.out = y;
    p.n_dim = 1;
    p.dim[0] = -1;
    p.n[0] = 1000;
    trnfft_plan_options o = TRNFFT_PLAN_OPTIONS_INIT;
    o.n_threads = 2;
    trnfft_plan *plan = NULL;
    if (trnfft_plan_create(NULL, &p, &o, &plan) != TRNFFT_OK) {
        fprintf(stderr, "%s\n", trnfft_last_error());
        return 1;
    }
    size_t bytes = trnfft_plan_workspace_bytes(plan);
    void *workspace = malloc(bytes + 1);
    if (trnfft_plan_execute(plan, xre, xim, yre, yim, workspace, bytes) != TRNFFT_OK ||
        trnfft_plan_execute(plan, xre, xim, yre, yim, NULL, 0) != TRNFFT_OK) {
        return 1;
    }
    trnfft_operand operands[] = { { xre, xim, NULL }, { yre, yim, NULL } };
    trnfft_execute_args args = TRNFFT_EXECUTE_ARGS_INIT;
    args.operands = operands;
    args.n_operands = 2;
    if (trnfft_plan_execute_with(plan, &args) != TRNFFT_OK) {
        return 1;
    }
    size_t need = trnfft_plan_describe(plan, text, sizeof text);
    trnfft_plan_destroy(plan);
    trnfft_plan_destroy(NULL);
    free(workspace);
    return need > 0 && need == strlen(text) ? 0 : 1;
}

static void test_plans(void **state)
{
    (void)state;
    trnfft_tensor x = trnfft_tensor_real(TRNFFT_F32, 2, (int64_t[]){ 4, 1000 }, data);
    trnfft_tensor y = trnfft_tensor_split(TRNFFT_F32, 2, (int64_t[]){ 4, 501 }, re, im);
    memset(re, 0, sizeof re);
    assert_int_equal(run_plan(&x, &y), 0);
    double sum = 0.0;
    for (int i = 0; i < 1000; ++i) {
        sum += (double)data[i];
    }
    assert_true(fabs((double)re[0] - sum) < 1e-2);
}

static void test_contexts(void **state)
{
    (void)state;
    trnfft_context *context = NULL, *previous = NULL;
    trnfft_context_options options = TRNFFT_CONTEXT_OPTIONS_INIT;
    trnfft_cache_stats stats = TRNFFT_CACHE_STATS_INIT;
    static float x[2 * 1000], X[2 * 1000];
    assert_int_equal(trnfft_context_create(&options, &context), TRNFFT_OK);
    assert_int_equal(trnfft_context_set_current(context, &previous), TRNFFT_OK);
    assert_int_equal(trnfft_fft_f32(1000, x, X), TRNFFT_OK);
    assert_int_equal(trnfft_fft_f32(1000, x, X), TRNFFT_OK);
    assert_int_equal(trnfft_plan_cache_stats(NULL, &stats), TRNFFT_OK);
    assert_int_equal(stats.misses, 1);
    assert_int_equal(stats.hits, 1);
    assert_true(stats.bytes > 0);
    assert_int_equal(trnfft_plan_cache_clear(NULL), TRNFFT_OK);
    assert_int_equal(trnfft_context_set_current(previous, NULL), TRNFFT_OK);
    trnfft_context_destroy(context);
    trnfft_shutdown();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_one_line),
        cmocka_unit_test(test_tensors),
        cmocka_unit_test(test_owned_tensors_and_shapes),
        cmocka_unit_test(test_nonsense_is_refused_where_it_is_used),
        cmocka_unit_test(test_plans),
        cmocka_unit_test(test_contexts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
