/* convolve_tmpl.h - the real convolution between two complex transforms. */

/* Points k to k + count - 1, conj(p z + q conj y), y their mirrors; `both`: and the
 * mirrors, where the tables are Hermitian: p_(m-k) is conj p_k, and so q. */
TFK_INLINE void FN(convolve_vector)(const tfk_convolve *a, int il, int both, int64_t k,
                                    int64_t count)
{
    const T *zr = a->in_re, *zi = a->in_im;
    T *re = a->out_re, *im = a->out_im;
    const int64_t step = il ? 2 : 1, at = step * k, back = step * (a->m - k);
    V x, y, u, v, pr, pi, qr, qi;
    FN(load_points)(zr + at, zi + at, il, count, &x, &y);
    FN(load_back)(zr + back, zi + back, il, count, &u, &v);
    FN(load_points)((const T *)a->p_re + k, (const T *)a->p_im + k, 0, count, &pr, &pi);
    FN(load_points)((const T *)a->q_re + k, (const T *)a->q_im + k, 0, count, &qr, &qi);
    FN(store_points)
    (re + at, im + at, il, count, FMA(qi, v, FMA(qr, u, FMS(pr, x, pi * y))),
     FMS(qr, v, FMA(qi, u, FMA(pr, y, pi * x))));
    if (both) {
        FN(store_back)
        (re + back, im + back, il, count, FNMA(qi, y, FMA(qr, x, FMA(pr, u, pi * v))),
         FNMA(pr, v, FMA(qr, y, FMA(qi, x, pi * u))));
    }
}

/* in and out lie apart, so the last vector may repeat some of the one before. */
TFK_INLINE void FN(convolve_layout)(const tfk_convolve *a, int il, int both)
{
    const int64_t m = a->m, end = il ? 2 * m : m, points = both ? m / 2 + 1 : m;
    T *zr = a->in_re, *zi = a->in_im;
    zr[end] = zr[0];
    zi[end] = zi[0];
    if (points < VL) {
        FN(convolve_vector)(a, il, both, 0, points);
        return;
    }
    for (int64_t k = 0; k < points; k += VL) {
        FN(convolve_vector)(a, il, both, k + VL <= points ? k : points - VL, VL);
    }
}

/* A copy of the arguments, which no store can change. */
#define CONVOLVE(name, both)                           \
    static void FN(name)(const tfk_convolve *argument) \
    {                                                  \
        const tfk_convolve a = *argument;              \
        if (a.interleaved) {                           \
            FN(convolve_layout)(&a, 1, both);          \
        } else {                                       \
            FN(convolve_layout)(&a, 0, both);          \
        }                                              \
    }
CONVOLVE(convolve, 0)
CONVOLVE(convolve_hermitian, 1)
#undef CONVOLVE
