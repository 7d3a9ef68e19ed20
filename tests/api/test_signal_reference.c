/* test_signal_reference.c - power, decibels, mel filters and Griffin-Lim against
 * librosa. */
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

#include "signal_reference.h"
#include "support/tensors.h"

static void power_and_magnitude(void **state)
{
    (void)state;
    const double z[] = { 3, 4, -1, 0, 0, -2, 0, 0 };
    const double power[] = { 25, 1, 4, 0 }, magnitude[] = { 5, 1, 2, 0 };
    for (int i = 0; i < 4; i++) {
        trnfft_tensor x = test_tensor_of(
            test_variants[i].dtype, test_variants[i].layout, 2, TEST_LIST(2, 2), z);
        trnfft_tensor y = test_tensor(TRNFFT_F32, TRNFFT_REAL, 2, TEST_LIST(2, 2));
        EXPECT_OK(trnfft_power(&x, &y));
        EXPECT_VALUES(&y, power, 0);
        EXPECT_OK(trnfft_magnitude(&x, &y));
        EXPECT_VALUES(&y, magnitude, 0);
        /* Over the real parts. */
        trnfft_tensor real = x;
        real.im = NULL;
        EXPECT_OK(trnfft_power(&x, &real));
        EXPECT_VALUES(&real, power, 0);
        test_tensor_free(&x);
        test_tensor_free(&y);
    }
    double huge[2] = { 3e200, 4e200 }, length = 0;
    trnfft_tensor x = trnfft_tensor_interleaved(TRNFFT_F64, 0, NULL, huge);
    trnfft_tensor y = trnfft_tensor_real(TRNFFT_F64, 0, NULL, &length);
    EXPECT_OK(trnfft_magnitude(&x, &y));
    assert_true(fabs(length / 5e200 - 1) < 1e-15);
}

static void elementwise_errors(void **state)
{
    (void)state;
    double memory[9] = { 0 };
    trnfft_tensor x = trnfft_tensor_interleaved(TRNFFT_F64, 1, TEST_LIST(4), memory);
    trnfft_tensor shifted = trnfft_tensor_real(TRNFFT_F64, 1, TEST_LIST(4), memory + 1);
    trnfft_tensor other = trnfft_tensor_real(TRNFFT_F64, 1, TEST_LIST(3), memory);
    EXPECT_ERROR(trnfft_power(&x, &shifted), TRNFFT_ERROR_INVALID_ALIASING, "overlaps");
    EXPECT_ERROR(trnfft_power(&x, &other), TRNFFT_ERROR_INVALID_SHAPE, "3 elements");
    EXPECT_ERROR(trnfft_magnitude(&x, &x), TRNFFT_ERROR_INVALID_DTYPE, "complex");
    EXPECT_REFUSED(trnfft_power(NULL, &shifted));
    EXPECT_REFUSED(trnfft_power(&x, NULL));
    trnfft_tensor p = trnfft_tensor_real(TRNFFT_F64, 1, TEST_LIST(4), memory);
    const trnfft_status argument = TRNFFT_ERROR_INVALID_ARGUMENT;
    EXPECT_ERROR(trnfft_to_db(&p, 1, 0, -1, &p), argument, "amin = 0");
    EXPECT_ERROR(trnfft_to_db(&p, -1, 1, -1, &p), argument, "ref = -1");
    EXPECT_ERROR(trnfft_to_db(&p, 1, 1, (double)NAN, &p), argument, "top_db");
    trnfft_tensor y = trnfft_tensor_real(TRNFFT_F64, 1, TEST_LIST(4), (double[4]){ 0 });
    EXPECT_ERROR(trnfft_to_db(&x, 1, 1, 1, &y), TRNFFT_ERROR_INVALID_DTYPE, "power");
}

