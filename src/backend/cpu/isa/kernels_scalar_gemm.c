/* kernels_scalar_gemm.c - the matrix product kernels over simd/scalar.h. */
#include "backend/cpu/simd/scalar.h"

#define TFK_WIDE  0
#define TFK_TABLE tfk_gemm_scalar
#define TFK_FUSED 0
#include "backend/cpu/kernels/gemm_body.h"
