/* emulated_wide_sweep.c - the sweep kernels over 64-byte vectors, see emulated_wide.c.
 */
#pragma GCC diagnostic ignored "-Wpsabi"

#define TFK_FEW_RADICES        1
#define TFK_BYTES              64
#define TFK_V_FMA_F32(a, b, c) ((a) * (b) + (c))
#define TFK_V_FMA_F64(a, b, c) ((a) * (b) + (c))
#define TFK_S_FMA_F32(a, b, c) ((a) * (b) + (c))
#define TFK_S_FMA_F64(a, b, c) ((a) * (b) + (c))
#include "backend/cpu/simd/vector.h"

#define TFK_WIDE        1
#define TFK_SWEEP_TABLE tfk_sweep_emulated_wide
#include "backend/cpu/kernels/sweep_body.h"
