/* primes.c - factors by trial division, primitive roots and their powers. */
#include "base/primes.h"

#include <math.h>

int64_t tfi_smallest_factor(int64_t n)
{
    if (n % 2 == 0) {
        return 2;
    }
    for (int64_t f = 3; f <= n / f; f += 2) {
        if (n % f == 0) {
            return f;
        }
    }
    return n;
}

bool tfi_is_prime(int64_t n)
{
    return n > 1 && tfi_smallest_factor(n) == n;
}

int64_t tfi_square_root(int64_t n)
{
    int64_t root = (int64_t)sqrt((double)n);
    while (root * root > n) {
        root--;
    }
    while ((root + 1) * (root + 1) <= n) {
        root++;
    }
    return root;
}

static int64_t multiply(int64_t a, int64_t b, int64_t n)
{
    if (a < INT64_C(0x7fffffff) && b < INT64_C(0x7fffffff)) {
        return a * b % n;
    }
    int64_t r = 0;
    for (a %= n; b > 0; b >>= 1) {
        if (b & 1) {
            r = r >= n - a ? r - (n - a) : r + a;
        }
        a = a >= n - a ? a - (n - a) : a + a;
    }
    return r;
}

static int64_t power(int64_t a, int64_t e, int64_t n)
{
    int64_t r = 1 % n;
    for (a %= n; e > 0; e >>= 1) {
        if (e & 1) {
            r = multiply(r, a, n);
        }
        a = multiply(a, a, n);
    }
    return r;
}

int64_t tfi_primitive_root(int64_t prime)
{
    int64_t factors[64];
    int n_factors = 0;
    for (int64_t rest = prime - 1; rest > 1;) {
        int64_t f = tfi_smallest_factor(rest);
        factors[n_factors++] = f;
        while (rest % f == 0) {
            rest /= f;
        }
    }
    for (int64_t g = 1;; g++) {
        bool is_root = g > 1 || prime == 2;
        for (int i = 0; is_root && i < n_factors; i++) {
            is_root = power(g, (prime - 1) / factors[i], prime) != 1;
        }
        if (is_root) {
            return g;
        }
    }
}

/* v w mod n for v < 2^32, n < 2^31: `ratio` = floor(w 2^32 / n), so that the quotient
 * is at most one too small. */
static inline int32_t multiply_by(uint64_t v, uint64_t w, uint64_t ratio, uint64_t n)
{
    const uint64_t r = v * w - (v * ratio >> 32) * n;
    return (int32_t)(r >= n ? r - n : r);
}

void tfi_root_powers(int64_t n, int32_t *powers)
{
    enum { CHAINS = 16 };
    const int64_t g = tfi_primitive_root(n), half = (n - 1) / 2;
    int64_t value = 1, q = 0;
    powers[0] = 1;
    for (; q < half && q < CHAINS; q++) {
        powers[q] = (int32_t)value;
        value = multiply(value, g, n);
    }
    const uint64_t w = (uint64_t)value, ratio = (w << 32) / (uint64_t)n;
    for (; q < half; q++) { /* from another chain each */
        powers[q] = multiply_by((uint64_t)powers[q - CHAINS], w, ratio, (uint64_t)n);
    }
    for (q = 0; q < half; q++) { /* g^half = -1 */
        powers[q + half] = (int32_t)n - powers[q];
    }
    powers[n - 1] = 1;
}
