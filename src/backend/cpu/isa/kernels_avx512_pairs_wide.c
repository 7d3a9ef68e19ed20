/* kernels_avx512_pairs_wide.c - rows on vectors of pairs of 512 bits. */
#include "backend/cpu/simd/avx512.h"

#define TFK_VECTORS     1
#define TFK_PAIRS_TABLE tfk_pairs_wide_avx512
#include "backend/cpu/kernels/pairs_body.h"
