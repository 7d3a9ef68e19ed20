/* emulated_wide_gemm.c - the matrix product kernels over 64-byte vectors and 32
 * registers without an instruction set that has them, multiply and add rounded apart.
 */
#pragma GCC diagnostic ignored "-Wpsabi"

#define TFK_BYTES              64
#define TFK_REGISTERS          32
#define TFK_V_FMA_F32(a, b, c) ((a) * (b) + (c))
#define TFK_V_FMA_F64(a, b, c) ((a) * (b) + (c))
#define TFK_S_FMA_F32(a, b, c) ((a) * (b) + (c))
#define TFK_S_FMA_F64(a, b, c) ((a) * (b) + (c))
#include "backend/cpu/simd/vector.h"

#define TFK_WIDE  1
#define TFK_TABLE tfk_gemm_emulated_wide
#define TFK_FUSED 0
#include "backend/cpu/kernels/gemm_body.h"
