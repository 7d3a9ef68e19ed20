/* avx2.h - 256-bit vectors with fused multiply-add (AVX2 + FMA). */
#ifndef TFI_SIMD_AVX2_H
#define TFI_SIMD_AVX2_H

#include <immintrin.h>
#include <stdint.h>

/* The first n components by ordinary stores: masked stores are microcoded on AMD
 * processors. */
static inline __attribute__((always_inline)) void
tfk_storen_avx2_f32(float *p, __m256 v, int64_t n)
{
    __m128 low = _mm256_castps256_ps128(v);
    if (n & 4) {
        _mm_storeu_ps(p, low);
        low = _mm256_extractf128_ps(v, 1);
        p += 4;
    }
    if (n & 2) {
        _mm_storel_pi((__m64 *)(void *)p, low);
        low = _mm_movehl_ps(low, low);
        p += 2;
    }
    if (n & 1) {
        _mm_store_ss(p, low);
    }
}

static inline __attribute__((always_inline)) void
tfk_storen_avx2_f64(double *p, __m256d v, int64_t n)
{
    __m128d low = _mm256_castpd256_pd128(v);
    if (n & 2) {
        _mm_storeu_pd(p, low);
        low = _mm256_extractf128_pd(v, 1);
        p += 2;
    }
    if (n & 1) {
        _mm_store_sd(p, low);
    }
}

#define TFK_BYTES              32
#define TFK_V_FMA_F32(a, b, c) _mm256_fmadd_ps(a, b, c)
#define TFK_V_FMA_F64(a, b, c) _mm256_fmadd_pd(a, b, c)
#define TFK_FNMA_F32(a, b, c)  _mm256_fnmadd_ps(a, b, c)
#define TFK_FNMA_F64(a, b, c)  _mm256_fnmadd_pd(a, b, c)
#define TFK_S_FMA_F32(a, b, c) __builtin_fmaf(a, b, c)
#define TFK_S_FMA_F64(a, b, c) __builtin_fma(a, b, c)
#define TFK_MASK_F32(n)                             \
    _mm256_cmpgt_epi32(_mm256_set1_epi32((int)(n)), \
                       _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7))
#define TFK_MASK_F64(n)                                    \
    _mm256_cmpgt_epi64(_mm256_set1_epi64x((long long)(n)), \
                       _mm256_setr_epi64x(0, 1, 2, 3))
#define TFK_V_LOADN_F32(p, n)     _mm256_maskload_ps(p, TFK_MASK_F32(n))
#define TFK_V_STOREN_F32(p, v, n) tfk_storen_avx2_f32(p, v, n)
#define TFK_V_LOADN_F64(p, n)     _mm256_maskload_pd(p, TFK_MASK_F64(n))
#define TFK_V_STOREN_F64(p, v, n) tfk_storen_avx2_f64(p, v, n)

/* Interleaved points: loads gather the halves, so that two shuffles within 128 bits
 * remain; for stores whole vectors are worth two more. */
#define TFK_HALVES_PS(p, i, j)                                            \
    _mm256_insertf128_ps(_mm256_castps128_ps256(_mm_loadu_ps((p) + (i))), \
                         _mm_loadu_ps((p) + (j)), 1)
#define TFK_HALVES_PD(p, i, j)                                            \
    _mm256_insertf128_pd(_mm256_castpd128_pd256(_mm_loadu_pd((p) + (i))), \
                         _mm_loadu_pd((p) + (j)), 1)
#define TFK_LOAD_PAIRS_F32(p, x, y)                                       \
    do {                                                                  \
        __m256 a_ = TFK_HALVES_PS(p, 0, 8), b_ = TFK_HALVES_PS(p, 4, 12); \
        *(x) = _mm256_shuffle_ps(a_, b_, 0x88);                           \
        *(y) = _mm256_shuffle_ps(a_, b_, 0xdd);                           \
    } while (0)
#define TFK_LOAD_PAIRS_F64(p, x, y)                                       \
    do {                                                                  \
        __m256d a_ = TFK_HALVES_PD(p, 0, 4), b_ = TFK_HALVES_PD(p, 2, 6); \
        *(x) = _mm256_unpacklo_pd(a_, b_);                                \
        *(y) = _mm256_unpackhi_pd(a_, b_);                                \
    } while (0)
#define TFK_STORE_PAIRS_F32(p, x, y)                                         \
    do {                                                                     \
        __m256 a_ = _mm256_unpacklo_ps(x, y), b_ = _mm256_unpackhi_ps(x, y); \
        _mm256_storeu_ps((p), _mm256_permute2f128_ps(a_, b_, 0x20));         \
        _mm256_storeu_ps((p) + 8, _mm256_permute2f128_ps(a_, b_, 0x31));     \
    } while (0)
