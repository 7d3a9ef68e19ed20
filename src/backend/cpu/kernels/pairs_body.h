/* pairs_body.h - the table of transforms on vectors of pairs of one ISA, see
 * table_body.h. The including file defines TFK_PAIRS_TABLE, and TFK_VECTORS 1 where the
 * vocabulary has vectors of 256 bits: others leave these rows to the passes. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "backend/cpu/fused_table.h"
#include "backend/cpu/kernels/gen/dft_pairs_gen.h"

#ifndef TFK_INLINE
#define TFK_INLINE static inline __attribute__((always_inline, unused))
#endif
#define TFK_ALIGNED __attribute__((aligned(64)))
#define UNROLL      _Pragma("GCC unroll 16")

/* Two passes, and what they are better for than `duo`, by type, as measured on AVX2:
 * see tfk_pairs. Three passes, by type. */
#define FEW   TFK_PAIRS_FEW
#define PARTS TFK_PAIRS_PARTS
#ifdef TFK_FEW_RADICES
#define EACH_PAIRS_DUO(X)  X(4, 5, PARTS, PARTS) X(9, 8, PARTS, PARTS)
#define EACH_PAIRS_TRIO(X) X(8, 4, 8, 1, 1)
#else
#define EACH_PAIRS_DUO(X)        \
    X(4, 4, PARTS, 0)            \
    X(4, 5, PARTS, 0)            \
    X(4, 6, PARTS, 0)            \
    X(5, 5, PARTS | FEW, PARTS)  \
    X(4, 7, PARTS, 0)            \
    X(6, 5, PARTS | FEW, 0)      \
    X(4, 8, PARTS, 0)            \
    X(4, 9, PARTS, 0)            \
    X(4, 10, PARTS, 0)           \
    X(4, 12, PARTS, 0)           \
    X(10, 5, PARTS | FEW, PARTS) \
    X(12, 5, PARTS, 0)           \
    X(8, 8, 0, 0)                \
    X(8, 9, 0, 0)                \
    X(8, 10, 0, 0)               \
    X(8, 12, 0, 0)               \
    X(10, 10, PARTS, PARTS)      \
    X(10, 12, PARTS, 0)          \
    X(16, 8, 0, 0)               \
    X(16, 16, 0, 0)
#define EACH_PAIRS_TRIO(X) X(8, 8, 8, 1, 1) X(8, 8, 16, 1, 1) X(16, 16, 8, 1, 0)
#endif

#if TFK_VECTORS
#define TFK_WIDE 1
#define TFK_TYPE 32
#include "backend/cpu/kernels/words_tmpl.h"
#include "backend/cpu/kernels/pairs_tmpl.h"
#include "backend/cpu/kernels/words_end.h"
#define UNROLL   _Pragma("GCC unroll 16")
#define TFK_TYPE 64
#include "backend/cpu/kernels/words_tmpl.h"
#include "backend/cpu/kernels/pairs_tmpl.h"
#include "backend/cpu/kernels/words_end.h"

#define FUNCTIONS(A, B, C)                                               \
    {                                                                    \
        tfk_pairs_##A##_##B##_##C##_f32, tfk_pairs_##A##_##B##_##C##_f64 \
    }
#else
#define FUNCTIONS(A, B, C) \
    {                      \
        NULL, NULL         \
    }
#endif

#define DUO_ENTRY(A, B, F32, F64) \
    { (A) * (B), { A, B, 1 }, { F32, F64 }, FUNCTIONS(A, B, 1) },
#define TRIO_ENTRY(A, B, C, F32, F64)                   \
    { (A) * (B) * (C),                                  \
      { A, B, C },                                      \
      { (F32)*TFK_PAIRS_THREE, (F64)*TFK_PAIRS_THREE }, \
      FUNCTIONS(A, B, C) },

extern const tfk_pairs TFK_PAIRS_TABLE[];
const tfk_pairs TFK_PAIRS_TABLE[] = { EACH_PAIRS_DUO(DUO_ENTRY)
                                          EACH_PAIRS_TRIO(TRIO_ENTRY) //
                                      { 0, { 0, 0, 0 }, { 0, 0 }, { NULL, NULL } } };
