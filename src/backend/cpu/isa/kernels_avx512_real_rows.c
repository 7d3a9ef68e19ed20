/* kernels_avx512_real_rows.c - short real rows over simd/avx512.h. */
#include "backend/cpu/simd/avx512.h"

#define TFK_VECTORS         1
#define TFK_REAL_ROWS_TABLE tfk_real_rows_avx512
#include "backend/cpu/kernels/real_rows_body.h"
