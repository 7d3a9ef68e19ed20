/* trig.c - twiddles from two short tables.
 *
 * The circle is cut into 4n units, so that a quarter is n units whatever n is. By symmetry every
 * k comes down to an angle a in 0 … n/2 units (an eighth of the circle); a is a multiple of
 * g = gcd(4, n), so idx = a / g counts M = n / (2g) + 1 angles. idx = hi B + lo, B a power of
 * two, and with W = exp(i hi B u), 1 + d = exp(i lo u), u = 2 pi g / (4n):
 *
 *     cos = C + (C dr - S di)            C, S: W in double-double
 *     sin = S + (C di + S dr)            dr, di: d, di in double-double
 *
 * B u is kept below 2^-8, so only C di needs more than double precision, and only beside a small
 * S: its leading product is made exact by giving both factors 26 bits.
 */
#include "base/trig.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "base/double_double.h"
#include "base/size_math.h"

typedef struct coarse_entry {
    double c, c_low, s, s_low;
} coarse_entry;

typedef struct fine_entry {
    double di_high; /* 26 bits */
    double di_low;  /* the rest */
    double di;
    double dr; /* cos - 1 */
} fine_entry;

struct tfi_trig {
    uint64_t n;
    unsigned unit_shift; /* log2 gcd(4, n) */
    unsigned fine_bits;  /* log2 B */
    bool direct;         /* n too large for tables: each factor by its series */
    tfi_dd unit;         /* the angle of idx = 1 */
    coarse_entry *coarse;
    fine_entry *fine;
    size_t n_bytes;
};

/* Largest M with tables; 2^19 entries of each kind. */
static const uint64_t table_limit = (uint64_t)1 << 38;
/* Enough coarse entries for B u < 2^-8: (pi / 4) / 2^-8 = 201.06. */
enum { COARSE_MIN = 202 };

/* sin x and cos x - 1 for 0 <= x <= pi / 4, relative error below 2^-90. */
static void series(tfi_dd x, tfi_dd *sine, tfi_dd *cosine_m1)
{
    enum { FIRST_PLAIN = 7, LAST = 13 };
    const tfi_dd one = { 1.0, 0.0 };
    tfi_dd x2 = tfi_dd_mul(x, x);
    double ts = 1.0;
    double tc = 1.0;
    for (int k = LAST; k >= FIRST_PLAIN; k--) {
        ts = 1.0 - ts * x2.high / (double)((2 * k) * (2 * k + 1));
        tc = 1.0 - tc * x2.high / (double)((2 * k + 1) * (2 * k + 2));
    }
    tfi_dd s = { ts, 0.0 };
    tfi_dd c = { tc, 0.0 };
    for (int k = FIRST_PLAIN - 1; k >= 1; k--) {
        tfi_dd ds = { (double)((2 * k) * (2 * k + 1)), 0.0 };
        tfi_dd dc = { (double)((2 * k + 1) * (2 * k + 2)), 0.0 };
        s = tfi_dd_add(one, tfi_dd_neg(tfi_dd_div(tfi_dd_mul(x2, s), ds)));
        c = tfi_dd_add(one, tfi_dd_neg(tfi_dd_div(tfi_dd_mul(x2, c), dc)));
    }
    *sine = tfi_dd_mul(x, s);
    tfi_dd half = { -0.5 * x2.high, -0.5 * x2.low };
    *cosine_m1 = tfi_dd_mul(half, c);
}

static coarse_entry coarse_at(const tfi_trig *t, uint64_t idx)
{
    tfi_dd s;
    tfi_dd c;
    series(tfi_dd_mul(tfi_dd_from_u64(idx), t->unit), &s, &c);
    c = tfi_dd_add((tfi_dd){ 1.0, 0.0 }, c);
    return (coarse_entry){ c.high, c.low, s.high, s.low };
}

