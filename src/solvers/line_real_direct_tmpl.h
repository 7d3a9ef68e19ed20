/* line_real_direct_tmpl.h - the sums of line_real_direct.c for one type T. Lanes are
 * innermost; each lane's sums run over j in order, so that the number of lanes does not
 * change a bit. */

/* out[b] = first[b] + sum_j w[j k mod n] v_j[b]; v has `half` rows of `lanes`. */
static void FN(weighted_sum)(int64_t n, int64_t k, const T *w, const T *v,
                             const T *first, int64_t lanes, T *out)
{
    for (int64_t b = 0; b < lanes; b++) {
        out[b] = first != NULL ? first[b] : (T)0;
    }
    for (int64_t j = 1; j <= n / 2; j++) {
        const T c = w[j * k % n];
        const T *row = v + j * lanes;
        for (int64_t b = 0; b < lanes; b++) {
            out[b] += c * row[b];
        }
    }
}

static void FN(r2c)(int64_t n, const T *wr, const T *wi, const tfi_line_args *args)
{
    const T *x = args->in.re;
    T *re = args->out.re, *im = args->out.im;
    const int64_t lanes = args->lanes, is = args->in.stride, os = args->out.stride;
    const int64_t step = args->out.layout == TFI_INTERLEAVED ? 2 : 1;
    const T scale = (T)args->scale, scale_im = args->conj_out ? -scale : scale;
    T *sum = args->scratch, *difference = sum + (n / 2 + 1) * lanes;
    T *a = difference + (n / 2) * lanes; /* rows of the difference start at 1 */
    difference -= lanes;
    for (int64_t b = 0; b < lanes; b++) {
        sum[b] = x[b];
    }
    for (int64_t j = 1; j <= n / 2; j++) {
        for (int64_t b = 0; b < lanes; b++) {
            const T u = x[j * is + b], v = x[(n - j) * is + b];
            sum[j * lanes + b] = u + v;
            difference[j * lanes + b] = u - v;
        }
    }
    for (int64_t k = 0; k <= n / 2; k++) {
        FN(weighted_sum)(n, k, wr, sum, sum, lanes, a);
        for (int64_t b = 0; b < lanes; b++) {
            re[k * os + step * b] = a[b] * scale;
        }
        if (k == 0) {
            for (int64_t b = 0; b < lanes; b++) {
                im[step * b] = 0;
            }
            continue;
        }
        FN(weighted_sum)(n, k, wi, difference, NULL, lanes, a);
        for (int64_t b = 0; b < lanes; b++) {
            im[k * os + step * b] = a[b] * scale_im;
        }
    }
}

static void FN(c2r)(int64_t n, const T *wr, const T *wi, const tfi_line_args *args)
{
    const T *re = args->in.re, *im = args->in.im;
    T *x = args->out.re;
    const int64_t lanes = args->lanes, is = args->in.stride, os = args->out.stride;
    const int64_t step = args->in.layout == TFI_INTERLEAVED ? 2 : 1;
    const T scale = (T)args->scale, sign = args->conj_in ? (T)1 : (T)-1;
    T *even = args->scratch, *odd = even + (n / 2 + 1) * lanes;
    odd -= lanes; /* its rows start at 1; the work row a follows them */
    T *a = odd + (n / 2 + 1) * lanes, *c = even + n * lanes + lanes;
    for (int64_t b = 0; b < lanes; b++) {
        even[b] = re[step * b];
    }
    for (int64_t k = 1; k <= n / 2; k++) {
        for (int64_t b = 0; b < lanes; b++) {
            even[k * lanes + b] = 2 * re[k * is + step * b];
            odd[k * lanes + b] = 2 * sign * im[k * is + step * b];
        }
    }
    /* x_j = even + odd part of sum X_k exp(-2 pi i j k / n); x_(n-j) = even - odd */
    for (int64_t j = 0; j <= n / 2; j++) {
        FN(weighted_sum)(n, j, wr, even, even, lanes, a);
        if (j == 0) {
            for (int64_t b = 0; b < lanes; b++) {
                x[b] = a[b] * scale;
            }
            continue;
        }
        FN(weighted_sum)(n, j, wi, odd, NULL, lanes, c);
        for (int64_t b = 0; b < lanes; b++) {
            x[j * os + b] = (a[b] + c[b]) * scale;
            x[(n - j) * os + b] = (a[b] - c[b]) * scale;
        }
    }
}
