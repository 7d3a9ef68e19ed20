/* test_signal_stft.c - short-time transforms: conventions, failure classes, types,
 * layouts, batches, plans. Every stored case of torch is in
 * conformance/test_stft_oracle.c. */
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

#include "support/random.h"
#include "support/tensors.h"

static trnfft_stft_options options(int64_t n_fft, int64_t hop, int32_t center,
                                   const trnfft_tensor *window)
{
    trnfft_stft_options s = TRNFFT_STFT_OPTIONS_INIT;
    s.n_fft = n_fft;
    s.hop_length = hop;
    s.center = center;
    s.window = window;
    return s;
}

static trnfft_tensor window_of(int32_t kind, int32_t dtype, int64_t n)
{
    trnfft_tensor w = test_tensor(dtype, TRNFFT_REAL, 1, &n);
    EXPECT_OK(trnfft_window(kind, TRNFFT_PERIODIC, NULL, &w));
    return w;
}

/* 1, 2, 3, … */
static trnfft_tensor ramp(int32_t dtype, int64_t n)
{
    double values[64];
    for (int64_t i = 0; i < n; i++) {
        values[i] = (double)(i + 1);
    }
    return test_tensor_of(dtype, TRNFFT_REAL, 1, &n, values);
}

/* The spectrum in a new tensor. */
static trnfft_tensor forward(const trnfft_tensor *x, const trnfft_stft_options *s,
                             int32_t dtype, int32_t layout)
{
    int64_t shape[TRNFFT_MAX_RANK];
    EXPECT_OK(trnfft_stft_shape(x, s, shape));
    trnfft_tensor y = test_tensor(dtype, layout, x->rank + 1, shape);
    EXPECT_OK(trnfft_stft(x, s, &y));
    return y;
}

static void expect_spectrum(const trnfft_tensor *x, const trnfft_stft_options *s,
                            const double *expected, double tolerance)
{
    for (int i = 0; i < 4; i++) {
        trnfft_tensor y =
            forward(x, s, test_variants[i].dtype, test_variants[i].layout);
        EXPECT_VALUES(&y, expected, tolerance);
        test_tensor_free(&y);
    }
}

static void c46_default_window_is_rectangular(void **state)
{
    (void)state;
    trnfft_tensor x = ramp(TRNFFT_F32, 8);
    trnfft_stft_options s = options(4, 4, 0, NULL);
    expect_spectrum(&x, &s, (double[]){ 10, 0, 26, 0, -2, 2, -2, 2, -2, 0, -2, 0 },
                    1e-6);
    test_tensor_free(&x);
}

static int64_t frames_of(int64_t n, const trnfft_stft_options *s)
{
    int64_t shape[2];
    trnfft_tensor x = trnfft_tensor_real(TRNFFT_F32, 1, &n, shape);
    EXPECT_OK(trnfft_stft_shape(&x, s, shape));
    return shape[1];
}

static void c47_frame_count(void **state)
{
    (void)state;
    trnfft_stft_options s = options(16, 5, 0, NULL);
    s.win_length = 8;
    assert_int_equal(frames_of(44, &s), 6);
    s = options(1024, 256, 1, NULL);
    assert_int_equal(frames_of(1024, &s), 5);
}

static void c48_window_is_centred(void **state)
{
    (void)state;
    trnfft_tensor w = ramp(TRNFFT_F64, 5);
    trnfft_stft_options s = options(8, 8, 0, &w);
    s.win_length = 5;
    const double expected[] = { 0, 1, 2, 3, 4, 5, 0, 0 };
    for (int p = 0; p < 8; p++) {
        double impulse[8] = { 0 };
        impulse[p] = 1;
        trnfft_tensor x = trnfft_tensor_real(TRNFFT_F64, 1, TEST_LIST(8), impulse);
        trnfft_tensor y = forward(&x, &s, TRNFFT_F64, TRNFFT_SPLIT);
        assert_true(fabs(((double *)y.re)[0] - expected[p]) < 1e-14);
        test_tensor_free(&y);
    }
    test_tensor_free(&w);
}

