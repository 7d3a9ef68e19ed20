/* dispatch.c - which kernel tables serve a CPU level. Compiled without any ISA flag. */
#include <stdbool.h>
#include <stddef.h>

#include "backend/cpu/fused_table.h"
#include "backend/cpu/gemm_table.h"
#include "backend/cpu/kernel_table.h"
#include "backend/cpu/single_table.h"

/* Of each level that was compiled in. */
typedef struct family {
    const tfk_table *table;
    const tfk_rows_table *rows;
    const tfk_single_table *single;
    const tfk_direct_table *direct, *direct_few;
    const tfk_duo *duo;
    const tfk_pairs *pairs;
    const tfk_trio *trio;
    const tfk_gemm_table *gemm;
    const tfk_real_rows_table *real_rows;
} family;

#define DECLARE(isa)                                \
    extern const tfk_table tfk_table_##isa;         \
    extern const tfk_rows_table tfk_rows_##isa;     \
    extern const tfk_single_table tfk_single_##isa; \
    extern const tfk_direct_table tfk_direct_##isa; \
    extern const tfk_duo tfk_duo_##isa[];           \
    extern const tfk_pairs tfk_pairs_##isa[];       \
    extern const tfk_trio tfk_trio_##isa[];         \
    extern const tfk_gemm_table tfk_gemm_##isa;     \
    extern const tfk_real_rows_table tfk_real_rows_##isa;
#define FAMILY(isa, few)                                                         \
    {                                                                            \
        &tfk_table_##isa, &tfk_rows_##isa, &tfk_single_##isa, &tfk_direct_##isa, \
            &tfk_direct_##few, tfk_duo_##isa, tfk_pairs_##isa, tfk_trio_##isa,   \
            &tfk_gemm_##isa, &tfk_real_rows_##isa                                \
    }

DECLARE(scalar)
#ifdef TRNFFT_HAVE_SSE2
DECLARE(sse2)
#endif
#ifdef TRNFFT_HAVE_AVX2
DECLARE(avx2)
#endif
#ifdef TRNFFT_HAVE_AVX512
DECLARE(avx512)
extern const tfk_direct_table tfk_direct_avx512_few;
#endif
#ifdef TRNFFT_HAVE_NEON
DECLARE(neon)
#endif

static const family families[] = {
    [TFI_CPU_SCALAR] = FAMILY(scalar, scalar),
#ifdef TRNFFT_HAVE_SSE2
    [TFI_CPU_SSE2] = FAMILY(sse2, sse2),
#endif
#ifdef TRNFFT_HAVE_AVX2
    [TFI_CPU_AVX2] = FAMILY(avx2, avx2),
#endif
#ifdef TRNFFT_HAVE_AVX512
    [TFI_CPU_AVX512] = FAMILY(avx512, avx512_few),
#endif
#ifdef TRNFFT_HAVE_NEON
    [TFI_CPU_NEON] = FAMILY(neon, neon),
#endif
};

static const family *family_for(tfi_cpu_level level)
{
    const size_t i = (size_t)level;
    const bool is_there =
        i < sizeof families / sizeof families[0] && families[i].table != NULL;
    return &families[is_there ? i : TFI_CPU_SCALAR];
}

const tfk_table *tfk_table_for(tfi_cpu_level level)
{
    return family_for(level)->table;
}

const tfk_rows_table *tfk_rows_for(tfi_cpu_level level)
{
    return family_for(level)->rows;
}

const tfk_single_table *tfk_single_for(tfi_cpu_level level)
{
    return family_for(level)->single;
}

const tfk_direct_table *tfk_direct_for(tfi_cpu_level level)
{
    return family_for(level)->direct;
}

const tfk_direct_table *tfk_direct_few_for(tfi_cpu_level level)
{
    return family_for(level)->direct_few;
}

const tfk_duo *tfk_duo_for(tfi_cpu_level level)
{
    return family_for(level)->duo;
}

const tfk_pairs *tfk_pairs_for(tfi_cpu_level level)
{
    return family_for(level)->pairs;
}

const tfk_trio *tfk_trio_for(tfi_cpu_level level)
{
    return family_for(level)->trio;
}

#ifdef TRNFFT_HAVE_AVX512
extern const tfk_pairs tfk_pairs_wide_avx512[];
extern const tfk_trio tfk_trio_wide_avx512[];
#endif

const tfk_pairs *tfk_pairs_wide_for(tfi_cpu_level level)
{
    static const tfk_pairs none = { .n = 0 };
#ifdef TRNFFT_HAVE_AVX512
    if (level == TFI_CPU_AVX512) {
        return tfk_pairs_wide_avx512;
    }
#endif
    (void)level;
    return &none;
}

const tfk_trio *tfk_trio_wide_for(tfi_cpu_level level)
{
    static const tfk_trio none = { .n = 0 };
#ifdef TRNFFT_HAVE_AVX512
    if (level == TFI_CPU_AVX512) {
        return tfk_trio_wide_avx512;
    }
#endif
    (void)level;
    return &none;
}

const tfk_gemm_table *tfk_gemm_for(tfi_cpu_level level)
{
    return family_for(level)->gemm;
}

const tfk_real_rows_table *tfk_real_rows_for(tfi_cpu_level level)
{
    return family_for(level)->real_rows;
}
