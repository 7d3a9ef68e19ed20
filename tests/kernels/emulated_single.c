/* emulated_single.c - single rows on vectors of 128 bits without an instruction set,
 * multiply and add rounded apart: the compiler lowers them to what the machine has. */
#pragma GCC diagnostic ignored "-Wpsabi"

#define TFK_BYTES              16
#define TFK_V_FMA_F32(a, b, c) ((a) * (b) + (c))
#define TFK_V_FMA_F64(a, b, c) ((a) * (b) + (c))
#define TFK_S_FMA_F32(a, b, c) ((a) * (b) + (c))
#define TFK_S_FMA_F64(a, b, c) ((a) * (b) + (c))
#include "backend/cpu/simd/vector.h"

#define TFK_VECTORS      1
#define TFK_SINGLE_TABLE tfk_single_emulated
#include "backend/cpu/kernels/single_body.h"
