/* pass_tmpl.h - one Stockham pass per radix: over lanes (`pass`), and over a contiguous
 * line with the transposing store that brings the line into lane order (`first`). See
 * tfk_pass for the formulas. */

/* The R - 1 twiddles of one outer index, broadcast, or of VL outer indices, as vectors.
 */
#define TFK_POINTERS     const void *in_re, const void *in_im, void *out_re, void *out_im
#define TFK_HANDED_ON    in_re, in_im, out_re, out_im
#define TWIDDLE_AT(o, R) ((o) / BLOCK * ((R)-1) * 2 * BLOCK + (o) % BLOCK)

/* Without this the compiler computes the address of every leg outside the loop and
 * spills them all. */
#define KEEP_IN_LOOP(x) __asm__("" : "+r"(x))

/* What one body is specialised for; ANY leaves the choice to run time. */
enum { FN(SPLIT) = 0, FN(PAIRS) = 1, FN(ANY) = 2 };

/* Outer index o of a pass, in registers. */
typedef struct FN(outer) {
    const T *in_re, *in_im, *w; /* w: NULL without twiddles */
    T *out_re, *out_im;
    int64_t in_leg, out_leg;
    int in_il, out_il;
    T sign, scale_re, scale_im; /* of the imaginary input; of the output */
} FN(outer);

TFK_INLINE FN(outer) FN(outer_at)(const tfk_pass *a, TFK_POINTERS, int64_t o, int R,
                                  int load, int twiddles, int store)
{
    FN(outer) r;
    r.in_re = (const T *)in_re + o * a->in_outer;
    r.in_im = (const T *)in_im + o * a->in_outer;
    r.out_re = (T *)out_re + o * a->out_outer;
    r.out_im = (T *)out_im + o * a->out_outer;
    r.in_leg = a->in_leg;
    r.out_leg = a->out_leg;
    r.in_il = load == FN(ANY) ? a->in_interleaved : load;
    r.out_il = store == FN(ANY) ? a->out_interleaved : store;
    r.w = NULL;
    if (twiddles == 1 || (twiddles == 2 && a->twiddle != NULL)) {
        r.w = (const T *)a->twiddle + TWIDDLE_AT(o, R);
    }
    r.sign = a->conj_in ? (T)-1 : (T)1;
    r.scale_re = (T)a->scale;
    r.scale_im = a->conj_out ? -r.scale_re : r.scale_re;
    return r;
}

#define PASS_GET(j, x, y)                                                        \
    FN(load_points)(ir + (j)*in_leg, ii + (j)*in_leg, at->in_il, count, &x, &y); \
    if (load == FN(ANY)) {                                                       \
        y = y * SET1(at->sign);                                                  \
    }
#define PASS_PUT(k, x, y)                                                     \
    do {                                                                      \
        V r_ = x, i_ = y;                                                     \
        if ((k) > 0 && (twiddles == 1 || (twiddles == 2 && at->w != NULL))) { \
            V c_ = SET1(at->w[((k)-1) * 2 * BLOCK]);                          \
            V s_ = SET1(at->w[((k)-1) * 2 * BLOCK + BLOCK]);                  \
            V t_ = FMS(r_, c_, i_ * s_);                                      \
            i_ = FMA(i_, c_, r_ * s_);                                        \
            r_ = t_;                                                          \
        }                                                                     \
        if (twiddles != 1) {                                                  \
            r_ = r_ * SET1(at->scale_re);                                     \
            i_ = i_ * SET1(at->scale_im);                                     \
        }                                                                     \
        if (ordered) {                                                        \
            held[2 * (k)] = r_;                                               \
            held[2 * (k) + 1] = i_;                                           \
        } else {                                                              \
            FN(store_points)                                                  \
            (yr + (k)*out_leg, yi + (k)*out_leg, at->out_il, count, r_, i_);  \
        }                                                                     \
    } while (0)

/* One vector of `count` points at inner index q. Results are stored as they come, or
 * `ordered` by their index. */
