/* kernels_neon_rows.c - whole short rows over simd/neon.h. */
#include "backend/cpu/simd/neon.h"

#define TFK_VECTORS    1
#define TFK_ROWS_TABLE tfk_rows_neon
#include "backend/cpu/kernels/rows_body.h"
