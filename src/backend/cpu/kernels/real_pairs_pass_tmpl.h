/* real_pairs_pass_tmpl.h - the pass that separates even and odd of a real line of n = 2
 * m points, on vectors of pairs, with the operations of real_post and real_pre. It
 * moves the blocks that the passes of pairs_tmpl.h move: the mirrors of a block of z
 * are its opposite one back to front, but for the first, which is in the block behind
 * that. z is memory, or, of few points, an array of vectors that unrolled loops keep in
 * registers. Instance of vectors of 256 or 512 bits. */

/* Whole points moved: back to front, all but the first back to front, the first or the
 * lower half of a with the rest of b, the point in the middle of b among those of a. */
#if TFK_TYPE == 32 && POINTS == 8
#define OF_POINTS(a, b, ...) \
    ((V)__builtin_shufflevector((tfk_vd)(a), (tfk_vd)(b), __VA_ARGS__))
#define BACK(a)         OF_POINTS(a, a, 7, 6, 5, 4, 3, 2, 1, 0)
#define TURNED(a)       OF_POINTS(a, a, 0, 7, 6, 5, 4, 3, 2, 1)
#define FIRST(a, b)     OF_POINTS(a, b, 0, 9, 10, 11, 12, 13, 14, 15)
#define LOWER(a, b)     OF_POINTS(a, b, 0, 1, 2, 3, 12, 13, 14, 15)
#define MIDDLE_OF(b, a) OF_POINTS(a, b, 0, 1, 2, 3, 12, 5, 6, 7)
#define FROM(a, b, i) \
    OF_POINTS(a, b, i, i + 1, i + 2, i + 3, i + 4, i + 5, i + 6, i + 7)
#elif TFK_TYPE == 32
#define OF_POINTS(a, b, ...) \
    ((V)__builtin_shufflevector((tfk_vd)(a), (tfk_vd)(b), __VA_ARGS__))
#define BACK(a)         OF_POINTS(a, a, 3, 2, 1, 0)
#define TURNED(a)       OF_POINTS(a, a, 0, 3, 2, 1)
#define FIRST(a, b)     OF_POINTS(a, b, 0, 5, 6, 7)
#define LOWER(a, b)     OF_POINTS(a, b, 0, 1, 6, 7)
#define MIDDLE_OF(b, a) OF_POINTS(a, b, 0, 1, 6, 3)
#elif POINTS == 4
#define BACK(a)         __builtin_shufflevector(a, a, 6, 7, 4, 5, 2, 3, 0, 1)
#define TURNED(a)       __builtin_shufflevector(a, a, 0, 1, 6, 7, 4, 5, 2, 3)
#define FIRST(a, b)     __builtin_shufflevector(a, b, 0, 1, 10, 11, 12, 13, 14, 15)
#define LOWER(a, b)     __builtin_shufflevector(a, b, 0, 1, 2, 3, 12, 13, 14, 15)
#define MIDDLE_OF(b, a) __builtin_shufflevector(a, b, 0, 1, 2, 3, 12, 13, 6, 7)
#define FROM(a, b, i)                                                                \
    __builtin_shufflevector(a, b, 2 * i, 2 * i + 1, 2 * i + 2, 2 * i + 3, 2 * i + 4, \
                            2 * i + 5, 2 * i + 6, 2 * i + 7)
#else
#define HIGH_LOW(a, b)  __builtin_shufflevector(a, b, 2, 3, 4, 5)
#define BACK(a)         HIGH_LOW(a, a)
#define TURNED(a)       (a)
#define FIRST(a, b)     __builtin_shufflevector(a, b, 0, 1, 6, 7)
#define LOWER(a, b)     FIRST(a, b)
#define MIDDLE_OF(b, a) FIRST(a, b)
#endif

/* The POINTS points from `at` on of an array of blocks. */
TFK_INLINE V FN(from_blocks)(const V *z, int at)
{
    const V *b = z + at / POINTS;
    if (at % POINTS == 0) {
        return b[0];
    }
#ifdef FROM
    switch (at % POINTS) {
    case 1: return FROM(b[0], b[1], 1);
    case 2: return FROM(b[0], b[1], 2);
#if POINTS == 8
    case 3: return FROM(b[0], b[1], 3);
    case 4: return FROM(b[0], b[1], 4);
    case 5: return FROM(b[0], b[1], 5);
    case 6: return FROM(b[0], b[1], 6);
#endif
    default: return FROM(b[0], b[1], (POINTS - 1));
    }
#elif TFK_TYPE == 32
    const V half = OF_POINTS(b[0], b[1], 2, 3, 4, 5);
    return at % POINTS == 1   ? OF_POINTS(b[0], half, 1, 4, 3, 6)
           : at % POINTS == 3 ? OF_POINTS(half, b[1], 1, 4, 3, 6)
                              : half;
#else
    return HIGH_LOW(b[0], b[1]);
#endif
}

