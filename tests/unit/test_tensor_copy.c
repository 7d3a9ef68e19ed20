/* Copies between all types, layouts and strides. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <math.h>

#include <trnfft/tensor.h>

#include "base/half.h"
#include "tensor/component.h"

#define SHAPE(...) ((const int64_t[]){ __VA_ARGS__ })

static const int32_t types[] = { TRNFFT_F32, TRNFFT_F64, TRNFFT_BF16,
                                 TRNFFT_F16, TRNFFT_S16, TRNFFT_S24 };

static int is_sample(int32_t dtype)
{
    return dtype == TRNFFT_S16 || dtype == TRNFFT_S24;
}

/* Fills bytes of an owned tensor with values that differ from element to element. */
static void fill(const trnfft_tensor *t, size_t n_components)
{
    unsigned char *p = t->re;
    for (size_t i = 0; i < n_components; i++) {
        double x = ((double)(i * 7919 % 2003) - 1001.0) / 333.0;
        int32_t k = (int32_t)(i * 7919 % 65521) - 32760;
        if (t->dtype == TRNFFT_S16) {
            int16_t v = (int16_t)k;
            memcpy(p + 2 * i, &v, 2);
        } else if (t->dtype == TRNFFT_S24) {
            k *= 255;
            p[3 * i] = (unsigned char)(k & 255);
            p[3 * i + 1] = (unsigned char)(k >> 8 & 255);
            p[3 * i + 2] = (unsigned char)(k >> 16 & 255);
        } else {
            tfi_store_f64(t->dtype, p + i * trnfft_dtype_size(t->dtype), 1, 1, &x, 1);
        }
    }
}

static double rounded_to(int32_t dtype, double x)
{
    double y = 0;
    char bytes[8];
    tfi_store_f64(dtype, bytes, 1, 1, &x, 1);
    tfi_load_f64(dtype, bytes, 1, 1, &y, 1);
    return y;
}

static void assert_equal_elements(const trnfft_tensor *in, const trnfft_tensor *out)
{
    int64_t index[3];
    for (index[0] = 0; index[0] < in->shape[0]; index[0]++)
        for (index[1] = 0; index[1] < in->shape[1]; index[1]++)
            for (index[2] = 0; index[2] < in->shape[2]; index[2]++) {
                double a, b, c, d;
                assert_int_equal(trnfft_tensor_get(in, index, &a, &b), TRNFFT_OK);
                assert_int_equal(trnfft_tensor_get(out, index, &c, &d), TRNFFT_OK);
                if (in->dtype != out->dtype) {
                    a = rounded_to(out->dtype, a);
                    b = rounded_to(out->dtype, b);
                }
                assert_true(a == c && b == d);
            }
}

/* A view of part of t with reversed and skipped elements, dimensions rotated. */
static trnfft_tensor twisted(const trnfft_tensor *t)
{
    trnfft_tensor v = *t;
    assert_int_equal(trnfft_tensor_slice(&v, 0, t->shape[0] - 1, 3, -1, &v), TRNFFT_OK);
    assert_int_equal(trnfft_tensor_slice(&v, 1, 1, 2, 2, &v), TRNFFT_OK);
    assert_int_equal(trnfft_tensor_slice(&v, 2, 2, 5, 1, &v), TRNFFT_OK);
    assert_int_equal(trnfft_tensor_permute(&v, (const int32_t[]){ 2, 0, 1 }, &v),
                     TRNFFT_OK);
    return v;
}

static void check_types(int32_t from, int32_t from_layout, int32_t to,
                        int32_t to_layout)
{
    trnfft_tensor a, b;
    assert_int_equal(trnfft_tensor_empty(from, from_layout, 3, SHAPE(4, 5, 300), &a),
                     TRNFFT_OK);
    assert_int_equal(trnfft_tensor_empty(to, to_layout, 3, SHAPE(4, 5, 300), &b),
                     TRNFFT_OK);
    fill(&a, 6000);
    if (from_layout == TRNFFT_INTERLEAVED)
        fill(&a, 12000);
    fill(&b, 6000);
    assert_int_equal(trnfft_tensor_copy(&a, &b), TRNFFT_OK);
    assert_equal_elements(&a, &b);
    trnfft_tensor va = twisted(&a);
    trnfft_tensor vb = twisted(&b);
    fill(&b, 6000);
    assert_int_equal(trnfft_tensor_copy(&va, &vb), TRNFFT_OK);
    assert_equal_elements(&va, &vb);
    /* From the same row again and again. */
    assert_int_equal(trnfft_tensor_slice(&va, 1, 1, va.shape[1], 0, &va), TRNFFT_OK);
    assert_int_equal(trnfft_tensor_copy(&va, &vb), TRNFFT_OK);
    assert_equal_elements(&va, &vb);
    trnfft_tensor_free(&a);
    trnfft_tensor_free(&b);
}