/* exp(i (alpha + beta)) */
static coarse_entry rotate(coarse_entry alpha, coarse_entry beta)
{
    tfi_dd ca = { alpha.c, alpha.c_low };
    tfi_dd sa = { alpha.s, alpha.s_low };
    tfi_dd cb = { beta.c, beta.c_low };
    tfi_dd sb = { beta.s, beta.s_low };
    tfi_dd c = tfi_dd_add(tfi_dd_mul(ca, cb), tfi_dd_neg(tfi_dd_mul(sa, sb)));
    tfi_dd s = tfi_dd_add(tfi_dd_mul(sa, cb), tfi_dd_mul(ca, sb));
    return (coarse_entry){ c.high, c.low, s.high, s.low };
}

/* Every 16th entry and the first 16 by the series, the others as products. */
static void build_coarse(tfi_trig *t, size_t count)
{
    enum { STRIDE = 16 };
    for (size_t i = 0; i < count; i++) {
        if (i < STRIDE || i % STRIDE == 0)
            t->coarse[i] = coarse_at(t, (uint64_t)i << t->fine_bits);
        else
            t->coarse[i] = rotate(t->coarse[i - i % STRIDE], t->coarse[i % STRIDE]);
    }
}

/* Angles below 2^-8: four terms after the first, in plain double, leave 2^-71. */
static fine_entry fine_at(const tfi_trig *t, uint64_t lo)
{
    tfi_dd x = tfi_dd_mul((tfi_dd){ (double)lo, 0.0 }, t->unit);
    double x2 = x.high * x.high;
    double bend = x2 / 6.0 * (1.0 - x2 / 20.0 * (1.0 - x2 / 42.0 * (1.0 - x2 / 72.0)));
    tfi_dd di = tfi_dd_fast_sum(x.high, TFI_ROUND(x.low - x.high * bend));
    fine_entry f;
    uint64_t bits;
    memcpy(&bits, &di.high, sizeof bits);
    bits &= ~(((uint64_t)1 << 27) - 1);
    memcpy(&f.di_high, &bits, sizeof bits);
    f.di_low = TFI_ROUND(TFI_ROUND(di.high - f.di_high) + di.low);
    f.di = di.high;
    f.dr = -x2 / 2.0 * (1.0 - x2 / 12.0 * (1.0 - x2 / 30.0 * (1.0 - x2 / 56.0)));
    return f;
}

static trnfft_status build_tables(const tfi_allocator *a, tfi_trig *t, uint64_t m)
{
    while (((m >> (t->fine_bits + 1)) >= COARSE_MIN) &&
           (m >> (2 * t->fine_bits + 1)) > 0)
        t->fine_bits++;
    size_t n_coarse = (size_t)((m - 1) >> t->fine_bits) + 1;
    size_t n_fine = (size_t)1 << t->fine_bits;
    size_t coarse_bytes;
    size_t fine_bytes;
    if (!tfi_mul_size(n_coarse, sizeof(coarse_entry), &coarse_bytes) ||
        !tfi_mul_size(n_fine, sizeof(fine_entry), &fine_bytes))
        return tfi_fail_memory("trig", SIZE_MAX);
    t->coarse = tfi_alloc(a, coarse_bytes);
    t->fine = tfi_alloc(a, fine_bytes);
    if (!t->coarse || !t->fine)
        return tfi_fail_memory("trig", t->coarse ? fine_bytes : coarse_bytes);
    t->n_bytes = sizeof *t + coarse_bytes + fine_bytes;
    build_coarse(t, n_coarse);
    for (size_t i = 0; i < n_fine; i++)
        t->fine[i] = fine_at(t, i);
    return TRNFFT_OK;
}

trnfft_status tfi_trig_create(const tfi_allocator *a, int64_t n, tfi_trig **out)
{
    const tfi_dd half_pi = { 0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54 };
    *out = NULL;
    if (n < 1 || n > (int64_t)1 << 62)
        return tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT,
                        "trig: n = %lld: not in 1 … 2^62", (long long)n);
    tfi_trig *t = tfi_alloc_zeroed(a, sizeof *t);
    if (!t)
        return tfi_fail_memory("trig", sizeof *t);
    t->n = (uint64_t)n;
    t->n_bytes = sizeof *t;
    t->unit_shift = n % 4 == 0 ? 2U : n % 2 == 0 ? 1U : 0U;
    tfi_dd step = { (double)(1 << t->unit_shift), 0.0 };
    t->unit = tfi_dd_mul(half_pi, tfi_dd_div(step, tfi_dd_from_u64(t->n)));
    uint64_t m = (t->n >> (t->unit_shift + 1)) + 1;
    t->direct = m > table_limit;
    if (!t->direct) {
        trnfft_status s = build_tables(a, t, m);
        if (s != TRNFFT_OK) {
            tfi_trig_destroy(t, a);
            return s;
        }
    }
    *out = t;
    return TRNFFT_OK;
}