static void c50_reflect_limit(void **state)
{
    (void)state;
    trnfft_stft_options s = options(8, 4, 1, NULL);
    int64_t shape[2];
    for (int64_t n = 3; n <= 4; n++) {
        trnfft_tensor x = ramp(TRNFFT_F64, n);
        EXPECT_ERROR(trnfft_stft_shape(&x, &s, shape), TRNFFT_ERROR_INVALID_ARGUMENT,
                     "reflect");
        test_tensor_free(&x);
    }
    trnfft_tensor x = ramp(TRNFFT_F64, 5);
    trnfft_tensor y = forward(&x, &s, TRNFFT_F64, TRNFFT_INTERLEAVED);
    const double expected[] = { 24, 0, 24, 0, 6.82842712, 0, -6.82842712, 0,
                                0,  0, 0,  0, 1.17157288, 0, -1.17157288, 0,
                                0,  0, 0,  0 };
    EXPECT_VALUES(&y, expected, 1e-9);
    test_tensor_free(&x);
    test_tensor_free(&y);
}

static void c52_nola(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        int32_t dtype = i == 0 ? TRNFFT_F32 : TRNFFT_F64;
        trnfft_tensor w = window_of(TRNFFT_WINDOW_HANN, dtype, 8), x = ramp(dtype, 16);
        trnfft_stft_options s = options(8, 4, 0, &w);
        trnfft_tensor y = forward(&x, &s, dtype, TRNFFT_SPLIT);
        double marked[16], back[16];
        for (int k = 0; k < 16; k++) {
            marked[k] = 7;
        }
        trnfft_tensor z = test_tensor_of(dtype, TRNFFT_REAL, 1, TEST_LIST(16), marked);
        EXPECT_ERROR(
            trnfft_istft(&y, &s, -1, &z), TRNFFT_ERROR_NOLA,
            "trnfft_istft: the windows sum to 0 at sample 0 (hop_length = 4, center "
            "= false): pass tolerate_edges or keep center on; no window of zeros has "
            "an inverse");
        EXPECT_VALUES(&z, marked, 0);
        s.tolerate_edges = 1;
        EXPECT_OK(trnfft_istft(&y, &s, -1, &z));
        test_tensor_get(&z, back);
        assert_true(back[0] == 0);
        for (int k = 1; k < 16; k++) {
            assert_true(fabs(back[k] - (k + 1)) < 1e-4);
        }
        /* Holes inside are an error all the same. */
        s.hop_length = 8;
        trnfft_tensor sparse = forward(&x, &s, dtype, TRNFFT_SPLIT);
        EXPECT_ERROR(trnfft_istft(&sparse, &s, -1, &z), TRNFFT_ERROR_NOLA, "smaller");
        test_tensor_free(&sparse);
        test_tensor_free(&w);
        test_tensor_free(&y);
        w = window_of(TRNFFT_WINDOW_HAMMING, dtype, 8);
        s = options(8, 4, 0, &w);
        y = forward(&x, &s, dtype, TRNFFT_INTERLEAVED);
        EXPECT_OK(trnfft_istft(&y, &s, -1, &z));
        test_tensor_get(&x, marked);
        EXPECT_VALUES(&z, marked, 1e-6);
        test_tensor_free(&w);
        test_tensor_free(&x);
        test_tensor_free(&y);
        test_tensor_free(&z);
    }
}

static void c53_length(void **state)
{
    (void)state;
    trnfft_tensor x = ramp(TRNFFT_F64, 10);
    trnfft_stft_options s = options(4, 4, 1, NULL);
    trnfft_tensor y = forward(&x, &s, TRNFFT_F64, TRNFFT_SPLIT);
    const int64_t given[] = { -1, 5, 10, 14, 0 }, wanted[] = { 8, 5, 10, 14, 0 };
    const double expected[] = { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 0, 0, 0, 0 };
    for (int i = 0; i < 5; i++) {
        int64_t n;
        EXPECT_OK(trnfft_istft_shape(&y, &s, given[i], &n));
        assert_int_equal(n, wanted[i]);
        trnfft_tensor z = test_tensor(TRNFFT_F64, TRNFFT_REAL, 1, &n);
        EXPECT_OK(trnfft_istft(&y, &s, given[i], &z));
        if (n > 0) {
            EXPECT_VALUES(&z, expected, 1e-14);
        }
        test_tensor_free(&z);
    }
    EXPECT_ERROR(trnfft_istft_shape(&y, &s, -2, (int64_t[1]){ 0 }),
                 TRNFFT_ERROR_INVALID_ARGUMENT, "length = -2");
    test_tensor_free(&x);
    test_tensor_free(&y);
}

