/* emulated_wide_duo.c - two-pass rows over 64-byte vectors without an instruction
 * set of that width, multiply and add rounded apart: the compiler lowers them to what
 * the machine has. */
#pragma GCC diagnostic ignored "-Wpsabi"

#define TFK_FEW_RADICES        1
#define TFK_BYTES              64
#define TFK_V_FMA_F32(a, b, c) ((a) * (b) + (c))
#define TFK_V_FMA_F64(a, b, c) ((a) * (b) + (c))
#define TFK_S_FMA_F32(a, b, c) ((a) * (b) + (c))
#define TFK_S_FMA_F64(a, b, c) ((a) * (b) + (c))
#include "backend/cpu/simd/vector.h"

#define TFK_VECTORS   1
#define TFK_DUO_TABLE tfk_duo_emulated_wide
#include "backend/cpu/kernels/duo_body.h"
