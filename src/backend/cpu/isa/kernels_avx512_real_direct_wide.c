/* kernels_avx512_real_direct_wide.c - single real rows by definition over
 * simd/avx512.h. */
#include "backend/cpu/simd/avx512.h"

#define TFK_REAL_DIRECT_TABLE tfk_real_direct_wide_avx512
#include "backend/cpu/kernels/real_direct_body.h"
