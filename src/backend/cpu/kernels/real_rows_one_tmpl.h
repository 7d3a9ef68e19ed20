/* real_rows_one_tmpl.h - short real rows one at a time, from `row` on. Instance of one
 * lane. */

#define REAL_ROWS(M)                                                          \
    static void FN(forward_##M)(const tfk_rows *a, const FN(real_row) * w,    \
                                int64_t row, const T *x, T *re, T *im)        \
    {                                                                         \
        for (; row < a->n_rows; row++) {                                      \
            T zr[M], zi[M], xr[M + 1], xi[M + 1];                             \
            FN(row_in)(x + row * a->in_row, x, M, 1, (T)1, zr, zi);           \
            FN(bf##M)(zr, zi);                                                \
            FN(real_row_post)(w, M, zr, zi, xr, xi);                          \
            const int64_t o = row * a->out_row;                               \
            if (a->out_interleaved) {                                         \
                FN(row_out)(re + o, im, M + 1, 1, (T)1, (T)1, xr, xi);        \
            } else {                                                          \
                FN(row_out)(re + o, im + o, M + 1, 0, (T)1, (T)1, xr, xi);    \
            }                                                                 \
        }                                                                     \
    }                                                                         \
    static void FN(backward_##M)(const tfk_rows *a, const FN(real_row) * w,   \
                                 int64_t row, const T *re, const T *im, T *x) \
    {                                                                         \
        for (; row < a->n_rows; row++) {                                      \
            T zr[M], zi[M], xr[M + 1], xi[M + 1];                             \
            const int64_t i = row * a->in_row;                                \
            if (a->in_interleaved) {                                          \
                FN(row_in)(re + i, im, M + 1, 1, (T)1, xr, xi);               \
            } else {                                                          \
                FN(row_in)(re + i, im + i, M + 1, 0, (T)1, xr, xi);           \
            }                                                                 \
            FN(real_row_pre)(w, M, xr, xi, zr, zi);                           \
            FN(bf##M)(zr, zi);                                                \
            FN(real_row_scale)(w, M, zr, zi);                                 \
            FN(row_out)(x + row * a->out_row, x, M, 1, (T)1, (T)1, zr, zi);   \
        }                                                                     \
    }
EACH_REAL_ROW(REAL_ROWS)
#undef REAL_ROWS
