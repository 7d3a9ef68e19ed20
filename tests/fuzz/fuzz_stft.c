/* Any options and signal: refused with a sentence and nothing written, or the spectrum
 * of the inferred shape that the formula gives; streams give the same bits; the way
 * back is refused or finite. */
#include "fuzz/bytes.h"

#include <math.h>
#include <string.h>

#include <trnfft/stft.h>

#include "support/random.h"
#include "support/reference.h"
#include "support/tensors.h"

enum { LONGEST = 96, LARGEST_N_FFT = 24 };

typedef struct input {
    trnfft_stft_options options;
    trnfft_tensor signal, window;
    int64_t n;
} input;

static void fill(test_random *r, const trnfft_tensor *t)
{
    int64_t count = test_tensor_size(t) * (t->im != NULL ? 2 : 1);
    double *x = malloc((size_t)(count + 1) * sizeof *x);
    for (int64_t i = 0; i < count; i++) {
        x[i] = t->dtype == TRNFFT_S16 ? (double)test_random_between(r, -32768, 32767)
                                      : test_random_unit(r);
    }
    test_tensor_set(t, x);
    free(x);
}

static void build(fuzz_bytes *b, input *in)
{
    static const int32_t types[] = { TRNFFT_F32, TRNFFT_F64, TRNFFT_BF16, TRNFFT_F16 };
    trnfft_stft_options *s = &in->options;
    trnfft_stft_options_init(s);
    s->n_fft = fuzz_between(b, 0, LARGEST_N_FFT);
    s->hop_length = fuzz_between(b, -1, LARGEST_N_FFT);
    s->win_length = fuzz_rarely(b, 3) ? fuzz_between(b, -1, LARGEST_N_FFT) : -1;
    s->center = fuzz_between(b, 0, 1);
    s->pad_mode = fuzz_between(b, 0, 3);
    s->normalized = fuzz_between(b, 0, 1);
    s->onesided = fuzz_between(b, -1, 1);
    s->align_to_window = fuzz_rarely(b, 4);
    s->layout = fuzz_between(b, 0, 1);
    s->tolerate_edges = fuzz_between(b, 0, 1);
    s->return_complex = fuzz_rarely(b, 4);
    if (fuzz_rarely(b, 20)) {
        int64_t *wild[] = { &s->n_fft, &s->hop_length, &s->win_length };
        *wild[fuzz_byte(b) % 3] = (int64_t)fuzz_u64(b);
    }
    in->n = fuzz_between(b, 0, LONGEST);
    int32_t dtype = types[fuzz_byte(b) % 4];
    int32_t layout = fuzz_rarely(b, 4) ? fuzz_between(b, 1, 2) : TRNFFT_REAL;
    test_random r = test_random_seed(fuzz_u64(b));
    in->signal = test_tensor(dtype, layout, 2, TEST_LIST(fuzz_between(b, 0, 3), in->n));
    fill(&r, &in->signal);
    int64_t window_length = s->win_length > 0 && s->win_length < 100 ? s->win_length
                            : s->n_fft > 0 && s->n_fft < 100         ? s->n_fft
                                                                     : 4;
    window_length += fuzz_rarely(b, 20);
    in->window =
        test_tensor(dtype == TRNFFT_F64 ? TRNFFT_F64 : TRNFFT_F32,
                    fuzz_rarely(b, 5) ? TRNFFT_SPLIT : TRNFFT_REAL, 1, &window_length);
    fill(&r, &in->window);
    s->window = fuzz_rarely(b, 3) ? NULL : &in->window;
}

/* Sample i of row `row` of the padded signal: i counts from the first sample. */
static test_complex sample(const input *in, const double *x, int parts, int64_t row,
                           int64_t i)
{
    int64_t n = in->n;
    if (i < 0 || i >= n) {
        switch (in->options.pad_mode) {
        case TRNFFT_PAD_CONSTANT: return (test_complex){ 0, 0 };
        case TRNFFT_PAD_REFLECT: i = i < 0 ? -i : 2 * (n - 1) - i; break;
        case TRNFFT_PAD_REPLICATE: i = i < 0 ? 0 : n - 1; break;
        default: i = i < 0 ? i + n : i - n; break;
        }
    }
    const double *p = x + (row * n + i) * parts;
    return (test_complex){ p[0], parts == 2 ? p[1] : 0 };
}

