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

/* Two passes, and what they are better for than `duo`, by type, as measured: see
 * tfk_pairs. Three passes, by type. Every radix of vectors of 512 bits has as many
 * points as they have, so that they serve fewer rows, the others being left to vectors
 * of 256. */
#define FEW   TFK_PAIRS_FEW
#define PARTS TFK_PAIRS_PARTS
#define THREE TFK_PAIRS_THREE
#define TWO   TFK_PAIRS_TWO
#define REAL  TFK_PAIRS_REAL
#if defined(TFK_FEW_RADICES) && TFK_BYTES == 64
#define EACH_PAIRS_DUO(X)  X(9, 8, PARTS, PARTS) X(10, 12, PARTS, PARTS)
#define EACH_PAIRS_TRIO(X) X(8, 4, 8, THREE | PARTS, THREE | PARTS)
#elif defined(TFK_FEW_RADICES)
#define EACH_PAIRS_DUO(X) \
    X(4, 5, PARTS, PARTS) X(5, 5, PARTS, PARTS) X(9, 8, PARTS, PARTS)
#define EACH_PAIRS_TRIO(X) X(8, 4, 8, THREE, THREE)
#elif TFK_VECTORS && TFK_BYTES == 64
#define EACH_PAIRS_DUO_F32(X) \
    X(8, 8, PARTS, 0)         \
    X(8, 9, PARTS, 0)         \
    X(8, 10, PARTS, 0)        \
    X(8, 12, PARTS, 0)        \
    X(10, 10, PARTS, 0)       \
    X(16, 8, PARTS, 0)        \
    X(16, 16, 0, 0)
#define EACH_PAIRS_DUO_F64(X) \
    X(4, 4, 0, PARTS)         \
    X(4, 5, 0, PARTS)         \
    X(4, 6, 0, PARTS)         \
    X(4, 7, 0, PARTS)         \
    X(4, 8, 0, PARTS)         \
    X(4, 9, 0, PARTS)         \
    X(4, 10, 0, PARTS)        \
    X(4, 12, 0, PARTS)        \
    X(12, 5, 0, PARTS)        \
    X(8, 8, 0, 0)             \
    X(8, 9, 0, 0)             \
    X(8, 10, 0, 0)            \
    X(8, 12, 0, 0)            \
    X(10, 12, 0, PARTS)       \
    X(16, 8, 0, 0)            \
    X(16, 16, 0, 0)
#define EACH_PAIRS_TRIO(X)                   \
    X(8, 8, 8, THREE | PARTS, THREE)         \
    X(8, 8, 16, THREE | PARTS, THREE | REAL) \
    X(16, 16, 8, THREE, THREE | REAL)
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
#define EACH_PAIRS_TRIO(X) \
    X(8, 8, 8, THREE, THREE) X(8, 8, 16, THREE, THREE) X(16, 16, 8, THREE, 0)
#endif
/* Rows of f64 that nothing else has all passes of: a vector has two points. */
#if defined(TFK_FEW_RADICES) || (TFK_VECTORS && TFK_BYTES == 64)
#define EACH_PAIRS_SHORT_F64(X)
#else
#define EACH_PAIRS_SHORT_F64(X) \
    X(9, 2, 0, PARTS | TWO)     \
    X(7, 3, 0, PARTS | TWO)     \
    X(11, 2, 0, PARTS | TWO)    \
    X(13, 2, 0, PARTS | TWO)    \
    X(9, 3, 0, PARTS | TWO)
#endif
#ifndef EACH_PAIRS_DUO_F32
#define EACH_PAIRS_DUO_F32(X) EACH_PAIRS_DUO(X)
#define EACH_PAIRS_DUO_F64(X) EACH_PAIRS_DUO(X)
#endif

#if TFK_VECTORS
#define TFK_WIDE 1
#define TFK_TYPE 32
#include "backend/cpu/kernels/words_tmpl.h"
#include "backend/cpu/kernels/pairs_words_tmpl.h"
#include "backend/cpu/kernels/pairs_tmpl.h"
#include "backend/cpu/kernels/real_pairs_pass_tmpl.h"
#include "backend/cpu/kernels/real_pairs_tmpl.h"
#include "backend/cpu/kernels/pairs_words_end.h"
#include "backend/cpu/kernels/words_end.h"
#define UNROLL   _Pragma("GCC unroll 16")
#define TFK_TYPE 64
#include "backend/cpu/kernels/words_tmpl.h"
#include "backend/cpu/kernels/pairs_words_tmpl.h"
#include "backend/cpu/kernels/pairs_tmpl.h"
#include "backend/cpu/kernels/real_pairs_pass_tmpl.h"
#include "backend/cpu/kernels/real_pairs_tmpl.h"
#include "backend/cpu/kernels/pairs_words_end.h"
#include "backend/cpu/kernels/words_end.h"

