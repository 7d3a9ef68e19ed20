/* Does every failing allocation of plans and transforms give out-of-memory, without a
 * leak? */
#include "alloc/failing.h"

#include <stdio.h>
#include <string.h>

#include <trnfft/fnet.h>
#include <trnfft/gemm.h>

/* --- plans
 * ---------------------------------------------------------------------------------- */

static trnfft_status plan_and_run(trnfft_context *context, int32_t op, int32_t dtype,
                                  int64_t n, int32_t threads)
{
    size_t room = 4 * (size_t)n + 8;
    double *memory = calloc(room, sizeof *memory);
    trnfft_problem p = TRNFFT_PROBLEM_INIT;
    int64_t m = n / 2 + 1;
    p.op = op;
    trnfft_tensor full = trnfft_tensor_interleaved(dtype, 1, &n, memory);
    trnfft_tensor real = trnfft_tensor_real(dtype, 1, &n, memory);
    trnfft_tensor half = trnfft_tensor_interleaved(dtype, 1, &m, memory + 2 * n + 4);
    p.in = op == TRNFFT_OP_RFFT ? real : op == TRNFFT_OP_IRFFT ? half : full;
    p.out = op == TRNFFT_OP_RFFT ? half : op == TRNFFT_OP_IRFFT ? real : full;
    p.n_dim = 1, p.n[0] = n;
    trnfft_plan_options o = TRNFFT_PLAN_OPTIONS_INIT;
    o.n_threads = threads;
    trnfft_plan *plan = NULL;
    trnfft_status status = trnfft_plan_create(context, &p, &o, &plan);
    if (status != TRNFFT_OK) {
        assert_null(plan);
    }
    STEP(status,
         trnfft_plan_execute(plan, p.in.re, p.in.im, p.out.re, p.out.im, NULL, 0));
    char text[64];
    if (status == TRNFFT_OK) {
        assert_true(trnfft_plan_describe(plan, text, sizeof text) > 0);
        (void)trnfft_plan_describe_candidates(plan, text, sizeof text);
    }
    trnfft_plan_destroy(plan);
    free(memory);
    return status;
}

static int32_t op, dtype, threads;
static int64_t length;

static trnfft_status chosen_plan(trnfft_context *context)
{
    return plan_and_run(context, op, dtype, length, threads);
}

static void plans(void **state)
{
    (void)state;
    const int64_t lengths[] = { 1, 6, 64, 97, 173, 263, 1000, 1208, 2187, 4099, 32768 };
    const int32_t ops[] = { TRNFFT_OP_FFT, TRNFFT_OP_RFFT, TRNFFT_OP_IRFFT };
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        for (int k = 0; k < 3; k++) {
            char name[64];
            length = lengths[i], op = ops[k], dtype = k == 1 ? TRNFFT_F64 : TRNFFT_F32;
            threads = 1 + (int32_t)(i & 1);
            snprintf(name, sizeof name, "plan of op %d, n = %d", (int)op, (int)length);
            run_with_failures(chosen_plan, name);
        }
    }
}

/* --- the functions of fft.h
 * ------------------------------------------------------------------- */

static trnfft_status one_line(trnfft_context *context)
{
    (void)context;
    trnfft_status status = TRNFFT_OK;
    float x[2 * 101] = { 1 };
    double y[2 * 60] = { 1 }, re[60] = { 1 }, im[60] = { 0 };
    STEP(status, trnfft_fft_f32(100, x, x));
    STEP(status, trnfft_ifft_f32(101, x, x));
    STEP(status, trnfft_rfft_f64(60, y, y));
    STEP(status, trnfft_irfft_f64(60, y, y));
    STEP(status, trnfft_fft_split_f64(60, re, im, re, im));
    STEP(status, trnfft_irfft_split_f64(59, re, im, y));
    return status;
}

static trnfft_status tensors(trnfft_context *context)
{
    (void)context;
    trnfft_status status = TRNFFT_OK;
    trnfft_tensor cube = test_tensor(TRNFFT_BF16, TRNFFT_SPLIT, 3, TEST_LIST(3, 4, 6));
    trnfft_tensor copy =
        test_tensor(TRNFFT_F32, TRNFFT_INTERLEAVED, 3, TEST_LIST(3, 4, 6));
    trnfft_tensor real = test_tensor(TRNFFT_F32, TRNFFT_REAL, 3, TEST_LIST(3, 4, 10));
    trnfft_tensor half = test_tensor(TRNFFT_F64, TRNFFT_SPLIT, 3, TEST_LIST(3, 4, 6));
    memset(cube.re, 0, 2 * 72 * 2);
    memset(real.re, 0, 120 * 4);
    STEP(status, trnfft_fftn(&cube, NULL, NULL, 0, TRNFFT_NORM_ORTHO, &copy));
    STEP(status,
         trnfft_ifftn(&copy, NULL, TEST_DIMS(0, 2), 2, TRNFFT_NORM_BACKWARD, &copy));
    STEP(status, trnfft_rfftn(&real, NULL, NULL, 0, TRNFFT_NORM_BACKWARD, &half));
    STEP(status,
         trnfft_irfftn(&half, TEST_LIST(4, 10), NULL, 2, TRNFFT_NORM_BACKWARD, &real));
    STEP(status,
         trnfft_hfft2(&half, TEST_LIST(4, 10), NULL, TRNFFT_NORM_FORWARD, &real));
    STEP(status, trnfft_ihfft(&real, 10, -1, TRNFFT_NORM_FORWARD, &half));
    STEP(status,
         trnfft_fft(&cube, 7, 1, TRNFFT_NORM_BACKWARD, &cube) == TRNFFT_OK
             ? TRNFFT_ERROR_INTERNAL /* the shape is wrong: it must be refused */
             : TRNFFT_OK);
    STEP(status, trnfft_fftshift(&copy, NULL, 0, &copy));
    STEP(status, trnfft_plan_cache_clear(NULL));
    test_tensor_free(&cube);
    test_tensor_free(&copy);
    test_tensor_free(&real);
    test_tensor_free(&half);
    return status;
}