/* C57 */
static void decibels(void **state)
{
    (void)state;
    const double p[] = { 1, 1e-3, 1e-6, 0, 1e-4, 1e-8, 1e-20, 0 };
    const double free_[] = { 0, -30, -60, -100, -40, -80, -100, -100 };
    const double clamped[] = { 0, -30, -30, -30, -40, -70, -70, -70 };
    trnfft_tensor x = test_tensor_of(TRNFFT_F64, TRNFFT_REAL, 3, TEST_LIST(2, 2, 2), p);
    trnfft_tensor y = test_tensor(TRNFFT_F64, TRNFFT_REAL, 3, TEST_LIST(2, 2, 2));
    EXPECT_OK(trnfft_to_db(&x, 1, 1e-10, -1, &y));
    EXPECT_VALUES(&y, free_, 1e-14);
    EXPECT_OK(trnfft_to_db(&x, 1, 1e-10, 30, &y));
    EXPECT_VALUES(&y, clamped, 1e-14);
    EXPECT_OK(trnfft_to_db(&x, 1, 1e-10, 30, &x)); /* in place */
    EXPECT_VALUES(&x, clamped, 1e-14);
    test_tensor_free(&x);
    test_tensor_free(&y);

    const reference_array *power = reference_find("power"), *db = reference_find("db");
    int64_t shape[] = { 33, 8 };
    assert_int_equal(power->count, 33 * 8);
    x = trnfft_tensor_real(TRNFFT_F64, 2, shape, power->values);
    y = test_tensor(TRNFFT_F64, TRNFFT_REAL, 2, shape);
    EXPECT_OK(trnfft_to_db(&x, 2.0, 1e-3, 30.0, &y));
    EXPECT_VALUES(&y, db->values, 1e-13);
    test_tensor_free(&y);
}

/* C58 */
static void mel_scales(void **state)
{
    (void)state;
    static const double hz[] = { 0, 100, 440, 999, 1000, 1001, 4000, 8000 };
    static const double mel[] = { 0, 3.5, 15, 20, 45 };
    for (int32_t scale = 0; scale < 2; scale++) {
        const char *name = scale == TRNFFT_MEL_HTK ? "htk" : "slaney";
        char key[40];
        snprintf(key, sizeof key, "hz_to_mel/%s", name);
        const reference_array *a = reference_find(key);
        for (int i = 0; i < 8; i++) {
            assert_true(fabs(trnfft_hz_to_mel(hz[i], scale) - a->values[i]) <=
                        1e-12 * (1 + a->values[i]));
        }
        snprintf(key, sizeof key, "mel_to_hz/%s", name);
        a = reference_find(key);
        for (int i = 0; i < 5; i++) {
            assert_true(fabs(trnfft_mel_to_hz(mel[i], scale) - a->values[i]) <=
                        1e-12 * (1 + a->values[i]));
        }
    }
    assert_true(fabs(trnfft_hz_to_mel(440, TRNFFT_MEL_HTK) - 549.6387) < 1e-4);
    assert_true(fabs(trnfft_hz_to_mel(8000, TRNFFT_MEL_SLANEY) - 45.24564) < 1e-5);
    assert_true(isnan(trnfft_hz_to_mel(1, 2)) && isnan(trnfft_mel_to_hz(1, 2)));
}

static trnfft_tensor bank(const trnfft_mel_options *o, int64_t *n_empty)
{
    trnfft_tensor f =
        test_tensor(TRNFFT_F64, TRNFFT_REAL, 2, TEST_LIST(o->n_mels, o->n_fft / 2 + 1));
    EXPECT_OK(trnfft_mel_filters(o, &f, n_empty));
    return f;
}

