/* kernels_avx512_direct.c - transforms by definition over simd/avx512.h. */
#include "backend/cpu/simd/avx512.h"

#define TFK_WIDE         1
#define TFK_DIRECT_TABLE tfk_direct_avx512
#include "backend/cpu/kernels/direct_body.h"
