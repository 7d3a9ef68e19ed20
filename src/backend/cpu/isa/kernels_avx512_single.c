/* kernels_avx512_single.c - single short rows: a vector of 128 bits for each point,
 * with the registers of AVX-512. */
#include "backend/cpu/simd/fma128.h"

#define TFK_VECTORS      1
#define TFK_SINGLE_TABLE tfk_single_avx512
#include "backend/cpu/kernels/single_body.h"
