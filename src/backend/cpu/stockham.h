/* stockham.h - mixed-radix sequences of Stockham passes and their price. */
#ifndef TFI_CPU_STOCKHAM_H
#define TFI_CPU_STOCKHAM_H

#include <stdint.h>

#include "plan/planner.h"

extern const tfi_solver tfi_solver_codelet, tfi_solver_stockham;

enum { TFI_MAX_PASSES = 40 };

/* Chooses the cheapest radices (2 … 16) with product n; returns how many, 0 if n has a
 * prime factor above 13. *cost_ns is the time of one lane without the cost of memory.
 */
int tfi_stockham_radices(const tfi_planner *planner, uint32_t dtype, int64_t n,
                         int radices[TFI_MAX_PASSES], double *cost_ns);

#endif
