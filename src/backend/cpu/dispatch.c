/* dispatch.c - which kernel table serves a CPU level. Compiled without any ISA flag. */
#include <stddef.h>

#include "backend/cpu/kernel_table.h"

extern const tfk_table tfk_table_scalar;
#ifdef TRNFFT_HAVE_SSE2
extern const tfk_table tfk_table_sse2;
#endif
#ifdef TRNFFT_HAVE_AVX2
extern const tfk_table tfk_table_avx2;
#endif
#ifdef TRNFFT_HAVE_AVX512
extern const tfk_table tfk_table_avx512;
#endif
#ifdef TRNFFT_HAVE_NEON
extern const tfk_table tfk_table_neon;
#endif

static const tfk_table *const tables[] = {
    [TFI_CPU_SCALAR] = &tfk_table_scalar,
#ifdef TRNFFT_HAVE_SSE2
    [TFI_CPU_SSE2] = &tfk_table_sse2,
#endif
#ifdef TRNFFT_HAVE_AVX2
    [TFI_CPU_AVX2] = &tfk_table_avx2,
#endif
#ifdef TRNFFT_HAVE_AVX512
    [TFI_CPU_AVX512] = &tfk_table_avx512,
#endif
#ifdef TRNFFT_HAVE_NEON
    [TFI_CPU_NEON] = &tfk_table_neon,
#endif
};

const tfk_table *tfk_table_for(tfi_cpu_level level)
{
    size_t i = (size_t)level;
    if (i >= sizeof tables / sizeof tables[0] || tables[i] == NULL) {
        return &tfk_table_scalar;
    }
    return tables[i];
}
