/* kernels_avx2.c - the kernel templates over simd/avx2.h. */
#include "backend/cpu/simd/avx2.h"

#define TFK_WIDE  1
#define TFK_TABLE tfk_table_avx2
#define TFK_NAME  "avx2"
#define TFK_FUSED 1
#include "backend/cpu/kernels/table_body.h"
