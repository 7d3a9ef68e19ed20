/* pairs_words_tmpl.h - words for vectors of interleaved points, over those of
 * words_tmpl.h for vectors of 256 or 512 bits. pairs_words_end.h undefines them. */

#define POINTS (VL / 2)

/* Of two vectors of pairs: their parts exchanged, the real ones of the first with the
 * imaginary ones of the second, their even and odd points, and their halves. */
#if TFK_TYPE == 32 && POINTS == 8
#define SWAP(a) \
    __builtin_shufflevector(a, a, 1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 13, 12, 15, 14)
#define MIXED(a, b)                                                                  \
    __builtin_shufflevector(a, b, 0, 17, 2, 19, 4, 21, 6, 23, 8, 25, 10, 27, 12, 29, \
                            14, 31)
#define EVEN_POINTS(a, b)                                                           \
    __builtin_shufflevector(a, b, 0, 1, 16, 17, 4, 5, 20, 21, 8, 9, 24, 25, 12, 13, \
                            28, 29)
#define ODD_POINTS(a, b)                                                              \
    __builtin_shufflevector(a, b, 2, 3, 18, 19, 6, 7, 22, 23, 10, 11, 26, 27, 14, 15, \
                            30, 31)
#define EVEN_QUARTERS(a, b)                                                         \
    __builtin_shufflevector(a, b, 0, 1, 2, 3, 8, 9, 10, 11, 16, 17, 18, 19, 24, 25, \
                            26, 27)
#define ODD_QUARTERS(a, b)                                                            \
    __builtin_shufflevector(a, b, 4, 5, 6, 7, 12, 13, 14, 15, 20, 21, 22, 23, 28, 29, \
                            30, 31)
#elif TFK_TYPE == 32
#define SWAP(a)           __builtin_shufflevector(a, a, 1, 0, 3, 2, 5, 4, 7, 6)
#define MIXED(a, b)       __builtin_shufflevector(a, b, 0, 9, 2, 11, 4, 13, 6, 15)
#define EVEN_POINTS(a, b) __builtin_shufflevector(a, b, 0, 1, 8, 9, 4, 5, 12, 13)
#define ODD_POINTS(a, b)  __builtin_shufflevector(a, b, 2, 3, 10, 11, 6, 7, 14, 15)
#define LOW_HALVES(a, b)  __builtin_shufflevector(a, b, 0, 1, 2, 3, 8, 9, 10, 11)
#define HIGH_HALVES(a, b) __builtin_shufflevector(a, b, 4, 5, 6, 7, 12, 13, 14, 15)
#elif POINTS == 4
#define SWAP(a)             __builtin_shufflevector(a, a, 1, 0, 3, 2, 5, 4, 7, 6)
#define MIXED(a, b)         __builtin_shufflevector(a, b, 0, 9, 2, 11, 4, 13, 6, 15)
#define EVEN_QUARTERS(a, b) __builtin_shufflevector(a, b, 0, 1, 4, 5, 8, 9, 12, 13)
#define ODD_QUARTERS(a, b)  __builtin_shufflevector(a, b, 2, 3, 6, 7, 10, 11, 14, 15)
#else
#define SWAP(a)           __builtin_shufflevector(a, a, 1, 0, 3, 2)
#define MIXED(a, b)       __builtin_shufflevector(a, b, 0, 5, 2, 7)
#define LOW_HALVES(a, b)  __builtin_shufflevector(a, b, 0, 1, 4, 5)
#define HIGH_HALVES(a, b) __builtin_shufflevector(a, b, 2, 3, 6, 7)
#endif
#include "backend/cpu/kernels/pairs_sums_tmpl.h"

