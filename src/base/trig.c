/* trig.c - builds the tables of twiddles; see trig_tables.h for what they are. */
#include "base/trig_tables.h"

#include <string.h>

#include "base/size_math.h"

/* Largest M with tables; 2^19 entries of each kind. */
static const uint64_t table_limit = (uint64_t)1 << 38;
/* Enough coarse entries for B u < 2^-8: (pi / 4) / 2^-8 = 201.06. */
enum { COARSE_MIN = 202 };

/* Taylor coefficients. */
const tfi_trig_terms tfi_trig_sine = {
    { { 0x1.0000000000000p+0, 0x0.0p+0 },
      { -0x1.5555555555555p-3, -0x1.5555555555555p-57 },
      { 0x1.1111111111111p-7, 0x1.1111111111111p-63 },
      { -0x1.a01a01a01a01ap-13, -0x1.a01a01a01a01ap-73 },
      { 0x1.71de3a556c734p-19, -0x1.c154f8ddc6c00p-73 },
      { -0x1.ae64567f544e4p-26, 0x1.c062e06d1f209p-80 },
      { 0x1.6124613a86d09p-33, 0x1.f28e0cc748ebep-87 } },
    { -0x1.ae7f3e733b81fp-41, 0x1.952c77030ad4ap-49, -0x1.2f49b46814157p-57,
      0x1.71b8ef6dcf572p-66, -0x1.761b41316381ap-75, 0x1.3f3ccdd165fa9p-84,
      -0x1.d1ab1c2dccea3p-94 }
};
const tfi_trig_terms tfi_trig_cosine = {
    { { -0x1.0000000000000p-1, 0x0.0p+0 },
      { 0x1.5555555555555p-5, 0x1.5555555555555p-59 },
      { -0x1.6c16c16c16c17p-10, 0x1.f49f49f49f49fp-65 },
      { 0x1.a01a01a01a01ap-16, 0x1.a01a01a01a01ap-76 },
      { -0x1.27e4fb7789f5cp-22, -0x1.cbbc05b4fa99ap-76 },
      { 0x1.1eed8eff8d898p-29, -0x1.2aec959e14c06p-83 },
      { -0x1.93974a8c07c9dp-37, -0x1.05d6f8a2efd1fp-92 } },
    { 0x1.ae7f3e733b81fp-45, -0x1.6827863b97d97p-53, 0x1.e542ba4020225p-62,
      -0x1.0ce396db7f853p-70, 0x1.f2cf01972f578p-80, -0x1.88e85fc6a4e5ap-89,
      0x1.0a18a2635085dp-98 }
};

/* x times a polynomial in x2. */
static tfi_dd polynomial(const tfi_trig_terms *terms, tfi_dd x2, tfi_dd x)
{
    double tail = terms->tail[TFI_TRIG_TAIL - 1];
    for (int k = TFI_TRIG_TAIL - 2; k >= 0; k--) {
        tail = terms->tail[k] + tail * x2.high;
    }
    tfi_dd sum = { tail, 0.0 };
    for (int k = TFI_TRIG_HEAD - 1; k >= 0; k--) {
        sum = tfi_dd_add(terms->head[k], tfi_dd_mul(x2, sum));
    }
    return tfi_dd_mul(x, sum);
}

tfi_trig_coarse tfi_trig_series(const tfi_trig *t, uint64_t idx)
{
    const tfi_dd x = tfi_dd_mul(tfi_dd_from_u64(idx), t->unit), x2 = tfi_dd_mul(x, x);
    const tfi_dd s = polynomial(&tfi_trig_sine, x2, x);
    const tfi_dd c =
        tfi_dd_add((tfi_dd){ 1.0, 0.0 }, polynomial(&tfi_trig_cosine, x2, x2));
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

void tfi_trig_coarse_one_by_one(const tfi_trig *t, size_t count, tfi_trig_coarse *table)
{
    enum { STRIDE = TFI_TRIG_STRIDE };
    for (size_t i = 0; i < count; i++) {
        if (i < STRIDE || i % STRIDE == 0)
            table[i] = tfi_trig_series(t, (uint64_t)i << t->fine_bits);
        else
            table[i] = rotate(table[i - i % STRIDE], table[i % STRIDE]);
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
    if (!tfi_trig_coarse_by_vectors(t, n_coarse, t->coarse))
        tfi_trig_coarse_one_by_one(t, n_coarse, t->coarse);
    for (size_t i = 0; i < n_fine; i++)
        t->fine[i] = fine_at(t, i);
    t->vectors = tfi_trig_vectors_for(t->n);
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