static trnfft_status matrices(trnfft_context *context)
{
    (void)context;
    trnfft_tensor a = test_tensor(TRNFFT_F32, TRNFFT_SPLIT, 3, TEST_LIST(2, 5, 7));
    trnfft_tensor b =
        test_tensor(TRNFFT_F32, TRNFFT_INTERLEAVED, 3, TEST_LIST(2, 7, 3));
    trnfft_tensor c = test_tensor(TRNFFT_F64, TRNFFT_SPLIT, 3, TEST_LIST(2, 5, 3));
    trnfft_status status = trnfft_complex_gemm(&a, &b, &c);
    test_tensor_free(&a);
    test_tensor_free(&b);
    test_tensor_free(&c);
    return status;
}

static trnfft_status mixing(trnfft_context *context)
{
    (void)context;
    trnfft_tensor x = test_tensor(TRNFFT_BF16, TRNFFT_REAL, 3, TEST_LIST(2, 97, 194));
    trnfft_tensor y = test_tensor(TRNFFT_F32, TRNFFT_REAL, 3, TEST_LIST(2, 97, 194));
    memset(x.re, 0, 2 * 97 * 194 * 2);
    trnfft_status status = trnfft_fnet_mix(&x, TRNFFT_NORM_ORTHO, &y);
    assert_true(((unsigned char *)y.re)[7] == (status == TRNFFT_OK ? 0 : 0xA5));
    test_tensor_free(&x);
    test_tensor_free(&y);
    return status;
}

static trnfft_status owned(trnfft_context *context)
{
    (void)context;
    trnfft_tensor t[3];
    memset(t, 0, sizeof t);
    trnfft_status status = TRNFFT_OK;
    for (int32_t layout = TRNFFT_REAL; layout <= TRNFFT_INTERLEAVED; layout++) {
        STEP(status,
             trnfft_tensor_empty(TRNFFT_F64, layout, 2, TEST_LIST(3, 5), &t[layout]));
    }
    for (int i = 0; i < 3; i++) {
        trnfft_tensor_free(&t[i]);
    }
    return status;
}

static void functions(void **state)
{
    (void)state;
    run_with_failures(one_line, "one-line functions");
    run_with_failures(tensors, "tensor functions");
    run_with_failures(matrices, "matrix product");
    run_with_failures(mixing, "FNet mixing");
    run_with_failures(owned, "owned tensors");
}

/* --- where memory comes from and goes to
 * ------------------------------------------------------ */

static void *take(size_t bytes, void *user)
{
    ++*(int *)user;
    return malloc(bytes);
}

static void give(void *memory, void *user)
{
    --*(int *)user;
    free(memory);
}

/* Owned tensors and windows use the callbacks of the current context, and a tensor's
 * memory goes back there when the context is gone. */
static void callbacks_of_the_current_context(void **state)
{
    (void)state;
    int live = 0;
    trnfft_context_options o = TRNFFT_CONTEXT_OPTIONS_INIT;
    o.allocate = take, o.release = give, o.allocator_user = &live;
    trnfft_context *context = NULL, *previous = NULL;
    EXPECT_OK(trnfft_context_create(&o, &context));
    trnfft_tensor before, inside;
    EXPECT_OK(trnfft_tensor_empty(TRNFFT_F32, TRNFFT_SPLIT, 1, TEST_LIST(9), &before));
    EXPECT_OK(trnfft_context_set_current(context, &previous));
    assert_int_equal(live, 1);   /* the context itself */
    trnfft_tensor_free(&before); /* malloc's */
    assert_int_equal(live, 1);
    EXPECT_OK(trnfft_tensor_empty(TRNFFT_F32, TRNFFT_SPLIT, 1, TEST_LIST(9), &inside));
    assert_int_equal(live, 2);
    for (int i = 0; i < 9; i++) {
        assert_true(((float *)inside.re)[i] == 0 && ((float *)inside.im)[i] == 0);
    }
    assert_true((uintptr_t)inside.re % 64 == 0 && (uintptr_t)inside.im % 64 == 0);
    EXPECT_OK(trnfft_context_set_current(previous, NULL));
    trnfft_context_destroy(context);
    assert_int_equal(live, 1);
    trnfft_tensor_free(&inside);
    assert_int_equal(live, 0);
    assert_null(inside.re);
}

/* A failing transform writes nothing. */
static void nothing_is_written(void **state)
{
    (void)state;
    float x[2] = { 3, 4 };
    trnfft_status status = trnfft_fft_f32((int64_t)1 << 58, x, x);
    assert_true(status == TRNFFT_ERROR_OUT_OF_MEMORY ||
                status == TRNFFT_ERROR_OVERFLOW);
    assert_true(x[0] == 3 && x[1] == 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plans),
        cmocka_unit_test(functions),
        cmocka_unit_test(callbacks_of_the_current_context),
        cmocka_unit_test(nothing_is_written),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
