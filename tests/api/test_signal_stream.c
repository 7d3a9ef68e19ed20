/* test_signal_stream.c - streams give the bits of the whole-signal functions, whatever
 * the pieces, in constant memory. */
#include <setjmp.h>
#include <stdbool.h>
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

static int allocations;

static void *counting_allocate(size_t bytes, void *user)
{
    (void)user;
    allocations++;
    return malloc(bytes);
}

static void counting_release(void *p, void *user)
{
    (void)user;
    free(p);
}

static trnfft_context *context;

static int open_context(void **state)
{
    (void)state;
    trnfft_context_options o = TRNFFT_CONTEXT_OPTIONS_INIT;
    o.allocate = counting_allocate;
    o.release = counting_release;
    return trnfft_context_create(&o, &context) == TRNFFT_OK ? 0 : -1;
}

static int close_context(void **state)
{
    (void)state;
    trnfft_context_destroy(context);
    return 0;
}

typedef struct stream_case {
    int64_t n_fft, hop, win, n;
    int32_t center, pad_mode, align, onesided, complex_window, dtype;
} stream_case;

static const stream_case cases[] = {
    { 16, 4, 16, 100, 1, TRNFFT_PAD_REFLECT, 0, -1, 0, TRNFFT_F32 },
    { 16, 4, 16, 9, 1, TRNFFT_PAD_REFLECT, 0, -1, 0, TRNFFT_F64 },
    { 15, 4, 11, 8, 1, TRNFFT_PAD_REFLECT, 0, -1, 0, TRNFFT_F32 },
    { 15, 40, 15, 500, 1, TRNFFT_PAD_REFLECT, 0, 0, 0, TRNFFT_F32 },
    { 16, 16, 12, 103, 1, TRNFFT_PAD_CONSTANT, 0, -1, 1, TRNFFT_F32 },
    { 16, 5, 16, 3, 1, TRNFFT_PAD_CONSTANT, 0, -1, 0, TRNFFT_F32 },
    { 13, 3, 13, 1, 1, TRNFFT_PAD_REPLICATE, 0, -1, 0, TRNFFT_F64 },
    { 64, 7, 64, 301, 1, TRNFFT_PAD_REPLICATE, 0, 0, 0, TRNFFT_S16 },
    { 64, 100, 50, 1000, 0, TRNFFT_PAD_REFLECT, 0, -1, 0, TRNFFT_F32 },
    { 20, 3, 9, 200, 0, TRNFFT_PAD_REFLECT, 1, -1, 0, TRNFFT_F32 },
    { 1, 1, 1, 5, 1, TRNFFT_PAD_REFLECT, 0, -1, 0, TRNFFT_F32 },
    { 2, 1, 2, 5, 1, TRNFFT_PAD_REFLECT, 0, 0, 0, TRNFFT_F64 },
    { 400, 160, 400, 4000, 1, TRNFFT_PAD_REFLECT, 0, -1, 0, TRNFFT_S24 },
};
enum { N_CASES = sizeof cases / sizeof cases[0], MAX_N = 4096 };

static unsigned char samples[MAX_N * 8], window[2 * 512 * 8];

/* The signal and the options of a case; windows are f32, or f64 with f64 samples. */
static trnfft_stft_options prepare(const stream_case *c, trnfft_tensor *x,
                                   trnfft_tensor *w, test_random *r)
{
    double values[MAX_N], weights[1024];
    bool f64 = c->dtype == TRNFFT_F64;
    for (int64_t i = 0; i < c->n; i++) {
        values[i] = (double)test_random_unit_f32(r);
    }
    for (int64_t i = 0; i < 2 * c->win; i++) {
        weights[i] = 1.5 + (double)test_random_unit_f32(r);
    }
    *x = trnfft_tensor_real(c->dtype, 1, &c->n, samples);
    for (size_t i = 0;
         i < sizeof samples && (c->dtype == TRNFFT_S16 || c->dtype == TRNFFT_S24);
         i++) {
        samples[i] = (unsigned char)test_random_between(r, 0, 255);
    }
    if (c->dtype == TRNFFT_F32 || f64) {
        test_tensor_set(x, values);
    }
    int32_t type = f64 ? TRNFFT_F64 : TRNFFT_F32;
    *w = c->complex_window ? trnfft_tensor_interleaved(type, 1, &c->win, window)
                           : trnfft_tensor_real(type, 1, &c->win, window);
    test_tensor_set(w, weights);
    trnfft_stft_options s = TRNFFT_STFT_OPTIONS_INIT;
    s.n_fft = c->n_fft;
    s.hop_length = c->hop;
    s.win_length = c->win;
    s.window = w;
    s.center = c->center;
    s.pad_mode = c->pad_mode;
    s.align_to_window = c->align;
    s.onesided = c->onesided;
    return s;
}

