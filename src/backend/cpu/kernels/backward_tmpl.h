/* backward_tmpl.h - vectors of points that lie back to front. */

/* `count` points at p, p - 1, … (front to back), each step `step` components. */
TFK_INLINE void FN(load_back)(const T *re, const T *im, int interleaved, int64_t count,
                              V *x, V *y)
{
#if TFK_WIDE
    const int64_t step = interleaved ? 2 : 1;
    if (count >= VL) {
        FN(load_points)
        (re - (VL - 1) * step, im - (VL - 1) * step, interleaved, VL, x, y);
        *x = REVERSE(*x);
        *y = REVERSE(*y);
        return;
    }
    V a = { 0 }, b = { 0 };
    for (int64_t i = 0; i < count; i++) {
        a[i] = re[-i * step];
        b[i] = im[-i * step];
    }
    *x = a;
    *y = b;
#else
    FN(load_points)(re, im, interleaved, count, x, y);
#endif
}

TFK_INLINE void FN(store_back)(T *re, T *im, int interleaved, int64_t count, V x, V y)
{
#if TFK_WIDE
    const int64_t step = interleaved ? 2 : 1;
    if (count >= VL) {
        FN(store_points)
        (re - (VL - 1) * step, im - (VL - 1) * step, interleaved, VL, REVERSE(x),
         REVERSE(y));
        return;
    }
    for (int64_t i = 0; i < count; i++) {
        re[-i * step] = x[i];
        im[-i * step] = y[i];
    }
#else
    FN(store_points)(re, im, interleaved, count, x, y);
#endif
}
