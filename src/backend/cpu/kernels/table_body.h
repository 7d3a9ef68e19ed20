/* table_body.h - both instances and the table of one ISA. The including file has its
 * vocabulary in place and defines TFK_WIDE, TFK_TABLE (symbol),
 * TFK_NAME (text) and TFK_FUSED. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "backend/cpu/kernel_table.h"

#ifndef TFK_INLINE
#define TFK_INLINE static inline __attribute__((always_inline, unused))
#endif

#define TFK_TYPE 32
#include "backend/cpu/kernels/instance.h"
#define TFK_TYPE 64
#include "backend/cpu/kernels/instance.h"

#if TFK_WIDE
#define TFK_LANES TFK_BYTES / 4, TFK_BYTES / 8
#else
#define TFK_LANES 1, 1
#endif

#ifdef TFK_FEW_RADICES
#define ROW(op, t)                                           \
    {                                                        \
        [2] = op##_2_##t, [5] = op##_5_##t, [8] = op##_8_##t \
    }
#define LANES_ROW(op, t) ROW(op, t)
#else
#define RADICES(op, t)                                                             \
    NULL, NULL, op##_2_##t, op##_3_##t, op##_4_##t, op##_5_##t, op##_6_##t,        \
        op##_7_##t, op##_8_##t, op##_9_##t, op##_10_##t, op##_11_##t, op##_12_##t, \
        op##_13_##t
#define ROW(op, t)                         \
    {                                      \
        RADICES(op, t), [16] = op##_16_##t \
    }
#define LANES_ROW(op, t)                                      \
    {                                                         \
        RADICES(op, t), op##_14_##t, op##_15_##t, op##_16_##t \
    }
#endif

#define REAL_ROW(op, t)                                                         \
    {                                                                           \
        [3] = op##_3_##t, [5] = op##_5_##t, [7] = op##_7_##t, [9] = op##_9_##t, \
        [11] = op##_11_##t, [13] = op##_13_##t, [15] = op##_15_##t              \
    }

extern const tfk_table TFK_TABLE;
const tfk_table TFK_TABLE = {
    .name = TFK_NAME,
    .fused = TFK_FUSED,
    .lanes = { TFK_LANES },
    .pass = { LANES_ROW(tfk_pass, f32), LANES_ROW(tfk_pass, f64) },
    .first = { ROW(tfk_first, f32), ROW(tfk_first, f64) },
    .real_forward = { REAL_ROW(tfk_real_forward, f32),
                      REAL_ROW(tfk_real_forward, f64) },
    .real_backward = { REAL_ROW(tfk_real_backward, f32),
                       REAL_ROW(tfk_real_backward, f64) },
    .multiply = { tfk_multiply_f32, tfk_multiply_f64 },
    .multiply_real = { tfk_multiply_real_f32, tfk_multiply_real_f64 },
    .multiply_to_real = { tfk_multiply_to_real_f32, tfk_multiply_to_real_f64 },
    .real_post = { tfk_real_post_f32, tfk_real_post_f64 },
    .real_pre = { tfk_real_pre_f32, tfk_real_pre_f64 },
    .real_post_line = { tfk_real_post_line_f32, tfk_real_post_line_f64 },
    .real_pre_line = { tfk_real_pre_line_f32, tfk_real_pre_line_f64 },
    .convolve = { tfk_convolve_f32, tfk_convolve_f64 },
    .convolve_hermitian = { tfk_convolve_hermitian_f32, tfk_convolve_hermitian_f64 },
    .fold_halves = { tfk_fold_halves_f32, tfk_fold_halves_f64 },
    .turn_halves = { tfk_turn_halves_f32, tfk_turn_halves_f64 },
    .unfold_halves = { tfk_unfold_halves_f32, tfk_unfold_halves_f64 },
    .transpose = { tfk_transpose_f32, tfk_transpose_f64 },
};