static void c54_sides(void **state)
{
    (void)state;
    const double z[] = { 1, -1, 2, -2, 3, -3, 4, -4, 5, -5, 6, -6, 7, -7, 8, -8 };
    trnfft_tensor x =
        test_tensor_of(TRNFFT_F64, TRNFFT_INTERLEAVED, 1, TEST_LIST(4), z);
    trnfft_stft_options s = options(4, 4, 0, NULL);
    expect_spectrum(&x, &s, (double[]){ 10, -10, 0, 4, -2, 2, -4, 0 }, 1e-6);
    s.onesided = 1;
    EXPECT_ERROR(trnfft_stft_shape(&x, &s, (int64_t[2]){ 0 }),
                 TRNFFT_ERROR_INVALID_ARGUMENT, "onesided = 1");
    test_tensor_free(&x);

    trnfft_tensor w = window_of(TRNFFT_WINDOW_HANN, TRNFFT_F64, 4);
    x = test_tensor_of(TRNFFT_F64, TRNFFT_SPLIT, 1, TEST_LIST(8), z);
    s = options(4, 2, 1, &w);
    trnfft_tensor y = forward(&x, &s, TRNFFT_F64, TRNFFT_SPLIT);
    trnfft_tensor back = test_tensor(TRNFFT_F64, TRNFFT_REAL, 1, TEST_LIST(8));
    EXPECT_OK(trnfft_istft(&y, &s, -1, &back));
    EXPECT_VALUES(&back, ((double[]){ 1, 2, 3, 4, 5, 6, 7, 8 }), 1e-14);
    s.return_complex = 1;
    trnfft_tensor whole = test_tensor(TRNFFT_F64, TRNFFT_SPLIT, 1, TEST_LIST(8));
    EXPECT_OK(trnfft_istft(&y, &s, -1, &whole));
    EXPECT_VALUES(&whole, z, 1e-14);
    EXPECT_ERROR(trnfft_istft(&y, &s, -1, &back), TRNFFT_ERROR_INVALID_DTYPE,
                 "complex");
    test_tensor_free(&whole);
    test_tensor_free(&back);
    test_tensor_free(&w);
    test_tensor_free(&x);
    test_tensor_free(&y);
}

