/* kernels_avx512_circulant.c - the circulant kernels over simd/avx512.h. */
#include "backend/cpu/simd/avx512.h"

#define TFK_CIRCULANT_TABLE tfk_circulant_avx512
#include "backend/cpu/kernels/circulant_body.h"
