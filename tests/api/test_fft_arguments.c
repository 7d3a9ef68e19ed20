/* test_fft_arguments.c - what the transforms on tensors accept, what they refuse and
 * with which words; that a refused call writes nothing; that shape functions agree with
 * the transforms. */
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

static double numbers[48];

static trnfft_tensor real(int32_t rank, const int64_t *shape)
{
    return test_tensor_of(TRNFFT_F64, TRNFFT_REAL, rank, shape, numbers);
}

static trnfft_tensor complex_(int32_t rank, const int64_t *shape)
{
    return test_tensor_of(TRNFFT_F64, TRNFFT_SPLIT, rank, shape, numbers);
}

static int set_up(void **state)
{
    (void)state;
    for (int i = 0; i < 48; ++i) {
        numbers[i] = (double)((7 * i) % 11) - 4.5;
    }
    return 0;
}

/* The exact sentence of an error. */
static void expect_sentence(trnfft_status status, trnfft_status wanted,
                            const char *sentence)
{
    assert_string_equal(trnfft_last_error(), sentence);
    assert_int_equal(status, wanted);
}

static void test_lengths_below_one(void **state)
{
    (void)state;
    trnfft_tensor x = real(1, TEST_LIST(4)), y = complex_(1, TEST_LIST(3));
    expect_sentence(trnfft_rfft(&x, 0, -1, TRNFFT_NORM_BACKWARD, &y),
                    TRNFFT_ERROR_INVALID_ARGUMENT,
                    "trnfft_rfft: n = 0: a transform needs at least one point");
    expect_sentence(trnfft_rfftn(&x, TEST_LIST(-2), NULL, 1, TRNFFT_NORM_BACKWARD, &y),
                    TRNFFT_ERROR_INVALID_ARGUMENT,
                    "trnfft_rfftn: s[0] = -2: a transform needs at least one point");
    test_tensor_free(&x);
    test_tensor_free(&y);
}

static void test_implied_lengths(void **state)
{
    (void)state;
    int64_t shape[2] = { 77, 77 };
    trnfft_tensor one = complex_(1, TEST_LIST(1)), none = complex_(2, TEST_LIST(3, 0));
    EXPECT_ERROR(trnfft_irfft_shape(&one, TRNFFT_N_DEFAULT, -1, shape),
                 TRNFFT_ERROR_INVALID_ARGUMENT, "invalid n (0)");
    EXPECT_ERROR(trnfft_fft_shape(&none, TRNFFT_N_DEFAULT, 1, shape),
                 TRNFFT_ERROR_INVALID_ARGUMENT, "invalid n (0)");
    assert_int_equal(shape[0], 77);
    EXPECT_OK(trnfft_irfft_shape(&one, 5, -1, shape));
    assert_int_equal(shape[0], 5);
    EXPECT_OK(trnfft_fft_shape(&none, 4, 1, shape));
    assert_int_equal(shape[0], 3);
    assert_int_equal(shape[1], 4);
    test_tensor_free(&one);
    test_tensor_free(&none);
}

static void test_dimensions(void **state)
{
    (void)state;
    trnfft_tensor x = complex_(3, TEST_LIST(2, 2, 3)),
                  y = complex_(3, TEST_LIST(2, 2, 3));
    int32_t norm = TRNFFT_NORM_BACKWARD;
    expect_sentence(trnfft_fftn(&x, NULL, TEST_DIMS(2, -1), 2, norm, &y),
                    TRNFFT_ERROR_INVALID_ARGUMENT,
                    "trnfft_fftn: dim[1] = -1 repeats dimension 2");
    EXPECT_ERROR(trnfft_fft(&x, -1, 3, norm, &y), TRNFFT_ERROR_INVALID_ARGUMENT,
                 "trnfft_fft: dim = 3: out of range");
    EXPECT_ERROR(trnfft_fft(&x, -1, -4, norm, &y), TRNFFT_ERROR_INVALID_ARGUMENT,
                 "dim = -4");
    EXPECT_ERROR(trnfft_fft(&x, -1, INT32_MIN, norm, &y), TRNFFT_ERROR_INVALID_ARGUMENT,
                 "out of range");
    EXPECT_ERROR(trnfft_fftn(&x, NULL, TEST_DIMS(0), -1, norm, &y),
                 TRNFFT_ERROR_INVALID_ARGUMENT, "n_dim = -1");
    EXPECT_ERROR(trnfft_fftn(&x, TEST_LIST(2, 2, 2, 2), NULL, 4, norm, &y),
                 TRNFFT_ERROR_INVALID_ARGUMENT, "n_dim = 4");
    trnfft_tensor line = complex_(1, TEST_LIST(4));
    EXPECT_ERROR(trnfft_ifft2(&line, NULL, NULL, norm, &line),
                 TRNFFT_ERROR_INVALID_SHAPE, "at least 2 dimensions");
    trnfft_tensor point = complex_(0, NULL);
    EXPECT_ERROR(trnfft_fft(&point, -1, -1, norm, &point), TRNFFT_ERROR_INVALID_SHAPE,
                 "needs at least 1 dimension");
    EXPECT_ERROR(trnfft_irfftn(&point, NULL, NULL, 0, norm, &point),
                 TRNFFT_ERROR_INVALID_SHAPE, "needs at least 1 dimension");
    test_tensor_free(&x);
    test_tensor_free(&y);
    test_tensor_free(&line);
    test_tensor_free(&point);
}

