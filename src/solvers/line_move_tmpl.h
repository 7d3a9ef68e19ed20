/* line_move_tmpl.h - the body of line_move.c for one type T. */

/* One complex line of pairs, where re and im are neighbours. */
static void FN(gather_pairs)(const T *x, const int32_t *index, int64_t n, T sign, T *re,
                             T *im)
{
    for (int64_t q = 0; q < n; q++) {
        const T *point = x + 2 * (int64_t)index[q];
        re[q] = point[0];
        im[q] = point[1] * sign;
    }
}

static void FN(scatter_pairs)(const T *re, const T *im, T add_re, T add_im,
                              const int32_t *index, int64_t n, T scale, T scale_im,
                              T *x)
{
    for (int64_t q = 0; q < n; q++) {
        T *point = x + 2 * (int64_t)index[-q];
        point[0] = (re[q] + add_re) * scale;
        point[1] = (im[q] + add_im) * scale_im;
    }
}

static void FN(gather)(const tfi_line_operand *in, const int32_t *index, int64_t n,
                       int64_t lanes, int conj, T *re, T *im)
{
    const T *x = in->re, *y = in->im;
    const int64_t step = in->layout == TFI_INTERLEAVED ? 2 : 1;
    if (lanes == 1 && step == 2) {
        FN(gather_pairs)(x, index, n, conj ? (T)-1 : (T)1, re, im);
        return;
    }
    for (int64_t q = 0; q < n; q++) {
        const int64_t at = index[q] * in->stride;
        for (int64_t b = 0; b < lanes; b++) {
            re[q * lanes + b] = x[at + step * b];
        }
        for (int64_t b = 0; y != NULL && b < lanes; b++) {
            im[q * lanes + b] = conj ? -y[at + step * b] : y[at + step * b];
        }
    }
}

static void FN(scatter)(const T *re, const T *im, const T *add_re, const T *add_im,
                        const int32_t *index, int64_t n, int64_t lanes, T scale,
                        int conj, const tfi_line_operand *out)
{
    T *x = out->re, *y = out->im;
    const T scale_im = conj ? -scale : scale;
    const int64_t step = out->layout == TFI_INTERLEAVED ? 2 : 1;
    if (lanes == 1 && step == 2) {
        FN(scatter_pairs)(re, im, *add_re, *add_im, index, n, scale, scale_im, x);
        return;
    }
    for (int64_t q = 0; q < n; q++) {
        const int64_t at = index[-q] * out->stride;
        for (int64_t b = 0; b < lanes; b++) {
            x[at + step * b] = (re[q * lanes + b] + add_re[b]) * scale;
            y[at + step * b] = (im[q * lanes + b] + add_im[b]) * scale_im;
        }
    }
}

/* Points 0 … n-1 of lane b, to or from contiguous memory. */
static void FN(pull)(const tfi_line_operand *in, int64_t n, int64_t b, T *re, T *im)
{
    const T *x = in->re, *y = in->im;
    const int64_t lane = in->layout == TFI_INTERLEAVED ? 2 * b : b;
    if (in->layout == TFI_INTERLEAVED) {
        for (int64_t j = 0; j < n; j++) {
            const T *point = x + j * in->stride + lane;
            re[j] = point[0];
            im[j] = point[1];
        }
        return;
    }
    for (int64_t j = 0; j < n; j++) {
        re[j] = x[j * in->stride + lane];
    }
    for (int64_t j = 0; y != NULL && j < n; j++) {
        im[j] = y[j * in->stride + lane];
    }
}

static void FN(push)(const T *re, const T *im, int64_t n, int64_t b,
                     const tfi_line_operand *out)
{
    T *x = out->re, *y = out->im;
    const int64_t lane = out->layout == TFI_INTERLEAVED ? 2 * b : b;
    for (int64_t j = 0; j < n; j++) {
        x[j * out->stride + lane] = re[j];
    }
    for (int64_t j = 0; y != NULL && j < n; j++) {
        y[j * out->stride + lane] = im[j];
    }
}
