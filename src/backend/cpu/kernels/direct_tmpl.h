/* direct_tmpl.h - transforms of few points by their definition, folded about the
 * middle. With h = n / 2, a_j = x_j + x_(n-j) and b_j = x_j - x_(n-j):
 *
 *   e_k = x_0 + sum_j a_j cos(2 pi j k / n),  d_k = sum_j b_j sin(2 pi j k / n),
 *   X_k = e_k - i d_k and X_(n-k) = e_k + i d_k for k = 1 … h
 *
 * For even n the middle point is its own mirror: a_h = x_h, b_h = 0. Real lines have
 * half of these sums; backward, a_k = 2 Re X_k, b_k = 2 Im X_k, x_k = e_k + d_k and
 * x_(n-k) = e_k - d_k, where a_h = Re X_h.
 *
 * Sums go over j = 1 … h in this order, whatever is vectorised: the outputs k of a
 * single line, whose folded input is broadcast, or lanes, and then the tables are. */

/* How many vectors of e and d are summed up at a time: 2 or 4 registers each of 16. */
enum { FN(MOST_PAIRS) = 3, FN(MOST_REAL) = 6, FN(MOST_LANES) = 4 };

/* A transform with its operands; an im of a real side is NULL. */
typedef struct FN(job) {
    tfk_run in, out;
    const T *c, *s;
    int64_t n, width, lanes;
    T scale;
    int conj_in, conj_out;
    T *scratch;
} FN(job);

/* A folded line: real and imaginary parts. */
typedef struct FN(folded) {
    T a[2][TFK_DIRECT_MAX / 2 + 16], b[2][TFK_DIRECT_MAX / 2 + 16];
    T first[2];
    T scale[2]; /* of real and imaginary parts of the output, see scale_of() */
} FN(folded);

typedef struct FN(sums) {
    V e[2][FN(MOST_REAL)], d[2][FN(MOST_REAL)];
    V total[2]; /* x_0 + sum_j a_j */
} FN(sums);

/* The sums for the n vectors of columns from k on; parts: 2 for complex points, 1 for
 * real ones. Each cosine and sine is loaded once for both parts. */
TFK_INLINE void FN(line_sums)(const FN(job) * p, FN(folded) * f, int64_t k, int n,
                              int parts, int with_total, FN(sums) * s)
{
    const int64_t h = p->n / 2, width = p->width;
    const T *c = p->c + k, *w = p->s + k;
    V a[2], b[2];
    UNROLL for (int i = 0; i < parts; i++)
    {
        const V first = SET1(f->first[i]);
        a[i] = SET1(f->a[i][0]);
        b[i] = SET1(f->b[i][0]);
        s->total[i] = first + a[i];
        UNROLL for (int v = 0; v < n; v++)
        {
            s->e[i][v] = FMA(a[i], LOAD(c + v * VL), first);
            s->d[i][v] = b[i] * LOAD(w + v * VL);
        }
    }
    for (int64_t j = 1; j < h; j++) {
        c += width;
        w += width;
        UNROLL for (int i = 0; i < parts; i++)
        {
            a[i] = SET1(f->a[i][j]);
            if (with_total) {
                s->total[i] = s->total[i] + a[i];
                TFK_KEEP(s->total[i]);
            }
        }
        UNROLL for (int v = 0; v < n; v++)
        {
            V t = LOAD(c + v * VL);
            if (parts > 1) {
                TFK_KEEP(t);
            }
            UNROLL for (int i = 0; i < parts; i++)
            {
                s->e[i][v] = FMA(a[i], t, s->e[i][v]);
            }
        }
        UNROLL for (int i = 0; i < parts; i++)
        {
            b[i] = SET1(f->b[i][j]);
        }
        UNROLL for (int v = 0; v < n; v++)
        {
            V t = LOAD(w + v * VL);
            if (parts > 1) {
                TFK_KEEP(t);
            }
            UNROLL for (int i = 0; i < parts; i++)
            {
                s->d[i][v] = FMA(b[i], t, s->d[i][v]);
            }
        }
    }
}

/* How many of the `left` vectors are next: about equal parts of up to `most`. */
TFK_INLINE int FN(next_vectors)(int64_t left, int most)
{
    return (int)(left <= most ? left : left < 2 * most ? (left + 1) / 2 : most);
}

