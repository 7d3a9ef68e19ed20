/* trig_vectors.c - four twiddles at a time with AVX2, operation for operation what
 * trig_fill.c does one by one, and so to the same bits; nothing is fused. */
#include "base/trig_tables.h"

#include <string.h>

#include "base/cpu.h"

#if defined(__x86_64__) && defined(__GNUC__)
#include <immintrin.h>

#define AVX2   __attribute__((target("avx2")))
#define INLINE static inline __attribute__((always_inline, target("avx2")))

INLINE __m256d pick(__m256d no, __m256d yes, __m256i mask)
{
    return _mm256_blendv_pd(no, yes, _mm256_castsi256_pd(mask));
}

INLINE __m256i pick_int(__m256i no, __m256i yes, __m256i mask)
{
    return _mm256_blendv_epi8(no, yes, mask);
}

/* What reduce() finds: the index in the first eighth, and masks that lead back. */
typedef struct places {
    __m256i idx, swap, neg, conj;
} places;

INLINE places reduce4(const tfi_trig *t, __m256i k)
{
    const __m256i n = _mm256_set1_epi64x((long long)t->n), n2 = _mm256_add_epi64(n, n);
    places p;
    const __m256i mirror = _mm256_sub_epi64(n, k);
    p.conj = _mm256_cmpgt_epi64(k, mirror);
    __m256i a = _mm256_slli_epi64(pick_int(k, mirror, p.conj), 2);
    p.neg = _mm256_cmpgt_epi64(a, n);
    a = pick_int(a, _mm256_sub_epi64(n2, a), p.neg);
    const __m256i rest = _mm256_sub_epi64(n, a);
    p.swap = _mm256_cmpgt_epi64(a, rest);
    a = pick_int(a, rest, p.swap);
    p.idx = _mm256_srl_epi64(a, _mm_cvtsi32_si128((int)t->unit_shift));
    return p;
}

INLINE void restore4(places p, __m256d c, __m256d s, __m256d *re, __m256d *im)
{
    const __m256d x = pick(c, s, p.swap), y = pick(s, c, p.swap);
    const __m256i sign = _mm256_slli_epi64(p.neg, 63);
    *re = _mm256_xor_pd(x, _mm256_castsi256_pd(sign));
    *im = pick(_mm256_sub_pd(_mm256_setzero_pd(), y), y, p.conj);
}

/* Rows of four doubles as columns. */
INLINE void columns(const double *const row[4], __m256d out[4])
{
    const __m256d r0 = _mm256_load_pd(row[0]), r1 = _mm256_load_pd(row[1]);
    const __m256d r2 = _mm256_load_pd(row[2]), r3 = _mm256_load_pd(row[3]);
    const __m256d e0 = _mm256_unpacklo_pd(r0, r1), o0 = _mm256_unpackhi_pd(r0, r1);
    const __m256d e1 = _mm256_unpacklo_pd(r2, r3), o1 = _mm256_unpackhi_pd(r2, r3);
    out[0] = _mm256_permute2f128_pd(e0, e1, 0x20);
    out[1] = _mm256_permute2f128_pd(o0, o1, 0x20);
    out[2] = _mm256_permute2f128_pd(e0, e1, 0x31);
    out[3] = _mm256_permute2f128_pd(o0, o1, 0x31);
}

/* The first two columns alone. */
INLINE void two_columns(const double *const row[4], __m256d *a, __m256d *b)
{
    const __m256d even = _mm256_insertf128_pd(
        _mm256_castpd128_pd256(_mm_load_pd(row[0])), _mm_load_pd(row[2]), 1);
    const __m256d odd = _mm256_insertf128_pd(
        _mm256_castpd128_pd256(_mm_load_pd(row[1])), _mm_load_pd(row[3]), 1);
    *a = _mm256_unpacklo_pd(even, odd);
    *b = _mm256_unpackhi_pd(even, odd);
}

INLINE void evaluate4(const tfi_trig *t, bool exactly, __m256i idx, __m256d *cosine,
                      __m256d *sine)
{
    _Static_assert(sizeof(tfi_trig_coarse) == 32 && sizeof(tfi_trig_fine) == 32,
                   "rows of four doubles");
    const __m256i mask =
        _mm256_set1_epi64x((long long)(((uint64_t)1 << t->fine_bits) - 1));
    uint64_t high[4], low[4];
    _mm256_storeu_si256((__m256i *)(void *)high,
                        _mm256_srl_epi64(idx, _mm_cvtsi32_si128((int)t->fine_bits)));
    _mm256_storeu_si256((__m256i *)(void *)low, _mm256_and_si256(idx, mask));
    const double *w[4], *d[4];
    for (int i = 0; i < 4; i++) {
        w[i] = &t->coarse[high[i]].c;
        d[i] = &t->fine[low[i]].dr;
    }
    if (!exactly) {
        __m256d c, s, dr, di;
        two_columns(w, &c, &s);
        two_columns(d, &dr, &di);
        *cosine =
            _mm256_add_pd(c, _mm256_sub_pd(_mm256_mul_pd(c, dr), _mm256_mul_pd(s, di)));
        *sine =
            _mm256_add_pd(s, _mm256_add_pd(_mm256_mul_pd(c, di), _mm256_mul_pd(s, dr)));
        return;
    }
    __m256d x[4], y[4];
    columns(w, x);
    columns(d, y);
    const __m256d c = x[0], s = x[1], c_low = x[2], s_low = x[3];
    const __m256d dr = y[0], di = y[1], di_high = y[2], di_low = y[3];
    const __m256d c_high = _mm256_and_pd(
        c, _mm256_castsi256_pd(_mm256_set1_epi64x(~(((long long)1 << 27) - 1))));
    const __m256d c_rest = _mm256_add_pd(_mm256_sub_pd(c, c_high), c_low);
    const __m256d product = _mm256_mul_pd(c_high, di_high);
    const __m256d sum = _mm256_add_pd(s, product);
    const __m256d error = _mm256_sub_pd(product, _mm256_sub_pd(sum, s));
    const __m256d small =
        _mm256_add_pd(_mm256_mul_pd(c_high, di_low),
                      _mm256_add_pd(_mm256_mul_pd(c_rest, di), _mm256_mul_pd(s, dr)));
    *sine = _mm256_add_pd(sum, _mm256_add_pd(error, _mm256_add_pd(s_low, small)));
    *cosine =
        _mm256_add_pd(c, _mm256_add_pd(c_low, _mm256_sub_pd(_mm256_mul_pd(c, dr),
                                                            _mm256_mul_pd(s, di))));
}

