/* Elementwise complex products: all types, layouts, strides, in place, and what is
 * refused. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include <math.h>

#include <trnfft/gemm.h>

#define SHAPE(...) ((const int64_t[]){ __VA_ARGS__ })

static const int32_t types[] = { TRNFFT_F32, TRNFFT_F64, TRNFFT_BF16, TRNFFT_F16 };

/* Sixteenths between -1 and 1: exact in every type, and so are their products' sums in
 * f32. */
static trnfft_tensor filled(int32_t dtype, int32_t layout, int seed)
{
    trnfft_tensor wide;
    trnfft_tensor t;
    const int64_t *shape = SHAPE(3, 301);
    assert_int_equal(trnfft_tensor_empty(TRNFFT_F64, layout, 2, shape, &wide),
                     TRNFFT_OK);
    assert_int_equal(trnfft_tensor_empty(dtype, layout, 2, shape, &t), TRNFFT_OK);
    int64_t index[2];
    for (index[0] = 0; index[0] < 3; index[0]++)
        for (index[1] = 0; index[1] < 301; index[1]++) {
            int64_t at = 0;
            int64_t k = index[0] * 301 + index[1];
            assert_int_equal(trnfft_tensor_offset(&wide, index, &at), TRNFFT_OK);
            ((double *)wide.re)[at] = (double)((k * 7 + seed) % 33 - 16) / 16.0;
            if (wide.im)
                ((double *)wide.im)[at] = (double)((k * 11 + seed) % 29 - 14) / 16.0;
        }
    assert_int_equal(trnfft_tensor_copy(&wide, &t), TRNFFT_OK);
    trnfft_tensor_free(&wide);
    return t;
}

static void check_products(const trnfft_tensor *a, const trnfft_tensor *b,
                           const trnfft_tensor *out, double tolerance)
{
    int64_t index[2];
    for (index[0] = 0; index[0] < out->shape[0]; index[0]++)
        for (index[1] = 0; index[1] < out->shape[1]; index[1]++) {
            double x[2], y[2], z[2];
            assert_int_equal(trnfft_tensor_get(a, index, &x[0], &x[1]), TRNFFT_OK);
            assert_int_equal(trnfft_tensor_get(b, index, &y[0], &y[1]), TRNFFT_OK);
            assert_int_equal(trnfft_tensor_get(out, index, &z[0], &z[1]), TRNFFT_OK);
            assert_true(fabs(z[0] - (x[0] * y[0] - x[1] * y[1])) <= tolerance);
            assert_true(fabs(z[1] - (x[0] * y[1] + x[1] * y[0])) <= tolerance);
        }
}

static void every_type_and_layout(void **state)
{
    (void)state;
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < 4; k++)
            for (int32_t layouts = 0; layouts < 18; layouts++) {
                trnfft_tensor a = filled(types[i], layouts % 3, 1);
                trnfft_tensor b = filled(types[k], layouts / 3 % 3, 5);
                trnfft_tensor out = filled(types[(i + k) % 4], 1 + layouts / 9, 0);
                assert_int_equal(trnfft_complex_mul(&a, &b, &out), TRNFFT_OK);
                bool half = out.dtype == TRNFFT_BF16 || out.dtype == TRNFFT_F16;
                check_products(&a, &b, &out, half ? 0.008 : 0.0);
                trnfft_tensor_free(&a);
                trnfft_tensor_free(&b);
                trnfft_tensor_free(&out);
            }
}

static void in_place_and_squares(void **state)
{
    (void)state;
    for (int32_t layout = TRNFFT_SPLIT; layout <= TRNFFT_INTERLEAVED; layout++) {
        trnfft_tensor a = filled(TRNFFT_F32, layout, 1);
        trnfft_tensor before = filled(TRNFFT_F32, layout, 1);
        assert_int_equal(trnfft_complex_mul(&a, &a, &a), TRNFFT_OK);
        check_products(&before, &before, &a, 0.0);
        trnfft_tensor_free(&a);
        trnfft_tensor_free(&before);
    }
}

