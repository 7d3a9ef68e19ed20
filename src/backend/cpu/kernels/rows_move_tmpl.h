/* rows_move_tmpl.h - VL contiguous rows of n points to vectors over the rows and back,
 * transposed in registers. Instance of vectors. */

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
        V v[2 * TFK_MAX_ROW];
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
        V v[2 * TFK_MAX_ROW];
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
