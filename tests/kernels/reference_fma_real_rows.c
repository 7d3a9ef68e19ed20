/* reference_fma_real_rows.c - short real rows in plain C with fma(). */
#include <math.h>

#define TFK_SCALAR_FUSED 1
#include "backend/cpu/simd/scalar.h"

#define TFK_VECTORS         0
#define TFK_REAL_ROWS_TABLE tfk_real_rows_reference_fma
#include "backend/cpu/kernels/real_rows_body.h"
