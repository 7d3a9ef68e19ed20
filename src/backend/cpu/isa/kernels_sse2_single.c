/* kernels_sse2_single.c - single short rows over simd/sse2.h. */
#include "backend/cpu/simd/sse2.h"

#define TFK_VECTORS      0
#define TFK_SINGLE_TABLE tfk_single_sse2
#include "backend/cpu/kernels/single_body.h"
