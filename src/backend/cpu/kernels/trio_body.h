/* trio_body.h - the table of three-pass rows of one ISA, see
 * table_body.h. The including file defines TFK_TRIO_TABLE, and TFK_VECTORS 1 where the
 * vocabulary has vectors of at most 32 bytes: the first radix is a multiple of one. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "backend/cpu/kernels/constants.h"
#include "backend/cpu/fused_table.h"

#ifndef TFK_INLINE
#define TFK_INLINE static inline __attribute__((always_inline, unused))
#endif
#define TFK_ALIGNED __attribute__((aligned(64)))

#ifdef TFK_FEW_RADICES
#define EACH_TRIO(X) X(8, 8, 8)
#else
#define EACH_TRIO(X) X(8, 8, 8) X(8, 8, 16) X(16, 16, 8)
#endif

#if TFK_VECTORS
#define TFK_WIDE 1
#define TFK_TYPE 32
#include "backend/cpu/kernels/words_tmpl.h"
#include "backend/cpu/kernels/butterfly_tmpl.h"
#include "backend/cpu/kernels/transpose_tmpl.h"
#include "backend/cpu/kernels/legs_tmpl.h"
#include "backend/cpu/kernels/trio_tmpl.h"
#include "backend/cpu/kernels/words_end.h"
#define TFK_TYPE 64
#include "backend/cpu/kernels/words_tmpl.h"
#include "backend/cpu/kernels/butterfly_tmpl.h"
#include "backend/cpu/kernels/transpose_tmpl.h"
#include "backend/cpu/kernels/legs_tmpl.h"
#include "backend/cpu/kernels/trio_tmpl.h"
#include "backend/cpu/kernels/words_end.h"
#define ENTRY(A, B, C) \
    { (A) * (B) * (C), \
      { A, B, C },     \
      { tfk_trio_##A##_##B##_##C##_f32, tfk_trio_##A##_##B##_##C##_f64 } },
#else
#define ENTRY(A, B, C) { (A) * (B) * (C), { A, B, C }, { NULL, NULL } },
#endif

extern const tfk_trio TFK_TRIO_TABLE[];
const tfk_trio TFK_TRIO_TABLE[] = { EACH_TRIO(ENTRY){
    0, { 0, 0, 0 }, { NULL, NULL } } };
