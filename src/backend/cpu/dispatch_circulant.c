/* dispatch_circulant.c - which circulant kernels serve a CPU level. Compiled without
 * any ISA flag. */
#include <stddef.h>

#include "backend/cpu/circulant_table.h"

extern const tfk_circulant_table tfk_circulant_avx2, tfk_circulant_avx512;

const tfk_circulant_table *tfk_circulant_for(tfi_cpu_level level)
{
    switch (level) {
#ifdef TRNFFT_HAVE_AVX2
    case TFI_CPU_AVX2: return &tfk_circulant_avx2;
#endif
#ifdef TRNFFT_HAVE_AVX512
    case TFI_CPU_AVX512: return &tfk_circulant_avx512;
#endif
    default: return NULL;
    }
}
