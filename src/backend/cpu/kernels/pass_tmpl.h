/* pass_tmpl.h - one Stockham pass per radix: over lanes (`pass`), and over a contiguous line with the
 * transposing store that brings the line into lane order (`first`). See tfk_pass for the formulas. */

/* The R - 1 twiddles of one outer index, broadcast, or of VL outer indices, as vectors. */
#define TWIDDLE_AT(o, R) ((o) / BLOCK * ((R)-1) * 2 * BLOCK + (o) % BLOCK)

#define PASS(R)                                                                          \
    static void FN(pass_##R)(const tfk_pass *a)                                          \
    {                                                                                    \
        const T *tw = a->twiddle;                                                        \
        const int64_t xi = a->in_interleaved ? 2 : 1, xo = a->out_interleaved ? 2 : 1;   \
        const T scale_re = (T)a->scale, scale_im = a->conj_out ? -scale_re : scale_re;   \
        const T sign = a->conj_in ? (T)-1 : (T)1;                                        \
        const int plain = !a->in_interleaved && !a->conj_in;                             \
        const int64_t n = a->n_inner, il = a->in_leg, ol = a->out_leg;                   \
        for (int64_t o = 0; o < a->n_outer; o++) {                                       \
            const T *ir = (const T *)a->in_re + o * a->in_outer;                         \
            const T *ii = (const T *)a->in_im + o * a->in_outer;                         \
            T *yr = (T *)a->out_re + o * a->out_outer;                                   \
            T *yi = (T *)a->out_im + o * a->out_outer;                                   \
            const T *w = tw != NULL ? tw + TWIDDLE_AT(o, R) : NULL;                      \
            for (int64_t q = 0; q < n; q += VL) {                                        \
                int64_t count = n - q;                                                   \
                if (count < VL && n >= VL && !a->may_alias) {                            \
                    q = n - VL;                                                          \
                    count = VL;                                                          \
                }                                                                        \
                V re[R], im[R];                                                          \
                if (plain && count >= VL) {                                              \
                    UNROLL for (int j = 0; j < R; j++)                                   \
                    {                                                                    \
                        re[j] = LOAD(ir + q + j * il);                                   \
                        im[j] = LOAD(ii + q + j * il);                                   \
                    }                                                                    \
                } else {                                                                 \
                    UNROLL for (int j = 0; j < R; j++)                                   \
                    {                                                                    \
                        FN(load_points)(ir + xi * q + j * il, ii + xi * q + j * il,      \
                                        a->in_interleaved, count, &re[j], &im[j]);       \
                        im[j] = im[j] * SET1(sign);                                      \
                    }                                                                    \
                }                                                                        \
                FN(bf##R)(re, im);                                                       \
                if (w != NULL) {                                                         \
                    UNROLL for (int k = 1; k < R; k++)                                   \
                    {                                                                    \
                        V c = SET1(w[(k - 1) * 2 * BLOCK]);                              \
                        V s = SET1(w[(k - 1) * 2 * BLOCK + BLOCK]);                      \
                        V t = FMS(re[k], c, im[k] * s);                                  \
                        im[k] = FMA(im[k], c, re[k] * s);                                \
                        re[k] = t;                                                       \
                    }                                                                    \
                }                                                                        \
                if (!a->finish && count >= VL) {                                         \
                    UNROLL for (int k = 0; k < R; k++)                                   \
                    {                                                                    \
                        STORE(yr + q + k * ol, re[k]);                                   \
                        STORE(yi + q + k * ol, im[k]);                                   \
                    }                                                                    \
                } else {                                                                 \
                    UNROLL for (int k = 0; k < R; k++)                                   \
                    {                                                                    \
                        FN(store_points)(yr + xo * q + k * ol, yi + xo * q + k * ol,     \
                                         a->out_interleaved, count,                      \
                                         re[k] * SET1(scale_re), im[k] * SET1(scale_im)); \
                    }                                                                    \
                }                                                                        \
            }                                                                            \
        }                                                                                \
    }

#if TFK_WIDE

/* Stores VL rows of R components, row p at out + p R, from R vectors over p: the linear order of
 * (k, p) rotated into (p, k) by perfect shuffles. May write up to VL * VL components past the end. */
TFK_INLINE void FN(shuffle_stage)(V *v, int n)
{
    V t[16];
    UNROLL for (int i = 0; i < n / 2; i++)
    {
        t[2 * i] = ZIPLO(v[i], v[i + n / 2]);
        t[2 * i + 1] = ZIPHI(v[i], v[i + n / 2]);
    }
    UNROLL for (int i = 0; i < n; i++)
    {
        v[i] = t[i];
    }
}

TFK_INLINE void FN(store_group)(V *v, int padded, T *out, int row)
{
    if (padded >= 2) {
        FN(shuffle_stage)(v, padded);
    }
    if (padded >= 4) {
        FN(shuffle_stage)(v, padded);
    }
    if (padded >= 8) {
        FN(shuffle_stage)(v, padded);
    }
    if (padded >= 16) {
        FN(shuffle_stage)(v, padded);
    }
    if (padded == row) {
        UNROLL for (int i = 0; i < padded; i++)
        {
            STORE(out + i * VL, v[i]);
        }
    } else if (padded == VL) {
        UNROLL for (int i = 0; i < VL; i++)
        {
            STORE(out + i * row, v[i]);
        }
    } else {
        T rows[16 * VL];
        UNROLL for (int i = 0; i < padded; i++)
        {
            STORE(rows + i * VL, v[i]);
        }
        UNROLL for (int p = 0; p < VL; p++)
        {
            memcpy(out + p * row, rows + p * padded, (size_t)padded * sizeof(T));
        }
    }
}

TFK_INLINE void FN(store_rows)(V *v, int R, T *out)
{
    if (R <= VL) {
        int padded = R <= 2 ? 2 : R <= 4 ? 4 : R <= 8 ? 8 : 16;
        V t[16];
        UNROLL for (int k = 0; k < 16; k++)
        {
            if (k < padded) {
                t[k] = k < R ? v[k] : v[0];
            }
        }
        FN(store_group)(t, padded, out, R);
        return;
    }
    /* The last, possibly short, group first: what it writes too much is overwritten by the others. */
    UNROLL for (int g = (R - 1) / VL; g >= 0; g--)
    {
        V t[16];
        UNROLL for (int k = 0; k < VL; k++)
        {
            t[k] = g * VL + k < R ? v[g * VL + k] : v[0];
        }
        if (R == VL * ((R - 1) / VL + 1) || g < (R - 1) / VL) {
            FN(store_group)(t, VL, out + g * VL, R);
        } else {
            FN(store_group)(t, VL, out + g * VL, R);
        }
    }
}

#define FIRST(R)                                                                         \
    static void FN(first_##R)(const tfk_pass *a)                                         \
    {                                                                                    \
        const T *tw = a->twiddle;                                                        \
        const int64_t m = a->n_outer, il = a->in_leg, xi = a->in_interleaved ? 2 : 1;    \
        const T *ir = a->in_re, *ii = a->in_im;                                          \
        T *yr = a->out_re, *yi = a->out_im;                                              \
        const T sign = a->conj_in ? (T)-1 : (T)1;                                        \
        for (int64_t p = 0; p < m; p += VL) {                                            \
            V re[R], im[R];                                                              \
            if (!a->in_interleaved && m - p >= VL) {                                     \
                UNROLL for (int j = 0; j < R; j++)                                       \
                {                                                                        \
                    re[j] = LOAD(ir + p + j * il);                                       \
                    im[j] = LOAD(ii + p + j * il) * SET1(sign);                          \
                }                                                                        \
            } else {                                                                     \
                UNROLL for (int j = 0; j < R; j++)                                       \
                {                                                                        \
                    FN(load_points)(ir + xi * p + j * il, ii + xi * p + j * il,          \
                                    a->in_interleaved, m - p, &re[j], &im[j]);           \
                    im[j] = im[j] * SET1(sign);                                          \
                }                                                                        \
            }                                                                            \
            FN(bf##R)(re, im);                                                           \
            const T *w = tw + TWIDDLE_AT(p, R);                                          \
            UNROLL for (int k = 1; k < R; k++)                                           \
            {                                                                            \
                V c = LOAD(w + (k - 1) * 2 * BLOCK);                                     \
                V s = LOAD(w + (k - 1) * 2 * BLOCK + BLOCK);                             \
                V t = FMS(re[k], c, im[k] * s);                                          \
                im[k] = FMA(im[k], c, re[k] * s);                                        \
                re[k] = t;                                                               \
            }                                                                            \
            FN(store_rows)(re, R, yr + p * R);                                           \
            FN(store_rows)(im, R, yi + p * R);                                           \
        }                                                                                \
    }

#else

/* One lane: the general pass walks the outer index and writes its R points side by side. */
#define FIRST(R)                                                                         \
    static void FN(first_##R)(const tfk_pass *a)                                         \
    {                                                                                    \
        tfk_pass b = *a;                                                                 \
        b.in_outer = a->in_interleaved ? 2 : 1;                                          \
        b.out_outer = R;                                                                 \
        b.out_leg = 1;                                                                   \
        b.n_inner = 1;                                                                   \
        FN(pass_##R)(&b);                                                                \
    }

#endif

#define EACH_RADIX(X) \
    X(2) X(3) X(4) X(5) X(6) X(7) X(8) X(9) X(10) X(11) X(12) X(13) X(14) X(15) X(16)

EACH_RADIX(PASS)
EACH_RADIX(FIRST)

#undef PASS
#undef FIRST
#undef TWIDDLE_AT
