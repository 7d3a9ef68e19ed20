/* bytes.h - turns a fuzzer's input into small choices. Reading past the end gives
 * zeros. */
#ifndef TESTS_FUZZ_BYTES_H
#define TESTS_FUZZ_BYTES_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <trnfft/status.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

typedef struct fuzz_bytes {
    const uint8_t *at;
    size_t left;
} fuzz_bytes;

static inline unsigned fuzz_byte(fuzz_bytes *b)
{
    if (b->left == 0) {
        return 0;
    }
    b->left--;
    return *b->at++;
}

/* Uniform in [low, high], at most 256 values. */
static inline int fuzz_between(fuzz_bytes *b, int low, int high)
{
    return low + (int)(fuzz_byte(b) % (unsigned)(high - low + 1));
}

/* True once in `times`. */
static inline int fuzz_rarely(fuzz_bytes *b, int times)
{
    return fuzz_between(b, 1, times) == times;
}

static inline uint64_t fuzz_u64(fuzz_bytes *b)
{
    uint64_t v = 0;
    for (int i = 0; i < 8; i++) {
        v = v << 8 | fuzz_byte(b);
    }
    return v;
}

/* Any double at all, or a usual one. */
static inline double fuzz_double(fuzz_bytes *b)
{
    static const double usual[] = { 0,  1,    -1,    0.5,     2.5, 8.6,
                                    14, 1e-3, 1e300, -1e-300, 0.1, 100 };
    if (fuzz_rarely(b, 3)) {
        union {
            uint64_t bits;
            double value;
        } u;
        u.bits = fuzz_u64(b);
        return u.value;
    }
    return usual[fuzz_byte(b) % (sizeof usual / sizeof *usual)];
}

/* A broken promise: the fuzzer keeps the input that shows it. */
#define FUZZ_CHECK(condition)                                                         \
    do {                                                                              \
        if (!(condition)) {                                                           \
            fprintf(stderr, "%s:%d: broken promise: %s (last error: %s)\n", __FILE__, \
                    __LINE__, #condition, trnfft_last_error());                       \
            abort();                                                                  \
        }                                                                             \
    } while (0)

#endif
