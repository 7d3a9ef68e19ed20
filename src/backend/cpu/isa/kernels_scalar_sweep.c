/* kernels_scalar_sweep.c - the sweep kernels in plain C. */
#include "backend/cpu/simd/scalar.h"

#define TFK_WIDE        0
#define TFK_SWEEP_TABLE tfk_sweep_scalar
#include "backend/cpu/kernels/sweep_body.h"
