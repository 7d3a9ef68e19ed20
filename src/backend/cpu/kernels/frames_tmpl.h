/* frames_tmpl.h - the kernels of frames_table.h for one type: squares of VL points by
 * VL frames are turned in registers; the last square of a frame repeats some of the one
 * before. Tiles whose lanes are no multiple of a vector, and frames shorter than one,
 * go number by number. */

/* The frame that lane l holds. */
TFK_INLINE int64_t FN(frame_of)(const tfk_tile *t, int64_t l)
{
    return l < t->n_frames ? l : t->n_frames - 1;
}

TFK_INLINE void FN(scatter)(const T *re, const T *im, int64_t step, const tfk_tile *t,
                            int64_t l)
{
    T *x = (T *)t->re + l, *y = (T *)t->im + l;
    for (int64_t j = 0; j < t->points; j++) {
        x[j * t->lanes] = re[j * step];
        y[j * t->lanes] = im[j * step];
    }
}

TFK_INLINE void FN(collect)(const tfk_tile *t, int64_t l, T *re, T *im, int64_t step)
{
    const T *x = (const T *)t->re + l, *y = (const T *)t->im + l;
    for (int64_t j = 0; j < t->points; j++) {
        re[j * step] = x[j * t->lanes];
        im[j * step] = y[j * t->lanes];
    }
}

#if TFK_WIDE
TFK_INLINE int FN(has_squares)(const tfk_tile *t)
{
    return t->lanes % VL == 0 && t->points >= VL;
}

TFK_INLINE int64_t FN(square_at)(const tfk_tile *t, int64_t j)
{
    return j + VL <= t->points ? j : t->points - VL;
}

TFK_INLINE void FN(to_squares)(const tfk_frames *f, const tfk_tile *t, int il)
{
    const int64_t step = il ? 2 : 1;
    const T *re = f->re, *im = il ? re + 1 : f->im;
    for (int64_t l = 0; l < t->lanes; l += VL) {
        for (int64_t j = 0; j < t->points; j += VL) {
            const int64_t at = FN(square_at)(t, j);
            V x[VL], y[VL];
            UNROLL for (int i = 0; i < VL; i++)
            {
                const int64_t from = FN(frame_of)(t, l + i) * f->frame + at * step;
                FN(load_points)(re + from, im + from, il, VL, &x[i], &y[i]);
            }
            FN(panel_give)((T *)t->re + at * t->lanes + l, t->lanes, x);
            FN(panel_give)((T *)t->im + at * t->lanes + l, t->lanes, y);
        }
    }
}

TFK_INLINE void FN(from_squares)(const tfk_tile *t, const tfk_frames *f, int il)
{
    const int64_t step = il ? 2 : 1;
    for (int64_t l = 0; l < t->n_frames; l += VL) {
        T *re = (T *)f->re + l * f->frame;
        T *im = il ? re + 1 : (T *)f->im + l * f->frame;
        for (int64_t j = 0; j < t->points; j += VL) {
            const int64_t at = FN(square_at)(t, j);
            V x[VL], y[VL];
            FN(panel_take)((const T *)t->re + at * t->lanes + l, t->lanes, x);
            FN(panel_take)((const T *)t->im + at * t->lanes + l, t->lanes, y);
            UNROLL for (int i = 0; i < VL; i++)
            {
                const int64_t to = i * f->frame + at * step;
                if (l + i < t->n_frames) {
                    FN(store_points)(re + to, im + to, il, VL, x[i], y[i]);
                }
            }
        }
    }
}
#endif

static void FN(to_tile)(const tfk_frames *f, const tfk_tile *t)
{
#if TFK_WIDE
    if (FN(has_squares)(t)) {
        if (f->interleaved) {
            FN(to_squares)(f, t, 1);
        } else {
            FN(to_squares)(f, t, 0);
        }
        return;
    }
#endif
    for (int64_t l = 0; l < t->lanes; l++) {
        const int64_t at = FN(frame_of)(t, l) * f->frame;
        const T *re = (const T *)f->re + at;
        FN(scatter)
        (re, f->interleaved ? re + 1 : (const T *)f->im + at, f->interleaved ? 2 : 1, t,
         l);
    }
}