void tfi_trig_destroy(tfi_trig *t, const tfi_allocator *a)
{
    if (!t)
        return;
    tfi_free(a, t->coarse);
    tfi_free(a, t->fine);
    tfi_free(a, t);
}

size_t tfi_trig_bytes(const tfi_trig *t)
{
    return t->n_bytes;
}

/* Where k lies: idx in the first eighth, and how to come back from there. All masks are
 * all ones or zero. */
typedef struct place {
    uint64_t idx;
    uint64_t swap; /* exchange cos and sin */
    uint64_t neg;  /* the cosine is negative */
    uint64_t conj; /* the lower half of the circle */
} place;

static inline place reduce(const tfi_trig *t, uint64_t k)
{
    uint64_t n = t->n;
    place p;
    p.conj = (uint64_t)0 - (uint64_t)(k > n - k);
    uint64_t a = 4 * (k ^ ((k ^ (n - k)) & p.conj)); /* <= 2n */
    p.neg = (uint64_t)0 - (uint64_t)(a > n);
    a ^= (a ^ (2 * n - a)) & p.neg; /* <= n */
    p.swap = (uint64_t)0 - (uint64_t)(a > n - a);
    a ^= (a ^ (n - a)) & p.swap; /* <= n / 2 */
    p.idx = a >> t->unit_shift;
    return p;
}

/* k mod n in 0 … n-1 */
static uint64_t wrap(const tfi_trig *t, int64_t k)
{
    int64_t r = k % (int64_t)t->n;
    return (uint64_t)(r < 0 ? r + (int64_t)t->n : r);
}

static inline uint64_t bits_of(double x)
{
    uint64_t u;
    memcpy(&u, &x, sizeof u);
    return u;
}

static inline double double_of(uint64_t u)
{
    double x;
    memcpy(&x, &u, sizeof x);
    return x;
}

/* Undoes the reduction: cos(2 pi k / n) and -sin(2 pi k / n); zeros are positive. */
static inline void restore(place p, double c, double s, double *re, double *im)
{
    uint64_t exchange = (bits_of(c) ^ bits_of(s)) & p.swap;
    uint64_t x = bits_of(c) ^ exchange ^ (p.neg & ((uint64_t)1 << 63));
    uint64_t y = bits_of(s) ^ exchange;
    uint64_t minus_y = bits_of(0.0 - double_of(y));
    *re = double_of(x);
    *im = double_of((y & p.conj) | (minus_y & ~p.conj));
}

/* Terms of so many factors side by side, so that the arithmetic is a loop over arrays. */
enum { BLOCK = 64 };

typedef struct block {
    place at[BLOCK];
    double c[BLOCK], c_low[BLOCK], s[BLOCK], s_low[BLOCK];
    double di_high[BLOCK], di_low[BLOCK], di[BLOCK], dr[BLOCK];
    double cosine[BLOCK], sine[BLOCK];
} block;

/* Places of `count` factors from k on in steps of dk (both in 0 … n-1); returns the next k. */
static uint64_t locate(const tfi_trig *t, uint64_t k, uint64_t dk, int count, block *b)
{
    for (int i = 0; i < count; i++) {
        b->at[i] = reduce(t, k);
        uint64_t room = t->n - k;
        k = dk >= room ? dk - room : k + dk;
    }
    return k;
}

static void evaluate_directly(const tfi_trig *t, int count, block *b)
{
    for (int i = 0; i < count; i++) {
        coarse_entry w = coarse_at(t, b->at[i].idx);
        b->cosine[i] = w.c;
        b->sine[i] = w.s;
    }
}