static void c55_bad_arguments(void **state)
{
    (void)state;
    const trnfft_status argument = TRNFFT_ERROR_INVALID_ARGUMENT;
    int64_t shape[3];
    trnfft_tensor x = ramp(TRNFFT_F64, 16), w = ramp(TRNFFT_F64, 3),
                  x4 = ramp(TRNFFT_F64, 4);
    const trnfft_stft_options good = options(8, 4, 0, NULL);
    trnfft_stft_options s;
#define WITH(field, value, part) \
    s = good;                    \
    s.field = (value);           \
    EXPECT_ERROR(trnfft_stft_shape(&x, &s, shape), argument, part)
    WITH(hop_length, 0, "hop_length = 0");
    WITH(n_fft, 0, "n_fft = 0");
    WITH(n_fft, -1, "n_fft = -1");
    WITH(win_length, 9, "win_length = 9");
    WITH(win_length, 0, "win_length = 0");
    WITH(pad_mode, 4, "pad_mode = 4");
    WITH(center, 2, "center = 2");
    WITH(normalized, -1, "normalized = -1");
    WITH(onesided, 2, "onesided = 2");
    WITH(layout, 2, "layout = 2");
    WITH(align_to_window, 3, "align_to_window = 3");
    WITH(tolerate_edges, 3, "tolerate_edges = 3");
    WITH(return_complex, 3, "return_complex = 3");
    WITH(struct_size, 3, "struct_size = 3");
#undef WITH
    s = good;
    s.n_fft = INT64_MAX;
    EXPECT_ERROR(trnfft_stft_shape(&x, &s, shape), TRNFFT_ERROR_OVERFLOW, "n_fft");
    EXPECT_ERROR(trnfft_stft_shape(&x4, &good, shape), argument, "n_fft = 8");
    EXPECT_ERROR(trnfft_stft_shape(&x4, NULL, shape), argument, "options = NULL");
    EXPECT_ERROR(trnfft_stft_shape(NULL, &good, shape), argument, "signal");
    EXPECT_ERROR(trnfft_stft_shape(&x, &good, NULL), argument, "shape = NULL");
    s = good;
    s.win_length = 4;
    s.window = &w;
    EXPECT_ERROR(trnfft_stft_shape(&x, &s, shape), argument, "win_length = 4");
    double pairs[2 * 5 * 3] = { 0 };
    trnfft_tensor y = trnfft_tensor_interleaved(TRNFFT_F64, 2, TEST_LIST(5, 3), pairs);
    s = options(8, 6, 1, NULL);
    s.win_length = 4;
    EXPECT_ERROR(trnfft_istft_shape(&y, &s, -1, shape), argument, "hop_length = 6");
    s = options(4, 2, 1, NULL);
    EXPECT_ERROR(trnfft_istft_shape(&y, &s, -1, shape), argument, "5 bins");
    trnfft_tensor none =
        trnfft_tensor_interleaved(TRNFFT_F64, 2, TEST_LIST(5, 0), pairs);
    s = options(8, 2, 1, NULL);
    EXPECT_ERROR(trnfft_istft_shape(&none, &s, -1, shape), TRNFFT_ERROR_INVALID_SHAPE,
                 "no frames");
    trnfft_tensor real = trnfft_tensor_real(TRNFFT_F64, 2, TEST_LIST(5, 3), pairs);
    EXPECT_ERROR(trnfft_istft_shape(&real, &s, -1, shape), TRNFFT_ERROR_INVALID_DTYPE,
                 "complex");
    /* Results that cannot be. */
    trnfft_tensor small =
        trnfft_tensor_interleaved(TRNFFT_F64, 2, TEST_LIST(5, 2), pairs);
    EXPECT_ERROR(trnfft_stft(&x, &good, &small), TRNFFT_ERROR_INVALID_SHAPE,
                 "dimension 1");
    EXPECT_ERROR(trnfft_stft(&x, &good, &real), TRNFFT_ERROR_INVALID_DTYPE, "real");
    trnfft_tensor inside = trnfft_tensor_real(TRNFFT_F64, 1, TEST_LIST(16), pairs + 3);
    EXPECT_ERROR(trnfft_stft(&inside, &good, &y), TRNFFT_ERROR_INVALID_ALIASING,
                 "signal");
    trnfft_tensor window = trnfft_tensor_real(TRNFFT_F64, 1, TEST_LIST(8), pairs + 3);
    s = good;
    s.window = &window;
    EXPECT_ERROR(trnfft_stft(&x, &s, &y), TRNFFT_ERROR_INVALID_ALIASING, "window");
    test_tensor_free(&x);
    test_tensor_free(&x4);
    test_tensor_free(&w);
}

static void c56_conventions(void **state)
{
    (void)state;
    trnfft_tensor x = ramp(TRNFFT_F64, 4),
                  w = window_of(TRNFFT_WINDOW_HANN, TRNFFT_F64, 4);
    trnfft_stft_options s = options(4, 1, 0, &w);
    expect_spectrum(&x, &s, (double[]){ 6, 0, -3, 1, 0, 0 }, 1e-6);
    s.normalized = 1;
    expect_spectrum(&x, &s, (double[]){ 3, 0, -1.5, 0.5, 0, 0 }, 1e-6);
    test_tensor_free(&x);
    test_tensor_free(&w);
    x = ramp(TRNFFT_F64, 16);
    w = window_of(TRNFFT_WINDOW_HANN, TRNFFT_F64, 8);
    s = options(8, 4, 0, &w);
    trnfft_tensor y = forward(&x, &s, TRNFFT_F64, TRNFFT_SPLIT);
    const double expected[] = { 20,         0, -10,        3.8284271, 0,
                                -0.8284271, 0, -0.1715729, 0,         0 };
    for (int k = 0; k < 5; k++) {
        assert_true(fabs(((double *)y.re)[3 * k] - expected[2 * k]) < 1e-7);
        assert_true(fabs(((double *)y.im)[3 * k] - expected[2 * k + 1]) < 1e-7);
    }
    test_tensor_free(&x);
    test_tensor_free(&w);
    test_tensor_free(&y);
}

/* There and back: the gradient of its energy, C70, is 2 x exactly when this is the
 * identity. */
