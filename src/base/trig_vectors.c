/* trig_vectors.c - eight twiddles at a time with AVX2, operation for operation what
 * trig_fill.c does one by one, and so to the same bits; nothing is fused. Places are
 * integers of 32 bits. */
#include "base/trig_tables.h"

#include <string.h>

#include "base/cpu.h"

#if defined(__x86_64__) && defined(__GNUC__)
#include <immintrin.h>

#define AVX2   __attribute__((target("avx2")))
#define INLINE static inline __attribute__((always_inline, target("avx2")))

/* Twice that must fit into 31 bits. */
static const uint64_t most_places = (uint64_t)1 << 29;

/* What reduce() finds: the index in the first eighth, and masks that lead back. */
typedef struct places {
    __m256i idx, swap, neg, conj;
} places;

/* Where a reflection is due its result is the lesser number. */
INLINE places reduce8(const tfi_trig *t, __m256i k)
{
    const __m256i n = _mm256_set1_epi32((int)t->n), n2 = _mm256_add_epi32(n, n);
    const __m256i mirror = _mm256_sub_epi32(n, k);
    places p;
    p.conj = _mm256_cmpgt_epi32(k, mirror);
    __m256i a = _mm256_slli_epi32(_mm256_min_epu32(k, mirror), 2);
    p.neg = _mm256_cmpgt_epi32(a, n);
    a = _mm256_min_epu32(a, _mm256_sub_epi32(n2, a));
    const __m256i rest = _mm256_sub_epi32(n, a);
    p.swap = _mm256_cmpgt_epi32(a, rest);
    p.idx = _mm256_srl_epi32(_mm256_min_epu32(a, rest),
                             _mm_cvtsi32_si128((int)t->unit_shift));
    return p;
}

/* Bytes from the first row of the coarse and of the fine table, two in each number:
 * vectors are costly to take apart. */
typedef struct offsets {
    uint64_t coarse[4], fine[4];
} offsets;

INLINE void locate(const tfi_trig *t, __m256i idx, offsets *at)
{
    _Static_assert(sizeof(tfi_trig_coarse) == 32 && sizeof(tfi_trig_fine) == 32,
                   "rows of four doubles");
    const __m256i mask = _mm256_set1_epi32((int)(((uint32_t)1 << t->fine_bits) - 1));
    const __m256i high = _mm256_srl_epi32(idx, _mm_cvtsi32_si128((int)t->fine_bits));
    _mm256_storeu_si256((__m256i *)(void *)at->coarse, _mm256_slli_epi32(high, 5));
    _mm256_storeu_si256((__m256i *)(void *)at->fine,
                        _mm256_slli_epi32(_mm256_and_si256(idx, mask), 5));
}

INLINE const double *row(const void *table, const uint64_t *at, int i)
{
    const uint64_t offset = i % 2 == 0 ? (uint32_t)at[i / 2] : at[i / 2] >> 32;
    return (const double *)(const void *)((const char *)table + offset);
}

/* Rows of four doubles as columns. */
INLINE void columns(const void *table, const uint64_t *at, __m256d out[4])
{
    const __m256d r0 = _mm256_load_pd(row(table, at, 0));
    const __m256d r1 = _mm256_load_pd(row(table, at, 1));
    const __m256d r2 = _mm256_load_pd(row(table, at, 2));
    const __m256d r3 = _mm256_load_pd(row(table, at, 3));
    const __m256d e0 = _mm256_unpacklo_pd(r0, r1), o0 = _mm256_unpackhi_pd(r0, r1);
    const __m256d e1 = _mm256_unpacklo_pd(r2, r3), o1 = _mm256_unpackhi_pd(r2, r3);
    out[0] = _mm256_permute2f128_pd(e0, e1, 0x20);
    out[1] = _mm256_permute2f128_pd(o0, o1, 0x20);
    out[2] = _mm256_permute2f128_pd(e0, e1, 0x31);
    out[3] = _mm256_permute2f128_pd(o0, o1, 0x31);
}

/* The first two columns alone. */
INLINE void two_columns(const void *table, const uint64_t *at, __m256d *a, __m256d *b)
{
    const __m256d r0 = _mm256_castpd128_pd256(_mm_load_pd(row(table, at, 0)));
    const __m256d r1 = _mm256_castpd128_pd256(_mm_load_pd(row(table, at, 1)));
    const __m256d even = _mm256_insertf128_pd(r0, _mm_load_pd(row(table, at, 2)), 1);
    const __m256d odd = _mm256_insertf128_pd(r1, _mm_load_pd(row(table, at, 3)), 1);
    *a = _mm256_unpacklo_pd(even, odd);
    *b = _mm256_unpackhi_pd(even, odd);
}

