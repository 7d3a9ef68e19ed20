/* Failure classes of short-time transforms: conventions, frames, padding, lengths,
 * arguments. */
#include "cases/cases.h"

#define R(x) (x), 0

/* 1, 2, … n times (re, im) as a tensor. */
static trnfft_tensor ramp(int32_t dtype, int32_t layout, int64_t n, double re,
                          double im)
{
    double *x = malloc(2 * (size_t)n * sizeof *x);
    int parts = layout == TRNFFT_REAL ? 1 : 2;
    for (int64_t j = 0; j < n; j++) {
        x[parts * j] = (double)(j + 1) * re;
        if (parts == 2) {
            x[2 * j + 1] = (double)(j + 1) * im;
        }
    }
    trnfft_tensor t = test_tensor_of(dtype, layout, 1, &n, x);
    free(x);
    return t;
}

static trnfft_tensor window_of(int32_t dtype, int32_t kind, int64_t n)
{
    trnfft_tensor w = test_tensor(dtype, TRNFFT_REAL, 1, &n);
    EXPECT_OK(trnfft_window(kind, TRNFFT_PERIODIC, NULL, &w));
    return w;
}

static trnfft_stft_options options(int64_t n_fft, int64_t hop, int32_t center)
{
    trnfft_stft_options s = TRNFFT_STFT_OPTIONS_INIT;
    s.n_fft = n_fft;
    s.hop_length = hop;
    s.center = center;
    return s;
}

/* The spectrum in a tensor of the inferred shape. */
static trnfft_tensor spectrum_of(const trnfft_tensor *x, const trnfft_stft_options *s,
                                 int32_t layout)
{
    int64_t shape[TRNFFT_MAX_RANK];
    EXPECT_OK(trnfft_stft_shape(x, s, shape));
    trnfft_tensor S = test_tensor(x->dtype, layout, x->rank + 1, shape);
    EXPECT_OK(trnfft_stft(x, s, &S));
    return S;
}

/* One spectrum in every variant, values by frames (the layout time, freq) and by bins.
 */
static void check_spectrum(int64_t n, double re, double im,
                           const trnfft_stft_options *s, int32_t window_kind,
                           int64_t frames, int64_t bins, const double *values)
{
    for (int v = 0; v < 8; v++) {
        const test_variant *q = &test_variants[v % 4];
        trnfft_tensor x = ramp(q->dtype, im == 0 ? TRNFFT_REAL : q->layout, n, re, im);
        trnfft_tensor w;
        trnfft_stft_options o = *s;
        o.layout = v < 4 ? TRNFFT_TIME_FREQ : TRNFFT_FREQ_TIME;
        if (window_kind >= 0) {
            w = window_of(q->dtype, window_kind,
                          o.win_length > 0 ? o.win_length : o.n_fft);
            o.window = &w;
        }
        trnfft_tensor S = spectrum_of(&x, &o, q->layout);
        if (o.layout == TRNFFT_FREQ_TIME) {
            assert_true(S.shape[0] == bins && S.shape[1] == frames);
            EXPECT_OK(trnfft_tensor_permute(&S, TEST_DIMS(1, 0), &S));
        }
        assert_true(S.shape[0] == frames && S.shape[1] == bins);
        EXPECT_VALUES(&S, values,
                      q->dtype == TRNFFT_F32 ? TEST_CASE_TOLERANCE_F32 : 1e-8);
        test_tensor_free(&x);
        test_tensor_free(&S);
        if (o.window != NULL) {
            test_tensor_free(&w);
        }
    }
}

static void C46_no_window_is_rectangular(void **state)
{
    (void)state;
    const double X[] = { R(10), -2, 2, R(-2), R(26), -2, 2, R(-2) };
    trnfft_stft_options s = options(4, 4, 0);
    check_spectrum(8, 1, 0, &s, -1, 2, 3, X);
}

static void C47_number_of_frames(void **state)
{
    (void)state;
    int64_t shape[TRNFFT_MAX_RANK];
    trnfft_tensor x = test_tensor(TRNFFT_F32, TRNFFT_REAL, 1, TEST_LIST(44));
    trnfft_stft_options s = options(16, 5, 0);
    s.win_length = 8;
    EXPECT_OK(trnfft_stft_shape(&x, &s, shape));
    assert_true(shape[0] == 9 && shape[1] == 6);
    test_tensor_free(&x);
    x = test_tensor(TRNFFT_F32, TRNFFT_REAL, 2, TEST_LIST(3, 1024));
    s = options(1024, 256, 1);
    EXPECT_OK(trnfft_stft_shape(&x, &s, shape));
    assert_true(shape[0] == 3 && shape[1] == 513 && shape[2] == 5);
    s.hop_length = TRNFFT_N_DEFAULT;
    EXPECT_OK(trnfft_stft_shape(&x, &s, shape));
    assert_true(shape[2] == 5);
    test_tensor_free(&x);
}

