/* avx512.h - 512-bit vectors with fused multiply-add and masked edges (F, VL, DQ, BW).
 */
#ifndef TFI_SIMD_AVX512_H
#define TFI_SIMD_AVX512_H

#include <immintrin.h>

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

#define TFK_KEEP(v) __asm__("" : "+v"(v))

#include "backend/cpu/simd/vector.h"

#endif
