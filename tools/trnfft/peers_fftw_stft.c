/* peers_fftw_stft.c - STFT and ISTFT as a plain C program over FFTW would write them:
 * pad, window, real transforms of all frames, of groups of them or of each; back:
 * transform, window, add, divide by a prepared envelope.
 */
#include <stdlib.h>
#include <string.h>

#include <trnfft/trnfft.h>

#include "peers_fftw.h"

typedef struct stft_state {
    fftw_api api;
    const bench_case *c;
    int64_t group; /* frames a transform */
    void *plan;
    void *window;   /* n_fft                                 */
    void *signal;   /* one padded item                       */
    void *frames;   /* windowed frames of one group          */
    void *pair[2];  /* spectra of one group, re and im, one block, where
                       they are not in the caller's memory   */
    void *envelope; /* ISTFT: 1 / sum of squared windows     */
} stft_state;

static size_t width(const bench_case *c)
{
    return c->dtype == TRNFFT_F64 ? sizeof(double) : sizeof(float);
}

static void *aligned(const bench_case *c, int64_t count)
{
    size_t bytes = ((size_t)count * width(c) + 63) / 64 * 64;
    void *p = aligned_alloc(64, bytes);
    if (p != NULL) {
        memset(p, 0, bytes);
    }
    return p;
}

static void destroy(void *state)
{
    stft_state *s = state;
    if (s->plan != NULL) {
        s->api.destroy_plan(s->plan);
    }
    free(s->window);
    free(s->signal);
    free(s->frames);
    free(s->pair[0]);
    free(s->envelope);
    free(s);
}

static char *at(const bench_case *c, void *base, int64_t component)
{
    return (char *)base + component * (int64_t)width(c);
}

/* The inner loops, for one type. */
#define DEFINE_LOOPS(real, suffix)                                                     \
    static void pad_##suffix(const real *x, int64_t n, int64_t half, real *restrict y) \
    {                                                                                  \
        memcpy(y + half, x, (size_t)n * sizeof *y);                                    \
        for (int64_t i = 1; i <= half; i++) {                                          \
            y[half - i] = x[i];                                                        \
            y[half + n - 1 + i] = x[n - 1 - i];                                        \
        }                                                                              \
    }                                                                                  \
    static void weigh_##suffix(const real *restrict x, const real *restrict w,         \
                               int64_t n, real *restrict y)                            \
    {                                                                                  \
        for (int64_t j = 0; j < n; j++) {                                              \
            y[j] = x[j] * w[j];                                                        \
        }                                                                              \
    }                                                                                  \
    static void add_##suffix(const real *restrict x, const real *restrict w,           \
                             int64_t n, real *restrict y)                              \
    {                                                                                  \
        for (int64_t j = 0; j < n; j++) {                                              \
            y[j] += x[j] * w[j];                                                       \
        }                                                                              \
    }
DEFINE_LOOPS(float, f32)
DEFINE_LOOPS(double, f64)

static void weigh(const bench_case *c, const void *x, const void *w, int64_t n, void *y)
{
    if (c->dtype == TRNFFT_F64) {
        weigh_f64(x, w, n, y);
    } else {
        weigh_f32(x, w, n, y);
    }
}

/* Whether the plan works on the caller's spectra: they are as aligned as its own, and
 * the group is whole. */
static bool direct(const stft_state *s, int64_t f, int64_t frames)
{
    return s->group > 1 && f + s->group <= frames;
}

