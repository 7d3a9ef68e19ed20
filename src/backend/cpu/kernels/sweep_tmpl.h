/* sweep_tmpl.h - the passes of the two-sweep transform that touch memory outside the
 * caches, see tfk_legs, tfk_ends and tfk_turn. Lanes are whole vectors. */

/* Without this the compiler computes the address of every leg outside the loop and
 * spills them all. */
#define KEEP_IN_LOOP(x) __asm__("" : "+r"(x))

enum { FN(SPLIT) = 0, FN(PAIRS) = 1, FN(ANY) = 2 };

/* `bytes` from p on, into the second-level cache. */
TFK_INLINE void FN(fetch)(const T *p, int64_t bytes)
{
    for (int64_t i = 0; i < bytes; i += 64) {
        __builtin_prefetch((const char *)p + i, 0, 2);
    }
}

/* Whether two vectors of one part fill a line of the cache. */
#define HALF_LINES (TFK_WIDE && VL * sizeof(T) == 32)

/* One vector of legs; ir, ii and yr are those of leg 0. */
#define LEGS(R)                                                                        \
    TFK_INLINE void FN(legs_vector_##R)(const tfk_legs *a, const T *ir, const T *ii,   \
                                        T *yr, const T *w, int load)                   \
    {                                                                                  \
        const int il = load == FN(ANY) ? a->in_interleaved : load;                     \
        const T sign = load == FN(ANY) && a->conj_in ? (T)-1 : (T)1;                   \
        int64_t in_leg = a->m * a->in_stride, out_leg = a->out_leg;                    \
        const int64_t to_im = a->group;                                                \
        V re[R], im[R];                                                                \
        KEEP_IN_LOOP(in_leg);                                                          \
        KEEP_IN_LOOP(out_leg);                                                         \
        UNROLL for (int j = 0; j < (R); j++, ir += in_leg, ii += in_leg)               \
        {                                                                              \
            FN(load_points)(ir, ii, il, VL, &re[j], &im[j]);                           \
            if (load == FN(ANY)) {                                                     \
                im[j] = im[j] * SET1(sign);                                            \
            }                                                                          \
        }                                                                              \
        FN(bf##R)(re, im);                                                             \
        STORE(yr, re[0]);                                                              \
        STORE(yr + to_im, im[0]);                                                      \
        UNROLL for (int k = 1; k < (R); k++)                                           \
        {                                                                              \
            yr += out_leg;                                                             \
            V c = SET1(w[2 * k - 2]), s = SET1(w[2 * k - 1]);                          \
            STORE(yr, FMS(re[k], c, im[k] * s));                                       \
            STORE(yr + to_im, FMA(im[k], c, re[k] * s));                               \
        }                                                                              \
    }                                                                                  \
    /* Two groups that share the lines of a split input, each of which is read once:   \
     * where rows are a power of two apart, few of them fit the cache together. */     \
    TFK_INLINE void FN(legs_line_##R)(const tfk_legs *a, int64_t at, T *yr,            \
                                      const T *w)                                      \
    {                                                                                  \
        T lines[4 * (R)*VL];                                                           \
        const T *ir = (const T *)a->in_re + at, *ii = (const T *)a->in_im + at;        \
        int64_t in_leg = a->m * a->in_stride;                                          \
        tfk_legs b;                                                                    \
        KEEP_IN_LOOP(in_leg);                                                          \
        UNROLL for (int j = 0; j < (R); j++, ir += in_leg, ii += in_leg)               \
        {                                                                              \
            STORE(lines + 4 * j * VL, LOAD(ir));                                       \
            STORE(lines + (4 * j + 1) * VL, LOAD(ir + VL));                            \
            STORE(lines + (4 * j + 2) * VL, LOAD(ii));                                 \
            STORE(lines + (4 * j + 3) * VL, LOAD(ii + VL));                            \
        }                                                                              \
        b.m = 1;                                                                       \
        b.in_stride = 4 * VL;                                                          \
        b.out_leg = a->out_leg;                                                        \
        b.group = VL;                                                                  \
        FN(legs_vector_##R)(&b, lines, lines + 2 * VL, yr, w, FN(SPLIT));              \
        FN(legs_vector_##R)                                                            \
        (&b, lines + VL, lines + 3 * VL, yr + a->out_group, w, FN(SPLIT));             \
    }                                                                                  \
    TFK_INLINE void FN(legs_walk_##R)(const tfk_legs *a, int load)                     \
    {                                                                                  \
        const int il = load == FN(ANY) ? a->in_interleaved : load;                     \
        const int64_t group = a->group;                                                \
        const int64_t bytes = a->n_groups * group * (int64_t)sizeof(T) * (il ? 2 : 1); \
        for (int64_t p = 0; p < a->m; p++) {                                           \
            if (a->ahead > 0 && p + a->ahead < a->m) {                                 \
                int64_t at = (p + a->ahead) * a->in_stride;                            \
                for (int j = 0; j < (R); j++, at += a->m * a->in_stride) {             \
                    FN(fetch)((const T *)a->in_re + at, bytes);                        \
                    if (!il) {                                                         \
                        FN(fetch)((const T *)a->in_im + at, bytes);                    \
                    }                                                                  \
                }                                                                      \
            }                                                                          \
            const T *w = (const T *)a->twiddle + p * 2 * ((R)-1);                      \
            for (int64_t g = 0; g < a->n_groups; g++) {                                \
                if (load == FN(SPLIT) && HALF_LINES && a->in_group == VL &&            \
                    g + 1 < a->n_groups) {                                             \
                    FN(legs_line_##R)                                                  \
                    (a, p * a->in_stride + g * VL,                                     \
                     (T *)a->out + 2 * p * group + g * a->out_group, w);               \
                    g++;                                                               \
                    continue;                                                          \
                }                                                                      \
                const int64_t at = p * a->in_stride + g * a->in_group;                 \
                const int64_t to = 2 * p * group + g * a->out_group;                   \
                for (int64_t q = 0; q < group; q += VL) {                              \
                    FN(legs_vector_##R)                                                \
                    (a, (const T *)a->in_re + at + (il ? 2 * q : q),                   \
                     (const T *)a->in_im + at + (il ? 2 * q : q),                      \
                     (T *)a->out + to + q, w, load);                                   \
                }                                                                      \
            }                                                                          \
        }                                                                              \
    }                                                                                  \
    static void FN(legs_##R)(const tfk_legs *a)                                        \
    {                                                                                  \
        if (a->conj_in) {                                                              \
            FN(legs_walk_##R)(a, FN(ANY));                                             \
        } else if (a->in_interleaved) {                                                \
            FN(legs_walk_##R)(a, FN(PAIRS));                                           \
        } else {                                                                       \
            FN(legs_walk_##R)(a, FN(SPLIT));                                           \
        }                                                                              \
    }

/* One vector of the last pass; ir and yr, yi are those of leg 0. */
#define ENDS(R)                                                                        \
    TFK_INLINE void FN(ends_vector_##R)(const tfk_ends *a, const T *ir, T *yr, T *yi,  \
                                        int il, int stream)                            \
    {                                                                                  \
        const T scale_re = (T)a->scale, scale_im = a->conj_out ? -scale_re : scale_re; \
        const int64_t to_im = a->group;                                                \
        int64_t out_leg = a->out_leg;                                                  \
        V re[R], im[R];                                                                \
        KEEP_IN_LOOP(out_leg);                                                         \
        UNROLL for (int j = 0; j < (R); j++)                                           \
        {                                                                              \
            re[j] = LOAD(ir + 2 * j * to_im);                                          \
            im[j] = LOAD(ir + 2 * j * to_im + to_im);                                  \
        }                                                                              \
        FN(bf##R)(re, im);                                                             \
        UNROLL for (int k = 0; k < (R); k++, yr += out_leg, yi += out_leg)             \
        {                                                                              \
            FN(store_end)                                                              \
            (yr, yi, il, stream, re[k] * SET1(scale_re), im[k] * SET1(scale_im));      \
        }                                                                              \
    }                                                                                  \
    /* Two groups that share the lines of a split output, each of which is written at  \
     * once. */                                                                        \
    TFK_INLINE void FN(ends_line_##R)(const tfk_ends *a, const T *in, T *yr, T *yi,    \
                                      int stream)                                      \
    {                                                                                  \
        T first[2 * (R)*VL], second[2 * (R)*VL];                                       \
        int64_t out_leg = a->out_leg;                                                  \
        tfk_ends b;                                                                    \
        KEEP_IN_LOOP(out_leg);                                                         \
        b.scale = a->scale;                                                            \
        b.conj_out = a->conj_out;                                                      \
        b.group = VL;                                                                  \
        b.out_leg = 2 * VL;                                                            \
        FN(ends_vector_##R)(&b, in, first, first + VL, 0, 0);                          \
        FN(ends_vector_##R)(&b, in + a->in_group, second, second + VL, 0, 0);          \
        UNROLL for (int k = 0; k < (R); k++, yr += out_leg, yi += out_leg)             \
        {                                                                              \
            const T *x = first + 2 * k * VL, *y = second + 2 * k * VL;                 \
            FN(store_end)(yr, yr + VL, 0, stream, LOAD(x), LOAD(y));                   \
            FN(store_end)(yi, yi + VL, 0, stream, LOAD(x + VL), LOAD(y + VL));         \
        }                                                                              \
    }                                                                                  \
    TFK_INLINE void FN(ends_walk_##R)(const tfk_ends *a, int il, int stream)           \
    {                                                                                  \
        for (int64_t o = 0; o < a->n_outer; o++) {                                     \
            for (int64_t g = 0; g < a->n_groups; g++) {                                \
                const T *in = (const T *)a->in + o * a->in_outer + g * a->in_group;    \
                T *yr = (T *)a->out_re + o * a->out_outer + g * a->out_group;          \
                T *yi = (T *)a->out_im + o * a->out_outer + g * a->out_group;          \
                if (!il && HALF_LINES && a->out_group == VL && g + 1 < a->n_groups) {  \
                    FN(ends_line_##R)(a, in, yr, yi, stream);                          \
                    g++;                                                               \
                    continue;                                                          \
                }                                                                      \
                for (int64_t q = 0; q < a->group; q += VL) {                           \
                    const int64_t to = il ? 2 * q : q;                                 \
                    FN(ends_vector_##R)(a, in + q, yr + to, yi + to, il, stream);      \
                }                                                                      \
            }                                                                          \
        }                                                                              \
    }                                                                                  \
    static void FN(ends_##R)(const tfk_ends *a)                                        \
    {                                                                                  \
        if (a->out_interleaved && a->stream) {                                         \
            FN(ends_walk_##R)(a, 1, 1);                                                \
        } else if (a->out_interleaved) {                                               \
            FN(ends_walk_##R)(a, 1, 0);                                                \
        } else if (a->stream) {                                                        \
            FN(ends_walk_##R)(a, 0, 1);                                                \
        } else {                                                                       \
            FN(ends_walk_##R)(a, 0, 0);                                                \
        }                                                                              \
    }

#if TFK_WIDE
#define STREAM(p, v) TFK_V_STREAM(p, v)
#else
#define STREAM(p, v) STORE(p, v)
#endif

/* VL points, past the caches where `stream` says so. */
TFK_INLINE void FN(store_end)(T *re, T *im, int interleaved, int stream, V x, V y)
{
    if (!stream) {
        FN(store_points)(re, im, interleaved, VL, x, y);
    } else if (!interleaved) {
        STREAM(re, x);
        STREAM(im, y);
    } else {
        T pairs[2 * VL];
        FN(store_points)(pairs, pairs + 1, 1, VL, x, y);
        STREAM(re, LOAD(pairs));
        STREAM(re + VL, LOAD(pairs + VL));
    }
}

#ifdef TFK_FEW_RADICES
#define EACH_LEGS(X) X(8)
#else
#define EACH_LEGS(X) X(4) X(5) X(6) X(7) X(8) X(9) X(10) X(12) X(16)
#endif

EACH_LEGS(LEGS)
EACH_LEGS(ENDS)

TFK_INLINE void FN(fence)(void)
{
#if TFK_WIDE
    TFK_FENCE();
#endif
}

/* Lanes c … c + VL - 1 of row r of group i times their twiddles, products of two
 * factors. */
TFK_INLINE void FN(turn_row)(const tfk_turn *a, int64_t i, int64_t r, int64_t c, V *x,
                             V *y)
{
    const T *row = (const T *)a->row + i * a->row_group + r;
    const V ar = SET1(row[0]), ai = SET1(row[a->row_im]);
    const T *f = (const T *)a->fine + r * a->group + c;
    const V br = LOAD(f), bi = LOAD(f + a->fine_im);
    const V wr = FMS(ar, br, ai * bi), wi = FMA(ai, br, ar * bi);
    const T *in = (const T *)a->in + i * a->in_group + 2 * r * a->group + c;
    const V re = LOAD(in), im = LOAD(in + a->group);
    *x = FMS(re, wr, im * wi);
    *y = FMA(im, wr, re * wi);
}

TFK_INLINE void FN(turn_store)(T *p, int stream, V v)
{
    if (stream) {
        STREAM(p, v);
    } else {
        STORE(p, v);
    }
}

/* VL lanes from c on of VL rows from r on, group i, to places from `to` on. */
TFK_INLINE void FN(turn_square)(const tfk_turn *a, int64_t i, int64_t r, int64_t c,
                                int64_t to, int64_t skip, int stream)
{
    const int64_t lane = i * a->group + c;
    T *yr = (T *)a->out_re + lane * a->out_row + to;
    T *yi = (T *)a->out_im + lane * a->out_row + to;
    int64_t out_row = a->out_row;
    V x[VL], y[VL];
    UNROLL for (int j = 0; j < VL; j++)
    {
        FN(turn_row)(a, i, r + j, c, &x[j], &y[j]);
    }
#if TFK_WIDE
    FN(transpose_square)(x);
    FN(transpose_square)(y);
#endif
    KEEP_IN_LOOP(out_row);
    UNROLL for (int j = 0; j < VL; j++, yr += out_row, yi += out_row)
    {
        if (lane + j >= skip) {
            FN(turn_store)(yr, stream, x[j]);
            FN(turn_store)(yi, stream, y[j]);
        }
    }
}

/* All groups of some rows use the same fine twiddles. */
TFK_INLINE void FN(turn_walk)(const tfk_turn *a, int64_t skip, int stream)
{
    const int64_t g = a->group, last = a->n_rows - g;
    int64_t to = 0;
    for (int64_t r0 = 0; r0 < a->n_rows; r0 += g, to += a->out_group) {
        const int64_t first = r0 < last ? r0 : last;
        for (int64_t r = 0; r < g; r += VL) {
            for (int64_t i = 0; i < a->n_groups; i++) {
                for (int64_t c = 0; c < g; c += VL) {
                    FN(turn_square)(a, i, first + r, c, to + r, skip, stream);
                }
            }
        }
    }
}

static void FN(turn)(const tfk_turn *a)
{
    if (a->skip > 0) {
        FN(turn_walk)(a, a->skip, 0);
    } else if (a->stream) {
        FN(turn_walk)(a, 0, 1);
    } else {
        FN(turn_walk)(a, 0, 0);
    }
}

#undef LEGS
#undef EACH_LEGS
#undef ENDS
#undef STREAM
#undef HALF_LINES
#undef KEEP_IN_LOOP
