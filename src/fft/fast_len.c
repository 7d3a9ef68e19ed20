/* fast_len.c - the next length without a prime factor above 13. */
#include <stdint.h>

#include <trnfft/fft.h>

#include "base/status.h"

/* Odd primes that have butterflies of their own; 2 is handled by shifts. */
static const uint64_t primes[] = { 3, 5, 7, 11, 13 };
enum { N_PRIMES = sizeof primes / sizeof primes[0] };

/* The smallest odd * 2^k >= n; UINT64_MAX if that is beyond 2^63. odd <= 2^63. */
static uint64_t doubled_to(uint64_t odd, uint64_t n)
{
    while (odd < n) {
        if (odd > (UINT64_C(1) << 62)) {
            return UINT64_MAX;
        }
        odd *= 2;
    }
    return odd;
}

/* Tries every product of `base` with powers of primes[first…]; *best is the smallest
 * answer so far. Products of at least *best are not continued, so nothing overflows:
 * base < *best <= 2^63 is checked by division before each multiplication. */
static void search(uint64_t base, int first, uint64_t n, uint64_t *best)
{
    uint64_t here = doubled_to(base, n);
    if (here < *best) {
        *best = here;
    }
    if (base >= n) {
        return; /* more factors only make it larger */
    }
    for (int i = first; i < N_PRIMES; ++i) {
        if (base <= *best / primes[i]) {
            search(base * primes[i], i, n, best);
        }
    }
}

trnfft_status trnfft_next_fast_len(int64_t n, int64_t *length)
{
    if (length == NULL) {
        return tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT,
                        "trnfft_next_fast_len: length is NULL");
    }
    if (n < 1) {
        return tfi_fail(
            TRNFFT_ERROR_INVALID_ARGUMENT,
            "trnfft_next_fast_len: n = %lld: a transform needs at least one "
            "point",
            (long long)n);
    }
    uint64_t best = UINT64_MAX;
    search(1, 0, (uint64_t)n, &best);
    if (best > (uint64_t)INT64_MAX) {
        return tfi_fail(TRNFFT_ERROR_OVERFLOW,
                        "trnfft_next_fast_len: n = %lld: the next fast length does not "
                        "fit 64 bits",
                        (long long)n);
    }
    *length = (int64_t)best;
    return TRNFFT_OK;
}