static void mel_filters(void **state)
{
    (void)state;
    trnfft_mel_options o = TRNFFT_MEL_OPTIONS_INIT;
    int64_t n_empty;
    o.sample_rate = 22050;
    o.n_fft = 512;
    o.n_mels = 20;
    trnfft_tensor f = bank(&o, &n_empty);
    EXPECT_VALUES(&f, reference_find("mel/22050/512/20/slaney/slaney")->values, 1e-12);
    assert_int_equal(n_empty, 0);
    test_tensor_free(&f);

    o = (trnfft_mel_options)TRNFFT_MEL_OPTIONS_INIT;
    o.sample_rate = 16000;
    o.n_fft = 401;
    o.n_mels = 24;
    o.f_min = 50;
    o.f_max = 7000;
    o.scale = TRNFFT_MEL_HTK;
    o.norm = TRNFFT_MEL_NORM_NONE;
    f = bank(&o, NULL);
    EXPECT_VALUES(&f, reference_find("mel/16000/401/24/htk/none")->values, 1e-12);
    test_tensor_free(&f);
}

static int warnings;

static void count_warning(int32_t level, const char *message, void *user)
{
    (void)user;
    warnings +=
        level == TRNFFT_LOG_WARNING && strstr(message, "filters are empty") != NULL;
}

/* C58 */
static void empty_filters(void **state)
{
    (void)state;
    trnfft_context_options c = TRNFFT_CONTEXT_OPTIONS_INIT;
    c.log = count_warning;
    trnfft_context *context = NULL, *previous = NULL;
    EXPECT_OK(trnfft_context_create(&c, &context));
    EXPECT_OK(trnfft_context_set_current(context, &previous));
    trnfft_mel_options o = TRNFFT_MEL_OPTIONS_INIT;
    int64_t n_empty;
    o.sample_rate = 16000;
    o.n_fft = 256;
    o.scale = TRNFFT_MEL_HTK;
    trnfft_tensor f = bank(&o, &n_empty);
    assert_int_equal(n_empty, 14);
    test_tensor_free(&f);
    o.scale = TRNFFT_MEL_SLANEY;
    f = bank(&o, &n_empty);
    assert_int_equal(n_empty, 13);
    test_tensor_free(&f);
    assert_int_equal(warnings, 2);
    o.sample_rate = 22050;
    o.n_fft = 2048;
    o.f_max = 8000;
    f = bank(&o, &n_empty);
    int64_t last = -1;
    for (int64_t m = 0; m < 128; m++) {
        for (int64_t k = 0; k < 1025; k++) {
            last = ((double *)f.re)[m * 1025 + k] != 0 && k > last ? k : last;
        }
    }
    assert_int_equal(last, 743);
    test_tensor_free(&f);
    assert_int_equal(warnings, 2);
    EXPECT_OK(trnfft_context_set_current(previous, NULL));
    trnfft_context_destroy(context);
}

static void mel_errors(void **state)
{
    (void)state;
    double memory[12] = { 0 };
    trnfft_tensor f = trnfft_tensor_real(TRNFFT_F64, 2, TEST_LIST(2, 3), memory);
    trnfft_mel_options good = TRNFFT_MEL_OPTIONS_INIT, o;
    good.sample_rate = 10;
    good.n_fft = 4;
    good.n_mels = 2;
    EXPECT_OK(trnfft_mel_filters(&good, &f, NULL));
    const trnfft_status argument = TRNFFT_ERROR_INVALID_ARGUMENT;
#define WITH(field, value, part) \
    o = good;                    \
    o.field = (value);           \
    EXPECT_ERROR(trnfft_mel_filters(&o, &f, NULL), argument, part)
    WITH(sample_rate, 0, "sample_rate");
    WITH(n_fft, 0, "n_fft");
    WITH(n_mels, 0, "n_mels");
    WITH(n_fft, INT64_MAX,
         "trnfft_mel_filters: n_fft = 9223372036854775807: must be 1 to "
         "281474976710656");
    WITH(n_mels, INT64_MAX, "must be 1 to 4294967296");
    WITH(f_min, -1, "f_min");
    WITH(f_max, 0, "f_max");
    WITH(scale, 2, "scale");
    WITH(norm, 2, "norm");
    WITH(struct_size, sizeof(size_t) - 1, "struct_size");
#undef WITH
    EXPECT_ERROR(trnfft_mel_filters(NULL, &f, NULL), argument, "options = NULL");
    o = good;
    o.n_mels = 3;
    EXPECT_ERROR(trnfft_mel_filters(&o, &f, NULL), TRNFFT_ERROR_INVALID_SHAPE,
                 "filters");
}