static void FN(from_tile)(const tfk_tile *t, const tfk_frames *f)
{
#if TFK_WIDE
    if (FN(has_squares)(t)) {
        if (f->interleaved) {
            FN(from_squares)(t, f, 1);
        } else {
            FN(from_squares)(t, f, 0);
        }
        return;
    }
#endif
    for (int64_t l = 0; l < t->n_frames; l++) {
        T *re = (T *)f->re + l * f->frame;
        FN(collect)
        (t, l, re, f->interleaved ? re + 1 : (T *)f->im + l * f->frame,
         f->interleaved ? 2 : 1);
    }
}

static void FN(weigh)(const void *window, const void *const *rows, const tfk_tile *t)
{
    const T *w = window;
    T *tile = t->re;
#if TFK_WIDE
    if (FN(has_squares)(t)) {
        for (int64_t l = 0; l < t->lanes; l += VL) {
            for (int64_t j = 0; j < t->points; j += VL) {
                const int64_t at = FN(square_at)(t, j);
                V x[VL];
                UNROLL for (int i = 0; i < VL; i++)
                {
                    const T *row = rows[FN(frame_of)(t, l + i)];
                    x[i] = LOAD(w + at) * LOAD(row + at);
                }
                FN(panel_give)(tile + at * t->lanes + l, t->lanes, x);
            }
        }
        return;
    }
#endif
    for (int64_t l = 0; l < t->lanes; l++) {
        const T *x = rows[FN(frame_of)(t, l)];
        for (int64_t j = 0; j < t->points; j++) {
            tile[j * t->lanes + l] = w[j] * x[j];
        }
    }
}

/* Points from … to, in blocks from the last to the first, frames in ascending order: so
 * each component gets its frames in ascending order. */
TFK_INLINE void FN(add_points)(const T *w, const tfk_tile *t, T *sum, int64_t hop,
                               int64_t from, int64_t to)
{
    const T *tile = t->re;
    for (int64_t l = 0; l < t->n_frames; l++) {
        for (int64_t j = from; j < to; j++) {
            sum[l * hop + j] += w[j] * tile[j * t->lanes + l];
        }
    }
}

static void FN(add)(const void *window, const tfk_tile *t, void *sum, int64_t hop)
{
    const T *w = window;
    int64_t to = t->points;
    enum { BLOCK_POINTS = 16 };
#if TFK_WIDE
    if (FN(has_squares)(t)) {
        to -= t->points % VL;
        FN(add_points)(w, t, sum, hop, to, t->points);
        for (int64_t j = to - VL; j >= 0; j -= VL) {
            for (int64_t l = 0; l < t->n_frames; l += VL) {
                V x[VL];
                FN(panel_take)((const T *)t->re + j * t->lanes + l, t->lanes, x);
                UNROLL for (int i = 0; i < VL; i++)
                {
                    T *p = (T *)sum + (l + i) * hop + j;
                    if (l + i < t->n_frames) {
                        STORE(p, LOAD(p) + LOAD(w + j) * x[i]);
                    }
                }
            }
        }
        return;
    }
#endif
    for (; to > 0; to -= BLOCK_POINTS) {
        FN(add_points)(w, t, sum, hop, to > BLOCK_POINTS ? to - BLOCK_POINTS : 0, to);
    }
}

static void FN(divide)(const void *divisors, void *numbers, int64_t n)
{
    const T *y = divisors;
    T *x = numbers;
    int64_t i = 0;
#if TFK_WIDE
    for (; i + VL <= n; i += VL) {
        STORE(x + i, LOAD(x + i) / LOAD(y + i));
    }
#endif
    _Pragma("GCC unroll 1") /* fewer than a vector */
        for (; i < n; i++)
    {
        x[i] /= y[i];
    }
}
