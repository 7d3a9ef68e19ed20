/* single_table.h - kernels for single lines of few points. A header of its own, so that
 * the other kernels need not know it. */
#ifndef TFI_CPU_SINGLE_TABLE_H
#define TFI_CPU_SINGLE_TABLE_H

#include "backend/cpu/kernel_table.h"

/* A row as in tfk_rows, by a function for each kind of call: `row` is a tfk_rows whose
 * in_row, out_row and n_rows do not count, the last argument is not looked at. Returns
 * 0: functions with a status may end in it. */
typedef int (*tfk_single_fn)(const void *row, const void *in_re, const void *in_im,
                             void *out_re, void *out_im, void *unused);

/* Which function: 1 where the input is in parts and 2 where the output is; without
 * scale and conjugation, in one layout, TFK_SINGLE_PLAIN and 1 for parts. */
enum { TFK_SINGLE_PLAIN = 4, TFK_SINGLE_KINDS = 6 };
static inline int tfk_single_kind(const tfk_rows *a)
{
    const int in = !a->in_interleaved, out = !a->out_interleaved;
    const int plain = a->scale == 1.0 && !a->conj_in && !a->conj_out && in == out;
    return plain ? TFK_SINGLE_PLAIN + in : in + 2 * out;
}

/* Real rows of 2 m points as in tfk_real_rows_table, by functions of the same type:
 * `row` is one of these. */
typedef struct tfk_real_single {
    tfk_rows rows;
    const void *w_re, *w_im;
} tfk_real_single;

/* By type, n and kind; forward and backward by type, m, and whether the complex side is
 * in parts; NULL where there is none. on_vectors: they take a vector for a
 * point, where others take scalars. */
typedef struct tfk_single_table {
    int on_vectors;
    tfk_single_fn row[2][TFK_MAX_RADIX + 1][TFK_SINGLE_KINDS];
    tfk_single_fn forward[2][TFK_MAX_RADIX + 1][2], backward[2][TFK_MAX_RADIX + 1][2];
} tfk_single_table;

const tfk_single_table *tfk_single_for(tfi_cpu_level level);

/* The table of transforms by definition for single lines of no more points than a
 * vector of the level has components. */
const tfk_direct_table *tfk_direct_few_for(tfi_cpu_level level);

#endif
