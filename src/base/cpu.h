/* cpu.h - which instruction sets this machine and the user allow. */
#ifndef TFI_BASE_CPU_H
#define TFI_BASE_CPU_H

typedef enum tfi_cpu_level {
    TFI_CPU_SCALAR = 0,
    TFI_CPU_SSE2 = 1,
    TFI_CPU_AVX2 = 2,   /* AVX2 and FMA */
    TFI_CPU_AVX512 = 3, /* AVX-512 F, VL, DQ, BW, and AVX2 and FMA */
    TFI_CPU_NEON = 4
} tfi_cpu_level;

/* The best level that the machine has, at most what the environment variable TRNFFT_CPU
 * names (as tfi_cpu_name() does). Detected once. A TRNFFT_CPU that is not a level of
 * this machine's family leaves the choice to the machine. */
tfi_cpu_level tfi_cpu_detect(void);

/* "scalar" … "neon"; "unknown" for other numbers. */
const char *tfi_cpu_name(tfi_cpu_level level);

/* The level of that name; -1: no such level. */
int tfi_cpu_parse(const char *name);

/* Whether this machine can run the level, whatever TRNFFT_CPU says. */
int tfi_cpu_supported(tfi_cpu_level level);

/* What tfi_cpu_detect() returns for TRNFFT_CPU = mask (NULL: not set). For tests. */
tfi_cpu_level tfi_cpu_masked(const char *mask);

#endif
