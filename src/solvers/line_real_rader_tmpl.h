/* line_real_rader_tmpl.h - the permutations of line_real_rader.c for one type T. */

static void *convolve(const hartley_plan *p, char *line, double *dc);

static void FN(zero_tail)(const hartley_plan *p, T *a)
{
    const int64_t n = p->line.problem.n - 1;
    memset(a + n, 0, (size_t)(length_of(p) - n) * sizeof(T));
}

/* a[q] and a[q + half] become the real and imaginary parts of the bin fold[q]: g^-(q +
 * half) is the negative of g^-q. Apart from the scatter, so that it fills vectors. */
static void FN(parts_of_bins)(T *restrict a, T *restrict b, const T *restrict sign,
                              int64_t half, T x0, T scale, T scale_im)
{
    const T odd_scale = (T)0.5 * scale_im;
    for (int64_t q = 0; q < half; q++) {
        const T u = a[q], v = b[q];
        a[q] = (x0 + (T)0.5 * (u + v)) * scale;
        b[q] = (v - u) * odd_scale * sign[q];
    }
}

static void FN(r2c)(const hartley_plan *p, const tfi_line_args *args)
{
    const int64_t n = p->line.problem.n, half = (n - 1) / 2, os = args->out.stride;
    const T scale = (T)args->scale, scale_im = args->conj_out ? -scale : scale;
    const T *x = args->in.re, x0 = x[0];
    T *line = args->scratch, *re = args->out.re, *im = args->out.im;
    double dc = 0;
    for (int64_t q = 0; q < n - 1; q++) {
        line[q] = x[p->powers[q]];
    }
    FN(zero_tail)(p, line);
    T *a = convolve(p, args->scratch, &dc), *b = a + half;
    re[0] = (x0 + (T)dc) * scale;
    im[0] = 0;
    FN(parts_of_bins)(a, b, p->sign, half, x0, scale, scale_im);
    if (os == 2) {
        for (int64_t q = 0; q < half; q++) {
            T *bin = re + 2 * (int64_t)p->fold[q];
            bin[0] = a[q];
            bin[1] = b[q];
        }
    } else {
        for (int64_t q = 0; q < half; q++) {
            re[p->fold[q] * os] = a[q];
            im[p->fold[q] * os] = b[q];
        }
    }
}

/* Sum and difference, for the bins q and q + half. */
static void FN(both_bins)(T *restrict a, T *restrict b, const T *restrict sign,
                          int64_t half, T conjugate)
{
    for (int64_t q = 0; q < half; q++) {
        const T r = a[q], i = b[q] * (conjugate * sign[q]);
        a[q] = r + i;
        b[q] = r - i;
    }
}

static void FN(c2r)(const hartley_plan *p, const tfi_line_args *args)
{
    const int64_t n = p->line.problem.n, half = (n - 1) / 2, is = args->in.stride;
    const T scale = (T)args->scale, conjugate = args->conj_in ? (T)-1 : (T)1;
    const T *re = args->in.re, *im = args->in.im, x0 = re[0];
    T *line = args->scratch, *x = args->out.re;
    double dc = 0;
    if (is == 2) {
        for (int64_t q = 0; q < half; q++) {
            const T *bin = re + 2 * (int64_t)p->fold[q];
            line[q] = bin[0];
            line[q + half] = bin[1];
        }
    } else {
        for (int64_t q = 0; q < half; q++) {
            line[q] = re[p->fold[q] * is];
            line[q + half] = im[p->fold[q] * is];
        }
    }
    FN(both_bins)(line, line + half, p->sign, half, conjugate);
    FN(zero_tail)(p, line);
    const T *a = convolve(p, args->scratch, &dc);
    const int32_t *last = p->powers + n - 1;
    x[0] = (x0 + (T)dc) * scale;
    for (int64_t q = 0; q < n - 1; q++) {
        x[last[-q]] = (x0 + a[q]) * scale;
    }
}

/* Without branches, which would be as random as the bins: k > n / 2 where k > n - k. */
static void FN(fill_fold)(const hartley_plan *p)
{
    const int32_t n = (int32_t)p->line.problem.n, half = (n - 1) / 2;
    const bool inverse = p->line.problem.kind == TFI_R2C;
    const int32_t *bin = p->powers + (inverse ? n - 1 : 0);
    const int64_t step = inverse ? -1 : 1;
    T *sign = p->sign;
    for (int64_t q = 0; q < half; q++, bin += step) {
        const int32_t mirror = n - *bin, beyond = *bin > mirror;
        p->fold[q] = *bin + beyond * (mirror - *bin);
        sign[q] = (T)(1 - 2 * beyond);
    }
}

/* cas(2 pi g^-q / n), with its negative indices wrapped to the end where the length is
 * padded. g^-(q + half) is the negative of g^-q. */
static void FN(fill_kernel)(const hartley_plan *p, const tfi_trig *trig, void *work)
{
    enum { CHUNK = 256 };
    int64_t places[CHUNK];
    T c[CHUNK], s[CHUNK]; /* s: minus the sine */
    const int64_t n = p->line.problem.n - 1, length = length_of(p);
    T *a = work;
    for (int64_t q = 0; q < n / 2; q += CHUNK) {
        const int64_t count = n / 2 - q < CHUNK ? n / 2 - q : CHUNK;
        for (int64_t i = 0; i < count; i++) {
            places[i] = p->powers[n - q - i];
        }
        tfi_trig_list(trig, p->line.problem.dtype, places, count, c, s);
        for (int64_t i = 0; i < count; i++) {
            a[q + i] = c[i] - s[i];
            a[q + i + n / 2] = c[i] + s[i];
        }
    }
    if (length > n) {
        memcpy(a + length - n + 1, a + 1, (size_t)(n - 1) * sizeof(T));
    }
}

/* The product tables from the kernel's own packed transform h. With the spectrum H of
 * the kernel, S and D half the sum and the difference of H_k and H_(k+m), t = pi k / m:
 * p_k = S - D sin t, q_k = i D cos t and r_k = p_(m-k) = conj(S + D sin t); S and exp(i
 * t) D are the even and odd parts of h. */
static void FN(fill_products)(const hartley_plan *p, const tfi_trig *trig, const T *hr,
                              const T *hi)
{
    enum { CHUNK = 256 };
    T cosines[CHUNK], sines[CHUNK]; /* cos t, -sin t */
    const int64_t m = p->child->problem.n, points = m / 2 + 1;
    T *out[N_PRODUCTS];
    for (int i = 0; i < N_PRODUCTS; i++) {
        out[i] = product_of(p, i);
    }
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
            out[P_RE][k] = (T)(sr + dr * s);
            out[P_IM][k] = (T)(si + di * s);
            out[Q_RE][k] = (T)(-di * c);
            out[Q_IM][k] = (T)(dr * c);
            out[R_RE][k] = (T)(sr - dr * s);
            out[R_IM][k] = (T)(di * s - si);
        }
    }
}
