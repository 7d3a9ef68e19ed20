/* pairs_tmpl.h - whole transforms along contiguous rows of interleaved points, on
 * vectors of interleaved points from end to end: two or three Stockham passes in one
 * function, where every stride is a constant. Nothing is taken apart; what crosses
 * lanes is the exchange of parts in products and a transposition of whole points after
 * the first pass. The scalar operations are those of `first` and `pass`. Instance of
 * vectors of 256 or 512 bits. */

#include "backend/cpu/kernels/pairs_store_tmpl.h"

/* Butterflies p … p + POINTS - 1 of the m of a first pass: x and out begin with the
 * first of them, twiddles lie as [leg - 1][VL of (c, c) | VL of (s, s)]. */
#define PAIRS_FIRST_GET(j, v)            \
    v = FN(pairs_load)(x, y, in, (j)*m); \
    if (!plain) {                        \
        v = v * sign;                    \
    }
#define PAIRS_FIRST_PUT(k, v)                                 \
    held[k] = (k) == 0 ? v                                    \
                       : TIMES(v, LOAD(w + ((k)-1) * 2 * VL), \
                               LOAD(w + ((k)-1) * 2 * VL + VL))
/* One butterfly over a run of s points, POINTS of them, in the middle: twiddles lie as
 * [leg - 1][c, s]; and at the end. */
#define PAIRS_GET(j, v) v = LOAD(x + (j) * (2 * from))
#define PAIRS_MIDDLE_PUT(k, v)  \
    STORE(out + (k) * (2 * to), \
          (k) == 0 ? v : TIMES(v, SET1(w[2 * (k)-2]), SET1(w[2 * (k)-1])))
#define PAIRS_LAST_PUT(k, v) FN(pairs_put)(xo, yo, out, (k)*to, plain ? v : (v)*scale)

#define PAIRS_PASSES(R)                                                            \
    TFK_INLINE void FN(pairs_first_##R)(const T *x, const T *y, int in, int m,     \
                                        const T *w, V sign, int plain, int blocks, \
                                        T *out)                                    \
    {                                                                              \
        V held[R];                                                                 \
        TFK_PAIRS_DFT_##R(PAIRS_FIRST_GET, PAIRS_FIRST_PUT);                       \
        FN(pairs_store)(held, R, blocks, out);                                     \
    }                                                                              \
    TFK_INLINE void FN(pairs_middle_##R)(const T *x, int from, int to, const T *w, \
                                         T *out)                                   \
    {                                                                              \
        TFK_PAIRS_DFT_##R(PAIRS_GET, PAIRS_MIDDLE_PUT);                            \
    }                                                                              \
    TFK_INLINE void FN(pairs_last_##R)(const T *x, int from, int to, V scale,      \
                                       int plain, int out, T *xo, T *yo)           \
    {                                                                              \
        TFK_PAIRS_DFT_##R(PAIRS_GET, PAIRS_LAST_PUT);                              \
    }

PAIRS_PASSES(2)
PAIRS_PASSES(3)
PAIRS_PASSES(4)
PAIRS_PASSES(5)
PAIRS_PASSES(6)
PAIRS_PASSES(7)
PAIRS_PASSES(8)
PAIRS_PASSES(9)
PAIRS_PASSES(10)
PAIRS_PASSES(11)
PAIRS_PASSES(12)
PAIRS_PASSES(13)
PAIRS_PASSES(16)

/* Where window i of m points begins: the last one may overlap the one before. */
TFK_INLINE int FN(pairs_window)(int i, int m)
{
    return (i + 1) * POINTS <= m ? i * POINTS : m - POINTS;
}

