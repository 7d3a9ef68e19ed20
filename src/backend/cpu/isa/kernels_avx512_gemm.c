/* kernels_avx512_gemm.c - the matrix product kernels over simd/avx512.h. */
#include "backend/cpu/simd/avx512.h"
#include "backend/cpu/simd/avx512_fma_at.h"

#define TFK_WIDE  1
#define TFK_TABLE tfk_gemm_avx512
#define TFK_FUSED 1
#include "backend/cpu/kernels/gemm_body.h"
