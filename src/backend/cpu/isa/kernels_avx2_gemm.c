/* kernels_avx2_gemm.c - the matrix product kernels over simd/avx2.h. */
#include "backend/cpu/simd/avx2.h"

#define TFK_WIDE  1
#define TFK_TABLE tfk_gemm_avx2
#define TFK_FUSED 1
#include "backend/cpu/kernels/gemm_body.h"
