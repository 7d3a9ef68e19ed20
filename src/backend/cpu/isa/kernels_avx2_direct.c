/* kernels_avx2_direct.c - transforms by definition over simd/avx2.h. */
#include "backend/cpu/simd/avx2.h"

#define TFK_WIDE         1
#define TFK_DIRECT_TABLE tfk_direct_avx2
#include "backend/cpu/kernels/direct_body.h"
