/* rows_tmpl.h - whole transforms of few points along contiguous rows, a vector's worth
 * of rows at a time: they are transposed in registers while they are loaded and stored.
 * What is left goes to row_tmpl.h. Instance of vectors. */

/* Components 0 … n-1 of VL rows, one vector for each component. */
TFK_INLINE void FN(rows_load)(const T *p, int64_t row, int n, V *v)
{
    V t[VL];
    UNROLL for (int c = 0; c < n; c += VL)
    {
        const int at =
            n < VL || c + VL <= n ? c : n - VL; /* the last square overlaps */
        UNROLL for (int r = 0; r < VL; r++)
        {
            t[r] = n < VL ? LOADN(p + r * row, n) : LOAD(p + r * row + at);
        }
        FN(transpose_square)(t);
        UNROLL for (int i = 0; i < VL; i++)
        {
            if (at + i < n) {
                v[at + i] = t[i];
            }
        }
    }
}

TFK_INLINE void FN(rows_store)(T *p, int64_t row, int n, const V *v)
{
    V t[VL];
    UNROLL for (int c = 0; c < n; c += VL)
    {
        const int at = n < VL || c + VL <= n ? c : n - VL;
        UNROLL for (int i = 0; i < VL; i++)
        {
            t[i] = v[at + i < n ? at + i : 0];
        }
        FN(transpose_square)(t);
        UNROLL for (int r = 0; r < VL; r++)
        {
            if (n < VL) {
                STOREN(p + r * row, t[r], n);
            } else {
                STORE(p + r * row + at, t[r]);
            }
        }
    }
}

TFK_INLINE void FN(rows_in)(const T *x, const T *y, int64_t row, int n, int interleaved,
                            T sign, V *re, V *im)
{
    if (interleaved) {
        V v[2 * TFK_MAX_RADIX];
        FN(rows_load)(x, row, 2 * n, v);
        UNROLL for (int j = 0; j < n; j++)
        {
            re[j] = v[2 * j];
            im[j] = v[2 * j + 1];
        }
    } else {
        FN(rows_load)(x, row, n, re);
        FN(rows_load)(y, row, n, im);
    }
    UNROLL for (int j = 0; j < n; j++)
    {
        im[j] = im[j] * SET1(sign);
    }
}

TFK_INLINE void FN(rows_out)(T *x, T *y, int64_t row, int n, int interleaved, T scale,
                             T scale_im, V *re, V *im)
{
    UNROLL for (int k = 0; k < n; k++)
    {
        re[k] = re[k] * SET1(scale);
        im[k] = im[k] * SET1(scale_im);
    }
    if (interleaved) {
        V v[2 * TFK_MAX_RADIX];
        UNROLL for (int k = 0; k < n; k++)
        {
            v[2 * k] = re[k];
            v[2 * k + 1] = im[k];
        }
        FN(rows_store)(x, row, 2 * n, v);
    } else {
        FN(rows_store)(x, row, n, re);
        FN(rows_store)(y, row, n, im);
    }
}

/* Returns the first row that is left. */
#define ROWS(N)                                                                       \
    TFK_INLINE int64_t FN(rows_as_##N)(const tfk_rows *a, const T *x, const T *y,     \
                                       T *xo, T *yo, int in, int out)                 \
    {                                                                                 \
        const T sign = a->conj_in ? (T)-1 : (T)1;                                     \
        const T scale = (T)a->scale, scale_im = a->conj_out ? -scale : scale;         \
        int64_t row = 0;                                                              \
        for (; row + VL <= a->n_rows; row += VL) {                                    \
            const int64_t i = row * a->in_row, o = row * a->out_row;                  \
            V re[N], im[N];                                                           \
            FN(rows_in)(x + i, in ? x : y + i, a->in_row, N, in, sign, re, im);       \
            FN(bf##N)(re, im);                                                        \
            FN(rows_out)                                                              \
            (xo + o, out ? xo : yo + o, a->out_row, N, out, scale, scale_im, re, im); \
        }                                                                             \
        return row;                                                                   \
    }                                                                                 \
    static __attribute__((noinline)) void FN(rows_many_##N)(                          \
        const tfk_rows *a, const void *x, const void *y, void *xo, void *yo)          \
    {                                                                                 \
        int64_t row;                                                                  \
        if (a->in_interleaved && a->out_interleaved) {                                \
            row = FN(rows_as_##N)(a, x, y, xo, yo, 1, 1);                             \
        } else if (!a->in_interleaved && !a->out_interleaved) {                       \
            row = FN(rows_as_##N)(a, x, y, xo, yo, 0, 0);                             \
        } else if (a->in_interleaved) {                                               \
            row = FN(rows_as_##N)(a, x, y, xo, yo, 1, 0);                             \
        } else {                                                                      \
            row = FN(rows_as_##N)(a, x, y, xo, yo, 0, 1);                             \
        }                                                                             \
        if (row < a->n_rows) {                                                        \
            ROW_FN(N)(a, row, x, y, xo, yo);                                          \
        }                                                                             \
    }                                                                                 \
    static void FN(rows_##N)(const tfk_rows *a, const void *x, const void *y,         \
                             void *xo, void *yo)                                      \
    {                                                                                 \
        if (a->n_rows >= VL) {                                                        \
            FN(rows_many_##N)(a, x, y, xo, yo);                                       \
        } else {                                                                      \
            ROW_FN(N)(a, 0, x, y, xo, yo);                                            \
        }                                                                             \
    }

EACH_ROW(ROWS)

#undef ROWS
