/* deep_table.h - single lines on vectors of interleaved points, depth first. A header
 * of its own, so that the other kernels need not know it. The rules of kernel_table.h
 * hold. */
#ifndef TFK_DEEP_TABLE_H
#define TFK_DEEP_TABLE_H

#include "backend/cpu/kernel_table.h"

/* Passes, and points of two of them. */
enum { TFK_DEEP_MOST = 6, TFK_DEEP_TWO_MOST = 256 };

/* A line of n points through the Stockham passes of those radices, unit strides on both
 * sides. The first pass takes the line as it lies. What it leaves is lanes, radix[0] of
 * them, each with a transform of n / radix[0] points still to come: a vector of lanes
 * at a time goes through the second pass, and then block by block through the others,
 * so that all passes but the first two stay in a near cache.
 *
 * Twiddles of the first pass: [window][leg - 1][c, s of `points` points], windows so
 * many points apart, the last one ending with the last point; of those between the
 * first and the last: [outer][leg - 1][c, s]. */
typedef struct tfk_deep {
    int64_t n;
    int n_passes, radix[TFK_DEEP_MOST];
    const void *twiddle[TFK_DEEP_MOST - 1];
    double scale;
    int conj_in, conj_out, in_interleaved, out_interleaved;
} tfk_deep;

/* scratch: tfk_deep_scratch() components. */
typedef void (*tfk_deep_fn)(const tfk_deep *, const void *in_re, const void *in_im,
                            void *out_re, void *out_im, void *scratch);

/* `points` of a vector, passes at most, and as bits the radices that the first pass,
 * one between and the last one may have. The first one has `points` legs at least, a
 * multiple of them where there are more than two passes, and as many butterflies at
 * least. */
typedef struct tfk_deep_kernel {
    int points, most;
    uint32_t first, middle, last;
    tfk_deep_fn run;
    tfk_real_line_fn post, pre;
} tfk_deep_kernel;

/* Number i of those of a level, the best one first, by type; NULL: there are no more.
 */
const tfk_deep_kernel *tfk_deep_for(tfi_cpu_level level, int i);

/* Components between the blocks of a pass, so that they fall into different sets. */
enum { TFK_DEEP_GAP = 16 };

/* What passes leave: the first one n points, each later one its vectors. */
static inline int64_t tfk_deep_scratch(const tfk_deep *a, int64_t points)
{
    int64_t sum = 2 * a->n + TFK_DEEP_GAP, m = a->n / a->radix[0];
    for (int i = 1; i + 1 < a->n_passes; i++) {
        m /= a->radix[i];
        sum += a->radix[i] * (2 * points * m + TFK_DEEP_GAP);
    }
    return sum;
}

#endif
