/* trig.c - builds the tables of twiddles; see trig_tables.h for what they are. */
#include "base/trig_tables.h"

#include <string.h>

#include "base/size_math.h"

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

tfi_trig_coarse tfi_trig_series(const tfi_trig *t, uint64_t idx)
{
    tfi_dd s;
    tfi_dd c;
    series(tfi_dd_mul(tfi_dd_from_u64(idx), t->unit), &s, &c);
    c = tfi_dd_add((tfi_dd){ 1.0, 0.0 }, c);
    return (tfi_trig_coarse){ c.high, s.high, c.low, s.low };
}

/* exp(i (alpha + beta)) */
static tfi_trig_coarse rotate(tfi_trig_coarse alpha, tfi_trig_coarse beta)
{
    tfi_dd ca = { alpha.c, alpha.c_low };
    tfi_dd sa = { alpha.s, alpha.s_low };
    tfi_dd cb = { beta.c, beta.c_low };
    tfi_dd sb = { beta.s, beta.s_low };
    tfi_dd c = tfi_dd_add(tfi_dd_mul(ca, cb), tfi_dd_neg(tfi_dd_mul(sa, sb)));
    tfi_dd s = tfi_dd_add(tfi_dd_mul(sa, cb), tfi_dd_mul(ca, sb));
    return (tfi_trig_coarse){ c.high, s.high, c.low, s.low };
}

/* Every 16th entry and the first 16 by the series, the others as products. */
static void build_coarse(tfi_trig *t, size_t count)
{
    enum { STRIDE = 16 };
    for (size_t i = 0; i < count; i++) {
        if (i < STRIDE || i % STRIDE == 0)
            t->coarse[i] = tfi_trig_series(t, (uint64_t)i << t->fine_bits);
        else
            t->coarse[i] = rotate(t->coarse[i - i % STRIDE], t->coarse[i % STRIDE]);
    }
}

/* Angles below 2^-8: four terms after the first, in plain double, leave 2^-71. */
static tfi_trig_fine fine_at(const tfi_trig *t, uint64_t lo)
{
    tfi_dd x = tfi_dd_mul((tfi_dd){ (double)lo, 0.0 }, t->unit);
    double x2 = x.high * x.high;
    double bend = x2 / 6.0 * (1.0 - x2 / 20.0 * (1.0 - x2 / 42.0 * (1.0 - x2 / 72.0)));
    tfi_dd di = tfi_dd_fast_sum(x.high, TFI_ROUND(x.low - x.high * bend));
    tfi_trig_fine f;
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
    if (!tfi_mul_size(n_coarse, sizeof(tfi_trig_coarse), &coarse_bytes) ||
        !tfi_mul_size(n_fine, sizeof(tfi_trig_fine), &fine_bytes))
        return tfi_fail_memory("trig", SIZE_MAX);
    t->coarse = tfi_alloc(a, coarse_bytes);
    t->fine = tfi_alloc(a, fine_bytes);
    if (!t->coarse || !t->fine)
        return tfi_fail_memory("trig", t->coarse ? fine_bytes : coarse_bytes);
    t->n_bytes = sizeof *t + coarse_bytes + fine_bytes;
    build_coarse(t, n_coarse);
    for (size_t i = 0; i < n_fine; i++)
        t->fine[i] = fine_at(t, i);
    t->vectors = t->fine_bits > 0 ? tfi_trig_vectors_here() : NULL;
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
