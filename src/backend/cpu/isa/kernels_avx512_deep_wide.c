/* kernels_avx512_deep_wide.c - lines on vectors of pairs of 512 bits, depth first. */
#include "backend/cpu/simd/avx512.h"

#define TFK_DEEP_TABLE tfk_deep_wide_avx512
#include "backend/cpu/kernels/deep_body.h"
