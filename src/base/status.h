/* status.h - setting the sentence of an error, and passing errors on. */
#ifndef TFI_BASE_STATUS_H
#define TFI_BASE_STATUS_H

#include <stddef.h>

#include <trnfft/status.h>

#if defined(__MINGW32__)
#define TFI_PRINTF(string, first) __attribute__((format(gnu_printf, string, first)))
#elif defined(__GNUC__)
#define TFI_PRINTF(string, first) __attribute__((format(printf, string, first)))
#else
#define TFI_PRINTF(string, first)
#endif

/* Sets this thread's sentence, "function: parameter = value: what is wrong", and
 * returns s. Longer sentences are cut at 511 bytes, never inside a UTF-8 character. */
trnfft_status tfi_fail(trnfft_status s, const char *format, ...) TFI_PRINTF(2, 3);

/* The sentence for failed allocations of so many bytes. */
trnfft_status tfi_fail_memory(const char *function, size_t bytes);

#define TFI_TRY(expr)                  \
    do {                               \
        trnfft_status tfi_s_ = (expr); \
        if (tfi_s_ != TRNFFT_OK)       \
            return tfi_s_;             \
    } while (0)

#endif
