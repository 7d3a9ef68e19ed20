/* fnet.h - what planning and running of FNet mixing share.
 *
 * Y = Re F(X) of s x h real points keeps only what of X is symmetric under reversal of
 * both axes: with W(j, m) = (X(j, m) + X(s - j, h - m)) / 2, Y = F(W), which is real
 * and has the same symmetry. Half of everything is enough:
 *
 *   fold       W(:, m) for m = 0 … h/2, strips of columns
 *   columns    Z(l, m) = sum_j W(j, m) exp(-2 pi i j l / s), r2c: l = 0 … s/2
 *   rows       Z(l, h - m) = conj Z(l, m), since W(-j, -m) = W(j, m): c2r gives Y(l, :)
 *   reverse    Y(s - l, h - k) = Y(l, k)
 */
#ifndef TFI_SOLVERS_FNET_H
#define TFI_SOLVERS_FNET_H

#include <stdbool.h>

#include "backend/cpu/fold_table.h"
#include "plan/fnet_problem.h"
#include "plan/job.h"
#include "plan/line.h"

typedef struct tfi_fnet_plan {
    tfi_job_plan job;
    tfi_fnet_problem problem;
    const tfk_fold_table *kernels;
    tfi_line_plan *down;     /* r2c of the columns, s points */
    tfi_line_plan *across;   /* c2r of the rows, h points */
    int64_t bins;            /* h/2 + 1 */
    int64_t padded;          /* bins, or a few columns more that fill the last vector */
    int64_t z_row;           /* points from one row of Z to the next */
    bool z_pairs;            /* Z is interleaved, which the rows like better */
    int64_t row;             /* the same of rows in a buffer: h and one more */
    int64_t lines;           /* s/2 + 1 rows of Z */
    int64_t lanes, n_strips; /* columns of a strip; strips */
    int64_t block, n_blocks; /* rows of a block; blocks */
    int n_threads;           /* at work */
    bool stream;             /* the output is not kept in the caches */
    bool by_item;            /* threads share the batch, else each item */
    size_t z_part, z_bytes;  /* bytes from Re Z to Im Z, of both */
    size_t strip_bytes;      /* of one strip of s points */
    size_t scratch;          /* offset of a line's scratch in a thread's memory */
    size_t thread_bytes;     /* tiles or rows, and scratch */
} tfi_fnet_plan;

/* fnet_run.c */
trnfft_status tfi_fnet_execute(const tfi_job_plan *plan, const tfi_job *job);

#endif
