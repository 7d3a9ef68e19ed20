/* kernels_sse2_duo.c - two-pass rows over simd/sse2.h. */
#include "backend/cpu/simd/sse2.h"

#define TFK_VECTORS   1
#define TFK_DUO_TABLE tfk_duo_sse2
#include "backend/cpu/kernels/duo_body.h"
