/* avx512.h - 512-bit vectors with fused multiply-add and masked edges (F, VL, DQ, BW).
 */
#ifndef TFI_SIMD_AVX512_H
#define TFI_SIMD_AVX512_H

#include <immintrin.h>

/* At any address, of any type. */
typedef double tfk_double __attribute__((aligned(1), may_alias));

#define TFK_BYTES              64
#define TFK_REGISTERS          32
#define TFK_V_FMA_F32(a, b, c) _mm512_fmadd_ps(a, b, c)
#define TFK_V_FMA_F64(a, b, c) _mm512_fmadd_pd(a, b, c)
#define TFK_FNMA_F32(a, b, c)  _mm512_fnmadd_ps(a, b, c)
#define TFK_FNMA_F64(a, b, c)  _mm512_fnmadd_pd(a, b, c)
#define TFK_S_FMA_F32(a, b, c) __builtin_fmaf(a, b, c)
#define TFK_S_FMA_F64(a, b, c) __builtin_fma(a, b, c)
#define TFK_V_LOADN_F32(p, n)  _mm512_maskz_loadu_ps((__mmask16)((1u << (n)) - 1u), p)
#define TFK_V_STOREN_F32(p, v, n) \
    _mm512_mask_storeu_ps(p, (__mmask16)((1u << (n)) - 1u), v)
#define TFK_V_LOADN_F64(p, n) _mm512_maskz_loadu_pd((__mmask8)((1u << (n)) - 1u), p)
#define TFK_V_STOREN_F64(p, v, n) \
    _mm512_mask_storeu_pd(p, (__mmask8)((1u << (n)) - 1u), v)

/* Parts of as many points as fit, to and from pairs of them. */
#define TFK_PAIRS_OF_F32(re, im)                                                   \
    _mm512_permutex2var_ps(                                                        \
        _mm512_castps256_ps512(_mm256_loadu_ps(re)),                               \
        _mm512_setr_epi32(0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23), \
        _mm512_castps256_ps512(_mm256_loadu_ps(im)))
#define TFK_PAIRS_OF_F64(re, im)                                        \
    _mm512_permutex2var_pd(_mm512_castpd256_pd512(_mm256_loadu_pd(re)), \
                           _mm512_setr_epi64(0, 8, 1, 9, 2, 10, 3, 11), \
                           _mm512_castpd256_pd512(_mm256_loadu_pd(im)))
#define TFK_PARTS_OF_F32(re, im, v)                                                  \
    do {                                                                             \
        __m512 a_ = _mm512_permutexvar_ps(                                           \
            _mm512_setr_epi32(0, 2, 4, 6, 8, 10, 12, 14, 1, 3, 5, 7, 9, 11, 13, 15), \
            v);                                                                      \
        _mm256_storeu_ps(re, _mm512_castps512_ps256(a_));                            \
        _mm256_storeu_ps(im, _mm512_extractf32x8_ps(a_, 1));                         \
    } while (0)
#define TFK_PARTS_OF_F64(re, im, v)                                              \
    do {                                                                         \
        __m512d a_ =                                                             \
            _mm512_permutexvar_pd(_mm512_setr_epi64(0, 2, 4, 6, 1, 3, 5, 7), v); \
        _mm256_storeu_pd(re, _mm512_castpd512_pd256(a_));                        \
        _mm256_storeu_pd(im, _mm512_extractf64x4_pd(a_, 1));                     \
    } while (0)

/* One point of pairs again and again; halves of a vector to two places. */
#define TFK_POINT_F32(p) \
    _mm512_castpd_ps(_mm512_set1_pd(*(const tfk_double *)(const void *)(p)))
#define TFK_POINT_F64(p) _mm512_broadcast_f64x2(_mm_loadu_pd(p))
#define TFK_HALVES_TO_F32(p, q, v)                         \
    do {                                                   \
        _mm256_storeu_ps(p, _mm512_castps512_ps256(v));    \
        _mm256_storeu_ps(q, _mm512_extractf32x8_ps(v, 1)); \
    } while (0)
#define TFK_HALVES_TO_F64(p, q, v)                         \
    do {                                                   \
        _mm256_storeu_pd(p, _mm512_castpd512_pd256(v));    \
        _mm256_storeu_pd(q, _mm512_extractf64x4_pd(v, 1)); \
    } while (0)

/* Pairs: the first part by the first operation, the second by the other. */
#define TFK_DIFF_SUM_F32(a, b)        _mm512_fmaddsub_ps(a, _mm512_set1_ps(1.0f), b)
#define TFK_DIFF_SUM_F64(a, b)        _mm512_fmaddsub_pd(a, _mm512_set1_pd(1.0), b)
#define TFK_SUM_DIFF_F32(a, b)        _mm512_fmsubadd_ps(a, _mm512_set1_ps(1.0f), b)
#define TFK_SUM_DIFF_F64(a, b)        _mm512_fmsubadd_pd(a, _mm512_set1_pd(1.0), b)
#define TFK_FMA_DIFF_SUM_F32(a, b, c) _mm512_fmaddsub_ps(a, b, c)
#define TFK_FMA_DIFF_SUM_F64(a, b, c) _mm512_fmaddsub_pd(a, b, c)
#define TFK_FMA_SUM_DIFF_F32(a, b, c) _mm512_fmsubadd_ps(a, b, c)
#define TFK_FMA_SUM_DIFF_F64(a, b, c) _mm512_fmsubadd_pd(a, b, c)

#define TFK_KEEP(v) __asm__("" : "+v"(v))

#include "backend/cpu/simd/vector.h"

#endif