static void C48_short_window_is_centred(void **state)
{
    (void)state;
    const double expected[] = { 0, 1, 2, 3, 4, 5, 0, 0 };
    for (int v = 0; v < 4; v++) {
        const test_variant *q = &test_variants[v];
        trnfft_tensor w = ramp(q->dtype, TRNFFT_REAL, 5, 1, 0);
        trnfft_stft_options s = options(8, 8, 0);
        s.win_length = 5;
        s.window = &w;
        for (int p = 0; p < 8; p++) {
            double x[8] = { 0 }, X[10];
            x[p] = 1;
            trnfft_tensor in =
                test_tensor_of(q->dtype, TRNFFT_REAL, 1, TEST_LIST(8), x);
            trnfft_tensor S = spectrum_of(&in, &s, q->layout);
            test_tensor_get(&S, X);
            assert_true(fabs(hypot(X[0], X[1]) - expected[p]) < q->tolerance);
            test_tensor_free(&in);
            test_tensor_free(&S);
        }
        test_tensor_free(&w);
    }
}

static void C50_limit_of_reflection(void **state)
{
    (void)state;
    trnfft_stft_options s = options(8, 4, 1);
    for (int64_t n = 1; n <= 4; n++) {
        trnfft_tensor x = ramp(TRNFFT_F32, TRNFFT_REAL, n, 1, 0);
        trnfft_tensor S = test_tensor(TRNFFT_F32, TRNFFT_SPLIT, 2, TEST_LIST(5, 2));
        EXPECT_REFUSED(trnfft_stft(&x, &s, &S));
        test_tensor_free(&x);
        test_tensor_free(&S);
    }
    const double X[] = { R(24), R(6.8284271247),  R(0), R(1.1715728753),  R(0),
                         R(24), R(-6.8284271247), R(0), R(-1.1715728753), R(0) };
    check_spectrum(5, 1, 0, &s, -1, 2, 5, X);
}

static trnfft_status back_of(const trnfft_tensor *S, const trnfft_stft_options *s,
                             int64_t length, trnfft_tensor *y)
{
    int64_t shape[TRNFFT_MAX_RANK];
    trnfft_status status = trnfft_istft_shape(S, s, length, shape);
    if (status != TRNFFT_OK) {
        return status;
    }
    *y = test_tensor(S->dtype, TRNFFT_REAL, S->rank - 1, shape);
    status = trnfft_istft(S, s, length, y);
    if (status != TRNFFT_OK) {
        test_tensor_free(y);
    }
    return status;
}

static void C52_nola(void **state)
{
    (void)state;
    double expected[16];
    for (int v = 0; v < 4; v++) {
        const test_variant *q = &test_variants[v];
        trnfft_tensor x = ramp(q->dtype, TRNFFT_REAL, 16, 1, 0), y;
        test_tensor_get(&x, expected);
        trnfft_tensor w = window_of(q->dtype, TRNFFT_WINDOW_HANN, 8);
        trnfft_stft_options s = options(8, 4, 0);
        s.window = &w;
        trnfft_tensor S = spectrum_of(&x, &s, q->layout);
        EXPECT_ERROR(back_of(&S, &s, -1, &y), TRNFFT_ERROR_NOLA, "sample 0");
        s.tolerate_edges = 1;
        EXPECT_OK(back_of(&S, &s, -1, &y));
        expected[0] = 0;
        EXPECT_VALUES(&y, expected, 1e-5);
        test_tensor_free(&y);
        test_tensor_free(&w);
        w = window_of(q->dtype, TRNFFT_WINDOW_HAMMING, 8);
        s.tolerate_edges = 0;
        EXPECT_OK(trnfft_stft(&x, &s, &S));
        EXPECT_OK(back_of(&S, &s, -1, &y));
        expected[0] = 1;
        EXPECT_VALUES(&y, expected, 1e-5);
        test_tensor_free(&y);
        test_tensor_free(&w);
        test_tensor_free(&x);
        test_tensor_free(&S);
    }
}