/* Frames pulled so far must be those of y, (frames, bins) split. */
static trnfft_status pull_all(trnfft_stft_stream *st, const trnfft_tensor *y,
                              int64_t *frame)
{
    const size_t bytes = (size_t)trnfft_stft_stream_bins(st) *
                         trnfft_dtype_size(trnfft_stft_stream_dtype(st));
    unsigned char re[512 * 8], im[512 * 8];
    trnfft_status status;
    while ((status = trnfft_stft_stream_pull(st, re, im)) == TRNFFT_OK) {
        assert_true(*frame < y->shape[0]);
        assert_memory_equal(re, (char *)y->re + (size_t)*frame * bytes, bytes);
        assert_memory_equal(im, (char *)y->im + (size_t)*frame * bytes, bytes);
        ++*frame;
    }
    return status;
}

static void feed(trnfft_stft_stream *st, const stream_case *c, const trnfft_tensor *y,
                 int64_t largest, test_random *r)
{
    const int64_t size = (int64_t)trnfft_dtype_size(c->dtype);
    int64_t frame = 0;
    for (int64_t at = 0; at < c->n;) {
        int64_t piece = test_random_between(r, 0, largest);
        piece = piece < c->n - at ? piece : c->n - at;
        trnfft_status status = trnfft_stft_stream_push(st, samples + at * size, piece);
        if (status == TRNFFT_OK) {
            at += piece;
        } else {
            assert_int_equal(status, TRNFFT_AGAIN);
        }
        if (status == TRNFFT_AGAIN || test_random_between(r, 0, 1) == 1) {
            assert_int_equal(pull_all(st, y, &frame), TRNFFT_AGAIN);
        }
    }
    EXPECT_OK(trnfft_stft_stream_finish(st));
    EXPECT_OK(trnfft_stft_stream_finish(st));
    assert_int_equal(pull_all(st, y, &frame), TRNFFT_END);
    assert_int_equal(frame, y->shape[0]);
    EXPECT_ERROR(trnfft_stft_stream_push(st, samples, 1), TRNFFT_ERROR_INVALID_ARGUMENT,
                 "finished");
}

static void stft_bits(void **state)
{
    (void)state;
    test_random r = test_random_seed(1);
    for (int i = 0; i < N_CASES; i++) {
        const stream_case *c = &cases[i];
        trnfft_tensor x, w;
        trnfft_stft_options s = prepare(c, &x, &w, &r);
        int64_t shape[2];
        s.layout = TRNFFT_TIME_FREQ;
        EXPECT_OK(trnfft_stft_shape(&x, &s, shape));
        trnfft_tensor y = test_tensor(c->dtype == TRNFFT_F64 ? TRNFFT_F64 : TRNFFT_F32,
                                      TRNFFT_SPLIT, 2, shape);
        EXPECT_OK(trnfft_stft(&x, &s, &y));
        static const int64_t capacities[] = { 1, 7, 100, 1 << 20 };
        for (int k = 0; k < 4; k++) {
            trnfft_stft_stream *st = NULL;
            s.stream_capacity = capacities[k];
            EXPECT_OK(trnfft_stft_stream_create(context, c->dtype, &s, &st));
            int before = allocations;
            feed(st, c, &y, capacities[k] < 200 ? capacities[k] : 200, &r);
            trnfft_stft_stream_reset(st);
            feed(st, c, &y, capacities[k] < 30 ? capacities[k] : 30, &r);
            assert_int_equal(allocations, before);
            trnfft_stft_stream_destroy(st);
        }
        test_tensor_free(&y);
    }
}

