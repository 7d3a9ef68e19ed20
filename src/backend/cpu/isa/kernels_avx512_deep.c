/* kernels_avx512_deep.c - lines on vectors of pairs of 256 bits, depth first, with the
 * registers of AVX-512. */
#include "backend/cpu/simd/avx2.h"

#define TFK_DEEP_TABLE tfk_deep_avx512
#include "backend/cpu/kernels/deep_body.h"
