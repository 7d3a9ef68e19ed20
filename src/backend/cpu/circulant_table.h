/* circulant_table.h - two real convolutions side by side by their definition. A header
 * of its own, so that the other kernels need not know it. */
#ifndef TFI_CPU_CIRCULANT_TABLE_H
#define TFI_CPU_CIRCULANT_TABLE_H

#include <stdint.h>

#include "base/cpu.h"

/* Both parts of pairs, for s = 0 … h-1: out_s = start + sum over q < h, in ascending
 * order, of in_q w_(s-q), part by part, where the second part starts from -0. The same
 * with all weights 1 is `total`, for which each `points` pairs are added first. in and
 * out are apart; out has room for whole vectors.
 *
 * A vector of `points` pairs w_(s-q), s a multiple of that many and on, lies anywhere
 * in the sequence w_(1-h) … w_(h-1): w holds it once for each of `points` shifts, so
 * that loads are aligned and all weights stay in the nearest cache. Pair i of copy c is
 * w_(i-c-lead), lead = (TFK_CIRCULANT_VECTORS(h, points) - 1) points. */
typedef struct tfk_circulant {
    const void *w;
    int64_t h;
} tfk_circulant;

#define TFK_CIRCULANT_VECTORS(h, points) (((h) + (points)-1) / (points))
/* Pairs of one copy. */
#define TFK_CIRCULANT_COPY(h, points) \
    ((2 * TFK_CIRCULANT_VECTORS(h, points) - 1) * (points))

typedef void (*tfk_circulant_fn)(const tfk_circulant *, const void *in, double start,
                                 void *out, void *total);

/* By type; a vector's pairs. */
typedef struct tfk_circulant_table {
    tfk_circulant_fn circulant[2];
    int points[2];
} tfk_circulant_table;

/* NULL: vectors of that level are too short. */
const tfk_circulant_table *tfk_circulant_for(tfi_cpu_level level);

#endif
