/* deep_body.h - the table of lines on vectors of pairs of one ISA, depth first, see
 * table_body.h. The including file defines TFK_DEEP_TABLE; its vocabulary has vectors
 * of 256 or 512 bits. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "backend/cpu/deep_table.h"
#include "backend/cpu/kernels/gen/dft_pairs_gen.h"

#ifndef TFK_INLINE
#define TFK_INLINE static inline __attribute__((always_inline, unused))
#endif
#define TFK_ALIGNED __attribute__((aligned(64)))
#define TFK_WIDE    1

/* Where each radix serves. A first pass has a vector of legs at least; of three passes
 * and more, whole vectors: vectors of eight points serve those. */
#ifdef TFK_FEW_RADICES
#define ALL_RADICES(X)   X(4) X(5) X(8)
#define LATER_RADICES(X) X(3) X(4) X(8)
#else
#define ALL_RADICES(X)   X(4) X(5) X(6) X(7) X(8) X(9) X(10) X(11) X(12) X(13) X(16)
#define LATER_RADICES(X) X(2) X(3) X(4) X(5) X(6) X(7) X(8) X(9) X(10) X(12) X(16)
#endif
#define WHOLE_VECTORS(X) X(8) X(16)
#define NO_RADICES(X)
#define BIT(R)     | 1U << (R)
#define BITS(LIST) (0U LIST(BIT))

/* Passes at most, and the radices of the first pass, of those in the middle and of the
 * last one. */
#if TFK_BYTES == 64
#define MOST_F32   TFK_DEEP_MOST
#define FIRST_F32  WHOLE_VECTORS
#define MIDDLE_F32 LATER_RADICES
#define LAST_F32   LATER_RADICES
#else
#define MOST_F32   2
#define FIRST_F32  ALL_RADICES
#define MIDDLE_F32 NO_RADICES
#define LAST_F32   ALL_RADICES
#endif

#define UNROLL              _Pragma("GCC unroll 16")
#define TFK_TYPE            32
#define EACH_DEEP_FIRST(X)  FIRST_F32(X)
#define EACH_DEEP_MIDDLE(X) MIDDLE_F32(X)
#define EACH_DEEP_LAST(X)   LAST_F32(X)
#include "backend/cpu/kernels/words_tmpl.h"
#include "backend/cpu/kernels/pairs_words_tmpl.h"
#include "backend/cpu/kernels/pairs_store_tmpl.h"
#include "backend/cpu/kernels/real_pairs_pass_tmpl.h"
#include "backend/cpu/kernels/deep_tmpl.h"
#include "backend/cpu/kernels/pairs_words_end.h"
#include "backend/cpu/kernels/words_end.h"
#define UNROLL              _Pragma("GCC unroll 16")
#define TFK_TYPE            64
#define EACH_DEEP_FIRST(X)  ALL_RADICES(X)
#define EACH_DEEP_MIDDLE(X) NO_RADICES(X)
#define EACH_DEEP_LAST(X)   ALL_RADICES(X)
#include "backend/cpu/kernels/words_tmpl.h"
#include "backend/cpu/kernels/pairs_words_tmpl.h"
#include "backend/cpu/kernels/pairs_store_tmpl.h"
#include "backend/cpu/kernels/real_pairs_pass_tmpl.h"
#include "backend/cpu/kernels/deep_tmpl.h"
#include "backend/cpu/kernels/pairs_words_end.h"
#include "backend/cpu/kernels/words_end.h"

#define POINTS_OF(type) TFK_BYTES / (int)(2 * sizeof(type))
extern const tfk_deep_kernel TFK_DEEP_TABLE[2];
const tfk_deep_kernel TFK_DEEP_TABLE[2] = {
    { POINTS_OF(float), MOST_F32, BITS(FIRST_F32), BITS(MIDDLE_F32), BITS(LAST_F32),
      tfk_deep_f32, tfk_deep_post_f32, tfk_deep_pre_f32 },
    { POINTS_OF(double), 2, BITS(ALL_RADICES), 0, BITS(ALL_RADICES), tfk_deep_f64,
      tfk_deep_post_f64, tfk_deep_pre_f64 },
};
