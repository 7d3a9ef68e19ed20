/* kernels_neon_single.c - single short rows over simd/neon.h. */
#include "backend/cpu/simd/neon.h"

#define TFK_VECTORS      0
#define TFK_SINGLE_TABLE tfk_single_neon
#include "backend/cpu/kernels/single_body.h"
