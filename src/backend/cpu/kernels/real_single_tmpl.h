/* real_single_tmpl.h - single real rows of 2 m points, m of single_pairs_tmpl.h, on
 * vectors of one point each: the butterfly of m points and the operations of
 * real_row_post and real_row_pre around it. Instance of vectors of 128 bits. */

/* X_k = E + w O and its mirror of a pair of bins of z; see post_pair. */
TFK_INLINE void FN(post_point)(V *a, V *b, V c, V s, V half)
{
    const V e = SUM_DIFF(*a, *b), d = DIFF_SUM(*b, *a);
    const V t = FMA_DIFF_SUM(SWAP(d), c, d * s);
    *a = (e + t) * half;
    *b = FMA_SUM_DIFF(t, K_MIXED(-1), e) * half;
}

/* See pre_pair. */
TFK_INLINE void FN(pre_point)(V *x, V *y, V c, V s)
{
    const V a = SUM_DIFF(*x, *y), b = DIFF_SUM(*x, *y);
    const V d = SWAP(FMA_DIFF_SUM(b, c, SWAP(b) * s));
    *x = DIFF_SUM(a, d);
    *y = SUM_DIFF(d, a);
}

/* z of m points to X of m + 1, and back; all indices are constants. */
TFK_INLINE void FN(single_post)(const tfk_real_single *a, int m, const V *z, V *x)
{
    const T *wr = a->w_re, *wi = a->w_im;
    const T scale = (T)a->rows.scale, sign = a->rows.conj_out ? (T)-1 : (T)1;
    const T h = scale * (T)0.5;
    const V zero = K(0), half = MIXED(SET1(h), SET1(h * sign)), turned = SWAP(z[0]);
    x[0] = MIXED((z[0] + turned) * SET1(scale), zero);
    x[m] = MIXED((z[0] - turned) * SET1(scale), zero);
    UNROLL for (int k = 1; k < (m + 1) / 2; k++)
    {
        x[k] = z[k];
        x[m - k] = z[m - k];
        FN(post_point)(&x[k], &x[m - k], SET1(wr[k]), SET1(wi[k]), half);
    }
    if (m % 2 == 0) {
        x[m / 2] = z[m / 2] * MIXED(SET1(scale), SET1(-(scale * sign)));
    }
}

TFK_INLINE void FN(single_pre)(const tfk_real_single *a, int m, V *x, V *z)
{
    const T *wr = a->w_re, *wi = a->w_im;
    const V sign = MIXED(K(1), K(a->rows.conj_in ? -1 : 1));
    z[0] = SUM_DIFF(FIRST_PART(x[0]), FIRST_PART(x[m]));
    UNROLL for (int k = 1; k < (m + 1) / 2; k++)
    {
        z[k] = x[k] * sign;
        z[m - k] = x[m - k] * sign;
        FN(pre_point)(&z[k], &z[m - k], SET1(wr[k]), SET1(wi[k]));
    }
    if (m % 2 == 0) {
        const V y = x[m / 2] * sign;
        z[m / 2] = y + y;
    }
}

#define REAL_GET(j, t) t = z[j]
#define REAL_PUT(k, t) z[k] = t

#define REAL_SINGLE(M, kind, parts)                                                    \
    static int FN(single_forward_##kind##_##M)(const void *row, const void *in,        \
                                               const void *none, void *re, void *im,   \
                                               void *unused)                           \
    {                                                                                  \
        V z[M], x[M + 1];                                                              \
        FN(single_get)(in, in, M, 0, z);                                               \
        TFK_PAIRS_DFT_##M(REAL_GET, REAL_PUT);                                         \
        FN(single_post)(row, M, z, x);                                                 \
        FN(single_put)(re, im, M + 1, parts, x);                                       \
        (void)none, (void)unused;                                                      \
        return 0;                                                                      \
    }                                                                                  \
    static int FN(single_backward_##kind##_##M)(const void *row, const void *re,       \
                                                const void *im, void *out, void *none, \
                                                void *unused)                          \
    {                                                                                  \
        const tfk_real_single *a = row;                                                \
        V z[M], x[M + 1];                                                              \
        FN(single_get)(re, im, M + 1, parts, x);                                       \
        FN(single_pre)(a, M, x, z);                                                    \
        TFK_PAIRS_DFT_##M(REAL_GET, REAL_PUT);                                         \
        const V scale = SET1((T)a->rows.scale);                                        \
        UNROLL for (int j = 0; j < (M); j++)                                           \
        {                                                                              \
            z[j] = z[j] * scale;                                                       \
        }                                                                              \
        FN(single_put)(out, out, M, 0, z);                                             \
        (void)none, (void)unused;                                                      \
        return 0;                                                                      \
    }
#define TFK_PAIRS_DFT_1(GET, PUT)
#define REAL_SINGLE_KINDS(M) REAL_SINGLE(M, pairs, 0) REAL_SINGLE(M, parts, 1)
EACH_REAL_SINGLE(REAL_SINGLE_KINDS)

#undef TFK_PAIRS_DFT_1
#undef REAL_GET
#undef REAL_PUT
#undef REAL_SINGLE
#undef REAL_SINGLE_KINDS
