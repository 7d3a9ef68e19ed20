/* real_pass_tmpl.h - real DFTs of R legs down the columns of an R x m array, R odd,
 * with the twiddles of the columns: the passes of real transforms of odd composite
 * length. See tfk_real_pass. */

#define LOAD_SOME(p, n) ((n) >= VL ? LOAD(p) : (V)LOADN(p, n))

TFK_INLINE void FN(store_some)(T *p, V v, int64_t n)
{
    if (n >= VL) {
        STORE(p, v);
    } else {
        STOREN(p, v, n);
    }
}

/* rows[k] of VL columns to and from memory where column p holds its H points side by
 * side. */
#if TFK_WIDE
#define PUT_COLUMNS(rows, H, out) FN(store_rows)(rows, H, out)
TFK_INLINE void FN(get_columns)(V *rows, int H, const T *in)
{
    UNROLL for (int g = 0; g < H; g += VL)
    {
        V t[16];
        UNROLL for (int i = 0; i < VL; i++)
        {
            t[i] = LOAD(in + i * H + g);
        }
        FN(transpose_square)(t);
        UNROLL for (int k = 0; k < VL; k++)
        {
            if (g + k < H) {
                rows[g + k] = t[k];
            }
        }
    }
}
#else
#define PUT_COLUMNS(rows, H, out)     \
    do {                              \
        for (int k = 0; k < H; k++) { \
            (out)[k] = (rows)[k];     \
        }                             \
    } while (0)
TFK_INLINE void FN(get_columns)(V *rows, int H, const T *in)
{
    for (int k = 0; k < H; k++) {
        rows[k] = in[k];
    }
}
#endif

#define REAL_FORWARD(R)                                                          \
    TFK_INLINE void FN(real_columns_##R)(const tfk_real_pass *a, int64_t p,      \
                                         int64_t count)                          \
    {                                                                            \
        static const double c[R] = TFK_COS_##R, s[R] = TFK_SIN_##R;              \
        enum { H = R / 2 + 1 };                                                  \
        const T *x = (const T *)a->in_re + p;                                    \
        int64_t m = a->m;                                                        \
        V u[H], v[H], re[H], im[H], first = LOAD_SOME(x, count);                 \
        KEEP_IN_LOOP(m);                                                         \
        re[0] = first;                                                           \
        im[0] = SET1((T)0);                                                      \
        UNROLL for (int j = 1; j < H; j++)                                       \
        {                                                                        \
            const V f = LOAD_SOME(x + j * m, count);                             \
            const V g = LOAD_SOME(x + (R - j) * m, count);                       \
            u[j] = f + g;                                                        \
            v[j] = f - g;                                                        \
            re[0] = re[0] + u[j];                                                \
        }                                                                        \
        UNROLL for (int k = 1; k < H; k++)                                       \
        {                                                                        \
            V e = first, d = v[1] * SET1((T)s[k]);                               \
            UNROLL for (int j = 1; j < H; j++)                                   \
            {                                                                    \
                e = FMA(u[j], SET1((T)c[j * k % R]), e);                         \
            }                                                                    \
            UNROLL for (int j = 2; j < H; j++)                                   \
            {                                                                    \
                d = FMA(v[j], SET1((T)s[j * k % R]), d);                         \
            }                                                                    \
            const V wr = LOAD_SOME((const T *)a->w_re + (k - 1) * m + p, count); \
            const V wi = LOAD_SOME((const T *)a->w_im + (k - 1) * m + p, count); \
            re[k] = FMA(e, wr, d * wi);                                          \
            im[k] = FMS(e, wi, d * wr);                                          \
        }                                                                        \
        PUT_COLUMNS(re, H, (T *)a->out_re + p * H);                              \
        PUT_COLUMNS(im, H, (T *)a->out_im + p * H);                              \
    }                                                                            \
    static void FN(real_forward_##R)(const tfk_real_pass *a)                     \
    {                                                                            \
        for (int64_t p = 0; p < a->m; p += VL) {                                 \
            FN(real_columns_##R)(a, p, a->m - p);                                \
        }                                                                        \
    }

#define REAL_BACKWARD(R)                                                         \
    TFK_INLINE void FN(real_legs_##R)(const tfk_real_pass *a, int64_t p,         \
                                      int64_t count)                             \
    {                                                                            \
        static const double c[R] = TFK_COS_##R, s[R] = TFK_SIN_##R;              \
        enum { H = R / 2 + 1 };                                                  \
        T *x = (T *)a->out_re + p;                                               \
        int64_t m = a->m;                                                        \
        const V scale = SET1((T)a->scale);                                       \
        V u[H], v[H];                                                            \
        KEEP_IN_LOOP(m);                                                         \
        FN(get_columns)(u, H, (const T *)a->in_re + p * H);                      \
        FN(get_columns)(v, H, (const T *)a->in_im + p * H);                      \
        V first = u[0], sum = first;                                             \
        UNROLL for (int k = 1; k < H; k++)                                       \
        {                                                                        \
            const V wr = LOAD_SOME((const T *)a->w_re + (k - 1) * m + p, count); \
            const V wi = LOAD_SOME((const T *)a->w_im + (k - 1) * m + p, count); \
            const V f = u[k], g = v[k];                                          \
            u[k] = FMS(f, wr, g * wi);                                           \
            v[k] = FMA(g, wr, f * wi);                                           \
            u[k] = u[k] + u[k];                                                  \
            v[k] = v[k] + v[k];                                                  \
            sum = sum + u[k];                                                    \
        }                                                                        \
        FN(store_some)(x, sum * scale, count);                                   \
        UNROLL for (int j = 1; j < H; j++)                                       \
        {                                                                        \
            V e = first, d = v[1] * SET1((T)s[j]);                               \
            UNROLL for (int k = 1; k < H; k++)                                   \
            {                                                                    \
                e = FMA(u[k], SET1((T)c[j * k % R]), e);                         \
            }                                                                    \
            UNROLL for (int k = 2; k < H; k++)                                   \
            {                                                                    \
                d = FMA(v[k], SET1((T)s[j * k % R]), d);                         \
            }                                                                    \
            FN(store_some)(x + j * m, (e + d) * scale, count);                   \
            FN(store_some)(x + (R - j) * m, (e - d) * scale, count);             \
        }                                                                        \
    }                                                                            \
    static void FN(real_backward_##R)(const tfk_real_pass *a)                    \
    {                                                                            \
        for (int64_t p = 0; p < a->m; p += VL) {                                 \
            FN(real_legs_##R)(a, p, a->m - p);                                   \
        }                                                                        \
    }

#define EACH_REAL_RADIX(X) X(3) X(5) X(7) X(9) X(11) X(13) X(15)
EACH_REAL_RADIX(REAL_FORWARD)
EACH_REAL_RADIX(REAL_BACKWARD)

#undef REAL_FORWARD
#undef REAL_BACKWARD
#undef LOAD_SOME
#undef PUT_COLUMNS
#undef EACH_REAL_RADIX
#undef KEEP_IN_LOOP
