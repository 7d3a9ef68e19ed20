/* avx2.h - 256-bit vectors with fused multiply-add (AVX2 + FMA). */
#ifndef TFI_SIMD_AVX2_H
#define TFI_SIMD_AVX2_H

#include <immintrin.h>

#define TFK_BYTES              32
#define TFK_V_FMA_F32(a, b, c) _mm256_fmadd_ps(a, b, c)
#define TFK_V_FMA_F64(a, b, c) _mm256_fmadd_pd(a, b, c)
#define TFK_S_FMA_F32(a, b, c) __builtin_fmaf(a, b, c)
#define TFK_S_FMA_F64(a, b, c) __builtin_fma(a, b, c)
#define TFK_MASK_F32(n)                             \
    _mm256_cmpgt_epi32(_mm256_set1_epi32((int)(n)), \
                       _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7))
#define TFK_MASK_F64(n)                                    \
    _mm256_cmpgt_epi64(_mm256_set1_epi64x((long long)(n)), \
                       _mm256_setr_epi64x(0, 1, 2, 3))
#define TFK_V_LOADN_F32(p, n)     _mm256_maskload_ps(p, TFK_MASK_F32(n))
#define TFK_V_STOREN_F32(p, v, n) _mm256_maskstore_ps(p, TFK_MASK_F32(n), v)
#define TFK_V_LOADN_F64(p, n)     _mm256_maskload_pd(p, TFK_MASK_F64(n))
#define TFK_V_STOREN_F64(p, v, n) _mm256_maskstore_pd(p, TFK_MASK_F64(n), v)

#include "backend/cpu/simd/vector.h"

#endif
