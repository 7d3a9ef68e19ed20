/* reference_fma_sweep.c - the sweep kernels in plain C with fma(). */
#include <math.h>

#define TFK_SCALAR_FUSED 1
#include "backend/cpu/simd/scalar.h"

#define TFK_WIDE        0
#define TFK_SWEEP_TABLE tfk_sweep_reference_fma
#include "backend/cpu/kernels/sweep_body.h"
