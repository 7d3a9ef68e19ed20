/* direct_lanes_tmpl.h - direct_tmpl.h over lanes, a vector of them at a time: the
 * tables are broadcast. Then the three kernels. */

/* The sums of a vector of lanes for the n outputs from k on. `fold` has the parts of
 * a_j, then those of b_j, a vector each. */
TFK_INLINE void FN(lane_sums)(const FN(job) * p, const T *fold, const V *first,
                              int64_t k, int n, int parts, FN(sums) * s)
{
    const int64_t h = p->n / 2, width = p->width;
    const T *c = p->c + k, *w = p->s + k;
    V a[2], b[2];
    UNROLL for (int i = 0; i < parts; i++)
    {
        a[i] = LOAD(fold + i * VL);
        b[i] = LOAD(fold + (parts + i) * VL);
        UNROLL for (int v = 0; v < n; v++)
        {
            s->e[i][v] = FMA(a[i], SET1(c[v]), first[i]);
            s->d[i][v] = b[i] * SET1(w[v]);
        }
    }
    for (int64_t j = 1; j < h; j++) {
        c += width;
        w += width;
        fold += 2 * parts * VL;
        UNROLL for (int i = 0; i < parts; i++)
        {
            a[i] = LOAD(fold + i * VL);
            TFK_KEEP(a[i]);
        }
        UNROLL for (int v = 0; v < n; v++)
        {
            const V t = SET1(c[v]);
            UNROLL for (int i = 0; i < parts; i++)
            {
                s->e[i][v] = FMA(a[i], t, s->e[i][v]);
            }
        }
        UNROLL for (int i = 0; i < parts; i++)
        {
            b[i] = LOAD(fold + (parts + i) * VL);
            TFK_KEEP(b[i]);
        }
        UNROLL for (int v = 0; v < n; v++)
        {
            const V t = SET1(w[v]);
            UNROLL for (int i = 0; i < parts; i++)
            {
                s->d[i][v] = FMA(b[i], t, s->d[i][v]);
            }
        }
    }
}

/* `count` lanes of point j from lane b on; *y of a real run: anything. */
TFK_INLINE void FN(get_lanes)(const tfk_run *r, int64_t j, int64_t b, int64_t count,
                              V *x, V *y)
{
    const int64_t at = j * r->stride + (r->interleaved ? 2 * b : b);
    const T *im = r->im == NULL ? r->re : r->im;
    FN(load_points)((const T *)r->re + at, im + at, r->interleaved, count, x, y);
}

TFK_INLINE void FN(put_lanes)(const tfk_run *r, int64_t k, int64_t b, int64_t count,
                              V x, V y)
{
    const int64_t at = k * r->stride + (r->interleaved ? 2 * b : b);
    FN(store_points)((T *)r->re + at, (T *)r->im + at, r->interleaved, count, x, y);
}

/* Folds `count` complex lanes from b on into the scratch. */
TFK_INLINE void FN(fold_lanes)(const FN(job) * p, int64_t b, int64_t count, V *first,
                               V *total)
{
    const int64_t n = p->n;
    const V sign = SET1(p->conj_in ? (T)-1 : (T)1);
    T *fold = p->scratch;
    FN(get_lanes)(&p->in, 0, b, count, &first[0], &first[1]);
    first[1] = first[1] * sign;
    total[0] = first[0];
    total[1] = first[1];
    for (int64_t j = 1; 2 * j <= n; j++, fold += 4 * VL) {
        V x, y, u, v, zero = { 0 };
        FN(get_lanes)(&p->in, j, b, count, &x, &y);
        FN(get_lanes)(&p->in, n - j, b, count, &u, &v);
        y = y * sign;
        v = v * sign;
        const int middle = 2 * j == n;
        const V re = middle ? x : x + u, im = middle ? y : y + v;
        STORE(fold, re);
        STORE(fold + VL, im);
        STORE(fold + 2 * VL, middle ? zero : x - u);
        STORE(fold + 3 * VL, middle ? zero : y - v);
        total[0] = total[0] + re;
        total[1] = total[1] + im;
    }
}

