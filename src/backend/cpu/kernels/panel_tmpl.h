/* panel_tmpl.h - VL contiguous rows of n >= VL points to vectors over the rows and
 * back, a square of VL components of each row at a time, transposed in registers.
 * Instance of vectors. */

/* Columns `at` … at + VL - 1 of VL rows. */
TFK_INLINE void FN(panel_take)(const T *p, int64_t row, V *t)
{
    UNROLL for (int r = 0; r < VL; r++)
    {
        t[r] = LOAD(p + r * row);
    }
    FN(transpose_square)(t);
}

TFK_INLINE void FN(panel_give)(T *p, int64_t row, V *t)
{
    FN(transpose_square)(t);
    UNROLL for (int r = 0; r < VL; r++)
    {
        STORE(p + r * row, t[r]);
    }
}

/* Where square c of n columns begins: the last one overlaps the one before. */
TFK_INLINE int FN(panel_column)(int c, int n)
{
    return c + VL <= n ? c : n - VL;
}

TFK_INLINE void FN(panel_load)(const T *x, const T *y, int64_t row, int n, int il,
                               T sign, V *re, V *im)
{
    V t[VL];
    for (int c = 0; il && c < 2 * n; c += VL) {
        const int at = FN(panel_column)(c, 2 * n);
        FN(panel_take)(x + at, row, t);
        UNROLL for (int i = 0; i < VL / 2; i++)
        {
            re[at / 2 + i] = t[2 * i];
            im[at / 2 + i] = t[2 * i + 1] * SET1(sign);
        }
    }
    for (int c = 0; !il && c < n; c += VL) {
        const int at = FN(panel_column)(c, n);
        FN(panel_take)(x + at, row, re + at);
        FN(panel_take)(y + at, row, t);
        UNROLL for (int i = 0; i < VL; i++)
        {
            im[at + i] = t[i] * SET1(sign);
        }
    }
}

TFK_INLINE void FN(panel_store)(T *x, T *y, int64_t row, int n, int il, const V *re,
                                const V *im)
{
    V t[VL];
    for (int c = 0; il && c < 2 * n; c += VL) {
        const int at = FN(panel_column)(c, 2 * n);
        UNROLL for (int i = 0; i < VL / 2; i++)
        {
            t[2 * i] = re[at / 2 + i];
            t[2 * i + 1] = im[at / 2 + i];
        }
        FN(panel_give)(x + at, row, t);
    }
    for (int c = 0; !il && c < n; c += VL) {
        const int at = FN(panel_column)(c, n);
        UNROLL for (int i = 0; i < VL; i++)
        {
            t[i] = re[at + i];
        }
        FN(panel_give)(x + at, row, t);
        UNROLL for (int i = 0; i < VL; i++)
        {
            t[i] = im[at + i];
        }
        FN(panel_give)(y + at, row, t);
    }
}
