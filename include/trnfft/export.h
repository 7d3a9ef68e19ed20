/**
 * @file export.h
 * @brief Marks what the library exports.
 *
 * Define `TRNFFT_STATIC` when linking the static library on Windows; `TRNFFT_BUILDING`
 * is defined by the build of the library itself and by nobody else.
 */
#ifndef TRNFFT_EXPORT_H
#define TRNFFT_EXPORT_H

/** @def TRNFFT_API
 * @brief Stands before every exported function. Since 0.1. */
#if defined(TRNFFT_STATIC)
#define TRNFFT_API
#elif defined(_WIN32) || defined(__CYGWIN__)
#if defined(TRNFFT_BUILDING)
#define TRNFFT_API __declspec(dllexport)
#else
#define TRNFFT_API __declspec(dllimport)
#endif
#elif defined(__GNUC__) || defined(__clang__)
#define TRNFFT_API __attribute__((visibility("default")))
#else
#define TRNFFT_API
#endif

/** @def TRNFFT_ENUM
 * @brief `enum name` with 32 bits in C and in C++. Since 0.1. */
#if defined(__cplusplus)
#define TRNFFT_ENUM(name) enum name : int32_t
#else
#define TRNFFT_ENUM(name) enum name
#endif

/** @def TRNFFT_ONLY_POINTS
 * @brief The function stores its parameter of this number (a pointer to const) without
 * looking at what is there: arrays that are still to be filled give no warning. Since
 * 0.1. */
#if defined(__GNUC__) && !defined(__clang__) && __GNUC__ >= 11
#define TRNFFT_ONLY_POINTS(number) __attribute__((access(none, number)))
#else
#define TRNFFT_ONLY_POINTS(number)
#endif

#endif
