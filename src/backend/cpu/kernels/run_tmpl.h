/* run_tmpl.h - pointwise kernels on runs of points: products with a table, the
 * even-length real split in both directions, the real convolution between two complex
 * transforms, and the twiddled transpose of the four-step transform. */

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

/* Both points of the pairs k, m - k from k on: conj(p z + q conj y) and conj(r y -
 * conj(q) conj z). */
TFK_INLINE void FN(convolve_vector)(const tfk_convolve *a, int il, int64_t k,
                                    int64_t count)
{
    const T *zr = a->in_re, *zi = a->in_im;
    T *re = a->out_re, *im = a->out_im;
    const int64_t step = il ? 2 : 1, at = step * k, back = step * (a->m - k);
    V x, y, u, v, pr, pi, rr, ri, qr, qi;
    FN(load_points)(zr + at, zi + at, il, count, &x, &y);
    FN(load_back)(zr + back, zi + back, il, count, &u, &v);
    FN(load_points)((const T *)a->p_re + k, (const T *)a->p_im + k, 0, count, &pr, &pi);
    FN(load_points)((const T *)a->r_re + k, (const T *)a->r_im + k, 0, count, &rr, &ri);
    FN(load_points)((const T *)a->q_re + k, (const T *)a->q_im + k, 0, count, &qr, &qi);
    FN(store_points)
    (re + at, im + at, il, count, FMA(qi, v, FMA(qr, u, FMS(pr, x, pi * y))),
     FMS(qr, v, FMA(qi, u, FMA(pr, y, pi * x))));
    FN(store_back)
    (re + back, im + back, il, count, FMA(qi, y, FMS(rr, u, FMA(qr, x, ri * v))),
     -FMA(qr, y, FMA(qi, x, FMA(rr, v, ri * u))));
}

/* A point that is its own mirror. */
TFK_INLINE void FN(convolve_point)(const tfk_convolve *a, int il, int64_t k)
{
    const int64_t at = il ? 2 * k : k;
    const T x = ((const T *)a->in_re)[at], y = ((const T *)a->in_im)[at];
    const T pr = ((const T *)a->p_re)[k], pi = ((const T *)a->p_im)[k];
    const T qr = ((const T *)a->q_re)[k], qi = ((const T *)a->q_im)[k];
    ((T *)a->out_re)[at] = S_FMA(qi, y, S_FMA(qr, x, S_FMA(pr, x, -(pi * y))));
    ((T *)a->out_im)[at] = S_FMA(qr, y, -S_FMA(qi, x, S_FMA(pr, y, pi * x)));
}

TFK_INLINE void FN(convolve_layout)(const tfk_convolve *a, int il)
{
    const int64_t pairs = (a->m - 1) / 2;
    FN(convolve_point)(a, il, 0);
    if (a->m % 2 == 0) {
        FN(convolve_point)(a, il, a->m / 2);
    }
    if (pairs >= VL) {
        for (int64_t k = 1; k <= pairs; k += VL) {
            FN(convolve_vector)(a, il, k + VL <= pairs ? k : pairs + 1 - VL, VL);
        }
    } else if (pairs > 0) {
        FN(convolve_vector)(a, il, 1, pairs);
    }
}

static void FN(convolve)(const tfk_convolve *argument)
{
    const tfk_convolve copy = *argument, *const a = &copy; /* no store can change it */
    if (a->interleaved) {
        FN(convolve_layout)(a, 1);
    } else {
        FN(convolve_layout)(a, 0);
    }
}

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
