/* test_fft_helpers.c - frequencies, shifts and fast lengths. */
#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include <trnfft/fft.h>

#include "support/tensors.h"
#include "support/tolerances.h"

static void test_frequencies(void **state)
{
    (void)state;
    static const int32_t dtypes[] = { TRNFFT_F64, TRNFFT_F32, TRNFFT_BF16, TRNFFT_F16 };
    static const double rounding[] = { DBL_EPSILON, (double)FLT_EPSILON,
                                       TEST_BF16_ROUNDING, TEST_F16_ROUNDING };
    static const double even[] = { 0, 0.25, 0.5, 0.75, -1, -0.75, -0.5, -0.25 };
    static const double half[] = { 0, 1.0 / 3.5, 2.0 / 3.5, 3.0 / 3.5 };
    for (int i = 0; i < 4; ++i) {
        trnfft_tensor f = test_tensor(dtypes[i], TRNFFT_REAL, 1, TEST_LIST(8));
        trnfft_tensor h = test_tensor(dtypes[i], TRNFFT_REAL, 1, TEST_LIST(4));
        EXPECT_OK(trnfft_fftfreq(8, 0.5, &f));
        EXPECT_VALUES(&f, even, 0.0);
        EXPECT_OK(trnfft_rfftfreq(7, 0.5, &h));
        EXPECT_VALUES(&h, half, rounding[i]);
        test_tensor_free(&f);
        test_tensor_free(&h);
    }
}

/* More than one piece, written backwards through a negative stride. */
static void test_long_frequencies(void **state)
{
    (void)state;
    enum { N = 1001 };
    static double values[N];
    int64_t n = N, stride = -1;
    trnfft_tensor f =
        trnfft_tensor_strided(TRNFFT_F64, 1, &n, &stride, values + N - 1, NULL);
    EXPECT_OK(trnfft_fftfreq(N, 1.0, &f));
    for (int k = 0; k < N; ++k) {
        double expected = (k <= 500 ? k : k - N) / (double)N;
        assert_true(values[N - 1 - k] == expected);
    }
}

static void test_refused_frequencies(void **state)
{
    (void)state;
    trnfft_tensor f = test_tensor(TRNFFT_F32, TRNFFT_REAL, 1, TEST_LIST(8));
    trnfft_tensor c = test_tensor(TRNFFT_F32, TRNFFT_SPLIT, 1, TEST_LIST(8));
    EXPECT_ERROR(trnfft_fftfreq(0, 1.0, &f), TRNFFT_ERROR_INVALID_ARGUMENT, "n = 0");
    EXPECT_ERROR(trnfft_fftfreq(8, 0.0, &f), TRNFFT_ERROR_INVALID_ARGUMENT, "d = 0");
    EXPECT_ERROR(trnfft_fftfreq(8, (double)NAN, &f), TRNFFT_ERROR_INVALID_ARGUMENT,
                 "d = ");
    EXPECT_ERROR(trnfft_fftfreq(9, 1.0, &f), TRNFFT_ERROR_INVALID_SHAPE, "(9)");
    EXPECT_ERROR(trnfft_rfftfreq(8, 1.0, &f), TRNFFT_ERROR_INVALID_SHAPE, "(5)");
    EXPECT_ERROR(trnfft_fftfreq(8, 1.0, &c), TRNFFT_ERROR_INVALID_DTYPE, "complex");
    EXPECT_ERROR(trnfft_fftfreq(8, 1.0, NULL), TRNFFT_ERROR_INVALID_ARGUMENT, "output");
    test_tensor_free(&f);
    test_tensor_free(&c);
}

/* Shapes with odd, even, 1 and 0 sizes; element (a, b, c) holds its own number. */
static const int64_t shift_shapes[][3] = {
    { 5, 4, 3 }, { 1, 7, 2 }, { 2, 1, 1 }, { 3, 0, 2 }
};
enum { MAX_SHIFT_SIZE = 60 };

static double shifted_number(const int64_t *shape, int64_t index, int back)
{
    int64_t from = 0, weight = 1;
    for (int d = 2; d >= 0; --d) {
        int64_t n = shape[d], j = index % n;
        index /= n;
        from += weight * ((j + (back ? n / 2 : n - n / 2)) % n);
        weight *= n;
    }
    return (double)from;
}

static void check_shift(const int64_t *shape, const test_variant *v, int back)
{
    double values[2 * MAX_SHIFT_SIZE], expected[2 * MAX_SHIFT_SIZE];
    int64_t size = shape[0] * shape[1] * shape[2];
    for (int64_t i = 0; i < size; ++i) {
        double from = shifted_number(shape, i, back);
        values[2 * i] = (double)i;
        values[2 * i + 1] = -(double)i - 0.5;
        expected[2 * i] = from;
        expected[2 * i + 1] = -from - 0.5;
    }
    trnfft_tensor x = test_tensor_of(v->dtype, v->layout, 3, shape, values);
    trnfft_tensor y = test_tensor(v->dtype, v->layout, 3, shape);
    trnfft_tensor z = test_tensor(TRNFFT_F64, TRNFFT_SPLIT, 3, shape);
    trnfft_status (*shift)(const trnfft_tensor *, const int32_t *, int32_t,
                           const trnfft_tensor *) =
        back ? trnfft_ifftshift : trnfft_fftshift;
    EXPECT_OK(shift(&x, NULL, 0, &y));
    EXPECT_VALUES(&y, expected, 0.0);
    EXPECT_OK(shift(&x, TEST_DIMS(-1, 0, 1), 3, &z));
    EXPECT_VALUES(&z, expected, 0.0);
    EXPECT_OK(shift(&x, NULL, 0, &x)); /* in place */
    EXPECT_VALUES(&x, expected, 0.0);
    test_tensor_free(&x);
    test_tensor_free(&y);
    test_tensor_free(&z);
}

