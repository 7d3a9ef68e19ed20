/* kernels_avx512_pairs.c - rows on vectors of pairs: those of 256 bits, which short
 * rows fill, with the registers of AVX-512. */
#include "backend/cpu/simd/avx2.h"

#define TFK_VECTORS     1
#define TFK_PAIRS_TABLE tfk_pairs_avx512
#include "backend/cpu/kernels/pairs_body.h"
