/* stockham.h - mixed-radix sequences of Stockham passes and their price. */
#ifndef TFI_CPU_STOCKHAM_H
#define TFI_CPU_STOCKHAM_H

#include <stdint.h>

#include "backend/cpu/kernel_table.h"
#include "backend/cpu/stockham_passes.h"
#include "plan/line.h"

extern const tfi_solver tfi_solver_codelet, tfi_solver_stockham;

/* Butterflies that go by the definition, operation for operation as direct_tmpl.h does
 * (codegen/dft.py): both give the same bits. */
static inline bool tfi_codelet_is_plain(int64_t n)
{
    return n == 11 || n == 13;
}

/* Several lanes of n <= TFK_MAX_RADIX points through a pass of that radix. */
void tfi_codelet_lanes(const tfi_line_plan *plan, const tfk_table *kernels,
                       const tfi_line_args *args);

/* Whether single lines of this plan are faster as pairs than split, or, `mixed`, than
 * with pairs on one side only. Measured: three passes in one kernel, of f32 in vectors
 * of 64 bytes, to 1,024 points by a sixth; depth first to 1,200 points by up to an
 * eighth; two passes where the layouts are mixed, up to twice. */
bool tfi_stockham_likes_pairs(const tfi_line_plan *plan, bool mixed);

/* Points of f32 from which on runs that begin anywhere in a line of the cache count. */
enum { TFI_RAGGED_LEAST = 1400 };

/* Whether n has radices at all: n >= 2 without prime factors above 13. */
bool tfi_stockham_exists(int64_t n);

/* Chooses the cheapest radices (2 … 16) with product n; returns how many, 0 if n has a
 * prime factor above 13. pass_ns is what each pass costs for memory; *cost_ns is the
 * time of one lane without that. */
int tfi_stockham_radices(const tfi_planner *planner, uint32_t dtype, int64_t n,
                         double pass_ns, int radices[TFI_MAX_PASSES], double *cost_ns);
/* The best order of a single line's passes, where it is known better than by prices;
 * `first`: what it begins with, 0: anything. Returns how many, 0: not known. */
int tfi_stockham_order(const tfi_planner *planner, uint32_t dtype, int64_t n, int first,
                       int radices[TFI_MAX_PASSES]);
/* The best sequence for each first radix: that of tfi_stockham_radices(), then the
 * cheapest. */
size_t tfi_stockham_choices(const tfi_planner *planner, uint32_t dtype, int64_t n,
                            double pass_ns, tfi_choice *list, size_t capacity);
/* The sequence of a choice and its price; 0: it is not one for n. */
int tfi_stockham_chosen(const tfi_planner *planner, uint32_t dtype, int64_t n,
                        const tfi_choice *choice, int radices[TFI_MAX_PASSES],
                        double *cost_ns);

#endif
