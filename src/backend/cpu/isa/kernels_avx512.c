/* kernels_avx512.c - the kernel templates over simd/avx512.h. */
#include "backend/cpu/simd/avx512.h"

#define TFK_WIDE  1
#define TFK_TABLE tfk_table_avx512
#define TFK_NAME  "avx512"
#define TFK_FUSED 1
#include "backend/cpu/kernels/table_body.h"
