/* stft_common.c - windows, overlap-add and the sum of squared windows. */
#include <math.h>
#include <stddef.h>

#include "base/alloc.h"
#include "solvers/stft.h"
#include "tensor/component.h"

static double magnitude(double re, double im)
{
    return im == 0 ? fabs(re) : hypot(re, im);
}

#define T     float
#define FN(x) x##_f32
#include "solvers/stft_common_tmpl.h"
#undef T
#undef FN
#define T     double
#define FN(x) x##_f64
#include "solvers/stft_common_tmpl.h"
#undef T
#undef FN

tfi_line_kind tfi_stft_line_kind(const tfi_stft_setup *s)
{
    return s->complex_signal || s->complex_window ? TFI_C2C : TFI_R2C;
}

tfi_line_kind tfi_istft_line_kind(const tfi_stft_setup *s)
{
    return s->onesided ? TFI_C2R : TFI_C2C;
}

double tfi_stft_scale(const tfi_stft_setup *s)
{
    return s->normalized ? 1.0 / sqrt((double)s->n_fft) : 1.0;
}

double tfi_istft_scale(const tfi_stft_setup *s)
{
    return s->normalized ? 1.0 / sqrt((double)s->n_fft) : 1.0 / (double)s->n_fft;
}

static void put(const tfi_stft_setup *s, const trnfft_tensor *window, const void *part,
                double otherwise, void *out)
{
    bool f64 = s->compute == TRNFFT_F64;
    float *x = out;
    double *y = out;
    for (int64_t j = 0; j < s->n_fft; j++) {
        bool in = j >= s->left && j < s->left + s->win_length;
        if (f64) {
            y[j] = in ? otherwise : 0.0;
        } else {
            x[j] = (float)(in ? otherwise : 0.0);
        }
    }
    if (part != NULL && f64) {
        tfi_load_f64(window->dtype, part, window->strides[0], s->win_length,
                     y + s->left, 1);
    } else if (part != NULL) {
        tfi_load_f32(window->dtype, part, window->strides[0], s->win_length,
                     x + s->left, 1);
    }
}

void tfi_stft_window(const tfi_stft_setup *s, const trnfft_tensor *window, void *re,
                     void *im)
{
    put(s, window, s->has_window ? window->re : NULL, 1.0, re);
    if (s->complex_window) {
        put(s, window, window->im, 0.0, im);
    }
}

size_t tfi_scratch_split(const tfi_scratch_region *regions, size_t n, void *memory)
{
    size_t total = 0;
    for (size_t i = 0; i < n; i++) {
        if (memory != NULL) {
            *regions[i].pointer = regions[i].bytes > 0 ? (char *)memory + total : NULL;
        }
        total += tfi_align_up(regions[i].bytes);
    }
    return total;
}

void tfi_envelope_prepare(tfi_envelope *e)
{
    if (e->setup->compute == TRNFFT_F64) {
        prepare_f64(e);
    } else {
        prepare_f32(e);
    }
}

bool tfi_envelope_inside(const tfi_envelope *e, int64_t n_frames, int64_t t)
{
    const int64_t hop = e->setup->hop;
    return t >= e->setup->n_fft - hop && t / hop < n_frames;
}

void tfi_envelope_at(const tfi_envelope *e, int64_t n_frames, int64_t t, double *re,
                     double *im)
{
    if (e->setup->compute == TRNFFT_F64) {
        at_f64(e, n_frames, t, re, im);
    } else {
        float a, b;
        at_f32(e, n_frames, t, &a, &b);
        *re = (double)a;
        *im = (double)b;
    }
}

bool tfi_envelope_vanishes(const tfi_envelope *e, int64_t n_frames, int64_t t)
{
    double re, im;
    tfi_envelope_at(e, n_frames, t, &re, &im);
    return magnitude(re, im) < TFI_NOLA;
}

void tfi_envelope_divide(const tfi_envelope *e, int64_t n_frames, int64_t t,
                         int64_t count, void *re, void *im)
{
    if (e->setup->compute == TRNFFT_F64) {
        divide_f64(e, n_frames, t, count, re, im);
    } else {
        divide_f32(e, n_frames, t, count, re, im);
    }
}

void tfi_istft_add(const tfi_stft_setup *s, const void *window_re,
                   const void *window_im, const void *tile_re, const void *tile_im,
                   int64_t lanes, void *acc_re, void *acc_im)
{
    if (s->compute == TRNFFT_F64) {
        add_f64(s, window_re, window_im, tile_re, tile_im, 0, s->n_fft, lanes, acc_re,
                acc_im);
    } else {
        add_f32(s, window_re, window_im, tile_re, tile_im, 0, s->n_fft, lanes, acc_re,
                acc_im);
    }
}

void tfi_stft_weigh(const tfi_stft_setup *s, const void *window_re,
                    const void *window_im, const void *const *rows_re,
                    const void *const *rows_im, int64_t lanes, void *tile_re,
                    void *tile_im)
{
    if (s->compute == TRNFFT_F64) {
        weigh_f64(s, window_re, window_im, rows_re, rows_im, 0, lanes, tile_re,
                  tile_im);
    } else {
        weigh_f32(s, window_re, window_im, rows_re, rows_im, 0, lanes, tile_re,
                  tile_im);
    }
}
