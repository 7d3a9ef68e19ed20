/* duo_body.h - the table of two-pass rows of one ISA, see table_body.h. The including
 * file defines TFK_DUO_TABLE, and TFK_VECTORS 1 where the vocabulary has vectors: plain
 * C runs the passes one by one. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "backend/cpu/kernel_table.h"

#ifndef TFK_INLINE
#define TFK_INLINE static inline __attribute__((always_inline, unused))
#endif

/* Loads and stores of whole vectors then stay within cache lines. */
#define TFK_ALIGNED __attribute__((aligned(64)))

/* n = A B: one vector of points for each pass where both are at most 8. */
#ifdef TFK_FEW_RADICES
#define EACH_DUO(X) X(5, 4) X(8, 8)
#else
/* clang-format off */
#define EACH_DUO(X)                                                          \
    X(4, 4) X(4, 5) X(4, 6) X(5, 5) X(4, 7) X(6, 5) X(4, 8) X(4, 9) X(4, 10) \
    X(4, 12) X(10, 5) X(12, 5) X(8, 8) X(8, 9) X(8, 10) X(8, 12) X(10, 10)   \
    X(10, 12) X(16, 8) X(16, 16)
/* clang-format on */
#endif

#if TFK_VECTORS
#define TFK_WIDE 1
#define TFK_TYPE 32
#include "backend/cpu/kernels/words_tmpl.h"
#include "backend/cpu/kernels/butterfly_tmpl.h"
#include "backend/cpu/kernels/transpose_tmpl.h"
#include "backend/cpu/kernels/legs_tmpl.h"
#include "backend/cpu/kernels/panel_tmpl.h"
#include "backend/cpu/kernels/duo_tmpl.h"
#include "backend/cpu/kernels/words_end.h"
#define TFK_TYPE 64
#include "backend/cpu/kernels/words_tmpl.h"
#include "backend/cpu/kernels/butterfly_tmpl.h"
#include "backend/cpu/kernels/transpose_tmpl.h"
#include "backend/cpu/kernels/legs_tmpl.h"
#include "backend/cpu/kernels/panel_tmpl.h"
#include "backend/cpu/kernels/duo_tmpl.h"
#include "backend/cpu/kernels/words_end.h"

#define ENTRY(A, B) \
    { (A) * (B), { A, B }, { tfk_duo_##A##_##B##_f32, tfk_duo_##A##_##B##_f64 } },
#else
#define ENTRY(A, B) { (A) * (B), { A, B }, { NULL, NULL } },
#endif

extern const tfk_duo TFK_DUO_TABLE[];
const tfk_duo TFK_DUO_TABLE[] = { EACH_DUO(ENTRY){ 0, { 0, 0 }, { NULL, NULL } } };
