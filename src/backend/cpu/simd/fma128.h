/* fma128.h - the 128-bit vectors of AVX2 and AVX-512, with fused multiply-add: one
 * point of f64, or the lower half of a vector for one of f32. */
#ifndef TFI_SIMD_FMA128_H
#define TFI_SIMD_FMA128_H

#include <immintrin.h>

#define TFK_BYTES              16
#define TFK_V_FMA_F32(a, b, c) _mm_fmadd_ps(a, b, c)
#define TFK_V_FMA_F64(a, b, c) _mm_fmadd_pd(a, b, c)
#define TFK_S_FMA_F32(a, b, c) __builtin_fmaf(a, b, c)
#define TFK_S_FMA_F64(a, b, c) __builtin_fma(a, b, c)

/* Pairs: the first part by the first operation, the second by the other. */
#define TFK_DIFF_SUM_F32(a, b) _mm_addsub_ps(a, b)
#define TFK_DIFF_SUM_F64(a, b) _mm_addsub_pd(a, b)
#define TFK_SUM_DIFF_F32(a, b) _mm_fmsubadd_ps(a, _mm_set1_ps(1.0f), b)
#define TFK_SUM_DIFF_F64(a, b) _mm_fmsubadd_pd(a, _mm_set1_pd(1.0), b)

#define TFK_FMA_DIFF_SUM_F32(a, b, c) _mm_fmaddsub_ps(a, b, c)
#define TFK_FMA_DIFF_SUM_F64(a, b, c) _mm_fmaddsub_pd(a, b, c)
#define TFK_FMA_SUM_DIFF_F32(a, b, c) _mm_fmsubadd_ps(a, b, c)
#define TFK_FMA_SUM_DIFF_F64(a, b, c) _mm_fmsubadd_pd(a, b, c)

#define TFK_KEEP(v) __asm__("" : "+x"(v))

#include "backend/cpu/simd/vector.h"

#endif
