/* kernels_avx2_deep.c - lines on vectors of pairs over simd/avx2.h, depth first. */
#include "backend/cpu/simd/avx2.h"

#define TFK_DEEP_TABLE tfk_deep_avx2
#include "backend/cpu/kernels/deep_body.h"
