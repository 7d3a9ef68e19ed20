/* trig_fill.c - twiddles along arithmetic progressions of k.
 *
 * With a small step the places run evenly through an eighth of the circle: a run. With
 * a large one each factor is located for itself, in blocks. Both give the same bits.
 */
#include <string.h>

#include "base/trig_tables.h"

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
    if (k >= 0 && (uint64_t)k < t->n) {
        return (uint64_t)k;
    }
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

/* Terms of so many factors side by side, so that the arithmetic is a loop over arrays.
 */
enum { BLOCK = 64 };

typedef struct block {
    uint64_t idx[BLOCK];
    double c[BLOCK], c_low[BLOCK], s[BLOCK], s_low[BLOCK];
    double di_high[BLOCK], di_low[BLOCK], di[BLOCK], dr[BLOCK];
    double cosine[BLOCK], sine[BLOCK];
} block;

static void evaluate_directly(const tfi_trig *t, int count, block *b)
{
    for (int i = 0; i < count; i++) {
        tfi_trig_coarse w = tfi_trig_series(t, b->idx[i]);
        b->cosine[i] = w.c;
        b->sine[i] = w.s;
    }
}

static void evaluate_coarse(const tfi_trig *t, int count, block *b)
{
    for (int i = 0; i < count; i++) {
        const tfi_trig_coarse *w = &t->coarse[b->idx[i]];
        b->cosine[i] = w->c;
        b->sine[i] = w->s;
    }
}

/* To double precision, with an error of about one unit: enough for f32. */
static void evaluate_plainly(const tfi_trig *t, int count, block *b)
{
    const uint64_t mask = ((uint64_t)1 << t->fine_bits) - 1;
    for (int i = 0; i < count; i++) {
        const tfi_trig_coarse *w = &t->coarse[b->idx[i] >> t->fine_bits];
        const tfi_trig_fine *d = &t->fine[b->idx[i] & mask];
        b->cosine[i] = w->c + (w->c * d->dr - w->s * d->di);
        b->sine[i] = w->s + (w->c * d->di + w->s * d->dr);
    }
}

