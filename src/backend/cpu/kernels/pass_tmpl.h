/* pass_tmpl.h - one Stockham pass per radix: over lanes (`pass`), and over a contiguous
 * line with the transposing store that brings the line into lane order (`first`). See
 * tfk_pass for the formulas. */

/* The R - 1 twiddles of one outer index, broadcast, or of VL outer indices, as vectors.
 */
#define TFK_POINTERS     const void *in_re, const void *in_im, void *out_re, void *out_im
#define TWIDDLE_AT(o, R) ((o) / BLOCK * ((R)-1) * 2 * BLOCK + (o) % BLOCK)

/* Without this the compiler computes the address of every leg outside the loop and
 * spills them all. */
#define KEEP_IN_LOOP(x) __asm__("" : "+r"(x))

/* What one body is specialised for; ANY leaves the choice to run time. */
enum { FN(SPLIT) = 0, FN(PAIRS) = 1, FN(ANY) = 2 };

/* One vector of `count` points at inner index q of outer index o. */
#define PASS_VECTOR(R)                                                                 \
    TFK_INLINE void FN(vector_##R)(const tfk_pass *a, tfk_io io, int64_t o, int64_t q, \
                                   int64_t count, int load, int twiddles, int store)   \
    {                                                                                  \
        const int in_il = load == FN(ANY) ? a->in_interleaved : load;                  \
        const int out_il = store == FN(ANY) ? a->out_interleaved : store;              \
        const int64_t at = o * a->in_outer + (in_il ? 2 * q : q);                      \
        const int64_t to = o * a->out_outer + (out_il ? 2 * q : q);                    \
        const T *ir = (const T *)io.in_re + at, *ii = (const T *)io.in_im + at;        \
        T *yr = (T *)io.out_re + to, *yi = (T *)io.out_im + to;                        \
        int64_t in_leg = a->in_leg, out_leg = a->out_leg;                              \
        V re[R], im[R];                                                                \
        KEEP_IN_LOOP(in_leg);                                                          \
        KEEP_IN_LOOP(out_leg);                                                         \
        UNROLL for (int j = 0; j < R; j++, ir += in_leg, ii += in_leg)                 \
        {                                                                              \
            FN(load_points)(ir, ii, in_il, count, &re[j], &im[j]);                     \
            if (load == FN(ANY)) {                                                     \
                im[j] = im[j] * SET1(a->conj_in ? (T)-1 : (T)1);                       \
            }                                                                          \
        }                                                                              \
        FN(bf##R)(re, im);                                                             \
        if (twiddles == 1 || (twiddles == 2 && a->twiddle != NULL)) {                  \
            const T *w = (const T *)a->twiddle + TWIDDLE_AT(o, R);                     \
            UNROLL for (int k = 1; k < R; k++)                                         \
            {                                                                          \
                V c = SET1(w[(k - 1) * 2 * BLOCK]);                                    \
                V s = SET1(w[(k - 1) * 2 * BLOCK + BLOCK]);                            \
                V t = FMS(re[k], c, im[k] * s);                                        \
                im[k] = FMA(im[k], c, re[k] * s);                                      \
                re[k] = t;                                                             \
            }                                                                          \
        }                                                                              \
        const T scale_re = (T)a->scale, scale_im = a->conj_out ? -scale_re : scale_re; \
        UNROLL for (int k = 0; k < R; k++, yr += out_leg, yi += out_leg)               \
        {                                                                              \
            if (twiddles != 1) {                                                       \
                re[k] = re[k] * SET1(scale_re);                                        \
                im[k] = im[k] * SET1(scale_im);                                        \
            }                                                                          \
            FN(store_points)(yr, yi, out_il, count, re[k], im[k]);                     \
        }                                                                              \
    }                                                                                  \
    static __attribute__((noinline)) void FN(some_##R)(                                \
        const tfk_pass *a, tfk_io io, int64_t o, int64_t q, int64_t n)                 \
    {                                                                                  \
        for (; q < n; q += VL) {                                                       \
            FN(vector_##R)(a, io, o, q, n - q, FN(ANY), 2, FN(ANY));                   \
        }                                                                              \
    }                                                                                  \
    TFK_INLINE void FN(walk_##R)(const tfk_pass *a, tfk_io io, int load, int twiddles, \
                                 int store)                                            \
    {                                                                                  \
        const int64_t n = a->overrun && a->n_inner < VL ? VL : a->n_inner;             \
        for (int64_t o = 0; o < a->n_outer; o++) {                                     \
            int64_t q = 0;                                                             \
            for (; q + VL <= n; q += VL) {                                             \
                FN(vector_##R)(a, io, o, q, VL, load, twiddles, store);                \
            }                                                                          \
            if (q < n && n >= VL && !a->may_alias) {                                   \
                FN(vector_##R)(a, io, o, n - VL, VL, load, twiddles, store);           \
            } else if (q < n) {                                                        \
                FN(some_##R)(a, io, o, q, n);                                          \
            }                                                                          \
        }                                                                              \
    }

/* Middle pass, last pass into either layout, and everything else. */
#define PASS(R)                                                                     \
    PASS_VECTOR(R)                                                                  \
    static void FN(pass_##R)(const tfk_pass *a, TFK_POINTERS)                       \
    {                                                                               \
        const tfk_io io = { in_re, in_im, out_re, out_im };                         \
        if (a->in_interleaved || a->conj_in || (a->twiddle != NULL) == a->finish) { \
            for (int64_t o = 0; o < a->n_outer; o++) {                              \
                FN(some_##R)(a, io, o, 0, a->n_inner);                              \
            }                                                                       \
        } else if (!a->finish) {                                                    \
            FN(walk_##R)(a, io, FN(SPLIT), 1, FN(SPLIT));                           \
        } else if (a->out_interleaved) {                                            \
            FN(walk_##R)(a, io, FN(SPLIT), 0, FN(PAIRS));                           \
        } else {                                                                    \
            FN(walk_##R)(a, io, FN(SPLIT), 0, FN(SPLIT));                           \
        }                                                                           \
    }

#if TFK_WIDE

#define FIRST(R)                                                          \
    TFK_INLINE void FN(rows_##R)(const tfk_pass *a, tfk_io io, int64_t p, \
                                 int64_t count, int load)                 \
    {                                                                     \
        const int il = load == FN(ANY) ? a->in_interleaved : load;        \
        const T *ir = (const T *)io.in_re + (il ? 2 * p : p);             \
        const T *ii = (const T *)io.in_im + (il ? 2 * p : p);             \
        const T *w = (const T *)a->twiddle + TWIDDLE_AT(p, R);            \
        int64_t leg = a->in_leg;                                          \
        V re[R], im[R];                                                   \
        KEEP_IN_LOOP(leg);                                                \
        UNROLL for (int j = 0; j < R; j++, ir += leg, ii += leg)          \
        {                                                                 \
            FN(load_points)(ir, ii, il, count, &re[j], &im[j]);           \
            if (load == FN(ANY)) {                                        \
                im[j] = im[j] * SET1(a->conj_in ? (T)-1 : (T)1);          \
            }                                                             \
        }                                                                 \
        FN(bf##R)(re, im);                                                \
        UNROLL for (int k = 1; k < R; k++)                                \
        {                                                                 \
            V c = LOAD(w + (k - 1) * 2 * BLOCK);                          \
            V s = LOAD(w + (k - 1) * 2 * BLOCK + BLOCK);                  \
            V t = FMS(re[k], c, im[k] * s);                               \
            im[k] = FMA(im[k], c, re[k] * s);                             \
            re[k] = t;                                                    \
        }                                                                 \
        FN(store_rows)(re, R, (T *)io.out_re + p * R);                    \
        FN(store_rows)(im, R, (T *)io.out_im + p * R);                    \
    }                                                                     \
    static void FN(first_##R)(const tfk_pass *a, TFK_POINTERS)            \
    {                                                                     \
        const tfk_io io = { in_re, in_im, out_re, out_im };               \
        int64_t p = 0;                                                    \
        if (!a->in_interleaved && !a->conj_in) {                          \
            for (; p + VL <= a->n_outer; p += VL) {                       \
                FN(rows_##R)(a, io, p, VL, FN(SPLIT));                    \
            }                                                             \
        } else if (!a->conj_in) {                                         \
            for (; p + VL <= a->n_outer; p += VL) {                       \
                FN(rows_##R)(a, io, p, VL, FN(PAIRS));                    \
            }                                                             \
        }                                                                 \
        for (; p < a->n_outer; p += VL) {                                 \
            FN(rows_##R)(a, io, p, a->n_outer - p, FN(ANY));              \
        }                                                                 \
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
        FN(pass_##R)(&b, in_re, in_im, out_re, out_im);        \
    }

#endif

/* Radices 14 and 15 lose to two passes. TFK_FEW_RADICES keeps the builds of the tests
 * short. */
#ifdef TFK_FEW_RADICES
#define EACH_RADIX(X) X(2) X(5) X(8)
#else
#define EACH_RADIX(X) \
    X(2) X(3) X(4) X(5) X(6) X(7) X(8) X(9) X(10) X(11) X(12) X(13) X(16)
#endif

EACH_RADIX(PASS)
EACH_RADIX(FIRST)

#undef PASS
#undef PASS_VECTOR
#undef FIRST
#undef TWIDDLE_AT
#undef TFK_POINTERS
