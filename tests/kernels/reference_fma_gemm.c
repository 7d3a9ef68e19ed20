/* reference_fma_gemm.c - the matrix product kernels in plain C with fma(). */
#include <math.h>

#define TFK_SCALAR_FUSED 1
#include "backend/cpu/simd/scalar.h"

#define TFK_WIDE  0
#define TFK_TABLE tfk_gemm_reference_fma
#define TFK_FUSED 1
#include "backend/cpu/kernels/gemm_body.h"