#define TFK_STORE_PAIRS_F64(p, x, y)                                          \
    do {                                                                      \
        __m256d a_ = _mm256_unpacklo_pd(x, y), b_ = _mm256_unpackhi_pd(x, y); \
        _mm256_storeu_pd((p), _mm256_permute2f128_pd(a_, b_, 0x20));          \
        _mm256_storeu_pd((p) + 4, _mm256_permute2f128_pd(a_, b_, 0x31));      \
    } while (0)

/* Parts of as many points as fit, to and from pairs of them. */
#define TFK_PAIRS_OF_F32(re, im)                                                      \
    _mm256_blend_ps(                                                                  \
        _mm256_permutevar_ps(_mm256_broadcast_ps((const __m128 *)(const void *)(re)), \
                             _mm256_setr_epi32(0, 0, 1, 1, 2, 2, 3, 3)),              \
        _mm256_permutevar_ps(_mm256_broadcast_ps((const __m128 *)(const void *)(im)), \
                             _mm256_setr_epi32(0, 0, 1, 1, 2, 2, 3, 3)),              \
        0xaa)
#define TFK_PAIRS_OF_F64(re, im)                                                       \
    _mm256_blend_pd(_mm256_permute_pd(                                                 \
                        _mm256_broadcast_pd((const __m128d *)(const void *)(re)), 12), \
                    _mm256_permute_pd(                                                 \
                        _mm256_broadcast_pd((const __m128d *)(const void *)(im)), 12), \
                    10)
#define TFK_PARTS_OF_F32(re, im, v)                                              \
    do {                                                                         \
        __m128 a_ = _mm256_castps256_ps128(v), b_ = _mm256_extractf128_ps(v, 1); \
        _mm_storeu_ps(re, _mm_shuffle_ps(a_, b_, 0x88));                         \
        _mm_storeu_ps(im, _mm_shuffle_ps(a_, b_, 0xdd));                         \
    } while (0)
#define TFK_PARTS_OF_F64(re, im, v)                                               \
    do {                                                                          \
        __m128d a_ = _mm256_castpd256_pd128(v), b_ = _mm256_extractf128_pd(v, 1); \
        _mm_storeu_pd(re, _mm_unpacklo_pd(a_, b_));                               \
        _mm_storeu_pd(im, _mm_unpackhi_pd(a_, b_));                               \
    } while (0)

/* One point of pairs again and again; halves of a vector to two places. */
#define TFK_POINT_F32(p) \
    _mm256_castpd_ps(_mm256_broadcast_sd((const double *)(const void *)(p)))
#define TFK_POINT_F64(p) _mm256_broadcast_pd((const __m128d *)(const void *)(p))
#define TFK_HALVES_TO_F32(p, q, v)                     \
    do {                                               \
        _mm_storeu_ps(p, _mm256_castps256_ps128(v));   \
        _mm_storeu_ps(q, _mm256_extractf128_ps(v, 1)); \
    } while (0)
#define TFK_HALVES_TO_F64(p, q, v)                     \
    do {                                               \
        _mm_storeu_pd(p, _mm256_castpd256_pd128(v));   \
        _mm_storeu_pd(q, _mm256_extractf128_pd(v, 1)); \
    } while (0)

/* Pairs: one part in both places, which memory operands have for nothing. */
#define TFK_FIRST_TWICE_F32(v)  _mm256_moveldup_ps(v)
#define TFK_SECOND_TWICE_F32(v) _mm256_movehdup_ps(v)

/* Pairs: the first part by the first operation, the second by the other. */
#define TFK_DIFF_SUM_F32(a, b)        _mm256_addsub_ps(a, b)
#define TFK_DIFF_SUM_F64(a, b)        _mm256_addsub_pd(a, b)
#define TFK_SUM_DIFF_F32(a, b)        _mm256_fmsubadd_ps(a, _mm256_set1_ps(1.0f), b)
#define TFK_SUM_DIFF_F64(a, b)        _mm256_fmsubadd_pd(a, _mm256_set1_pd(1.0), b)
#define TFK_FMA_DIFF_SUM_F32(a, b, c) _mm256_fmaddsub_ps(a, b, c)
#define TFK_FMA_DIFF_SUM_F64(a, b, c) _mm256_fmaddsub_pd(a, b, c)
#define TFK_FMA_SUM_DIFF_F32(a, b, c) _mm256_fmsubadd_ps(a, b, c)
#define TFK_FMA_SUM_DIFF_F64(a, b, c) _mm256_fmsubadd_pd(a, b, c)

#define TFK_KEEP(v) __asm__("" : "+x"(v))

#include "backend/cpu/simd/vector.h"

#endif