/* Four of the eight: half 0 or 1. */
INLINE void evaluate_plainly(const tfi_trig *t, const offsets *at, int half,
                             __m256d *cosine, __m256d *sine)
{
    __m256d c, s, dr, di;
    two_columns(t->coarse, at->coarse + 2 * half, &c, &s);
    two_columns(t->fine, at->fine + 2 * half, &dr, &di);
    *cosine =
        _mm256_add_pd(c, _mm256_sub_pd(_mm256_mul_pd(c, dr), _mm256_mul_pd(s, di)));
    *sine = _mm256_add_pd(s, _mm256_add_pd(_mm256_mul_pd(c, di), _mm256_mul_pd(s, dr)));
}

INLINE void evaluate_exactly(const tfi_trig *t, const offsets *at, int half,
                             __m256d *cosine, __m256d *sine)
{
    __m256d x[4], y[4];
    columns(t->coarse, at->coarse + 2 * half, x);
    columns(t->fine, at->fine + 2 * half, y);
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

/* The eight factors of places k. Rounding them and leading them back to their octants
 * may change places. */
INLINE void put_f32(const tfi_trig *t, __m256i k, float *re, float *im)
{
    const places p = reduce8(t, k);
    offsets at;
    locate(t, p.idx, &at);
    __m256d c0, s0, c1, s1;
    evaluate_plainly(t, &at, 0, &c0, &s0);
    evaluate_plainly(t, &at, 1, &c1, &s1);
    const __m256 c = _mm256_set_m128(_mm256_cvtpd_ps(c1), _mm256_cvtpd_ps(c0));
    const __m256 s = _mm256_set_m128(_mm256_cvtpd_ps(s1), _mm256_cvtpd_ps(s0));
    const __m256 swap = _mm256_castsi256_ps(p.swap), conj = _mm256_castsi256_ps(p.conj);
    const __m256 x = _mm256_blendv_ps(c, s, swap), y = _mm256_blendv_ps(s, c, swap);
    const __m256 sign = _mm256_castsi256_ps(_mm256_slli_epi32(p.neg, 31));
    _mm256_storeu_ps(re, _mm256_xor_ps(x, sign));
    const __m256 minus_y = _mm256_sub_ps(_mm256_setzero_ps(), y);
    _mm256_storeu_ps(im, _mm256_blendv_ps(minus_y, y, conj));
}

/* Four of eight masks, as wide as doubles. */
INLINE __m256i widen(__m256i masks, int half)
{
    return _mm256_cvtepi32_epi64(half != 0 ? _mm256_extracti128_si256(masks, 1)
                                           : _mm256_castsi256_si128(masks));
}

INLINE void put_f64(const tfi_trig *t, __m256i k, double *re, double *im)
{
    const places p = reduce8(t, k);
    offsets at;
    locate(t, p.idx, &at);
    for (int half = 0; half < 2; half++) {
        __m256d c, s;
        evaluate_exactly(t, &at, half, &c, &s);
        const __m256d swap = _mm256_castsi256_pd(widen(p.swap, half));
        const __m256d conj = _mm256_castsi256_pd(widen(p.conj, half));
        const __m256i neg = _mm256_slli_epi64(widen(p.neg, half), 63);
        const __m256d x = _mm256_blendv_pd(c, s, swap);
        const __m256d y = _mm256_blendv_pd(s, c, swap);
        _mm256_storeu_pd(re + 4 * half, _mm256_xor_pd(x, _mm256_castsi256_pd(neg)));
        const __m256d minus_y = _mm256_sub_pd(_mm256_setzero_pd(), y);
        _mm256_storeu_pd(im + 4 * half, _mm256_blendv_pd(minus_y, y, conj));
    }
}

/* (k + dk) mod n for both in 0 … n-1: a difference below zero is a great number. */
INLINE __m256i advance8(__m256i k, __m256i dk, __m256i n)
{
    const __m256i next = _mm256_add_epi32(k, dk);
    return _mm256_min_epu32(next, _mm256_sub_epi32(next, n));
}

/* k, k + dk, … k + 7 dk mod n by doubling; *step: 8 dk mod n. */
INLINE __m256i begin(const tfi_trig_steps *s, __m256i n, __m256i *step)
{
    __m256i k = _mm256_set1_epi32((int)s->k), dk = _mm256_set1_epi32((int)s->dk);
    k = _mm256_blend_epi32(k, advance8(k, dk, n), 0xaa);
    dk = advance8(dk, dk, n);
    k = _mm256_blend_epi32(k, advance8(k, dk, n), 0xcc);
    dk = advance8(dk, dk, n);
    k = _mm256_blend_epi32(k, advance8(k, dk, n), 0xf0);
    *step = advance8(dk, dk, n);
    return k;
}

/* Eight numbers as integers of 32 bits. */
INLINE __m256i narrow(const int64_t *k)
{
    const __m256 a = _mm256_loadu_ps((const float *)(const void *)k);
    const __m256 b = _mm256_loadu_ps((const float *)(const void *)(k + 4));
    const __m256i low = _mm256_castps_si256(_mm256_shuffle_ps(a, b, 0x88));
    return _mm256_permute4x64_epi64(low, 0xd8);
}

#define DEFINE(SUFFIX, T)                                                              \
    /* The first `count` of eight. */                                                  \
    AVX2 static void some_##SUFFIX(const tfi_trig *t, __m256i k, int64_t count, T *re, \
                                   T *im)                                              \
    {                                                                                  \
        T x[8], y[8];                                                                  \
        put_##SUFFIX(t, k, x, y);                                                      \
        memcpy(re, x, (size_t)count * sizeof(T));                                      \
        memcpy(im, y, (size_t)count * sizeof(T));                                      \
    }                                                                                  \
                                                                                       \
    AVX2 static void steps_##SUFFIX(const tfi_trig *t, const tfi_trig_steps *s, T *re, \
                                    T *im)                                             \
    {                                                                                  \
        const __m256i n = _mm256_set1_epi32((int)t->n);                                \
        const int64_t gap = s->pitch - s->block;                                       \
        __m256i step, k = begin(s, n, &step);                                          \
        int64_t i = 0, in_block = 0;                                                   \
        for (; i + 8 <= s->count; i += 8, k = advance8(k, step, n)) {                  \
            put_##SUFFIX(t, k, re, im);                                                \
            in_block += 8;                                                             \
            const int64_t go = in_block == s->block ? 8 + gap : 8;                     \
            in_block = in_block == s->block ? 0 : in_block;                            \
            re += go;                                                                  \
            im += go;                                                                  \
        }                                                                              \
        if (i < s->count) {                                                            \
            some_##SUFFIX(t, k, s->count - i, re, im);                                 \
        }                                                                              \
    }                                                                                  \
                                                                                       \
    AVX2 static void rows_##SUFFIX(const tfi_trig *t, uint64_t k0, int64_t count,      \
                                   int64_t width, T *re, T *im)                        \
    {                                                                                  \
        const __m256i n = _mm256_set1_epi32((int)t->n);                                \
        const __m256i lane = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);                \
        const __m256i step = _mm256_add_epi32(_mm256_set1_epi32((int)k0), lane);       \
        const __m256i next = _mm256_add_epi32(step, _mm256_set1_epi32(8));             \
        __m256i k = _mm256_setzero_si256(), l = k;                                     \
        for (int64_t j = 0; j < count; j++, re += width, im += width) {                \
            put_##SUFFIX(t, k, re, im);                                                \
            k = advance8(k, step, n);                                                  \
            if (width > 8) {                                                           \
                put_##SUFFIX(t, l, re + 8, im + 8);                                    \
                l = advance8(l, next, n);                                              \
            }                                                                          \
        }                                                                              \
    }                                                                                  \
                                                                                       \
    AVX2 static void list_##SUFFIX(const tfi_trig *t, const int64_t *k, int64_t count, \
                                   T *re, T *im)                                       \
    {                                                                                  \
        int64_t i = 0, last[8] = { 0 };                                                \
        for (; i + 8 <= count; i += 8) {                                               \
            put_##SUFFIX(t, narrow(k + i), re + i, im + i);                            \
        }                                                                              \
        if (i < count) {                                                               \
            memcpy(last, k + i, (size_t)(count - i) * sizeof *k);                      \
            some_##SUFFIX(t, narrow(last), count - i, re + i, im + i);                 \
        }                                                                              \
    }

DEFINE(f32, float)
DEFINE(f64, double)

const tfi_trig_vectors *tfi_trig_vectors_for(uint64_t n)
{
    static const tfi_trig_vectors avx2 = { steps_f32, steps_f64, rows_f32,
                                           rows_f64,  list_f32,  list_f64 };
    const tfi_cpu_level level = tfi_cpu_detect();
    const bool here = level == TFI_CPU_AVX2 || level == TFI_CPU_AVX512;
    return here && n <= most_places ? &avx2 : NULL;
}
#else
const tfi_trig_vectors *tfi_trig_vectors_for(uint64_t n)
{
    (void)n;
    return NULL;
}
#endif