static void c70_round_trip(void **state)
{
    (void)state;
    trnfft_tensor x = ramp(TRNFFT_F64, 8),
                  w = window_of(TRNFFT_WINDOW_HANN, TRNFFT_F64, 4);
    trnfft_stft_options s = options(4, 2, 1, &w);
    trnfft_tensor y = forward(&x, &s, TRNFFT_F64, TRNFFT_SPLIT);
    trnfft_tensor z = test_tensor(TRNFFT_F64, TRNFFT_REAL, 1, TEST_LIST(8));
    EXPECT_OK(trnfft_istft(&y, &s, 8, &z));
    EXPECT_VALUES(&z, ((double[]){ 1, 2, 3, 4, 5, 6, 7, 8 }), 1e-14);
    test_tensor_free(&x);
    test_tensor_free(&w);
    test_tensor_free(&y);
    test_tensor_free(&z);
}

/* Samples give the bits of the same numbers in f32. */
static void types_of_signals(void **state)
{
    (void)state;
    enum { N = 300 };
    int16_t s16[N];
    uint8_t s24[3 * N];
    float from16[N], from24[N];
    test_random r = test_random_seed(5);
    for (int i = 0; i < N; i++) {
        s16[i] = (int16_t)test_random_between(&r, -32768, 32767);
        int64_t v = test_random_between(&r, -8388608, 8388607);
        s24[3 * i] = (uint8_t)(v & 255);
        s24[3 * i + 1] = (uint8_t)(v >> 8 & 255);
        s24[3 * i + 2] = (uint8_t)(v >> 16 & 255);
        from16[i] = (float)s16[i] / 32768;
        from24[i] = (float)v / 8388608;
    }
    int64_t n = N;
    trnfft_tensor w = window_of(TRNFFT_WINDOW_HANN, TRNFFT_F32, 60);
    trnfft_stft_options s = options(64, 13, 1, &w);
    s.win_length = 60;
    const trnfft_tensor signals[2][2] = {
        { trnfft_tensor_real(TRNFFT_S16, 1, &n, s16),
          trnfft_tensor_real(TRNFFT_F32, 1, &n, from16) },
        { trnfft_tensor_real(TRNFFT_S24, 1, &n, s24),
          trnfft_tensor_real(TRNFFT_F32, 1, &n, from24) },
    };
    for (int i = 0; i < 2; i++) {
        trnfft_tensor a = forward(&signals[i][0], &s, TRNFFT_F32, TRNFFT_INTERLEAVED);
        trnfft_tensor b = forward(&signals[i][1], &s, TRNFFT_F32, TRNFFT_INTERLEAVED);
        assert_memory_equal(a.re, b.re, (size_t)test_tensor_size(&a) * 8);
        /* bf16 out: each component the f32 one, rounded. */
        trnfft_tensor c = forward(&signals[i][0], &s, TRNFFT_BF16, TRNFFT_SPLIT);
        trnfft_tensor d = test_tensor(TRNFFT_BF16, TRNFFT_SPLIT, 2, a.shape);
        EXPECT_OK(trnfft_tensor_copy(&a, &d));
        assert_memory_equal(c.re, d.re, (size_t)test_tensor_size(&c) * 2);
        assert_memory_equal(c.im, d.im, (size_t)test_tensor_size(&c) * 2);
        test_tensor_free(&a);
        test_tensor_free(&b);
        test_tensor_free(&c);
        test_tensor_free(&d);
    }
    test_tensor_free(&w);
}

/* The same bits whatever the batch, the layout, the order of dimensions and the
 * threads. */
