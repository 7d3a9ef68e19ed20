/* neon.h - 128-bit vectors with fused multiply-add (aarch64). */
#ifndef TFI_SIMD_NEON_H
#define TFI_SIMD_NEON_H

#include <arm_neon.h>

#define TFK_BYTES     16
#define TFK_REGISTERS 32
#define TFK_V_FMA_F32(a, b, c) \
    ((tfk_vf)vfmaq_f32((float32x4_t)(c), (float32x4_t)(a), (float32x4_t)(b)))
#define TFK_V_FMA_F64(a, b, c) \
    ((tfk_vd)vfmaq_f64((float64x2_t)(c), (float64x2_t)(a), (float64x2_t)(b)))
#define TFK_FNMA_F32(a, b, c) \
    ((tfk_vf)vfmsq_f32((float32x4_t)(c), (float32x4_t)(a), (float32x4_t)(b)))
#define TFK_FNMA_F64(a, b, c) \
    ((tfk_vd)vfmsq_f64((float64x2_t)(c), (float64x2_t)(a), (float64x2_t)(b)))
#define TFK_S_FMA_F32(a, b, c) __builtin_fmaf(a, b, c)
#define TFK_S_FMA_F64(a, b, c) __builtin_fma(a, b, c)

#define TFK_KEEP(v) __asm__("" : "+w"(v))

#include "backend/cpu/simd/vector.h"

#endif