static void any_strides(void **state)
{
    (void)state;
    trnfft_tensor a = filled(TRNFFT_F32, TRNFFT_INTERLEAVED, 1);
    trnfft_tensor b = filled(TRNFFT_F32, TRNFFT_SPLIT, 2);
    trnfft_tensor out = filled(TRNFFT_F64, TRNFFT_INTERLEAVED, 0);
    trnfft_tensor x, y, z;
    assert_int_equal(trnfft_tensor_slice(&a, 1, 300, 101, -3, &x), TRNFFT_OK);
    assert_int_equal(trnfft_tensor_slice(&out, 1, 0, 101, 2, &z), TRNFFT_OK);
    y = trnfft_tensor_strided(TRNFFT_F32, 2, SHAPE(3, 101), SHAPE(0, 1), b.re, b.im);
    assert_int_equal(trnfft_complex_mul(&x, &y, &z), TRNFFT_OK);
    check_products(&x, &y, &z, 0.0);
    trnfft_tensor_free(&a);
    trnfft_tensor_free(&b);
    trnfft_tensor_free(&out);
}

static void scalars_and_nothing(void **state)
{
    (void)state;
    double a[2] = { 1, 2 }, b[2] = { 3, -1 }, c[2] = { 0, 0 };
    trnfft_tensor x = trnfft_tensor_interleaved(TRNFFT_F64, 0, NULL, a);
    trnfft_tensor y = trnfft_tensor_interleaved(TRNFFT_F64, 0, NULL, b);
    trnfft_tensor z = trnfft_tensor_interleaved(TRNFFT_F64, 0, NULL, c);
    assert_int_equal(trnfft_complex_mul(&x, &y, &z), TRNFFT_OK);
    assert_true(c[0] == 5 && c[1] == 5);
    trnfft_tensor none = trnfft_tensor_interleaved(TRNFFT_F64, 2, SHAPE(0, 4), NULL);
    assert_int_equal(trnfft_complex_mul(&none, &none, &none), TRNFFT_OK);
}

static void infinity_times_real_zero_imaginary(void **state)
{
    (void)state;
    float a[2] = { INFINITY, 1 }, b[1] = { 2 }, c[2] = { 0, 0 };
    trnfft_tensor x = trnfft_tensor_interleaved(TRNFFT_F32, 1, SHAPE(1), a);
    trnfft_tensor y = trnfft_tensor_real(TRNFFT_F32, 1, SHAPE(1), b);
    trnfft_tensor z = trnfft_tensor_interleaved(TRNFFT_F32, 1, SHAPE(1), c);
    assert_int_equal(trnfft_complex_mul(&x, &y, &z), TRNFFT_OK);
    assert_true(isinf(c[0]) && c[1] == 2);
}

static void refusals(void **state)
{
    (void)state;
    float a[16] = { 0 }, c[16];
    memset(c, 7, sizeof c);
    trnfft_tensor x = trnfft_tensor_interleaved(TRNFFT_F32, 1, SHAPE(4), a);
    trnfft_tensor shorter = trnfft_tensor_interleaved(TRNFFT_F32, 1, SHAPE(3), a);
    trnfft_tensor flat = trnfft_tensor_interleaved(TRNFFT_F32, 2, SHAPE(1, 4), a);
    trnfft_tensor z = trnfft_tensor_interleaved(TRNFFT_F32, 1, SHAPE(4), c);
    trnfft_tensor real = trnfft_tensor_real(TRNFFT_F32, 1, SHAPE(4), c);
    trnfft_tensor shifted = trnfft_tensor_interleaved(TRNFFT_F32, 1, SHAPE(4), a + 2);
    assert_int_equal(trnfft_complex_mul(&x, &shorter, &z), TRNFFT_ERROR_INVALID_SHAPE);
    assert_int_equal(trnfft_complex_mul(&flat, &x, &z), TRNFFT_ERROR_INVALID_SHAPE);
    assert_int_equal(trnfft_complex_mul(&x, &x, &real), TRNFFT_ERROR_INVALID_DTYPE);
    assert_int_equal(trnfft_complex_mul(&x, &x, &shifted),
                     TRNFFT_ERROR_INVALID_ALIASING);
    assert_int_equal(trnfft_complex_mul(&x, NULL, &z), TRNFFT_ERROR_INVALID_ARGUMENT);
    z.strides[0] = 0;
    assert_int_equal(trnfft_complex_mul(&x, &x, &z), TRNFFT_ERROR_INVALID_STRIDE);
    unsigned char untouched[sizeof c];
    memset(untouched, 7, sizeof untouched);
    assert_memory_equal(c, untouched, sizeof c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_type_and_layout),
        cmocka_unit_test(in_place_and_squares),
        cmocka_unit_test(any_strides),
        cmocka_unit_test(scalars_and_nothing),
        cmocka_unit_test(infinity_times_real_zero_imaginary),
        cmocka_unit_test(refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
