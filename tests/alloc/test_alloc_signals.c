/* The same for signals: windows, short-time transforms, streams. */
#include "alloc/failing.h"

#include <string.h>

#include <trnfft/signal.h>
#include <trnfft/stft.h>
#include <trnfft/window.h>

static trnfft_status windows(trnfft_context *context)
{
    (void)context;
    trnfft_status status = TRNFFT_OK;
    double w[64], two = 2.5;
    trnfft_tensor t = trnfft_tensor_real(TRNFFT_F64, 1, TEST_LIST(64), w);
    for (int32_t kind = TRNFFT_WINDOW_HANN; kind <= TRNFFT_WINDOW_DPSS; kind++) {
        double half = 0.5;
        STEP(status, trnfft_window(kind, TRNFFT_PERIODIC,
                                   kind == TRNFFT_WINDOW_TUKEY ? &half : &two, &t));
    }
    return status;
}

static trnfft_stft_options options_of(const trnfft_tensor *window, int64_t n_fft)
{
    trnfft_stft_options s = TRNFFT_STFT_OPTIONS_INIT;
    s.n_fft = n_fft;
    s.window = window;
    s.win_length = window != NULL ? window->shape[0] : -1;
    s.stream_capacity = 1000;
    return s;
}

static void fill_ones(const trnfft_tensor *t)
{
    double ones[4096];
    for (int i = 0; i < 4096; i++) {
        ones[i] = 1;
    }
    assert_true(test_tensor_size(t) * 2 <= 4096);
    test_tensor_set(t, ones);
}

static trnfft_status whole_signals(trnfft_context *context)
{
    (void)context;
    trnfft_status status = TRNFFT_OK;
    for (int turn = 0; turn < 3; turn++) {
        int32_t dtype = turn == 1 ? TRNFFT_F64 : TRNFFT_F32;
        trnfft_tensor x = test_tensor(turn == 2 ? TRNFFT_S16 : dtype, TRNFFT_REAL, 2,
                                      TEST_LIST(2, 200));
        trnfft_tensor w = test_tensor(dtype, TRNFFT_REAL, 1, TEST_LIST(24));
        fill_ones(&x);
        fill_ones(&w);
        trnfft_stft_options s = options_of(&w, 30);
        s.layout = turn & 1;
        int64_t shape[3];
        EXPECT_OK(trnfft_stft_shape(&x, &s, shape));
        trnfft_tensor S = test_tensor(dtype, TRNFFT_SPLIT, 3, shape);
        trnfft_tensor y = test_tensor(dtype, TRNFFT_REAL, 2, TEST_LIST(2, 180));
        STEP(status, trnfft_stft(&x, &s, &S));
        STEP(status, trnfft_istft(&S, &s, 180, &y));
        test_tensor_free(&x);
        test_tensor_free(&w);
        test_tensor_free(&S);
        test_tensor_free(&y);
    }
    return status;
}

static trnfft_status streams(trnfft_context *context)
{
    float samples[500] = { 0 }, re[33], im[33];
    double ones[50];
    for (int i = 0; i < 50; i++) {
        ones[i] = 1;
    }
    trnfft_tensor w = test_tensor_of(TRNFFT_F32, TRNFFT_REAL, 1, TEST_LIST(50), ones);
    trnfft_stft_options s = options_of(&w, 64);
    s.hop_length = 16;
    trnfft_stft_stream *there = NULL;
    trnfft_istft_stream *back = NULL;
    trnfft_status status = trnfft_stft_stream_create(context, TRNFFT_F32, &s, &there);
    STEP(status, trnfft_istft_stream_create(context, TRNFFT_F32, &s, &back));
    STEP(status, trnfft_stft_stream_push(there, samples, 500));
    STEP(status, trnfft_stft_stream_finish(there));
    trnfft_status pulled = status;
    while (status == TRNFFT_OK &&
           (pulled = trnfft_stft_stream_pull(there, re, im)) == TRNFFT_OK) {
        int64_t n = 0;
        STEP(status, trnfft_istft_stream_push(back, re, im));
        (void)trnfft_istft_stream_pull(back, samples, 500, &n);
    }
    assert_true(status != TRNFFT_OK || pulled == TRNFFT_END);
    STEP(status, trnfft_istft_stream_finish(back, -1));
    trnfft_stft_stream_destroy(there);
    trnfft_istft_stream_destroy(back);
    test_tensor_free(&w);
    return status;
}

static trnfft_status planned(trnfft_context *context)
{
    trnfft_tensor x = test_tensor(TRNFFT_F32, TRNFFT_REAL, 1, TEST_LIST(200));
    fill_ones(&x);
    trnfft_stft_options s = options_of(NULL, 32);
    trnfft_tensor S = test_tensor(TRNFFT_F32, TRNFFT_INTERLEAVED, 2, TEST_LIST(17, 26));
    trnfft_problem p = TRNFFT_PROBLEM_INIT;
    p.kind = TRNFFT_KIND_STFT;
    p.in = x;
    p.out = S;
    p.stft = &s;
    trnfft_plan *plan = NULL;
    trnfft_status status = trnfft_plan_create(context, &p, NULL, &plan);
    STEP(status, trnfft_plan_execute(plan, x.re, NULL, S.re, S.im, NULL, 0));
    trnfft_plan_destroy(plan);
    test_tensor_free(&x);
    test_tensor_free(&S);
    return status;
}

static trnfft_status sounds(trnfft_context *context)
{
    (void)context;
    trnfft_tensor magnitude = test_tensor(TRNFFT_F32, TRNFFT_REAL, 2, TEST_LIST(17, 9));
    trnfft_tensor signal = test_tensor(TRNFFT_F32, TRNFFT_REAL, 1, TEST_LIST(64));
    trnfft_tensor filters = test_tensor(TRNFFT_F32, TRNFFT_REAL, 2, TEST_LIST(20, 17));
    trnfft_tensor mel = test_tensor(TRNFFT_F32, TRNFFT_REAL, 2, TEST_LIST(20, 9));
    fill_ones(&magnitude);
    trnfft_stft_options s = options_of(NULL, 32);
    trnfft_griffin_lim_options g = TRNFFT_GRIFFIN_LIM_OPTIONS_INIT;
    g.n_iter = 2;
    trnfft_mel_options m = TRNFFT_MEL_OPTIONS_INIT;
    m.sample_rate = 8000;
    m.n_fft = 32;
    m.n_mels = 20;
    trnfft_status status = trnfft_griffin_lim(&magnitude, &s, &g, 64, &signal);
    STEP(status, trnfft_mel_filters(&m, &filters, NULL));
    STEP(status, trnfft_mel_spectrogram(&magnitude, &filters, &mel));
    STEP(status, trnfft_to_db(&mel, 1, 1e-10, 80, &mel));
    test_tensor_free(&magnitude);
    test_tensor_free(&signal);
    test_tensor_free(&filters);
    test_tensor_free(&mel);
    return status;
}

static void signals(void **state)
{
    (void)state;
    run_with_failures(windows, "windows");
    run_with_failures(whole_signals, "stft and istft");
    run_with_failures(streams, "streams");
    run_with_failures(planned, "planned stft");
    run_with_failures(sounds, "Griffin-Lim, mel and decibels");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(signals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
