/* kernels_sse2_sweep.c - the sweep kernels over simd/sse2.h. */
#include "backend/cpu/simd/sse2.h"

#define TFK_WIDE        1
#define TFK_SWEEP_TABLE tfk_sweep_sse2
#include "backend/cpu/kernels/sweep_body.h"
