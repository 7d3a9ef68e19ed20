/* fold_table.h - real rows back to front: added to others, and copied. The rules of
 * kernel_table.h hold; there is no multiply-add, so all tables round alike. */
#ifndef TFK_FOLD_TABLE_H
#define TFK_FOLD_TABLE_H

#include <stdint.h>

#include "base/cpu.h"

/* out(r, i) = a(r, i) / 2 + b(r, -i) / 2 for n points of n_rows rows, row r of a at a +
 * r * a_row and so on. out is apart from a and b. */
typedef struct tfk_fold {
    const void *a, *b;
    void *out;
    int64_t a_row, b_row, out_row;
    int64_t n_rows, n;
} tfk_fold;

/* By type: TFK_F32, TFK_F64. */
typedef struct tfk_fold_table {
    void (*fold[2])(const tfk_fold *);
    /* out_i = in_i, or in_(n-1-i) where `back`, for n contiguous points, apart.
     * `stream`: past the caches where out is a multiple of 64 bytes; a fence is due
     * before another thread reads. */
    void (*move[2])(const void *in, void *out, int64_t n, int back, int stream);
    void (*fence)(void);
} tfk_fold_table;

const tfk_fold_table *tfk_fold_for(tfi_cpu_level level);

#endif
