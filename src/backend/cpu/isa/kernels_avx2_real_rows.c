/* kernels_avx2_real_rows.c - short real rows over simd/avx2.h. */
#include "backend/cpu/simd/avx2.h"

#define TFK_VECTORS         1
#define TFK_REAL_ROWS_TABLE tfk_real_rows_avx2
#include "backend/cpu/kernels/real_rows_body.h"