static void test_shifts(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof shift_shapes / sizeof shift_shapes[0]; ++i) {
        for (int v = 0; v < 4; ++v) {
            check_shift(shift_shapes[i], &test_variants[v], 0);
            check_shift(shift_shapes[i], &test_variants[v], 1);
        }
    }
}

/* Samples move as they are; a dimension named twice moves twice; no dimension is a
 * copy. */
static void test_shifts_of_dimensions(void **state)
{
    (void)state;
    int16_t samples[5] = { 1, 2, 3, 4, 5 }, moved[5];
    trnfft_tensor x = trnfft_tensor_real(TRNFFT_S16, 1, TEST_LIST(5), samples);
    trnfft_tensor y = trnfft_tensor_real(TRNFFT_S16, 1, TEST_LIST(5), moved);
    EXPECT_OK(trnfft_fftshift(&x, NULL, 0, &y));
    assert_int_equal(moved[0], 4);
    EXPECT_OK(trnfft_fftshift(&x, TEST_DIMS(0, -1), 2, &y));
    assert_int_equal(moved[0], 2);
    EXPECT_OK(trnfft_fftshift(&x, TEST_DIMS(0), 0, &y));
    assert_int_equal(moved[0], 1);
}

static void test_refused_shifts(void **state)
{
    (void)state;
    float values[12] = { 0 };
    trnfft_tensor x = trnfft_tensor_real(TRNFFT_F32, 1, TEST_LIST(6), values);
    trnfft_tensor after = trnfft_tensor_real(TRNFFT_F32, 1, TEST_LIST(6), values + 3);
    trnfft_tensor shorter = trnfft_tensor_real(TRNFFT_F32, 1, TEST_LIST(5), values + 6);
    trnfft_tensor pairs =
        trnfft_tensor_interleaved(TRNFFT_F32, 1, TEST_LIST(6), values);
    trnfft_tensor samples = trnfft_tensor_real(TRNFFT_S16, 1, TEST_LIST(6), values + 6);
    EXPECT_ERROR(trnfft_fftshift(&x, NULL, 0, &after), TRNFFT_ERROR_INVALID_ALIASING,
                 NULL);
    EXPECT_ERROR(trnfft_fftshift(&x, NULL, 0, &shorter), TRNFFT_ERROR_INVALID_SHAPE,
                 NULL);
    EXPECT_ERROR(trnfft_fftshift(&x, NULL, 0, &pairs), TRNFFT_ERROR_INVALID_DTYPE,
                 NULL);
    EXPECT_ERROR(trnfft_fftshift(&x, NULL, 0, &samples), TRNFFT_ERROR_INVALID_DTYPE,
                 NULL);
    EXPECT_ERROR(trnfft_ifftshift(&x, TEST_DIMS(1), 1, &x),
                 TRNFFT_ERROR_INVALID_ARGUMENT, "dim[0] = 1");
    EXPECT_ERROR(trnfft_ifftshift(&x, TEST_DIMS(0), -1, &x),
                 TRNFFT_ERROR_INVALID_ARGUMENT, "n_dim = -1");
    EXPECT_ERROR(trnfft_ifftshift(NULL, NULL, 0, &x), TRNFFT_ERROR_INVALID_ARGUMENT,
                 "input");
}

static int is_fast(int64_t n)
{
    static const int primes[] = { 2, 3, 5, 7, 11, 13 };
    for (int i = 0; i < 6; ++i) {
        while (n % primes[i] == 0) {
            n /= primes[i];
        }
    }
    return n == 1;
}

static void test_fast_lengths(void **state)
{
    (void)state;
    int64_t length = 0;
    for (int64_t n = 1, expected = 1; n <= 20000; ++n) {
        while (expected < n || !is_fast(expected)) {
            ++expected;
        }
        EXPECT_OK(trnfft_next_fast_len(n, &length));
        assert_int_equal(length, expected);
    }
    EXPECT_OK(trnfft_next_fast_len(93059, &length));
    assert_int_equal(length, 93170);
    EXPECT_OK(trnfft_next_fast_len(INT64_C(1) << 62, &length));
    assert_true(length == INT64_C(1) << 62);
    /* 2^63 would be next: an error at once, not a search without end. */
    EXPECT_ERROR(trnfft_next_fast_len(INT64_MAX, &length), TRNFFT_ERROR_OVERFLOW,
                 "64 bits");
    assert_true(length == INT64_C(1) << 62);
    EXPECT_ERROR(trnfft_next_fast_len(0, &length), TRNFFT_ERROR_INVALID_ARGUMENT,
                 "n = 0");
    EXPECT_ERROR(trnfft_next_fast_len(8, NULL), TRNFFT_ERROR_INVALID_ARGUMENT,
                 "length");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_frequencies),
        cmocka_unit_test(test_long_frequencies),
        cmocka_unit_test(test_refused_frequencies),
        cmocka_unit_test(test_shifts),
        cmocka_unit_test(test_shifts_of_dimensions),
        cmocka_unit_test(test_refused_shifts),
        cmocka_unit_test(test_fast_lengths),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