static void every_pair_of_types_and_layouts(void **state)
{
    (void)state;
    for (int i = 0; i < 6; i++)
        for (int j = 0; j < 6; j++)
            for (int32_t p = TRNFFT_REAL; p <= TRNFFT_INTERLEAVED; p++)
                for (int32_t q = TRNFFT_REAL; q <= TRNFFT_INTERLEAVED; q++) {
                    if ((is_sample(types[i]) && p) || (is_sample(types[j]) && q) ||
                        (is_sample(types[j]) && types[i] != types[j]) || (p && !q))
                        continue;
                    check_types(types[i], p, types[j], q);
                }
}

static void samples_are_scaled(void **state)
{
    (void)state;
    int16_t s16[] = { -32768, 0, 32767, -1 };
    /* The bytes 000080, FFFF7F, 010000 of a WAV file. */
    unsigned char s24[] = { 0, 0, 0x80, 0xff, 0xff, 0x7f, 1, 0, 0, 0xff, 0xff, 0xff };
    float x[4];
    double y[4];
    trnfft_tensor out = trnfft_tensor_real(TRNFFT_F32, 1, SHAPE(4), x);
    trnfft_tensor out64 = trnfft_tensor_real(TRNFFT_F64, 1, SHAPE(4), y);
    trnfft_tensor in = trnfft_tensor_real(TRNFFT_S16, 1, SHAPE(4), s16);
    assert_int_equal(trnfft_tensor_copy(&in, &out), TRNFFT_OK);
    assert_true(x[0] == -1.0F && x[1] == 0.0F && x[2] == 32767.0F / 32768.0F &&
                x[3] == -1.0F / 32768.0F);
    in = trnfft_tensor_real(TRNFFT_S24, 1, SHAPE(4), s24);
    assert_int_equal(trnfft_tensor_copy(&in, &out), TRNFFT_OK);
    assert_int_equal(trnfft_tensor_copy(&in, &out64), TRNFFT_OK);
    const double wanted[] = { -1.0, 8388607.0 / 8388608.0, 1.0 / 8388608.0,
                              -1.0 / 8388608.0 };
    for (int i = 0; i < 4; i++)
        assert_true((double)x[i] == wanted[i] && y[i] == wanted[i]);
}

static void doubles_are_rounded_once(void **state)
{
    (void)state;
    /* Just above a tie of bf16, but a tie itself once rounded to f32. */
    double x = 1.0 + 0x1p-8 + 0x1p-40;
    uint16_t h = 0;
    float nan_in = NAN;
    trnfft_tensor in = trnfft_tensor_real(TRNFFT_F64, 0, NULL, &x);
    trnfft_tensor out = trnfft_tensor_real(TRNFFT_BF16, 0, NULL, &h);
    assert_int_equal(trnfft_tensor_copy(&in, &out), TRNFFT_OK);
    assert_int_equal(h, 0x3f81);
    in = trnfft_tensor_real(TRNFFT_F32, 0, NULL, &nan_in);
    assert_int_equal(trnfft_tensor_copy(&in, &out), TRNFFT_OK);
    assert_true(isnan(tfi_bf16_to_f32(h)));
    out = trnfft_tensor_real(TRNFFT_F16, 0, NULL, &h);
    assert_int_equal(trnfft_tensor_copy(&in, &out), TRNFFT_OK);
    assert_true(isnan(tfi_f16_to_f32(h)));
}

