/* gemm_table.h - the matrix product kernels of one instruction set.
 *
 * Both factors are packed: rows of the left one into panels of `rows` lanes, columns of
 * the right one into panels of `columns`, zeros where the last panel has fewer. All
 * tables do the same scalar operations on every element in the same order, with
 * multiply-add fused or not:
 *   four products   for each k in turn re = re + ar br, re = re - ai bi,
 *                   im = im + ar bi, im = im + ai br
 *   three products  p = sum ar br, q = sum ai bi, r = sum (ar + ai)(br + bi) over k,
 *                   then re = p - q, im = r - (p + q)
 * both over the k of one call, the result then added to c.
 *
 * Pointers are to components of the kernel's type, strides are in components.
 */
#ifndef TFI_CPU_GEMM_TABLE_H
#define TFI_CPU_GEMM_TABLE_H

#include "backend/cpu/kernel_table.h"

/* Columns of a panel, at most: of either kind and any type. */
enum { TFK_GEMM_MAX_COLUMNS = 32 };

/* c(i, j) = [c(i, j) +] sum_k a(i, k) b(k, j), i < n_i, j < n_j, k < n_k, from panels
 * of a and b. Row i of c at c + i * c_row, columns one (split) or two (interleaved)
 * components apart. */
typedef struct tfk_gemm {
    const void *a, *b;
    void *c_re, *c_im;
    int64_t c_row;
    int64_t n_i, n_j, n_k;
    int c_interleaved, accumulate;
    void *scratch; /* three products: 2 * n_i * columns components */
} tfk_gemm;

/* Packs `n_lanes` rows of a or columns of b into panels of L lanes. Element (k, x) lies
 * at re and im + k * k + x * lane and goes to panel x / L, lane x % L:
 *   four products   re at (panel * n_k + k) * 2 L + lane, im L later
 *   three products  re at (3 panel * n_k + k) * L + lane, im n_k L and re + im twice
 *                   that later */
typedef struct tfk_gemm_pack {
    const void *re, *im;
    int64_t k, lane; /* strides */
    int64_t n_k, n_lanes;
    void *out;
} tfk_gemm_pack;

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
