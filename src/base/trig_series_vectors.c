/* trig_series_vectors.c - the coarse table of trig.c, four entries at a time with AVX2
 * and FMA, to the same bits: a fused step gives the very error of a product that
 * tfi_dd_product() finds by splitting. */
#include "base/trig_tables.h"

#include "base/cpu.h"

#if defined(__x86_64__) && defined(__GNUC__)
#include <immintrin.h>

#define FUSED  __attribute__((target("avx2,fma")))
#define INLINE static inline __attribute__((always_inline, target("avx2,fma")))

typedef struct dd4 {
    __m256d high, low;
} dd4;

INLINE dd4 both(tfi_dd a)
{
    return (dd4){ _mm256_set1_pd(a.high), _mm256_set1_pd(a.low) };
}

INLINE dd4 fast_sum(__m256d a, __m256d b)
{
    const __m256d s = _mm256_add_pd(a, b);
    return (dd4){ s, _mm256_sub_pd(b, _mm256_sub_pd(s, a)) };
}

INLINE dd4 add(dd4 a, dd4 b)
{
    const __m256d s = _mm256_add_pd(a.high, b.high);
    const __m256d b_part = _mm256_sub_pd(s, a.high);
    const __m256d a_part = _mm256_sub_pd(s, b_part);
    const __m256d error =
        _mm256_add_pd(_mm256_sub_pd(a.high, a_part), _mm256_sub_pd(b.high, b_part));
    return fast_sum(s, _mm256_add_pd(error, _mm256_add_pd(a.low, b.low)));
}

INLINE dd4 mul(dd4 a, dd4 b)
{
    const __m256d p = _mm256_mul_pd(a.high, b.high);
    const __m256d error = _mm256_fmsub_pd(a.high, b.high, p);
    const __m256d cross =
        _mm256_add_pd(_mm256_mul_pd(a.high, b.low), _mm256_mul_pd(a.low, b.high));
    return fast_sum(p, _mm256_add_pd(error, cross));
}

INLINE dd4 minus(dd4 a)
{
    const __m256d sign = _mm256_set1_pd(-0.0);
    return (dd4){ _mm256_xor_pd(a.high, sign), _mm256_xor_pd(a.low, sign) };
}

/* x times a polynomial in x2. */
INLINE dd4 polynomial(const tfi_trig_terms *terms, dd4 x2, dd4 x)
{
    __m256d tail = _mm256_set1_pd(terms->tail[TFI_TRIG_TAIL - 1]);
    for (int k = TFI_TRIG_TAIL - 2; k >= 0; k--) {
        tail =
            _mm256_add_pd(_mm256_set1_pd(terms->tail[k]), _mm256_mul_pd(tail, x2.high));
    }
    dd4 sum = { tail, _mm256_setzero_pd() };
    for (int k = TFI_TRIG_HEAD - 1; k >= 0; k--) {
        sum = add(both(terms->head[k]), mul(x2, sum));
    }
    return mul(x, sum);
}

/* Columns c, s, c_low, s_low of four entries. */
typedef struct four {
    dd4 c, s;
} four;

INLINE void transpose(__m256d v[4])
{
    const __m256d a = _mm256_unpacklo_pd(v[0], v[1]),
                  b = _mm256_unpackhi_pd(v[0], v[1]);
    const __m256d c = _mm256_unpacklo_pd(v[2], v[3]),
                  d = _mm256_unpackhi_pd(v[2], v[3]);
    v[0] = _mm256_permute2f128_pd(a, c, 0x20);
    v[1] = _mm256_permute2f128_pd(b, d, 0x20);
    v[2] = _mm256_permute2f128_pd(a, c, 0x31);
    v[3] = _mm256_permute2f128_pd(b, d, 0x31);
}

INLINE four load(const tfi_trig_coarse *from)
{
    __m256d v[4];
    for (int i = 0; i < 4; i++) {
        v[i] = _mm256_loadu_pd(&from[i].c);
    }
    transpose(v);
    return (four){ { v[0], v[2] }, { v[1], v[3] } };
}

/* Entry i, of the first `count`, to to[i * stride]. */
INLINE void store(four f, size_t count, tfi_trig_coarse *to, size_t stride)
{
    __m256d v[4] = { f.c.high, f.s.high, f.c.low, f.s.low };
    transpose(v);
    for (size_t i = 0; i < 4 && i < count; i++) {
        _mm256_storeu_pd(&to[i * stride].c, v[i]);
    }
}

/* Entries first + i step, for `count` of i, by the series. */
FUSED static void by_series(const tfi_trig *t, size_t first, size_t step, size_t count,
                            tfi_trig_coarse *table)
{
    for (size_t i = 0; i < count; i += 4) {
        double high[4], low[4];
        for (size_t j = 0; j < 4; j++) {
            const tfi_dd idx =
                tfi_dd_from_u64((uint64_t)(first + (i + j) * step) << t->fine_bits);
            high[j] = idx.high;
            low[j] = idx.low;
        }
        const dd4 idx = { _mm256_loadu_pd(high), _mm256_loadu_pd(low) };
        const dd4 x = mul(idx, both(t->unit)), x2 = mul(x, x);
        const dd4 one = both((tfi_dd){ 1.0, 0.0 });
        const four f = { add(one, polynomial(&tfi_trig_cosine, x2, x2)),
                         polynomial(&tfi_trig_sine, x2, x) };
        store(f, count - i, table + first + i * step, step);
    }
}

/* The `count` entries behind `base`, rotated by as many of `by`, four of which are read
 * at a time. */
FUSED static void by_rotation(tfi_trig_coarse *base, const tfi_trig_coarse *by,
                              size_t count)
{
    const four a = { { _mm256_set1_pd(base->c), _mm256_set1_pd(base->c_low) },
                     { _mm256_set1_pd(base->s), _mm256_set1_pd(base->s_low) } };
    for (size_t i = 1; i <= count; i += 4) {
        const four b = load(by + i);
        const four f = { add(mul(a.c, b.c), minus(mul(a.s, b.s))),
                         add(mul(a.s, b.c), mul(a.c, b.s)) };
        store(f, count + 1 - i, base + i, 1);
    }
}

bool tfi_trig_coarse_by_vectors(const tfi_trig *t, size_t count, tfi_trig_coarse *table)
{
    const size_t stride = TFI_TRIG_STRIDE;
    const tfi_cpu_level level = tfi_cpu_detect();
    if (level != TFI_CPU_AVX2 && level != TFI_CPU_AVX512) {
        return false;
    }
    by_series(t, 0, 1, count < stride ? count : stride, table);
    if (count > stride) {
        by_series(t, stride, stride, (count - 1) / stride, table);
    }
    for (size_t i = stride; i < count; i += stride) {
        const size_t rest = count - i - 1;
        by_rotation(table + i, table, rest < stride - 1 ? rest : stride - 1);
    }
    return true;
}
#else
bool tfi_trig_coarse_by_vectors(const tfi_trig *t, size_t count, tfi_trig_coarse *table)
{
    (void)t;
    (void)count;
    (void)table;
    return false;
}
#endif
