/* kernels_scalar_rows.c - whole short rows over simd/scalar.h. */
#include "backend/cpu/simd/scalar.h"

#define TFK_VECTORS    0
#define TFK_ROWS_TABLE tfk_rows_scalar
#include "backend/cpu/kernels/rows_body.h"
