/* line_real_rader_padded_tmpl.h - what line_real_rader_padded.c does point by point,
 * for one type T. */

/* Adds `start` to the real part of point 0 of the product; returns what the sum of the
 * line is with it, by point 0 of the transform. */
static double FN(add_start)(void *to, const void *from, T start)
{
    *(T *)to += start;
    return (double)(start + *(const T *)from);
}

/* The kernels as a sequence, cyclic: t = 0 … h-1, and back from the end t = -1 … 1-h,
 * where the sines have changed their sign. */
static void FN(fill_kernel)(const T *c, const T *s, int64_t half, int64_t m, T *re,
                            T *im)
{
    memset(re, 0, (size_t)m * sizeof(T));
    memset(im, 0, (size_t)m * sizeof(T));
    memcpy(re, c, (size_t)half * sizeof(T));
    memcpy(im, s, (size_t)half * sizeof(T));
    for (int64_t t = 1; t < half; t++) {
        re[m - half + t] = c[t];
        im[m - half + t] = -s[t];
    }
}

/* From the transform of that, K = C + i S, the tables of the product: conj of p z_k +
 * q conj z_(m-k), p = (C + S) / 2, q = (C - S) / 2. */
static void FN(fill_products)(const tfi_real_convolution *c, const T *hr, const T *hi)
{
    const int64_t m = c->child->problem.n;
    T *pr = tfi_product_of(c, TFI_P_RE), *pi = tfi_product_of(c, TFI_P_IM);
    T *qr = tfi_product_of(c, TFI_Q_RE), *qi = tfi_product_of(c, TFI_Q_IM);
    for (int64_t k = 0; k <= m / 2; k++) {
        const int64_t mirror = k == 0 ? 0 : m - k;
        const double cr = (double)hr[k] + (double)hr[mirror];
        const double ci = (double)hi[k] - (double)hi[mirror];
        const double sr = (double)hi[k] + (double)hi[mirror];
        const double si = (double)hr[mirror] - (double)hr[k];
        pr[k] = (T)(0.25 * (cr + sr));
        pi[k] = (T)(0.25 * (ci + si));
        qr[k] = (T)(0.25 * (cr - sr));
        qi[k] = (T)(0.25 * (ci - si));
    }
}
