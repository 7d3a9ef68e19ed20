/* kernels_avx512_real_direct.c - single real rows by definition that do not fill
 * vectors of 512 bits: on those of 256, with the registers of AVX-512. */
#include "backend/cpu/simd/avx2.h"

#define TFK_FEWEST            1
#define TFK_REAL_DIRECT_TABLE tfk_real_direct_avx512
#include "backend/cpu/kernels/real_direct_body.h"
