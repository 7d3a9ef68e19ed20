/* fused_table.h - kernels that run all passes of a row: on vectors of pairs, and three
 * on split vectors. A header of its own, so that the other kernels need not know it. */
#ifndef TFI_CPU_FUSED_TABLE_H
#define TFI_CPU_FUSED_TABLE_H

#include "backend/cpu/kernel_table.h"

/* Rows through two or three Stockham passes on vectors of `window` interleaved points,
 * by type; radix[2] is 1 for two passes. Twiddles of the first pass: [window][leg -
 * 1][(c, c) of its points | (s, s)], windows so many points apart, the last one ending
 * with the last point; of the second of three: [outer][leg - 1][c, s]. Scratch, for
 * three: n points. `serves`, by type: PARTS, operands may be split too, which is good
 * for single rows; FEW, rows by the vector are better served elsewhere, REAL, all are,
 * by tfk_trio; THREE, and TWO of lengths that `duo` has not, these are the radices to
 * take. A table ends with n = 0; kernels may be NULL. All ISAs list the same n and
 * radices.
 *
 * forward and backward: real transforms of 2 n points along contiguous rows through
 * these rows, child and passes of the solver "half_complex" in one, with the same
 * arithmetic. `w` holds exp(-2 pi i k / (2 n)) as pairs, k = 0 … n/2 and one window
 * more, which is read and not used. Layouts as in tfk_real_rows_table. Scratch, for
 * three: n points, and behind them that of the rows. */
enum {
    TFK_PAIRS_PARTS = 1,
    TFK_PAIRS_FEW = 2,
    TFK_PAIRS_THREE = 4,
    TFK_PAIRS_TWO = 8,
    TFK_PAIRS_REAL = 16
};
typedef void (*tfk_pairs_fn)(const tfk_rows *rows, const void *const twiddle[2],
                             const void *in_re, const void *in_im, void *out_re,
                             void *out_im, void *scratch);
typedef void (*tfk_real_pairs_fn)(const tfk_rows *rows, const void *const twiddle[2],
                                  const void *w, const void *in_re, const void *in_im,
                                  void *out_re, void *out_im, void *scratch);
typedef struct tfk_pairs {
    int n, radix[3], serves[2], window[2];
    tfk_pairs_fn rows[2];
    tfk_real_pairs_fn forward[2], backward[2];
} tfk_pairs;

/* Rows of n = radix[0] radix[1] radix[2] points of any layout; twiddles are those of
 * the passes, scratch is n points. A table ends with n = 0; kernels may be NULL. All
 * ISAs list the same n and radices. */
typedef struct tfk_trio {
    int n, radix[3];
    tfk_pairs_fn rows[2]; /* by type */
} tfk_trio;

const tfk_pairs *tfk_pairs_for(tfi_cpu_level level);
const tfk_trio *tfk_trio_for(tfi_cpu_level level);
/* Those of longer vectors, better where they have a kernel of the type; the tables are
 * empty at levels without. */
const tfk_pairs *tfk_pairs_wide_for(tfi_cpu_level level);
const tfk_trio *tfk_trio_wide_for(tfi_cpu_level level);

#endif
