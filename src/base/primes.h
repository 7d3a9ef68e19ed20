/* primes.h - the number theory that prime lengths need, in 64-bit integers. */
#ifndef TFI_BASE_PRIMES_H
#define TFI_BASE_PRIMES_H

#include <stdbool.h>
#include <stdint.h>

/* Smallest prime factor of n >= 2; n itself if it is prime. */
int64_t tfi_smallest_factor(int64_t n);
bool tfi_is_prime(int64_t n);
/* The largest number whose square is not above n, 0 <= n <= 2^62. */
int64_t tfi_square_root(int64_t n);
/* The smallest generator of the units modulo a prime. */
int64_t tfi_primitive_root(int64_t prime);
/* powers[q] = g^q mod n, q = 0 … n-1, for the smallest primitive root g of the prime n
 * < 2^31; g^-q is powers[n - 1 - q]. */
void tfi_root_powers(int64_t n, int32_t *powers);

#endif
