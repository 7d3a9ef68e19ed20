/* words_tmpl.h - the vector words for one type, over an ISA's vocabulary. Included with
 * TFK_TYPE 32 or 64 and TFK_WIDE 1 (vectors) or 0 (one lane); TFK_ONE 1 gives the names
 * of one lane another ending, for files that have vectors too. words_end.h undefines
 * everything. */

#if TFK_TYPE == 32
#define T              float
#define BLOCK          16
#define S_FMA(a, b, c) TFK_S_FMA_F32(a, b, c)
#else
#define T              double
#define BLOCK          8
#define S_FMA(a, b, c) TFK_S_FMA_F64(a, b, c)
#endif

#if TFK_ONE
#define TFK_SUFFIX TFK_GLUE3(one, TFK_TYPE)
#else
#define TFK_SUFFIX TFK_GLUE3(f, TFK_TYPE)
#endif
#define TFK_GLUE4(a, b) a##b
#define TFK_GLUE3(a, b) TFK_GLUE4(a, b)
#define TFK_GLUE2(a, b) tfk_##a##_##b
#define TFK_GLUE(a, b)  TFK_GLUE2(a, b)
#define FN(name)        TFK_GLUE(name, TFK_SUFFIX)

#if !TFK_WIDE
#define VL              1
#define V               T
#define FMA(a, b, c)    S_FMA(a, b, c)
#define SET1(x)         (x)
#define LOADN(p, n)     (*(p))
#define STOREN(p, v, n) (*(p) = (v))
#elif TFK_TYPE == 32
#define VL              (TFK_BYTES / 4)
#define V               tfk_vf
#define FMA(a, b, c)    ((V)TFK_V_FMA_F32(a, b, c))
#define SET1(x)         ((x) - (V){ 0 })
#define LOADN(p, n)     ((V)TFK_V_LOADN_F32(p, n))
#define STOREN(p, v, n) TFK_V_STOREN_F32(p, v, n)
#else
#define VL              (TFK_BYTES / 8)
#define V               tfk_vd
#define FMA(a, b, c)    ((V)TFK_V_FMA_F64(a, b, c))
#define SET1(x)         ((x) - (V){ 0 })
#define LOADN(p, n)     ((V)TFK_V_LOADN_F64(p, n))
#define STOREN(p, v, n) TFK_V_STOREN_F64(p, v, n)
#endif

/* a b - c, rounded like FMA */
#define FMS(a, b, c) FMA(a, b, -(c))
/* c - a b, rounded likewise */
#define FNMA(a, b, c) FMA(-(a), b, c)
/* a constant of the codelets */
#define K(x) SET1((T)(x))

TFK_INLINE V FN(load)(const T *p)
{
    V v;
    memcpy(&v, p, sizeof v);
    return v;
}

TFK_INLINE void FN(store)(T *p, V v)
{
    memcpy(p, &v, sizeof v);
}

#define LOAD(p)     FN(load)(p)
#define STORE(p, v) FN(store)(p, v)

/* ziplo/ziphi: a0 b0 a1 b1 …; evens/odds undo them. reverse: lanes back to front; turn:
 * all but the first. first_of: b with the first lane of a; low_high: half of each. */
#if !TFK_WIDE
/* one lane: never called */
#elif TFK_BYTES / (TFK_TYPE / 8) == 16
#define ZIPLO(a, b)                                                                   \
    __builtin_shufflevector(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, \
                            23)
#define ZIPHI(a, b)                                                                 \
    __builtin_shufflevector(a, b, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, \
                            30, 15, 31)
#define EVENS(a, b)                                                                  \
    __builtin_shufflevector(a, b, 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, \
                            28, 30)
#define ODDS(a, b)                                                                   \
    __builtin_shufflevector(a, b, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, \
                            29, 31)
#define REVERSE(a) \
    __builtin_shufflevector(a, a, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0)
#define TURN(a) \
    __builtin_shufflevector(a, a, 0, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1)
#define FIRST_OF(a, b)                                                               \
    __builtin_shufflevector(a, b, 0, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, \
                            29, 30, 31)
#define LOW_HIGH(a, b)                                                                \
    __builtin_shufflevector(a, b, 0, 1, 2, 3, 4, 5, 6, 7, 24, 25, 26, 27, 28, 29, 30, \
                            31)