#define POINTS_OF(type) TFK_BYTES / (int)(2 * sizeof(type))
#else
#define POINTS_OF(type) 0
#endif

#define NEITHER    \
    {              \
        NULL, NULL \
    }
#if TFK_VECTORS
#define SHORT_ENTRY(A, B, F32, F64)          \
    { (A) * (B),                             \
      { A, B, 1 },                           \
      { 0, F64 },                            \
      { 0, POINTS_OF(double) },              \
      { NULL, tfk_pairs_##A##_##B##_1_f64 }, \
      NEITHER,                               \
      NEITHER },
#else
#define SHORT_ENTRY(A, B, F32, F64) \
    { (A) * (B), { A, B, 1 }, { 0, F64 }, { 0, 0 }, NEITHER, NEITHER, NEITHER },
#endif

#if TFK_VECTORS && TFK_BYTES == 64 && !defined(TFK_FEW_RADICES)
/* A table of one type after the other. */
#define ONE(name, A, B, C, f)                    \
    {                                            \
        tfk_##name##_##A##_##B##_##C##_##f, NULL \
    }
#define OTHER(name, A, B, C, f)                  \
    {                                            \
        NULL, tfk_##name##_##A##_##B##_##C##_##f \
    }
#define ENTRY_F32(A, B, C, F32)        \
    { (A) * (B) * (C),                 \
      { A, B, C },                     \
      { F32, 0 },                      \
      { POINTS_OF(float), 0 },         \
      ONE(pairs, A, B, C, f32),        \
      ONE(real_forward, A, B, C, f32), \
      ONE(real_backward, A, B, C, f32) },
#define ENTRY_F64(A, B, C, F64)          \
    { (A) * (B) * (C),                   \
      { A, B, C },                       \
      { 0, F64 },                        \
      { 0, POINTS_OF(double) },          \
      OTHER(pairs, A, B, C, f64),        \
      OTHER(real_forward, A, B, C, f64), \
      OTHER(real_backward, A, B, C, f64) },
#define DUO_F32(A, B, F32, F64)     ENTRY_F32(A, B, 1, F32)
#define DUO_F64(A, B, F32, F64)     ENTRY_F64(A, B, 1, F64)
#define TRIO_F32(A, B, C, F32, F64) ENTRY_F32(A, B, C, F32)
#define TRIO_F64(A, B, C, F32, F64) ENTRY_F64(A, B, C, F64)
#define ENTRIES                 \
    EACH_PAIRS_DUO_F32(DUO_F32) \
    EACH_PAIRS_TRIO(TRIO_F32) EACH_PAIRS_DUO_F64(DUO_F64) EACH_PAIRS_TRIO(TRIO_F64)
#else
#define BOTH(name, A, B, C)                                                    \
    {                                                                          \
        tfk_##name##_##A##_##B##_##C##_f32, tfk_##name##_##A##_##B##_##C##_f64 \
    }
#if TFK_VECTORS
#define FUNCTIONS(A, B, C) \
    BOTH(pairs, A, B, C), BOTH(real_forward, A, B, C), BOTH(real_backward, A, B, C)
#else
#define FUNCTIONS(A, B, C) NEITHER, NEITHER, NEITHER
#endif
#define TRIO_ENTRY(A, B, C, F32, F64)          \
    { (A) * (B) * (C),                         \
      { A, B, C },                             \
      { F32, F64 },                            \
      { POINTS_OF(float), POINTS_OF(double) }, \
      FUNCTIONS(A, B, C) },
#define DUO_ENTRY(A, B, F32, F64) TRIO_ENTRY(A, B, 1, F32, F64)
#define ENTRIES                   EACH_PAIRS_DUO(DUO_ENTRY) EACH_PAIRS_TRIO(TRIO_ENTRY)
#endif

extern const tfk_pairs TFK_PAIRS_TABLE[];
const tfk_pairs TFK_PAIRS_TABLE[] = {
    ENTRIES EACH_PAIRS_SHORT_F64(SHORT_ENTRY) //
    { 0, { 0, 0, 0 }, { 0, 0 }, { 0, 0 }, NEITHER, NEITHER, NEITHER }
};
