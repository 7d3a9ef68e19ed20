/* sse2.h - 128-bit vectors, multiply and add rounded apart: the x86-64 baseline. */
#ifndef TFI_SIMD_SSE2_H
#define TFI_SIMD_SSE2_H

#define TFK_BYTES              16
#define TFK_V_FMA_F32(a, b, c) ((a) * (b) + (c))
#define TFK_V_FMA_F64(a, b, c) ((a) * (b) + (c))
#define TFK_S_FMA_F32(a, b, c) ((a) * (b) + (c))
#define TFK_S_FMA_F64(a, b, c) ((a) * (b) + (c))

#define TFK_KEEP(v) __asm__("" : "+x"(v))

#include "backend/cpu/simd/vector.h"

#endif
