/* real_direct_tmpl.h - single real rows of few points by their definition, with the
 * operations of direct_tmpl.h in its order. Sums of cosines and of sines lie side by
 * side, as pairs that become those of the complex side, and the pairs a_j, b_j that
 * they are made of come from broadcast loads: nothing goes through memory. Instance of
 * vectors of 256 or 512 bits. */

/* With zero as the second part of the first pair; first parts in order, then second
 * ones back to front. */
#if VL == 16
#define WITHOUT_SECOND(a)                                                           \
    __builtin_shufflevector(a, K(0), 0, 16, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, \
                            14, 15)
#define BOTH_WAYS(a) \
    __builtin_shufflevector(a, a, 0, 2, 4, 6, 8, 10, 12, 14, 15, 13, 11, 9, 7, 5, 3, 1)
#elif VL == 8
#define WITHOUT_SECOND(a) __builtin_shufflevector(a, K(0), 0, 8, 2, 3, 4, 5, 6, 7)
#define BOTH_WAYS(a)      __builtin_shufflevector(a, a, 0, 2, 4, 6, 7, 5, 3, 1)
#else
#define WITHOUT_SECOND(a) __builtin_shufflevector(a, K(0), 0, 4, 2, 3)
#define BOTH_WAYS(a)      __builtin_shufflevector(a, a, 0, 2, 3, 1)
#endif

/* A row: its operands, and the rows of the table. Cosine sums start with the first
 * point, sine sums with what adds nothing. */
typedef struct FN(real_line) {
    const T *re, *im; /* the input; im NULL: real */
    const T *w;
    int n, pairs;
    V twice; /* backward */
} FN(real_line);

#define LINE_START(l) MIXED(SET1((l)->re[0]), K(-0.0))

/* a_j and b_j */
TFK_INLINE V FN(line_pair)(const FN(real_line) * l, int j, int forward)
{
    if (forward) {
        return SUM_DIFF(SET1(l->re[j]), SET1(l->re[l->n - j]));
    }
    return FN(point_of)(l->re, l->im, l->pairs, j) * l->twice;
}

/* The middle of an even number: its own mirror. */
TFK_INLINE V FN(line_middle)(const FN(real_line) * l)
{
    return MIXED(SET1(l->re[l->pairs ? l->n : l->n / 2]), K(0));
}

/* Points and vectors of sums that lines have at most; arrays have room for those of any
 * type. */
enum {
    FN(MOST_POINTS) = TFK_TYPE == 32 && TFK_BYTES == 64 ? TFK_REAL_DIRECT_MAX : 63,
    FN(MOST_SUMS) = FN(MOST_POINTS) / 2 / POINTS + 1,
    FN(SUMS_ROOM) = 16
};

/* One pair more in the sums of `count` vectors, and of all a_j. */
TFK_INLINE void FN(add_pair)(V pair, const T *w, int count, V *sum, V *total)
{
    *total = *total + pair;
    UNROLL for (int i = 0; i < count; i++)
    {
        sum[i] = FMA(pair, LOAD(w + i * VL), sum[i]);
    }
}

/* The sums of `count` vectors of columns from vector v on; the count is a constant. */
#define REAL_SUMS(name, EACH_PAIR)                                                \
    TFK_INLINE V FN(name)(const FN(real_line) * l, int v, int count, int forward, \
                          V *sum)                                                 \
    {                                                                             \
        const int step = TFK_REAL_DIRECT_WIDTH(l->n) * 2, end = (l->n + 1) / 2;   \
        const T *w = l->w + v * VL;                                               \
        V s[FN(SUMS_ROOM)], total = LINE_START(l);                                \
        UNROLL for (int i = 0; i < count; i++)                                    \
        {                                                                         \
            s[i] = total;                                                         \
        }                                                                         \
        EACH_PAIR for (int j = 1; j < end; j++)                                   \
        {                                                                         \
            FN(add_pair)(FN(line_pair)(l, j, forward), w, count, s, &total);      \
            w += step;                                                            \
        }                                                                         \
        if (l->n % 2 == 0) {                                                      \
            FN(add_pair)(FN(line_middle)(l), w, count, s, &total);                \
        }                                                                         \
        UNROLL for (int i = 0; i < count; i++)                                    \
        {                                                                         \
            sum[i] = s[i];                                                        \
        }                                                                         \
        return total;                                                             \
    }
#define ONE_BY_ONE
REAL_SUMS(short_sums, UNROLL_ALL)
REAL_SUMS(real_sums, ONE_BY_ONE)