static void mel_spectrogram(void **state)
{
    (void)state;
    const double filters[] = { 1, 0.5, 0, 0, 0, 2 };
    double power[2 * 3 * 300], expected[2 * 2 * 300];
    for (int i = 0; i < 2 * 3 * 300; i++) {
        power[i] = i % 17;
    }
    for (int b = 0; b < 2; b++) {
        for (int t = 0; t < 300; t++) {
            const double *p = power + b * 900 + t;
            expected[b * 600 + t] = p[0] + 0.5 * p[300];
            expected[b * 600 + 300 + t] = 2 * p[600];
        }
    }
    trnfft_tensor f =
        test_tensor_of(TRNFFT_F32, TRNFFT_REAL, 2, TEST_LIST(2, 3), filters);
    trnfft_tensor x =
        test_tensor_of(TRNFFT_F32, TRNFFT_REAL, 3, TEST_LIST(2, 3, 300), power);
    trnfft_tensor y = test_tensor(TRNFFT_F32, TRNFFT_REAL, 3, TEST_LIST(2, 2, 300));
    EXPECT_OK(trnfft_mel_spectrogram(&x, &f, &y));
    EXPECT_VALUES(&y, expected, 0);
    EXPECT_ERROR(trnfft_mel_spectrogram(&y, &f, &x), TRNFFT_ERROR_INVALID_SHAPE,
                 "bins");
    EXPECT_ERROR(trnfft_mel_spectrogram(&x, &f, &x), TRNFFT_ERROR_INVALID_SHAPE, "mel");
    EXPECT_REFUSED(trnfft_mel_spectrogram(NULL, &f, &y));
    test_tensor_free(&f);
    test_tensor_free(&x);
    test_tensor_free(&y);
}

static void griffin_lim_as_librosa(void **state)
{
    (void)state;
    double window[64];
    int64_t n_window = 64, frames = 26;
    trnfft_tensor w = trnfft_tensor_real(TRNFFT_F64, 1, &n_window, window);
    EXPECT_OK(trnfft_window(TRNFFT_WINDOW_HANN, TRNFFT_PERIODIC, NULL, &w));
    trnfft_stft_options s = TRNFFT_STFT_OPTIONS_INIT;
    s.n_fft = 64;
    s.hop_length = 16;
    s.window = &w;
    for (int i = 0; i < 4; i++) {
        const char *pad = i < 2 ? "constant" : "reflect";
        s.pad_mode = i < 2 ? TRNFFT_PAD_CONSTANT : TRNFFT_PAD_REFLECT;
        trnfft_griffin_lim_options g = TRNFFT_GRIFFIN_LIM_OPTIONS_INIT;
        g.n_iter = 8;
        g.init = TRNFFT_PHASE_ZERO;
        g.momentum = i % 2 == 0 ? 0.0 : 0.99;
        char key[40];
        snprintf(key, sizeof key, "magnitude/%s", pad);
        const reference_array *m = reference_find(key);
        assert_int_equal(m->count, 33 * frames);
        snprintf(key, sizeof key, "griffinlim/%s/%g", pad, g.momentum);
        trnfft_tensor x =
            trnfft_tensor_real(TRNFFT_F64, 2, TEST_LIST(33, frames), m->values);
        double samples[400];
        trnfft_tensor y = trnfft_tensor_real(TRNFFT_F64, 1, TEST_LIST(400), samples);
        EXPECT_OK(trnfft_griffin_lim(&x, &s, &g, -1, &y));
        double error = reference_error(reference_find(key), samples);
        if (!(error < 1e-9)) {
            fail_msg("%s: error %g", key, error);
        }
    }
}

