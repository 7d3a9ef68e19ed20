/* test_fft_memory.c - where operands may lie: every allowed arrangement gives the bits
 * of the plain one (split, contiguous, out of place); the others are refused with
 * nothing written. */
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
#include "support/tolerances.h"

/* A batch of planes; the second and third dimension are transformed. */
enum { A = 3, B = 6, C = 10, SIZE = A * B * C };
static const int64_t shape[3] = { A, B, C };
static const int32_t dims[2] = { 1, 2 };

static double numbers[2 * SIZE]; /* pairs */
static double spectrum[2 * SIZE];

static int set_up(void **state)
{
    (void)state;
    for (int i = 0; i < 2 * SIZE; ++i) {
        numbers[i] = (double)((i * 37) % 101) / 64.0 - 0.75;
    }
    trnfft_tensor x = test_tensor_of(TRNFFT_F64, TRNFFT_SPLIT, 3, shape, numbers);
    trnfft_tensor y = test_tensor(TRNFFT_F64, TRNFFT_SPLIT, 3, shape);
    EXPECT_OK(trnfft_fft2(&x, NULL, dims, TRNFFT_NORM_BACKWARD, &y));
    test_tensor_get(&y, spectrum);
    test_tensor_free(&x);
    test_tensor_free(&y);
    return 0;
}

static void test_layouts(void **state)
{
    (void)state;
    static const int32_t layouts[] = { TRNFFT_SPLIT, TRNFFT_INTERLEAVED };
    for (int i = 0; i < 4; ++i) {
        trnfft_tensor x = test_tensor_of(TRNFFT_F64, layouts[i / 2], 3, shape, numbers);
        trnfft_tensor y = test_tensor(TRNFFT_F64, layouts[i % 2], 3, shape);
        EXPECT_OK(trnfft_fft2(&x, NULL, dims, TRNFFT_NORM_BACKWARD, &y));
        EXPECT_VALUES(&y, spectrum, 0.0);
        EXPECT_VALUES(&x, numbers, 0.0); /* out of place the input stays as it was */
        EXPECT_OK(trnfft_fft2(&x, NULL, dims, TRNFFT_NORM_BACKWARD, &x));
        EXPECT_VALUES(&x, spectrum, 0.0);
        test_tensor_free(&x);
        test_tensor_free(&y);
    }
}

/* All 8 orders of signs, and the dimensions lying in another order in memory. */
static void test_strides(void **state)
{
    (void)state;
    static double memory[2 * SIZE];
    for (int signs = 0; signs < 8; ++signs) {
        int64_t strides[3] = { 2, 2 * A * C, 2 * A };
        double *first = memory;
        for (int d = 0; d < 3; ++d) {
            if ((signs >> d & 1) != 0) {
                first += (shape[d] - 1) * strides[d];
                strides[d] = -strides[d];
            }
        }
        trnfft_tensor x =
            trnfft_tensor_strided(TRNFFT_F64, 3, shape, strides, first, first + 1);
        trnfft_tensor y = test_tensor(TRNFFT_F64, TRNFFT_SPLIT, 3, shape);
        test_tensor_set(&x, numbers);
        EXPECT_OK(trnfft_fft2(&x, NULL, dims, TRNFFT_NORM_BACKWARD, &y));
        EXPECT_VALUES(&y, spectrum, 0.0);
        EXPECT_OK(trnfft_fft2(&x, NULL, dims, TRNFFT_NORM_BACKWARD, &x));
        EXPECT_VALUES(&x, spectrum, 0.0);
        test_tensor_set(&y, numbers);
        EXPECT_OK(trnfft_fft2(&y, NULL, dims, TRNFFT_NORM_BACKWARD, &x));
        EXPECT_VALUES(&x, spectrum, 0.0);
        test_tensor_free(&y);
    }
}

/* One row in memory, a batch of equal rows in the view. */
static void test_zero_stride(void **state)
{
    (void)state;
    double row[8], out[2 * 3 * 8], expected[2 * 3 * 8];
    for (int i = 0; i < 8; ++i) {
        row[i] = numbers[i];
    }
    int64_t size[2] = { 3, 8 }, strides[2] = { 0, 1 }, bins[2] = { 3, 5 };
    trnfft_tensor x = trnfft_tensor_strided(TRNFFT_F64, 2, size, strides, row, NULL);
    trnfft_tensor y = trnfft_tensor_interleaved(TRNFFT_F64, 2, bins, out);
    trnfft_tensor one = trnfft_tensor_interleaved(TRNFFT_F64, 1, bins + 1, expected);
    trnfft_tensor line = trnfft_tensor_real(TRNFFT_F64, 1, size + 1, row);
    EXPECT_OK(trnfft_rfft(&x, -1, -1, TRNFFT_NORM_BACKWARD, &y));
    EXPECT_OK(trnfft_rfft(&line, -1, -1, TRNFFT_NORM_BACKWARD, &one));
    for (int b = 0; b < 3; ++b) {
        assert_memory_equal(out + 10 * b, expected, sizeof(double) * 10);
    }
}