/* fftn over no dimension is a copy; the halving transforms need one. */
static void test_no_dimension(void **state)
{
    (void)state;
    trnfft_tensor x = real(2, TEST_LIST(2, 3)), y = complex_(2, TEST_LIST(2, 3));
    double expected[12];
    for (int i = 0; i < 6; ++i) {
        expected[2 * i] = numbers[i];
        expected[2 * i + 1] = 0.0;
    }
    EXPECT_OK(trnfft_fftn(&x, NULL, TEST_DIMS(0), 0, TRNFFT_NORM_ORTHO, &y));
    EXPECT_VALUES(&y, expected, 0.0);
    EXPECT_ERROR(trnfft_rfftn(&x, NULL, TEST_DIMS(0), 0, TRNFFT_NORM_ORTHO, &y),
                 TRNFFT_ERROR_INVALID_ARGUMENT, "at least 1 dimension");
    trnfft_tensor point = real(0, NULL), out = complex_(0, NULL);
    EXPECT_OK(trnfft_fftn_shape(&point, NULL, NULL, 0, NULL));
    EXPECT_OK(trnfft_fftn(&point, NULL, NULL, 0, TRNFFT_NORM_BACKWARD, &out));
    EXPECT_VALUES(&out, expected, 0.0);
    test_tensor_free(&x);
    test_tensor_free(&y);
    test_tensor_free(&point);
    test_tensor_free(&out);
}

/* dim NULL: the last n_dim; both NULL and n_dim 0: all; fft2 NULL: the last two. */
static void test_default_dimensions(void **state)
{
    (void)state;
    trnfft_tensor x = complex_(3, TEST_LIST(2, 3, 4));
    trnfft_tensor a = complex_(3, TEST_LIST(2, 3, 4)),
                  b = complex_(3, TEST_LIST(2, 3, 4));
    double values[48];
    int32_t norm = TRNFFT_NORM_BACKWARD;
    EXPECT_OK(trnfft_fftn(&x, NULL, NULL, 0, norm, &a));
    test_tensor_get(&a, values);
    EXPECT_OK(trnfft_fftn(&x, NULL, TEST_DIMS(0, 1, 2), 3, norm, &b));
    EXPECT_VALUES(&b, values, 0.0);
    EXPECT_OK(trnfft_fftn(&x, TEST_LIST(-1, 4), NULL, 2, norm, &a));
    test_tensor_get(&a, values);
    EXPECT_OK(trnfft_fft2(&x, NULL, NULL, norm, &b));
    EXPECT_VALUES(&b, values, 0.0);
    EXPECT_OK(trnfft_fftn(&x, NULL, NULL, 2, norm, &b));
    EXPECT_VALUES(&b, values, 0.0);
    test_tensor_free(&x);
    test_tensor_free(&a);
    test_tensor_free(&b);
}

static void test_norms(void **state)
{
    (void)state;
    trnfft_tensor x = complex_(1, TEST_LIST(4)), y = complex_(1, TEST_LIST(4));
    EXPECT_ERROR(trnfft_fft(&x, -1, -1, 3, &y), TRNFFT_ERROR_INVALID_ARGUMENT,
                 "norm = 3");
    EXPECT_ERROR(trnfft_fft(&x, -1, -1, -1, &y), TRNFFT_ERROR_INVALID_ARGUMENT,
                 "norm = -1");
    test_tensor_free(&x);
    test_tensor_free(&y);
}