static void check_spectrum(const input *in, const trnfft_tensor *S,
                           const int64_t *shape)
{
    const trnfft_stft_options *s = &in->options;
    int64_t n_fft = s->n_fft, hop = s->hop_length == -1 ? n_fft / 4 : s->hop_length;
    int64_t win = s->win_length == -1 ? n_fft : s->win_length, left = (n_fft - win) / 2;
    int64_t rows = shape[0], bins = shape[1 + s->layout], frames = shape[2 - s->layout];
    int64_t pad = s->center ? n_fft / 2 : 0;
    int64_t start = s->align_to_window ? -left : -pad;
    int parts = in->signal.im != NULL ? 2 : 1,
        window_parts = in->window.im != NULL ? 2 : 1;
    double *x = malloc((size_t)(rows * in->n * parts + 1) * sizeof *x),
           w[2 * LARGEST_N_FFT + 2];
    double *X = malloc((size_t)(rows * bins * frames * 2 + 1) * sizeof *X);
    test_tensor_get(&in->signal, x);
    test_tensor_get(S, X);
    if (s->window != NULL) {
        test_tensor_get(&in->window, w);
    }
    double norm = s->normalized ? 1 / sqrt((double)n_fft) : 1;
    double bound = S->dtype == TRNFFT_F64 ? 1e-12 : 1e-4;
    for (int64_t row = 0; row < rows; row++) {
        for (int64_t t = 0; t < frames; t++) {
            test_complex frame[LARGEST_N_FFT], out[LARGEST_N_FFT];
            memset(frame, 0, sizeof frame);
            for (int64_t j = 0; j < win; j++) {
                test_complex v = sample(in, x, parts, row, t * hop + start + left + j);
                long double a = s->window == NULL ? 1 : w[window_parts * j];
                long double b =
                    s->window != NULL && window_parts == 2 ? w[2 * j + 1] : 0;
                frame[left + j] =
                    (test_complex){ v.re * a - v.im * b, v.re * b + v.im * a };
            }
            test_dft_direct(n_fft, -1, frame, out);
            for (int64_t k = 0; k < bins; k++) {
                int64_t at = s->layout == TRNFFT_FREQ_TIME
                                 ? (row * bins + k) * frames + t
                                 : (row * frames + t) * bins + k;
                FUZZ_CHECK(fabs(X[2 * at] - (double)out[k].re * norm) <= bound);
                FUZZ_CHECK(fabs(X[2 * at + 1] - (double)out[k].im * norm) <= bound);
            }
        }
    }
    free(x);
    free(X);
}

