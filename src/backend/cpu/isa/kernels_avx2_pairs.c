/* kernels_avx2_pairs.c - rows on vectors of pairs over simd/avx2.h. */
#include "backend/cpu/simd/avx2.h"

#define TFK_VECTORS     1
#define TFK_PAIRS_TABLE tfk_pairs_avx2
#include "backend/cpu/kernels/pairs_body.h"
