/* line_real_pass_tmpl.h - the reordering of line_real_pass.c for one type T: column
 * transforms y[t][k], k = 0 … h, and the half spectrum X[r t + k].
 *
 * Row t < (m + 1) / 2 is h + 1 neighbours of X; the rows behind are conjugate, back to
 * front: row m - 1 - u fills the gap between the rows u and u + 1. */

TFI_UNROLLED void FN(spread_rows)(int64_t h, int64_t m, const T *yr, const T *yi, T *re,
                                  T *im, int64_t os, T scale, T scale_im)
{
    const int64_t r = 2 * h + 1;
    for (int64_t u = 0; u <= m / 2; u++) {
        const T *a = yr + u * (h + 1), *b = yi + u * (h + 1);
        for (int64_t k = 0; k <= h; k++) {
            re[(r * u + k) * os] = a[k] * scale;
            im[(r * u + k) * os] = b[k] * scale_im;
        }
        if (u == m / 2) {
            return;
        }
        a = yr + (m - 1 - u) * (h + 1);
        b = yi + (m - 1 - u) * (h + 1);
        for (int64_t k = h; k > 0; k--) {
            re[(r * (u + 1) - k) * os] = a[k] * scale;
            im[(r * (u + 1) - k) * os] = -b[k] * scale_im;
        }
    }
}

static void FN(spread)(const pass_plan *p, const T *yr, const T *yi,
                       const tfi_line_args *args)
{
    const int64_t m = p->child->problem.n, h = p->r / 2;
    const T scale = (T)args->scale, scale_im = args->conj_out ? -scale : scale;
    T *re = args->out.re, *im = args->out.im;
#define SPREAD(H)                                                  \
    if (h == (H) && args->out.stride == 1) {                       \
        FN(spread_rows)(H, m, yr, yi, re, im, 1, scale, scale_im); \
    } else if (h == (H)) {                                         \
        FN(spread_rows)(H, m, yr, yi, re, im, 2, scale, scale_im); \
    }
    TFI_EACH_HALF(SPREAD)
#undef SPREAD
    im[0] = 0;
}

TFI_UNROLLED void FN(collect_rows)(int64_t h, int64_t m, T *yr, T *yi, const T *re,
                                   const T *im, int64_t is, T sign)
{
    const int64_t r = 2 * h + 1;
    for (int64_t u = 0; u <= m / 2; u++) {
        T *a = yr + u * (h + 1), *b = yi + u * (h + 1);
        for (int64_t k = 0; k <= h; k++) {
            a[k] = re[(r * u + k) * is];
            b[k] = im[(r * u + k) * is] * sign;
        }
        if (u == m / 2) {
            return;
        }
        a = yr + (m - 1 - u) * (h + 1);
        b = yi + (m - 1 - u) * (h + 1);
        for (int64_t k = h; k >= 0; k--) {
            a[k] = re[(r * (u + 1) - k) * is];
            b[k] = im[(r * (u + 1) - k) * is] * -sign;
        }
    }
}

static void FN(collect)(const pass_plan *p, T *yr, T *yi, const tfi_line_args *args)
{
    const int64_t m = p->child->problem.n, h = p->r / 2;
    const T sign = args->conj_in ? (T)-1 : (T)1;
    const T *re = args->in.re, *im = args->in.im;
#define COLLECT(H)                                       \
    if (h == (H) && args->in.stride == 1) {              \
        FN(collect_rows)(H, m, yr, yi, re, im, 1, sign); \
    } else if (h == (H)) {                               \
        FN(collect_rows)(H, m, yr, yi, re, im, 2, sign); \
    }
    TFI_EACH_HALF(COLLECT)
#undef COLLECT
    yi[0] = 0;
}
