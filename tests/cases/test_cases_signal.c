/* Failure classes of what follows a spectrum: decibels item by item, mel filters. */
#include "cases/cases.h"

static void C57_decibels_item_by_item(void **state)
{
    (void)state;
    const double p[] = { 1, 1e-3, 1e-6, 0, 1e-4, 1e-8, 1e-20, 0 };
    const double plain[] = { 0, -30, -60, -100, -40, -80, -100, -100 };
    const double clamped[] = { 0, -30, -30, -30, -40, -70, -70, -70 };
    for (int32_t dtype = TRNFFT_F32; dtype <= TRNFFT_F64; dtype++) {
        trnfft_tensor in = test_tensor_of(dtype, TRNFFT_REAL, 3, TEST_LIST(2, 2, 2), p);
        trnfft_tensor out = test_tensor(dtype, TRNFFT_REAL, 3, TEST_LIST(2, 2, 2));
        double tolerance = dtype == TRNFFT_F32 ? 1e-6 : 1e-13;
        EXPECT_OK(trnfft_to_db(&in, 1, 1e-10, (double)INFINITY, &out));
        EXPECT_VALUES(&out, plain, tolerance);
        EXPECT_OK(trnfft_to_db(&in, 1, 1e-10, 30, &out));
        EXPECT_VALUES(&out, clamped, tolerance);
        test_tensor_free(&in);
        test_tensor_free(&out);
    }
}

static void check_empty_filters(int32_t scale, int64_t expected)
{
    trnfft_mel_options o = TRNFFT_MEL_OPTIONS_INIT;
    o.sample_rate = 16000;
    o.n_fft = 256;
    o.scale = scale;
    trnfft_tensor filters =
        test_tensor(TRNFFT_F64, TRNFFT_REAL, 2, TEST_LIST(128, 129));
    int64_t n_empty = -1;
    EXPECT_OK(trnfft_mel_filters(&o, &filters, &n_empty));
    assert_int_equal(n_empty, expected);
    const double *w = filters.re;
    int64_t counted = 0;
    for (int64_t m = 0; m < 128; m++) {
        int empty = 1;
        for (int64_t k = 0; k < 129; k++) {
            empty = empty && w[m * 129 + k] == 0;
        }
        counted += empty;
    }
    assert_int_equal(counted, expected);
    test_tensor_free(&filters);
}

static int warnings;

static void count_warnings(int32_t level, const char *message, void *user)
{
    (void)user;
    warnings += level == TRNFFT_LOG_WARNING && message[0] != '\0';
}

static void C58_mel(void **state)
{
    (void)state;
    const double hz[] = { 440, 1000, 4000, 8000 };
    const double htk[] = { 549.6387, 999.9855, 2146.0645, 2840.0230 };
    const double slaney[] = { 6.6, 15, 35.16376, 45.24564 };
    for (int i = 0; i < 4; i++) {
        assert_true(fabs(trnfft_hz_to_mel(hz[i], TRNFFT_MEL_HTK) - htk[i]) < 1e-4);
        assert_true(fabs(trnfft_hz_to_mel(hz[i], TRNFFT_MEL_SLANEY) - slaney[i]) <
                    1e-5);
        for (int32_t scale = 0; scale < 2; scale++) {
            double back = trnfft_mel_to_hz(trnfft_hz_to_mel(hz[i], scale), scale);
            assert_true(fabs(back - hz[i]) < 1e-9 * hz[i]);
        }
    }
    /* Empty filters warn. */
    trnfft_context_options o = TRNFFT_CONTEXT_OPTIONS_INIT;
    o.log = count_warnings;
    trnfft_context *context = NULL, *previous = NULL;
    EXPECT_OK(trnfft_context_create(&o, &context));
    EXPECT_OK(trnfft_context_set_current(context, &previous));
    check_empty_filters(TRNFFT_MEL_HTK, 14);
    check_empty_filters(TRNFFT_MEL_SLANEY, 13);
    assert_int_equal(warnings, 2);
    EXPECT_OK(trnfft_context_set_current(previous, NULL));
    trnfft_context_destroy(context);
    /* fmax counts: the last bin below 8 kHz is 743. */
    trnfft_mel_options m = TRNFFT_MEL_OPTIONS_INIT;
    m.sample_rate = 22050;
    m.n_fft = 2048;
    m.f_max = 8000;
    trnfft_tensor filters =
        test_tensor(TRNFFT_F32, TRNFFT_REAL, 2, TEST_LIST(128, 1025));
    EXPECT_OK(trnfft_mel_filters(&m, &filters, NULL));
    const float *w = filters.re;
    int64_t last = 0;
    for (int64_t i = 0; i < 128 * 1025; i++) {
        last = w[i] != 0 && i % 1025 > last ? i % 1025 : last;
    }
    assert_int_equal(last, 743);
    test_tensor_free(&filters);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(C57_decibels_item_by_item),
        cmocka_unit_test(C58_mel),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
