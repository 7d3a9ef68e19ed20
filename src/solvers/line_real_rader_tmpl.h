/* line_real_rader_tmpl.h - the permutations of line_real_rader.c for one type T. */

static void convolve(const hartley_plan *p, char *line, double *dc);

static void FN(zero_tail)(const hartley_plan *p, T *a)
{
    const int64_t n = p->line.problem.n - 1;
    memset(a + n, 0, (size_t)(p->forward->problem.n - n) * sizeof(T));
}

static void FN(r2c)(const hartley_plan *p, const tfi_line_args *args)
{
    const int64_t n = p->line.problem.n, half = (n - 1) / 2, os = args->out.stride;
    const T scale = (T)args->scale, scale_im = args->conj_out ? -scale : scale;
    const T *x = args->in.re;
    T *a = args->scratch, *re = args->out.re, *im = args->out.im;
    const T x0 = x[0], *sign = p->sign_out;
    const int32_t *at = p->fold_out;
    double dc = 0;
    for (int64_t q = 0; q < n - 1; q++) {
        a[q] = x[p->index_in[q]];
    }
    FN(zero_tail)(p, a);
    convolve(p, args->scratch, &dc);
    re[0] = (x0 + (T)dc) * scale;
    im[0] = 0;
    /* index_out[q + half] is the negative of index_out[q] */
    for (int64_t q = 0; q < half; q++) {
        const T even = x0 + (T)0.5 * (a[q] + a[q + half]);
        const T odd = (T)0.5 * (a[q + half] - a[q]);
        re[at[q] * os] = even * scale;
        im[at[q] * os] = odd * sign[q] * scale_im;
    }
}

static void FN(c2r)(const hartley_plan *p, const tfi_line_args *args)
{
    const int64_t n = p->line.problem.n, half = (n - 1) / 2, is = args->in.stride;
    const T scale = (T)args->scale, conjugate = args->conj_in ? (T)-1 : (T)1;
    const T *re = args->in.re, *im = args->in.im;
    T *a = args->scratch, *x = args->out.re;
    const T x0 = re[0], *sign = p->sign_in;
    const int32_t *at = p->fold_in;
    double dc = 0;
    for (int64_t q = 0; q < half; q++) {
        const T r = re[at[q] * is], i = sign[q] * conjugate * im[at[q] * is];
        a[q] = r + i;
        a[q + half] = r - i;
    }
    FN(zero_tail)(p, a);
    convolve(p, args->scratch, &dc);
    x[0] = (x0 + (T)dc) * scale;
    for (int64_t q = 0; q < n - 1; q++) {
        x[p->index_out[q] * args->out.stride] = (x0 + a[q]) * scale;
    }
}

/* cas(2 pi g^-q / n), with its negative indices wrapped to the end where the length is
 * padded. */
static void FN(fill_kernel)(const hartley_plan *p, const tfi_trig *trig, void *work)
{
    const int64_t n = p->line.problem.n - 1, length = p->forward->problem.n;
    T *a = work;
    for (int64_t q = 0; q < n; q++) {
        double c = 0, s = 0;
        tfi_trig_one(trig, p->index_out[q], &c, &s);
        a[q] = (T)(c - s);
        if (q > 0 && length > n) {
            a[length - n + q] = a[q];
        }
    }
}

static void FN(fill_folds)(const hartley_plan *p)
{
    const int64_t n = p->line.problem.n, half = (n - 1) / 2;
    for (int64_t q = 0; q < half; q++) {
        const int32_t in = p->index_in[q], out = p->index_out[q];
        p->fold_in[q] = in <= half ? in : (int32_t)n - in;
        p->fold_out[q] = out <= half ? out : (int32_t)n - out;
        ((T *)p->sign_in)[q] = in <= half ? (T)1 : (T)-1;
        ((T *)p->sign_out)[q] = out <= half ? (T)1 : (T)-1;
    }
}
