/* emulated_pairs_wide.c - rows on vectors of pairs of 64 bytes, without an
 * instruction set, multiply and add rounded apart: the compiler lowers them to what the
 * machine has. */
#pragma GCC diagnostic ignored "-Wpsabi"

#define TFK_FEW_RADICES        1
#define TFK_BYTES              64
#define TFK_V_FMA_F32(a, b, c) ((a) * (b) + (c))
#define TFK_V_FMA_F64(a, b, c) ((a) * (b) + (c))
#define TFK_S_FMA_F32(a, b, c) ((a) * (b) + (c))
#define TFK_S_FMA_F64(a, b, c) ((a) * (b) + (c))
#include "backend/cpu/simd/vector.h"

#define TFK_VECTORS     1
#define TFK_PAIRS_TABLE tfk_pairs_emulated_wide
#include "backend/cpu/kernels/pairs_body.h"
