/* cpu.c - detection of instruction sets. This file is compiled without ISA flags. */
#include "base/cpu.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/threads.h"

/* 32-bit x86 runs the scalar kernels: none of the others is built for it. */
#if defined(__x86_64__) && defined(__GNUC__)
#include <cpuid.h>

/* Which register states the operating system saves: XCR0. */
static uint64_t saved_states(void)
{
    uint32_t low;
    uint32_t high;
    __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return ((uint64_t)high << 32) | low;
}

static tfi_cpu_level machine_level(void)
{
    enum { XCR0_AVX = 0x6, XCR0_AVX512 = 0xe6 };
    const unsigned fma = 1U << 12, osxsave = 1U << 27, avx = 1U << 28; /* leaf 1, ecx */
    const unsigned avx2 = 1U << 5;                                     /* leaf 7, ebx */
    const unsigned avx512 = 1U << 16 | 1U << 17 | 1U << 30 | 1U << 31; /* F DQ BW VL */
    unsigned eax, ebx, ecx, edx;
    if (!__get_cpuid(1, &eax, &ebx, &ecx, &edx))
        return TFI_CPU_SSE2; /* part of x86-64 */
    const unsigned wanted = fma | osxsave | avx;
    if ((ecx & wanted) != wanted)
        return TFI_CPU_SSE2;
    uint64_t saved = saved_states();
    if ((saved & XCR0_AVX) != XCR0_AVX ||
        !__get_cpuid_count(7, 0, &eax, &ebx, &ecx, &edx) || !(ebx & avx2))
        return TFI_CPU_SSE2;
    if ((saved & XCR0_AVX512) != XCR0_AVX512 || (ebx & avx512) != avx512)
        return TFI_CPU_AVX2;
    return TFI_CPU_AVX512;
}
#elif defined(__x86_64__) || defined(_M_X64)
static tfi_cpu_level machine_level(void)
{
    return TFI_CPU_SSE2;
}
#elif defined(__aarch64__) || defined(_M_ARM64)
static tfi_cpu_level machine_level(void)
{
    return TFI_CPU_NEON;
}
#else
static tfi_cpu_level machine_level(void)
{
    return TFI_CPU_SCALAR;
}
#endif

static const char *const level_names[] = {
    [TFI_CPU_SCALAR] = "scalar", [TFI_CPU_SSE2] = "sse2", [TFI_CPU_AVX2] = "avx2",
    [TFI_CPU_AVX512] = "avx512", [TFI_CPU_NEON] = "neon",
};
enum { N_LEVELS = sizeof level_names / sizeof level_names[0] };

static tfi_once detection = TFI_ONCE_INIT;
static tfi_cpu_level machine; /* what the machine has and this build serves */
static tfi_cpu_level chosen;  /* and TRNFFT_CPU allows */

static bool level_within(tfi_cpu_level level, tfi_cpu_level best)
{
    if (level == TFI_CPU_SCALAR || level == best)
        return true;
    return level != TFI_CPU_NEON && best != TFI_CPU_NEON && level < best;
}

/* Of levels that were compiled in; scalar always is. */
static bool is_built(tfi_cpu_level level)
{
    switch (level) {
#ifdef TRNFFT_HAVE_SSE2
    case TFI_CPU_SSE2: return true;
#endif
#ifdef TRNFFT_HAVE_AVX2
    case TFI_CPU_AVX2: return true;
#endif
#ifdef TRNFFT_HAVE_AVX512
    case TFI_CPU_AVX512: return true;
#endif
#ifdef TRNFFT_HAVE_NEON
    case TFI_CPU_NEON: return true;
#endif
    default: return level == TFI_CPU_SCALAR;
    }
}

/* The best level that is not above `level` and was compiled in. */
static tfi_cpu_level built(tfi_cpu_level level)
{
    while (!is_built(level)) {
        level = level == TFI_CPU_NEON ? TFI_CPU_SCALAR : (tfi_cpu_level)(level - 1);
    }
    return level;
}

static tfi_cpu_level masked(tfi_cpu_level best, const char *mask)
{
    int level = tfi_cpu_parse(mask);
    if (level < 0 || !level_within((tfi_cpu_level)level, best))
        return best;
    return built((tfi_cpu_level)level);
}

static void detect(void)
{
    machine = built(machine_level());
    chosen = masked(machine, getenv("TRNFFT_CPU"));
}

tfi_cpu_level tfi_cpu_detect(void)
{
    tfi_once_run(&detection, detect);
    return chosen;
}

tfi_cpu_level tfi_cpu_masked(const char *mask)
{
    tfi_once_run(&detection, detect);
    return masked(machine, mask);
}

int tfi_cpu_supported(tfi_cpu_level level)
{
    tfi_once_run(&detection, detect);
    return (unsigned)level < N_LEVELS && level_within(level, machine);
}

const char *tfi_cpu_name(tfi_cpu_level level)
{
    return (unsigned)level < N_LEVELS ? level_names[level] : "unknown";
}

int tfi_cpu_parse(const char *name)
{
    for (int i = 0; name && i < N_LEVELS; i++)
        if (strcmp(name, level_names[i]) == 0)
            return i;
    return -1;
}