TFK_INLINE void FN(store_some)(T *p, V v, int64_t n)
{
    if (n >= VL) {
        STORE(p, v);
    } else {
        STOREN(p, v, n);
    }
}

TFK_INLINE V FN(reversed)(V v)
{
#if TFK_WIDE
    return REVERSE(v);
#else
    return v;
#endif
}

/* A scale that stays in memory until it is used: in a register it would push a sum out
 * of the loops. */
TFK_INLINE V FN(scale_of)(FN(folded) * f, int part)
{
    __asm__("" : "+m"(f->scale[part]));
    return SET1(f->scale[part]);
}

TFK_INLINE void FN(set_scale)(const FN(job) * p, FN(folded) * f)
{
    f->scale[0] = p->scale;
    f->scale[1] = p->conj_out ? -p->scale : p->scale;
}

/* Component `at` of a run of points: re, im. */
#define RUN_RE(r, at) ((T *)(r)->re + (at))
#define RUN_IM(r, at) ((r)->interleaved ? (T *)(r)->re + (at) + 1 : (T *)(r)->im + (at))

/* ---- one complex line ---- */

TFK_INLINE void FN(fold_pairs)(const FN(job) * p, int il, FN(folded) * f)
{
    const int64_t n = p->n, h = n / 2, step = il ? 2 : 1;
    const T *re = p->in.re, *im = il ? re + 1 : (const T *)p->in.im;
    const T sign = p->conj_in ? (T)-1 : (T)1;
    FN(set_scale)(p, f);
    f->first[0] = re[0];
    f->first[1] = im[0] * sign;
    int64_t j = 0;
    do {
        const int64_t up = (j + 1) * step, down = (n - j - VL) * step;
        V x, y, u, v;
        FN(load_points)(re + up, im + up, il, VL, &x, &y);
        FN(load_points)(re + down, im + down, il, VL, &u, &v);
        u = FN(reversed)(u);
        v = FN(reversed)(v) * SET1(sign);
        y = y * SET1(sign);
        STORE(f->a[0] + j, x + u);
        STORE(f->a[1] + j, y + v);
        STORE(f->b[0] + j, x - u);
        STORE(f->b[1] + j, y - v);
        j += VL;
    } while (j < h);
    if (n % 2 == 0) {
        f->a[0][h - 1] = re[h * step];
        f->a[1][h - 1] = im[h * step] * sign;
        f->b[0][h - 1] = f->b[1][h - 1] = 0;
    }
}

/* The outputs of n vectors of columns from k on. Columns beyond the middle are mirrors
 * of those below it and have the bits of these: storing both does no harm. */
TFK_INLINE void FN(store_pairs)(const FN(job) * p, FN(folded) * f, int64_t k, int n,
                                int with_total, int il)
{
    const int64_t step = il ? 2 : 1;
    T *re = p->out.re, *im = il ? re + 1 : (T *)p->out.im;
    FN(sums) s;
    FN(line_sums)(p, f, k, n, 2, with_total, &s);
    const V sr = FN(scale_of)(f, 0), si = FN(scale_of)(f, 1);
    UNROLL for (int v = 0; v < n; v++)
    {
        const int64_t up = (k + v * VL + 1) * step,
                      down = (p->n - k - v * VL - VL) * step;
        FN(store_points)
        (re + up, im + up, il, VL, (s.e[0][v] + s.d[1][v]) * sr,
         (s.e[1][v] - s.d[0][v]) * si);
        FN(store_points)
        (re + down, im + down, il, VL, FN(reversed)((s.e[0][v] - s.d[1][v]) * sr),
         FN(reversed)((s.e[1][v] + s.d[0][v]) * si));
    }
    if (with_total) {
        FN(store_points)(re, im, il, 1, s.total[0] * sr, s.total[1] * si);
    }
}

/* X_0 alone: three vectors leave no registers for it. */
TFK_INLINE void FN(store_total)(const FN(job) * p, FN(folded) * f)
{
    T total[2] = { f->first[0], f->first[1] };
    for (int64_t j = 0; j < p->n / 2; j++) {
        total[0] += f->a[0][j];
        total[1] += f->a[1][j];
    }
    *RUN_RE(&p->out, 0) = total[0] * f->scale[0];
    *RUN_IM(&p->out, 0) = total[1] * f->scale[1];
}

