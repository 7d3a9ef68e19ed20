/**
 * @file version.h
 * @brief Which version was compiled against, and which one runs.
 */
#ifndef TRNFFT_VERSION_H
#define TRNFFT_VERSION_H

#include <stdint.h>

#include <trnfft/export.h>

/** @brief First number of the version: changes when programs must be changed. */
#define TRNFFT_VERSION_MAJOR 0
/** @brief Second number of the version: changes when something was added. */
#define TRNFFT_VERSION_MINOR 1
/** @brief Third number of the version: changes when something was repaired. */
#define TRNFFT_VERSION_PATCH 0

/** @brief The version of these headers as text, for instance "0.1.0". */
#define TRNFFT_VERSION_STRING "0.1.0"

/** @brief The version of these headers as one number: 1,000,000 major + 1,000 minor +
 * patch. */
#define TRNFFT_VERSION_NUMBER                                       \
    (TRNFFT_VERSION_MAJOR * 1000000 + TRNFFT_VERSION_MINOR * 1000 + \
     TRNFFT_VERSION_PATCH)

#ifdef __cplusplus
extern "C" {
#endif

/**
 * @brief The version of the library that runs, as text.
 *
 * Differs from #TRNFFT_VERSION_STRING when a shared library was replaced.
 * @return a static string such as "0.1.0"; never NULL. Does not allocate or block.
 * @par Thread rule
 * immutable: any thread at any time. @since 0.1
 */
TRNFFT_API const char *trnfft_version(void);

/**
 * @brief The version of the library that runs, as #TRNFFT_VERSION_NUMBER.
 * @return 1,000,000 major + 1,000 minor + patch. Does not allocate or block.
 * @par Thread rule
 * immutable: any thread at any time. @since 0.1
 */
TRNFFT_API int32_t trnfft_version_number(void);

/**
 * @brief The instruction set whose kernels run: what the processor has, at most what
 * the environment variable TRNFFT_CPU names.
 * @return "scalar", "sse2", "avx2" (with FMA), "avx512" or "neon": a static string,
 * never NULL. Does not allocate or block.
 * @par Thread rule
 * immutable: any thread at any time. @since 0.1
 */
TRNFFT_API const char *trnfft_cpu_name(void);

/**
 * @brief The best instruction set that the processor has, whatever TRNFFT_CPU says.
 * @return a name as of trnfft_cpu_name(). Does not allocate or block.
 * @par Thread rule
 * immutable: any thread at any time. @since 0.1
 */
TRNFFT_API const char *trnfft_cpu_machine(void);

/**
 * @brief How the library that runs was compiled, for people to read.
 * @return lines "name: value" (compiler, build, kernels), each ended by a newline: a
 * static string, never NULL. Does not allocate or block.
 * @par Thread rule
 * immutable: any thread at any time. @since 0.1
 */
TRNFFT_API const char *trnfft_build_info(void);

#ifdef __cplusplus
}
#endif

#endif