#elif TFK_BYTES / (TFK_TYPE / 8) == 8
#define ZIPLO(a, b)    __builtin_shufflevector(a, b, 0, 8, 1, 9, 2, 10, 3, 11)
#define ZIPHI(a, b)    __builtin_shufflevector(a, b, 4, 12, 5, 13, 6, 14, 7, 15)
#define EVENS(a, b)    __builtin_shufflevector(a, b, 0, 2, 4, 6, 8, 10, 12, 14)
#define ODDS(a, b)     __builtin_shufflevector(a, b, 1, 3, 5, 7, 9, 11, 13, 15)
#define REVERSE(a)     __builtin_shufflevector(a, a, 7, 6, 5, 4, 3, 2, 1, 0)
#define TURN(a)        __builtin_shufflevector(a, a, 0, 7, 6, 5, 4, 3, 2, 1)
#define FIRST_OF(a, b) __builtin_shufflevector(a, b, 0, 9, 10, 11, 12, 13, 14, 15)
#define LOW_HIGH(a, b) __builtin_shufflevector(a, b, 0, 1, 2, 3, 12, 13, 14, 15)
#elif TFK_BYTES / (TFK_TYPE / 8) == 4
#define ZIPLO(a, b)    __builtin_shufflevector(a, b, 0, 4, 1, 5)
#define ZIPHI(a, b)    __builtin_shufflevector(a, b, 2, 6, 3, 7)
#define EVENS(a, b)    __builtin_shufflevector(a, b, 0, 2, 4, 6)
#define ODDS(a, b)     __builtin_shufflevector(a, b, 1, 3, 5, 7)
#define REVERSE(a)     __builtin_shufflevector(a, a, 3, 2, 1, 0)
#define TURN(a)        __builtin_shufflevector(a, a, 0, 3, 2, 1)
#define FIRST_OF(a, b) __builtin_shufflevector(a, b, 0, 5, 6, 7)
#define LOW_HIGH(a, b) __builtin_shufflevector(a, b, 0, 1, 6, 7)
#else
#define ZIPLO(a, b)    __builtin_shufflevector(a, b, 0, 2)
#define ZIPHI(a, b)    __builtin_shufflevector(a, b, 1, 3)
#define EVENS(a, b)    ZIPLO(a, b)
#define ODDS(a, b)     ZIPHI(a, b)
#define REVERSE(a)     __builtin_shufflevector(a, a, 1, 0)
#define TURN(a)        __builtin_shufflevector(a, a, 0, 1)
#define FIRST_OF(a, b) __builtin_shufflevector(a, b, 0, 3)
#define LOW_HIGH(a, b) __builtin_shufflevector(a, b, 0, 3)
#endif

/* VL interleaved points at p, from and to memory. */
#if defined(TFK_LOAD_PAIRS_F32) && TFK_TYPE == 32
#define LOAD_PAIRS(p, x, y)  TFK_LOAD_PAIRS_F32(p, x, y)
#define STORE_PAIRS(p, x, y) TFK_STORE_PAIRS_F32(p, x, y)
#elif defined(TFK_LOAD_PAIRS_F64) && TFK_TYPE == 64
#define LOAD_PAIRS(p, x, y)  TFK_LOAD_PAIRS_F64(p, x, y)
#define STORE_PAIRS(p, x, y) TFK_STORE_PAIRS_F64(p, x, y)
#else
#define LOAD_PAIRS(p, x, y)                  \
    do {                                     \
        V a_ = LOAD(p), b_ = LOAD((p) + VL); \
        *(x) = EVENS(a_, b_);                \
        *(y) = ODDS(a_, b_);                 \
    } while (0)
#define STORE_PAIRS(p, x, y)          \
    do {                              \
        STORE(p, ZIPLO(x, y));        \
        STORE((p) + VL, ZIPHI(x, y)); \
    } while (0)
#endif

/* The first n <= VL points of a split or interleaved run at p (interleaved: re at p, im
 * at p + 1). */
TFK_INLINE void FN(load_points)(const T *re, const T *im, int interleaved, int64_t n,
                                V *x, V *y)
{
    if (VL == 1 || n >= VL) {
        if (!interleaved) {
            *x = LOAD(re);
            *y = LOAD(im);
            return;
        }
#if TFK_WIDE
        LOAD_PAIRS(re, x, y);
#else
        *x = re[0];
        *y = re[1];
#endif
        return;
    }
#if TFK_WIDE
    if (!interleaved) {
        *x = LOADN(re, n);
        *y = LOADN(im, n);
        return;
    }
    V zero = { 0 };
    V a = 2 * n >= VL ? LOAD(re) : LOADN(re, 2 * n);
    V b = 2 * n > VL ? LOADN(re + VL, 2 * n - VL) : zero;
    *x = EVENS(a, b);
    *y = ODDS(a, b);
#endif
}

TFK_INLINE void FN(store_points)(T *re, T *im, int interleaved, int64_t n, V x, V y)
{
    if (VL == 1 || n >= VL) {
        if (!interleaved) {
            STORE(re, x);
            STORE(im, y);
            return;
        }
#if TFK_WIDE
        STORE_PAIRS(re, x, y);
#else
        re[0] = x;
        re[1] = y;
#endif
        return;
    }
#if TFK_WIDE
    if (!interleaved) {
        STOREN(re, x, n);
        STOREN(im, y, n);
        return;
    }
    if (2 * n >= VL) {
        STORE(re, ZIPLO(x, y));
    } else {
        STOREN(re, ZIPLO(x, y), 2 * n);
    }
    if (2 * n > VL) {
        STOREN(re + VL, ZIPHI(x, y), 2 * n - VL);
    }
#endif
}