INLINE void factors4(const tfi_trig *t, bool exactly, __m256i k, __m256d *re,
                     __m256d *im)
{
    const places p = reduce4(t, k);
    __m256d c, s;
    evaluate4(t, exactly, p.idx, &c, &s);
    restore4(p, c, s, re, im);
}

/* (k + dk) mod n for both in 0 … n-1 */
INLINE __m256i advance4(__m256i k, __m256i dk, __m256i n)
{
    const __m256i next = _mm256_add_epi64(k, dk);
    return _mm256_sub_epi64(next, _mm256_andnot_si256(_mm256_cmpgt_epi64(n, next), n));
}

static uint64_t add_mod(uint64_t a, uint64_t b, uint64_t n)
{
    return a >= n - b ? a - (n - b) : a + b;
}

/* The first four places, and the step to the next four. */
INLINE __m256i begin(const tfi_trig *t, const tfi_trig_steps *s, __m256i *step)
{
    const uint64_t n = t->n, dk = s->dk, two = add_mod(dk, dk, n);
    *step = _mm256_set1_epi64x((long long)add_mod(two, two, n));
    const uint64_t k1 = add_mod(s->k, dk, n), k2 = add_mod(s->k, two, n);
    return _mm256_set_epi64x((long long)add_mod(k1, two, n), (long long)k2,
                             (long long)k1, (long long)s->k);
}

/* T of four values V, narrowed by NARROW, stored by STORE. */
#define DEFINE(SUFFIX, T, V, NARROW, STORE, EXACTLY)                                   \
    AVX2 static void steps_##SUFFIX(const tfi_trig *t, const tfi_trig_steps *s, T *re, \
                                    T *im)                                             \
    {                                                                                  \
        const __m256i n = _mm256_set1_epi64x((long long)t->n);                         \
        __m256i step, k = begin(t, s, &step);                                          \
        int64_t in_block = 0;                                                          \
        for (int64_t i = 0; i < s->count; i += 4, k = advance4(k, step, n)) {          \
            __m256d x, y;                                                              \
            factors4(t, EXACTLY, k, &x, &y);                                           \
            const V a = NARROW(x), b = NARROW(y);                                      \
            if (s->count - i < 4) {                                                    \
                T rest[8];                                                             \
                STORE(rest, a);                                                        \
                STORE(rest + 4, b);                                                    \
                memcpy(re, rest, (size_t)(s->count - i) * sizeof(T));                  \
                memcpy(im, rest + 4, (size_t)(s->count - i) * sizeof(T));              \
                return;                                                                \
            }                                                                          \
            STORE(re, a);                                                              \
            STORE(im, b);                                                              \
            in_block += 4;                                                             \
            const int64_t go = in_block == s->block ? s->pitch - s->block + 4 : 4;     \
            in_block = in_block == s->block ? 0 : in_block;                            \
            re += go;                                                                  \
            im += go;                                                                  \
        }                                                                              \
    }                                                                                  \
                                                                                       \
    AVX2 static void list_##SUFFIX(const tfi_trig *t, const int64_t *k, int64_t count, \
                                   T *re, T *im)                                       \
    {                                                                                  \
        __m256d x, y;                                                                  \
        int64_t i = 0;                                                                 \
        for (; i + 4 <= count; i += 4) {                                               \
            factors4(t, EXACTLY,                                                       \
                     _mm256_loadu_si256((const __m256i *)(const void *)(k + i)), &x,   \
                     &y);                                                              \
            STORE(re + i, NARROW(x));                                                  \
            STORE(im + i, NARROW(y));                                                  \
        }                                                                              \
        for (; i < count; i++) {                                                       \
            const tfi_trig_steps one = { (uint64_t)k[i], 0, 1, 4, 0 };                 \
            steps_##SUFFIX(t, &one, re + i, im + i);                                   \
        }                                                                              \
    }

#define SAME(x) (x)
DEFINE(f32, float, __m128, _mm256_cvtpd_ps, _mm_storeu_ps, false)
DEFINE(f64, double, __m256d, SAME, _mm256_storeu_pd, true)

const tfi_trig_vectors *tfi_trig_vectors_here(void)
{
    static const tfi_trig_vectors avx2 = { steps_f32, steps_f64, list_f32, list_f64 };
    const tfi_cpu_level level = tfi_cpu_detect();
    return level == TFI_CPU_AVX2 || level == TFI_CPU_AVX512 ? &avx2 : NULL;
}
#else
const tfi_trig_vectors *tfi_trig_vectors_here(void)
{
    return NULL;
}
#endif
