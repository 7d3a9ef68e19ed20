/* kernels_scalar_fma.c - the same with fma(): the plain-C twin of the ISAs with fused multiply-add.
 * Compiled for the baseline, so fma() may be a call into libm; used by tests only. */
#define TFK_SCALAR_FUSED 1
#include "backend/cpu/simd/scalar.h"

#define TFK_WIDE 0
#define TFK_TABLE tfk_table_scalar_fma
#define TFK_NAME "scalar_fma"
#define TFK_FUSED 1
#include "backend/cpu/kernels/table_body.h"