static void misaligned_components_are_fine(void **state)
{
    (void)state;
    unsigned char from[8 * 40 + 1];
    unsigned char to[8 * 40 + 1];
    for (int i = 0; i < 6; i++) {
        size_t size = trnfft_dtype_size(types[i]);
        trnfft_tensor in = trnfft_tensor_real(types[i], 1, SHAPE(40), from + 1);
        trnfft_tensor out = trnfft_tensor_real(types[i], 1, SHAPE(40), to + 1);
        fill(&in, 40);
        memset(to, 0, sizeof to);
        assert_int_equal(trnfft_tensor_copy(&in, &out), TRNFFT_OK);
        assert_memory_equal(from + 1, to + 1, 40 * size);
        double y[40];
        out = trnfft_tensor_real(TRNFFT_F64, 1, SHAPE(40), y);
        assert_int_equal(trnfft_tensor_copy(&in, &out), TRNFFT_OK);
    }
}

static void assert_copy_refused(trnfft_tensor in, trnfft_tensor out,
                                trnfft_status status, const char *sentence)
{
    assert_int_equal(trnfft_tensor_copy(&in, &out), status);
    assert_string_equal(trnfft_last_error(), sentence);
}

static void impossible_copies_write_nothing(void **state)
{
    (void)state;
    float x[40] = { 1, 2, 3, 4 };
    float y[40] = { 0 };
    float before[40];
    memcpy(before, y, sizeof y);
    trnfft_tensor in = trnfft_tensor_real(TRNFFT_F32, 1, SHAPE(4), x);
    trnfft_tensor out = trnfft_tensor_real(TRNFFT_F32, 1, SHAPE(4), y);
    assert_copy_refused(
        in, trnfft_tensor_real(TRNFFT_F32, 1, SHAPE(5), y), TRNFFT_ERROR_INVALID_SHAPE,
        "trnfft_tensor_copy: output.shape[0] = 5: the input has 4 there");
    assert_copy_refused(in, trnfft_tensor_real(TRNFFT_F32, 2, SHAPE(1, 4), y),
                        TRNFFT_ERROR_INVALID_SHAPE,
                        "trnfft_tensor_copy: output.rank = 2: the input has rank 1");
    assert_copy_refused(
        trnfft_tensor_interleaved(TRNFFT_F32, 1, SHAPE(4), x), out,
        TRNFFT_ERROR_INVALID_DTYPE,
        "trnfft_tensor_copy: output is real: the input is complex (copy a "
        "real view of its re or im)");
    assert_copy_refused(
        in, trnfft_tensor_real(TRNFFT_S16, 1, SHAPE(4), y), TRNFFT_ERROR_INVALID_DTYPE,
        "trnfft_tensor_copy: output.dtype = s16: samples are only read; use "
        "f32 or f64");
    assert_copy_refused(
        in, trnfft_tensor_strided(TRNFFT_F32, 1, SHAPE(4), SHAPE(0), y, NULL),
        TRNFFT_ERROR_INVALID_STRIDE,
        "trnfft_tensor_copy: output.strides: elements of an output share memory");
    assert_copy_refused(
        in, trnfft_tensor_real(TRNFFT_F32, 1, SHAPE(4), x + 1),
        TRNFFT_ERROR_INVALID_ALIASING,
        "trnfft_tensor_copy: output overlaps input but is not the same view");
    assert_int_equal(trnfft_tensor_copy(NULL, &out), TRNFFT_ERROR_INVALID_ARGUMENT);
    assert_int_equal(trnfft_tensor_copy(&in, NULL), TRNFFT_ERROR_INVALID_ARGUMENT);
    assert_memory_equal(before, y, sizeof y);
    assert_int_equal(trnfft_tensor_copy(&in, &in), TRNFFT_OK);
    trnfft_tensor none = trnfft_tensor_real(TRNFFT_F32, 1, SHAPE(0), NULL);
    assert_int_equal(trnfft_tensor_copy(&none, &none), TRNFFT_OK);
}

static void unknown_types_are_left_alone(void **state)
{
    (void)state;
    float x = 5;
    double y = 6;
    tfi_load_f32(99, &y, 1, 1, &x, 1);
    tfi_load_f64(99, &x, 1, 1, &y, 1);
    tfi_store_f32(TRNFFT_S16, &y, 1, 1, &x, 1);
    tfi_store_f64(TRNFFT_S24, &x, 1, 1, &y, 1);
    assert_true(x == 5 && y == 6);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_pair_of_types_and_layouts),
        cmocka_unit_test(samples_are_scaled),
        cmocka_unit_test(doubles_are_rounded_once),
        cmocka_unit_test(misaligned_components_are_fine),
        cmocka_unit_test(impossible_copies_write_nothing),
        cmocka_unit_test(unknown_types_are_left_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
