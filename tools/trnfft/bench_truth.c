/* bench_truth.c - what a case has to give, in long double, and how far a result is from
 * it. Of the largest results only a sample is known.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <trnfft/trnfft.h>

#include "bench.h"

/* More frames than MANY_FRAMES are judged by SAMPLED_FRAMES of them. */
enum { SAMPLED_ROWS = 12, MANY_FRAMES = 8192, SAMPLED_FRAMES = 512 };

typedef struct framed {
    ref_dft *dft;
    ref_complex *x; /* 2 n_fft */
    long double *window;
} framed;

static bool framed_create(const bench_case *c, framed *f)
{
    size_t n = (size_t)c->n_fft;
    f->dft = ref_create(c->n_fft);
    f->x = calloc(2 * n, sizeof *f->x);
    f->window = calloc(n, sizeof *f->window);
    for (int64_t j = 0; f->window != NULL && j < c->n_fft; j++) {
        double exact = (double)(0.5L - 0.5L * ref_unit(j, c->n_fft).re);
        f->window[j] = c->dtype == TRNFFT_F64 ? exact : (double)(float)exact;
    }
    return f->dft != NULL && f->x != NULL && f->window != NULL;
}

static void framed_destroy(framed *f)
{
    ref_destroy(f->dft);
    free(f->x);
    free(f->window);
}

/* The item of a batch that is stored in columns. */
static bool truth_column(const bench_case *c, int64_t b, ref_complex *x,
                         ref_complex *line)
{
    int64_t n = c->n[0];
    for (int64_t j = 0; j < n; j++) {
        line[j] = x[j * c->batch + b];
    }
    bool ok = ref_forward_nd(1, c->n, line);
    for (int64_t j = 0; j < n; j++) {
        x[j * c->batch + b] = line[j];
    }
    return ok;
}

static bool truth_fft(const bench_case *c, const bench_arrays *arrays, ref_complex *x)
{
    int64_t points = bench_points(c);
    bool inverse = c->op == BENCH_IFFT;
    ref_complex *line = c->columns ? calloc((size_t)points, sizeof *line) : NULL;
    bool ok = !c->columns || line != NULL;
    for (int64_t i = 0; i < points * c->batch; i++) {
        x[i] = bench_view_get(c, &arrays->a, i);
        x[i].im = inverse ? -x[i].im : x[i].im;
    }
    for (int64_t b = 0; ok && b < c->batch; b++) {
        ok = c->columns ? truth_column(c, b, x, line)
                        : ref_forward_nd(c->rank, c->n, x + b * points);
    }
    for (int64_t i = 0; inverse && i < points * c->batch; i++) {
        x[i].im = -x[i].im;
    }
    free(line);
    return ok;
}

/* The conjugate of bin i of the full spectrum, whose half is item `b` of the input. */
static ref_complex mirrored(const bench_case *c, const bench_arrays *arrays, int64_t b,
                            int64_t i)
{
    int64_t last = c->n[c->rank - 1];
    int64_t bins = last / 2 + 1;
    int64_t k = i % last;
    int64_t row = i / last;
    bool flip = k >= bins;
    int64_t at = 0;
    int64_t stride = 1;
    for (int d = c->rank - 2; d >= 0; d--) {
        int64_t index = row % c->n[d];
        row /= c->n[d];
        at += (flip && index > 0 ? c->n[d] - index : index) * stride;
        stride *= c->n[d];
    }
    at = (b * stride + at) * bins + (flip ? last - k : k);
    ref_complex z = bench_view_get(c, &arrays->a, at);
    bool own = k == 0 || 2 * k == last; /* in one dimension its own mirror: real */
    z.im = flip ? z.im : c->rank == 1 && own ? 0.0L : -z.im;
    return z;
}

static bool truth_real(const bench_case *c, const bench_arrays *arrays,
                       ref_complex *out)
{
    int64_t points = bench_points(c);
    int64_t last = c->n[c->rank - 1];
    int64_t bins = last / 2 + 1;
    int64_t half = bench_half(c);
    ref_complex *x = calloc((size_t)points, sizeof *x);
    bool ok = x != NULL;
    for (int64_t b = 0; ok && b < c->batch; b++) {
        for (int64_t i = 0; i < points; i++) {
            x[i] = c->op == BENCH_IRFFT ? mirrored(c, arrays, b, i)
                                        : bench_view_get(c, &arrays->a, b * points + i);
        }
        ok = ref_forward_nd(c->rank, c->n, x);
        for (int64_t i = 0; c->op == BENCH_RFFT && i < half; i++) {
            out[b * half + i] = x[i / bins * last + i % bins];
        }
        for (int64_t i = 0; c->op != BENCH_RFFT && i < points; i++) {
            out[b * points + i] = (ref_complex){ x[i].re, 0.0L };
        }
    }
    free(x);
    return ok;
}