static void test_types(void **state)
{
    (void)state;
    int16_t samples[4] = { 1, 2, 3, 4 };
    trnfft_tensor s16 = trnfft_tensor_real(TRNFFT_S16, 1, TEST_LIST(4), samples);
    trnfft_tensor x = complex_(1, TEST_LIST(4)), r = real(1, TEST_LIST(4));
    int32_t norm = TRNFFT_NORM_BACKWARD;
    EXPECT_ERROR(trnfft_fft(&s16, -1, -1, norm, &x), TRNFFT_ERROR_INVALID_DTYPE,
                 "convert them to f32");
    EXPECT_ERROR(trnfft_irfft(&x, 4, -1, norm, &s16), TRNFFT_ERROR_INVALID_DTYPE,
                 "s16");
    EXPECT_ERROR(trnfft_rfft(&x, -1, -1, norm, &x), TRNFFT_ERROR_INVALID_DTYPE,
                 "takes real input");
    EXPECT_ERROR(trnfft_ihfft(&x, -1, -1, norm, &x), TRNFFT_ERROR_INVALID_DTYPE,
                 "takes real input");
    EXPECT_ERROR(trnfft_fft(&x, -1, -1, norm, &r), TRNFFT_ERROR_INVALID_DTYPE,
                 "output is real");
    EXPECT_ERROR(trnfft_irfft(&x, 4, -1, norm, &x), TRNFFT_ERROR_INVALID_DTYPE,
                 "output is complex");
    r.dtype = 17;
    EXPECT_ERROR(trnfft_fft(&r, -1, -1, norm, &x), TRNFFT_ERROR_INVALID_DTYPE, "17");
    test_tensor_free(&x);
    test_tensor_free(&r);
}

static void test_nulls(void **state)
{
    (void)state;
    trnfft_tensor x = complex_(2, TEST_LIST(2, 4));
    EXPECT_ERROR(trnfft_fft(NULL, -1, -1, 0, &x), TRNFFT_ERROR_INVALID_ARGUMENT,
                 "input");
    EXPECT_ERROR(trnfft_fft(&x, -1, -1, 0, NULL), TRNFFT_ERROR_INVALID_ARGUMENT,
                 "output");
    EXPECT_ERROR(trnfft_fft2_shape(&x, NULL, NULL, NULL), TRNFFT_ERROR_INVALID_ARGUMENT,
                 "shape");
    test_tensor_free(&x);
}

static void test_output_shape(void **state)
{
    (void)state;
    trnfft_tensor x = real(2, TEST_LIST(2, 6)), y = complex_(2, TEST_LIST(2, 6));
    double before[24];
    test_tensor_get(&y, before);
    expect_sentence(trnfft_rfft(&x, -1, -1, TRNFFT_NORM_BACKWARD, &y),
                    TRNFFT_ERROR_INVALID_SHAPE,
                    "trnfft_rfft: output has the shape (2, 6), the result has (2, 4)");
    EXPECT_VALUES(&y, before, 0.0);
    test_tensor_free(&x);
    test_tensor_free(&y);
}

/* An empty batch is no work and no error, whatever its data pointers. */
static void test_empty_batch(void **state)
{
    (void)state;
    int64_t shape[3];
    trnfft_tensor x = trnfft_tensor_real(TRNFFT_F32, 3, TEST_LIST(0, 2, 16), NULL);
    trnfft_tensor y =
        trnfft_tensor_split(TRNFFT_F32, 3, TEST_LIST(0, 2, 9), NULL, NULL);
    EXPECT_OK(trnfft_rfft_shape(&x, -1, -1, shape));
    assert_int_equal(shape[0], 0);
    assert_int_equal(shape[2], 9);
    EXPECT_OK(trnfft_rfft(&x, -1, -1, TRNFFT_NORM_BACKWARD, &y));
    EXPECT_REFUSED(trnfft_rfft(&x, 0, -1, TRNFFT_NORM_BACKWARD, &y));
}

/* An empty batch of lines longer than any memory. */
static void test_endless_lines(void **state)
{
    (void)state;
    int64_t shape[2];
    trnfft_tensor x = { .dtype = TRNFFT_F32, .rank = 2, .shape = { 0, INT64_MAX } };
    EXPECT_ERROR(trnfft_irfft_shape(&x, TRNFFT_N_DEFAULT, 1, shape),
                 TRNFFT_ERROR_OVERFLOW, "trnfft_irfft_shape: ");
    EXPECT_OK(trnfft_rfft_shape(&x, TRNFFT_N_DEFAULT, 1, shape));
    assert_true(shape[1] == INT64_MAX / 2 + 1);
}

/* Nothing but type, rank and shape of the input matters to a shape. */
static void test_shape_needs_no_data(void **state)
{
    (void)state;
    int64_t shape[2];
    trnfft_tensor x = { .dtype = TRNFFT_F32, .rank = 2, .shape = { 5524996, 800 } };
    EXPECT_OK(trnfft_rfft_shape(&x, -1, -1, shape));
    assert_int_equal(shape[0] * shape[1] * 8, INT64_C(17724187168));
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
        cmocka_unit_test(test_lengths_below_one),
        cmocka_unit_test(test_implied_lengths),
        cmocka_unit_test(test_dimensions),
        cmocka_unit_test(test_no_dimension),
        cmocka_unit_test(test_default_dimensions),
        cmocka_unit_test(test_norms),
        cmocka_unit_test(test_types),
        cmocka_unit_test(test_nulls),
        cmocka_unit_test(test_output_shape),
        cmocka_unit_test(test_empty_batch),
        cmocka_unit_test(test_endless_lines),
        cmocka_unit_test(test_shape_needs_no_data),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
