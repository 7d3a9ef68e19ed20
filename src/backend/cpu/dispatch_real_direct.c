/* dispatch_real_direct.c - which kernels for single real lines by definition serve a
 * CPU level. Compiled without any ISA flag. */
#include <stddef.h>

#include "backend/cpu/real_direct_table.h"

#ifdef TRNFFT_HAVE_AVX2
extern const tfk_real_direct_table tfk_real_direct_avx2;
#endif
#ifdef TRNFFT_HAVE_AVX512
extern const tfk_real_direct_table tfk_real_direct_avx512, tfk_real_direct_wide_avx512;
#endif

/* The best one first. */
static const tfk_real_direct_table *const tables[][2] = {
    [TFI_CPU_SCALAR] = { NULL, NULL },
#ifdef TRNFFT_HAVE_AVX2
    [TFI_CPU_AVX2] = { &tfk_real_direct_avx2, NULL },
#endif
#ifdef TRNFFT_HAVE_AVX512
    [TFI_CPU_AVX512] = { &tfk_real_direct_wide_avx512, &tfk_real_direct_avx512 },
#endif
};

const tfk_single_fn *tfk_real_direct_for(tfi_cpu_level level, int backward, int type,
                                         int64_t n)
{
    const size_t l = (size_t)level;
    if (l >= sizeof tables / sizeof tables[0] || n > TFK_REAL_DIRECT_MAX) {
        return NULL;
    }
    for (int i = 0; i < 2; i++) {
        const tfk_real_direct_table *t = tables[l][i];
        const tfk_single_fn *kernels = t == NULL  ? NULL
                                       : backward ? t->backward[type][n]
                                                  : t->forward[type][n];
        if (kernels != NULL && kernels[0] != NULL) {
            return kernels;
        }
    }
    return NULL;
}