/* Bins v POINTS …, the last ones of n/2 + 1 or not. */
TFK_INLINE void FN(put_bins)(int n, int v, int is_last, V x, T *re, T *im, int pairs)
{
    const int left = n / 2 % POINTS + 1;
    if (!is_last || left == POINTS) {
        FN(pairs_put)(re, im, pairs, v * POINTS, x);
    } else if (pairs) {
        STOREN(re + v * VL, x, 2 * left);
    } else {
        STOREN(re + v * POINTS, EVENS(x, x), left);
        STOREN(im + v * POINTS, ODDS(x, x), left);
    }
}

/* Points 1 + v POINTS … of n and their mirrors, of both some beyond the middle, where
 * they are the same numbers; of three points there are fewer than a vector has. */
TFK_INLINE void FN(put_points)(T *x, int n, int v, V sum)
{
    T *up = x + 1 + v * POINTS, *down = x + n - (v + 1) * POINTS;
    if (n <= POINTS) {
        up[0] = sum[0];
        down[POINTS - 1] = sum[1];
        return;
    }
    const V y = BOTH_WAYS(sum);
#if TFK_TYPE == 32 && defined(TFK_HALVES_TO_F32)
    TFK_HALVES_TO_F32(up, down, y);
#elif TFK_TYPE == 64 && defined(TFK_HALVES_TO_F64)
    TFK_HALVES_TO_F64(up, down, y);
#else
    for (int i = 0; i < POINTS; i++) {
        up[i] = y[i];
    }
    for (int i = 0; i < POINTS; i++) {
        down[i] = y[POINTS + i];
    }
#endif
}

/* X_k, k = 0 … n/2, in so many vectors, out of sums from k = 0 on; and n points. The
 * number of vectors is a constant, and so is n where EACH is UNROLL. */
#define LINE_FORWARD(name, EACH, SUMS)                                                 \
    TFK_INLINE void FN(name)(const tfk_real_direct *a, int n, int vectors, const T *x, \
                             T *re, T *im, int pairs)                                  \
    {                                                                                  \
        const FN(real_line) l = { x, NULL, a->w, n, 0, K(0) };                         \
        const T s = (T)a->scale;                                                       \
        const V scale = MIXED(SET1(s), SET1(a->conj ? s : -s));                        \
        V sum[FN(SUMS_ROOM)];                                                          \
        SUMS(&l, 0, vectors, 1, sum);                                                  \
        sum[0] = WITHOUT_SECOND(sum[0] * scale);                                       \
        FN(put_bins)(n, 0, vectors == 1, sum[0], re, im, pairs);                       \
        EACH for (int v = 1; v < vectors; v++)                                         \
        {                                                                              \
            FN(put_bins)(n, v, v == vectors - 1, sum[v] * scale, re, im, pairs);       \
        }                                                                              \
        if (n % 2 == 0) {                                                              \
            *(pairs ? re + n + 1 : im + n / 2) = 0;                                    \
        }                                                                              \
    }
#define LINE_BACKWARD(name, EACH, SUMS)                                    \
    TFK_INLINE void FN(name)(const tfk_real_direct *a, int n, int vectors, \
                             const T *re, const T *im, T *x, int pairs)    \
    {                                                                      \
        const V twice = MIXED(K(2), K(a->conj ? -2 : 2));                  \
        const FN(real_line) l = { re, im, a->w, n, pairs, twice };         \
        const V scale = SET1((T)a->scale);                                 \
        V sum[FN(SUMS_ROOM)];                                              \
        x[0] = (SUMS(&l, 0, vectors, 0, sum) * scale)[0];                  \
        EACH for (int v = 0; v < vectors; v++)                             \
        {                                                                  \
            const V y = SUM_DIFF(FIRSTS(sum[v]), SECONDS(sum[v]));         \
            FN(put_points)(x, n, v, y * scale);                            \
        }                                                                  \
    }

/* More vectors than registers hold: two parts. */
TFK_INLINE V FN(sums_in_parts)(const FN(real_line) * l, int first, int vectors,
                               int forward, V *sum)
{
    const int half = (vectors + 1) / 2;
    switch (half) {
    case 5: FN(real_sums)(l, first, 5, forward, sum); break;
    case 6: FN(real_sums)(l, first, 6, forward, sum); break;
    case 7: FN(real_sums)(l, first, 7, forward, sum); break;
    default: FN(real_sums)(l, first, 8, forward, sum); break;
    }
    switch (vectors - half) {
    case 4: return FN(real_sums)(l, first + half, 4, forward, sum + half);
    case 5: return FN(real_sums)(l, first + half, 5, forward, sum + half);
    case 6: return FN(real_sums)(l, first + half, 6, forward, sum + half);
    case 7: return FN(real_sums)(l, first + half, 7, forward, sum + half);
    default: return FN(real_sums)(l, first + half, 8, forward, sum + half);
    }
}

