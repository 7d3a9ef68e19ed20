/* kernels_neon_direct.c - transforms by definition over simd/neon.h. */
#include "backend/cpu/simd/neon.h"

#define TFK_WIDE         1
#define TFK_DIRECT_TABLE tfk_direct_neon
#include "backend/cpu/kernels/direct_body.h"
