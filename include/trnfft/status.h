/**
 * @file status.h
 * @brief What every fallible call returns, and the sentence that explains it.
 *
 * Zero is success, positive codes mean "not yet", negative ones are errors. The numbers
 * are pinned: they never change and are never used again. Families: -1 … -19 the
 * caller's argument, -20 … -39 the library cannot, -40 … -59 ran out, -60 … -79 outside
 * world, -90 a fault of ours.
 */
#ifndef TRNFFT_STATUS_H
#define TRNFFT_STATUS_H

#include <stdint.h>

#include <trnfft/export.h>

/**
 * @brief The one list of status codes: `X(name, number, explanation)` for each.
 *
 * Define X, expand the list, undefine X: that is how bindings make their own tables.
 */
#define TRNFFT_STATUS_LIST(X)                                                    \
    X(OK, 0, "success")                                                          \
    X(AGAIN, 1, "not yet: more input or more room is needed first")              \
    X(END, 2, "the end: everything was delivered")                               \
    X(ERROR_INVALID_ARGUMENT, -1, "an argument is not allowed")                  \
    X(ERROR_INVALID_SHAPE, -2, "a shape, rank or dimension is not allowed")      \
    X(ERROR_INVALID_STRIDE, -3,                                                  \
      "strides are not allowed, or an output overlaps itself")                   \
    X(ERROR_INVALID_DTYPE, -4, "a data type is not allowed here")                \
    X(ERROR_INVALID_ALIASING, -5, "operands overlap in a way that cannot work")  \
    X(ERROR_WORKSPACE_TOO_SMALL, -6, "the workspace given is too small")         \
    X(ERROR_NOLA, -7, "the windows sum to zero, the signal cannot be recovered") \
    X(ERROR_UNSUPPORTED, -20, "this library or machine cannot do that")          \
    X(ERROR_OUT_OF_MEMORY, -40, "out of memory")                                 \
    X(ERROR_OVERFLOW, -41, "a size does not fit 64 bits or the address space")   \
    X(ERROR_IO, -60, "reading or writing failed")                                \
    X(ERROR_FORMAT, -61, "a file or stream is malformed")                        \
    X(ERROR_DEVICE, -62, "a device failed")                                      \
    X(ERROR_INTERNAL, -90, "a fault of the library: please report it")

/**
 * @brief Result of every fallible function. Stored in 32 bits.
 *
 * After a negative status that blames an argument (-1 … -7) no output was written.
 * The members are `TRNFFT_` followed by the names in #TRNFFT_STATUS_LIST, for instance
 * `TRNFFT_OK` (0) and `TRNFFT_ERROR_INVALID_SHAPE` (-2). Since 0.1.
 */
typedef TRNFFT_ENUM(trnfft_status){
#define TRNFFT_STATUS_ENUMERATOR(name, number, explanation) \
    TRNFFT_##name = number, /**< explanation */
    TRNFFT_STATUS_LIST(TRNFFT_STATUS_ENUMERATOR)
#undef TRNFFT_STATUS_ENUMERATOR
} trnfft_status;

#ifdef __cplusplus
extern "C" {
#endif

/**
 * @brief The name of a status, for instance "TRNFFT_ERROR_INVALID_SHAPE".
 * @param status any number
 * @return a static string; "TRNFFT_UNKNOWN" for a number that is not a status; never
 * NULL. Does not allocate or block.
 * @par Thread rule
 * immutable: any thread at any time. @since 0.1
 */
TRNFFT_API const char *trnfft_status_name(int32_t status);

/**
 * @brief A few words that explain a status in general.
 *
 * trnfft_last_error() is better right after a failure: it names the parameter and its
 * value.
 * @param status any number
 * @return a static string; "unknown status" for a number that is not a status; never
 * NULL. Does not allocate or block.
 * @par Thread rule
 * immutable: any thread at any time. @since 0.1
 */
TRNFFT_API const char *trnfft_status_string(int32_t status);

/**
 * @brief The sentence of the last error in this thread.
 *
 * For instance `trnfft_rfft: n = 0: a transform needs at least one point`. Successful
 * calls leave it alone, so look at it only after a negative status.
 * @return text of at most 511 bytes, "" before the first error; never NULL. It belongs
 * to the library and stays valid until the next error in this thread or the end of the
 * thread. Does not allocate or block.
 * @par Thread rule
 * confined: each thread has its own sentence. @since 0.1
 */
TRNFFT_API const char *trnfft_last_error(void);

#ifdef __cplusplus
}
#endif

#endif
