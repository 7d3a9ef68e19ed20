/* gemm_body.h - the matrix product kernels of one ISA for both types, and their table.
 * The including file has its vocabulary in place and defines TFK_WIDE, TFK_TABLE and
 * TFK_FUSED. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "backend/cpu/gemm_table.h"

#ifndef TFK_INLINE
#define TFK_INLINE static inline __attribute__((always_inline, unused))
#endif

/* c - a b, rounded like FMA */
#ifndef TFK_FNMA_F32
#if TFK_WIDE
#define TFK_FNMA_F32(a, b, c) TFK_V_FMA_F32(-(a), b, c)
#define TFK_FNMA_F64(a, b, c) TFK_V_FMA_F64(-(a), b, c)
#else
#define TFK_FNMA_F32(a, b, c) TFK_S_FMA_F32(-(a), b, c)
#define TFK_FNMA_F64(a, b, c) TFK_S_FMA_F64(-(a), b, c)
#endif
#endif

/* Register blocks: 12 accumulators of 16 registers, 24 of 32. */
#define TFK_FOUR_ROWS         6
#define TFK_EACH_FOUR_ROWS(X) X(1) X(2) X(3) X(4) X(5) X(6)
#define TFK_THREE_VECTORS     2
#if defined(TFK_REGISTERS) && TFK_REGISTERS == 32
#define TFK_FOUR_VECTORS 2
#define TFK_THREE_ROWS   12
#define TFK_EACH_THREE_ROWS(X) \
    X(1) X(2) X(3) X(4) X(5) X(6) X(7) X(8) X(9) X(10) X(11) X(12)
#else
#define TFK_FOUR_VECTORS       1
#define TFK_THREE_ROWS         6
#define TFK_EACH_THREE_ROWS(X) X(1) X(2) X(3) X(4) X(5) X(6)
#endif

#if TFK_WIDE
#include "backend/cpu/kernels/chunks.h"
#endif

#define TFK_TYPE 32
#define UNROLL   _Pragma("GCC unroll 16")
#include "backend/cpu/kernels/words_tmpl.h"
#include "backend/cpu/kernels/transpose_tmpl.h"
#include "backend/cpu/kernels/gemm_pack_tmpl.h"
#include "backend/cpu/kernels/gemm_tmpl.h"
#include "backend/cpu/kernels/gemm_four_tmpl.h"
#include "backend/cpu/kernels/gemm_three_tmpl.h"
#include "backend/cpu/kernels/words_end.h"
#define TFK_TYPE 64
#define UNROLL   _Pragma("GCC unroll 16")
#include "backend/cpu/kernels/words_tmpl.h"
#include "backend/cpu/kernels/transpose_tmpl.h"
#include "backend/cpu/kernels/gemm_pack_tmpl.h"
#include "backend/cpu/kernels/gemm_tmpl.h"
#include "backend/cpu/kernels/gemm_four_tmpl.h"
#include "backend/cpu/kernels/gemm_three_tmpl.h"
#include "backend/cpu/kernels/words_end.h"

#define TFK_OPS(way, n)                                                             \
    {                                                                               \
        .rows = n, .columns = { tfk_##way##_columns_f32, tfk_##way##_columns_f64 }, \
        .pack_a = { tfk_gemm_pack_a_##way##_f32, tfk_gemm_pack_a_##way##_f64 },     \
        .pack_b = { tfk_gemm_pack_b_##way##_f32, tfk_gemm_pack_b_##way##_f64 },     \
        .multiply = {                                                               \
            tfk_gemm_##way##_f32,                                                   \
            tfk_gemm_##way##_f64                                                    \
        }                                                                           \
    }

extern const tfk_gemm_table TFK_TABLE;
const tfk_gemm_table TFK_TABLE = {
    .fused = TFK_FUSED,
    .four = TFK_OPS(four, TFK_FOUR_ROWS),
    .three = TFK_OPS(three, TFK_THREE_ROWS),
};
