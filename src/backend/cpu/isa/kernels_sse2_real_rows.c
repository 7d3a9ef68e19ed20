/* kernels_sse2_real_rows.c - short real rows over simd/sse2.h. */
#include "backend/cpu/simd/sse2.h"

#define TFK_VECTORS         1
#define TFK_REAL_ROWS_TABLE tfk_real_rows_sse2
#include "backend/cpu/kernels/real_rows_body.h"
