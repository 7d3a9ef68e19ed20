/* emulated_deep.c - lines on vectors of pairs, depth first, of 32 bytes, without an
 * instruction set, multiply and add rounded apart: the compiler lowers them to what the
 * machine has. */
#pragma GCC diagnostic ignored "-Wpsabi"

#define TFK_FEW_RADICES        1
#define TFK_BYTES              32
#define TFK_V_FMA_F32(a, b, c) ((a) * (b) + (c))
#define TFK_V_FMA_F64(a, b, c) ((a) * (b) + (c))
#define TFK_S_FMA_F32(a, b, c) ((a) * (b) + (c))
#define TFK_S_FMA_F64(a, b, c) ((a) * (b) + (c))
#include "backend/cpu/simd/vector.h"

#define TFK_DEEP_TABLE tfk_deep_emulated
#include "backend/cpu/kernels/deep_body.h"