TFK_INLINE void FN(direct_pairs)(const FN(job) * p, FN(folded) * f, int il)
{
    const int64_t n_vectors = (p->n / 2 + VL - 1) / VL;
    int64_t v = 0;
    if (n_vectors == 1) {
        FN(store_pairs)(p, f, 0, 1, 1, il);
        return;
    }
    if (n_vectors == 3) {
        FN(store_total)(p, f);
    } else {
        FN(store_pairs)(p, f, 0, 2, 1, il);
        v = 2;
    }
    while (v < n_vectors) {
        const int n = FN(next_vectors)(n_vectors - v, FN(MOST_PAIRS));
        switch (n) {
        case 1: FN(store_pairs)(p, f, v * VL, 1, 0, il); break;
        case 2: FN(store_pairs)(p, f, v * VL, 2, 0, il); break;
        default: FN(store_pairs)(p, f, v * VL, 3, 0, il); break;
        }
        v += n;
    }
}
/* The same with room for the sums of six vectors and X_0, for three of them at least.
 */
TFK_INLINE void FN(direct_long_pairs)(const FN(job) * p, FN(folded) * f, int il)
{
    enum { MOST = 6 };
    const int64_t n_vectors = (p->n / 2 + VL - 1) / VL;
    int n = FN(next_vectors)(n_vectors, MOST);
    switch (n) {
    case 3: FN(store_pairs)(p, f, 0, 3, 1, il); break;
    case 4: FN(store_pairs)(p, f, 0, 4, 1, il); break;
    case 5: FN(store_pairs)(p, f, 0, 5, 1, il); break;
    default: FN(store_pairs)(p, f, 0, 6, 1, il); break;
    }
    for (int64_t v = n; v < n_vectors; v += n) {
        n = FN(next_vectors)(n_vectors - v, MOST);
        switch (n) {
        case 3: FN(store_pairs)(p, f, v * VL, 3, 0, il); break;
        case 4: FN(store_pairs)(p, f, v * VL, 4, 0, il); break;
        case 5: FN(store_pairs)(p, f, v * VL, 5, 0, il); break;
        default: FN(store_pairs)(p, f, v * VL, 6, 0, il); break;
        }
    }
}

#define DIRECT_LINE(name, pairs)                \
    TFK_INLINE void FN(name)(const FN(job) * p) \
    {                                           \
        FN(folded) f;                           \
        if (p->in.interleaved) {                \
            FN(fold_pairs)(p, 1, &f);           \
        } else {                                \
            FN(fold_pairs)(p, 0, &f);           \
        }                                       \
        if (p->out.interleaved) {               \
            FN(pairs)(p, &f, 1);                \
        } else {                                \
            FN(pairs)(p, &f, 0);                \
        }                                       \
    }
DIRECT_LINE(direct_line, direct_pairs)
DIRECT_LINE(direct_long_line, direct_long_pairs)
#undef DIRECT_LINE

/* ---- one real line ---- */

TFK_INLINE void FN(fold_middle)(int64_t n, T x, FN(folded) * f)
{
    if (n % 2 == 0) {
        f->a[0][n / 2 - 1] = x;
        f->b[0][n / 2 - 1] = 0;
    }
}

TFK_INLINE void FN(fold_real)(const FN(job) * p, FN(folded) * f)
{
    const int64_t n = p->n;
    const T *x = p->in.re;
    FN(set_scale)(p, f);
    f->first[0] = x[0];
    int64_t j = 0;
    do {
        const V u = LOAD(x + j + 1), v = FN(reversed)(LOAD(x + n - j - VL));
        STORE(f->a[0] + j, u + v);
        STORE(f->b[0] + j, u - v);
        j += VL;
    } while (j < n / 2);
    FN(fold_middle)(n, x[n / 2], f);
}

TFK_INLINE void FN(fold_half)(const FN(job) * p, FN(folded) * f)
{
    const int64_t h = p->n / 2, step = p->in.interleaved ? 2 : 1;
    const V two_im = SET1(p->conj_in ? (T)-2 : (T)2);
    FN(set_scale)(p, f);
    f->first[0] = *RUN_RE(&p->in, 0);
    int64_t j = 0;
    do {
        const int64_t at = (j + 1) * step;
        V x, y;
        FN(load_points)
        (RUN_RE(&p->in, at), RUN_IM(&p->in, at), p->in.interleaved, h - j, &x, &y);
        STORE(f->a[0] + j, x + x);
        STORE(f->b[0] + j, y * two_im);
        j += VL;
    } while (j < h);
    FN(fold_middle)(p->n, *RUN_RE(&p->in, h * step), f);
}

