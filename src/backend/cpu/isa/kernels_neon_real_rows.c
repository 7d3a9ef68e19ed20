/* kernels_neon_real_rows.c - short real rows over simd/neon.h. */
#include "backend/cpu/simd/neon.h"

#define TFK_VECTORS         1
#define TFK_REAL_ROWS_TABLE tfk_real_rows_neon
#include "backend/cpu/kernels/real_rows_body.h"