/* One function for each kind of call; those that are not needed go. */
#define PAIRS_DUO_BODY(A, B, kind, in, out, plain)                                \
    static __attribute__((noinline)) void FN(pairs_##kind##_##A##_##B)(           \
        const tfk_rows *a, const void *w, const void *x, const void *y, void *xo, \
        void *yo)                                                                 \
    {                                                                             \
        FN(pairs_as_##A##_##B)(a, w, x, y, xo, yo, in, out, plain);               \
    }
#define PAIRS_TRIO_BODY(A, B, C, kind, in, out, plain)                           \
    static __attribute__((noinline)) void FN(pairs_##kind##_##A##_##B##_##C)(    \
        const tfk_rows *a, const void *const w[2], const void *x, const void *y, \
        void *xo, void *yo, void *scratch)                                       \
    {                                                                            \
        FN(pairs_as_##A##_##B##_##C)                                             \
        (a, w[0], w[1], x, y, xo, yo, scratch, in, out, plain);                  \
    }

/* The one for a call's layouts; CALL(x, y, xo, yo) are its arguments. */
#define PAIRS_DISPATCH(id, F32, F64, CALL)                            \
    const int plain = a->scale == 1.0 && !a->conj_in && !a->conj_out; \
    const int parts = (TFK_TYPE == 32 ? F32 : F64) & TFK_PAIRS_PARTS; \
    if (!parts || (a->in_interleaved && a->out_interleaved)) {        \
        (plain ? FN(pairs_whole_plain_##id) : FN(pairs_whole_##id))   \
            CALL(x, x, xo, xo);                                       \
    } else if (a->in_interleaved) {                                   \
        FN(pairs_apart_##id) CALL(x, x, xo, yo);                      \
    } else if (a->out_interleaved) {                                  \
        FN(pairs_joined_##id) CALL(x, y, xo, xo);                     \
    } else {                                                          \
        (plain ? FN(pairs_parts_plain_##id) : FN(pairs_parts_##id))   \
            CALL(x, y, xo, yo);                                       \
    }
#define PAIRS_DUO_CALL(x, y, xo, yo)  (a, w[0], x, y, xo, yo)
#define PAIRS_TRIO_CALL(x, y, xo, yo) (a, w, x, y, xo, yo, scratch)

/* Rows through radices A and B, s between them; layouts are constants. */
#define PAIRS_DUO(A, B, F32, F64)                                                     \
    TFK_INLINE void FN(pairs_as_##A##_##B)(const tfk_rows *a, const T *w, const T *x, \
                                           const T *y, T *xo, T *yo, int in, int out, \
                                           int plain)                                 \
    {                                                                                 \
        enum { IN = (B + POINTS - 1) / POINTS, OUT = (A + POINTS - 1) / POINTS };     \
        const T re = (T)a->scale, im = a->conj_out ? -re : re;                        \
        const V sign = MIXED(K(1), K(a->conj_in ? -1 : 1));                           \
        const V scale = MIXED(SET1(re), SET1(im));                                    \
        TFK_ALIGNED T s[VL * OUT * B];                                                \
        int64_t row = 0;                                                              \
        y = in ? x : y;                                                               \
        yo = out ? xo : yo;                                                           \
        do {                                                                          \
            PAIRS_UNROLL for (int i = 0; i < IN; i++)                                 \
            {                                                                         \
                const int p = FN(pairs_window)(i, B), at = in ? 2 * p : p;            \
                FN(pairs_first_##A)                                                   \
                (x + at, y + at, in, B, w + i * ((A - 1) * 2 * VL), sign, plain, B,   \
                 s + p * VL);                                                         \
            }                                                                         \
            PAIRS_UNROLL for (int i = 0; i < OUT; i++)                                \
            {                                                                         \
                const int q = FN(pairs_window)(i, A), at = out ? 2 * q : q;           \
                FN(pairs_last_##B)                                                    \
                (s + i * (B * VL), POINTS, A, scale, plain, out, xo + at, yo + at);   \
            }                                                                         \
            x += a->in_row;                                                           \
            y += a->in_row;                                                           \
            xo += a->out_row;                                                         \
            yo += a->out_row;                                                         \
        } while (++row < a->n_rows);                                                  \
    }                                                                                 \
    PAIRS_DUO_BODY(A, B, whole, 1, 1, 0)                                              \
    PAIRS_DUO_BODY(A, B, whole_plain, 1, 1, 1)                                        \
    PAIRS_DUO_BODY(A, B, apart, 1, 0, 0)                                              \
    PAIRS_DUO_BODY(A, B, joined, 0, 1, 0)                                             \
    PAIRS_DUO_BODY(A, B, parts, 0, 0, 0)                                              \
    PAIRS_DUO_BODY(A, B, parts_plain, 0, 0, 1)                                        \
    static void FN(pairs_##A##_##B##_1)(const tfk_rows *a, const void *const w[2],    \
                                        const void *x, const void *y, void *xo,       \
                                        void *yo, void *scratch)                      \
    {                                                                                 \
        (void)scratch;                                                                \
        PAIRS_DISPATCH(A##_##B, F32, F64, PAIRS_DUO_CALL)                             \
    }
#define PAIRS_UNROLL
#if TFK_TYPE == 32
EACH_PAIRS_DUO_F32(PAIRS_DUO)
#else
EACH_PAIRS_DUO_F64(PAIRS_DUO)
EACH_PAIRS_SHORT_F64(PAIRS_DUO)
#endif

/* Rows through radices A, B and C, each a multiple of POINTS. The first pass goes to
 * the output, or to scratch where that is split or the input; the others take POINTS
 * lanes of its A at a time through a buffer, in place. */
#define PAIRS_TRIO(A, B, C, F32, F64)                                                \
    TFK_INLINE void FN(pairs_as_##A##_##B##_##C)(                                    \
        const tfk_rows *a, const T *w, const T *wb, const T *x, const T *y, T *xo,   \
        T *yo, T *scratch, int in, int out, int plain)                               \
    {                                                                                \
        const T re = (T)a->scale, im = a->conj_out ? -re : re;                       \
        const V sign = MIXED(K(1), K(a->conj_in ? -1 : 1));                          \
        const V scale = MIXED(SET1(re), SET1(im));                                   \
        TFK_ALIGNED T t[B * C * VL];                                                 \
        int64_t row = 0;                                                             \
        y = in ? x : y;                                                              \
        yo = out ? xo : yo;                                                          \
        do {                                                                         \
            T *s = in && out && x != xo ? xo : scratch;                              \
            for (int i = 0; i < B * C / POINTS; i++) {                               \
                const int p = i * POINTS, at = in ? 2 * p : p;                       \
                FN(pairs_first_##A)                                                  \
                (x + at, y + at, in, B * C, w + i * ((A - 1) * 2 * VL), sign, plain, \
                 0, s + p * (2 * A));                                                \
            }                                                                        \
            for (int q = 0; q < A; q += POINTS) {                                    \
                for (int o = 0; o < C; o++) {                                        \
                    FN(pairs_middle_##B)                                             \
                    (s + 2 * (o * A + q), A * C, POINTS, wb + o * (2 * B - 2),       \
                     t + o * (B * VL));                                              \
                }                                                                    \
                for (int k = 0; k < B; k++) {                                        \
                    const int at = out ? 2 * (k * A + q) : k * A + q;                \
                    FN(pairs_last_##C)                                               \
                    (t + k * VL, B * POINTS, A * B, scale, plain, out, xo + at,      \
                     yo + at);                                                       \
                }                                                                    \
            }                                                                        \
            x += a->in_row;                                                          \
            y += a->in_row;                                                          \
            xo += a->out_row;                                                        \
            yo += a->out_row;                                                        \
        } while (++row < a->n_rows);                                                 \
    }                                                                                \
    PAIRS_TRIO_BODY(A, B, C, whole, 1, 1, 0)                                         \
    PAIRS_TRIO_BODY(A, B, C, whole_plain, 1, 1, 1)                                   \
    PAIRS_TRIO_BODY(A, B, C, apart, 1, 0, 0)                                         \
    PAIRS_TRIO_BODY(A, B, C, joined, 0, 1, 0)                                        \
    PAIRS_TRIO_BODY(A, B, C, parts, 0, 0, 0)                                         \
    PAIRS_TRIO_BODY(A, B, C, parts_plain, 0, 0, 1)                                   \
    static void FN(pairs_##A##_##B##_##C)(const tfk_rows *a, const void *const w[2], \
                                          const void *x, const void *y, void *xo,    \
                                          void *yo, void *scratch)                   \
    {                                                                                \
        PAIRS_DISPATCH(A##_##B##_##C, F32, F64, PAIRS_TRIO_CALL)                     \
    }

EACH_PAIRS_TRIO(PAIRS_TRIO)

#undef PAIRS_FIRST_GET
#undef PAIRS_MIDDLE_PUT
#undef PAIRS_LAST_PUT
#undef PAIRS_PASSES
#undef PAIRS_DUO
#undef PAIRS_DUO_BODY
#undef PAIRS_TRIO_BODY
#undef PAIRS_DISPATCH
#undef PAIRS_DUO_CALL
#undef PAIRS_TRIO_CALL
#undef PAIRS_TRIO
#undef PAIRS_UNROLL