/* The same signal in pieces: the same bits. */
static void check_stream(fuzz_bytes *b, const input *in, const trnfft_tensor *S,
                         const int64_t *shape)
{
    const trnfft_stft_options *s = &in->options;
    if (in->signal.im != NULL || shape[0] != 1) {
        return;
    }
    trnfft_stft_stream *stream = NULL;
    trnfft_status status =
        trnfft_stft_stream_create(NULL, in->signal.dtype, s, &stream);
    if (status != TRNFFT_OK) {
        FUZZ_CHECK(stream == NULL && (s->center && s->pad_mode == TRNFFT_PAD_CIRCULAR));
        return;
    }
    int64_t bins = shape[1 + s->layout], frames = shape[2 - s->layout], pushed = 0,
            frame = 0;
    FUZZ_CHECK(trnfft_stft_stream_bins(stream) == bins);
    int wide = trnfft_stft_stream_dtype(stream) == TRNFFT_F64;
    FUZZ_CHECK(wide == (S->dtype == TRNFFT_F64));
    size_t unit = wide ? 8 : 4, in_unit = trnfft_dtype_size(in->signal.dtype);
    unsigned char *re = malloc((size_t)bins * unit), *im = malloc((size_t)bins * unit);
    int finished = 0;
    for (;;) {
        status = trnfft_stft_stream_pull(stream, re, im);
        FUZZ_CHECK(status >= 0);
        if (status == TRNFFT_END) {
            break;
        }
        if (status == TRNFFT_OK) {
            FUZZ_CHECK(frame < frames);
            for (int64_t k = 0; k < bins; k++) {
                int64_t at = (s->layout == TRNFFT_FREQ_TIME ? k * frames + frame
                                                            : frame * bins + k);
                at *= (int64_t)unit;
                FUZZ_CHECK(memcmp((char *)S->re + at, re + (size_t)k * unit, unit) ==
                           0);
                FUZZ_CHECK(memcmp((char *)S->im + at, im + (size_t)k * unit, unit) ==
                           0);
            }
            frame++;
            continue;
        }
        FUZZ_CHECK(status == TRNFFT_AGAIN && !finished);
        int64_t piece = fuzz_between(b, 0, 20) + (b->left == 0 ? 7 : 0);
        piece = piece > in->n - pushed ? in->n - pushed : piece;
        if (pushed == in->n) {
            FUZZ_CHECK(trnfft_stft_stream_finish(stream) == TRNFFT_OK);
            finished = 1;
        } else {
            FUZZ_CHECK(trnfft_stft_stream_push(
                           stream, (char *)in->signal.re + (size_t)pushed * in_unit,
                           piece) == TRNFFT_OK);
            pushed += piece;
        }
    }
    FUZZ_CHECK(frame == frames);
    trnfft_stft_stream_destroy(stream);
    free(re);
    free(im);
}

static void check_inverse(fuzz_bytes *b, const input *in, const trnfft_tensor *S)
{
    int64_t length = fuzz_between(b, -1, LONGEST), shape[TRNFFT_MAX_RANK] = { 0 };
    trnfft_status status = trnfft_istft_shape(S, &in->options, length, shape);
    int64_t size = status == TRNFFT_OK ? shape[0] * shape[1] : 0;
    FUZZ_CHECK(size >= 0 && size < 100000);
    trnfft_tensor y = test_tensor(
        S->dtype, in->options.return_complex ? TRNFFT_INTERLEAVED : TRNFFT_REAL, 2,
        shape);
    trnfft_status second = trnfft_istft(S, &in->options, length, &y);
    FUZZ_CHECK(status == TRNFFT_OK || second != TRNFFT_OK);
    FUZZ_CHECK(second != TRNFFT_ERROR_INTERNAL);
    test_tensor_free(&y);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_bytes b = { data, size };
    input in;
    build(&b, &in);
    int64_t shape[TRNFFT_MAX_RANK] = { -9, -9, -9 };
    trnfft_status status = trnfft_stft_shape(&in.signal, &in.options, shape);
    if (status != TRNFFT_OK) {
        FUZZ_CHECK(status < 0 && status != TRNFFT_ERROR_INTERNAL && shape[0] == -9);
        FUZZ_CHECK(trnfft_last_error()[0] != '\0');
    } else if (shape[0] * shape[1] * shape[2] < 100000) {
        int wide = in.signal.dtype == TRNFFT_F64 ||
                   (in.options.window != NULL && in.window.dtype == TRNFFT_F64);
        trnfft_tensor S =
            test_tensor(wide ? TRNFFT_F64 : TRNFFT_F32, TRNFFT_SPLIT, 3, shape);
        FUZZ_CHECK(trnfft_stft(&in.signal, &in.options, &S) == TRNFFT_OK);
        check_spectrum(&in, &S, shape);
        check_stream(&b, &in, &S, shape);
        check_inverse(&b, &in, &S);
        test_tensor_free(&S);
    }
    test_tensor_free(&in.signal);
    test_tensor_free(&in.window);
    return 0;
}
