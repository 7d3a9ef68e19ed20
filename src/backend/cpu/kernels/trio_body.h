/* trio_body.h - the table of three-pass rows of one ISA, see
 * table_body.h. The including file defines TFK_TRIO_TABLE, and TFK_VECTORS 1 where the
 * vocabulary has vectors of 32 or 64 bytes: the first radix is a multiple of one. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "backend/cpu/fused_table.h"

#ifndef TFK_INLINE
#define TFK_INLINE static inline __attribute__((always_inline, unused))
#endif
#define TFK_ALIGNED __attribute__((aligned(64)))

#ifdef TFK_FEW_RADICES
#define EACH_TRIO(X) X(8, 8, 8)
#elif TFK_VECTORS && TFK_BYTES == 64
#define EACH_TRIO_F32(X) X(16, 16, 8)
#define EACH_TRIO_F64(X) X(8, 8, 8) X(8, 8, 16) X(16, 16, 8)
#else
#define EACH_TRIO(X) X(8, 8, 8) X(8, 8, 16) X(16, 16, 8)
#endif
#ifdef EACH_TRIO
#define EACH_TRIO_F32(X) EACH_TRIO(X)
#define EACH_TRIO_F64(X) EACH_TRIO(X)
#endif

#if TFK_VECTORS
#define TFK_WIDE 1
#define TFK_TYPE 32
#include "backend/cpu/kernels/words_tmpl.h"
#include "backend/cpu/kernels/butterfly_tmpl.h"
#include "backend/cpu/kernels/transpose_tmpl.h"
#include "backend/cpu/kernels/legs_tmpl.h"
#include "backend/cpu/kernels/trio_tmpl.h"
EACH_TRIO_F32(TRIO)
#include "backend/cpu/kernels/words_end.h"
#define TFK_TYPE 64
#include "backend/cpu/kernels/words_tmpl.h"
#include "backend/cpu/kernels/butterfly_tmpl.h"
#include "backend/cpu/kernels/transpose_tmpl.h"
#include "backend/cpu/kernels/legs_tmpl.h"
#include "backend/cpu/kernels/trio_tmpl.h"
EACH_TRIO_F64(TRIO)
#include "backend/cpu/kernels/words_end.h"
#endif

/* A list of each type, or of both where they are the same. */
#if !TFK_VECTORS
#define ENTRY(A, B, C) { (A) * (B) * (C), { A, B, C }, { NULL, NULL } },
#define ENTRIES        EACH_TRIO(ENTRY)
#elif defined(EACH_TRIO)
#define ENTRY(A, B, C) \
    { (A) * (B) * (C), \
      { A, B, C },     \
      { tfk_trio_##A##_##B##_##C##_f32, tfk_trio_##A##_##B##_##C##_f64 } },
#define ENTRIES EACH_TRIO(ENTRY)
#else
#define ENTRY_F32(A, B, C) \
    { (A) * (B) * (C), { A, B, C }, { tfk_trio_##A##_##B##_##C##_f32, NULL } },
#define ENTRY_F64(A, B, C) \
    { (A) * (B) * (C), { A, B, C }, { NULL, tfk_trio_##A##_##B##_##C##_f64 } },
#define ENTRIES EACH_TRIO_F32(ENTRY_F32) EACH_TRIO_F64(ENTRY_F64)
#endif

extern const tfk_trio TFK_TRIO_TABLE[];
const tfk_trio TFK_TRIO_TABLE[] = { ENTRIES{ 0, { 0, 0, 0 }, { NULL, NULL } } };
