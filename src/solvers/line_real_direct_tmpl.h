/* line_real_direct_tmpl.h - the folds of line_real_direct.c for one type T. */

/* The rows of the scratch. */
static inline T *FN(row)(const direct_plan *p, const tfi_line_args *args, int which)
{
    return tfi_advance(args->scratch, (size_t)which * row_bytes(p));
}

static void FN(r2c)(const direct_plan *p, const tfi_line_args *args)
{
    const int64_t n = p->line.problem.n, h = n / 2, os = args->out.stride;
    const T scale = (T)args->scale, scale_im = args->conj_out ? -scale : scale;
    const T *x = args->in.re, x0 = x[0];
    T *u = FN(row)(p, args, 0), *v = FN(row)(p, args, 1), *re = args->out.re,
      *im = args->out.im, sum = x0;
    for (int64_t j = 1; j <= h; j++) {
        u[j - 1] = x[j] + x[n - j];
        v[j - 1] = x[j] - x[n - j];
        sum += u[j - 1];
    }
    sums(p, args->scratch, (double)x0);
    const T *even = FN(row)(p, args, 2), *odd = FN(row)(p, args, 3);
    re[0] = sum * scale;
    im[0] = 0;
    for (int64_t k = 1; k <= h; k++) {
        re[k * os] = even[k - 1] * scale;
        im[k * os] = -odd[k - 1] * scale_im;
    }
}

static void FN(c2r)(const direct_plan *p, const tfi_line_args *args)
{
    const int64_t n = p->line.problem.n, h = n / 2, is = args->in.stride;
    const T scale = (T)args->scale, two_im = args->conj_in ? (T)-2 : (T)2;
    const T *re = args->in.re, *im = args->in.im, x0 = re[0];
    T *u = FN(row)(p, args, 0), *v = FN(row)(p, args, 1), *x = args->out.re, sum = x0;
    for (int64_t k = 1; k <= h; k++) {
        u[k - 1] = (T)2 * re[k * is];
        v[k - 1] = two_im * im[k * is];
        sum += u[k - 1];
    }
    sums(p, args->scratch, (double)x0);
    const T *even = FN(row)(p, args, 2), *odd = FN(row)(p, args, 3);
    x[0] = sum * scale;
    for (int64_t j = 1; j <= h; j++) {
        x[j] = (even[j - 1] + odd[j - 1]) * scale;
        x[n - j] = (even[j - 1] - odd[j - 1]) * scale;
    }
}

static void FN(fill_tables)(const direct_plan *p, const tfi_trig *trig)
{
    const int64_t n = p->line.problem.n, h = n / 2;
    T cosine[MAX_DIRECT], sine[MAX_DIRECT]; /* sine: with a minus */
    tfi_trig_fill(trig, p->line.problem.dtype, 0, 1, n, cosine, sine);
    for (int64_t j = 1; j <= h; j++) {
        T *c = (T *)p->c + (j - 1) * p->width, *s = (T *)p->s + (j - 1) * p->width;
        for (int64_t k = 1; k <= h; k++) {
            c[k - 1] = cosine[j * k % n];
            s[k - 1] = -sine[j * k % n];
        }
    }
}
