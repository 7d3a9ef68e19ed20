/* sweep_body.h - both instances of the sweep kernels and their table for one ISA. The
 * including file has its vocabulary in place and defines TFK_WIDE and TFK_SWEEP_TABLE
 * (symbol). */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "backend/cpu/sweep_table.h"
#include "backend/cpu/simd/stream.h"

#ifndef TFK_INLINE
#define TFK_INLINE static inline __attribute__((always_inline, unused))
#endif

#define TFK_TYPE 32
#include "backend/cpu/kernels/sweep_instance.h"
#define TFK_TYPE 64
#include "backend/cpu/kernels/sweep_instance.h"

#ifdef TFK_FEW_RADICES
#define SWEEP_ROW(op, t) \
    {                    \
        [8] = op##_8_##t \
    }
#else
#define SWEEP_ROW(op, t)                                                            \
    {                                                                               \
        [4] = op##_4_##t, [5] = op##_5_##t, [6] = op##_6_##t, [7] = op##_7_##t,     \
        [8] = op##_8_##t, [9] = op##_9_##t, [10] = op##_10_##t, [12] = op##_12_##t, \
        [16] = op##_16_##t                                                          \
    }
#endif

extern const tfk_sweep_table TFK_SWEEP_TABLE;
const tfk_sweep_table TFK_SWEEP_TABLE = {
    .legs = { SWEEP_ROW(tfk_legs, f32), SWEEP_ROW(tfk_legs, f64) },
    .ends = { SWEEP_ROW(tfk_ends, f32), SWEEP_ROW(tfk_ends, f64) },
    .turn = { tfk_turn_f32, tfk_turn_f64 },
    .fence = tfk_fence_f32,
};
