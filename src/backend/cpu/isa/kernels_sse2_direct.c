/* kernels_sse2_direct.c - transforms by definition over simd/sse2.h. */
#include "backend/cpu/simd/sse2.h"

#define TFK_WIDE         1
#define TFK_DIRECT_TABLE tfk_direct_sse2
#include "backend/cpu/kernels/direct_body.h"