/* n outputs from k on, and their mirrors. */
TFK_INLINE void FN(put_pairs)(const FN(job) * p, int64_t b, int64_t count,
                              const V *first, int64_t k, int n)
{
    const T scale = p->scale, scale_im = p->conj_out ? -scale : scale;
    const V sr = SET1(scale), si = SET1(scale_im);
    FN(sums) s;
    FN(lane_sums)(p, p->scratch, first, k, n, 2, &s);
    UNROLL for (int v = 0; v < n; v++)
    {
        FN(put_lanes)
        (&p->out, k + v + 1, b, count, (s.e[0][v] + s.d[1][v]) * sr,
         (s.e[1][v] - s.d[0][v]) * si);
        FN(put_lanes)
        (&p->out, p->n - k - v - 1, b, count, (s.e[0][v] - s.d[1][v]) * sr,
         (s.e[1][v] + s.d[0][v]) * si);
    }
}

static void FN(direct_lanes)(const FN(job) * p)
{
    const T scale = p->scale, scale_im = p->conj_out ? -scale : scale;
    for (int64_t b = 0; b < p->lanes; b += VL) {
        const int64_t count = p->lanes - b, end = p->n / 2;
        V first[2], total[2];
        FN(fold_lanes)(p, b, count, first, total);
        FN(put_lanes)
        (&p->out, 0, b, count, total[0] * SET1(scale), total[1] * SET1(scale_im));
        for (int64_t k = 0; k < end;) {
            const int n = FN(next_vectors)(end - k, FN(MOST_PAIRS));
            switch (n) {
            case 1: FN(put_pairs)(p, b, count, first, k, 1); break;
            case 2: FN(put_pairs)(p, b, count, first, k, 2); break;
            default: FN(put_pairs)(p, b, count, first, k, 3); break;
            }
            k += n;
        }
    }
}

/* Real lanes are all folded before one is written: the other side has another shape
 * and may be the same memory. A vector of lanes takes a row for the first point, one
 * for the total, and two for each pair. */

TFK_INLINE T *FN(fold_of)(const FN(job) * p, int64_t b)
{
    return p->scratch + b / VL * (2 * (p->n / 2) + 2) * VL;
}

TFK_INLINE void FN(fold_real_lanes)(const FN(job) * p, int64_t b, int forward)
{
    const int64_t n = p->n, count = p->lanes - b;
    const V two_im = SET1(p->conj_in ? (T)-2 : (T)2);
    T *fold = FN(fold_of)(p, b), *sums = fold;
    V total, unused;
    FN(get_lanes)(&p->in, 0, b, count, &total, &unused);
    STORE(sums, total);
    fold += 2 * VL;
    for (int64_t j = 1; 2 * j <= n; j++, fold += 2 * VL) {
        V x, y, zero = { 0 };
        FN(get_lanes)(&p->in, j, b, count, &x, &y);
        if (2 * j == n) {
            y = zero;
        } else if (forward) {
            V u;
            FN(get_lanes)(&p->in, n - j, b, count, &u, &unused);
            y = x - u;
            x = x + u;
        } else {
            x = x + x;
            y = y * two_im;
        }
        STORE(fold, x);
        STORE(fold + VL, y);
        total = total + x;
    }
    STORE(sums + VL, total);
}

/* n outputs from k on, and backward their mirrors. */
TFK_INLINE void FN(put_real)(const FN(job) * p, int64_t b, int64_t k, int n,
                             int forward)
{
    const int64_t count = p->lanes - b;
    const T scale = p->scale, scale_im = p->conj_out ? scale : -scale;
    const V sr = SET1(scale), si = SET1(scale_im), zero = { 0 };
    const T *fold = FN(fold_of)(p, b);
    const V first = LOAD(fold);
    FN(sums) s;
    FN(lane_sums)(p, fold + 2 * VL, &first, k, n, 1, &s);
    UNROLL for (int v = 0; v < n; v++)
    {
        const V e = s.e[0][v], d = s.d[0][v];
        const int64_t at = k + v + 1;
        if (forward) {
            FN(put_lanes)
            (&p->out, at, b, count, e * sr, 2 * at == p->n ? zero : d * si);
        } else {
            T *x = p->out.re;
            FN(store_some)(x + at * p->out.stride + b, (e + d) * sr, count);
            FN(store_some)(x + (p->n - at) * p->out.stride + b, (e - d) * sr, count);
        }
    }
}

