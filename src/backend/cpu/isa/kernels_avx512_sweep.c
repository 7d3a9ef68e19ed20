/* kernels_avx512_sweep.c - the sweep kernels over simd/avx512.h. */
#include "backend/cpu/simd/avx512.h"

#define TFK_WIDE        1
#define TFK_SWEEP_TABLE tfk_sweep_avx512
#include "backend/cpu/kernels/sweep_body.h"
