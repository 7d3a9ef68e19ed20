/* cost_tables.h - the constants of the cost model: data, one table for each CPU level,
 * measured or estimated (cost_tables.c), or a user's own (cost_file.c). */
#ifndef TFI_CPU_COST_TABLES_H
#define TFI_CPU_COST_TABLES_H

#include "backend/cpu/kernel_table.h"
#include "plan/planner.h"

enum { TFI_COST_RADICES = TFK_MAX_RADIX + 1, TFI_COST_STEPS = 7 };

/* By type: TFK_F32, TFK_F64. Cycles are those of a vector: so many for each vector of
 * butterflies or of points. */
typedef struct tfi_costs {
    double gigahertz;
    double operations;                 /* vector operations a cycle */
    double pass[2][TFI_COST_RADICES];  /* a butterfly over long runs, 0: no such pass */
    double first[2][TFI_COST_RADICES]; /* the same in the first pass over a line */
    /* What a point costs more in the second pass, over runs of so many points. */
    double after[2][TFI_COST_RADICES];
    double overhead; /* of a pass, whatever its length */
    double fused[2]; /* per vector of points, of two and three passes in one kernel */
    double sweep[TFI_COST_STEPS]; /* GB/s of what the arithmetic does not hide, while no
                                     more than tfi_cost_steps bytes are in use */
} tfi_costs;

extern const double tfi_cost_steps[TFI_COST_STEPS];

/* The library's own; levels without a table have that of the scalar code. */
const tfi_costs *tfi_costs_for(tfi_cpu_level cpu);

/* Those that the planner uses. */
static inline const tfi_costs *tfi_costs_of(const tfi_planner *planner)
{
    return planner->costs != NULL ? planner->costs : tfi_costs_for(planner->cpu);
}

/* The fields by name, for files and for generated code; the last one has no name. */
typedef struct tfi_cost_field {
    const char *name;
    size_t offset; /* of doubles in tfi_costs */
    int count;
} tfi_cost_field;
extern const tfi_cost_field tfi_cost_fields[];

/* Measures a level's constants: those of `start` whose kernels can be timed alone are
 * replaced. OUT_OF_MEMORY. */
trnfft_status tfi_costs_measure(const tfi_allocator *alloc, tfi_cpu_level cpu,
                                double time_limit_s, tfi_costs *costs);

#endif
