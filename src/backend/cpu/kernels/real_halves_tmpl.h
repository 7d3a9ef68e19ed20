/* real_halves_tmpl.h - real transforms of even length through a complex one of half the
 * length: what separates and joins even and odd, in both directions. */

/* A single line whose parts are known: the complex side in the layout `il`, z split. */
typedef struct FN(real_line) {
    const T *zr, *zi, *xr, *xi, *wr, *wi; /* z, X and the twiddles */
    T *to_re, *to_im;                     /* the one of z and X that is written */
    int64_t m;
    T scale, sign; /* sign: -1 conjugates X */
} FN(real_line);

/* Pairs k, m - k from k on, a vector of them. */
TFK_INLINE void FN(post_vector)(const FN(real_line) * a, int64_t k, int il)
{
    const T half = a->scale * (T)0.5, half_im = half * a->sign;
    const int64_t xo = il ? 2 : 1, back = a->m - k;
    V ar, ai, br, bi;
    FN(load_points)(a->zr + k, a->zi + k, 0, VL, &ar, &ai);
    FN(load_back)(a->zr + back, a->zi + back, 0, VL, &br, &bi);
    FN(post_pair)(&ar, &ai, &br, &bi, LOAD(a->wr + k), LOAD(a->wi + k));
    FN(store_points)
    (a->to_re + k * xo, a->to_im + k * xo, il, VL, ar * SET1(half), ai * SET1(half_im));
    FN(store_back)
    (a->to_re + back * xo, a->to_im + back * xo, il, VL, br * SET1(half),
     bi * SET1(half_im));
}

TFK_INLINE void FN(pre_vector)(const FN(real_line) * a, int64_t k, int il)
{
    const int64_t xs = il ? 2 : 1, back = a->m - k;
    V ar, ai, br, bi;
    FN(load_points)(a->xr + k * xs, a->xi + k * xs, il, VL, &ar, &ai);
    FN(load_back)(a->xr + back * xs, a->xi + back * xs, il, VL, &br, &bi);
    ai = ai * SET1(a->sign);
    bi = bi * SET1(a->sign);
    FN(pre_pair)(&ar, &ai, &br, &bi, LOAD(a->wr + k), LOAD(a->wi + k));
    FN(store_points)(a->to_re + k, a->to_im + k, 0, VL, ar, ai);
    FN(store_back)(a->to_re + back, a->to_im + back, 0, VL, br, bi);
}

/* The same for one pair, in scalars. */
TFK_INLINE void FN(post_one)(const FN(real_line) * a, int64_t k, int il)
{
    const T half = a->scale * (T)0.5, half_im = half * a->sign;
    const int64_t xo = il ? 2 : 1, back = a->m - k;
    const T *zr = a->zr, *zi = a->zi, c = a->wr[k], s = a->wi[k];
    const T er = zr[k] + zr[back], ei = zi[k] - zi[back];
    const T or_ = zi[k] + zi[back], oi = zr[back] - zr[k];
    const T tr = S_FMA(or_, c, -(oi * s)), ti = S_FMA(oi, c, or_ * s);
    a->to_re[k * xo] = (er + tr) * half;
    a->to_im[k * xo] = (ei + ti) * half_im;
    a->to_re[back * xo] = (er - tr) * half;
    a->to_im[back * xo] = (ti - ei) * half_im;
}

TFK_INLINE void FN(pre_one)(const FN(real_line) * a, int64_t k, int il)
{
    const int64_t xs = il ? 2 : 1, back = a->m - k;
    const T *xr = a->xr, *xi = a->xi, c = a->wr[k], s = a->wi[k];
    const T yi = xi[k * xs] * a->sign, vi = xi[back * xs] * a->sign;
    const T ar = xr[k * xs] + xr[back * xs], ai = yi - vi;
    const T br = xr[k * xs] - xr[back * xs], bi = yi + vi;
    const T cr = S_FMA(br, c, -(bi * s)), ci = S_FMA(bi, c, br * s);
    a->to_re[k] = ar - ci;
    a->to_im[k] = ai + cr;
    a->to_re[back] = ar + ci;
    a->to_im[back] = cr - ai;
}

