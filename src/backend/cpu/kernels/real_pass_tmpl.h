/* real_pass_tmpl.h - real DFTs of R legs down the columns of an R x m array, R odd,
 * with the twiddles of the columns: the passes of real transforms of odd composite
 * length. See tfk_real_pass. */

#include "backend/cpu/kernels/gen/dft_real_gen.h"

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

#define COLUMN_TWIDDLE(w, k)   LOAD_SOME((const T *)a->w + ((k)-1) * m + p, count)
#define FORWARD_GET(j, v)      v = LOAD_SOME(x + (j)*m, count)
#define FORWARD_PUT_REAL(k, r) re[k] = r, im[k] = SET1((T)0)
#define FORWARD_PUT(k, r, i)                  \
    do {                                      \
        const V c_ = COLUMN_TWIDDLE(w_re, k); \
        const V s_ = COLUMN_TWIDDLE(w_im, k); \
        const V r_ = r, i_ = i;               \
        re[k] = FMS(r_, c_, i_ * s_);         \
        im[k] = FMA(i_, c_, r_ * s_);         \
    } while (0)

#define REAL_FORWARD(R)                                                     \
    TFK_INLINE void FN(real_columns_##R)(const tfk_real_pass *a, int64_t p, \
                                         int64_t count)                     \
    {                                                                       \
        enum { H = R / 2 + 1 };                                             \
        const T *x = (const T *)a->in_re + p;                               \
        int64_t m = a->m;                                                   \
        V re[H], im[H];                                                     \
        KEEP_IN_LOOP(m);                                                    \
        TFK_R2C_##R(FORWARD_GET, FORWARD_PUT, FORWARD_PUT_REAL);            \
        PUT_COLUMNS(re, H, (T *)a->out_re + p * H);                         \
        PUT_COLUMNS(im, H, (T *)a->out_im + p * H);                         \
    }                                                                       \
    static void FN(real_forward_##R)(const tfk_real_pass *a)                \
    {                                                                       \
        for (int64_t p = 0; p < a->m; p += VL) {                            \
            FN(real_columns_##R)(a, p, a->m - p);                           \
        }                                                                   \
    }

#define BACKWARD_GET_REAL(k, r) r = u[k]
#define BACKWARD_GET(k, r, i)                 \
    do {                                      \
        const V c_ = COLUMN_TWIDDLE(w_re, k); \
        const V s_ = COLUMN_TWIDDLE(w_im, k); \
        r = FMS(u[k], c_, v[k] * s_);         \
        i = FMA(v[k], c_, u[k] * s_);         \
    } while (0)
#define BACKWARD_PUT(j, e) FN(store_some)(x + (j)*m, (e)*scale, count)

#define REAL_BACKWARD(R)                                                 \
    TFK_INLINE void FN(real_legs_##R)(const tfk_real_pass *a, int64_t p, \
                                      int64_t count)                     \
    {                                                                    \
        enum { H = R / 2 + 1 };                                          \
        T *x = (T *)a->out_re + p;                                       \
        int64_t m = a->m;                                                \
        const V scale = SET1((T)a->scale);                               \
        V u[H], v[H];                                                    \
        KEEP_IN_LOOP(m);                                                 \
        FN(get_columns)(u, H, (const T *)a->in_re + p * H);              \
        FN(get_columns)(v, H, (const T *)a->in_im + p * H);              \
        TFK_C2R_##R(BACKWARD_GET, BACKWARD_GET_REAL, BACKWARD_PUT);      \
    }                                                                    \
    static void FN(real_backward_##R)(const tfk_real_pass *a)            \
    {                                                                    \
        for (int64_t p = 0; p < a->m; p += VL) {                         \
            FN(real_legs_##R)(a, p, a->m - p);                           \
        }                                                                \
    }

#define EACH_REAL_RADIX(X) X(3) X(5) X(7) X(9) X(11) X(13) X(15)
EACH_REAL_RADIX(REAL_FORWARD)
EACH_REAL_RADIX(REAL_BACKWARD)

#undef FORWARD_GET
#undef FORWARD_PUT
#undef FORWARD_PUT_REAL
#undef BACKWARD_GET
#undef BACKWARD_GET_REAL
#undef BACKWARD_PUT
#undef COLUMN_TWIDDLE
#undef REAL_FORWARD
#undef REAL_BACKWARD
#undef LOAD_SOME
#undef PUT_COLUMNS
#undef EACH_REAL_RADIX
#undef KEEP_IN_LOOP
