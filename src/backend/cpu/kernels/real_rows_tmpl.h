/* real_rows_tmpl.h - short real rows, a vector's worth at a time. Instance of vectors.
 */

/* X of n points for VL rows. */
TFK_INLINE void FN(real_rows_put)(const tfk_rows *a, T *re, T *im, int n, const V *xr,
                                  const V *xi)
{
    if (!a->out_interleaved) {
        FN(rows_store)(re, a->out_row, n, xr);
        FN(rows_store)(im, a->out_row, n, xi);
        return;
    }
    V v[2 * (TFK_MAX_ROW + 1)];
    UNROLL for (int k = 0; k < n; k++)
    {
        v[2 * k] = xr[k];
        v[2 * k + 1] = xi[k];
    }
    FN(rows_store)(re, a->out_row, 2 * n, v);
}

TFK_INLINE void FN(real_rows_get)(const tfk_rows *a, const T *re, const T *im, int n,
                                  V *xr, V *xi)
{
    if (!a->in_interleaved) {
        FN(rows_load)(re, a->in_row, n, xr);
        FN(rows_load)(im, a->in_row, n, xi);
        return;
    }
    V v[2 * (TFK_MAX_ROW + 1)];
    FN(rows_load)(re, a->in_row, 2 * n, v);
    UNROLL for (int k = 0; k < n; k++)
    {
        xr[k] = v[2 * k];
        xi[k] = v[2 * k + 1];
    }
}

/* Both return the first row that is left. */
#define REAL_ROWS(M)                                                                 \
    static __attribute__((noinline)) int64_t FN(forward_##M)(                        \
        const tfk_rows *a, const FN(real_row) * w, const T *x, T *re, T *im)         \
    {                                                                                \
        int64_t row = 0;                                                             \
        for (; row + VL <= a->n_rows; row += VL) {                                   \
            V zr[M], zi[M], xr[M + 1], xi[M + 1];                                    \
            FN(rows_in)(x + row * a->in_row, x, a->in_row, M, 1, (T)1, zr, zi);      \
            FN(bf##M)(zr, zi);                                                       \
            FN(real_row_post)(w, M, zr, zi, xr, xi);                                 \
            const int64_t o = row * a->out_row;                                      \
            FN(real_rows_put)                                                        \
            (a, re + o, a->out_interleaved ? im : im + o, M + 1, xr, xi);            \
        }                                                                            \
        return row;                                                                  \
    }                                                                                \
    static __attribute__((noinline)) int64_t FN(backward_##M)(                       \
        const tfk_rows *a, const FN(real_row) * w, const T *re, const T *im, T *x)   \
    {                                                                                \
        int64_t row = 0;                                                             \
        for (; row + VL <= a->n_rows; row += VL) {                                   \
            V zr[M], zi[M], xr[M + 1], xi[M + 1];                                    \
            const int64_t i = row * a->in_row;                                       \
            FN(real_rows_get)                                                        \
            (a, re + i, a->in_interleaved ? im : im + i, M + 1, xr, xi);             \
            FN(real_row_pre)(w, M, xr, xi, zr, zi);                                  \
            FN(bf##M)(zr, zi);                                                       \
            FN(rows_out)                                                             \
            (x + row * a->out_row, x, a->out_row, M, 1, w->scale, w->scale, zr, zi); \
        }                                                                            \
        return row;                                                                  \
    }
EACH_REAL_ROW(REAL_ROWS)
#undef REAL_ROWS