TFK_INLINE void FN(real_lanes)(const FN(job) * p, int forward)
{
    const int64_t end = p->n / 2;
    const V sr = SET1(p->scale), zero = { 0 };
    for (int64_t b = 0; b < p->lanes; b += VL) {
        FN(fold_real_lanes)(p, b, forward);
    }
    for (int64_t b = 0; b < p->lanes; b += VL) {
        const V total = LOAD(FN(fold_of)(p, b) + VL) * sr;
        if (forward) {
            FN(put_lanes)(&p->out, 0, b, p->lanes - b, total, zero);
        } else {
            FN(store_some)((T *)p->out.re + b, total, p->lanes - b);
        }
        for (int64_t k = 0; k < end;) {
            const int n = FN(next_vectors)(end - k, FN(MOST_LANES));
            switch (n) {
            case 1: FN(put_real)(p, b, k, 1, forward); break;
            case 2: FN(put_real)(p, b, k, 2, forward); break;
            case 3: FN(put_real)(p, b, k, 3, forward); break;
            default: FN(put_real)(p, b, k, 4, forward); break;
            }
            k += n;
        }
    }
}

/* ---- the three kernels ---- */

TFK_INLINE FN(job) FN(job_of)(const tfk_direct *a, const void *in_re, const void *in_im,
                              void *out_re, void *out_im, void *scratch)
{
    const FN(job) job = { { (void *)(uintptr_t)in_re, (void *)(uintptr_t)in_im,
                            a->in_stride, a->in_interleaved },
                          { out_re, out_im, a->out_stride, a->out_interleaved },
                          a->c,
                          a->s,
                          a->n,
                          a->width,
                          a->lanes,
                          (T)a->scale,
                          a->conj_in,
                          a->conj_out,
                          scratch };
    return job;
}

static void FN(real_lanes_forward)(const FN(job) * p)
{
    FN(real_lanes)(p, 1);
}

static void FN(real_lanes_backward)(const FN(job) * p)
{
    FN(real_lanes)(p, 0);
}

#define KERNEL(name, in_im, out_im, line, short_line, lanes_of)               \
    static void FN(name)(const tfk_direct *a, const void *re, const void *im, \
                         void *to_re, void *to_im, void *scratch)             \
    {                                                                         \
        const FN(job) job = FN(job_of)(a, re, in_im, to_re, out_im, scratch); \
        (void)im;                                                             \
        (void)to_im;                                                          \
        if (a->lanes > 1) {                                                   \
            FN(lanes_of)(&job);                                               \
        } else if (VL > 1 && a->n <= VL) {                                    \
            FN(short_line)(&job);                                             \
        } else {                                                              \
            FN(line)(&job);                                                   \
        }                                                                     \
    }
KERNEL(direct_most, im, to_im, direct_line, short_c2c, direct_lanes)
#if TFK_REGISTERS >= 32
/* A function of its own: beside it, shorter lines would have their operands in memory.
 */
static __attribute__((noinline)) void FN(direct_long)(const tfk_direct *a,
                                                      const void *re, const void *im,
                                                      void *to_re, void *to_im,
                                                      void *scratch)
{
    const FN(job) job = FN(job_of)(a, re, im, to_re, to_im, scratch);
    FN(direct_long_line)(&job);
}

#endif
static void FN(direct)(const tfk_direct *a, const void *re, const void *im, void *to_re,
                       void *to_im, void *scratch)
{
#if TFK_REGISTERS >= 32
    if (a->lanes == 1 && a->n / 2 > 2 * VL) {
        FN(direct_long)(a, re, im, to_re, to_im, scratch);
        return;
    }
#endif
    FN(direct_most)(a, re, im, to_re, to_im, scratch);
}
KERNEL(direct_r2c, NULL, to_im, half_line, short_r2c, real_lanes_forward)
KERNEL(direct_c2r, im, NULL, real_line, short_c2r, real_lanes_backward)
#undef KERNEL

#undef RUN_RE
#undef RUN_IM
