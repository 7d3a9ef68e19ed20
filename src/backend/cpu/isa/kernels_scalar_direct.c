/* kernels_scalar_direct.c - transforms by definition in plain C. */
#include "backend/cpu/simd/scalar.h"

#define TFK_WIDE         0
#define TFK_DIRECT_TABLE tfk_direct_scalar
#include "backend/cpu/kernels/direct_body.h"
