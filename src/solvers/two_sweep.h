/* two_sweep.h - what the solver "two_sweep" (line_two_sweep.c) and the execution of its
 * plans (two_sweep_run.c) share. */
#ifndef TFI_SOLVERS_TWO_SWEEP_H
#define TFI_SOLVERS_TWO_SWEEP_H

#include "solvers/lane_dft.h"

/* Bytes of a line from which on the results are written past the caches, and from which
 * on the middle array is too, and strips are twice as wide. */
#define TFI_TWO_SWEEP_STREAM ((size_t)4 << 20)
#define TFI_TWO_SWEEP_LARGE  ((size_t)16 << 20)

typedef struct tfi_two_sweep {
    tfi_line_plan line;
    tfi_lane_dft columns, rows; /* of n1 and of n2 points */
    tfi_cpu_level cpu;
    int64_t n1, n2;
    int64_t w, group;          /* lanes of a strip, of a group */
    int64_t n_strips, n_slots; /* strips of sweep 1, groups of sweep 2 */
    void *coarse;              /* [group of columns][re n1 | im n1] of w^(start k1) */
    void *fine; /* [re n1 x g | im n1 x g] of w^(b k1), row k1, lane b of a group */
} tfi_two_sweep;

/* First column of strip s of sweep 1. */
static inline int64_t tfi_two_sweep_start(const tfi_two_sweep *p, int64_t s)
{
    return s * p->w < p->n2 - p->w ? s * p->w : p->n2 - p->w;
}

/* The members of tfi_line_plan. */
void tfi_two_sweep_execute(const tfi_line_plan *plan, const tfi_line_args *args);
void tfi_two_sweep_part(const tfi_line_plan *plan, const tfi_line_args *args, int phase,
                        int part, int n_parts);
size_t tfi_two_sweep_scratch(const tfi_line_plan *plan, int64_t lanes);
size_t tfi_two_sweep_parts_scratch(const tfi_line_plan *plan, int n_parts);

#endif