/* Arrays at addresses that are a multiple of nothing, as packed files have them. */
static void test_alignment(void **state)
{
    (void)state;
    enum { N = 100 };
    static char in[2 * N * 8 + 8], out[2 * N * 8 + 8];
    static double values[2 * N], expected[2 * N];
    int64_t n = N;
    trnfft_tensor a = trnfft_tensor_interleaved(TRNFFT_F64, 1, &n, values);
    trnfft_tensor b = trnfft_tensor_interleaved(TRNFFT_F64, 1, &n, expected);
    test_tensor_set(&a, numbers);
    EXPECT_OK(trnfft_fft(&a, -1, -1, TRNFFT_NORM_BACKWARD, &b));
    for (int shift = 1; shift < 8; ++shift) {
        memcpy(in + shift, values, sizeof values);
        trnfft_tensor x = trnfft_tensor_interleaved(TRNFFT_F64, 1, &n, in + shift);
        trnfft_tensor y = trnfft_tensor_interleaved(TRNFFT_F64, 1, &n, out + 8 - shift);
        EXPECT_OK(trnfft_fft(&x, -1, -1, TRNFFT_NORM_BACKWARD, &y));
        assert_memory_equal(out + 8 - shift, expected, sizeof expected);
    }
}

/* Real input counts as complex with imaginary parts of zero, also where it is cut or
 * padded. */
static void test_real_input(void **state)
{
    (void)state;
    double pairs[2 * SIZE], reals[SIZE], expected[2 * SIZE];
    for (int i = 0; i < SIZE; ++i) {
        reals[i] = pairs[2 * i] = numbers[i];
        pairs[2 * i + 1] = 0.0;
    }
    trnfft_tensor z = test_tensor_of(TRNFFT_F32, TRNFFT_SPLIT, 3, shape, pairs);
    trnfft_tensor x = test_tensor_of(TRNFFT_F32, TRNFFT_REAL, 3, shape, reals);
    static const int64_t lengths[][2] = { { B, C }, { 4, 13 }, { 9, 6 } };
    for (int i = 0; i < 3; ++i) {
        const int64_t *s = lengths[i], out[3] = { A, s[0], s[1] };
        trnfft_tensor y = test_tensor(TRNFFT_F32, TRNFFT_INTERLEAVED, 3, out);
        EXPECT_OK(trnfft_ifft2(&z, s, NULL, TRNFFT_NORM_ORTHO, &y));
        test_tensor_get(&y, expected);
        EXPECT_OK(trnfft_ifft2(&x, s, NULL, TRNFFT_NORM_ORTHO, &y));
        EXPECT_VALUES(&y, expected, test_max_tolerance_f32(SIZE));
        test_tensor_free(&y);
    }
    test_tensor_free(&x);
    test_tensor_free(&z);
}

/* Storage types in every combination; f64 decides the arithmetic, halves are rounded
 * once. */
static void test_types(void **state)
{
    (void)state;
    static const int32_t dtypes[] = { TRNFFT_F64, TRNFFT_F32, TRNFFT_BF16, TRNFFT_F16 };
    static const double rounding[] = { 1e-14, 1e-6, TEST_BF16_ROUNDING,
                                       TEST_F16_ROUNDING };
    double exact[2 * SIZE]; /* in all types */
    for (int i = 0; i < 2 * SIZE; ++i) {
        exact[i] = (double)((i * 37) % 31) / 16.0 - 0.75;
    }
    trnfft_tensor w = test_tensor_of(TRNFFT_F64, TRNFFT_SPLIT, 3, shape, exact);
    trnfft_tensor e = test_tensor(TRNFFT_F64, TRNFFT_SPLIT, 3, shape);
    double expected[2 * SIZE];
    EXPECT_OK(trnfft_fft2(&w, NULL, dims, TRNFFT_NORM_ORTHO, &e));
    test_tensor_get(&e, expected);
    for (int i = 0; i < 16; ++i) {
        double bound = rounding[i % 4];
        if (dtypes[i % 4] == TRNFFT_F64 && dtypes[i / 4] != TRNFFT_F64) {
            bound = 1e-14; /* exact input, f64 arithmetic */
        }
        trnfft_tensor x =
            test_tensor_of(dtypes[i / 4], TRNFFT_INTERLEAVED, 3, shape, exact);
        trnfft_tensor y = test_tensor(dtypes[i % 4], TRNFFT_SPLIT, 3, shape);
        EXPECT_OK(trnfft_fft2(&x, NULL, dims, TRNFFT_NORM_ORTHO, &y));
        EXPECT_VALUES(&y, expected, bound);
        test_tensor_free(&x);
        test_tensor_free(&y);
    }
    test_tensor_free(&w);
    test_tensor_free(&e);
}

