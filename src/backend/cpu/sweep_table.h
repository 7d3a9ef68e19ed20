/* sweep_table.h - the kernels of the two-sweep transform: the passes that touch memory
 * outside the caches, and what lies between them. The rules of kernel_table.h hold. */
#ifndef TFK_SWEEP_TABLE_H
#define TFK_SWEEP_TABLE_H

#include "backend/cpu/kernel_table.h"

/* Lanes in groups: row j of a group of g lanes holds re of all of them, then im, so
 * that a vector of both fills a line of the cache: 2 g components. g is a multiple of
 * the vector length.
 *
 * The first pass of a DFT that is taken apart: n = R m rows become R blocks of m rows,
 * block k the input of the m-point DFT that gives outputs k, k + R, …:
 *   out(k, p) = w^(k p) sum_j in(p + j m) exp(-2 pi i j k / R), w = exp(-2 pi i / n)
 * Row j of group i of the input lies at in + j * in_stride + i * in_group, split or
 * interleaved; out(k, p) at out + i * out_group + k * out_leg + 2 p g. `twiddle` holds
 * re and im of w^(k p) in the order p, k = 1 … R-1. All groups of the rows that are
 * needed `ahead` steps of p later are fetched, as if side by side (0: none). */
typedef struct tfk_legs {
    const void *in_re, *in_im;
    int64_t in_stride, in_group;
    void *out;
    int64_t out_leg, out_group;
    int64_t m, group, n_groups;
    const void *twiddle;
    int64_t ahead;
    int in_interleaved, conj_in;
} tfk_legs;

/* The last pass: blocks of R rows side by side, block o of group i at in + o * in_outer
 * + i * in_group, become the DFTs of R points, output k of block o in the row at out +
 * o * out_outer + k * out_leg + i * out_group, where lanes lie side by side, split or
 * interleaved.
 * `stream`: written past the caches, rows are aligned to vectors; a fence is due before
 * another thread reads them. */
typedef struct tfk_ends {
    const void *in;
    void *out_re, *out_im;
    int64_t in_outer, in_group, out_outer, out_group, out_leg;
    int64_t n_outer, group, n_groups;
    double scale;
    int out_interleaved, conj_out, stream;
} tfk_ends;

/* Groups of n_rows rows, side by side, are multiplied by twiddles and transposed: lane
 * c of row r of group i, times row[i * row_group + r] * fine[r * g + c], goes to place
 * r of row i g + c of the output, unless that is below `skip`. Rows of the output are
 * out_row components apart; places lie in groups of g, out_group components apart (g:
 * side by side). The last group holds the last g places, some of which the one before
 * may have, too. im of row and fine are row_im and fine_im components behind. n_rows is
 * at least g. `stream` as above. */
typedef struct tfk_turn {
    const void *in;
    void *out_re, *out_im;
    const void *row, *fine;
    int64_t row_im, row_group, fine_im;
    int64_t in_group, out_row, out_group;
    int64_t n_rows, group, n_groups, skip;
    int stream;
} tfk_turn;

typedef struct tfk_sweep_table {
    void (*legs[2][TFK_MAX_RADIX + 1])(const tfk_legs *);
    void (*ends[2][TFK_MAX_RADIX + 1])(const tfk_ends *);
    void (*turn[2])(const tfk_turn *);
    void (*fence)(void);
} tfk_sweep_table;

const tfk_sweep_table *tfk_sweep_for(tfi_cpu_level level);

#endif