static void stft_item(const stft_state *s, const bench_arrays *x, int64_t item)
{
    const bench_case *c = s->c;
    int64_t frames = bench_frames(c);
    int64_t bins = bench_bins(c);
    int64_t unit = c->interleaved ? 2 : 1;
    const void *in = at(c, x->a.re, item * c->n[0]);
    char *re = at(c, x->out.re, item * frames * bins * unit);
    char *im = at(c, x->out.im, item * frames * bins * unit);
    if (c->dtype == TRNFFT_F64) {
        pad_f64(in, c->n[0], c->n_fft / 2, s->signal);
    } else {
        pad_f32(in, c->n[0], c->n_fft / 2, s->signal);
    }
    for (int64_t f = 0; f < frames; f += s->group) {
        int64_t count = f + s->group <= frames ? s->group : frames - f;
        for (int64_t i = 0; i < count; i++) {
            weigh(c, at(c, s->signal, (f + i) * c->hop), s->window, c->n_fft,
                  at(c, s->frames, i * c->n_fft));
        }
        bool own = direct(s, f, frames);
        void *to_re = own ? at(c, re, f * bins * unit) : s->pair[0];
        void *to_im = own ? at(c, im, f * bins * unit) : s->pair[1];
        size_t bytes = (size_t)(count * bins * unit) * width(c);
        if (c->interleaved) {
            s->api.execute_dft_r2c(s->plan, s->frames, to_re);
        } else {
            s->api.execute_split_dft_r2c(s->plan, s->frames, to_re, to_im);
        }
        if (!own) {
            memcpy(at(c, re, f * bins * unit), to_re, bytes);
        }
        if (!own && !c->interleaved) {
            memcpy(at(c, im, f * bins), to_im, bytes);
        }
    }
}

static void add_group(const stft_state *s, int64_t f, int64_t count)
{
    const bench_case *c = s->c;
    for (int64_t i = 0; i < count; i++) {
        char *to = at(c, s->signal, (f + i) * c->hop);
        const char *frame = at(c, s->frames, i * c->n_fft);
        if (c->dtype == TRNFFT_F64) {
            add_f64((const void *)frame, s->window, c->n_fft, (void *)to);
        } else {
            add_f32((const void *)frame, s->window, c->n_fft, (void *)to);
        }
    }
}

static void istft_item(const stft_state *s, const bench_arrays *x, int64_t item)
{
    const bench_case *c = s->c;
    int64_t frames = bench_frames(c);
    int64_t bins = bench_bins(c);
    int64_t unit = c->interleaved ? 2 : 1;
    int64_t length = bench_samples(c);
    char *re = at(c, x->a.re, item * frames * bins * unit);
    char *im = at(c, x->a.im, item * frames * bins * unit);
    memset(s->signal, 0, (size_t)(length + c->n_fft) * width(c));
    for (int64_t f = 0; f < frames; f += s->group) {
        int64_t count = f + s->group <= frames ? s->group : frames - f;
        size_t bytes = (size_t)(count * bins * unit) * width(c);
        void *from_re = at(c, re, f * bins * unit);
        void *from_im = at(c, im, f * bins * unit);
        if (!direct(s, f, frames)) {
            memcpy(s->pair[0], from_re, bytes);
            from_re = s->pair[0];
            if (!c->interleaved) {
                memcpy(s->pair[1], from_im, bytes);
                from_im = s->pair[1];
            }
        }
        if (c->interleaved) {
            s->api.execute_dft_c2r(s->plan, from_re, s->frames);
        } else {
            s->api.execute_split_dft_c2r(s->plan, from_re, from_im, s->frames);
        }
        add_group(s, f, count);
    }
    weigh(c, at(c, s->signal, c->n_fft / 2), s->envelope, length,
          at(c, x->out.re, item * length));
}

static void run(void *state, const bench_arrays *x, int64_t count)
{
    const stft_state *s = state;
    for (int64_t i = 0; i < count; i++) {
        for (int64_t item = 0; item < s->c->batch; item++) {
            if (s->c->op == BENCH_STFT) {
                stft_item(s, x, item);
            } else {
                istft_item(s, x, item);
            }
        }
    }
}

static void set(const bench_case *c, void *base, int64_t i, double value)
{
    if (c->dtype == TRNFFT_F64) {
        ((double *)base)[i] = value;
    } else {
        ((float *)base)[i] = (float)value;
    }
}