/* All pairs of a single line: in and out are apart, so the last vector may repeat some
 * of the one before. Fewer pairs than fill a vector go one by one. The point that is
 * its own mirror counts as a pair here, and gets its value afterwards. */
#define REAL_PAIRS(name)                                                              \
    TFK_INLINE void FN(name##_pairs)(const FN(real_line) * a, int il)                 \
    {                                                                                 \
        const int64_t pairs = a->m / 2;                                               \
        if (pairs < VL) {                                                             \
            _Pragma("GCC unroll 1") /* few, of rows too short for their own kernel */ \
                for (int64_t k = 1; k <= pairs; k++)                                  \
            {                                                                         \
                FN(name##_one)(a, k, il);                                             \
            }                                                                         \
            return;                                                                   \
        }                                                                             \
        for (int64_t k = 1; k <= pairs; k += VL) {                                    \
            FN(name##_vector)(a, k + VL <= pairs ? k : pairs + 1 - VL, il);           \
        }                                                                             \
    }
REAL_PAIRS(post)
REAL_PAIRS(pre)
#undef REAL_PAIRS

#if TFK_WIDE
/* All pairs where vectors fill the line, block by block on all sides, so that no vector
 * lies across lines of the cache and stores can be forwarded. The mirrors of a block
 * are its opposite one back to front, but for the first, which is in the block behind
 * that: vectors of two blocks meet there, in what is read and in what is written. */
TFK_INLINE void FN(post_blocks)(const FN(real_line) * a, int il)
{
    const T half = a->scale * (T)0.5, half_im = half * a->sign;
    const T *zr = a->zr, *zi = a->zi;
    const int64_t m = a->m, xo = il ? 2 : 1, whole = m / (2 * VL) * VL;
    T *xr = a->to_re, *xi = a->to_im;
    V pr = LOAD(zr), pi = LOAD(zi); /* z_m is z_0 */
    V lr = { 0 }, li = { 0 };
    for (int64_t k = 0; k < whole; k += VL) {
        const int64_t opposite = m - k - VL, back = (m - k) * xo;
        const V qr = LOAD(zr + opposite), qi = LOAD(zi + opposite);
        V ar = LOAD(zr + k), ai = LOAD(zi + k);
        V br = TURN(FIRST_OF(pr, qr)), bi = TURN(FIRST_OF(pi, qi));
        pr = qr;
        pi = qi;
        FN(post_pair)(&ar, &ai, &br, &bi, LOAD(a->wr + k), LOAD(a->wi + k));
        br = br * SET1(half);
        bi = bi * SET1(half_im);
        if (k > 0) {
            FN(store_points)
            (xr + back, xi + back, il, VL, TURN(FIRST_OF(br, lr)),
             TURN(FIRST_OF(bi, li)));
        }
        lr = br;
        li = bi;
        FN(store_points)
        (xr + k * xo, xi + k * xo, il, VL, ar * SET1(half), ai * SET1(half_im));
    }
    if (2 * whole < m) { /* one block has both sides of the middle */
        const int64_t back = (m - whole) * xo;
        V ar = LOAD(zr + whole), ai = LOAD(zi + whole);
        V br = TURN(FIRST_OF(pr, ar)), bi = TURN(FIRST_OF(pi, ai));
        const V c = LOADN(a->wr + whole, VL / 2), s = LOADN(a->wi + whole, VL / 2);
        FN(post_pair)(&ar, &ai, &br, &bi, c, s);
        br = br * SET1(half);
        bi = bi * SET1(half_im);
        ar = LOW_HIGH(ar * SET1(half), TURN(br));
        ai = LOW_HIGH(ai * SET1(half_im), TURN(bi));
        FN(store_points)(xr + whole * xo, xi + whole * xo, il, VL, ar, ai);
        if (whole > 0) {
            FN(store_points)
            (xr + back, xi + back, il, VL, TURN(FIRST_OF(br, lr)),
             TURN(FIRST_OF(bi, li)));
        }
    } else {
        FN(store_points)(xr + whole * xo, xi + whole * xo, il, VL, TURN(lr), TURN(li));
    }
}

/* The same for all of z, which the next pass reads in blocks. */
TFK_INLINE void FN(pre_blocks)(const FN(real_line) * a, int il)
{
    const int64_t m = a->m, xs = il ? 2 : 1;
    const T *xr = a->xr, *xi = a->xi;
    const T middle = xr[m / 2 * xs], middle_im = xi[m / 2 * xs] * a->sign;
    T *zr = a->to_re, *zi = a->to_im;
    V pr = { 0 }, pi = { 0 };
    for (int64_t k = 0; 2 * k < m; k += VL) {
        const int64_t back = (m - k) * xs;
        const int is_middle = 2 * k + VL == m;
        V ar, ai, br, bi;
        FN(load_points)(xr + k * xs, xi + k * xs, il, VL, &ar, &ai);
        FN(load_back)(xr + back, xi + back, il, VL, &br, &bi);
        const V c = is_middle ? LOADN(a->wr + k, VL / 2) : LOAD(a->wr + k);
        const V s = is_middle ? LOADN(a->wi + k, VL / 2) : LOAD(a->wi + k);
        ai = ai * SET1(a->sign);
        bi = bi * SET1(a->sign);
        FN(pre_pair)(&ar, &ai, &br, &bi, c, s);
        if (k > 0) {
            STORE(zr + m - k, TURN(FIRST_OF(br, pr)));
            STORE(zi + m - k, TURN(FIRST_OF(bi, pi)));
        } else {
            ar[0] = xr[0] + xr[m * xs];
            ai[0] = xr[0] - xr[m * xs];
        }
        pr = br;
        pi = bi;
        if (is_middle) {
            ar = LOW_HIGH(ar, TURN(br));
            ai = LOW_HIGH(ai, TURN(bi));
            ar[VL / 2] = middle + middle;
            ai[VL / 2] = middle_im + middle_im;
        }
        STORE(zr + k, ar);
        STORE(zi + k, ai);
    }
    if (m % (2 * VL) == 0) {
        pr[0] = middle + middle;
        pi[0] = middle_im + middle_im;
        STORE(zr + m / 2, TURN(pr));
        STORE(zi + m / 2, TURN(pi));
    }
}
#endif

TFK_INLINE void FN(post_single)(const FN(real_line) * a, int il)
{
    const int64_t m = a->m, xo = il ? 2 : 1;
#if TFK_WIDE
    if (m % VL == 0) {
        FN(post_blocks)(a, il);
    } else {
        FN(post_pairs)(a, il);
    }
#else
    FN(post_pairs)(a, il);
#endif
    const T r = a->zr[0], i = a->zi[0];
    a->to_re[0] = (r + i) * a->scale;
    a->to_re[m * xo] = (r - i) * a->scale;
    a->to_im[0] = a->to_im[m * xo] = 0;
    if (m % 2 == 0) {
        a->to_re[m / 2 * xo] = a->zr[m / 2] * a->scale;
        a->to_im[m / 2 * xo] = -a->zi[m / 2] * (a->scale * a->sign);
    }
}

TFK_INLINE void FN(pre_single)(const FN(real_line) * a, int il)
{
    const int64_t m = a->m, xs = il ? 2 : 1;
#if TFK_WIDE
    if (m % VL == 0) {
        FN(pre_blocks)(a, il);
        return;
    }
#endif
    FN(pre_pairs)(a, il);
    a->to_re[0] = a->xr[0] + a->xr[m * xs];
    a->to_im[0] = a->xr[0] - a->xr[m * xs];
    if (m % 2 == 0) {
        const T r = a->xr[m / 2 * xs], i = a->sign * a->xi[m / 2 * xs];
        a->to_re[m / 2] = r + r;
        a->to_im[m / 2] = i + i;
    }
}

static void FN(real_post)(const tfk_real *a);
static void FN(real_pre)(const tfk_real *a);

static void FN(real_post_line)(const tfk_real_line *a, const void *in_re,
                               const void *in_im, void *out_re, void *out_im)
{
    if (a->stride != (a->interleaved ? 2 : 1)) {
        const tfk_real any = { { (void *)(uintptr_t)in_re, (void *)(uintptr_t)in_im, 1,
                                 0 },
                               { out_re, out_im, a->stride, a->interleaved },
                               a->w_re,
                               a->w_im,
                               a->m,
                               1,
                               a->scale,
                               a->conj };
        FN(real_post)(&any);
        return;
    }
    FN(real_line)
    line = { in_re,
             in_im,
             NULL,
             NULL,
             a->w_re,
             a->w_im,
             out_re,
             out_im,
             a->m,
             (T)a->scale,
             a->conj ? (T)-1 : (T)1 };
    if (a->interleaved) {
        line.to_im = line.to_re + 1;
        FN(post_single)(&line, 1);
    } else {
        FN(post_single)(&line, 0);
    }
}

static void FN(real_pre_line)(const tfk_real_line *a, const void *in_re,
                              const void *in_im, void *out_re, void *out_im)
{
    if (a->stride != (a->interleaved ? 2 : 1)) {
        const tfk_real any = { { (void *)(uintptr_t)in_re, (void *)(uintptr_t)in_im,
                                 a->stride, a->interleaved },
                               { out_re, out_im, 1, 0 },
                               a->w_re,
                               a->w_im,
                               a->m,
                               1,
                               1.0,
                               a->conj };
        FN(real_pre)(&any);
        return;
    }
    FN(real_line)
    line = { NULL,
             NULL,
             in_re,
             in_im,
             a->w_re,
             a->w_im,
             out_re,
             out_im,
             a->m,
             1,
             a->conj ? (T)-1 : (T)1 };
    if (a->interleaved) {
        line.xi = line.xr + 1;
        FN(pre_single)(&line, 1);
    } else {
        FN(pre_single)(&line, 0);
    }
}

/* So many rows before they are written, where they lie far apart, their lines are
 * fetched: a store that misses holds up all that follow. */
enum { FN(AHEAD) = 4, FN(FAR) = 512 };

/* Of VL lanes from component `at` on. */
TFK_INLINE void FN(fetch_lanes)(const T *re, const T *im, int64_t at, int il)
{
    const int64_t bytes = (int64_t)sizeof(T) * VL * (il ? 2 : 1);
    const char *x = (const char *)(re + at), *y = (const char *)(im + at);
    for (int64_t i = 0; i < bytes; i += 64) {
        __builtin_prefetch(x + i, 1);
        if (!il) {
            __builtin_prefetch(y + i, 1);
        }
    }
    __builtin_prefetch(x + bytes - 1, 1);
}

/* in: Z split, in.stride apart; out: X_0 … X_m. scale is applied to X. */
static void FN(real_post)(const tfk_real *argument)
{
    const tfk_real copy = *argument, *const a = &copy; /* no store can change it */
    const T *zr = a->in.re, *zi = a->in.im, *wr = a->w_re, *wi = a->w_im;
    T *xr = a->out.re, *xi = a->out.im;
    const T full = (T)a->scale, half = full * (T)0.5;
    const T half_im = a->conj ? -half : half, full_im = a->conj ? -full : full;
    const int64_t m = a->m, is = a->in.stride, os = a->out.stride;
    const int il = a->out.interleaved;
    const int64_t xo = il ? 2 : 1;
    const int64_t pairs = (m - 1) / 2;
    const int are_far = os * (int64_t)sizeof(T) >= FN(FAR);
    if (a->lanes == 1 && is == 1 && os == xo) {
        const tfk_real_line line = { wr, wi, m, os, a->scale, il, a->conj };
        FN(real_post_line)(&line, zr, zi, xr, xi);
        return;
    }
    for (int64_t k = 1; k <= pairs; k++) {
        V c = SET1(wr[k]), s = SET1(wi[k]);
        for (int64_t b = 0; b < a->lanes; b += VL) {
            int64_t count = a->lanes - b;
            V ar, ai, br, bi;
            FN(load_points)(zr + k * is + b, zi + k * is + b, 0, count, &ar, &ai);
            FN(load_points)
            (zr + (m - k) * is + b, zi + (m - k) * is + b, 0, count, &br, &bi);
            if (are_far && k + FN(AHEAD) <= pairs) {
                FN(fetch_lanes)(xr, xi, (k + FN(AHEAD)) * os + xo * b, il);
                FN(fetch_lanes)(xr, xi, (m - k - FN(AHEAD)) * os + xo * b, il);
            }
            FN(post_pair)(&ar, &ai, &br, &bi, c, s);
            FN(store_points)
            (xr + k * os + xo * b, xi + k * os + xo * b, il, count, ar * SET1(half),
             ai * SET1(half_im));
            FN(store_points)
            (xr + (m - k) * os + xo * b, xi + (m - k) * os + xo * b, il, count,
             br * SET1(half), bi * SET1(half_im));
        }
    }
    for (int64_t b = 0; b < a->lanes; b++) {
        T r = zr[b], i = zi[b];
        xr[xo * b] = (r + i) * full;
        xi[xo * b] = 0;
        xr[m * os + xo * b] = (r - i) * full;
        xi[m * os + xo * b] = 0;
    }
    if (m % 2 == 0) {
        for (int64_t b = 0; b < a->lanes; b++) {
            T r = zr[m / 2 * is + b], i = zi[m / 2 * is + b];
            xr[m / 2 * os + xo * b] = r * full;
            xi[m / 2 * os + xo * b] = -i * full_im;
        }
    }
}

/* in: X_0 … X_m (imaginary parts of the ends ignored); out: Z split. */
static void FN(real_pre)(const tfk_real *argument)
{
    const tfk_real copy = *argument, *const a = &copy; /* no store can change it */
    const T *xr = a->in.re, *xi = a->in.im, *wr = a->w_re, *wi = a->w_im;
    T *zr = a->out.re, *zi = a->out.im;
    const T sign = a->conj ? (T)-1 : (T)1;
    const int64_t m = a->m, is = a->in.stride, os = a->out.stride;
    const int il = a->in.interleaved;
    const int64_t xs = il ? 2 : 1;
    if (a->lanes == 1 && is == xs && os == 1) {
        const tfk_real_line line = { wr, wi, m, is, 1.0, il, a->conj };
        FN(real_pre_line)(&line, xr, xi, zr, zi);
        return;
    }
    for (int64_t b = 0; b < a->lanes; b++) {
        T r = xr[xs * b], i = xr[m * is + xs * b];
        zr[b] = r + i;
        zi[b] = r - i;
    }
    const int64_t pairs = (m - 1) / 2;
    for (int64_t k = 1; k <= pairs; k++) {
        V c = SET1(wr[k]), s = SET1(wi[k]);
        for (int64_t b = 0; b < a->lanes; b += VL) {
            int64_t count = a->lanes - b;
            V ar, ai, br, bi;
            FN(load_points)
            (xr + k * is + xs * b, xi + k * is + xs * b, il, count, &ar, &ai);
            FN(load_points)
            (xr + (m - k) * is + xs * b, xi + (m - k) * is + xs * b, il, count, &br,
             &bi);
            ai = ai * SET1(sign);
            bi = bi * SET1(sign);
            FN(pre_pair)(&ar, &ai, &br, &bi, c, s);
            FN(store_points)(zr + k * os + b, zi + k * os + b, 0, count, ar, ai);
            FN(store_points)
            (zr + (m - k) * os + b, zi + (m - k) * os + b, 0, count, br, bi);
        }
    }
    if (m % 2 == 0) {
        for (int64_t b = 0; b < a->lanes; b++) {
            T r = xr[m / 2 * is + xs * b], i = sign * xi[m / 2 * is + xs * b];
            zr[m / 2 * os + b] = r + r;
            zi[m / 2 * os + b] = i + i;
        }
    }
}
