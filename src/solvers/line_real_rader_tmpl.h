/* line_real_rader_tmpl.h - the permutations of line_real_rader.c for one type T. */

#include "solvers/gather_pairs_tmpl.h"

static void *convolve(const hartley_plan *p, char *line, double *dc);

/* out[q] = in[order[q]] */
static void FN(gather)(const T *restrict in, const int32_t *restrict order,
                       T *restrict out, int64_t count)
{
#pragma GCC unroll 4
    for (int64_t q = 0; q < count; q++) {
        out[q] = in[order[q]];
    }
}

/* From a[q] and a[q + half] the real and imaginary parts of the bin fold[q], as pairs:
 * g^-(q + half) is the negative of g^-q. Apart from the scatter, so that it fills
 * vectors, and that has one store for each bin. */
static void FN(parts_of_bins)(const T *restrict a, const T *restrict sign,
                              T *restrict pairs, int64_t half, T x0, T scale,
                              T scale_im)
{
    const T odd_scale = (T)0.5 * scale_im;
    for (int64_t q = 0; q < half; q++) {
        const T u = a[q], v = a[q + half];
        pairs[2 * q] = (x0 + (T)0.5 * (u + v)) * scale;
        pairs[2 * q + 1] = (v - u) * odd_scale * sign[q];
    }
}

/* Bins 1 … count from pairs in the order of the convolution. */
static void FN(unfold)(const T *restrict pairs, const int32_t *restrict order,
                       int64_t count, const tfi_line_operand *out)
{
    T *re = out->re, *im = out->im;
    if (out->layout == TFI_INTERLEAVED) {
        FN(gather_pairs)(pairs, order, count, re + 2);
        return;
    }
    for (int64_t k = 0; k < count; k++) {
        re[k + 1] = pairs[2 * (int64_t)order[k]];
        im[k + 1] = pairs[2 * (int64_t)order[k] + 1];
    }
}

static void FN(r2c)(const hartley_plan *p, const tfi_line_args *args)
{
    const int64_t n = p->line.problem.n, half = (n - 1) / 2;
    const T scale = (T)args->scale, scale_im = args->conj_out ? -scale : scale;
    const T *x = args->in.re, x0 = x[0];
    T *line = args->scratch;
    double dc = 0;
    FN(gather)(x, p->order, line, n - 1);
    const T *a = convolve(p, args->scratch, &dc);
    *(T *)args->out.re = (x0 + (T)dc) * scale;
    *(T *)args->out.im = 0;
    FN(parts_of_bins)(a, p->sign, line, half, x0, scale, scale_im);
    FN(unfold)(line, p->fold, half, &args->out);
}

static void FN(gather_bins)(const tfi_line_operand *in, const int32_t *restrict bins,
                            T *restrict pairs, int64_t count)
{
    const T *re = in->re, *im = in->im;
    if (in->layout == TFI_INTERLEAVED) {
        FN(gather_pairs)(re, bins, count, pairs);
        return;
    }
    for (int64_t q = 0; q < count; q++) {
        pairs[2 * q] = re[bins[q]];
        pairs[2 * q + 1] = im[bins[q]];
    }
}

/* Sum and difference of both parts, for the bins q and q + half. */
static void FN(both_bins)(const T *restrict pairs, const T *restrict sign,
                          T *restrict a, int64_t half, T conjugate)
{
    for (int64_t q = 0; q < half; q++) {
        const T r = pairs[2 * q], i = pairs[2 * q + 1] * (conjugate * sign[q]);
        a[q] = r + i;
        a[q + half] = r - i;
    }
}

static void FN(c2r)(const hartley_plan *p, const tfi_line_args *args)
{
    const int64_t n = p->line.problem.n, half = (n - 1) / 2;
    const T scale = (T)args->scale, conjugate = args->conj_in ? (T)-1 : (T)1;
    const T x0 = *(const T *)args->in.re;
    T *line = args->scratch, *pairs = line + n - 1, *x = args->out.re;
    double dc = 0;
    FN(gather_bins)(&args->in, p->fold, pairs, half);
    FN(both_bins)(pairs, p->sign, line, half, conjugate);
    const T *a = convolve(p, args->scratch, &dc);
    x[0] = (x0 + (T)dc) * scale;
    FN(gather)(a, p->order, x + 1, n - 1);
    for (int64_t j = 1; j < n; j++) {
        x[j] = (x0 + x[j]) * scale;
    }
}

