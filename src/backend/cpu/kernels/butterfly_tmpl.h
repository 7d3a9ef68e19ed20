/* butterfly_tmpl.h - DFTs of 2 … 16 points on vectors, in place, forward sign, natural
 * order.
 *
 * Odd primes use the even/odd split of the definition, (p-1)/2 squared products for
 * each of the four real sums; composite lengths are two steps of Cooley-Tukey with
 * constant twiddles. Everything is unrolled at compile time. */

#define UNROLL _Pragma("GCC unroll 16")

TFK_INLINE void FN(bf2)(V *re, V *im)
{
    V r = re[0] - re[1], i = im[0] - im[1];
    re[0] = re[0] + re[1];
    im[0] = im[0] + im[1];
    re[1] = r;
    im[1] = i;
}

TFK_INLINE void FN(bf4)(V *re, V *im)
{
    V ar = re[0] + re[2], ai = im[0] + im[2], br = re[0] - re[2], bi = im[0] - im[2];
    V cr = re[1] + re[3], ci = im[1] + im[3], dr = re[1] - re[3], di = im[1] - im[3];
    re[0] = ar + cr;
    im[0] = ai + ci;
    re[1] = br + di;
    im[1] = bi - dr;
    re[2] = ar - cr;
    im[2] = ai - ci;
    re[3] = br - di;
    im[3] = bi + dr;
}

/* x times exp(-2 pi i k / n), 0 <= k < n; exact quarter turns cost nothing. */
TFK_INLINE void FN(rotate)(V *re, V *im, int k, int n, const double *c, const double *s)
{
    V r = *re, i = *im;
    if (k == 0) {
        return;
    }
    if (4 * k == n) {
        *re = i;
        *im = -r;
    } else if (2 * k == n) {
        *re = -r;
        *im = -i;
    } else if (4 * k == 3 * n) {
        *re = -i;
        *im = r;
    } else {
        *re = FMA(r, SET1((T)c[k]), i * SET1((T)s[k]));
        *im = FMS(i, SET1((T)c[k]), r * SET1((T)s[k]));
    }
}

#define ODD_BUTTERFLY(P)                                              \
    TFK_INLINE void FN(bf##P)(V * re, V * im)                         \
    {                                                                 \
        static const double c[P] = TFK_COS_##P, s[P] = TFK_SIN_##P;   \
        V ar[P / 2 + 1], ai[P / 2 + 1], br[P / 2 + 1], bi[P / 2 + 1]; \
        V r0 = re[0], i0 = im[0], sr = r0, si = i0;                   \
        UNROLL for (int j = 1; j <= P / 2; j++)                       \
        {                                                             \
            ar[j] = re[j] + re[P - j];                                \
            ai[j] = im[j] + im[P - j];                                \
            br[j] = re[j] - re[P - j];                                \
            bi[j] = im[j] - im[P - j];                                \
            sr = sr + ar[j];                                          \
            si = si + ai[j];                                          \
        }                                                             \
        re[0] = sr;                                                   \
        im[0] = si;                                                   \
        UNROLL for (int k = 1; k <= P / 2; k++)                       \
        {                                                             \
            V er = r0, ei = i0;                                       \
            V dr = br[1] * SET1((T)s[k]), di = bi[1] * SET1((T)s[k]); \
            UNROLL for (int j = 1; j <= P / 2; j++)                   \
            {                                                         \
                er = FMA(ar[j], SET1((T)c[j * k % P]), er);           \
                ei = FMA(ai[j], SET1((T)c[j * k % P]), ei);           \
            }                                                         \
            UNROLL for (int j = 2; j <= P / 2; j++)                   \
            {                                                         \
                dr = FMA(br[j], SET1((T)s[j * k % P]), dr);           \
                di = FMA(bi[j], SET1((T)s[j * k % P]), di);           \
            }                                                         \
            re[k] = er + di;                                          \
            im[k] = ei - dr;                                          \
            re[P - k] = er - di;                                      \
            im[P - k] = ei + dr;                                      \
        }                                                             \
    }

ODD_BUTTERFLY(3)
ODD_BUTTERFLY(5)
ODD_BUTTERFLY(7)
ODD_BUTTERFLY(11)
ODD_BUTTERFLY(13)

/* R = A B: j = B j1 + j2, k = k1 + A k2 */
#define COMPOSITE_BUTTERFLY(R, A, B)                                \
    TFK_INLINE void FN(bf##R)(V * re, V * im)                       \
    {                                                               \
        static const double c[R] = TFK_COS_##R, s[R] = TFK_SIN_##R; \
        V yr[R], yi[R];                                             \
        UNROLL for (int j2 = 0; j2 < B; j2++)                       \
        {                                                           \
            V tr[A], ti[A];                                         \
            UNROLL for (int j1 = 0; j1 < A; j1++)                   \
            {                                                       \
                tr[j1] = re[B * j1 + j2];                           \
                ti[j1] = im[B * j1 + j2];                           \
            }                                                       \
            FN(bf##A)(tr, ti);                                      \
            UNROLL for (int k1 = 0; k1 < A; k1++)                   \
            {                                                       \
                FN(rotate)(&tr[k1], &ti[k1], j2 * k1 % R, R, c, s); \
                yr[k1 * B + j2] = tr[k1];                           \
                yi[k1 * B + j2] = ti[k1];                           \
            }                                                       \
        }                                                           \
        UNROLL for (int k1 = 0; k1 < A; k1++)                       \
        {                                                           \
            FN(bf##B)(yr + k1 * B, yi + k1 * B);                    \
            UNROLL for (int k2 = 0; k2 < B; k2++)                   \
            {                                                       \
                re[k1 + A * k2] = yr[k1 * B + k2];                  \
                im[k1 + A * k2] = yi[k1 * B + k2];                  \
            }                                                       \
        }                                                           \
    }

COMPOSITE_BUTTERFLY(6, 2, 3)
COMPOSITE_BUTTERFLY(8, 2, 4)
COMPOSITE_BUTTERFLY(9, 3, 3)
COMPOSITE_BUTTERFLY(10, 2, 5)
COMPOSITE_BUTTERFLY(12, 4, 3)
COMPOSITE_BUTTERFLY(16, 4, 4)

#undef ODD_BUTTERFLY
#undef COMPOSITE_BUTTERFLY