static void evaluate_exactly(const tfi_trig *t, int count, block *b)
{
    const uint64_t mask = ((uint64_t)1 << t->fine_bits) - 1;
    for (int i = 0; i < count; i++) {
        const tfi_trig_coarse *w = &t->coarse[b->idx[i] >> t->fine_bits];
        const tfi_trig_fine *d = &t->fine[b->idx[i] & mask];
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

static void evaluate(const tfi_trig *t, bool exactly, int count, block *b)
{
    if (t->direct)
        evaluate_directly(t, count, b);
    else if (t->fine_bits == 0)
        evaluate_coarse(t, count, b);
    else if (exactly)
        evaluate_exactly(t, count, b);
    else
        evaluate_plainly(t, count, b);
}

/* Factors whose places are idx, idx + step, … in one eighth. */
typedef struct run {
    place first;
    uint64_t step; /* as a two's complement number */
    int64_t count;
} run;

/* The run from k on in steps of dk, both in 0 … n-1, |dk mod n| small; at most `most`.
 */
static run next_run(const tfi_trig *t, uint64_t k, uint64_t dk, int64_t most)
{
    run r = { .first = reduce(t, k) };
    bool back = dk > t->n - dk;
    uint64_t step = (4 * (back ? t->n - dk : dk)) >> t->unit_shift;
    /* Each reflection turns the direction round. */
    bool down = ((r.first.swap ^ r.first.neg ^ r.first.conj) & 1) != (uint64_t)back;
    uint64_t last = (t->n >> 1) >> t->unit_shift;
    uint64_t room = down ? r.first.idx : last - r.first.idx;
    r.count = most;
    if (step != 0 && room / step < (uint64_t)most - 1)
        r.count = (int64_t)(room / step) + 1;
    r.step = down ? (uint64_t)0 - step : step;
    return r;
}

/* k + count dk mod n, where count steps stay within a turn. */
static uint64_t advance(const tfi_trig *t, uint64_t k, uint64_t dk, int64_t count)
{
    if (dk > t->n - dk) {
        uint64_t way = (t->n - dk) * (uint64_t)count;
        return k >= way ? k - way : k + t->n - way;
    }
    uint64_t way = dk * (uint64_t)count;
    return k >= t->n - way ? k - (t->n - way) : k + way;
}

/* What restore() does, for a whole run: signs, with zeros made positive, and places. */
typedef struct signs {
    double cosine, sine;
    bool swap;
} signs;

static signs run_signs(place p)
{
    signs g = { .swap = p.swap != 0 };
    double re = p.neg ? -1.0 : 1.0;
    double im = p.conj ? 1.0 : -1.0;
    g.cosine = g.swap ? im : re;
    g.sine = g.swap ? re : im;
    return g;
}

static void run_f32(const tfi_trig *t, const run *r, float *re, float *im,
                    int64_t stride)
{
    signs g = run_signs(r->first);
    float *to_c = g.swap ? im : re;
    float *to_s = g.swap ? re : im;
    uint64_t idx = r->first.idx;
    if (t->fine_bits == 0) {
        for (int64_t i = 0; i < r->count; i++, idx += r->step) {
            const tfi_trig_coarse *w = &t->coarse[idx];
            to_c[i * stride] = (float)(g.cosine * w->c + 0.0);
            to_s[i * stride] = (float)(g.sine * w->s + 0.0);
        }
        return;
    }
    const uint64_t mask = ((uint64_t)1 << t->fine_bits) - 1;
    for (int64_t i = 0; i < r->count; i++, idx += r->step) {
        const tfi_trig_coarse *w = &t->coarse[idx >> t->fine_bits];
        const tfi_trig_fine *d = &t->fine[idx & mask];
        double c = w->c + (w->c * d->dr - w->s * d->di);
        double s = w->s + (w->c * d->di + w->s * d->dr);
        to_c[i * stride] = (float)(g.cosine * c + 0.0);
        to_s[i * stride] = (float)(g.sine * s + 0.0);
    }
}

static void run_f64(const tfi_trig *t, const run *r, double *re, double *im,
                    int64_t stride)
{
    block b;
    signs g = run_signs(r->first);
    double *to_c = g.swap ? im : re;
    double *to_s = g.swap ? re : im;
    uint64_t idx = r->first.idx;
    for (int64_t done = 0; done < r->count; done += BLOCK) {
        int some = r->count - done < BLOCK ? (int)(r->count - done) : BLOCK;
        for (int i = 0; i < some; i++, idx += r->step)
            b.idx[i] = idx;
        evaluate(t, true, some, &b);
        for (int i = 0; i < some; i++) {
            to_c[(done + i) * stride] = g.cosine * b.cosine[i] + 0.0;
            to_s[(done + i) * stride] = g.sine * b.sine[i] + 0.0;
        }
    }
}

/* The factors of up to BLOCK places in 0 … n-1. */
static void list_block(const tfi_trig *t, bool exactly, const int64_t *k, int count,
                       double *x, double *y)
{
    block b;
    place at[BLOCK];
    for (int i = 0; i < count; i++) {
        at[i] = reduce(t, (uint64_t)k[i]);
        b.idx[i] = at[i].idx;
    }
    evaluate(t, exactly, count, &b);
    for (int i = 0; i < count; i++)
        restore(at[i], b.cosine[i], b.sine[i], &x[i], &y[i]);
}

/* The same of places dk apart; returns the next k. */
static uint64_t step_block(const tfi_trig *t, bool exactly, uint64_t k, uint64_t dk,
                           int count, double *x, double *y)
{
    int64_t places[BLOCK];
    for (int i = 0; i < count; i++) {
        places[i] = (int64_t)k;
        uint64_t room = t->n - k;
        k = dk >= room ? dk - room : k + dk;
    }
    list_block(t, exactly, places, count, x, y);
    return k;
}

/* Whether runs are long enough to pay for their division. */
static bool runs_pay(const tfi_trig *t, uint64_t dk)
{
    return (dk > t->n - dk ? t->n - dk : dk) <= t->n / 64 && !t->direct;
}

static uint64_t fill_f32(const tfi_trig *t, uint64_t k, uint64_t step, int64_t count,
                         float *re, float *im, int64_t stride)
{
    if (runs_pay(t, step)) {
        for (int64_t done = 0; done < count;) {
            run r = next_run(t, k, step, count - done);
            run_f32(t, &r, re + done * stride, im + done * stride, stride);
            k = advance(t, k, step, r.count);
            done += r.count;
        }
        return k;
    }
    for (int64_t done = 0; done < count; done += BLOCK) {
        double x[BLOCK];
        double y[BLOCK];
        int some = count - done < BLOCK ? (int)(count - done) : BLOCK;
        k = step_block(t, false, k, step, some, x, y);
        for (int i = 0; i < some; i++) {
            re[(done + i) * stride] = (float)x[i];
            im[(done + i) * stride] = (float)y[i];
        }
    }
    return k;
}

static uint64_t fill_f64(const tfi_trig *t, uint64_t k, uint64_t step, int64_t count,
                         double *re, double *im, int64_t stride)
{
    if (runs_pay(t, step)) {
        for (int64_t done = 0; done < count;) {
            run r = next_run(t, k, step, count - done);
            run_f64(t, &r, re + done * stride, im + done * stride, stride);
            k = advance(t, k, step, r.count);
            done += r.count;
        }
        return k;
    }
    for (int64_t done = 0; done < count; done += BLOCK) {
        double x[BLOCK];
        double y[BLOCK];
        int some = count - done < BLOCK ? (int)(count - done) : BLOCK;
        k = step_block(t, true, k, step, some, x, y);
        for (int i = 0; i < some; i++) {
            re[(done + i) * stride] = x[i];
            im[(done + i) * stride] = y[i];
        }
    }
    return k;
}

/* Both ways of filling, for one type; vectors write neighbours only. */
#define FILL(SUFFIX, T)                                                                \
    static void steps_##SUFFIX(const tfi_trig *t, const tfi_trig_steps *s, T *re,      \
                               T *im, int64_t stride)                                  \
    {                                                                                  \
        if (t->vectors != NULL && stride == 1) {                                       \
            t->vectors->steps_##SUFFIX(t, s, re, im);                                  \
        } else {                                                                       \
            (void)fill_##SUFFIX(t, s->k, s->dk, s->count, re, im, stride);             \
        }                                                                              \
    }                                                                                  \
                                                                                       \
    void tfi_trig_fill_##SUFFIX(const tfi_trig *t, int64_t k0, int64_t dk,             \
                                int64_t count, T *re, T *im, int64_t stride)           \
    {                                                                                  \
        const tfi_trig_steps s = { wrap(t, k0), wrap(t, dk), count, INT64_MAX, 0 };    \
        steps_##SUFFIX(t, &s, re, im, stride);                                         \
    }                                                                                  \
                                                                                       \
    void tfi_trig_blocks_##SUFFIX(const tfi_trig *t, int64_t k0, int64_t dk,           \
                                  int64_t count, T *re, T *im, int64_t size,           \
                                  int64_t pitch)                                       \
    {                                                                                  \
        const tfi_trig_steps s = { wrap(t, k0), wrap(t, dk), count, size, pitch };     \
        if (t->vectors != NULL) {                                                      \
            t->vectors->steps_##SUFFIX(t, &s, re, im);                                 \
            return;                                                                    \
        }                                                                              \
        uint64_t k = s.k;                                                              \
        for (int64_t i = 0; i < count; i += size, re += pitch, im += pitch) {          \
            const int64_t some = count - i < size ? count - i : size;                  \
            k = fill_##SUFFIX(t, k, s.dk, some, re, im, 1);                            \
        }                                                                              \
    }                                                                                  \
                                                                                       \
    void tfi_trig_rows_##SUFFIX(const tfi_trig *t, int64_t k0, int64_t count,          \
                                int64_t width, T *re, T *im)                           \
    {                                                                                  \
        const uint64_t first = wrap(t, k0);                                            \
        if (t->vectors != NULL && (width == 8 || width == 16) && first + 16 <= t->n) { \
            t->vectors->rows_##SUFFIX(t, first, count, width, re, im);                 \
            return;                                                                    \
        }                                                                              \
        tfi_trig_steps s = { 0, 0, width, INT64_MAX, 0 };                              \
        for (int64_t j = 0; j < count; j++, re += width, im += width) {                \
            steps_##SUFFIX(t, &s, re, im, 1);                                          \
            s.k = first >= t->n - s.k ? first - (t->n - s.k) : s.k + first;            \
            s.dk = s.dk + 1 < t->n ? s.dk + 1 : 0;                                     \
        }                                                                              \
    }