/* A row: X, and z where it is memory. */
typedef struct FN(real_pairs) {
    const T *w;
    T *z, *re, *im;
    int m;
    T scale, sign;
} FN(real_pairs);

/* See post_pair: bins of z and their mirrors, in this order, to bins of X. */
TFK_INLINE void FN(post_points)(V *a, V *b, const T *w, V half)
{
    const V e = SUM_DIFF(*a, *b), d = DIFF_SUM(*b, *a);
    const V t = FMA_DIFF_SUM(SWAP(d), FIRSTS(LOAD(w)), d * SECONDS(LOAD(w)));
    *a = (e + t) * half;
    *b = FMA_SUM_DIFF(t, K_MIXED(-1), e) * half;
}

/* See pre_pair. */
TFK_INLINE void FN(pre_points)(V *x, V *y, const T *w, V sign)
{
    const V u = *x * sign, v = *y * sign;
    const V a = SUM_DIFF(u, v), b = DIFF_SUM(u, v);
    const V c = TIMES(b, FIRSTS(LOAD(w)), SECONDS(LOAD(w))), d = SWAP(c);
    *x = DIFF_SUM(a, d);
    *y = SUM_DIFF(d, a);
}

/* X out of blocks of z, but for the ends and the middle; m is a multiple of POINTS. */
#define POST_BLOCKS(name, EACH_BLOCK, GET)                                       \
    TFK_INLINE void FN(name)(const FN(real_pairs) * a, const V *held, int pairs) \
    {                                                                            \
        const int m = a->m, whole = m / (2 * POINTS) * POINTS;                   \
        const T h = a->scale * (T)0.5;                                           \
        const V half = MIXED(SET1(h), SET1(h * a->sign));                        \
        V p = GET(0), r = p; /* z_m is z_0 */                                    \
        (void)held;                                                              \
        EACH_BLOCK for (int k = 0; k < whole; k += POINTS)                       \
        {                                                                        \
            const V q = GET(m - k - POINTS);                                     \
            V x = GET(k), y = TURNED(FIRST(p, q));                               \
            p = q;                                                               \
            FN(post_points)(&x, &y, a->w + 2 * k, half);                         \
            FN(pairs_put)(a->re, a->im, pairs, k, x);                            \
            if (k > 0) {                                                         \
                FN(pairs_put)(a->re, a->im, pairs, m - k, TURNED(FIRST(y, r)));  \
            }                                                                    \
            r = y;                                                               \
        }                                                                        \
        if (2 * whole < m) { /* one block has both sides of the middle */        \
            V x = GET(whole), y = TURNED(FIRST(p, x));                           \
            FN(post_points)(&x, &y, a->w + 2 * whole, half);                     \
            FN(pairs_put)(a->re, a->im, pairs, m - whole, TURNED(FIRST(y, r)));  \
            FN(pairs_put)(a->re, a->im, pairs, whole, LOWER(x, TURNED(y)));      \
        } else {                                                                 \
            FN(pairs_put)(a->re, a->im, pairs, whole, TURNED(r));                \
        }                                                                        \
    }

/* Blocks of z, all of it, out of X. */
#define PRE_BLOCKS(name, EACH_BLOCK, SET)                                            \
    TFK_INLINE void FN(name)(const FN(real_pairs) * a, V * held, int pairs)          \
    {                                                                                \
        const int m = a->m, whole = m / (2 * POINTS) * POINTS, step = pairs ? 2 : 1; \
        const V sign = MIXED(K(1), SET1(a->sign));                                   \
        const V zero = SUM_DIFF(SET1(a->re[0]), SET1(a->re[m * step]));              \
        const V u = SET1(a->re[m / 2 * step]), v = SET1(a->im[m / 2 * step]);        \
        const V t = MIXED(u, v) * sign, middle = t + t;                              \
        V p = zero;                                                                  \
        (void)held;                                                                  \
        EACH_BLOCK for (int k = 0; k < whole; k += POINTS)                           \
        {                                                                            \
            V x = FN(pairs_load)(a->re, a->im, pairs, k);                            \
            V y = BACK(FN(pairs_load)(a->re, a->im, pairs, m - k - POINTS + 1));     \
            FN(pre_points)(&x, &y, a->w + 2 * k, sign);                              \
            if (k > 0) {                                                             \
                SET(m - k, TURNED(FIRST(y, p)));                                     \
            } else {                                                                 \
                x = FIRST(zero, x);                                                  \
            }                                                                        \
            SET(k, x);                                                               \
            p = y;                                                                   \
        }                                                                            \
        if (2 * whole < m) {                                                         \
            V x = FN(pairs_load)(a->re, a->im, pairs, whole);                        \
            V y = BACK(FN(pairs_load)(a->re, a->im, pairs, whole + 1));              \
            FN(pre_points)(&x, &y, a->w + 2 * whole, sign);                          \
            SET(m - whole, TURNED(FIRST(y, p)));                                     \
            SET(whole, MIDDLE_OF(middle, LOWER(x, TURNED(y))));                      \
        } else {                                                                     \
            SET(whole, TURNED(FIRST(middle, p)));                                    \
        }                                                                            \
    }

