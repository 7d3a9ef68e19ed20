/* trio_tmpl.h - whole transforms of n = A B C points along contiguous rows: three
 * Stockham passes in one function, where every stride is a constant. The first one goes
 * to the output where that is split and apart from the input, else to scratch; the
 * others take a vector of its legs at a time through a buffer to the output. The
 * operations are those of `first` and `pass`. Instance of vectors. */

/* Twiddles of leg k at point p, of all points of its vector; see tfk_pass. */
#define TRIO_TWIDDLE(w, R, k, p) \
    ((w) + (p) / BLOCK * ((R)-1) * 2 * BLOCK + ((k)-1) * 2 * BLOCK + (p) % BLOCK)

#define TRIO_FIRST_GET(j, r, i)                                                      \
    FN(load_points)(x + (j) * (in + 1) * m, y + (j) * (in + 1) * m, in, VL, &r, &i); \
    if (!plain) {                                                                    \
        i = i * SET1(sign);                                                          \
    }
#define TRIO_FIRST_PUT(k, r, i)  re[k] = r, im[k] = i
#define TRIO_MIDDLE_GET(j, r, i) r = LOAD(x + (j)*from), i = LOAD(y + (j)*from)
#define TRIO_MIDDLE_PUT(k, r, i)                         \
    do {                                                 \
        V r_ = r, i_ = i;                                \
        if ((k) > 0) {                                   \
            V c_ = SET1(w[((k)-1) * 2 * BLOCK]);         \
            V s_ = SET1(w[((k)-1) * 2 * BLOCK + BLOCK]); \
            V t_ = FMS(r_, c_, i_ * s_);                 \
            i_ = FMA(i_, c_, r_ * s_);                   \
            r_ = t_;                                     \
        }                                                \
        STORE(t + 2 * (k)*VL, r_);                       \
        STORE(t + 2 * (k)*VL + VL, i_);                  \
    } while (0)
#define TRIO_LAST_GET(j, r, i) r = LOAD(t + (j)*from), i = LOAD(t + (j)*from + VL)
#define TRIO_LAST_PUT(k, r, i)                                      \
    FN(store_points)                                                \
    (xo + (k) * (out + 1) * to, yo + (k) * (out + 1) * to, out, VL, \
     plain ? (r) : (r)*SET1(scale), plain ? (i) : (i)*SET1(scale_im))

#define TRIO_PASSES(R)                                                                \
    TFK_INLINE void FN(trio_first_##R)(const T *x, const T *y, int in, int m,         \
                                       const T *w, T sign, int plain, T *xo, T *yo)   \
    {                                                                                 \
        V re[R], im[R];                                                               \
        TFK_DFT_##R(TRIO_FIRST_GET, TRIO_FIRST_PUT);                                  \
        UNROLL for (int k = 1; k < R; k++)                                            \
        {                                                                             \
            V c = LOAD(w + (k - 1) * 2 * BLOCK);                                      \
            V s = LOAD(w + (k - 1) * 2 * BLOCK + BLOCK);                              \
            V t = FMS(re[k], c, im[k] * s);                                           \
            im[k] = FMA(im[k], c, re[k] * s);                                         \
            re[k] = t;                                                                \
        }                                                                             \
        FN(store_rows)(re, R, xo);                                                    \
        FN(store_rows)(im, R, yo);                                                    \
    }                                                                                 \
    TFK_INLINE void FN(trio_middle_##R)(const T *x, const T *y, int from, const T *w, \
                                        T *t)                                         \
    {                                                                                 \
        TFK_DFT_##R(TRIO_MIDDLE_GET, TRIO_MIDDLE_PUT);                                \
    }                                                                                 \
    TFK_INLINE void FN(trio_last_##R)(const T *t, int from, int to, T scale,          \
                                      T scale_im, int plain, int out, T *xo, T *yo)   \
    {                                                                                 \
        TFK_DFT_##R(TRIO_LAST_GET, TRIO_LAST_PUT);                                    \
    }

TRIO_PASSES(8)
TRIO_PASSES(16)

