/* kernels_sse2.c - the kernel templates over simd/sse2.h. */
#include "backend/cpu/simd/sse2.h"

#define TFK_WIDE  1
#define TFK_TABLE tfk_table_sse2
#define TFK_NAME  "sse2"
#define TFK_FUSED 0
#include "backend/cpu/kernels/table_body.h"
