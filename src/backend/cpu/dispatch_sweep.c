/* dispatch_sweep.c - which sweep kernels serve a CPU level. Compiled without any ISA
 * flag. */
#include <stddef.h>

#include "backend/cpu/sweep_table.h"

extern const tfk_sweep_table tfk_sweep_scalar, tfk_sweep_sse2, tfk_sweep_avx2,
    tfk_sweep_avx512, tfk_sweep_neon;

static const tfk_sweep_table *const tables[] = {
    [TFI_CPU_SCALAR] = &tfk_sweep_scalar,
#ifdef TRNFFT_HAVE_SSE2
    [TFI_CPU_SSE2] = &tfk_sweep_sse2,
#endif
#ifdef TRNFFT_HAVE_AVX2
    [TFI_CPU_AVX2] = &tfk_sweep_avx2,
#endif
#ifdef TRNFFT_HAVE_AVX512
    [TFI_CPU_AVX512] = &tfk_sweep_avx512,
#endif
#ifdef TRNFFT_HAVE_NEON
    [TFI_CPU_NEON] = &tfk_sweep_neon,
#endif
};

const tfk_sweep_table *tfk_sweep_for(tfi_cpu_level level)
{
    const size_t i = (size_t)level;
    if (i >= sizeof tables / sizeof tables[0] || tables[i] == NULL) {
        return &tfk_sweep_scalar;
    }
    return tables[i];
}
