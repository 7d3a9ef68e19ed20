/* kernels_avx512_trio_wide.c - three-pass rows of 512-bit vectors. */
#include "backend/cpu/simd/avx512.h"

#define TFK_VECTORS    1
#define TFK_TRIO_TABLE tfk_trio_wide_avx512
#include "backend/cpu/kernels/trio_body.h"
