/* kernels_neon_gemm.c - the matrix product kernels over simd/neon.h. */
#include "backend/cpu/simd/neon.h"

#define TFK_WIDE  1
#define TFK_TABLE tfk_gemm_neon
#define TFK_FUSED 1
#include "backend/cpu/kernels/gemm_body.h"
