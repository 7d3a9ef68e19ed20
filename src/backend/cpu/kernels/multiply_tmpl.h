/* multiply_tmpl.h - products of points with a table. */

/* One complex product over `count` lanes with the same formula everywhere. */
TFK_INLINE void FN(multiply_points)(const T *ir, const T *ii, int in_il, T *yr, T *yi,
                                    int out_il, int64_t count, V c, V s, int use_w,
                                    T sign, T scale_re, T scale_im)
{
    V x, y;
    FN(load_points)(ir, ii, in_il, count, &x, &y);
    y = y * SET1(sign);
    if (use_w) {
        V t = FMS(x, c, y * s);
        y = FMA(y, c, x * s);
        x = t;
    }
    FN(store_points)(yr, yi, out_il, count, x * SET1(scale_re), y * SET1(scale_im));
}

/* A single line, with w or without. */
TFK_INLINE void FN(multiply_line)(const tfk_multiply *a, int in_il, int out_il,
                                  int use_w, T sign, T sr, T si)
{
    const T *wr = a->w_re, *wi = a->w_im, *ir = a->in.re, *ii = a->in.im;
    T *yr = a->out.re, *yi = a->out.im;
    const int64_t xi = in_il ? 2 : 1, xo = out_il ? 2 : 1, n = a->n;
    for (int64_t j = 0; j < n; j += VL) {
        const int64_t count = n - j < VL ? n - j : VL;
        V c = { 0 }, s = { 0 };
        if (use_w) {
            c = count == VL ? LOAD(wr + j) : LOADN(wr + j, count);
            s = count == VL ? LOAD(wi + j) : LOADN(wi + j, count);
        }
        FN(multiply_points)
        (ir + xi * j, ii + xi * j, in_il, yr + xo * j, yi + xo * j, out_il, count, c, s,
         use_w, sign, sr, si);
    }
}

static void FN(multiply)(const tfk_multiply *argument)
{
    const tfk_multiply copy = *argument, *const a = &copy; /* no store can change it */
    const T sign = a->conj_in ? (T)-1 : (T)1;
    const T sr = (T)a->scale, si = a->conj_out ? -sr : sr;
    const T *wr = a->w_re, *wi = a->w_im, *ir = a->in.re, *ii = a->in.im;
    T *yr = a->out.re, *yi = a->out.im;
    const int64_t xi = a->in.interleaved ? 2 : 1, xo = a->out.interleaved ? 2 : 1;
    if (a->lanes == 1 && a->in.stride == xi && a->out.stride == xo) {
        if (wr == NULL) {
            FN(multiply_line)(a, xi == 2, xo == 2, 0, sign, sr, si);
        } else if (xi == 2) {
            (xo == 2 ? FN(multiply_line)(a, 1, 1, 1, sign, sr, si)
                     : FN(multiply_line)(a, 1, 0, 1, sign, sr, si));
        } else {
            (xo == 2 ? FN(multiply_line)(a, 0, 1, 1, sign, sr, si)
                     : FN(multiply_line)(a, 0, 0, 1, sign, sr, si));
        }
        return;
    }
    for (int64_t j = 0; j < a->n; j++) {
        V c = { 0 }, s = { 0 };
        if (wr != NULL) {
            c = SET1(wr[j]);
            s = SET1(wi[j]);
        }
        int64_t i = j * a->in.stride, o = j * a->out.stride;
        for (int64_t b = 0; b < a->lanes; b += VL) {
            FN(multiply_points)
            (ir + i + xi * b, ii + i + xi * b, a->in.interleaved, yr + o + xo * b,
             yi + o + xo * b, a->out.interleaved, a->lanes - b, c, s, wr != NULL, sign,
             sr, si);
        }
    }
}

/* The same of real points. */
TFK_INLINE void FN(real_times)(const T *x, T *yr, T *yi, int out_il, int64_t count, V c,
                               V s)
{
    V v = count < VL ? LOADN(x, count) : LOAD(x);
    FN(store_points)(yr, yi, out_il, count, v * c, v * s);
}

