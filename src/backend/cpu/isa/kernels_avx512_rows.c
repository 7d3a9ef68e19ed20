/* kernels_avx512_rows.c - whole short rows over simd/avx512.h. */
#include "backend/cpu/simd/avx512.h"

#define TFK_VECTORS    1
#define TFK_ROWS_TABLE tfk_rows_avx512
#include "backend/cpu/kernels/rows_body.h"
