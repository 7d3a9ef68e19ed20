/* bench_arrays.c - the memory of a case and its input. */
#include <stdlib.h>
#include <string.h>

#include <trnfft/trnfft.h>

#include "bench.h"

enum { PAGE = 4096, LINE = 64 };

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
        out->points = bench_half(c) * c->batch;
        break;
    case BENCH_IRFFT:
        a->points = bench_half(c) * c->batch;
        out->is_complex = false;
        break;
    case BENCH_FNET: a->is_complex = out->is_complex = false; break;
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

/* Where (-k_0, -k_1, …) lies, k being the indices of point i of an array of `shape`. */
static int64_t mirror(int rank, const int64_t *shape, int64_t i)
{
    int64_t at = 0;
    int64_t stride = 1;
    for (int d = rank - 1; d >= 0; d--) {
        int64_t k = i % shape[d];
        i /= shape[d];
        at += (k == 0 ? 0 : shape[d] - k) * stride;
        stride *= shape[d];
    }
    return at;
}

/* A half spectrum of a real signal: at the ends of the last dimension it mirrors
 * itself. */
static void make_hermitian(const bench_case *c, const bench_view *view)
{
    int64_t last = c->n[c->rank - 1];
    int64_t bins = last / 2 + 1;
    int64_t planes = bench_half(c) / bins;
    int64_t stride = view->stride;
    for (int64_t item = 0; item < c->batch; item++) {
        for (int64_t k = 0; k < bins; k++) {
            if (k != 0 && 2 * k != last) {
                continue;
            }
            for (int64_t p = 0; p < planes; p++) {
                int64_t q = mirror(c->rank - 1, c->n, p);
                int64_t to = ((item * planes + p) * bins + k) * stride;
                int64_t from = ((item * planes + q) * bins + k) * stride;
                if (q <= p) {
                    put(c, view->re, to, get(c, view->re, from));
                    put(c, view->im, to, q == p ? 0.0 : -get(c, view->im, from));
                }
            }
        }
    }
}

void bench_arrays_fill(const bench_case *c, bench_arrays *arrays)
{
    fill(c, &arrays->a, 1);
    fill(c, &arrays->b, 2);
    if (c->op == BENCH_IRFFT) {
        make_hermitian(c, &arrays->a);
    } else if (c->op == BENCH_ISTFT) {
        int64_t bins = bench_bins(c);
        for (int64_t i = 0; i < arrays->a.points; i++) {
            int64_t k = i % bins;
            if (k == 0 || 2 * k == c->n_fft) {
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