TFK_INLINE void FN(real_times_line)(const tfk_multiply *a, int out_il)
{
    const T *wr = a->w_re, *wi = a->w_im, *x = a->in.re;
    T *yr = a->out.re, *yi = a->out.im;
    const int64_t xo = out_il ? 2 : 1, n = a->n;
    for (int64_t j = 0; j < n; j += VL) {
        const int64_t count = n - j < VL ? n - j : VL;
        V c = count < VL ? LOADN(wr + j, count) : LOAD(wr + j);
        V s = count < VL ? LOADN(wi + j, count) : LOAD(wi + j);
        FN(real_times)(x + j, yr + xo * j, yi + xo * j, out_il, count, c, s);
    }
}

static void FN(multiply_real)(const tfk_multiply *argument)
{
    const tfk_multiply copy = *argument, *const a = &copy; /* no store can change it */
    const T *wr = a->w_re, *wi = a->w_im, *x = a->in.re;
    T *yr = a->out.re, *yi = a->out.im;
    const int il = a->out.interleaved;
    if (a->lanes == 1 && a->in.stride == 1 && a->out.stride == (il ? 2 : 1)) {
        (il ? FN(real_times_line)(a, 1) : FN(real_times_line)(a, 0));
        return;
    }
    for (int64_t j = 0; j < a->n; j++) {
        const int64_t i = j * a->in.stride, o = j * a->out.stride;
        for (int64_t b = 0; b < a->lanes; b += VL) {
            const int64_t at = o + (il ? 2 : 1) * b;
            FN(real_times)
            (x + i + b, yr + at, yi + at, il, a->lanes - b, SET1(wr[j]), SET1(wi[j]));
        }
    }
}

/* Real parts of products. */
TFK_INLINE void FN(times_to_real)(const T *ir, const T *ii, int in_il, T *y,
                                  int64_t count, V c, V s, T scale)
{
    V u, v;
    FN(load_points)(ir, ii, in_il, count, &u, &v);
    v = FMS(u, c, v * s) * SET1(scale);
    if (count < VL) {
        STOREN(y, v, count);
    } else {
        STORE(y, v);
    }
}

TFK_INLINE void FN(times_to_real_line)(const tfk_multiply *a, int in_il)
{
    const T *wr = a->w_re, *wi = a->w_im, *ir = a->in.re, *ii = a->in.im;
    T *y = a->out.re;
    const int64_t xi = in_il ? 2 : 1, n = a->n;
    for (int64_t j = 0; j < n; j += VL) {
        const int64_t count = n - j < VL ? n - j : VL;
        V c = count < VL ? LOADN(wr + j, count) : LOAD(wr + j);
        V s = count < VL ? LOADN(wi + j, count) : LOAD(wi + j);
        FN(times_to_real)
        (ir + xi * j, ii + xi * j, in_il, y + j, count, c, s, (T)a->scale);
    }
}

static void FN(multiply_to_real)(const tfk_multiply *argument)
{
    const tfk_multiply copy = *argument, *const a = &copy; /* no store can change it */
    const T *wr = a->w_re, *wi = a->w_im, *ir = a->in.re, *ii = a->in.im;
    T *y = a->out.re;
    const int il = a->in.interleaved;
    if (a->lanes == 1 && a->out.stride == 1 && a->in.stride == (il ? 2 : 1)) {
        (il ? FN(times_to_real_line)(a, 1) : FN(times_to_real_line)(a, 0));
        return;
    }
    for (int64_t j = 0; j < a->n; j++) {
        const int64_t i = j * a->in.stride, o = j * a->out.stride;
        for (int64_t b = 0; b < a->lanes; b += VL) {
            const int64_t at = i + (il ? 2 : 1) * b;
            FN(times_to_real)
            (ir + at, ii + at, il, y + o + b, a->lanes - b, SET1(wr[j]), SET1(wi[j]),
             (T)a->scale);
        }
    }
}