static void same_bits(void **state)
{
    (void)state;
    enum { B = 3, N = 500 };
    static const int64_t sizes[] = { 16, 60, 97, 128, 400 };
    float samples[B * N];
    test_random r = test_random_seed(9);
    test_random_fill_f32(&r, samples, B * N);
    for (int i = 0; i < 5; i++) {
        int64_t n_fft = sizes[i], one = N;
        trnfft_tensor w = window_of(TRNFFT_WINDOW_HAMMING, TRNFFT_F32, n_fft);
        trnfft_stft_options s = options(n_fft, n_fft / 3, 1, &w);
        trnfft_tensor x = trnfft_tensor_real(TRNFFT_F32, 2, TEST_LIST(B, N), samples);
        trnfft_tensor all = forward(&x, &s, TRNFFT_F32, TRNFFT_SPLIT);
        trnfft_tensor pairs = forward(&x, &s, TRNFFT_F32, TRNFFT_INTERLEAVED);
        s.layout = TRNFFT_TIME_FREQ;
        trnfft_tensor turned = forward(&x, &s, TRNFFT_F32, TRNFFT_SPLIT);
        s.layout = TRNFFT_FREQ_TIME;
        trnfft_tensor x1 = trnfft_tensor_real(TRNFFT_F32, 1, &one, samples + N);
        trnfft_tensor alone = forward(&x1, &s, TRNFFT_F32, TRNFFT_SPLIT);
        const float *re = all.re, *im = all.im, *p = pairs.re;
        const float *tre = turned.re, *tim = turned.im, *are = alone.re;
        const int64_t bins = all.shape[1], frames = all.shape[2];
        for (int64_t b = 0; b < B; b++) {
            for (int64_t k = 0; k < bins; k++) {
                for (int64_t t = 0; t < frames; t++) {
                    int64_t at = (b * bins + k) * frames + t;
                    int64_t other = (b * frames + t) * bins + k;
                    assert_true(re[at] == p[2 * at] && im[at] == p[2 * at + 1]);
                    assert_true(re[at] == tre[other] && im[at] == tim[other]);
                    assert_true(b != 1 || re[at] == are[k * frames + t]);
                }
            }
        }
        trnfft_tensor back = test_tensor(TRNFFT_F32, TRNFFT_REAL, 2, TEST_LIST(B, N));
        trnfft_tensor back2 = test_tensor(TRNFFT_F32, TRNFFT_REAL, 2, TEST_LIST(B, N));
        EXPECT_OK(trnfft_istft(&all, &s, N, &back));
        s.layout = TRNFFT_TIME_FREQ;
        EXPECT_OK(trnfft_istft(&turned, &s, N, &back2));
        assert_memory_equal(back.re, back2.re, sizeof samples);
        test_tensor_free(&back);
        test_tensor_free(&back2);
        test_tensor_free(&all);
        test_tensor_free(&pairs);
        test_tensor_free(&turned);
        test_tensor_free(&alone);
        test_tensor_free(&w);
    }
}

/* Planned by hand, with threads: the same bits; the window is the third operand. */
/* A window at execution is one too many where the plan has none. */
static void a_window_that_the_plan_has_not(void **state)
{
    (void)state;
    float samples[300] = { 1 };
    trnfft_tensor w = window_of(TRNFFT_WINDOW_HANN, TRNFFT_F32, 64);
    trnfft_stft_options s = options(64, 32, 1, NULL);
    trnfft_tensor x = trnfft_tensor_real(TRNFFT_F32, 1, TEST_LIST(300), samples);
    trnfft_tensor y = forward(&x, &s, TRNFFT_F32, TRNFFT_SPLIT);
    trnfft_problem p = TRNFFT_PROBLEM_INIT;
    p.kind = TRNFFT_KIND_STFT;
    p.in = x;
    p.out = y;
    p.stft = &s;
    trnfft_plan *plan = NULL;
    EXPECT_OK(trnfft_plan_create(NULL, &p, NULL, &plan));
    trnfft_operand operands[3] = { { x.re, NULL, NULL },
                                   { y.re, y.im, NULL },
                                   { w.re, NULL, NULL } };
    trnfft_execute_args a = TRNFFT_EXECUTE_ARGS_INIT;
    a.operands = operands;
    a.n_operands = 3;
    EXPECT_ERROR(trnfft_plan_execute_with(plan, &a), TRNFFT_ERROR_INVALID_ARGUMENT,
                 "window");
    operands[2].re = NULL;
    EXPECT_OK(trnfft_plan_execute_with(plan, &a));
    trnfft_plan_destroy(plan);
    test_tensor_free(&y);
    test_tensor_free(&w);
}