/* Of each pair the first part, or the second one, in both places. */
#if TFK_TYPE == 32 && defined(TFK_FIRST_TWICE_F32)
#define FIRSTS(a)  ((V)TFK_FIRST_TWICE_F32(a))
#define SECONDS(a) ((V)TFK_SECOND_TWICE_F32(a))
#elif VL == 16
#define FIRSTS(a) \
    __builtin_shufflevector(a, a, 0, 0, 2, 2, 4, 4, 6, 6, 8, 8, 10, 10, 12, 12, 14, 14)
#define SECONDS(a) \
    __builtin_shufflevector(a, a, 1, 1, 3, 3, 5, 5, 7, 7, 9, 9, 11, 11, 13, 13, 15, 15)
#elif VL == 8
#define FIRSTS(a)  __builtin_shufflevector(a, a, 0, 0, 2, 2, 4, 4, 6, 6)
#define SECONDS(a) __builtin_shufflevector(a, a, 1, 1, 3, 3, 5, 5, 7, 7)
#else
#define FIRSTS(a)  __builtin_shufflevector(a, a, 0, 0, 2, 2)
#define SECONDS(a) __builtin_shufflevector(a, a, 1, 1, 3, 3)
#endif

/* v (c + i s) */
#define TIMES(v, c, s) FMA_DIFF_SUM(v, c, SWAP(v) * (s))

/* The point at component `at` of each part, again and again. */
TFK_INLINE V FN(point_of)(const T *re, const T *im, int pairs, int at)
{
#if TFK_TYPE == 32 && defined(TFK_POINT_F32)
    if (pairs) {
        return (V)TFK_POINT_F32(re + 2 * at);
    }
#elif TFK_TYPE == 64 && defined(TFK_POINT_F64)
    if (pairs) {
        return (V)TFK_POINT_F64(re + 2 * at);
    }
#endif
    return pairs ? MIXED(SET1(re[2 * at]), SET1(re[2 * at + 1]))
                 : MIXED(SET1(re[at]), SET1(im[at]));
}

/* POINTS points of an operand at component `at` of each part, pairs at re or parts. */
TFK_INLINE V FN(pairs_load)(const T *re, const T *im, int pairs, int at)
{
    if (pairs) {
        return LOAD(re + 2 * at);
    }
#if TFK_TYPE == 32 && defined(TFK_PAIRS_OF_F32)
    return (V)TFK_PAIRS_OF_F32(re + at, im + at);
#elif TFK_TYPE == 64 && defined(TFK_PAIRS_OF_F64)
    return (V)TFK_PAIRS_OF_F64(re + at, im + at);
#else
    V v;
    for (int i = 0; i < POINTS; i++) {
        v[2 * i] = re[at + i];
        v[2 * i + 1] = im[at + i];
    }
    return v;
#endif
}

TFK_INLINE void FN(pairs_put)(T *re, T *im, int pairs, int at, V v)
{
    if (pairs) {
        STORE(re + 2 * at, v);
        return;
    }
#if TFK_TYPE == 32 && defined(TFK_PARTS_OF_F32)
    TFK_PARTS_OF_F32(re + at, im + at, v);
#elif TFK_TYPE == 64 && defined(TFK_PARTS_OF_F64)
    TFK_PARTS_OF_F64(re + at, im + at, v);
#else
    for (int i = 0; i < POINTS; i++) {
        re[at + i] = v[2 * i];
        im[at + i] = v[2 * i + 1];
    }
#endif
}

#if POINTS >= 4 && !defined(LOW_HALVES)
/* Four vectors of four quarters. */
TFK_INLINE void FN(pairs_quarters)(V *a, V *b, V *c, V *d)
{
    V ab = EVEN_QUARTERS(*a, *b), cd = EVEN_QUARTERS(*c, *d);
    V ab_odd = ODD_QUARTERS(*a, *b), cd_odd = ODD_QUARTERS(*c, *d);
    *a = EVEN_QUARTERS(ab, cd);
    *b = EVEN_QUARTERS(ab_odd, cd_odd);
    *c = ODD_QUARTERS(ab, cd);
    *d = ODD_QUARTERS(ab_odd, cd_odd);
}
#endif
