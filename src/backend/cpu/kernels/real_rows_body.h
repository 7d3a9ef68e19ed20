/* real_rows_body.h - the table of short real rows of one ISA, see table_body.h. The
 * including file defines TFK_REAL_ROWS_TABLE, and TFK_VECTORS 1 where the vocabulary
 * has vectors. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "backend/cpu/kernel_table.h"

#ifndef TFK_INLINE
#define TFK_INLINE static inline __attribute__((always_inline, unused))
#endif

/* By m = n / 2. */
#ifdef TFK_FEW_RADICES
#define EACH_REAL_ROW(X) X(1) X(2) X(5) X(8)
#else
#define EACH_REAL_ROW(X) \
    X(1) X(2) X(3) X(4) X(5) X(6) X(7) X(8) X(9) X(10) X(11) X(12) X(13)
#endif
#define EACH_ROW(X)

#define TFK_WIDE 0
#define TFK_ONE  1
#define TFK_TYPE 32
#include "backend/cpu/kernels/real_rows_one_instance.h"
#define TFK_TYPE 64
#include "backend/cpu/kernels/real_rows_one_instance.h"
#undef TFK_ONE

#if TFK_VECTORS
#undef TFK_WIDE
#define TFK_WIDE 1
#define TFK_TYPE 32
#include "backend/cpu/kernels/real_rows_instance.h"
#define TFK_TYPE 64
#include "backend/cpu/kernels/real_rows_instance.h"
#define FORWARD(M, f, a, w, x, re, im)                                        \
    (a->n_rows >= LANES_##f                                                   \
         ? tfk_forward_##M##_##f(a, (const tfk_real_row_##f *)(w), x, re, im) \
         : 0)
#define BACKWARD(M, f, a, w, re, im, x)                                        \
    (a->n_rows >= LANES_##f                                                    \
         ? tfk_backward_##M##_##f(a, (const tfk_real_row_##f *)(w), re, im, x) \
         : 0)
#define LANES_f32 (TFK_BYTES / 4)
#define LANES_f64 (TFK_BYTES / 8)
#else
#define FORWARD(M, f, a, w, x, re, im)  0
#define BACKWARD(M, f, a, w, re, im, x) 0
#endif

/* Vectors' worth of rows first, then the others. The structs of both instances are
 * alike. */
#define KERNELS_OF(M, f, one)                                                          \
    static void tfk_real_forward_rows_##M##_##f(const tfk_rows *a, const void *w_re,   \
                                                const void *w_im, const void *x,       \
                                                const void *none, void *re, void *im)  \
    {                                                                                  \
        const tfk_real_row_##one w =                                                   \
            tfk_real_row_of_##one(a, w_re, w_im, a->conj_out);                         \
        const int64_t row = FORWARD(M, f, a, &w, x, re, im);                           \
        (void)none;                                                                    \
        if (row < a->n_rows) {                                                         \
            tfk_forward_##M##_##one(a, &w, row, x, re, im);                            \
        }                                                                              \
    }                                                                                  \
    static void tfk_real_backward_rows_##M##_##f(const tfk_rows *a, const void *w_re,  \
                                                 const void *w_im, const void *re,     \
                                                 const void *im, void *x, void *none)  \
    {                                                                                  \
        const tfk_real_row_##one w = tfk_real_row_of_##one(a, w_re, w_im, a->conj_in); \
        const int64_t row = BACKWARD(M, f, a, &w, re, im, x);                          \
        (void)none;                                                                    \
        if (row < a->n_rows) {                                                         \
            tfk_backward_##M##_##one(a, &w, row, re, im, x);                           \
        }                                                                              \
    }
#define KERNELS(M) KERNELS_OF(M, f32, one32) KERNELS_OF(M, f64, one64)
EACH_REAL_ROW(KERNELS)

#define FORWARD_F32(M)  [M] = tfk_real_forward_rows_##M##_f32,
#define FORWARD_F64(M)  [M] = tfk_real_forward_rows_##M##_f64,
#define BACKWARD_F32(M) [M] = tfk_real_backward_rows_##M##_f32,
#define BACKWARD_F64(M) [M] = tfk_real_backward_rows_##M##_f64,

extern const tfk_real_rows_table TFK_REAL_ROWS_TABLE;
const tfk_real_rows_table TFK_REAL_ROWS_TABLE = {
    .forward = { { EACH_REAL_ROW(FORWARD_F32) }, { EACH_REAL_ROW(FORWARD_F64) } },
    .backward = { { EACH_REAL_ROW(BACKWARD_F32) }, { EACH_REAL_ROW(BACKWARD_F64) } },
};