static void plans_and_threads(void **state)
{
    (void)state;
    enum { B = 2, N = 3000 };
    float *samples = calloc(B * N, sizeof *samples);
    test_random r = test_random_seed(4);
    test_random_fill_f32(&r, samples, B * N);
    trnfft_tensor w = window_of(TRNFFT_WINDOW_HANN, TRNFFT_F32, 128);
    trnfft_stft_options s = options(128, 32, 1, &w);
    trnfft_tensor x = trnfft_tensor_real(TRNFFT_F32, 2, TEST_LIST(B, N), samples);
    trnfft_tensor y = forward(&x, &s, TRNFFT_F32, TRNFFT_SPLIT);
    trnfft_tensor y2 = test_tensor(TRNFFT_F32, TRNFFT_SPLIT, 3, y.shape);
    trnfft_tensor z = test_tensor(TRNFFT_F32, TRNFFT_REAL, 2, TEST_LIST(B, N));
    trnfft_tensor z2 = test_tensor(TRNFFT_F32, TRNFFT_REAL, 2, TEST_LIST(B, N));
    EXPECT_OK(trnfft_istft(&y, &s, N, &z));
    for (int32_t kind = TRNFFT_KIND_STFT; kind <= TRNFFT_KIND_ISTFT; kind++) {
        trnfft_problem p = TRNFFT_PROBLEM_INIT;
        p.kind = kind;
        p.in = kind == TRNFFT_KIND_STFT ? x : y;
        p.out = kind == TRNFFT_KIND_STFT ? y2 : z2;
        p.stft = &s;
        p.length = N;
        trnfft_plan_options o = TRNFFT_PLAN_OPTIONS_INIT;
        o.n_threads = 3;
        trnfft_plan *plan = NULL;
        EXPECT_OK(trnfft_plan_create(NULL, &p, &o, &plan));
        char text[4096];
        trnfft_plan_describe(plan, text, sizeof text);
        assert_non_null(strstr(text, "stft"));
        size_t bytes = trnfft_plan_workspace_bytes(plan);
        void *workspace = malloc(bytes);
        trnfft_operand operands[3] = { { p.in.re, p.in.im, NULL },
                                       { p.out.re, p.out.im, NULL },
                                       { w.re, NULL, NULL } };
        trnfft_execute_args a = TRNFFT_EXECUTE_ARGS_INIT;
        a.operands = operands;
        a.n_operands = 2;
        a.workspace = workspace;
        a.workspace_bytes = bytes;
        EXPECT_ERROR(trnfft_plan_execute_with(plan, &a), TRNFFT_ERROR_INVALID_ARGUMENT,
                     "window");
        a.n_operands = 3;
        EXPECT_OK(trnfft_plan_execute_with(plan, &a));
        a.workspace_bytes = bytes - 1;
        EXPECT_ERROR(trnfft_plan_execute_with(plan, &a),
                     TRNFFT_ERROR_WORKSPACE_TOO_SMALL, NULL);
        free(workspace);
        trnfft_plan_destroy(plan);
    }
    assert_memory_equal(y.re, y2.re, (size_t)test_tensor_size(&y) * 4);
    assert_memory_equal(y.im, y2.im, (size_t)test_tensor_size(&y) * 4);
    assert_memory_equal(z.re, z2.re, B * N * 4);
    test_tensor_free(&y);
    test_tensor_free(&y2);
    test_tensor_free(&z);
    test_tensor_free(&z2);
    test_tensor_free(&w);
    free(samples);
}

/* Plans need layouts only, no data. */
static void plans_without_data(void **state)
{
    (void)state;
    trnfft_stft_options s = options(16, 4, 1, NULL);
    trnfft_problem p = TRNFFT_PROBLEM_INIT;
    p.kind = TRNFFT_KIND_STFT;
    p.stft = &s;
    trnfft_plan *plan = NULL;
    float x[64] = { 1 }, re[9 * 17], im[9 * 17];
    p.in = trnfft_tensor_real(TRNFFT_F32, 1, TEST_LIST(64), x);
    p.in.re = NULL;
    p.out = trnfft_tensor_split(TRNFFT_F32, 2, TEST_LIST(9, 17), re, im);
    EXPECT_OK(trnfft_plan_create(NULL, &p, NULL, &plan));
    EXPECT_OK(trnfft_plan_execute(plan, x, NULL, re, im, NULL, 0));
    assert_true(re[0] == 1 && im[0] == 0);
    trnfft_plan_destroy(plan);
    p.stft = NULL;
    EXPECT_ERROR(trnfft_plan_create(NULL, &p, NULL, &plan),
                 TRNFFT_ERROR_INVALID_ARGUMENT, "problem.stft = NULL");
    p.stft = &s;
    p.compute = 9;
    EXPECT_ERROR(trnfft_plan_create(NULL, &p, NULL, &plan),
                 TRNFFT_ERROR_INVALID_ARGUMENT, "compute = 9");
    p.compute = TRNFFT_F64; /* from f32 to f32, in between f64 */
    EXPECT_OK(trnfft_plan_create(NULL, &p, NULL, &plan));
    EXPECT_OK(trnfft_plan_execute(plan, x, NULL, re, im, NULL, 0));
    assert_true(re[0] == 1 && im[0] == 0);
    trnfft_plan_destroy(plan);
}

