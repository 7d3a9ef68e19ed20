/* tables.h - kernel tables that only the tests have. */
#ifndef TRNFFT_TESTS_KERNELS_TABLES_H
#define TRNFFT_TESTS_KERNELS_TABLES_H

#include <stdio.h>
#include <stdlib.h>

#include "backend/cpu/kernel_table.h"

/* True, and said, when TRNFFT_CPU asks for a level that this machine has not: the
 * library would run another one, and the test would prove nothing about the one it is
 * named for. */
static inline int level_is_missing(void)
{
    const char *name = getenv("TRNFFT_CPU");
    int level = tfi_cpu_parse(name);
    if (level < 0 || tfi_cpu_supported((tfi_cpu_level)level)) {
        return 0;
    }
    printf("skipped: this machine has no %s\n", name);
    return 1;
}

enum { SKIPPED = 77 }; /* what ctest takes for it */

/* Plain C with fma(): the twin of every table with fused multiply-add. */
extern const tfk_table tfk_table_reference_fma;

/* The templates over 64-byte vectors that the compiler lowers to what the machine has:
 * the code of the AVX-512 table, but for its fused multiply-add and masked moves, on
 * any machine. */
extern const tfk_table tfk_table_emulated_wide;

/* Plain C with the same rounding as `table`. */
static inline const tfk_table *reference_of(const tfk_table *table)
{
    return table->fused ? &tfk_table_reference_fma : tfk_table_for(TFI_CPU_SCALAR);
}

#endif
