/* tile_tmpl.h - the twiddled transpose of the four-step transform. */

#if TFK_WIDE
/* A square of VL rows and columns at r0, c0, or the first `rows` and `cols` of it. */
TFK_INLINE void FN(transpose_block)(const tfk_transpose *a, int64_t r0, int64_t c0,
                                    int64_t rows, int64_t cols)
{
    const T *in_re = (const T *)a->in_re + r0 * a->in_stride + c0;
    const T *in_im = (const T *)a->in_im + r0 * a->in_stride + c0;
    V x[VL], y[VL];
    UNROLL for (int r = 0; r < VL; r++)
    {
        x[r] = y[r] = (V){ 0 };
        if (r < rows) {
            FN(load_points)
            (in_re + r * a->in_stride, in_im + r * a->in_stride, 0, cols, &x[r], &y[r]);
        }
    }
    FN(transpose_square)(x);
    FN(transpose_square)(y);
    UNROLL for (int c = 0; c < VL; c++)
    {
        if (c < cols) {
            const int64_t at = (c0 + c) * a->w_stride + r0;
            const int64_t to = (c0 + c) * a->out_stride + r0;
            V wr, wi;
            FN(load_points)
            ((const T *)a->w_re + at, (const T *)a->w_im + at, 0, rows, &wr, &wi);
            FN(store_points)
            ((T *)a->out_re + to, (T *)a->out_im + to, 0, rows,
             FMS(x[c], wr, y[c] * wi), FMA(y[c], wr, x[c] * wi));
        }
    }
}

/* Where the block after `at` of `n` begins: the last one is moved back to be whole. */
TFK_INLINE int64_t FN(whole)(int64_t at, int64_t n)
{
    return n >= VL && at > n - VL ? n - VL : at;
}

TFK_INLINE void FN(transpose_squares)(const tfk_transpose *a)
{
    const int64_t rows = a->n_rows, cols = a->n_cols;
    for (int64_t r = 0; r < rows; r += VL) {
        for (int64_t c = 0; c < cols; c += VL) {
            const int64_t r0 = FN(whole)(r, rows), c0 = FN(whole)(c, cols);
            if (rows >= VL && cols >= VL) {
                FN(transpose_block)(a, r0, c0, VL, VL);
            } else {
                FN(transpose_block)
                (a, r0, c0, rows < VL ? rows : VL, cols < VL ? cols : VL);
            }
        }
    }
}
#else
TFK_INLINE void FN(transpose_point)(const tfk_transpose *a, int64_t r, int64_t c)
{
    const T x = ((const T *)a->in_re)[r * a->in_stride + c];
    const T y = ((const T *)a->in_im)[r * a->in_stride + c];
    const T wr = ((const T *)a->w_re)[c * a->w_stride + r];
    const T wi = ((const T *)a->w_im)[c * a->w_stride + r];
    ((T *)a->out_re)[c * a->out_stride + r] = S_FMA(x, wr, -(y * wi));
    ((T *)a->out_im)[c * a->out_stride + r] = S_FMA(y, wr, x * wi);
}

TFK_INLINE void FN(transpose_points)(const tfk_transpose *a)
{
    for (int64_t r = 0; r < a->n_rows; r++) {
        for (int64_t c = 0; c < a->n_cols; c++) {
            FN(transpose_point)(a, r, c);
        }
    }
}
#endif

static void FN(transpose)(const tfk_transpose *argument)
{
    const tfk_transpose copy = *argument, *const a = &copy; /* no store can change it */
#if TFK_WIDE
    FN(transpose_squares)(a);
#else
    FN(transpose_points)(a);
#endif
}