static void test_overlap(void **state)
{
    (void)state;
    float memory[64], before[64];
    for (int i = 0; i < 64; ++i) {
        memory[i] = before[i] = (float)i;
    }
    int64_t n = 8, bins = 5, two[2] = { 2, 4 }, same_row[2] = { 0, 2 };
    trnfft_tensor x = trnfft_tensor_interleaved(TRNFFT_F32, 1, &n, memory);
    trnfft_tensor next = trnfft_tensor_interleaved(TRNFFT_F32, 1, &n, memory + 2);
    trnfft_tensor split = trnfft_tensor_split(TRNFFT_F32, 1, &n, memory, memory + 8);
    trnfft_tensor real = trnfft_tensor_real(TRNFFT_F32, 1, &n, memory);
    trnfft_tensor late = trnfft_tensor_interleaved(TRNFFT_F32, 1, &bins, memory + 1);
    trnfft_tensor rows = trnfft_tensor_interleaved(TRNFFT_F32, 2, two, memory + 32);
    trnfft_tensor folded =
        trnfft_tensor_strided(TRNFFT_F32, 2, two, same_row, memory, memory + 1);
    int32_t norm = TRNFFT_NORM_BACKWARD;
    EXPECT_ERROR(trnfft_fft(&x, -1, -1, norm, &next), TRNFFT_ERROR_INVALID_ALIASING,
                 "trnfft_fft: ");
    EXPECT_ERROR(trnfft_fft(&x, -1, -1, norm, &split), TRNFFT_ERROR_INVALID_ALIASING,
                 "trnfft_fft: ");
    EXPECT_ERROR(trnfft_rfft(&real, -1, -1, norm, &late), TRNFFT_ERROR_INVALID_ALIASING,
                 "trnfft_rfft: ");
    EXPECT_ERROR(trnfft_fft(&rows, -1, -1, norm, &folded), TRNFFT_ERROR_INVALID_STRIDE,
                 "trnfft_fft: ");
    assert_memory_equal(memory, before, sizeof memory);
}

/* Rows of 10 reals in a pitch of 12: 6 bins take their place, and go back. */
static void test_padded_real_in_place(void **state)
{
    (void)state;
    enum { PITCH = 12, BINS = C / 2 + 1, ROWS = A * B };
    static double memory[ROWS * PITCH], bins[2 * ROWS * BINS];
    double reals[SIZE];
    for (int i = 0; i < SIZE; ++i) {
        reals[i] = numbers[2 * i];
    }
    int64_t half[3] = { A, B, BINS };
    int64_t real_strides[3] = { B * PITCH, PITCH, 1 };
    int64_t pair_strides[3] = { B * PITCH, PITCH, 2 };
    trnfft_tensor x =
        trnfft_tensor_strided(TRNFFT_F64, 3, shape, real_strides, memory, NULL);
    trnfft_tensor y =
        trnfft_tensor_strided(TRNFFT_F64, 3, half, pair_strides, memory, memory + 1);
    trnfft_tensor apart = trnfft_tensor_interleaved(TRNFFT_F64, 3, half, bins);
    double expected[2 * ROWS * BINS];
    test_tensor_set(&x, reals);
    EXPECT_OK(trnfft_rfft2(&x, NULL, NULL, TRNFFT_NORM_BACKWARD, &apart));
    test_tensor_get(&apart, expected);
    EXPECT_OK(trnfft_rfft2(&x, NULL, NULL, TRNFFT_NORM_BACKWARD, &y));
    EXPECT_VALUES(&y, expected, 0.0);
    EXPECT_OK(trnfft_irfft2(&y, NULL, NULL, TRNFFT_NORM_BACKWARD, &x));
    EXPECT_VALUES(&x, reals, 1e-14);
    /* Rows that touch leave no room for the bins. */
    trnfft_tensor tight = trnfft_tensor_real(TRNFFT_F64, 3, shape, memory);
    trnfft_tensor crossing = trnfft_tensor_interleaved(TRNFFT_F64, 3, half, memory);
    EXPECT_ERROR(trnfft_rfft2(&tight, NULL, NULL, TRNFFT_NORM_BACKWARD, &crossing),
                 TRNFFT_ERROR_INVALID_ALIASING, "trnfft_rfft2: ");
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
        cmocka_unit_test(test_layouts),     cmocka_unit_test(test_strides),
        cmocka_unit_test(test_zero_stride), cmocka_unit_test(test_alignment),
        cmocka_unit_test(test_real_input),  cmocka_unit_test(test_types),
        cmocka_unit_test(test_overlap),     cmocka_unit_test(test_padded_real_in_place),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
