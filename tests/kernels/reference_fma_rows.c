/* reference_fma_rows.c - whole short rows in plain C with fma(). */
#include <math.h>

#define TFK_SCALAR_FUSED 1
#include "backend/cpu/simd/scalar.h"

#define TFK_VECTORS    0
#define TFK_ROWS_TABLE tfk_rows_reference_fma
#include "backend/cpu/kernels/rows_body.h"
