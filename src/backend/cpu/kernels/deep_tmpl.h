/* deep_tmpl.h - single lines on vectors of interleaved points, depth first, see
 * deep_table.h: with the scalar operations of `first` and `pass`. Instance of vectors
 * of 256 or 512 bits, with the lists of radices of each place. */

/* Without this the compiler computes the address of every leg outside the loop and
 * spills them all. */
#define KEEP_IN_LOOP(x) __asm__("" : "+r"(x))

/* What the first pass is specialised for; ANY leaves the choice to run time. */
enum { FN(PARTS) = 0, FN(PAIRS) = 1, FN(ANY) = 2 };

#define DEEP_FIRST_GET(j, v)                                                        \
    v = FN(pairs_load)(ir + (j)*leg, load == FN(PAIRS) ? ir : ii + (j)*leg, il, 0); \
    if (load == FN(ANY)) {                                                          \
        v = v * sign;                                                               \
    }
#define DEEP_FIRST_PUT(k, v)                                      \
    held[k] = (k) == 0 ? v                                        \
                       : TIMES(v, FIRSTS(LOAD(w + ((k)-1) * VL)), \
                               SECONDS(LOAD(w + ((k)-1) * VL)))
#define DEEP_GET(j, v) v = LOAD(x + (j)*in_leg)
#define DEEP_PUT(k, v)       \
    STORE(out + (k)*out_leg, \
          (k) == 0 ? v : TIMES(v, SET1(w[2 * (k)-2]), SET1(w[2 * (k)-1])))
#define DEEP_LAST_PUT(k, v) \
    FN(pairs_put)(re + (k)*leg, pairs ? re : im + (k)*leg, pairs, 0, (v)*scale)