/* One for each kind of call. */
#define TRIO_BODY(A, B, C, kind, in, out, plain)                                 \
    static __attribute__((noinline)) void FN(trio_##kind##_##A##_##B##_##C)(     \
        const tfk_rows *a, const void *const w[2], const void *x, const void *y, \
        void *xo, void *yo, void *scratch)                                       \
    {                                                                            \
        FN(trio_as_##A##_##B##_##C)                                              \
        (a, w[0], w[1], x, y, xo, yo, scratch, in, out, plain);                  \
    }

/* A is a multiple of VL. */
#define TRIO(A, B, C)                                                                  \
    TFK_INLINE void FN(trio_as_##A##_##B##_##C)(                                       \
        const tfk_rows *a, const T *wa, const T *wb, const T *x, const T *y, T *xo,    \
        T *yo, T *scratch, int in, int out, int plain)                                 \
    {                                                                                  \
        enum { N = A * B * C };                                                        \
        const T sign = a->conj_in ? (T)-1 : (T)1;                                      \
        const T scale = (T)a->scale, scale_im = a->conj_out ? -scale : scale;          \
        TFK_ALIGNED T t[2 * B * C * VL];                                               \
        int64_t row = 0;                                                               \
        do {                                                                           \
            const int in_place = out || x == xo || x == yo || y == xo || y == yo;      \
            T *sr = in_place ? scratch : xo, *si = in_place ? scratch + N : yo;        \
            for (int p = 0; p < B * C; p += VL) {                                      \
                FN(trio_first_##A)                                                     \
                (x + (in + 1) * p, y + (in + 1) * p, in, B * C,                        \
                 TRIO_TWIDDLE(wa, A, 1, p), sign, plain, sr + p * A, si + p * A);      \
            }                                                                          \
            for (int q = 0; q < A; q += VL) {                                          \
                for (int o = 0; o < C; o++) {                                          \
                    FN(trio_middle_##B)                                                \
                    (sr + o * A + q, si + o * A + q, A * C, TRIO_TWIDDLE(wb, B, 1, o), \
                     t + o * (2 * B * VL));                                            \
                }                                                                      \
                for (int k = 0; k < B; k++) {                                          \
                    FN(trio_last_##C)                                                  \
                    (t + k * (2 * VL), 2 * B * VL, A * B, scale, scale_im, plain, out, \
                     xo + (out + 1) * (k * A + q), yo + (out + 1) * (k * A + q));      \
                }                                                                      \
            }                                                                          \
            x += a->in_row;                                                            \
            y += a->in_row;                                                            \
            xo += a->out_row;                                                          \
            yo += a->out_row;                                                          \
        } while (++row < a->n_rows);                                                   \
    }                                                                                  \
    TRIO_BODY(A, B, C, pairs, 1, 1, 0)                                                 \
    TRIO_BODY(A, B, C, from_pairs, 1, 0, 0)                                            \
    TRIO_BODY(A, B, C, to_pairs, 0, 1, 0)                                              \
    TRIO_BODY(A, B, C, parts, 0, 0, 0)                                                 \
    TRIO_BODY(A, B, C, plain, 0, 0, 1)                                                 \
    static void FN(trio_##A##_##B##_##C)(const tfk_rows *a, const void *const w[2],    \
                                         const void *x, const void *y, void *xo,       \
                                         void *yo, void *scratch)                      \
    {                                                                                  \
        if (a->in_interleaved) {                                                       \
            (a->out_interleaved ? FN(trio_pairs_##A##_##B##_##C)                       \
                                : FN(trio_from_pairs_##A##_##B##_##C))(                \
                a, w, x, x, xo, a->out_interleaved ? xo : yo, scratch);                \
        } else if (a->out_interleaved) {                                               \
            FN(trio_to_pairs_##A##_##B##_##C)(a, w, x, y, xo, xo, scratch);            \
        } else if (a->scale != 1.0 || a->conj_in || a->conj_out) {                     \
            FN(trio_parts_##A##_##B##_##C)(a, w, x, y, xo, yo, scratch);               \
        } else {                                                                       \
            FN(trio_plain_##A##_##B##_##C)(a, w, x, y, xo, yo, scratch);               \
        }                                                                              \
    }
