/* reference_fma_direct.c - transforms by definition in plain C with fma(). */
#include <math.h>

#define TFK_SCALAR_FUSED 1
#include "backend/cpu/simd/scalar.h"

#define TFK_WIDE         0
#define TFK_DIRECT_TABLE tfk_direct_reference_fma
#include "backend/cpu/kernels/direct_body.h"