#define PASS_VECTOR(R)                                                             \
    TFK_INLINE void FN(vector_##R)(const FN(outer) * at, int64_t q, int64_t count, \
                                   int load, int twiddles, int ordered)            \
    {                                                                              \
        const int64_t from = at->in_il ? 2 * q : q, to = at->out_il ? 2 * q : q;   \
        const T *ir = at->in_re + from, *ii = at->in_im + from;                    \
        T *yr = at->out_re + to, *yi = at->out_im + to;                            \
        int64_t in_leg = at->in_leg, out_leg = at->out_leg;                        \
        V held[2 * R];                                                             \
        KEEP_IN_LOOP(in_leg);                                                      \
        KEEP_IN_LOOP(out_leg);                                                     \
        TFK_DFT_##R(PASS_GET, PASS_PUT);                                           \
        const int waiting = ordered ? R : 0;                                       \
        UNROLL for (int k = 0; k < waiting; k++, yr += out_leg, yi += out_leg)     \
        {                                                                          \
            FN(store_points)                                                       \
            (yr, yi, at->out_il, count, held[2 * k], held[2 * k + 1]);             \
        }                                                                          \
    }                                                                              \
    /* Everything that no other function is for. */                                \
    static __attribute__((noinline)) void FN(rest_##R)(const tfk_pass *a,          \
                                                       TFK_POINTERS, int64_t from) \
    {                                                                              \
        for (int64_t o = 0; o < a->n_outer; o++) {                                 \
            const FN(outer) at =                                                   \
                FN(outer_at)(a, TFK_HANDED_ON, o, R, FN(ANY), 2, FN(ANY));         \
            for (int64_t q = from; q < a->n_inner; q += VL) {                      \
                FN(vector_##R)(&at, q, a->n_inner - q, FN(ANY), 2, 0);             \
            }                                                                      \
        }                                                                          \
    }

/* Runs that are shorter than a vector, written as whole ones. */
#define PASS_SHORT(R, name, twiddles, store)                                      \
    static __attribute__((noinline)) void FN(name##_##R)(const tfk_pass *a,       \
                                                         TFK_POINTERS)            \
    {                                                                             \
        for (int64_t o = 0; o < a->n_outer; o++) {                                \
            const FN(outer) at =                                                  \
                FN(outer_at)(a, TFK_HANDED_ON, o, R, FN(SPLIT), twiddles, store); \
            FN(vector_##R)(&at, 0, VL, FN(SPLIT), twiddles, 1);                   \
        }                                                                         \
    }

/* Whole vectors; the last one of a run may repeat some of the one before. */
#define PASS_WALK(R, name, twiddles, store)                                           \
    static __attribute__((noinline)) void FN(name##_##R)(const tfk_pass *a,           \
                                                         TFK_POINTERS)                \
    {                                                                                 \
        int64_t n = a->n_inner;                                                       \
        if (a->may_alias || n < VL) {                                                 \
            n = n & -VL;                                                              \
            FN(rest_##R)(a, TFK_HANDED_ON, n);                                        \
        }                                                                             \
        if (n > 0) {                                                                  \
            for (int64_t o = 0; o < a->n_outer; o++) {                                \
                const FN(outer) at =                                                  \
                    FN(outer_at)(a, TFK_HANDED_ON, o, R, FN(SPLIT), twiddles, store); \
                int64_t q = 0;                                                        \
                for (; q + VL <= n; q += VL) {                                        \
                    FN(vector_##R)(&at, q, VL, FN(SPLIT), twiddles, 0);               \
                }                                                                     \
                if (q < n) {                                                          \
                    FN(vector_##R)(&at, n - VL, VL, FN(SPLIT), twiddles, 0);          \
                }                                                                     \
            }                                                                         \
        }                                                                             \
    }

/* Middle passes and last ones. Functions of their own keep what each must save short.
 */
#define PASS(R)                                                                     \
    PASS_VECTOR(R)                                                                  \
    PASS_SHORT(R, short_middle, 1, FN(SPLIT))                                       \
    PASS_SHORT(R, short_last, 0, FN(ANY))                                           \
    PASS_WALK(R, middle, 1, FN(SPLIT))                                              \
    PASS_WALK(R, last_split, 0, FN(SPLIT))                                          \
    PASS_WALK(R, last_pairs, 0, FN(PAIRS))                                          \
    static void FN(pass_##R)(const tfk_pass *a, TFK_POINTERS)                       \
    {                                                                               \
        const int is_short = a->overrun && a->n_inner < VL;                         \
        if (a->in_interleaved || a->conj_in || (a->twiddle != NULL) == a->finish) { \
            FN(rest_##R)(a, TFK_HANDED_ON, 0);                                      \
        } else if (!a->finish) {                                                    \
            (is_short ? FN(short_middle_##R) : FN(middle_##R))(a, TFK_HANDED_ON);   \
        } else if (is_short) {                                                      \
            FN(short_last_##R)(a, TFK_HANDED_ON);                                   \
        } else {                                                                    \
            (a->out_interleaved ? FN(last_pairs_##R)                                \
                                : FN(last_split_##R))(a, TFK_HANDED_ON);            \
        }                                                                           \
    }

#if TFK_WIDE

#define FIRST_GET(j, x, y)                                          \
    FN(load_points)(ir + (j)*leg, ii + (j)*leg, il, count, &x, &y); \
    if (load == FN(ANY)) {                                          \
        y = y * SET1(a->conj_in ? (T)-1 : (T)1);                    \
    }
#define FIRST_PUT(k, x, y) re[k] = x, im[k] = y

#define FIRST(R)                                                             \
    TFK_INLINE void FN(rows_##R)(const tfk_pass *a, TFK_POINTERS, int64_t p, \
                                 int64_t count, int load)                    \
    {                                                                        \
        const int il = load == FN(ANY) ? a->in_interleaved : load;           \
        const T *ir = (const T *)in_re + (il ? 2 * p : p);                   \
        const T *ii = (const T *)in_im + (il ? 2 * p : p);                   \
        const T *w = (const T *)a->twiddle + TWIDDLE_AT(p, R);               \
        int64_t leg = a->in_leg;                                             \
        V re[R], im[R];                                                      \
        KEEP_IN_LOOP(leg);                                                   \
        TFK_DFT_##R(FIRST_GET, FIRST_PUT);                                   \
        UNROLL for (int k = 1; k < R; k++)                                   \
        {                                                                    \
            V c = LOAD(w + (k - 1) * 2 * BLOCK);                             \
            V s = LOAD(w + (k - 1) * 2 * BLOCK + BLOCK);                     \
            V t = FMS(re[k], c, im[k] * s);                                  \
            im[k] = FMA(im[k], c, re[k] * s);                                \
            re[k] = t;                                                       \
        }                                                                    \
        FN(store_rows)(re, R, (T *)out_re + p * R);                          \
        FN(store_rows)(im, R, (T *)out_im + p * R);                          \
    }                                                                        \
    static void FN(first_##R)(const tfk_pass *a, TFK_POINTERS)               \
    {                                                                        \
        int64_t p = 0;                                                       \
        if (!a->in_interleaved && !a->conj_in) {                             \
            for (; p + VL <= a->n_outer; p += VL) {                          \
                FN(rows_##R)(a, TFK_HANDED_ON, p, VL, FN(SPLIT));            \
            }                                                                \
        } else if (!a->conj_in) {                                            \
            for (; p + VL <= a->n_outer; p += VL) {                          \
                FN(rows_##R)(a, TFK_HANDED_ON, p, VL, FN(PAIRS));            \
            }                                                                \
        }                                                                    \
        for (; p < a->n_outer; p += VL) {                                    \
            FN(rows_##R)(a, TFK_HANDED_ON, p, a->n_outer - p, FN(ANY));      \
        }                                                                    \
    }

#else

/* One lane: the general pass walks the outer index and writes its R points side by
 * side. */
#define FIRST(R)                                               \
    static void FN(first_##R)(const tfk_pass *a, TFK_POINTERS) \
    {                                                          \
        tfk_pass b = *a;                                       \
        b.in_outer = a->in_interleaved ? 2 : 1;                \
        b.out_outer = R;                                       \
        b.out_leg = 1;                                         \
        b.n_inner = 1;                                         \
        FN(pass_##R)(&b, TFK_HANDED_ON);                       \
    }

#endif

/* 14 and 15 are lanes of so many points: as radices they lose to two passes.
 * TFK_FEW_RADICES keeps the builds of the tests short. */
#ifdef TFK_FEW_RADICES
#define EACH_RADIX(X) X(2) X(5) X(8)
#define EACH_PASS(X)  EACH_RADIX(X)
#else
#define EACH_RADIX(X) \
    X(2) X(3) X(4) X(5) X(6) X(7) X(8) X(9) X(10) X(11) X(12) X(13) X(16)
#define EACH_PASS(X) EACH_RADIX(X) X(14) X(15)
#endif

EACH_PASS(PASS)
EACH_RADIX(FIRST)

#undef PASS
#undef PASS_VECTOR
#undef PASS_SHORT
#undef PASS_WALK
#undef PASS_GET
#undef PASS_PUT
#undef FIRST
#undef FIRST_GET
#undef FIRST_PUT
#undef TWIDDLE_AT
#undef TFK_POINTERS
#undef TFK_HANDED_ON
