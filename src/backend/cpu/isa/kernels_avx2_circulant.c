/* kernels_avx2_circulant.c - the circulant kernels over simd/avx2.h. */
#include "backend/cpu/simd/avx2.h"

#define TFK_CIRCULANT_TABLE tfk_circulant_avx2
#include "backend/cpu/kernels/circulant_body.h"
