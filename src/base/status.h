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

/* tfi_fail(s, format, ...) sets this thread's sentence, "function: parameter = value:
 * what is wrong", and returns s. Longer sentences are cut at 511 bytes, never inside a
 * UTF-8 character. A macro, so that compilers and analyzers see which status comes
 * back. */
#define tfi_fail(s, ...) tfi_said(tfi_say(__VA_ARGS__), (s))

/* Its two halves. */
int tfi_say(const char *format, ...) TFI_PRINTF(1, 2);
static inline trnfft_status tfi_said(int length, trnfft_status s)
{
    (void)length;
    return s;
}

/* The sentence for failed allocations of so many bytes. */
static inline trnfft_status tfi_fail_memory(const char *function, size_t bytes)
{
    return tfi_fail(TRNFFT_ERROR_OUT_OF_MEMORY, "%s: out of memory: %llu bytes wanted",
                    function, (unsigned long long)bytes);
}

/* The sentence from below, which knows no public function, under the caller's name. The
 * sentence may be its own argument: it is formatted aside. */
static inline trnfft_status tfi_fail_as(const char *function, trnfft_status status)
{
    return tfi_fail(status, "%s: %s", function, trnfft_last_error());
}

#define TFI_TRY(expr)                  \
    do {                               \
        trnfft_status tfi_s_ = (expr); \
        if (tfi_s_ != TRNFFT_OK)       \
            return tfi_s_;             \
    } while (0)

#endif
