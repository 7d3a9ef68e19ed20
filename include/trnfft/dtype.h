/**
 * @file dtype.h
 * @brief Types of components, the layouts of complex numbers and the norms of
 * transforms.
 *
 * Structs and parameters hold these enums as `int32_t`.
 */
#ifndef TRNFFT_DTYPE_H
#define TRNFFT_DTYPE_H

#include <stddef.h>
#include <stdint.h>

#include <trnfft/export.h>

/** @brief Stands for "the default" wherever a length n can be given. Zero is an error
 * instead. */
#define TRNFFT_N_DEFAULT (-1)

/** @brief Type of one component (a complex number has two). Since 0.1. */
typedef TRNFFT_ENUM(trnfft_dtype){
    TRNFFT_F32 = 1, /**< IEEE binary32, computed natively */
    TRNFFT_F64 = 2, /**< IEEE binary64, computed natively */
    TRNFFT_BF16 =
        3, /**< bfloat16: storage, computed in f32, rounded once to nearest-even */
    TRNFFT_F16 =
        4, /**< IEEE binary16: storage, computed in f32, rounded once to nearest-even */
    TRNFFT_S16 =
        5, /**< 16-bit sample, native byte order, value / 32,768; real inputs only */
    TRNFFT_S24 = 6 /**< 24-bit sample in 3 bytes, low byte first, value / 8,388,608;
                      real inputs only */
} trnfft_dtype;

/** @brief How the two components of complex numbers lie in memory. Since 0.1. */
typedef TRNFFT_ENUM(trnfft_layout){
    TRNFFT_REAL = 0,       /**< no imaginary parts */
    TRNFFT_SPLIT = 1,      /**< one array of real parts, one of imaginary parts */
    TRNFFT_INTERLEAVED = 2 /**< pairs re, im in one array */
} trnfft_layout;

/**
 * @brief Where the factor 1/n goes, as torch's `norm`. Since 0.1.
 *
 * n is the product of the transformed lengths (of the real side for real transforms).
 */
typedef TRNFFT_ENUM(trnfft_norm){
    TRNFFT_NORM_BACKWARD = 0, /**< 1 forward, 1/n inverse: torch's default */
    TRNFFT_NORM_ORTHO = 1,    /**< 1/sqrt(n) both ways */
    TRNFFT_NORM_FORWARD = 2   /**< 1/n forward, 1 inverse */
} trnfft_norm;

#ifdef __cplusplus
extern "C" {
#endif

/**
 * @brief Bytes of one component.
 * @param dtype a #trnfft_dtype
 * @return 4, 8, 2, 2, 2 or 3 bytes; 0 for a number that is no data type. Does not
 * allocate or block.
 * @par Thread rule
 * immutable: any thread at any time. @since 0.1
 */
TRNFFT_API size_t trnfft_dtype_size(int32_t dtype);

/**
 * @brief Short name of a data type.
 * @param dtype a #trnfft_dtype
 * @return "f32", "f64", "bf16", "f16", "s16" or "s24"; "unknown" for a number that is
 * no data type; never NULL. Does not allocate or block.
 * @par Thread rule
 * immutable: any thread at any time. @since 0.1
 */
TRNFFT_API const char *trnfft_dtype_name(int32_t dtype);

#ifdef __cplusplus
}
#endif

#endif