FILL(f32, float)
FILL(f64, double)
#undef FILL

void tfi_trig_list_f32(const tfi_trig *t, const int64_t *k, int64_t count, float *re,
                       float *im)
{
    if (t->vectors != NULL) {
        t->vectors->list_f32(t, k, count, re, im);
        return;
    }
    for (int64_t done = 0; done < count; done += BLOCK) {
        double x[BLOCK];
        double y[BLOCK];
        int some = count - done < BLOCK ? (int)(count - done) : BLOCK;
        list_block(t, false, k + done, some, x, y);
        for (int i = 0; i < some; i++) {
            re[done + i] = (float)x[i];
            im[done + i] = (float)y[i];
        }
    }
}

void tfi_trig_list_f64(const tfi_trig *t, const int64_t *k, int64_t count, double *re,
                       double *im)
{
    if (t->vectors != NULL) {
        t->vectors->list_f64(t, k, count, re, im);
        return;
    }
    for (int64_t done = 0; done < count; done += BLOCK) {
        int some = count - done < BLOCK ? (int)(count - done) : BLOCK;
        list_block(t, true, k + done, some, re + done, im + done);
    }
}

void tfi_trig_one(const tfi_trig *t, int64_t k, double *re, double *im)
{
    tfi_trig_fill_f64(t, k, 0, 1, re, im, 1);
}
