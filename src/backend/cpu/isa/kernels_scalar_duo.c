/* kernels_scalar_duo.c - two-pass rows over simd/scalar.h. */
#include "backend/cpu/simd/scalar.h"

#define TFK_VECTORS   0
#define TFK_DUO_TABLE tfk_duo_scalar
#include "backend/cpu/kernels/duo_body.h"
