/* row_tmpl.h - whole transforms of few points along contiguous rows, one row at a time
 * in scalars: a single short line would leave a vector nearly empty. See tfk_rows for
 * the formula. Instance of one lane. */

TFK_INLINE void FN(row_in)(const T *x, const T *y, int n, int interleaved, T sign,
                           T *re, T *im)
{
    UNROLL for (int j = 0; j < n; j++)
    {
        re[j] = x[interleaved ? 2 * j : j];
        im[j] = (interleaved ? x[2 * j + 1] : y[j]) * sign;
    }
}

TFK_INLINE void FN(row_out)(T *x, T *y, int n, int interleaved, T scale, T scale_im,
                            const T *re, const T *im)
{
    UNROLL for (int k = 0; k < n; k++)
    {
        x[interleaved ? 2 * k : k] = re[k] * scale;
        *(interleaved ? x + 2 * k + 1 : y + k) = im[k] * scale_im;
    }
}

/* Rows from `row` on; layouts are constants. */
#define ROW(N)                                                                       \
    TFK_INLINE void FN(row_as_##N)(const tfk_rows *a, int64_t row, const T *x,       \
                                   const T *y, T *xo, T *yo, int in, int out)        \
    {                                                                                \
        const T sign = a->conj_in ? (T)-1 : (T)1;                                    \
        const T scale = (T)a->scale, scale_im = a->conj_out ? -scale : scale;        \
        do {                                                                         \
            const int64_t i = row * a->in_row, o = row * a->out_row;                 \
            T re[N], im[N];                                                          \
            FN(row_in)(x + i, in ? x : y + i, N, in, sign, re, im);                  \
            FN(bf##N)(re, im);                                                       \
            FN(row_out)(xo + o, out ? xo : yo + o, N, out, scale, scale_im, re, im); \
        } while (++row < a->n_rows);                                                 \
    }                                                                                \
    static void FN(row_##N)(const tfk_rows *a, int64_t row, const void *x,           \
                            const void *y, void *xo, void *yo)                       \
    {                                                                                \
        if (a->in_interleaved && a->out_interleaved) {                               \
            FN(row_as_##N)(a, row, x, y, xo, yo, 1, 1);                              \
        } else if (!a->in_interleaved && !a->out_interleaved) {                      \
            FN(row_as_##N)(a, row, x, y, xo, yo, 0, 0);                              \
        } else if (a->in_interleaved) {                                              \
            FN(row_as_##N)(a, row, x, y, xo, yo, 1, 0);                              \
        } else {                                                                     \
            FN(row_as_##N)(a, row, x, y, xo, yo, 0, 1);                              \
        }                                                                            \
    }

EACH_ROW(ROW)

#undef ROW
