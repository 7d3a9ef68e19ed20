/* stockham_pairs.h - single lines of interleaved points by one kernel on vectors of
 * pairs, where there is one for the radices. */
#ifndef TFI_CPU_STOCKHAM_PAIRS_H
#define TFI_CPU_STOCKHAM_PAIRS_H

#include <stdbool.h>

#include "backend/cpu/fused_table.h"
#include "backend/cpu/line_tools.h"

#include <trnfft/dtype.h>

typedef struct tfi_pairs {
    const tfk_pairs *kernel; /* NULL: none */
    const tfk_trio *trio;    /* for what that one does not serve; NULL: none */
    void *twiddle[2];
} tfi_pairs;

/* Whether there is a kernel that some rows go through. */
static inline bool tfi_pairs_has_rows(const tfi_pairs *p, uint32_t dtype)
{
    return p->kernel != NULL &&
           !(p->kernel->serves[tfi_type_index(dtype)] & TFK_PAIRS_REAL);
}

/* Whether the kernel is the best one for a call of so many rows. */
static inline bool tfi_pairs_serve(const tfi_pairs *p, uint32_t dtype,
                                   const tfi_line_args *args, int64_t n_rows)
{
    if (!tfi_pairs_has_rows(p, dtype) || args->lanes != 1) {
        return false;
    }
    const int serves = p->kernel->serves[tfi_type_index(dtype)];
    const bool are_few = n_rows < (dtype == TRNFFT_F64 ? 4 : 8);
    return args->in.layout == TFI_INTERLEAVED && args->out.layout == TFI_INTERLEAVED
               ? are_few || !(serves & TFK_PAIRS_FEW)
               : are_few && (serves & TFK_PAIRS_PARTS);
}

/* The kernel around which real rows of twice the points of `child` are transformed;
 * NULL: the child's passes have none. */
const tfk_pairs *tfi_pairs_for_real(const tfi_planner *planner,
                                    const tfi_line_plan *child);
/* Its tables: those of the passes of the child, which is awake, rearranged. */
trnfft_status tfi_pairs_wake_for_real(tfi_pairs *p, tfi_planner *planner,
                                      const tfi_line_plan *child, size_t *table_bytes);

void tfi_pairs_find(const tfi_planner *planner, const tfi_line_problem *line,
                    const int *radices, int count, tfi_pairs *p);
/* Rearranges the tables of the passes. OUT_OF_MEMORY: the fini frees what there is. */
trnfft_status tfi_pairs_wake(tfi_pairs *p, tfi_planner *planner, uint32_t dtype,
                             void *const *passes, size_t *table_bytes);
void tfi_pairs_fini(tfi_pairs *p, const tfi_allocator *alloc);

#endif