static void evaluate_coarse(const tfi_trig *t, int count, block *b)
{
    for (int i = 0; i < count; i++) {
        const coarse_entry *w = &t->coarse[b->at[i].idx];
        b->cosine[i] = w->c;
        b->sine[i] = w->s;
    }
}

/* To double precision, with an error of about one unit: enough for f32. */
static void evaluate_plain(const tfi_trig *t, int count, block *b)
{
    const uint64_t mask = ((uint64_t)1 << t->fine_bits) - 1;
    for (int i = 0; i < count; i++) {
        const coarse_entry *w = &t->coarse[b->at[i].idx >> t->fine_bits];
        const fine_entry *d = &t->fine[b->at[i].idx & mask];
        b->cosine[i] = w->c + (w->c * d->dr - w->s * d->di);
        b->sine[i] = w->s + (w->c * d->di + w->s * d->dr);
    }
}

static void evaluate_exactly(const tfi_trig *t, int count, block *b)
{
    const uint64_t mask = ((uint64_t)1 << t->fine_bits) - 1;
    for (int i = 0; i < count; i++) {
        const coarse_entry *w = &t->coarse[b->at[i].idx >> t->fine_bits];
        const fine_entry *d = &t->fine[b->at[i].idx & mask];
        b->c[i] = w->c;
        b->c_low[i] = w->c_low;
        b->s[i] = w->s;
        b->s_low[i] = w->s_low;
        b->di_high[i] = d->di_high;
        b->di_low[i] = d->di_low;
        b->di[i] = d->di;
        b->dr[i] = d->dr;
    }
    for (int i = 0; i < count; i++) {
        double c = b->c[i];
        double s = b->s[i];
        double c_high = double_of(bits_of(c) & ~(((uint64_t)1 << 27) - 1));
        double c_rest = (c - c_high) + b->c_low[i];
        double product = c_high * b->di_high[i]; /* exact */
        double sum = TFI_ROUND(s + product);     /* s == 0 or s >= product */
        double error = product - TFI_ROUND(sum - s);
        double small = c_high * b->di_low[i] + (c_rest * b->di[i] + s * b->dr[i]);
        b->sine[i] = sum + (error + (b->s_low[i] + small));
        b->cosine[i] = c + (b->c_low[i] + (c * b->dr[i] - s * b->di[i]));
    }
}

void tfi_trig_fill_f32(const tfi_trig *t, int64_t k0, int64_t dk, int64_t count,
                       float *re, float *im, int64_t stride)
{
    block b;
    uint64_t k = wrap(t, k0);
    uint64_t step = wrap(t, dk);
    for (int64_t done = 0; done < count; done += BLOCK) {
        int some = count - done < BLOCK ? (int)(count - done) : BLOCK;
        k = locate(t, k, step, some, &b);
        if (t->direct)
            evaluate_directly(t, some, &b);
        else if (t->fine_bits == 0)
            evaluate_coarse(t, some, &b);
        else
            evaluate_plain(t, some, &b);
        for (int i = 0; i < some; i++) {
            double x;
            double y;
            restore(b.at[i], b.cosine[i], b.sine[i], &x, &y);
            re[(done + i) * stride] = (float)x;
            im[(done + i) * stride] = (float)y;
        }
    }
}

void tfi_trig_fill_f64(const tfi_trig *t, int64_t k0, int64_t dk, int64_t count,
                       double *re, double *im, int64_t stride)
{
    block b;
    uint64_t k = wrap(t, k0);
    uint64_t step = wrap(t, dk);
    for (int64_t done = 0; done < count; done += BLOCK) {
        int some = count - done < BLOCK ? (int)(count - done) : BLOCK;
        k = locate(t, k, step, some, &b);
        if (t->direct)
            evaluate_directly(t, some, &b);
        else if (t->fine_bits == 0)
            evaluate_coarse(t, some, &b);
        else
            evaluate_exactly(t, some, &b);
        for (int i = 0; i < some; i++)
            restore(b.at[i], b.cosine[i], b.sine[i], &re[(done + i) * stride],
                    &im[(done + i) * stride]);
    }
}

void tfi_trig_one(const tfi_trig *t, int64_t k, double *re, double *im)
{
    tfi_trig_fill_f64(t, k, 0, 1, re, im, 1);
}