static void stft_errors(void **state)
{
    (void)state;
    const trnfft_status argument = TRNFFT_ERROR_INVALID_ARGUMENT;
    trnfft_stft_options s = TRNFFT_STFT_OPTIONS_INIT;
    trnfft_stft_stream *st = NULL;
    float x[64] = { 0 }, im[64];
    s.n_fft = 16;
    s.pad_mode = TRNFFT_PAD_CIRCULAR;
    EXPECT_ERROR(trnfft_stft_stream_create(NULL, TRNFFT_F32, &s, &st),
                 TRNFFT_ERROR_UNSUPPORTED, "CIRCULAR");
    s.pad_mode = TRNFFT_PAD_REFLECT;
    EXPECT_ERROR(trnfft_stft_stream_create(NULL, 77, &s, &st),
                 TRNFFT_ERROR_INVALID_DTYPE, "dtype = 77");
    EXPECT_ERROR(trnfft_stft_stream_create(NULL, TRNFFT_F32, &s, NULL), argument,
                 "stream");
    EXPECT_ERROR(trnfft_stft_stream_create(NULL, TRNFFT_F32, NULL, &st), argument,
                 "options");
    s.stream_capacity = 0;
    EXPECT_ERROR(trnfft_stft_stream_create(NULL, TRNFFT_F32, &s, &st), argument,
                 "stream_capacity = 0");
    assert_null(st);
    s.stream_capacity = 20;
    EXPECT_OK(trnfft_stft_stream_create(NULL, TRNFFT_F32, &s, &st));
    EXPECT_ERROR(trnfft_stft_stream_push(st, x, 21), argument, "n = 21");
    EXPECT_ERROR(trnfft_stft_stream_push(st, x, -1), argument, "n = -1");
    EXPECT_ERROR(trnfft_stft_stream_push(st, NULL, 1), argument, "samples");
    EXPECT_ERROR(trnfft_stft_stream_push(NULL, x, 1), argument, "stream");
    EXPECT_ERROR(trnfft_stft_stream_pull(st, NULL, im), argument, "re");
    EXPECT_ERROR(trnfft_stft_stream_pull(st, x, NULL), argument, "im");
    EXPECT_OK(trnfft_stft_stream_push(st, x, 8));
    assert_int_equal(trnfft_stft_stream_pull(st, x, im), TRNFFT_AGAIN);
    EXPECT_ERROR(trnfft_stft_stream_finish(st), argument,
                 "reflect"); /* 8 samples: too few */
    assert_int_equal(trnfft_stft_stream_pull(st, x, im), TRNFFT_END);
    EXPECT_ERROR(trnfft_stft_stream_finish(NULL), argument, "stream");
    trnfft_stft_stream_destroy(st);
    trnfft_stft_stream_destroy(NULL);
    trnfft_stft_stream_reset(NULL);
    assert_int_equal(trnfft_stft_stream_bins(NULL), 0);
    assert_int_equal(trnfft_stft_stream_dtype(NULL), 0);
}

/* Pushes the frames of y, (frames, bins) split, and pulls what comes. */
static int64_t resynthesise(trnfft_istft_stream *st, const trnfft_tensor *y,
                            int64_t length, int64_t most, char *out, test_random *r)
{
    const size_t size = trnfft_dtype_size(y->dtype), row = (size_t)y->shape[1] * size;
    int64_t total = 0, n;
    trnfft_status status = TRNFFT_OK;
    for (int64_t f = 0; f < y->shape[0];) {
        status = trnfft_istft_stream_push(st, (char *)y->re + (size_t)f * row,
                                          (char *)y->im + (size_t)f * row);
        f += status == TRNFFT_OK;
        assert_true(status == TRNFFT_OK || status == TRNFFT_AGAIN);
        if (status == TRNFFT_AGAIN || test_random_between(r, 0, 1) == 1) {
            while (trnfft_istft_stream_pull(st, out + (size_t)total * size, most, &n) ==
                   TRNFFT_OK) {
                total += n;
            }
        }
    }
    EXPECT_OK(trnfft_istft_stream_finish(st, length));
    while ((status = trnfft_istft_stream_pull(st, out + (size_t)total * size, most,
                                              &n)) == TRNFFT_OK) {
        total += n;
    }
    assert_int_equal(status, TRNFFT_END);
    return total;
}

static void istft_bits(void **state)
{
    (void)state;
    test_random r = test_random_seed(2);
    static char out[8 * (MAX_N + 600)];
    for (int i = 0; i < N_CASES; i++) {
        const stream_case *c = &cases[i];
        trnfft_tensor x, w;
        trnfft_stft_options s = prepare(c, &x, &w, &r);
        if (c->complex_window || c->hop > c->win || c->align) {
            continue;
        }
        s.layout = TRNFFT_TIME_FREQ;
        s.tolerate_edges = 1;
        int64_t shape[2], n;
        EXPECT_OK(trnfft_stft_shape(&x, &s, shape));
        const int32_t type = c->dtype == TRNFFT_F64 ? TRNFFT_F64 : TRNFFT_F32;
        trnfft_tensor y = test_tensor(type, TRNFFT_SPLIT, 2, shape);
        EXPECT_OK(trnfft_stft(&x, &s, &y));
        s.onesided = s.onesided == 0 ? 0 : 1;
        for (int k = 0; k < 3; k++) {
            int64_t length = k == 0 ? -1 : (k == 1 ? c->n : c->n + 50);
            EXPECT_OK(trnfft_istft_shape(&y, &s, length, &n));
            trnfft_tensor z = test_tensor(type, TRNFFT_REAL, 1, &n);
            EXPECT_OK(trnfft_istft(&y, &s, length, &z));
            trnfft_istft_stream *st = NULL;
            s.stream_capacity = k == 0 ? 1 : 1000;
            EXPECT_OK(trnfft_istft_stream_create(context, type, &s, &st));
            assert_int_equal(trnfft_istft_stream_bins(st), shape[1]);
            int before = allocations;
            assert_int_equal(resynthesise(st, &y, length, 1 + k * 40, out, &r), n);
            assert_memory_equal(out, z.re, (size_t)n * trnfft_dtype_size(type));
            memset(out, 0, sizeof out);
            trnfft_istft_stream_reset(st);
            assert_int_equal(resynthesise(st, &y, length, 500, out, &r), n);
            assert_memory_equal(out, z.re, (size_t)n * trnfft_dtype_size(type));
            assert_int_equal(allocations, before);
            trnfft_istft_stream_destroy(st);
            test_tensor_free(&z);
        }
        test_tensor_free(&y);
    }
}

