/* rows_body.h - the table of whole short rows of one ISA, see table_body.h: instances
 * of one lane for single rows, of vectors for many. The including file defines
 * TFK_ROWS_TABLE, and TFK_VECTORS 1 where the vocabulary has vectors. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "backend/cpu/kernel_table.h"

#ifndef TFK_INLINE
#define TFK_INLINE static inline __attribute__((always_inline, unused))
#endif

#ifdef TFK_FEW_RADICES
#define EACH_ROW(X) X(2) X(3) X(5) X(8)
#else
#define EACH_ROW(X) \
    X(2) X(3) X(4) X(5) X(6) X(7) X(8) X(9) X(10) X(11) X(12) X(13) X(14) X(15)
#endif

#define TFK_WIDE 0
#define TFK_ONE  1
#define TFK_TYPE 32
#include "backend/cpu/kernels/words_tmpl.h"
#include "backend/cpu/kernels/butterfly_tmpl.h"
#include "backend/cpu/kernels/row_tmpl.h"
#include "backend/cpu/kernels/words_end.h"
#define TFK_TYPE 64
#include "backend/cpu/kernels/words_tmpl.h"
#include "backend/cpu/kernels/butterfly_tmpl.h"
#include "backend/cpu/kernels/row_tmpl.h"
#include "backend/cpu/kernels/words_end.h"
#undef TFK_ONE

#if TFK_VECTORS
#undef TFK_WIDE
#define TFK_WIDE  1
#define TFK_TYPE  32
#define ROW_FN(N) tfk_row_##N##_one32
#include "backend/cpu/kernels/words_tmpl.h"
#include "backend/cpu/kernels/butterfly_tmpl.h"
#include "backend/cpu/kernels/transpose_tmpl.h"
#include "backend/cpu/kernels/rows_move_tmpl.h"
#include "backend/cpu/kernels/rows_tmpl.h"
#include "backend/cpu/kernels/words_end.h"
#undef ROW_FN
#define TFK_TYPE  64
#define ROW_FN(N) tfk_row_##N##_one64
#include "backend/cpu/kernels/words_tmpl.h"
#include "backend/cpu/kernels/butterfly_tmpl.h"
#include "backend/cpu/kernels/transpose_tmpl.h"
#include "backend/cpu/kernels/rows_move_tmpl.h"
#include "backend/cpu/kernels/rows_tmpl.h"
#include "backend/cpu/kernels/words_end.h"
#undef ROW_FN
#else
#define ROWS_ONE(N, one, f)                                                         \
    static void tfk_rows_##N##_##f(const tfk_rows *a, const void *x, const void *y, \
                                   void *xo, void *yo)                              \
    {                                                                               \
        tfk_row_##N##_##one(a, 0, x, y, xo, yo);                                    \
    }
#define ROWS(N) ROWS_ONE(N, one32, f32) ROWS_ONE(N, one64, f64)
EACH_ROW(ROWS)
#undef ROWS
#undef ROWS_ONE
#endif

#define ROWS_F32(N) [N] = tfk_rows_##N##_f32,
#define ROWS_F64(N) [N] = tfk_rows_##N##_f64,

extern const tfk_rows_table TFK_ROWS_TABLE;
const tfk_rows_table TFK_ROWS_TABLE = { { { EACH_ROW(ROWS_F32) },
                                          { EACH_ROW(ROWS_F64) } } };
