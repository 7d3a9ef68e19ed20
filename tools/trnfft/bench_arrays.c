/* bench_arrays.c - the memory of a case, its input, and the truth about its output. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <trnfft/trnfft.h>

#include "bench.h"

enum { PAGE = 4096, LINE = 64, SAMPLED_ROWS = 12 };

typedef struct sizes {
    int64_t points;
    bool is_complex;
} sizes;

static size_t component_bytes(const bench_case *c)
{
    return c->dtype == TRNFFT_F64 ? sizeof(double) : sizeof(float);
}

static void case_sizes(const bench_case *c, sizes *a, sizes *b, sizes *out)
{
    int64_t points = bench_points(c) * c->batch;
    *a = *out = (sizes){ points, true };
    *b = (sizes){ 0, true };
    switch (c->op) {
    case BENCH_FFT:
    case BENCH_IFFT: break;
    case BENCH_RFFT:
        a->is_complex = false;
        out->points = (c->n[0] / 2 + 1) * c->batch;
        break;
    case BENCH_IRFFT:
        a->points = (c->n[0] / 2 + 1) * c->batch;
        out->is_complex = false;
        break;
    case BENCH_STFT:
        a->is_complex = false;
        out->points = bench_frames(c) * bench_bins(c) * c->batch;
        break;
    case BENCH_ISTFT:
        a->points = bench_frames(c) * bench_bins(c) * c->batch;
        *out = (sizes){ bench_samples(c) * c->batch, false };
        break;
    case BENCH_GEMM: a->points = out->points = b->points = c->n[0] * c->n[0]; break;
    case BENCH_MASK: b->points = points; break;
    }
}

/* Places a view at *at, which moves past it. */
static bench_view place(const bench_case *c, sizes size, int64_t *at, char *slab)
{
    int64_t width = (int64_t)component_bytes(c);
    int64_t part = (size.points * width + LINE - 1) / LINE * LINE;
    bench_view view = { NULL, NULL, 1, size.points };
    char *start = slab == NULL ? NULL : slab + *at;
    if (size.points == 0) {
        return view;
    }
    view.re = start;
    if (size.is_complex && start != NULL) {
        view.im = start + (c->interleaved ? width : part);
        view.stride = c->interleaved ? 2 : 1;
    }
    *at += size.is_complex ? 2 * part : part;
    return view;
}

static int64_t place_all(const bench_case *c, bench_arrays *arrays, char *slab)
{
    sizes a;
    sizes b;
    sizes out;
    int64_t at = 0;
    case_sizes(c, &a, &b, &out);
    arrays->a = place(c, a, &at, slab);
    arrays->b = place(c, b, &at, slab);
    arrays->out = place(c, out, &at, slab);
    return at;
}

bool bench_arrays_create(const bench_case *c, bench_arrays *arrays)
{
    memset(arrays, 0, sizeof *arrays);
    int64_t bytes = (place_all(c, arrays, NULL) + PAGE - 1) / PAGE * PAGE;
    arrays->slab = aligned_alloc(PAGE, (size_t)bytes);
    if (arrays->slab == NULL) {
        return false;
    }
    arrays->n_bytes = bytes;
    memset(arrays->slab, 0, (size_t)bytes);
    place_all(c, arrays, arrays->slab);
    return true;
}

void bench_arrays_destroy(bench_arrays *arrays)
{
    free(arrays->slab);
    arrays->slab = NULL;
}

static void put(const bench_case *c, void *part, int64_t i, double value)
{
    if (c->dtype == TRNFFT_F64) {
        ((double *)part)[i] = value;
    } else {
        ((float *)part)[i] = (float)value;
    }
}

static double get(const bench_case *c, const void *part, int64_t i)
{
    return c->dtype == TRNFFT_F64 ? ((const double *)part)[i]
                                  : (double)((const float *)part)[i];
}

ref_complex bench_view_get(const bench_case *c, const bench_view *view, int64_t i)
{
    ref_complex z = { 0.0L, 0.0L };
    z.re = get(c, view->re, i * view->stride);
    z.im = view->im == NULL ? 0.0L : (long double)get(c, view->im, i * view->stride);
    return z;
}

double bench_random(uint64_t *state)
{
    *state += UINT64_C(0x9E3779B97F4A7C15);
    uint64_t z = *state;
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    z ^= z >> 31;
    return (double)(int64_t)(z >> 40) / 8388608.0 - 1.0;
}