static void griffin_lim_seeds(void **state)
{
    (void)state;
    const reference_array *m = reference_find("magnitude/constant");
    trnfft_tensor x = trnfft_tensor_real(TRNFFT_F64, 2, TEST_LIST(33, 26), m->values);
    trnfft_stft_options s = TRNFFT_STFT_OPTIONS_INIT;
    s.n_fft = 64;
    s.hop_length = 16;
    trnfft_griffin_lim_options g = TRNFFT_GRIFFIN_LIM_OPTIONS_INIT;
    float a[410], b[410], c[410];
    trnfft_tensor ta = trnfft_tensor_real(TRNFFT_F32, 1, TEST_LIST(410), a);
    trnfft_tensor tb = trnfft_tensor_real(TRNFFT_F32, 1, TEST_LIST(410), b);
    trnfft_tensor tc = trnfft_tensor_real(TRNFFT_F32, 1, TEST_LIST(410), c);
    EXPECT_OK(trnfft_griffin_lim(&x, &s, NULL, 410, &ta));
    EXPECT_OK(trnfft_griffin_lim(&x, &s, &g, 410, &tb));
    g.seed = 1;
    EXPECT_OK(trnfft_griffin_lim(&x, &s, &g, 410, &tc));
    assert_memory_equal(a, b, sizeof a);
    assert_memory_not_equal(a, c, sizeof a);
    /* Frames first: the same signal. */
    trnfft_tensor turned;
    EXPECT_OK(trnfft_tensor_permute(&x, (int32_t[]){ 1, 0 }, &turned));
    s.layout = TRNFFT_TIME_FREQ;
    g.init = TRNFFT_PHASE_ZERO;
    EXPECT_OK(trnfft_griffin_lim(&turned, &s, &g, 410, &tb));
    s.layout = TRNFFT_FREQ_TIME;
    EXPECT_OK(trnfft_griffin_lim(&x, &s, &g, 410, &ta));
    assert_memory_equal(a, b, sizeof a);
    const trnfft_status argument = TRNFFT_ERROR_INVALID_ARGUMENT;
    g.n_iter = -1;
    EXPECT_ERROR(trnfft_griffin_lim(&x, &s, &g, 410, &ta), argument, "n_iter");
    g.n_iter = 1;
    g.momentum = -1;
    EXPECT_ERROR(trnfft_griffin_lim(&x, &s, &g, 410, &ta), argument, "momentum");
    g.momentum = 0;
    g.init = 5;
    EXPECT_ERROR(trnfft_griffin_lim(&x, &s, &g, 410, &ta), argument, "init");
    EXPECT_ERROR(trnfft_griffin_lim(&x, &s, NULL, 409, &ta), TRNFFT_ERROR_INVALID_SHAPE,
                 "409");
    s.onesided = 0;
    EXPECT_ERROR(trnfft_griffin_lim(&x, &s, NULL, 410, &ta), argument, "onesided");
    EXPECT_ERROR(
        trnfft_griffin_lim(&x, NULL, NULL, 410, &ta), argument,
        "trnfft_griffin_lim: stft = NULL: the options of the transform are needed");
    s.struct_size = 0;
    EXPECT_ERROR(trnfft_griffin_lim(&x, &s, NULL, 410, &ta), argument,
                 "stft.struct_size = 0: start from TRNFFT_STFT_OPTIONS_INIT");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(power_and_magnitude),
        cmocka_unit_test(elementwise_errors),
        cmocka_unit_test(decibels),
        cmocka_unit_test(mel_scales),
        cmocka_unit_test(mel_filters),
        cmocka_unit_test(empty_filters),
        cmocka_unit_test(mel_errors),
        cmocka_unit_test(mel_spectrogram),
        cmocka_unit_test(griffin_lim_as_librosa),
        cmocka_unit_test(griffin_lim_seeds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
