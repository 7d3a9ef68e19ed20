/* dispatch_deep.c - which kernels for lines depth first serve a CPU level. Compiled
 * without any ISA flag. */
#include <stddef.h>

#include "backend/cpu/deep_table.h"

#ifdef TRNFFT_HAVE_AVX2
extern const tfk_deep_kernel tfk_deep_avx2[2];
#endif
#ifdef TRNFFT_HAVE_AVX512
extern const tfk_deep_kernel tfk_deep_avx512[2], tfk_deep_wide_avx512[2];
#endif

enum { MOST = 2 };

static const tfk_deep_kernel *const tables[][MOST] = {
    [TFI_CPU_SCALAR] = { NULL, NULL },
#ifdef TRNFFT_HAVE_AVX2
    [TFI_CPU_AVX2] = { tfk_deep_avx2, NULL },
#endif
#ifdef TRNFFT_HAVE_AVX512
    [TFI_CPU_AVX512] = { tfk_deep_wide_avx512, tfk_deep_avx512 },
#endif
};

const tfk_deep_kernel *tfk_deep_for(tfi_cpu_level level, int i)
{
    const size_t l = (size_t)level;
    return l < sizeof tables / sizeof tables[0] && i < MOST ? tables[l][i] : NULL;
}
