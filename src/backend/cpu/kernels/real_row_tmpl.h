/* real_row_tmpl.h - real transforms of n = 2 m points whose complex one is a single
 * butterfly, for a row in registers: the arithmetic of real_post and real_pre around
 * it. Instances of one lane and of vectors. */

/* What a kernel is told, as numbers of the type. */
typedef struct FN(real_row) {
    const T *w_re, *w_im; /* exp(-2 pi i k / n), k = 0 … m/2 */
    T scale, sign;        /* sign: -1 conjugates the complex side */
} FN(real_row);

TFK_INLINE FN(real_row)
    FN(real_row_of)(const tfk_rows *a, const void *w_re, const void *w_im, int conj)
{
    const FN(real_row) r = { w_re, w_im, (T)a->scale, conj ? (T)-1 : (T)1 };
    return r;
}

/* One point is its own transform. */
TFK_INLINE void FN(bf1)(V *re, V *im)
{
    (void)re;
    (void)im;
}

/* z of m points to X of m + 1. */
TFK_INLINE void FN(real_row_post)(const FN(real_row) * a, int m, const V *zr,
                                  const V *zi, V *xr, V *xi)
{
    const T half = (T)(a->scale * (T)0.5), half_im = half * a->sign;
    xr[0] = (zr[0] + zi[0]) * SET1(a->scale);
    xr[m] = (zr[0] - zi[0]) * SET1(a->scale);
    xi[0] = xi[m] = SET1((T)0);
    UNROLL for (int k = 1; k < (m + 1) / 2; k++)
    {
        V ar = zr[k], ai = zi[k], br = zr[m - k], bi = zi[m - k];
        FN(post_pair)(&ar, &ai, &br, &bi, SET1(a->w_re[k]), SET1(a->w_im[k]));
        xr[k] = ar * SET1(half);
        xi[k] = ai * SET1(half_im);
        xr[m - k] = br * SET1(half);
        xi[m - k] = bi * SET1(half_im);
    }
    if (m % 2 == 0) {
        xr[m / 2] = zr[m / 2] * SET1(a->scale);
        xi[m / 2] = -zi[m / 2] * SET1(a->scale * a->sign);
    }
}

/* X of m + 1 points to z of m. */
TFK_INLINE void FN(real_row_pre)(const FN(real_row) * a, int m, const V *xr,
                                 const V *xi, V *zr, V *zi)
{
    zr[0] = xr[0] + xr[m];
    zi[0] = xr[0] - xr[m];
    UNROLL for (int k = 1; k < (m + 1) / 2; k++)
    {
        V ar = xr[k], ai = xi[k] * SET1(a->sign);
        V br = xr[m - k], bi = xi[m - k] * SET1(a->sign);
        FN(pre_pair)(&ar, &ai, &br, &bi, SET1(a->w_re[k]), SET1(a->w_im[k]));
        zr[k] = ar;
        zi[k] = ai;
        zr[m - k] = br;
        zi[m - k] = bi;
    }
    if (m % 2 == 0) {
        const V i = xi[m / 2] * SET1(a->sign);
        zr[m / 2] = xr[m / 2] + xr[m / 2];
        zi[m / 2] = i + i;
    }
}

TFK_INLINE void FN(real_row_scale)(const FN(real_row) * a, int m, V *zr, V *zi)
{
    UNROLL for (int j = 0; j < m; j++)
    {
        zr[j] = zr[j] * SET1(a->scale);
        zi[j] = zi[j] * SET1(a->scale);
    }
}