static void C53_length_of_the_inverse(void **state)
{
    (void)state;
    const double expected[14] = { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 };
    const int64_t lengths[] = { -1, 5, 10, 14 }, sizes[] = { 8, 5, 10, 14 };
    for (int v = 0; v < 4; v++) {
        const test_variant *q = &test_variants[v];
        trnfft_tensor x = ramp(q->dtype, TRNFFT_REAL, 10, 1, 0), y;
        trnfft_stft_options s = options(4, 4, 1);
        trnfft_tensor S = spectrum_of(&x, &s, q->layout);
        for (int k = 0; k < 4; k++) {
            EXPECT_OK(back_of(&S, &s, lengths[k], &y));
            assert_int_equal(y.shape[0], sizes[k]);
            EXPECT_VALUES(&y, expected, q->tolerance);
            test_tensor_free(&y);
        }
        test_tensor_free(&x);
        test_tensor_free(&S);
        x = ramp(q->dtype, TRNFFT_REAL, 25600, 1e-4, 0);
        trnfft_tensor w = window_of(q->dtype, TRNFFT_WINDOW_HAMMING, 1024);
        s = options(1024, 256, 0);
        s.window = &w;
        S = spectrum_of(&x, &s, q->layout);
        EXPECT_OK(back_of(&S, &s, -1, &y));
        assert_int_equal(y.shape[0], 25600);
        double *all = malloc(25600 * sizeof *all);
        test_tensor_get(&x, all);
        EXPECT_VALUES(&y, all, q->dtype == TRNFFT_F32 ? 1e-5 : 1e-12);
        free(all);
        test_tensor_free(&w);
        test_tensor_free(&x);
        test_tensor_free(&y);
        test_tensor_free(&S);
    }
}

static void C54_complex_signals_and_sidedness(void **state)
{
    (void)state;
    const double X[] = { 10, -10, 0, 4, -2, 2, R(-4) };
    trnfft_stft_options s = options(4, 4, 0);
    check_spectrum(4, 1, -1, &s, -1, 1, 4, X);
    double expected[8] = { 1, 2, 3, 4, 5, 6, 7, 8 };
    for (int v = 0; v < 4; v++) {
        const test_variant *q = &test_variants[v];
        trnfft_tensor z = ramp(q->dtype, q->layout, 4, 1, -1), y;
        trnfft_tensor S = test_tensor(q->dtype, q->layout, 2, TEST_LIST(3, 1));
        s = options(4, 4, 0);
        s.onesided = 1;
        EXPECT_ERROR(trnfft_stft(&z, &s, &S), TRNFFT_OK, "onesided");
        test_tensor_free(&z);
        test_tensor_free(&S);
        z = ramp(q->dtype, q->layout, 8, 1, -1);
        trnfft_tensor w = window_of(q->dtype, TRNFFT_WINDOW_HANN, 4);
        s = options(4, 2, 1);
        s.window = &w;
        S = spectrum_of(&z, &s, q->layout);
        assert_int_equal(S.shape[0], 4);
        EXPECT_OK(back_of(&S, &s, -1, &y)); /* two-sided by its number of bins */
        EXPECT_VALUES(&y, expected, q->tolerance);
        test_tensor_free(&y);
        s.onesided = 1; /* but four bins are not a half of four */
        EXPECT_REFUSED(back_of(&S, &s, -1, &y));
        test_tensor_free(&z);
        test_tensor_free(&w);
        test_tensor_free(&S);
    }
}