/* The outputs of n vectors of columns from k on. */
TFK_INLINE void FN(store_half)(const FN(job) * p, FN(folded) * f, int64_t k, int n)
{
    const int64_t h = p->n / 2, step = p->out.interleaved ? 2 : 1;
    FN(sums) s;
    FN(line_sums)(p, f, k, n, 1, 1, &s);
    const V sr = FN(scale_of)(f, 0), si = -FN(scale_of)(f, 1);
    UNROLL for (int v = 0; v < n; v++)
    {
        const int64_t at = (k + v * VL + 1) * step;
        FN(store_points)
        (RUN_RE(&p->out, at), RUN_IM(&p->out, at), p->out.interleaved, h - k - v * VL,
         s.e[0][v] * sr, s.d[0][v] * si);
    }
    if (k == 0) {
        STOREN(RUN_RE(&p->out, 0), s.total[0] * sr, 1);
        *RUN_IM(&p->out, 0) = 0;
    }
    if (p->n % 2 == 0) {
        *RUN_IM(&p->out, h * step) = 0;
    }
}

TFK_INLINE void FN(store_real)(const FN(job) * p, FN(folded) * f, int64_t k, int n)
{
    T *x = p->out.re;
    FN(sums) s;
    FN(line_sums)(p, f, k, n, 1, 1, &s);
    const V scale = FN(scale_of)(f, 0);
    UNROLL for (int v = 0; v < n; v++)
    {
        const V e = s.e[0][v], d = s.d[0][v];
        STORE(x + k + v * VL + 1, (e + d) * scale);
        STORE(x + p->n - k - v * VL - VL, FN(reversed)((e - d) * scale));
    }
    if (k == 0) {
        STOREN(x, s.total[0] * scale, 1);
    }
}

#define REAL_LINE(name, read, store)                                                \
    TFK_INLINE void FN(name)(const FN(job) * p)                                     \
    {                                                                               \
        const int64_t end = p->n / 2;                                               \
        FN(folded) f;                                                               \
        FN(read)(p, &f);                                                            \
        for (int64_t k = 0; k < end;) {                                             \
            const int n = FN(next_vectors)((end - k + VL - 1) / VL, FN(MOST_REAL)); \
            switch (n) {                                                            \
            case 1: FN(store)(p, &f, k, 1); break;                                  \
            case 2: FN(store)(p, &f, k, 2); break;                                  \
            case 3: FN(store)(p, &f, k, 3); break;                                  \
            case 4: FN(store)(p, &f, k, 4); break;                                  \
            case 5: FN(store)(p, &f, k, 5); break;                                  \
            default: FN(store)(p, &f, k, 6); break;                                 \
            }                                                                       \
            k += n * VL;                                                            \
        }                                                                           \
    }
REAL_LINE(half_line, fold_real, store_half)
REAL_LINE(real_line, fold_half, store_real)
#undef REAL_LINE

/* ---- lines that no vector fits into beside the first point ---- */

enum { FN(SHORT_ROOM) = 4 * VL };

/* Points of a run that is real or complex, from a copy or to it. */
TFK_INLINE void FN(copy_in)(const tfk_run *r, int64_t n, T *re, T *im)
{
    const int il = r->interleaved;
    const T *y = r->im == NULL ? r->re : RUN_IM(r, 0);
    for (int64_t j = 0; j < n; j += VL) {
        const int64_t at = il ? 2 * j : j;
        V u, v;
        FN(load_points)((const T *)r->re + at, y + at, il, n - j, &u, &v);
        STORE(re + j, u);
        STORE(im + j, v);
    }
}

TFK_INLINE void FN(copy_out)(const tfk_run *r, int64_t n, const T *re, const T *im)
{
    const int il = r->interleaved;
    for (int64_t j = 0; j < n; j += VL) {
        if (r->im == NULL) {
            FN(store_some)((T *)r->re + j, LOAD(re + j), n - j);
        } else {
            const int64_t at = il ? 2 * j : j;
            FN(store_points)
            (RUN_RE(r, at), RUN_IM(r, at), il, n - j, LOAD(re + j), LOAD(im + j));
        }
    }
}

