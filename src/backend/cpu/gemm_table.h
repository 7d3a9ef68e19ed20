/* gemm_table.h - the matrix product kernels of one instruction set.
 *
 * Columns of the right factor are packed into panels of `columns` lanes, zeros where
 * the last panel has fewer. Rows of the left one are read where they lie, with any
 * strides, or packed into panels of `rows` lanes where those strides are bad for the
 * caches. All tables do the same scalar operations on every element in the same order,
 * with multiply-add fused or not: four products   for each k in turn re = re + ar br,
 * re = re - ai bi, im = im + ar bi, im = im + ai br three products  p = sum ar br, q =
 * sum ai bi, r = sum (ar + ai)(br + bi) over k, then re = p - q, im = r - (p + q) both
 * over the k of one call, the result then added to c.
 *
 * Pointers are to components of the kernel's type, strides are in components.
 */
#ifndef TFI_CPU_GEMM_TABLE_H
#define TFI_CPU_GEMM_TABLE_H

#include "backend/cpu/kernel_table.h"

/* Columns of a panel, at most: of either kind and any type. */
enum { TFK_GEMM_MAX_COLUMNS = 32 };

/* A left factor: element (i, k) of block b = i / rows lies at re and im + b * tile +
 * (i - b * rows) * row + k * k. Strides in components. */
typedef struct tfk_gemm_left {
    const void *re, *im;
    int64_t row, k, tile;
} tfk_gemm_left;

/* c(i, j) = [c(i, j) +] sum_k a(i, k) b(k, j), i < n_i, j < n_j, k < n_k, from panels
 * of b. Row i of c at c + i * c_row, columns one (split) or two (interleaved)
 * components apart. */
typedef struct tfk_gemm {
    tfk_gemm_left a; /* three products: packed, at re */
    const void *b;
    void *c_re, *c_im;
    int64_t c_row;
    int64_t n_i, n_j, n_k;
    int c_interleaved, accumulate;
    void *scratch; /* three products: 2 * n_i * columns components */
} tfk_gemm;

/* Packs `n_lanes` rows of a or columns of b into panels of L lanes. Element (k, x) lies
 * at re and im + k * k + x * lane and goes to panel x / L, lane l = x % L:
 *   four products   re at (panel * n_k + k) * 2 L + l, im L later
 *   three, b        re at (3 panel * n_k + k) * L + l, im n_k L and re + im twice that
 *                   later
 *   three, a        the same with n_k rounded up to pieces of U components, 16 bytes,
 *                   and k / U * U L + l U + k % U for k L + l: rows are copied, not
 *                   turned, and kernels of U steps need no other address */
typedef struct tfk_gemm_pack {
    const void *re, *im;
    int64_t k, lane; /* strides */
    int64_t n_k, n_lanes;
    void *out;
} tfk_gemm_pack;

enum { TFK_GEMM_PIECE = 16 }; /* bytes */

/* One way to multiply; index [type] is TFK_F32 or TFK_F64. */
typedef struct tfk_gemm_ops {
    int rows; /* lanes of the panels of a and b */
    int columns[2];
    void (*pack_a[2])(const tfk_gemm_pack *);
    void (*pack_b[2])(const tfk_gemm_pack *);
    void (*multiply[2])(const tfk_gemm *);
} tfk_gemm_ops;

typedef struct tfk_gemm_table {
    int fused;
    tfk_gemm_ops four, three;
} tfk_gemm_table;

/* The table for a level; levels that were not compiled in fall back to the scalar one.
 */
const tfk_gemm_table *tfk_gemm_for(tfi_cpu_level level);

#endif
