/* stft_common_tmpl.h - the loops of stft_common.c for one type T. */

static void FN(weigh)(const tfi_stft_setup *s, const T *wr, const T *wi,
                      const void *const *rows_re, const void *const *rows_im,
                      int64_t first, int64_t lanes, T *restrict re, T *im)
{
    if (lanes == 1 && im == NULL) {
        const T *x = rows_re[0];
        for (int64_t j = first; j < s->n_fft; j++) {
            re[j] = wr[j] * x[j];
        }
        return;
    }
    enum { BLOCK = 16 };
    for (int64_t from = first; from < s->n_fft; from += BLOCK) {
        int64_t to = from + BLOCK < s->n_fft ? from + BLOCK : s->n_fft;
        for (int64_t l = 0; l < lanes; l++) {
            const T *x = rows_re[l], *y = rows_im == NULL ? NULL : rows_im[l];
            for (int64_t j = from; im == NULL && j < to; j++) {
                re[j * lanes + l] = wr[j] * x[j];
            }
            for (int64_t j = from; im != NULL && j < to; j++) {
                T a = x[j], b = y == NULL ? 0 : y[j];
                if (y == NULL) {
                    re[j * lanes + l] = wr[j] * a;
                    im[j * lanes + l] = wi == NULL ? 0 : wi[j] * a;
                } else if (wi == NULL) {
                    re[j * lanes + l] = wr[j] * a;
                    im[j * lanes + l] = wr[j] * b;
                } else {
                    re[j * lanes + l] = wr[j] * a - wi[j] * b;
                    im[j * lanes + l] = wr[j] * b + wi[j] * a;
                }
            }
        }
    }
}

/* One lane's points from … to. */
static void FN(add_run)(const T *wr, const T *wi, const T *x, const T *y, int64_t lanes,
                        int64_t from, int64_t to, T *restrict re, T *restrict im)
{
    if (im == NULL || y == NULL) {
        for (int64_t j = from; j < to; j++) {
            re[j] += wr[j] * x[j * lanes];
        }
        return;
    }
    for (int64_t j = from; j < to; j++) {
        T a = x[j * lanes], b = y[j * lanes];
        re[j] += wi == NULL ? wr[j] * a : wr[j] * a - wi[j] * b;
        im[j] += wi == NULL ? wr[j] * b : wr[j] * b + wi[j] * a;
    }
}

/* Blocks of points from the last to the first, lanes in ascending order: so each sample
 * gets its frames in ascending order, while the tile is read a few lines at a time. */
static void FN(add)(const tfi_stft_setup *s, const T *wr, const T *wi, const T *x,
                    const T *y, int64_t first, int64_t last, int64_t lanes, T *re,
                    T *im)
{
    const int64_t block = lanes == 1 ? s->n_fft : 16;
    for (int64_t to = last; to > first; to -= block) {
        int64_t from = to - block > first ? to - block : first;
        for (int64_t l = 0; l < lanes; l++) {
            FN(add_run)
            (wr, wi, x + l, y == NULL ? NULL : y + l, lanes, from, to, re + l * s->hop,
             im == NULL ? NULL : im + l * s->hop);
        }
    }
}

/* Over the windows of frames least … most that reach t, in ascending order of frames.
 */
static void FN(sum_squares)(const tfi_envelope *e, int64_t t, int64_t least,
                            int64_t most, T *re, T *im)
{
    const T *wr = e->re, *wi = e->im;
    T a = 0, b = 0;
    for (int64_t f = least; f <= most; f++) {
        int64_t j = t - f * e->setup->hop;
        if (wi == NULL) {
            a += wr[j] * wr[j];
        } else {
            a += wr[j] * wr[j] - wi[j] * wi[j];
            b += (T)2 * (wr[j] * wi[j]);
        }
    }
    *re = a;
    *im = b;
}

static void FN(prepare)(tfi_envelope *e)
{
    T *re = e->period_re, *im = e->period_im;
    e->safe = true;
    const int64_t hop = e->setup->hop, n = e->setup->n_fft;
    /* t = phase + back * hop is the last sample of frame 0 at this phase. */
    for (int64_t phase = 0; phase < hop; phase++) {
        int64_t back = phase < n ? (n - 1 - phase) / hop : -1;
        T b;
        FN(sum_squares)(e, phase + back * hop, 0, back, &re[phase], &b);
        if (im != NULL) {
            im[phase] = b;
        }
        e->safe = e->safe && re[phase] >= (T)TFI_NOLA;
    }
    e->safe = e->safe && im == NULL;
}

static void FN(at)(const tfi_envelope *e, int64_t n_frames, int64_t t, T *re, T *im)
{
    const int64_t hop = e->setup->hop, n = e->setup->n_fft;
    if (tfi_envelope_inside(e, n_frames, t)) {
        *re = ((const T *)e->period_re)[t % hop];
        *im = e->period_im == NULL ? 0 : ((const T *)e->period_im)[t % hop];
        return;
    }
    int64_t least = t < n ? 0 : (t - n) / hop + 1;
    int64_t most = t / hop < n_frames - 1 ? t / hop : n_frames - 1;
    FN(sum_squares)(e, t, least, most, re, im);
}

static void FN(divide_one)(const tfi_envelope *e, int64_t n_frames, int64_t t, T *re,
                           T *im)
{
    T c, d;
    FN(at)(e, n_frames, t, &c, &d);
    if (magnitude((double)c, (double)d) < TFI_NOLA) {
        *re = 0;
        if (im != NULL) {
            *im = 0;
        }
    } else if (e->im == NULL) {
        *re /= c;
        if (im != NULL) {
            *im /= c;
        }
    } else if (im != NULL) {
        double a = (double)*re, b = (double)*im, x = (double)c, y = (double)d;
        double below = x * x + y * y;
        *re = (T)((a * x + b * y) / below);
        *im = (T)((b * x - a * y) / below);
    }
}

static void FN(quotients)(const tfi_envelope *e, int64_t count, const T *restrict y,
                          T *restrict x)
{
    if (e->divide != NULL) {
        e->divide(y, x, count);
        return;
    }
    for (int64_t i = 0; i < count; i++) {
        x[i] /= y[i];
    }
}

static void FN(divide)(const tfi_envelope *e, int64_t n_frames, int64_t t,
                       int64_t count, T *re, T *im)
{
    const int64_t hop = e->setup->hop;
    const T *period = e->period_re;
    for (int64_t i = 0; i < count;) {
        if (!e->safe || !tfi_envelope_inside(e, n_frames, t + i)) {
            FN(divide_one)(e, n_frames, t + i, &re[i], im == NULL ? NULL : &im[i]);
            i++;
            continue;
        }
        /* To the end of this period; what is inside ends with one. */
        int64_t phase = (t + i) % hop;
        int64_t run = hop - phase < count - i ? hop - phase : count - i;
        FN(quotients)(e, run, period + phase, re + i);
        if (im != NULL) {
            FN(quotients)(e, run, period + phase, im + i);
        }
        i += run;
    }
}
