/* real_direct_table.h - kernels for single real lines of few points by their
 * definition. A header of its own, so that the other kernels need not know it. */
#ifndef TFI_CPU_REAL_DIRECT_TABLE_H
#define TFI_CPU_REAL_DIRECT_TABLE_H

#include "backend/cpu/single_table.h"

/* A row of n points to the bits of tfk_direct_table. w holds pairs of cosine and sine
 * of 2 pi j k / n in rows j = 1 … n/2 of TFK_REAL_DIRECT_WIDTH(n) points: k = 0 …
 * forward, where those beyond the middle are not used, k = 1 … backward. conj: of the
 * complex side, which may be the memory of the real one. */
enum { TFK_REAL_DIRECT_MAX = 127 };
#define TFK_REAL_DIRECT_WIDTH(n) (((n) / 2 / 8 + 1) * 8)
typedef struct tfk_real_direct {
    const void *w;
    double scale;
    int conj, n;
} tfk_real_direct;

/* Functions as for single rows, whose `row` is a tfk_real_direct: by type, n, and
 * whether the complex side is in parts; NULL where there is none. */
typedef struct tfk_real_direct_table {
    tfk_single_fn forward[2][TFK_REAL_DIRECT_MAX + 1][2];
    tfk_single_fn backward[2][TFK_REAL_DIRECT_MAX + 1][2];
} tfk_real_direct_table;

/* Those of the level that suit so many points best, by the layout of the complex side;
 * NULL: there are none. */
const tfk_single_fn *tfk_real_direct_for(tfi_cpu_level level, int backward, int type,
                                         int64_t n);

#endif
