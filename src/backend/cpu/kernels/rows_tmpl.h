/* rows_tmpl.h - whole transforms of few points along contiguous rows, a vector's worth
 * of rows at a time. What is left goes to row_tmpl.h. Instance of vectors. */

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
