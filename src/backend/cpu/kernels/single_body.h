/* single_body.h - the table of single short rows of one ISA, see table_body.h. The
 * including file defines TFK_SINGLE_TABLE, and TFK_VECTORS 1 where its vocabulary has
 * vectors of 128 bits that are faster than scalars. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "backend/cpu/kernels/gen/dft_gen.h"
#include "backend/cpu/kernels/gen/dft_pairs_gen.h"
#include "backend/cpu/single_table.h"

#ifndef TFK_INLINE
#define TFK_INLINE static inline __attribute__((always_inline, unused))
#endif
#define TFK_UNROLL _Pragma("GCC unroll 16")

#ifdef TFK_FEW_RADICES
#define EACH_SHORTER(X) X(2) X(3) X(5) X(8)
#define EACH_SINGLE(X)  EACH_SHORTER(X)
#else
#define EACH_SHORTER(X) X(2) X(3) X(4) X(5) X(6) X(7) X(8) X(9) X(10) X(11) X(12) X(13)
#define EACH_SINGLE(X)  EACH_SHORTER(X) X(14) X(15)
#endif

/* Of real rows, by half their points. */
#define EACH_REAL_SINGLE(X) X(1) EACH_SHORTER(X)

/* One function for each kind of call. */
#define SINGLE(N, kind, in_parts, out_parts, plain)                                   \
    static int FN(single_##kind##_##N)(const void *row, const void *in_re,            \
                                       const void *in_im, void *out_re, void *out_im, \
                                       void *unused)                                  \
    {                                                                                 \
        const tfk_rows *a = row;                                                      \
        const T *x = in_re, *y = in_im;                                               \
        T *xo = out_re, *yo = out_im;                                                 \
        SINGLE_BODY(N, in_parts, out_parts, plain);                                   \
        (void)a, (void)y, (void)yo, (void)unused;                                     \
        return 0;                                                                     \
    }
#define SINGLE_KINDS(N)             \
    SINGLE(N, whole, 0, 0, 0)       \
    SINGLE(N, joined, 1, 0, 0)      \
    SINGLE(N, apart, 0, 1, 0)       \
    SINGLE(N, parts, 1, 1, 0)       \
    SINGLE(N, whole_plain, 0, 0, 1) \
    SINGLE(N, parts_plain, 1, 1, 1)
#define SINGLE_ENTRY(N, f)                                                 \
    [N] = { tfk_single_whole_##N##_##f,       tfk_single_joined_##N##_##f, \
            tfk_single_apart_##N##_##f,       tfk_single_parts_##N##_##f,  \
            tfk_single_whole_plain_##N##_##f, tfk_single_parts_plain_##N##_##f },

#define FORWARD_ENTRY(M, f) \
    [M] = { tfk_single_forward_pairs_##M##_##f, tfk_single_forward_parts_##M##_##f },
#define BACKWARD_ENTRY(M, f) \
    [M] = { tfk_single_backward_pairs_##M##_##f, tfk_single_backward_parts_##M##_##f },
#define FORWARD_F32(M)  FORWARD_ENTRY(M, f32)
#define FORWARD_F64(M)  FORWARD_ENTRY(M, f64)
#define BACKWARD_F32(M) BACKWARD_ENTRY(M, f32)
#define BACKWARD_F64(M) BACKWARD_ENTRY(M, f64)

#if TFK_VECTORS
#define TFK_WIDE        1
#define TFK_SINGLE_TMPL "backend/cpu/kernels/single_pairs_tmpl.h"
#define SINGLE_F32(N)   SINGLE_ENTRY(N, f32)
#define SINGLE_F64(N)   SINGLE_ENTRY(N, f64)
#else
#define TFK_WIDE        0
#define TFK_ONE         1
#define TFK_SINGLE_TMPL "backend/cpu/kernels/single_tmpl.h"
#define SINGLE_F32(N)   SINGLE_ENTRY(N, one32)
#define SINGLE_F64(N)   SINGLE_ENTRY(N, one64)
#endif

#define TFK_TYPE 32
#include "backend/cpu/kernels/words_tmpl.h"
#define UNROLL TFK_UNROLL
#include TFK_SINGLE_TMPL
#include "backend/cpu/kernels/words_end.h"
#define TFK_TYPE 64
#include "backend/cpu/kernels/words_tmpl.h"
#define UNROLL TFK_UNROLL
#include TFK_SINGLE_TMPL
#include "backend/cpu/kernels/words_end.h"

extern const tfk_single_table TFK_SINGLE_TABLE;
const tfk_single_table TFK_SINGLE_TABLE = {
    .on_vectors = TFK_VECTORS,
    .row = { { EACH_SINGLE(SINGLE_F32) }, { EACH_SINGLE(SINGLE_F64) } },
#if TFK_VECTORS
    .forward = { { EACH_REAL_SINGLE(FORWARD_F32) }, { EACH_REAL_SINGLE(FORWARD_F64) } },
    .backward = { { EACH_REAL_SINGLE(BACKWARD_F32) },
                  { EACH_REAL_SINGLE(BACKWARD_F64) } },
#endif
};