static void FN(fill_fold)(const hartley_plan *p)
{
    const int32_t n = (int32_t)p->line.problem.n, half = (n - 1) / 2;
    const bool inverse = p->line.problem.kind == TFI_R2C;
    const int32_t *bin = p->order + (inverse ? n - 1 : 0);
    const int64_t step = inverse ? -1 : 1;
    T *sign = p->sign;
    for (int64_t q = 0; q < half; q++, bin += step) {
        p->fold[q] = tfi_folded(n, *bin);
        sign[q] = (T)(1 - 2 * tfi_is_beyond(n, *bin));
    }
}

/* cas(2 pi g^-q / n). g^-(q + half) is the negative of g^-q. */
static void FN(fill_kernel)(const hartley_plan *p, const tfi_trig *trig, void *work)
{
    enum { CHUNK = 256 };
    int64_t places[CHUNK];
    T c[CHUNK], s[CHUNK]; /* s: minus the sine */
    const int64_t n = p->line.problem.n - 1;
    T *a = work;
    for (int64_t q = 0; q < n / 2; q += CHUNK) {
        const int64_t count = n / 2 - q < CHUNK ? n / 2 - q : CHUNK;
        for (int64_t i = 0; i < count; i++) {
            places[i] = p->order[n - q - i];
        }
        tfi_trig_list(trig, p->line.problem.dtype, places, count, c, s);
        for (int64_t i = 0; i < count; i++) {
            a[q + i] = c[i] - s[i];
            a[q + i + n / 2] = c[i] + s[i];
        }
    }
}

/* The product tables from the kernel's own packed transform h. With the spectrum H of
 * the kernel, S and D half the sum and the difference of H_k and H_(k+m), t = pi k / m:
 * p_k = S - D sin t, q_k = i D cos t and for the mirror conj(S + D sin t) and -conj
 * q_k; S and exp(i t) D are the even and odd parts of h. */
static void FN(fill_products)(const hartley_plan *p, const tfi_trig *trig, const T *hr,
                              const T *hi)
{
    enum { CHUNK = 256 };
    T cosines[CHUNK], sines[CHUNK]; /* cos t, -sin t */
    const tfi_real_convolution *convolution = &p->convolution;
    const int64_t m = convolution->child->problem.n, points = m / 2 + 1;
    T *pr = tfi_product_of(convolution, TFI_P_RE),
      *pi = tfi_product_of(convolution, TFI_P_IM),
      *qr = tfi_product_of(convolution, TFI_Q_RE),
      *qi = tfi_product_of(convolution, TFI_Q_IM);
    for (int64_t k0 = 0; k0 < points; k0 += CHUNK) {
        const int64_t count = points - k0 < CHUNK ? points - k0 : CHUNK;
        tfi_trig_fill(trig, p->line.problem.dtype, k0, 1, count, cosines, sines);
        for (int64_t i = 0; i < count; i++) {
            const int64_t k = k0 + i, mirror = k == 0 ? 0 : m - k;
            const double sr = 0.5 * ((double)hr[k] + (double)hr[mirror]);
            const double si = 0.5 * ((double)hi[k] - (double)hi[mirror]);
            const double or_ = 0.5 * ((double)hi[k] + (double)hi[mirror]);
            const double oi = 0.5 * ((double)hr[mirror] - (double)hr[k]);
            const double c = (double)cosines[i], s = (double)sines[i];
            const double dr = or_ * c - oi * s, di = or_ * s + oi * c;
            pr[mirror] = (T)(sr - dr * s);
            pi[mirror] = (T)(di * s - si);
            qr[mirror] = (T)(di * c);
            qi[mirror] = (T)(dr * c);
            pr[k] = (T)(sr + dr * s); /* the last word where k is its own mirror */
            pi[k] = (T)(si + di * s);
            qr[k] = (T)(-di * c);
            qi[k] = (T)(dr * c);
        }
    }
}
