/* kernels_avx2_duo.c - two-pass rows over simd/avx2.h. */
#include "backend/cpu/simd/avx2.h"

#define TFK_VECTORS   1
#define TFK_DUO_TABLE tfk_duo_avx2
#include "backend/cpu/kernels/duo_body.h"
