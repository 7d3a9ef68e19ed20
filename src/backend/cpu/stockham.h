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
/* The best sequence for each first radix, the cheapest first. */
size_t tfi_stockham_choices(const tfi_planner *planner, uint32_t dtype, int64_t n,
                            tfi_choice *list, size_t capacity);
/* The sequence of a choice and its price; 0: it is not one for n. */
int tfi_stockham_chosen(const tfi_planner *planner, uint32_t dtype, int64_t n,
                        const tfi_choice *choice, int radices[TFI_MAX_PASSES],
                        double *cost_ns);

#endif
