/* kernels_scalar_single.c - single short rows over simd/scalar.h. */
#include "backend/cpu/simd/scalar.h"

#define TFK_VECTORS      0
#define TFK_SINGLE_TABLE tfk_single_scalar
#include "backend/cpu/kernels/single_body.h"