LINE_FORWARD(short_forward, UNROLL, FN(short_sums))
LINE_BACKWARD(short_backward, UNROLL, FN(short_sums))
LINE_FORWARD(line_forward, UNROLL, FN(real_sums))
LINE_BACKWARD(line_backward, UNROLL, FN(real_sums))
LINE_FORWARD(parts_forward, ONE_BY_ONE, FN(sums_in_parts))
LINE_BACKWARD(parts_backward, ONE_BY_ONE, FN(sums_in_parts))

/* Any length, of two vectors at least. */
#define LONG_OF(count, direction, ...)                      \
    case count:                                             \
        if ((count) <= FN(MOST_SUMS)) {                     \
            FN(line_##direction)(a, n, count, __VA_ARGS__); \
        }                                                   \
        break;
#define LONG(direction, vectors, ...)                          \
    switch (vectors) {                                         \
        LONG_OF(2, direction, __VA_ARGS__)                     \
        LONG_OF(3, direction, __VA_ARGS__)                     \
        LONG_OF(4, direction, __VA_ARGS__)                     \
        LONG_OF(5, direction, __VA_ARGS__)                     \
        LONG_OF(6, direction, __VA_ARGS__)                     \
        LONG_OF(7, direction, __VA_ARGS__)                     \
        LONG_OF(8, direction, __VA_ARGS__)                     \
    default:                                                   \
        if (FN(MOST_SUMS) > 8) {                               \
            FN(parts_##direction)(a, n, vectors, __VA_ARGS__); \
        }                                                      \
        break;                                                 \
    }
TFK_INLINE void FN(long_forward)(const tfk_real_direct *a, int n, const T *x, T *re,
                                 T *im, int pairs)
{
    const int vectors = n / 2 / POINTS + 1;
    LONG(forward, vectors, x, re, im, pairs)
}

TFK_INLINE void FN(long_backward)(const tfk_real_direct *a, int n, const T *re,
                                  const T *im, T *x, int pairs)
{
    const int vectors = (n / 2 + POINTS - 1) / POINTS;
    LONG(backward, vectors, re, im, x, pairs)
}

TFK_INLINE void FN(whole_forward)(const tfk_real_direct *a, int n, const T *x, T *re,
                                  T *im, int pairs)
{
    FN(short_forward)(a, n, n / 2 / POINTS + 1, x, re, im, pairs);
}

TFK_INLINE void FN(whole_backward)(const tfk_real_direct *a, int n, const T *re,
                                   const T *im, T *x, int pairs)
{
    FN(short_backward)(a, n, (n / 2 + POINTS - 1) / POINTS, re, im, x, pairs);
}

#define LINE_KINDS(name, N, length, kind, pairs)                                     \
    static int FN(real_forward_##kind##_##N)(const void *row, const void *in,        \
                                             const void *none, void *re, void *im,   \
                                             void *unused)                           \
    {                                                                                \
        const tfk_real_direct *a = row;                                              \
        FN(name##_forward)(a, length, in, re, im, pairs);                            \
        (void)none, (void)unused;                                                    \
        return 0;                                                                    \
    }                                                                                \
    static int FN(real_backward_##kind##_##N)(const void *row, const void *re,       \
                                              const void *im, void *out, void *none, \
                                              void *unused)                          \
    {                                                                                \
        const tfk_real_direct *a = row;                                              \
        FN(name##_backward)(a, length, re, im, out, pairs);                          \
        (void)none, (void)unused;                                                    \
        return 0;                                                                    \
    }
#define SHORT(N) LINE_KINDS(whole, N, N, pairs, 1) LINE_KINDS(whole, N, N, parts, 0)
EACH_SHORT(SHORT)
#ifdef EACH_LONG
LINE_KINDS(long, long, a->n, pairs, 1)
LINE_KINDS(long, long, a->n, parts, 0)
#endif

#undef WITHOUT_SECOND
#undef BOTH_WAYS
#undef LINE_START
#undef LINE_FORWARD
#undef LINE_BACKWARD
#undef LINE_KINDS
#undef SHORT
#undef LONG
#undef LONG_OF
#undef ONE_BY_ONE
#undef REAL_SUMS