#define DEEP_FIRST(R)                                                                \
    TFK_INLINE void FN(deep_first_as_##R)(const tfk_deep *a, const T *x, const T *y, \
                                          T *s, int load)                            \
    {                                                                                \
        const int il = load == FN(ANY) ? a->in_interleaved : load;                   \
        const int64_t m = a->n / (R), unit = il ? 2 : 1;                             \
        const V sign = MIXED(K(1), K(a->conj_in ? -1 : 1));                          \
        const T *w = (const T *)a->twiddle[0];                                       \
        int64_t leg = m * unit;                                                      \
        for (int64_t i = 0; i < m; i += POINTS, w += ((R)-1) * VL) {                 \
            const int64_t p = i + POINTS <= m ? i : m - POINTS;                      \
            const T *ir = x + p * unit, *ii = y + p * unit;                          \
            V held[R];                                                               \
            KEEP_IN_LOOP(leg);                                                       \
            TFK_PAIRS_DFT_##R(DEEP_FIRST_GET, DEEP_FIRST_PUT);                       \
            FN(pairs_store)(held, R, 0, s + 2 * p * (R));                            \
        }                                                                            \
    }                                                                                \
    static void FN(deep_first_##R)(const tfk_deep *a, const T *x, const T *y, T *s)  \
    {                                                                                \
        if (a->conj_in) {                                                            \
            FN(deep_first_as_##R)(a, x, a->in_interleaved ? x : y, s, FN(ANY));      \
        } else if (a->in_interleaved) {                                              \
            FN(deep_first_as_##R)(a, x, x, s, FN(PAIRS));                            \
        } else {                                                                     \
            FN(deep_first_as_##R)(a, x, y, s, FN(PARTS));                            \
        }                                                                            \
    }

/* `count` butterflies of vectors in_step apart; they come to lie side by side. */
#define DEEP_MIDDLE(R)                                                           \
    static void FN(deep_middle_##R)(const T *x, int64_t in_leg, int64_t in_step, \
                                    int64_t count, const T *w, T *out,           \
                                    int64_t out_leg)                             \
    {                                                                            \
        for (int64_t o = 0; o < count; o++, x += in_step, out += VL) {           \
            KEEP_IN_LOOP(in_leg);                                                \
            KEEP_IN_LOOP(out_leg);                                               \
            TFK_PAIRS_DFT_##R(DEEP_GET, DEEP_PUT);                               \
            w += 2 * (R)-2;                                                      \
        }                                                                        \
    }

/* `count` butterflies of vectors, in_outer apart. */
#define DEEP_LAST(R)                                                                 \
    TFK_INLINE void FN(deep_last_as_##R)(                                            \
        const tfk_deep *a, const T *x, int64_t in_outer, int64_t in_leg,             \
        int64_t count, T *re, T *im, int64_t out_outer, int64_t out_leg, int pairs)  \
    {                                                                                \
        const T one = (T)a->scale;                                                   \
        const V scale = MIXED(SET1(one), SET1(a->conj_out ? -one : one));            \
        const int64_t step = pairs ? 2 * out_outer : out_outer;                      \
        int64_t leg = pairs ? 2 * out_leg : out_leg;                                 \
        for (int64_t o = 0; o < count; o++, x += in_outer, re += step, im += step) { \
            KEEP_IN_LOOP(in_leg);                                                    \
            KEEP_IN_LOOP(leg);                                                       \
            TFK_PAIRS_DFT_##R(DEEP_GET, DEEP_LAST_PUT);                              \
        }                                                                            \
    }                                                                                \
    static void FN(deep_last_##R)(const tfk_deep *a, const T *x, int64_t in_outer,   \
                                  int64_t in_leg, int64_t count, T *re, T *im,       \
                                  int64_t out_outer, int64_t out_leg)                \
    {                                                                                \
        if (a->out_interleaved) {                                                    \
            FN(deep_last_as_##R)                                                     \
            (a, x, in_outer, in_leg, count, re, re, out_outer, out_leg, 1);          \
        } else {                                                                     \
            FN(deep_last_as_##R)                                                     \
            (a, x, in_outer, in_leg, count, re, im, out_outer, out_leg, 0);          \
        }                                                                            \
    }

EACH_DEEP_FIRST(DEEP_FIRST)
EACH_DEEP_MIDDLE(DEEP_MIDDLE)
EACH_DEEP_LAST(DEEP_LAST)

typedef void (*FN(deep_first_fn))(const tfk_deep *, const T *, const T *, T *);
typedef void (*FN(deep_middle_fn))(const T *, int64_t, int64_t, int64_t, const T *, T *,
                                   int64_t);
typedef void (*FN(deep_last_fn))(const tfk_deep *, const T *, int64_t, int64_t, int64_t,
                                 T *, T *, int64_t, int64_t);
#define FIRST_ENTRY(R)  [R] = FN(deep_first_##R),
#define MIDDLE_ENTRY(R) [R] = FN(deep_middle_##R),
#define LAST_ENTRY(R)   [R] = FN(deep_last_##R),
static const FN(deep_first_fn)
    FN(deep_firsts)[TFK_MAX_RADIX + 1] = { NULL, EACH_DEEP_FIRST(FIRST_ENTRY) };
static const FN(deep_middle_fn)
    FN(deep_middles)[TFK_MAX_RADIX + 1] = { NULL, EACH_DEEP_MIDDLE(MIDDLE_ENTRY) };
static const FN(deep_last_fn)
    FN(deep_lasts)[TFK_MAX_RADIX + 1] = { NULL, EACH_DEEP_LAST(LAST_ENTRY) };

/* A vector of lanes through a pass over m points, with `step` components between them,
 * and the `later` passes behind it; t: room for what they leave. Outputs lie `done`
 * points apart. */
static void FN(deep_below)(const tfk_deep *a, const int *radix,
                           const void *const *twiddle, int later, const T *x,
                           int64_t step, int64_t m, T *t, T *re, T *im, int64_t done)
{
    const int r = *radix++;
    const int64_t rest = m / r, block = rest * VL + TFK_DEEP_GAP;
    const int64_t unit = a->out_interleaved ? 2 : 1;
    FN(deep_middles)[r](x, rest * step, step, rest, (const T *)*twiddle++, t, block);
    if (later == 1) {
        FN(deep_lasts)[*radix](a, t, block, VL, r, re, im, done, done * r);
        return;
    }
    for (int k = 0; k < r; k++, re += done * unit, im += done * unit) {
        FN(deep_below)
        (a, radix, twiddle, later - 1, t + k * block, VL, rest, t + r * block, re, im,
         done * r);
    }
}

/* Two passes. Vectors of lanes lie side by side, the last of which may begin among
 * those of the one before. */
static void FN(deep_two)(const tfk_deep *a, const void *in_re, const void *in_im,
                         void *out_re, void *out_im)
{
    TFK_ALIGNED T s[2 * TFK_DEEP_TWO_MOST];
    const int r = a->radix[0], next = a->radix[1], unit = a->out_interleaved ? 2 : 1;
    const int64_t whole = r / POINTS, end = r - POINTS;
    T *re = out_re, *im = a->out_interleaved ? out_re : out_im;
    FN(deep_firsts)[r](a, in_re, in_im, s);
    FN(deep_lasts)[next](a, s, VL, 2 * r, whole, re, im, POINTS, r);
    if (r % POINTS != 0) {
        FN(deep_lasts)
        [next](a, s + 2 * end, VL, 2 * r, 1, re + end * unit, im + end * unit, POINTS,
               r);
    }
}

static void FN(deep)(const tfk_deep *a, const void *in_re, const void *in_im,
                     void *out_re, void *out_im, void *scratch)
{
    const int r = a->radix[0], unit = a->out_interleaved ? 2 : 1;
    const int in_output = a->out_interleaved && in_re != out_re && in_im != out_re;
    T *s = in_output ? out_re : scratch, *t = (T *)scratch + 2 * a->n + TFK_DEEP_GAP;
    T *re = out_re, *im = a->out_interleaved ? out_re : out_im;
    if (a->n_passes == 2) {
        FN(deep_two)(a, in_re, in_im, out_re, out_im);
        return;
    }
    FN(deep_firsts)[r](a, in_re, in_im, s);
    for (int q = 0; q < r; q += POINTS) { /* whose results come to lie where they are */
        FN(deep_below)
        (a, a->radix + 1, a->twiddle + 1, a->n_passes - 2, s + 2 * q, 2 * r, a->n / r,
         t, re + q * unit, im + q * unit, r);
    }
}

static void FN(deep_post)(const tfk_real_line *a, const void *in_re, const void *in_im,
                          void *out_re, void *out_im)
{
    const int il = a->interleaved;
    const FN(real_pairs) row = { a->w_re,     (T *)(uintptr_t)in_re, /* not written */
                                 out_re,      il ? (T *)out_re + 1 : out_im, (int)a->m,
                                 (T)a->scale, a->conj ? (T)-1 : (T)1 };
    (void)in_im;
    if (il) {
        FN(post_memory)(&row, 1);
    } else {
        FN(post_memory)(&row, 0);
    }
}

static void FN(deep_pre)(const tfk_real_line *a, const void *in_re, const void *in_im,
                         void *out_re, void *out_im)
{
    const int il = a->interleaved;
    const FN(real_pairs)
        row = { a->w_re,
                out_re,
                (T *)(uintptr_t)in_re, /* not written, neither is the other one */
                (T *)(uintptr_t)(il ? (const T *)in_re + 1 : in_im),
                (int)a->m,
                1,
                a->conj ? (T)-1 : (T)1 };
    (void)out_im;
    if (il) {
        FN(pre_memory)(&row, 1);
    } else {
        FN(pre_memory)(&row, 0);
    }
}

#undef KEEP_IN_LOOP
#undef DEEP_FIRST_GET
#undef DEEP_FIRST_PUT
#undef DEEP_GET
#undef DEEP_PUT
#undef DEEP_LAST_PUT
#undef DEEP_FIRST
#undef DEEP_MIDDLE
#undef DEEP_LAST
#undef FIRST_ENTRY
#undef MIDDLE_ENTRY
#undef LAST_ENTRY
#undef EACH_DEEP_FIRST
#undef EACH_DEEP_MIDDLE
#undef EACH_DEEP_LAST
