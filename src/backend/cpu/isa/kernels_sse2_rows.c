/* kernels_sse2_rows.c - whole short rows over simd/sse2.h. */
#include "backend/cpu/simd/sse2.h"

#define TFK_VECTORS    1
#define TFK_ROWS_TABLE tfk_rows_sse2
#include "backend/cpu/kernels/rows_body.h"