#define HELD(k)        held[(k) / POINTS]
#define SET_HELD(k, v) held[(k) / POINTS] = v
#define Z_LOAD(k)      LOAD(a->z + 2 * (k))
#define Z_STORE(k, v)  STORE(a->z + 2 * (k), v)
#define ONE_BY_ONE
POST_BLOCKS(post_held, UNROLL, HELD)
POST_BLOCKS(post_blocks, ONE_BY_ONE, Z_LOAD)
PRE_BLOCKS(pre_held, UNROLL, SET_HELD)
PRE_BLOCKS(pre_blocks, ONE_BY_ONE, Z_STORE)

/* What is its own mirror, of z: first, and the one in the middle. */
TFK_INLINE void FN(post_ends)(const FN(real_pairs) * a, int pairs, T first, T second,
                              T re, T im)
{
    const int m = a->m, step = pairs ? 2 : 1;
    a->re[0] = (first + second) * a->scale;
    a->re[m * step] = (first - second) * a->scale;
    a->im[0] = a->im[m * step] = 0;
    if (m % 2 == 0) {
        a->re[m / 2 * step] = re * a->scale;
        a->im[m / 2 * step] = -im * (a->scale * a->sign);
    }
}

/* The same where blocks do not fill the line: vectors begin with the first pair, the
 * last one may repeat some of the one before. */
TFK_INLINE void FN(post_any)(const FN(real_pairs) * a, int pairs)
{
    const int m = a->m;
    const T h = a->scale * (T)0.5;
    const V half = MIXED(SET1(h), SET1(h * a->sign));
    for (int i = 1; i <= m / 2; i += POINTS) {
        const int k = i + POINTS <= m / 2 ? i : m / 2 + 1 - POINTS;
        const int back = m - k - POINTS + 1;
        V x = LOAD(a->z + 2 * k), y = BACK(LOAD(a->z + 2 * back));
        FN(post_points)(&x, &y, a->w + 2 * k, half);
        FN(pairs_put)(a->re, a->im, pairs, k, x);
        FN(pairs_put)(a->re, a->im, pairs, back, BACK(y));
    }
}

TFK_INLINE void FN(pre_any)(const FN(real_pairs) * a, int pairs)
{
    const int m = a->m, step = pairs ? 2 : 1;
    const V sign = MIXED(K(1), SET1(a->sign));
    for (int i = 1; i <= m / 2; i += POINTS) {
        const int k = i + POINTS <= m / 2 ? i : m / 2 + 1 - POINTS;
        const int back = m - k - POINTS + 1;
        V x = FN(pairs_load)(a->re, a->im, pairs, k);
        V y = BACK(FN(pairs_load)(a->re, a->im, pairs, back));
        FN(pre_points)(&x, &y, a->w + 2 * k, sign);
        STORE(a->z + 2 * k, x);
        STORE(a->z + 2 * back, BACK(y));
    }
    a->z[0] = a->re[0] + a->re[m * step];
    a->z[1] = a->re[0] - a->re[m * step];
    if (m % 2 == 0) {
        const T re = a->re[m / 2 * step], im = a->im[m / 2 * step] * a->sign;
        a->z[m] = re + re;
        a->z[m + 1] = im + im;
    }
}

TFK_INLINE void FN(post_memory)(const FN(real_pairs) * a, int pairs)
{
    const int m = a->m;
    if (m % POINTS == 0) {
        FN(post_blocks)(a, NULL, pairs);
    } else {
        FN(post_any)(a, pairs);
    }
    FN(post_ends)(a, pairs, a->z[0], a->z[1], a->z[m], a->z[m + 1]);
}

TFK_INLINE void FN(pre_memory)(const FN(real_pairs) * a, int pairs)
{
    if (a->m % POINTS == 0) {
        FN(pre_blocks)(a, NULL, pairs);
    } else {
        FN(pre_any)(a, pairs);
    }
}

#undef POST_BLOCKS
#undef PRE_BLOCKS
#undef HELD
#undef SET_HELD
#undef Z_LOAD
#undef Z_STORE
#undef ONE_BY_ONE
#undef BACK
#undef TURNED
#undef FIRST
#undef LOWER
#undef MIDDLE_OF
#undef OF_POINTS
#undef HIGH_LOW
#undef FROM