/* Sample `at` of a signal of n samples, reflected at its ends. */
static int64_t reflect(int64_t at, int64_t n)
{
    at = at < 0 ? -at : at;
    return at >= n ? 2 * (n - 1) - at : at;
}

/* Frame i of `count` evenly chosen ones of `all`. */
static int64_t chosen(int64_t i, int64_t count, int64_t all)
{
    return count == all ? i : i * (all - 1) / (count - 1);
}

static int64_t judged_frames(const bench_case *c)
{
    int64_t all = bench_frames(c) * c->batch;
    return all > MANY_FRAMES ? SAMPLED_FRAMES : all;
}

static bool truth_stft(const bench_case *c, const bench_arrays *arrays,
                       bench_truth *truth)
{
    int64_t n = c->n_fft;
    int64_t bins = bench_bins(c);
    int64_t frames = bench_frames(c);
    int64_t judged = judged_frames(c);
    framed work;
    bool ok = framed_create(c, &work);
    for (int64_t i = 0; ok && i < judged; i++) {
        int64_t f = chosen(i, judged, frames * c->batch);
        int64_t first = (f % frames) * c->hop - n / 2;
        for (int64_t j = 0; j < n; j++) {
            int64_t at = reflect(first + j, c->n[0]) + f / frames * c->n[0];
            work.x[j] = bench_view_get(c, &arrays->a, at);
            work.x[j].re *= work.window[j];
        }
        ok = ref_forward(work.dft, work.x, 1, work.x + n);
        memcpy(truth->value + i * bins, work.x + n, (size_t)bins * sizeof *work.x);
        for (int64_t k = 0; truth->index != NULL && k < bins; k++) {
            truth->index[i * bins + k] = f * bins + k;
        }
    }
    framed_destroy(&work);
    return ok;
}

/* Adds frame f, windowed, to sum, which begins at padded sample `from` and has `count`;
 * the squared windows ride along as imaginary parts. */
static bool add_frame(const bench_case *c, const bench_arrays *arrays, framed *work,
                      int64_t f, int64_t from, int64_t count, ref_complex *sum)
{
    int64_t n = c->n_fft;
    int64_t bins = bench_bins(c);
    ref_complex *x = work->x;
    for (int64_t k = 0; k < n; k++) {
        int64_t at = k < bins ? k : n - k;
        x[k] = bench_view_get(c, &arrays->a, f * bins + at);
        x[k].im = k < bins ? x[k].im : -x[k].im;
    }
    bool ok = ref_inverse(work->dft, x, 1, x + n);
    int64_t first = f % bench_frames(c) * c->hop - from;
    for (int64_t j = 0; ok && j < n; j++) {
        if (first + j >= 0 && first + j < count) {
            sum[first + j].re += x[n + j].re * work->window[j];
            sum[first + j].im += work->window[j] * work->window[j];
        }
    }
    return ok;
}

/* `count` samples of item b from sample `first` on. */
static bool truth_samples(const bench_case *c, const bench_arrays *arrays, framed *work,
                          int64_t b, int64_t first, int64_t count, ref_complex *out)
{
    int64_t frames = bench_frames(c);
    int64_t from = first + c->n_fft / 2;
    int64_t low = from < c->n_fft ? 0 : (from - c->n_fft) / c->hop;
    int64_t high = (from + count) / c->hop;
    bool ok = true;
    memset(out, 0, (size_t)count * sizeof *out);
    for (int64_t f = low; ok && f <= high && f < frames; f++) {
        ok = add_frame(c, arrays, work, b * frames + f, from, count, out);
    }
    for (int64_t i = 0; i < count; i++) {
        out[i] = (ref_complex){ out[i].re / out[i].im, 0.0L };
    }
    return ok;
}

static bool truth_istft(const bench_case *c, const bench_arrays *arrays,
                        bench_truth *truth)
{
    int64_t length = bench_samples(c);
    int64_t hops = bench_frames(c) - 1;
    framed work;
    bool ok = framed_create(c, &work);
    if (truth->index == NULL) {
        for (int64_t b = 0; ok && b < c->batch; b++) {
            ok = truth_samples(c, arrays, &work, b, 0, length,
                               truth->value + b * length);
        }
    } else {
        int64_t judged = truth->count / c->hop;
        for (int64_t i = 0; ok && i < judged; i++) {
            int64_t hop = chosen(i, judged, hops * c->batch);
            int64_t b = hop / hops;
            int64_t first = hop % hops * c->hop;
            ok = truth_samples(c, arrays, &work, b, first, c->hop,
                               truth->value + i * c->hop);
            for (int64_t j = 0; j < c->hop; j++) {
                truth->index[i * c->hop + j] = b * length + first + j;
            }
        }
    }
    framed_destroy(&work);
    return ok;
}

