/* kernels_neon_sweep.c - the sweep kernels over simd/neon.h. */
#include "backend/cpu/simd/neon.h"

#define TFK_WIDE        1
#define TFK_SWEEP_TABLE tfk_sweep_neon
#include "backend/cpu/kernels/sweep_body.h"
