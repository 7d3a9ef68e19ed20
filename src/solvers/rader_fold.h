/* rader_fold.h - real lines of prime length n in the order of Rader's permutation, both
 * halves at once.
 *
 * C. M. Rader, "Discrete Fourier transforms when the number of data samples is prime",
 * Proc. IEEE 56 (1968). With a primitive root g, h = (n - 1) / 2 and g^h = -1, points j
 * and n - j of a line, as bins k and n - k of its spectrum, are numbers g^q and g^(q +
 * h): h pairs of a sum and a difference are all of them. Of pairs (a_q, b_q) for j =
 * g^q, x_j + x_(n-j) and x_j - x_(n-j), or Re X_j and -Im X_j, the pairs
 *
 *   u_s = sum_q a_q cos(2 pi g^(q-s) / n),   v_s = -sum_q b_q sin(2 pi g^(q-s) / n)
 *
 * give Re X_k - x_0 and Im X_k for k = g^-s, or x_j = X_0 + 2 (u_s + v_s) and x_(n-j) =
 * X_0 + 2 (u_s - v_s) for j = g^-s: two convolutions of h real points with a sequence
 * of period h and one that changes its sign after h.
 */
#ifndef TFI_SOLVERS_RADER_FOLD_H
#define TFI_SOLVERS_RADER_FOLD_H

#include "backend/cpu/kernel_table.h"
#include "plan/line.h"

/* Whether a power, of 1 … n - 1, n odd, is beyond the middle, as a number, and which of
 * it and n - power is not: a branch would be as random as the powers. */
static inline int32_t tfi_is_beyond(int64_t n, int32_t power)
{
    return power > (int32_t)(n / 2);
}

static inline int32_t tfi_folded(int64_t n, int32_t power)
{
    return power + tfi_is_beyond(n, power) * ((int32_t)n - power - power);
}

typedef struct tfi_rader_fold {
    const tfi_line_problem *line; /* r2c or c2r, n prime, 5 … 2^31 - 1 */
    const tfk_table *kernels;
    int64_t h;
    /* Input pair q comes from points or bins from[q] + 1 and n - 1 - from[q]; results k
     * and n - k, k = 1 … h, are pair place[k - 1]: each times the sign of its number.
     */
    int32_t *from, *place;
    void *sign_in, *sign_out;
} tfi_rader_fold;

void tfi_rader_fold_init(tfi_rader_fold *fold, const tfi_planner *planner,
                         const tfi_line_problem *line);
/* Fills the tables, whose bytes are added; on failure tfi_rader_fold_free() frees what
 * there is. `cosines`, `sines`: h components each, cos and -sin of 2 pi g^-t / n. */
trnfft_status tfi_rader_fold_wake(tfi_rader_fold *fold, tfi_planner *planner,
                                  size_t *bytes, void *cosines, void *sines);
void tfi_rader_fold_free(tfi_rader_fold *fold, const tfi_allocator *alloc);

/* The h input pairs of the single line `args`, and x_0 or X_0 / 2, which the caller
 * adds to all u_s. `room`: for as many pairs. */
double tfi_rader_fold_in(const tfi_rader_fold *fold, const tfi_line_args *args,
                         void *pairs, void *room);
/* The line from the h pairs u_s, v_s, `zero` being that number plus the sum of all a_q.
 */
void tfi_rader_fold_out(const tfi_rader_fold *fold, const tfi_line_args *args,
                        const void *pairs, double zero, void *room);

#endif
