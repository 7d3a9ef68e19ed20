/* kernels_neon.c - the kernel templates over simd/neon.h. */
#include "backend/cpu/simd/neon.h"

#define TFK_WIDE  1
#define TFK_TABLE tfk_table_neon
#define TFK_NAME  "neon"
#define TFK_FUSED 1
#include "backend/cpu/kernels/table_body.h"
