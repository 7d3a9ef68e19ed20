/* single_pairs_tmpl.h - single rows of few points on vectors of one interleaved point
 * each: half the operations of scalars, and what crosses lanes is the exchange of
 * parts. Vectors of 128 bits hold a point of f64, their lower half one of f32, zeros in
 * the rest. Instance of vectors of 128 bits. */

#if TFK_TYPE == 32
#define SWAP(a)         __builtin_shufflevector(a, a, 1, 0, 3, 2)
#define FIRST_PART(a)   __builtin_shufflevector(a, a, 0, 0, 2, 2)
#define MIXED(a, b)     __builtin_shufflevector(a, b, 0, 5, 2, 7)
#define LOW_LOW(a, b)   __builtin_shufflevector(a, b, 0, 1, 4, 5)
#define HIGH_HIGH(a, b) __builtin_shufflevector(a, b, 2, 3, 6, 7)
#else
#define SWAP(a)       __builtin_shufflevector(a, a, 1, 0)
#define FIRST_PART(a) __builtin_shufflevector(a, a, 0, 0)
#define MIXED(a, b)   __builtin_shufflevector(a, b, 0, 3)
#endif
#include "backend/cpu/kernels/pairs_sums_tmpl.h"

#if TFK_TYPE == 32
/* Two components, and zeros behind them. */
TFK_INLINE V FN(load_two)(const T *p)
{
    double two;
    memcpy(&two, p, sizeof two);
    return (V)(tfk_vd){ two, 0.0 };
}

TFK_INLINE void FN(store_two)(T *p, V v)
{
    const double two = ((tfk_vd)v)[0];
    memcpy(p, &two, sizeof two);
}

/* Parts four at a time, the last four overlapping: a point for each vector, or two of
 * which the second is not looked at. */
TFK_INLINE void FN(single_get_parts)(const T *x, const T *y, int n, V *v)
{
    const int four = n >= 4 ? n : 0;
    UNROLL for (int j = 0; j < four; j += 4)
    {
        const int at = j + 4 <= n ? j : n - 4;
        const V re = LOAD(x + at), im = LOAD(y + at);
        const V low = ZIPLO(re, im), high = ZIPHI(re, im);
        v[at] = low;
        v[at + 1] = HIGH_HIGH(low, low);
        v[at + 2] = high;
        v[at + 3] = HIGH_HIGH(high, high);
    }
    if (n < 4) {
        const V low = ZIPLO(FN(load_two)(x), FN(load_two)(y));
        v[0] = low;
        v[1] = HIGH_HIGH(low, low);
    }
    if (n == 3) {
        v[2] = (V){ x[2], y[2], 0, 0 };
    }
}

TFK_INLINE void FN(single_put_parts)(T *x, T *y, int n, const V *v)
{
    int j = 0;
    UNROLL for (; j + 4 <= n; j += 4)
    {
        const V low = LOW_LOW(v[j], v[j + 1]), high = LOW_LOW(v[j + 2], v[j + 3]);
        STORE(x + j, EVENS(low, high));
        STORE(y + j, ODDS(low, high));
    }
    if (n & 2) {
        const V two = ZIPLO(v[j], v[j + 1]);
        FN(store_two)(x + j, two);
        FN(store_two)(y + j, HIGH_HIGH(two, two));
        j += 2;
    }
    if (n & 1) {
        x[j] = v[j][0];
        y[j] = v[j][1];
    }
}

TFK_INLINE void FN(single_get)(const T *x, const T *y, int n, int parts, V *v)
{
    if (parts) {
        FN(single_get_parts)(x, y, n, v);
        return;
    }
    UNROLL for (int j = 0; j < n; j++)
    {
        v[j] = FN(load_two)(x + 2 * j);
    }
}

TFK_INLINE void FN(single_put)(T *x, T *y, int n, int parts, const V *v)
{
    if (parts) {
        FN(single_put_parts)(x, y, n, v);
        return;
    }
    UNROLL for (int j = 0; j + 2 <= n; j += 2)
    {
        STORE(x + 2 * j, LOW_LOW(v[j], v[j + 1]));
    }
    if (n & 1) {
        FN(store_two)(x + 2 * n - 2, v[n - 1]);
    }
}
#else
TFK_INLINE void FN(single_get)(const T *x, const T *y, int n, int parts, V *v)
{
    UNROLL for (int j = 0; j < n; j++)
    {
        v[j] = parts ? (V){ x[j], y[j] } : LOAD(x + 2 * j);
    }
}

TFK_INLINE void FN(single_put)(T *x, T *y, int n, int parts, const V *v)
{
    UNROLL for (int j = 0; j + 2 <= n; j += 2)
    {
        STORE(parts ? x + j : x + 2 * j, parts ? ZIPLO(v[j], v[j + 1]) : v[j]);
        STORE(parts ? y + j : x + 2 * j + 2, parts ? ZIPHI(v[j], v[j + 1]) : v[j + 1]);
    }
    if (n & 1) {
        x[parts ? n - 1 : 2 * n - 2] = v[n - 1][0];
        *(parts ? y + n - 1 : x + 2 * n - 1) = v[n - 1][1];
    }
}
#endif

#define SINGLE_GET(j, t) t = v[j]
#define SINGLE_PUT(k, t) v[k] = t

/* All points are read before one is written. */
#define SINGLE_BODY(N, in_parts, out_parts, plain)             \
    V v[N];                                                    \
    FN(single_get)(x, y, N, in_parts, v);                      \
    if (!(plain)) {                                            \
        const V sign = MIXED(K(1), K(a->conj_in ? -1 : 1));    \
        UNROLL for (int j = 0; j < (N); j++)                   \
        {                                                      \
            v[j] = v[j] * sign;                                \
        }                                                      \
    }                                                          \
    TFK_PAIRS_DFT_##N(SINGLE_GET, SINGLE_PUT);                 \
    if (!(plain)) {                                            \
        const T re = (T)a->scale, im = a->conj_out ? -re : re; \
        const V scale = MIXED(SET1(re), SET1(im));             \
        UNROLL for (int k = 0; k < (N); k++)                   \
        {                                                      \
            v[k] = v[k] * scale;                               \
        }                                                      \
    }                                                          \
    FN(single_put)(xo, yo, N, out_parts, v)

EACH_SINGLE(SINGLE_KINDS)

#include "backend/cpu/kernels/real_single_tmpl.h"

#undef SWAP
#undef MIXED
#undef LOW_LOW
#undef HIGH_HIGH
#undef K_MIXED
#undef SUM_DIFF
#undef DIFF_SUM
#undef FMA_DIFF_SUM
#undef FMA_SUM_DIFF
#undef FIRST_PART
#undef SINGLE_GET
#undef SINGLE_PUT
#undef SINGLE_BODY
