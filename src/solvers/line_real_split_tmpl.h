/* line_real_split_tmpl.h - the permutations of line_real_split.c for one type T. */

/* X[r t + k] from the rows: row 0 from the half spectrum, rows k >= 1 give the residues
 * k and r - k. */
static void FN(spread)(int64_t r, int64_t m, const buffers *b,
                       const tfi_line_args *args)
{
    const int64_t n = r * m, os = args->out.stride;
    const T scale = (T)args->scale, scale_im = args->conj_out ? -scale : scale;
    const T *zero_re = (const T *)b->spectrum_re, *zero_im = (const T *)b->spectrum_im;
    T *re = args->out.re, *im = args->out.im;
    for (int64_t t = 0; t <= m / 2; t++) {
        re[r * t * os] = zero_re[t] * scale;
        im[r * t * os] = zero_im[t] * scale_im;
    }
    for (int64_t k = 1; k <= r / 2; k++) {
        const T *row_re = (const T *)b->re + k * m, *row_im = (const T *)b->im + k * m;
        int64_t t = 0;
        for (; r * t + k <= n / 2; t++) {
            re[(r * t + k) * os] = row_re[t] * scale;
            im[(r * t + k) * os] = row_im[t] * scale_im;
        }
        for (; t < m; t++) {
            re[(n - r * t - k) * os] = row_re[t] * scale;
            im[(n - r * t - k) * os] = -row_im[t] * scale_im;
        }
    }
}

/* The reverse: the half spectrum of row 0, and rows k >= 1 of the residues k. */
static void FN(collect)(int64_t r, int64_t m, const buffers *b,
                        const tfi_line_args *args)
{
    const int64_t n = r * m, is = args->in.stride;
    const T sign = args->conj_in ? (T)-1 : (T)1;
    const T *re = args->in.re, *im = args->in.im;
    T *zero_re = (T *)b->spectrum_re, *zero_im = (T *)b->spectrum_im;
    for (int64_t t = 0; t <= m / 2; t++) {
        zero_re[t] = re[r * t * is];
        zero_im[t] = t == 0 ? (T)0 : sign * im[r * t * is];
    }
    for (int64_t k = 1; k <= r / 2; k++) {
        T *row_re = (T *)b->re + k * m, *row_im = (T *)b->im + k * m;
        int64_t t = 0;
        for (; r * t + k <= n / 2; t++) {
            row_re[t] = re[(r * t + k) * is];
            row_im[t] = sign * im[(r * t + k) * is];
        }
        for (; t < m; t++) {
            row_re[t] = re[(n - r * t - k) * is];
            row_im[t] = -sign * im[(n - r * t - k) * is];
        }
    }
}
