/* kernels_scalar_real_rows.c - short real rows over simd/scalar.h. */
#include "backend/cpu/simd/scalar.h"

#define TFK_VECTORS         0
#define TFK_REAL_ROWS_TABLE tfk_real_rows_scalar
#include "backend/cpu/kernels/real_rows_body.h"
