/* dispatch_fold.c - which fold kernels serve a CPU level. Compiled without any ISA
 * flag. */
#include <stddef.h>

#include "backend/cpu/fold_table.h"

extern const tfk_fold_table tfk_fold_scalar, tfk_fold_sse2, tfk_fold_avx2,
    tfk_fold_avx512, tfk_fold_neon;

static const tfk_fold_table *const tables[] = {
    [TFI_CPU_SCALAR] = &tfk_fold_scalar,
#ifdef TRNFFT_HAVE_SSE2
    [TFI_CPU_SSE2] = &tfk_fold_sse2,
#endif
#ifdef TRNFFT_HAVE_AVX2
    [TFI_CPU_AVX2] = &tfk_fold_avx2,
#endif
#ifdef TRNFFT_HAVE_AVX512
    [TFI_CPU_AVX512] = &tfk_fold_avx512,
#endif
#ifdef TRNFFT_HAVE_NEON
    [TFI_CPU_NEON] = &tfk_fold_neon,
#endif
};

const tfk_fold_table *tfk_fold_for(tfi_cpu_level level)
{
    const size_t i = (size_t)level;
    if (i >= sizeof tables / sizeof tables[0] || tables[i] == NULL) {
        return &tfk_fold_scalar;
    }
    return tables[i];
}