/* The second call finds the plan; another window of the same layout does, too. */
static void cached(void **state)
{
    (void)state;
    trnfft_context *context = NULL, *previous = NULL;
    EXPECT_OK(trnfft_context_create(NULL, &context));
    EXPECT_OK(trnfft_context_set_current(context, &previous));
    trnfft_tensor x = ramp(TRNFFT_F32, 40);
    trnfft_tensor w = window_of(TRNFFT_WINDOW_HANN, TRNFFT_F32, 8);
    trnfft_tensor v = window_of(TRNFFT_WINDOW_BLACKMAN, TRNFFT_F32, 8);
    trnfft_stft_options s = options(8, 2, 1, &w);
    trnfft_tensor a = forward(&x, &s, TRNFFT_F32, TRNFFT_SPLIT);
    s.window = &v;
    trnfft_tensor b = forward(&x, &s, TRNFFT_F32, TRNFFT_SPLIT);
    assert_memory_not_equal(a.re, b.re, (size_t)test_tensor_size(&a) * 4);
    trnfft_cache_stats stats = TRNFFT_CACHE_STATS_INIT;
    EXPECT_OK(trnfft_plan_cache_stats(NULL, &stats));
    assert_true(stats.hits == 1 && stats.misses == 1);
    s.normalized = 1;
    trnfft_tensor c = forward(&x, &s, TRNFFT_F32, TRNFFT_SPLIT);
    EXPECT_OK(trnfft_plan_cache_stats(NULL, &stats));
    assert_true(stats.hits == 1 && stats.misses == 2);
    test_tensor_free(&a);
    test_tensor_free(&b);
    test_tensor_free(&c);
    test_tensor_free(&x);
    test_tensor_free(&v);
    test_tensor_free(&w);
    EXPECT_OK(trnfft_context_set_current(previous, NULL));
    trnfft_context_destroy(context);
}

static void empty_batches(void **state)
{
    (void)state;
    trnfft_stft_options s = options(8, 2, 1, NULL);
    float some[1];
    trnfft_tensor x = trnfft_tensor_real(TRNFFT_F32, 2, TEST_LIST(0, 20), some);
    int64_t shape[3];
    EXPECT_OK(trnfft_stft_shape(&x, &s, shape));
    assert_true(shape[0] == 0 && shape[1] == 5 && shape[2] == 11);
    trnfft_tensor y = trnfft_tensor_split(TRNFFT_F32, 3, shape, some, some);
    EXPECT_OK(trnfft_stft(&x, &s, &y));
    EXPECT_OK(trnfft_istft(&y, &s, -1, &x));
}

static void twins(void **state)
{
    (void)state;
    trnfft_stft_options a = TRNFFT_STFT_OPTIONS_INIT, b;
    memset(&b, 0x55, sizeof b);
    trnfft_stft_options_init(&b);
    assert_memory_equal(&a, &b, sizeof a);
    trnfft_stft_options_init(NULL);
    trnfft_mel_options_init(NULL);
    trnfft_griffin_lim_options_init(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(c46_default_window_is_rectangular),
        cmocka_unit_test(c47_frame_count),
        cmocka_unit_test(c48_window_is_centred),
        cmocka_unit_test(c50_reflect_limit),
        cmocka_unit_test(c52_nola),
        cmocka_unit_test(c53_length),
        cmocka_unit_test(c54_sides),
        cmocka_unit_test(c55_bad_arguments),
        cmocka_unit_test(c56_conventions),
        cmocka_unit_test(c70_round_trip),
        cmocka_unit_test(types_of_signals),
        cmocka_unit_test(same_bits),
        cmocka_unit_test(a_window_that_the_plan_has_not),
        cmocka_unit_test(plans_and_threads),
        cmocka_unit_test(plans_without_data),
        cmocka_unit_test(cached),
        cmocka_unit_test(empty_batches),
        cmocka_unit_test(twins),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