/* All bits of the type. */
static double full_random(const bench_case *c, uint64_t *state)
{
    double high = bench_random(state);
    return c->dtype == TRNFFT_F64 ? high + bench_random(state) * 0x1p-24 : high;
}

static void fill(const bench_case *c, const bench_view *view, uint64_t seed)
{
    for (int64_t i = 0; i < view->points; i++) {
        put(c, view->re, i * view->stride, full_random(c, &seed));
        if (view->im != NULL) {
            put(c, view->im, i * view->stride, full_random(c, &seed));
        }
    }
}

void bench_arrays_fill(const bench_case *c, bench_arrays *arrays)
{
    fill(c, &arrays->a, 1);
    fill(c, &arrays->b, 2);
    if (c->op == BENCH_IRFFT || c->op == BENCH_ISTFT) {
        int64_t n = c->op == BENCH_IRFFT ? c->n[0] : c->n_fft;
        int64_t bins = n / 2 + 1;
        for (int64_t i = 0; i < arrays->a.points; i++) {
            int64_t k = i % bins;
            if (k == 0 || 2 * k == n) {
                put(c, arrays->a.im, i * arrays->a.stride, 0.0);
            }
        }
    }
}

void bench_view_clear(const bench_case *c, const bench_view *view)
{
    for (int64_t i = 0; i < view->points; i++) {
        put(c, view->re, i * view->stride, 0.0);
        if (view->im != NULL) {
            put(c, view->im, i * view->stride, 0.0);
        }
    }
}

void bench_hann(int dtype, int64_t n, void *out)
{
    for (int64_t j = 0; j < n; j++) {
        long double w = 0.5L - 0.5L * ref_unit(j, n).re;
        if (dtype == TRNFFT_F64) {
            ((double *)out)[j] = (double)w;
        } else {
            ((float *)out)[j] = (float)w;
        }
    }
}

/* ---- truth ---- */

static bool truth_fft(const bench_case *c, const bench_arrays *arrays, ref_complex *x)
{
    int64_t points = bench_points(c);
    bool inverse = c->op == BENCH_IFFT;
    for (int64_t i = 0; i < points * c->batch; i++) {
        x[i] = bench_view_get(c, &arrays->a, i);
        x[i].im = inverse ? -x[i].im : x[i].im;
    }
    for (int64_t b = 0; b < c->batch; b++) {
        if (!ref_forward_nd(c->rank, c->n, x + b * points)) {
            return false;
        }
    }
    for (int64_t i = 0; inverse && i < points * c->batch; i++) {
        x[i].im = -x[i].im;
    }
    return true;
}

static bool truth_real(const bench_case *c, const bench_arrays *arrays,
                       ref_complex *out)
{
    int64_t n = c->n[0];
    int64_t bins = n / 2 + 1;
    ref_dft *dft = ref_create(n);
    ref_complex *x = calloc((size_t)(2 * n), sizeof *x);
    bool ok = dft != NULL && x != NULL;
    for (int64_t b = 0; ok && b < c->batch; b++) {
        ref_complex *y = x + n;
        if (c->op == BENCH_RFFT) {
            for (int64_t j = 0; j < n; j++) {
                x[j] = bench_view_get(c, &arrays->a, b * n + j);
            }
            ok = ref_forward(dft, x, 1, y);
            memcpy(out + b * bins, y, (size_t)bins * sizeof *y);
        } else {
            for (int64_t k = 0; k < n; k++) {
                int64_t at = k < bins ? k : n - k;
                x[k] = bench_view_get(c, &arrays->a, b * bins + at);
                x[k].im = k < bins ? x[k].im : -x[k].im;
            }
            ok = ref_inverse(dft, x, 1, y);
            for (int64_t j = 0; j < n; j++) {
                out[b * n + j].re = y[j].re * (long double)n;
            }
        }
    }
    ref_destroy(dft);
    free(x);
    return ok;
}

/* Sample `at` of a signal of n samples, reflected at its ends. */
static int64_t reflect(int64_t at, int64_t n)
{
    at = at < 0 ? -at : at;
    return at >= n ? 2 * (n - 1) - at : at;
}

static long double hann(const bench_case *c, int64_t j)
{
    double w = 0.0;
    double exact = (double)(0.5L - 0.5L * ref_unit(j, c->n_fft).re);
    w = c->dtype == TRNFFT_F64 ? exact : (double)(float)exact;
    return w;
}

