/* stockham_deep.h - single f32 lines depth first by one kernel, where there is one for
 * the radices. */
#ifndef TFI_CPU_STOCKHAM_DEEP_H
#define TFI_CPU_STOCKHAM_DEEP_H

#include <stdbool.h>

#include "backend/cpu/deep_table.h"
#include "backend/cpu/line_tools.h"

typedef struct tfi_deep {
    const tfk_deep_kernel *kernel; /* NULL: none */
    tfk_deep line;                 /* but for what a call says */
} tfi_deep;

/* Long lines whose legs lie a multiple of a kilobyte apart are faster in passes, to 1.6
 * times those of f32. */
bool tfi_deep_legs_meet(int64_t n);

/* The two radices of a short n by such a kernel; *cycles: of a vector of points. False:
 * there are none. */
bool tfi_deep_two(const tfi_planner *planner, uint32_t dtype, int64_t n, int radices[2],
                  double *cycles);

/* The table of a pass of that radix and m points with cosine and sine of each leg side
 * by side, by windows of points: [window][leg - 1][c, s], the last window ending with
 * the last point. */
void tfi_twiddle_pairs(uint32_t dtype, const void *pass, int64_t radix, int64_t m,
                       int64_t window, void *table);

void tfi_deep_find(const tfi_planner *planner, const tfi_line_problem *line,
                   const int *radices, int count, tfi_deep *d);
/* Bytes of its tables; 0: there is no kernel. */
size_t tfi_deep_table_bytes(const tfi_deep *d, uint32_t dtype);
/* Rearranges the tables of the passes into a block of so many bytes, which stays the
 * caller's. */
void tfi_deep_fill(tfi_deep *d, uint32_t dtype, void *const *passes, void *tables);

/* The kernel of a line, awake or not, whose pairs a real line may be made of; NULL:
 * none.
 */
const tfk_deep_kernel *tfi_deep_for_real(const tfi_line_plan *child);

/* Bytes; 0: there is no kernel. */
size_t tfi_deep_scratch(const tfi_deep *d, uint32_t dtype);
/* Whether it is the way to do a call. */
bool tfi_deep_serves(const tfi_deep *d, const tfi_line_args *args);
/* The line of a call. */
void tfi_deep_set(const tfi_deep *d, const tfi_line_args *args, tfk_deep *line);

#endif
