/* stft_common.c - windows, overlap-add and the sum of squared windows. */
#include <math.h>
#include <stddef.h>

#include "base/alloc.h"
#include "base/lanes4.h"
#include "solvers/stft.h"
#include "tensor/component.h"

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
    return hypot(re, im) < TFI_NOLA;
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

/* Four lanes by four points at a time; n_fft - n_fft % 4 points. */
static int64_t weigh_quads(const tfi_stft_setup *s, const float *w,
                           const void *const *rows, int64_t lanes, float *tile)
{
    const int64_t n = s->n_fft - s->n_fft % 4;
    for (int64_t j = 0; j < n; j += 4) {
        const tfi_f32x4 weight = tfi_load4(w + j);
        for (int64_t l = 0; l < lanes; l += 4) {
            tfi_f32x4 q[4];
            for (int i = 0; i < 4; i++) {
                q[i] = weight * tfi_load4((const float *)rows[l + i] + j);
            }
            tfi_transpose4(q);
            for (int i = 0; i < 4; i++) {
                tfi_store4(tile + (j + i) * lanes + l, q[i]);
            }
        }
    }
    return n;
}

void tfi_turn_f32(const float *from, int64_t from_stride, int64_t rows, int64_t columns,
                  float *to, int64_t to_stride)
{
    const int64_t r4 = rows - rows % 4, c4 = columns - columns % 4;
    for (int64_t r = 0; r < r4; r += 4) {
        for (int64_t c = 0; c < c4; c += 4) {
            tfi_f32x4 q[4];
            for (int i = 0; i < 4; i++) {
                q[i] = tfi_load4(from + (r + i) * from_stride + c);
            }
            tfi_transpose4(q);
            for (int i = 0; i < 4; i++) {
                tfi_store4(to + (c + i) * to_stride + r, q[i]);
            }
        }
    }
    for (int64_t r = 0; r < rows; r++) {
        for (int64_t c = r < r4 ? c4 : 0; c < columns; c++) {
            to[c * to_stride + r] = from[r * from_stride + c];
        }
    }
}

/* Points n - 1 … 0, n a multiple of 4, in the order of add_f32(). */
static void add_quads(const tfi_stft_setup *s, const float *w, const float *tile,
                      int64_t lanes, int64_t n, float *acc)
{
    for (int64_t j = n - 4; j >= 0; j -= 4) {
        const tfi_f32x4 weight = tfi_load4(w + j);
        for (int64_t l = 0; l < lanes; l += 4) {
            tfi_f32x4 q[4];
            for (int i = 0; i < 4; i++) {
                q[i] = tfi_load4(tile + (j + i) * lanes + l);
            }
            tfi_transpose4(q);
            for (int i = 0; i < 4; i++) {
                float *to = acc + (l + i) * s->hop + j;
                tfi_store4(to, tfi_load4(to) + weight * q[i]);
            }
        }
    }
}

void tfi_istft_add(const tfi_stft_setup *s, const void *window_re,
                   const void *window_im, const void *tile_re, const void *tile_im,
                   int64_t lanes, void *acc_re, void *acc_im)
{
    if (s->compute == TRNFFT_F64) {
        add_f64(s, window_re, window_im, tile_re, tile_im, 0, s->n_fft, lanes, acc_re,
                acc_im);
    } else if (acc_im == NULL && lanes % 4 == 0) {
        const int64_t n = s->n_fft - s->n_fft % 4;
        add_f32(s, window_re, NULL, tile_re, NULL, n, s->n_fft, lanes, acc_re, NULL);
        add_quads(s, window_re, tile_re, lanes, n, acc_re);
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
        return;
    }
    int64_t from = 0;
    if (tile_im == NULL && lanes % 4 == 0) {
        from = weigh_quads(s, window_re, rows_re, lanes, tile_re);
    }
    weigh_f32(s, window_re, window_im, rows_re, rows_im, from, lanes, tile_re, tile_im);
}
