/* fold_tmpl.h - the kernels of fold_table.h for one type. The last vector of a row may
 * repeat some of the one before. */

TFK_INLINE void FN(fold_row)(const T *a, const T *b, T *out, int64_t n)
{
#if TFK_WIDE
    if (n >= VL) {
        for (int64_t j = 0; j < n; j += VL) { /* halved first: a sum could overflow */
            const int64_t i = j + VL <= n ? j : n - VL;
            const V back = REVERSE(LOAD(b - i - (VL - 1)));
            STORE(out + i, LOAD(a + i) * K(0.5) + back * K(0.5));
        }
        return;
    }
#endif
    _Pragma("GCC unroll 1") /* fewer than a vector */
        for (int64_t i = 0; i < n; i++)
    {
        out[i] = a[i] * (T)0.5 + b[-i] * (T)0.5;
    }
}

static void FN(fold)(const tfk_fold *argument)
{
    const tfk_fold copy = *argument, *const f = &copy; /* no store can change it */
    for (int64_t r = 0; r < f->n_rows; r++) {
        FN(fold_row)
        ((const T *)f->a + r * f->a_row, (const T *)f->b + r * f->b_row,
         (T *)f->out + r * f->out_row, f->n);
    }
}

TFK_INLINE void FN(move_row)(const T *in, T *out, int64_t n, int back, int stream)
{
    int64_t i = 0;
#if TFK_WIDE
    for (; i + VL <= n; i += VL) {
        const V v = back ? REVERSE(LOAD(in + n - i - VL)) : LOAD(in + i);
        if (stream) {
            TFK_V_STREAM(out + i, v);
        } else {
            STORE(out + i, v);
        }
    }
#endif
    (void)stream;
    for (; i < n; i++) {
        out[i] = back ? in[n - 1 - i] : in[i];
    }
}

static void FN(move)(const void *in, void *out, int64_t n, int back, int stream)
{
    if (stream && (uintptr_t)out % 64 == 0) {
        if (back) {
            FN(move_row)(in, out, n, 1, 1);
        } else {
            FN(move_row)(in, out, n, 0, 1);
        }
    } else if (back) {
        FN(move_row)(in, out, n, 1, 0);
    } else {
        FN(move_row)(in, out, n, 0, 0);
    }
}