/* The line through copies with room for whole vectors on both sides. */
static void FN(short_line)(const FN(job) * p, int64_t n_in, int64_t n_out,
                           void (*line)(const FN(job) *))
{
    T in[2][FN(SHORT_ROOM)] = { { 0 } }, out[2][FN(SHORT_ROOM)];
    FN(job) a = *p;
    FN(copy_in)(&p->in, n_in, in[0] + VL, in[1] + VL);
    a.in.re = in[0] + VL;
    a.in.im = in[1] + VL;
    a.out.re = out[0] + VL;
    a.out.im = out[1] + VL;
    a.in.stride = a.out.stride = 1;
    a.in.interleaved = a.out.interleaved = 0;
    line(&a);
    FN(copy_out)(&p->out, n_out, out[0] + VL, out[1] + VL);
}

/* One vector has all outputs. */
static void FN(one_vector_c2c)(const FN(job) * p)
{
    FN(folded) f;
    FN(fold_pairs)(p, 0, &f);
    FN(store_pairs)(p, &f, 0, 1, 1, 0);
}

static void FN(one_vector_r2c)(const FN(job) * p)
{
    FN(folded) f;
    FN(fold_real)(p, &f);
    FN(store_half)(p, &f, 0, 1);
}

static void FN(one_vector_c2r)(const FN(job) * p)
{
    FN(folded) f;
    FN(fold_half)(p, &f);
    FN(store_real)(p, &f, 0, 1);
}

/* Up to three pairs, h, are fewer operations than copies. */
TFK_INLINE void FN(tiny_pairs)(const FN(job) * p, int h, int forward)
{
    enum { MOST = 3 };
    const int64_t width = p->width;
    const int n = 2 * h + 1;
    const T first = *RUN_RE(&p->in, 0), scale = p->scale;
    const T scale_im = p->conj_out ? scale : -scale, two_im = p->conj_in ? (T)-2 : (T)2;
    T a[MOST] = { 0 }, b[MOST] = { 0 };
    UNROLL for (int j = 0; j < h; j++)
    {
        const int64_t at = p->in.interleaved ? 2 * (j + 1) : j + 1;
        const T x = *RUN_RE(&p->in, at), y = forward ? RUN_RE(&p->in, 0)[n - 1 - j]
                                                     : *RUN_IM(&p->in, at) * two_im;
        a[j] = forward ? x + y : x + x;
        b[j] = forward ? x - y : y;
    }
    T total = first;
    UNROLL for (int j = 0; j < h; j++)
    {
        total += a[j];
    }
    *RUN_RE(&p->out, 0) = total * scale;
    if (forward) {
        *RUN_IM(&p->out, 0) = 0;
    }
    UNROLL for (int k = 0; k < h; k++)
    {
        const T *c = p->c + k, *w = p->s + k;
        T e = S_FMA(a[0], c[0], first), d = b[0] * w[0];
        UNROLL for (int j = 1; j < h; j++)
        {
            e = S_FMA(a[j], c[j * width], e);
            d = S_FMA(b[j], w[j * width], d);
        }
        if (forward) {
            const int64_t at = p->out.interleaved ? 2 * (k + 1) : k + 1;
            *RUN_RE(&p->out, at) = e * scale;
            *RUN_IM(&p->out, at) = d * scale_im;
        } else {
            RUN_RE(&p->out, 0)[k + 1] = (e + d) * scale;
            RUN_RE(&p->out, 0)[n - 1 - k] = (e - d) * scale;
        }
    }
}

/* Whether the line was that short. */
TFK_INLINE int FN(tiny_real)(const FN(job) * p, int forward)
{
    switch (p->n) {
    case 3: FN(tiny_pairs)(p, 1, forward); return 1;
    case 5: FN(tiny_pairs)(p, 2, forward); return 1;
    case 7: FN(tiny_pairs)(p, 3, forward); return 1;
    default: return 0;
    }
}

static void FN(short_c2c)(const FN(job) * p)
{
    FN(short_line)(p, p->n, p->n, FN(one_vector_c2c));
}

static void FN(short_r2c)(const FN(job) * p)
{
    if (!FN(tiny_real)(p, 1)) {
        FN(short_line)(p, p->n, p->n / 2 + 1, FN(one_vector_r2c));
    }
}

static void FN(short_c2r)(const FN(job) * p)
{
    if (!FN(tiny_real)(p, 0)) {
        FN(short_line)(p, p->n / 2 + 1, p->n, FN(one_vector_c2r));
    }
}
