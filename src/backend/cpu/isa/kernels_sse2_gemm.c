/* kernels_sse2_gemm.c - the matrix product kernels over simd/sse2.h. */
#include "backend/cpu/simd/sse2.h"

#define TFK_WIDE  1
#define TFK_TABLE tfk_gemm_sse2
#define TFK_FUSED 0
#include "backend/cpu/kernels/gemm_body.h"
