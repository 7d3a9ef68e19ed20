/* version.c - the version that runs, how it was compiled and for which machine. */
#include <trnfft/version.h>

#include "base/cpu.h"

const char *trnfft_version(void)
{
    return TRNFFT_VERSION_STRING;
}

int32_t trnfft_version_number(void)
{
    return TRNFFT_VERSION_NUMBER;
}

const char *trnfft_cpu_name(void)
{
    return tfi_cpu_name(tfi_cpu_detect());
}

const char *trnfft_cpu_machine(void)
{
    int best = TFI_CPU_SCALAR;
    for (int level = TFI_CPU_SCALAR; level <= TFI_CPU_NEON; level++)
        if (tfi_cpu_supported((tfi_cpu_level)level))
            best = level;
    return tfi_cpu_name((tfi_cpu_level)best);
}

#if defined(__clang__)
#define COMPILER "clang " __clang_version__
#elif defined(__GNUC__)
#define COMPILER "gcc " __VERSION__
#else
#define COMPILER "unknown"
#endif

#if defined(__OPTIMIZE__)
#define BUILD "optimised"
#else
#define BUILD "not optimised"
#endif

#if defined(NDEBUG)
#define ASSERTIONS ", without assertions"
#else
#define ASSERTIONS ", with assertions"
#endif

#if defined(TRNFFT_HAVE_SSE2)
#define KERNELS_SSE2 " sse2"
#else
#define KERNELS_SSE2
#endif
#if defined(TRNFFT_HAVE_AVX2)
#define KERNELS_AVX2 " avx2"
#else
#define KERNELS_AVX2
#endif
#if defined(TRNFFT_HAVE_AVX512)
#define KERNELS_AVX512 " avx512"
#else
#define KERNELS_AVX512
#endif
#if defined(TRNFFT_HAVE_NEON)
#define KERNELS_NEON " neon"
#else
#define KERNELS_NEON
#endif

const char *trnfft_build_info(void)
{
    return "compiler: " COMPILER "\n"
           "build: " BUILD ASSERTIONS "\n"
           "kernels: scalar" KERNELS_SSE2 KERNELS_AVX2 KERNELS_AVX512 KERNELS_NEON "\n";
}
