/* kernels_avx512_trio.c - three-pass rows of 256-bit vectors, which 8 legs fill, with
 * the registers of AVX-512. */
#include "backend/cpu/simd/avx2.h"

#define TFK_VECTORS    1
#define TFK_TRIO_TABLE tfk_trio_avx512
#include "backend/cpu/kernels/trio_body.h"
