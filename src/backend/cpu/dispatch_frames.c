/* dispatch_frames.c - which frame kernels serve a CPU level. Compiled without any ISA
 * flag. */
#include <stddef.h>

#include "backend/cpu/frames_table.h"

extern const tfk_frames_table tfk_frames_scalar, tfk_frames_sse2, tfk_frames_avx2,
    tfk_frames_avx512, tfk_frames_neon;

static const tfk_frames_table *const tables[] = {
    [TFI_CPU_SCALAR] = &tfk_frames_scalar,
#ifdef TRNFFT_HAVE_SSE2
    [TFI_CPU_SSE2] = &tfk_frames_sse2,
#endif
#ifdef TRNFFT_HAVE_AVX2
    [TFI_CPU_AVX2] = &tfk_frames_avx2,
#endif
#ifdef TRNFFT_HAVE_AVX512
    [TFI_CPU_AVX512] = &tfk_frames_avx512,
#endif
#ifdef TRNFFT_HAVE_NEON
    [TFI_CPU_NEON] = &tfk_frames_neon,
#endif
};

const tfk_frames_table *tfk_frames_for(tfi_cpu_level level)
{
    const size_t i = (size_t)level;
    if (i >= sizeof tables / sizeof tables[0] || tables[i] == NULL) {
        return &tfk_frames_scalar;
    }
    return tables[i];
}
