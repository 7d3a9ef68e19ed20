/* kernels_avx2_trio.c - three-pass rows over simd/avx2.h. */
#include "backend/cpu/simd/avx2.h"

#define TFK_VECTORS    1
#define TFK_TRIO_TABLE tfk_trio_avx2
#include "backend/cpu/kernels/trio_body.h"