static ref_complex times(ref_complex a, ref_complex b)
{
    return (ref_complex){ a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re };
}

/* Some rows of the matrix product: all of them would take seconds. */
static void truth_gemm(const bench_case *c, const bench_arrays *arrays,
                       bench_truth *truth)
{
    int64_t n = c->n[0];
    for (int64_t i = 0; i < truth->count; i++) {
        int64_t row = i / n * (n / (n < SAMPLED_ROWS ? n : SAMPLED_ROWS));
        int64_t column = i % n;
        ref_complex sum = { 0.0L, 0.0L };
        for (int64_t k = 0; k < n; k++) {
            ref_complex p = times(bench_view_get(c, &arrays->a, row * n + k),
                                  bench_view_get(c, &arrays->b, k * n + column));
            sum.re += p.re;
            sum.im += p.im;
        }
        truth->index[i] = row * n + column;
        truth->value[i] = sum;
    }
}

/* How many points are known, and whether they are a sample. */
static int64_t known_points(const bench_case *c, const bench_arrays *arrays,
                            bool *sample)
{
    int64_t rows = c->n[0] < SAMPLED_ROWS ? c->n[0] : SAMPLED_ROWS;
    bool framed_op = c->op == BENCH_STFT || c->op == BENCH_ISTFT;
    int64_t judged = framed_op ? judged_frames(c) : 0;
    *sample = c->op == BENCH_GEMM || (framed_op && judged < bench_frames(c) * c->batch);
    if (!*sample) {
        return arrays->out.points;
    }
    return c->op == BENCH_GEMM   ? rows * c->n[0]
           : c->op == BENCH_STFT ? judged * bench_bins(c)
                                 : judged * c->hop;
}

static bool find_truth(const bench_case *c, const bench_arrays *arrays,
                       bench_truth *truth)
{
    switch (c->op) {
    case BENCH_FFT:
    case BENCH_IFFT: return truth_fft(c, arrays, truth->value);
    case BENCH_RFFT:
    case BENCH_IRFFT:
    case BENCH_FNET: return truth_real(c, arrays, truth->value);
    case BENCH_STFT: return truth_stft(c, arrays, truth);
    case BENCH_ISTFT: return truth_istft(c, arrays, truth);
    case BENCH_GEMM: truth_gemm(c, arrays, truth); return true;
    case BENCH_MASK:
        for (int64_t i = 0; i < truth->count; i++) {
            truth->value[i] = times(bench_view_get(c, &arrays->a, i),
                                    bench_view_get(c, &arrays->b, i));
        }
        return true;
    }
    return false;
}

bool bench_truth_create(const bench_case *c, const bench_arrays *arrays,
                        bench_truth *truth)
{
    bool sample = false;
    memset(truth, 0, sizeof *truth);
    truth->count = known_points(c, arrays, &sample);
    truth->value = calloc((size_t)truth->count, sizeof *truth->value);
    if (sample) {
        truth->index = calloc((size_t)truth->count, sizeof *truth->index);
    }
    if (truth->value == NULL || (sample && truth->index == NULL) ||
        !find_truth(c, arrays, truth)) {
        bench_truth_destroy(truth);
        return false;
    }
    return true;
}

void bench_truth_destroy(bench_truth *truth)
{
    free(truth->value);
    free(truth->index);
    memset(truth, 0, sizeof *truth);
}

double bench_error(const bench_case *c, const bench_arrays *arrays,
                   const bench_truth *truth)
{
    long double wrong = 0.0L;
    long double whole = 0.0L;
    for (int64_t i = 0; i < truth->count; i++) {
        int64_t at = truth->index == NULL ? i : truth->index[i];
        ref_complex got = bench_view_get(c, &arrays->out, at);
        ref_complex want = truth->value[i];
        if (arrays->out.im == NULL) {
            want.im = 0.0L;
        }
        long double re = got.re - want.re;
        long double im = got.im - want.im;
        wrong += re * re + im * im;
        whole += want.re * want.re + want.im * want.im;
    }
    return (double)sqrtl(whole > 0.0L ? wrong / whole : wrong);
}
