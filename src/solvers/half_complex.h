/* half_complex.h - what the solver "half_complex" (line_half_complex.c) and its kernels
 * for whole rows (line_half_rows.c) share. */
#ifndef TFI_SOLVERS_HALF_COMPLEX_H
#define TFI_SOLVERS_HALF_COMPLEX_H

#include <stdbool.h>

#include "backend/cpu/single_table.h"
#include "backend/cpu/stockham_deep.h"
#include "backend/cpu/stockham_pairs.h"
#include "plan/line.h"

typedef struct tfi_half_complex {
    tfi_line_plan line;
    const tfk_table *kernels;
    tfi_line_plan *child;
    void *w_re, *w_im;           /* exp(-2 pi i k / n), k = 0 … m/2 */
    tfk_real_rows_fn rows;       /* all of it for many short rows, or NULL */
    const tfk_single_fn *single; /* for one, by the layout of X; NULL: none */
    tfk_real_pairs_fn pairs; /* for rows whose child has a kernel on pairs, or NULL */
    tfi_pairs on_pairs;      /* that kernel */
    const tfk_deep_kernel *deep; /* of a child that likes z in pairs, or NULL */
    void *w_pairs;               /* w as pairs */
} tfi_half_complex;

/* Any number of lanes, through the child and a pass. */
void tfi_half_complex_execute(const tfi_line_plan *plan, const tfi_line_args *args);

/* Gives the plan the kernel that does whole rows of its length, the child's part and
 * the pass; false: there is none. */
bool tfi_half_complex_find_rows(const tfi_planner *planner, tfi_half_complex *p);

/* Fills what a kernel of the child on pairs reads, and w_pairs. OUT_OF_MEMORY. */
trnfft_status tfi_half_complex_wake_pairs(tfi_half_complex *p, tfi_planner *planner);

/* Whether single lines of this plan, of any solver, are faster where X is pairs:
 * kernels work on them as they are. */
bool tfi_half_complex_likes_pairs(const tfi_line_plan *plan);

#endif