static void istft_errors(void **state)
{
    (void)state;
    const trnfft_status argument = TRNFFT_ERROR_INVALID_ARGUMENT;
    trnfft_stft_options s = TRNFFT_STFT_OPTIONS_INIT;
    trnfft_istft_stream *st = NULL;
    float re[9] = { 1 }, im[9] = { 0 }, x[64], hann[16];
    int64_t n = -7, sixteen = 16;
    s.n_fft = 16;
    EXPECT_ERROR(trnfft_istft_stream_create(NULL, TRNFFT_S16, &s, &st),
                 TRNFFT_ERROR_INVALID_DTYPE, "dtype");
    EXPECT_ERROR(trnfft_istft_stream_create(NULL, TRNFFT_F32, &s, NULL), argument,
                 "stream");
    EXPECT_ERROR(trnfft_istft_stream_create(NULL, TRNFFT_F32, NULL, &st), argument,
                 "options");
    s.return_complex = 1;
    s.onesided = 0;
    EXPECT_ERROR(trnfft_istft_stream_create(NULL, TRNFFT_F32, &s, &st),
                 TRNFFT_ERROR_UNSUPPORTED, "return_complex");
    s.return_complex = 0;
    s.onesided = -1;
    s.center = 0;
    trnfft_tensor w = trnfft_tensor_real(TRNFFT_F32, 1, &sixteen, hann);
    EXPECT_OK(trnfft_window(TRNFFT_WINDOW_HANN, TRNFFT_PERIODIC, NULL, &w));
    s.window = &w;
    EXPECT_OK(trnfft_istft_stream_create(NULL, TRNFFT_F32, &s, &st));
    EXPECT_ERROR(trnfft_istft_stream_finish(st, -1), TRNFFT_ERROR_INVALID_SHAPE,
                 "no frames");
    EXPECT_ERROR(trnfft_istft_stream_push(st, NULL, im), argument, "re");
    EXPECT_ERROR(trnfft_istft_stream_pull(st, x, 1, NULL), argument, "n_pulled");
    EXPECT_ERROR(trnfft_istft_stream_pull(st, x, -1, &n), argument, "n = -1");
    assert_int_equal(n, -7);
    assert_int_equal(trnfft_istft_stream_pull(st, x, 1, &n), TRNFFT_AGAIN);
    EXPECT_OK(trnfft_istft_stream_push(st, re, im));
    EXPECT_ERROR(trnfft_istft_stream_pull(st, x, 1, &n), TRNFFT_ERROR_NOLA,
                 "sum to 0 at sample 0");
    trnfft_istft_stream_destroy(st);
    s.window = NULL;
    EXPECT_OK(trnfft_istft_stream_create(NULL, TRNFFT_F32, &s, &st));
    EXPECT_OK(trnfft_istft_stream_push(st, re, im));
    EXPECT_OK(trnfft_istft_stream_pull(st, x, 64, &n));
    assert_int_equal(n, 4);
    EXPECT_ERROR(trnfft_istft_stream_finish(st, 3), argument, "length = 3");
    EXPECT_OK(trnfft_istft_stream_finish(st, -1));
    EXPECT_ERROR(trnfft_istft_stream_finish(st, -1), argument, "finished");
    EXPECT_ERROR(trnfft_istft_stream_push(st, re, im), argument, "finished");
    EXPECT_OK(trnfft_istft_stream_pull(st, x, 64, &n));
    assert_int_equal(n, 12);
    assert_int_equal(trnfft_istft_stream_pull(st, x, 64, &n), TRNFFT_END);
    trnfft_istft_stream_destroy(st);
    trnfft_istft_stream_destroy(NULL);
    trnfft_istft_stream_reset(NULL);
    assert_int_equal(trnfft_istft_stream_bins(NULL), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stft_bits),
        cmocka_unit_test(stft_errors),
        cmocka_unit_test(istft_bits),
        cmocka_unit_test(istft_errors),
    };
    return cmocka_run_group_tests(tests, open_context, close_context);
}
