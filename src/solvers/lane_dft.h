/* lane_dft.h - a DFT over groups of lanes, depth first, so that it crosses the
 * second-level cache once: one pass of R legs, then R DFTs of n / R points that stay in
 * the first level. A part of plans, no plan of its own. */
#ifndef TFI_SOLVERS_LANE_DFT_H
#define TFI_SOLVERS_LANE_DFT_H

#include <stdbool.h>

#include "backend/cpu/line_tools.h"
#include "backend/cpu/sweep_table.h"

enum { TFI_LANE_PASSES = 3 };

typedef struct tfi_lane_dft {
    const tfk_sweep_table *kernels;
    uint32_t dtype;
    int64_t n;
    int n_passes; /* 2 or 3 */
    int radix[TFI_LANE_PASSES];
    void *twiddle[TFI_LANE_PASSES - 1];
} tfi_lane_dft;

/* Chooses the passes for n points. *cost_ns: of one of many lanes. False: there are
 * none. */
bool tfi_lane_dft_find(const tfi_planner *planner, uint32_t dtype, int64_t n,
                       tfi_lane_dft *out, double *cost_ns);
/* Makes the tables. tfi_lane_dft_fini() also after a failure. */
trnfft_status tfi_lane_dft_wake(tfi_lane_dft *d, const tfi_allocator *alloc,
                                size_t *table_bytes);
void tfi_lane_dft_fini(tfi_lane_dft *d, const tfi_allocator *alloc);
/* Writes the radices: "16x8x8". */
void tfi_lane_dft_print(const tfi_lane_dft *d, tfi_printer *printer);

/* Where lanes lie: groups of `group` of them, see tfk_legs. */
typedef struct tfi_lane_groups {
    int64_t group, n_groups;
    int64_t in, out; /* components from group to group */
} tfi_lane_groups;

/* Lanes of a group: as many as fill a line of the cache with both parts. */
int64_t tfi_lane_group(const tfk_table *kernels, uint32_t dtype);

typedef struct tfi_lane_args {
    tfi_line_operand in, out; /* of the first group */
    tfi_lane_groups groups;
    double scale;
    int conj_in, conj_out;
    int64_t ahead; /* rows that are needed so many steps later are fetched; 0: they are
                      in cache */
    int stream;    /* write past the caches: the caller makes a fence */
    void *scratch;
} tfi_lane_args;

/* The output is no memory of the input. */
size_t tfi_lane_dft_scratch(const tfi_lane_dft *d, int64_t group, int64_t n_groups);
void tfi_lane_dft_execute(const tfi_lane_dft *d, const tfi_lane_args *args);

#endif
