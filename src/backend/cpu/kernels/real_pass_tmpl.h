/* real_pass_tmpl.h - real DFTs of R legs down the columns of an R x m array, R an odd
 * prime, with the twiddles of the columns: the passes of real transforms of odd
 * composite length. See tfk_real_pass. */

#define REAL_FORWARD(R)                                                             \
    TFK_INLINE void FN(real_rows_##R)(const tfk_real_pass *a, int64_t p,            \
                                      int64_t count)                                \
    {                                                                               \
        static const double c[R] = TFK_COS_##R, s[R] = TFK_SIN_##R;                 \
        const T *x = (const T *)a->in_re + p;                                       \
        T *re = (T *)a->out_re + p, *im = (T *)a->out_im + p;                       \
        V u[R / 2 + 1], v[R / 2 + 1], first = LOAD_SOME(x, count), sum = first;     \
        UNROLL for (int j = 1; j <= R / 2; j++)                                     \
        {                                                                           \
            const V f = LOAD_SOME(x + j * a->m, count);                             \
            const V g = LOAD_SOME(x + (R - j) * a->m, count);                       \
            u[j] = f + g;                                                           \
            v[j] = f - g;                                                           \
            sum = sum + u[j];                                                       \
        }                                                                           \
        STORE_SOME(re, sum, count);                                                 \
        UNROLL for (int k = 1; k <= R / 2; k++)                                     \
        {                                                                           \
            V e = first, d = v[1] * SET1((T)s[k]);                                  \
            UNROLL for (int j = 1; j <= R / 2; j++)                                 \
            {                                                                       \
                e = FMA(u[j], SET1((T)c[j * k % R]), e);                            \
            }                                                                       \
            UNROLL for (int j = 2; j <= R / 2; j++)                                 \
            {                                                                       \
                d = FMA(v[j], SET1((T)s[j * k % R]), d);                            \
            }                                                                       \
            const V wr = LOAD_SOME((const T *)a->w_re + (k - 1) * a->m + p, count); \
            const V wi = LOAD_SOME((const T *)a->w_im + (k - 1) * a->m + p, count); \
            STORE_SOME(re + k * a->m, FMA(e, wr, d * wi), count);                   \
            STORE_SOME(im + k * a->m, FMS(e, wi, d * wr), count);                   \
        }                                                                           \
    }                                                                               \
    static void FN(real_forward_##R)(const tfk_real_pass *a)                        \
    {                                                                               \
        for (int64_t p = 0; p < a->m; p += VL) {                                    \
            FN(real_rows_##R)(a, p, a->m - p);                                      \
        }                                                                           \
    }

#define REAL_BACKWARD(R)                                                            \
    TFK_INLINE void FN(real_legs_##R)(const tfk_real_pass *a, int64_t p,            \
                                      int64_t count)                                \
    {                                                                               \
        static const double c[R] = TFK_COS_##R, s[R] = TFK_SIN_##R;                 \
        const T *re = (const T *)a->in_re + p, *im = (const T *)a->in_im + p;       \
        T *x = (T *)a->out_re + p;                                                  \
        const V scale = SET1((T)a->scale);                                          \
        V u[R / 2 + 1], v[R / 2 + 1], first = LOAD_SOME(re, count), sum = first;    \
        UNROLL for (int k = 1; k <= R / 2; k++)                                     \
        {                                                                           \
            const V wr = LOAD_SOME((const T *)a->w_re + (k - 1) * a->m + p, count); \
            const V wi = LOAD_SOME((const T *)a->w_im + (k - 1) * a->m + p, count); \
            const V f = LOAD_SOME(re + k * a->m, count);                            \
            const V g = LOAD_SOME(im + k * a->m, count);                            \
            u[k] = FMS(f, wr, g * wi);                                              \
            v[k] = FMA(g, wr, f * wi);                                              \
            u[k] = u[k] + u[k];                                                     \
            v[k] = v[k] + v[k];                                                     \
            sum = sum + u[k];                                                       \
        }                                                                           \
        STORE_SOME(x, sum *scale, count);                                           \
        UNROLL for (int j = 1; j <= R / 2; j++)                                     \
        {                                                                           \
            V e = first, d = v[1] * SET1((T)s[j]);                                  \
            UNROLL for (int k = 1; k <= R / 2; k++)                                 \
            {                                                                       \
                e = FMA(u[k], SET1((T)c[j * k % R]), e);                            \
            }                                                                       \
            UNROLL for (int k = 2; k <= R / 2; k++)                                 \
            {                                                                       \
                d = FMA(v[k], SET1((T)s[j * k % R]), d);                            \
            }                                                                       \
            STORE_SOME(x + j * a->m, (e + d) * scale, count);                       \
            STORE_SOME(x + (R - j) * a->m, (e - d) * scale, count);                 \
        }                                                                           \
    }                                                                               \
    static void FN(real_backward_##R)(const tfk_real_pass *a)                       \
    {                                                                               \
        for (int64_t p = 0; p < a->m; p += VL) {                                    \
            FN(real_legs_##R)(a, p, a->m - p);                                      \
        }                                                                           \
    }

#define LOAD_SOME(p, n) ((n) >= VL ? LOAD(p) : (V)LOADN(p, n))
#define STORE_SOME(p, v, n)  \
    do {                     \
        if ((n) >= VL) {     \
            STORE(p, v);     \
        } else {             \
            STOREN(p, v, n); \
        }                    \
    } while (0)

#define EACH_REAL_RADIX(X) X(3) X(5) X(7) X(11) X(13)
EACH_REAL_RADIX(REAL_FORWARD)
EACH_REAL_RADIX(REAL_BACKWARD)

#undef REAL_FORWARD
#undef REAL_BACKWARD
#undef LOAD_SOME
#undef STORE_SOME
#undef EACH_REAL_RADIX
