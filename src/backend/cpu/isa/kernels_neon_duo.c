/* kernels_neon_duo.c - two-pass rows over simd/neon.h. */
#include "backend/cpu/simd/neon.h"

#define TFK_VECTORS   1
#define TFK_DUO_TABLE tfk_duo_neon
#include "backend/cpu/kernels/duo_body.h"
