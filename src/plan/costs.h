/* costs.h - constants of a cost model in files. This layer knows no cost model: the
 * back end defines these. */
#ifndef TFI_PLAN_COSTS_H
#define TFI_PLAN_COSTS_H

#include "base/alloc.h"
#include "base/cpu.h"
#include "base/status.h"

struct tfi_costs;

/* The constants for this level in a file of them; tfi_free() frees. ERROR_IO,
 * ERROR_FORMAT (also for those of another level) or OUT_OF_MEMORY with a sentence. */
trnfft_status tfi_costs_load(const char *function, const tfi_allocator *alloc,
                             tfi_cpu_level cpu, const char *path,
                             struct tfi_costs **out);

/* Measures the constants and writes them; replaces the file. */
trnfft_status tfi_costs_calibrate(const char *function, const tfi_allocator *alloc,
                                  tfi_cpu_level cpu, double time_limit_s,
                                  const char *path);

#endif
