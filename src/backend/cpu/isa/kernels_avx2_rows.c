/* kernels_avx2_rows.c - whole short rows over simd/avx2.h. */
#include "backend/cpu/simd/avx2.h"

#define TFK_VECTORS    1
#define TFK_ROWS_TABLE tfk_rows_avx2
#include "backend/cpu/kernels/rows_body.h"
