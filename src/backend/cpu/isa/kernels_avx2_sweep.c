/* kernels_avx2_sweep.c - the sweep kernels over simd/avx2.h. */
#include "backend/cpu/simd/avx2.h"

#define TFK_WIDE        1
#define TFK_SWEEP_TABLE tfk_sweep_avx2
#include "backend/cpu/kernels/sweep_body.h"
