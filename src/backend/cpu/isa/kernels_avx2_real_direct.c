/* kernels_avx2_real_direct.c - single real rows by definition over simd/avx2.h. */
#include "backend/cpu/simd/avx2.h"

#define TFK_REAL_DIRECT_TABLE tfk_real_direct_avx2
#include "backend/cpu/kernels/real_direct_body.h"
