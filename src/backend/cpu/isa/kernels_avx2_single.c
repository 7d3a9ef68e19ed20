/* kernels_avx2_single.c - single short rows: a vector of 128 bits for each point. */
#include "backend/cpu/simd/fma128.h"

#define TFK_VECTORS      1
#define TFK_SINGLE_TABLE tfk_single_avx2
#include "backend/cpu/kernels/single_body.h"