static bool truth_stft(const bench_case *c, const bench_arrays *arrays,
                       ref_complex *out)
{
    int64_t n = c->n_fft;
    int64_t bins = bench_bins(c);
    int64_t frames = bench_frames(c);
    ref_dft *dft = ref_create(n);
    ref_complex *x = calloc((size_t)(2 * n), sizeof *x);
    bool ok = dft != NULL && x != NULL;
    for (int64_t f = 0; ok && f < frames * c->batch; f++) {
        int64_t first = (f % frames) * c->hop - n / 2;
        for (int64_t j = 0; j < n; j++) {
            int64_t at = reflect(first + j, c->n[0]) + f / frames * c->n[0];
            x[j] = bench_view_get(c, &arrays->a, at);
            x[j].re *= hann(c, j);
        }
        ok = ref_forward(dft, x, 1, x + n);
        memcpy(out + f * bins, x + n, (size_t)bins * sizeof *x);
    }
    ref_destroy(dft);
    free(x);
    return ok;
}

/* Adds frame f of item b, windowed, to sum; the squared windows to weight. */
static bool add_frame(const bench_case *c, const bench_arrays *arrays,
                      const ref_dft *dft, int64_t f, ref_complex *sum)
{
    int64_t n = c->n_fft;
    int64_t bins = bench_bins(c);
    ref_complex *x = calloc((size_t)(2 * n), sizeof *x);
    if (x == NULL) {
        return false;
    }
    for (int64_t k = 0; k < n; k++) {
        int64_t at = k < bins ? k : n - k;
        x[k] = bench_view_get(c, &arrays->a, f * bins + at);
        x[k].im = k < bins ? x[k].im : -x[k].im;
    }
    bool ok = ref_inverse(dft, x, 1, x + n);
    int64_t first = f % bench_frames(c) * c->hop;
    for (int64_t j = 0; ok && j < n; j++) {
        long double w = hann(c, j);
        sum[first + j].re += x[n + j].re * w;
        sum[first + j].im += w * w; /* the envelope rides along */
    }
    free(x);
    return ok;
}

static bool truth_istft(const bench_case *c, const bench_arrays *arrays,
                        ref_complex *out)
{
    int64_t frames = bench_frames(c);
    int64_t length = bench_samples(c);
    size_t whole = (size_t)(length + c->n_fft);
    ref_dft *dft = ref_create(c->n_fft);
    ref_complex *sum = calloc(whole, sizeof *sum);
    bool ok = dft != NULL && sum != NULL;
    for (int64_t b = 0; ok && b < c->batch; b++) {
        memset(sum, 0, whole * sizeof *sum);
        for (int64_t f = 0; ok && f < frames; f++) {
            ok = add_frame(c, arrays, dft, b * frames + f, sum);
        }
        for (int64_t i = 0; ok && i < length; i++) {
            ref_complex s = sum[i + c->n_fft / 2];
            out[b * length + i] = (ref_complex){ s.re / s.im, 0.0L };
        }
    }
    ref_destroy(dft);
    free(sum);
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

bool bench_truth_create(const bench_case *c, const bench_arrays *arrays,
                        bench_truth *truth)
{
    memset(truth, 0, sizeof *truth);
    truth->count = arrays->out.points;
    if (c->op == BENCH_GEMM) {
        truth->count = (c->n[0] < SAMPLED_ROWS ? c->n[0] : SAMPLED_ROWS) * c->n[0];
        truth->index = calloc((size_t)truth->count, sizeof *truth->index);
    }
    truth->value = calloc((size_t)truth->count, sizeof *truth->value);
    bool ok = truth->value != NULL && (c->op != BENCH_GEMM || truth->index != NULL);
    if (ok) {
        switch (c->op) {
        case BENCH_FFT:
        case BENCH_IFFT: ok = truth_fft(c, arrays, truth->value); break;
        case BENCH_RFFT:
        case BENCH_IRFFT: ok = truth_real(c, arrays, truth->value); break;
        case BENCH_STFT: ok = truth_stft(c, arrays, truth->value); break;
        case BENCH_ISTFT: ok = truth_istft(c, arrays, truth->value); break;
        case BENCH_GEMM: truth_gemm(c, arrays, truth); break;
        case BENCH_MASK:
            for (int64_t i = 0; i < truth->count; i++) {
                truth->value[i] = times(bench_view_get(c, &arrays->a, i),
                                        bench_view_get(c, &arrays->b, i));
            }
            break;
        }
    }
    if (!ok) {
        bench_truth_destroy(truth);
    }
    return ok;
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