/* 1 / envelope, and 1/n_fft into the window: the transform back does not scale. */
static bool prepare_istft(stft_state *s)
{
    const bench_case *c = s->c;
    int64_t length = bench_samples(c);
    double *sum = calloc((size_t)(length + c->n_fft), sizeof *sum);
    double *w = calloc((size_t)c->n_fft, sizeof *w);
    s->envelope = aligned(c, length);
    bool ok = sum != NULL && w != NULL && s->envelope != NULL;
    if (ok) {
        bench_hann(TRNFFT_F64, c->n_fft, w);
        for (int64_t f = 0; f < bench_frames(c); f++) {
            for (int64_t j = 0; j < c->n_fft; j++) {
                sum[f * c->hop + j] += w[j] * w[j];
            }
        }
        for (int64_t i = 0; i < length; i++) {
            set(c, s->envelope, i, 1.0 / sum[i + c->n_fft / 2]);
        }
        for (int64_t j = 0; j < c->n_fft; j++) {
            set(c, s->window, j, w[j] / (double)c->n_fft);
        }
    }
    free(sum);
    free(w);
    return ok;
}

static void *make_plan(const stft_state *s, const bench_arrays *own, unsigned flags)
{
    const bench_case *c = s->c;
    int group = (int)s->group;
    fftw_dim dim = { (int)c->n_fft, 1, 1 };
    fftw_dim many = { group, (int)c->n_fft, (int)bench_bins(c) };
    int batches = group > 1 ? 1 : 0;
    bool whole = s->group == bench_frames(c);
    void *re = whole ? own->out.re : s->pair[0];
    void *im = whole ? own->out.im : s->pair[1];
    if (c->op == BENCH_STFT) {
        return c->interleaved ? s->api.plan_guru_dft_r2c(1, &dim, batches, &many,
                                                         s->frames, re, flags)
                              : s->api.plan_guru_split_dft_r2c(
                                    1, &dim, batches, &many, s->frames, re, im, flags);
    }
    many = (fftw_dim){ group, (int)bench_bins(c), (int)c->n_fft };
    flags |= FFTW_PRESERVE_FLAG;
    re = whole ? own->a.re : s->pair[0];
    im = whole ? own->a.im : s->pair[1];
    return c->interleaved
               ? s->api.plan_guru_dft_c2r(1, &dim, batches, &many, re, s->frames, flags)
               : s->api.plan_guru_split_dft_c2r(1, &dim, batches, &many, re, im,
                                                s->frames, flags);
}

/* Spectra of one group, whose parts lie as far from each other as those of the whole:
 * FFTW's plans are bound to that distance. */
static bool allocate_spectra(stft_state *s, const bench_arrays *own)
{
    const bench_case *c = s->c;
    const bench_view *whole = c->op == BENCH_STFT ? &own->out : &own->a;
    int64_t unit = c->interleaved ? 2 : 1;
    size_t bytes = (size_t)(s->group * bench_bins(c) * unit) * width(c);
    size_t apart = c->interleaved ? 0 : (size_t)((char *)whole->im - (char *)whole->re);
    char *block = aligned_alloc(64, (apart + bytes + 63) / 64 * 64);
    if (block == NULL) {
        return false;
    }
    memset(block, 0, bytes);
    memset(block + apart, 0, bytes);
    s->pair[0] = block;
    s->pair[1] = block + apart;
    return true;
}

static bool allocate(stft_state *s, const bench_arrays *own)
{
    const bench_case *c = s->c;
    s->window = aligned(c, c->n_fft);
    s->signal = aligned(c, c->n[0] + 2 * c->n_fft);
    s->frames = aligned(c, s->group * c->n_fft);
    return s->window != NULL && s->signal != NULL && s->frames != NULL &&
           allocate_spectra(s, own);
}

bool fftw_stft_create(const fftw_api *api, const bench_case *c, unsigned flags,
                      int64_t group, bench_engine *engine)
{
    bench_arrays own;
    stft_state *s = calloc(1, sizeof *s);
    if (s == NULL || !bench_arrays_create(c, &own)) {
        free(s);
        return false;
    }
    s->api = *api;
    s->c = c;
    s->group = group > 0 ? group : bench_frames(c);
    bool ok = allocate(s, &own);
    if (ok) {
        bench_hann(c->dtype, c->n_fft, s->window);
        ok = c->op == BENCH_STFT || prepare_istft(s);
    }
    if (ok) {
        s->plan = make_plan(s, &own, flags);
    }
    bench_arrays_destroy(&own);
    if (s->plan == NULL) {
        destroy(s);
        return false;
    }
    engine->state = s;
    engine->run = run;
    engine->destroy = destroy;
    return true;
}
