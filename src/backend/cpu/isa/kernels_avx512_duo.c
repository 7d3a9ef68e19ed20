/* kernels_avx512_duo.c - two-pass rows over simd/avx512.h. */
#include "backend/cpu/simd/avx512.h"

#define TFK_VECTORS   1
#define TFK_DUO_TABLE tfk_duo_avx512
#include "backend/cpu/kernels/duo_body.h"