static void C55_bad_arguments(void **state)
{
    (void)state;
    trnfft_tensor x = ramp(TRNFFT_F32, TRNFFT_REAL, 16, 1, 0), y;
    trnfft_tensor four = ramp(TRNFFT_F32, TRNFFT_REAL, 4, 1, 0);
    trnfft_tensor three = ramp(TRNFFT_F32, TRNFFT_REAL, 3, 1, 0);
    trnfft_tensor S = test_tensor(TRNFFT_F32, TRNFFT_SPLIT, 2, TEST_LIST(5, 3));
    trnfft_stft_options s = options(8, 0, 0);
    EXPECT_ERROR(trnfft_stft(&x, &s, &S), TRNFFT_ERROR_INVALID_ARGUMENT, "hop_length");
    s = options(8, -2, 0);
    EXPECT_ERROR(trnfft_stft(&x, &s, &S), TRNFFT_ERROR_INVALID_ARGUMENT, "hop_length");
    s = options(0, 4, 0);
    EXPECT_ERROR(trnfft_stft(&x, &s, &S), TRNFFT_ERROR_INVALID_ARGUMENT, "n_fft");
    s = options(8, 4, 0);
    EXPECT_ERROR(trnfft_stft(&four, &s, &S), TRNFFT_OK, "n_fft");
    s.win_length = 9;
    EXPECT_ERROR(trnfft_stft(&x, &s, &S), TRNFFT_ERROR_INVALID_ARGUMENT, "win_length");
    s.win_length = 0;
    EXPECT_ERROR(trnfft_stft(&x, &s, &S), TRNFFT_ERROR_INVALID_ARGUMENT, "win_length");
    s.win_length = 4;
    s.window = &three;
    EXPECT_ERROR(trnfft_stft(&x, &s, &S), TRNFFT_OK, "window");
    s = options(8, 6, 1);
    s.win_length = 4;
    EXPECT_ERROR(back_of(&S, &s, -1, &y), TRNFFT_ERROR_INVALID_ARGUMENT, "hop_length");
    s = options(4, 1, 1);
    EXPECT_REFUSED(back_of(&S, &s, -1, &y));
    s = options(8, 4, 1);
    s.pad_mode = 9;
    EXPECT_ERROR(trnfft_stft(&x, &s, &S), TRNFFT_ERROR_INVALID_ARGUMENT, "pad_mode");
    s = options(1, 1, 0); /* n_fft 1: the default hop would be 0 */
    s.hop_length = TRNFFT_N_DEFAULT;
    EXPECT_ERROR(trnfft_stft(&x, &s, &S), TRNFFT_ERROR_INVALID_ARGUMENT, "hop_length");
    s = options(INT64_MAX, INT64_MAX, 1);
    EXPECT_REFUSED(trnfft_stft(&x, &s, &S));
    s = options(8, INT64_MAX, 0); /* one frame */
    int64_t shape[TRNFFT_MAX_RANK];
    EXPECT_OK(trnfft_stft_shape(&x, &s, shape));
    assert_int_equal(shape[1], 1);
    EXPECT_REFUSED(trnfft_stft(NULL, &s, &S));
    EXPECT_REFUSED(trnfft_stft(&x, NULL, &S));
    EXPECT_REFUSED(trnfft_stft(&x, &s, NULL));
    test_tensor_free(&x);
    test_tensor_free(&four);
    test_tensor_free(&three);
    test_tensor_free(&S);
}

static void C56_conventions(void **state)
{
    (void)state;
    const double plain[] = { R(6), -3, 1, R(0) },
                 normalized[] = { R(3), -1.5, 0.5, R(0) };
    trnfft_stft_options s = options(4, 4, 0);
    check_spectrum(4, 1, 0, &s, TRNFFT_WINDOW_HANN, 1, 3, plain);
    s.normalized = 1;
    check_spectrum(4, 1, 0, &s, TRNFFT_WINDOW_HANN, 1, 3, normalized);
    const double first[] = { R(20),         -10, 3.8284271247,  0,
                             -0.8284271247, 0,   -0.1715728753, R(0) };
    double frames[30]; /* the next frames lie 4 higher: DC + 16, bin 1 - 8 */
    for (int t = 0; t < 3; t++) {
        memcpy(frames + 10 * t, first, sizeof first);
        frames[10 * t] += 16 * t;
        frames[10 * t + 2] -= 8 * t;
    }
    s = options(8, 4, 0);
    check_spectrum(16, 1, 0, &s, TRNFFT_WINDOW_HANN, 3, 5, frames);
    trnfft_tensor w = test_tensor(TRNFFT_F64, TRNFFT_REAL, 1, TEST_LIST(4));
    EXPECT_OK(trnfft_window(TRNFFT_WINDOW_HANN, TRNFFT_PERIODIC, NULL, &w));
    EXPECT_VALUES(&w, ((const double[]){ 0, 0.5, 1, 0.5 }), 1e-15);
    EXPECT_OK(trnfft_window(TRNFFT_WINDOW_HANN, TRNFFT_SYMMETRIC, NULL, &w));
    EXPECT_VALUES(&w, ((const double[]){ 0, 0.75, 0.75, 0 }), 1e-15);
    test_tensor_free(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(C46_no_window_is_rectangular),
        cmocka_unit_test(C47_number_of_frames),
        cmocka_unit_test(C48_short_window_is_centred),
        cmocka_unit_test(C50_limit_of_reflection),
        cmocka_unit_test(C52_nola),
        cmocka_unit_test(C53_length_of_the_inverse),
        cmocka_unit_test(C54_complex_signals_and_sidedness),
        cmocka_unit_test(C55_bad_arguments),
        cmocka_unit_test(C56_conventions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
