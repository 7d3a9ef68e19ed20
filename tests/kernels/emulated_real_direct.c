/* emulated_real_direct.c - single real rows by definition on vectors of 32 bytes
 * without an instruction set, multiply and add rounded apart: the compiler lowers them
 * to what the machine has. */
#pragma GCC diagnostic ignored "-Wpsabi"

#define TFK_FEW_RADICES        1
#define TFK_BYTES              32
#define TFK_V_FMA_F32(a, b, c) ((a) * (b) + (c))
#define TFK_V_FMA_F64(a, b, c) ((a) * (b) + (c))
#define TFK_S_FMA_F32(a, b, c) ((a) * (b) + (c))
#define TFK_S_FMA_F64(a, b, c) ((a) * (b) + (c))
#include "backend/cpu/simd/vector.h"

#define TFK_REAL_DIRECT_TABLE tfk_real_direct_emulated
#include "backend/cpu/kernels/real_direct_body.h"
