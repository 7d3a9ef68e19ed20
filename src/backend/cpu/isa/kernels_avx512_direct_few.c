/* kernels_avx512_direct_few.c - transforms by definition of lines that no vector of 512
 * bits fits into: those of 256, with the registers of AVX-512. */
#include "backend/cpu/simd/avx2.h"

#define TFK_WIDE         1
#define TFK_DIRECT_TABLE tfk_direct_avx512_few
#include "backend/cpu/kernels/direct_body.h"
