/* bench_goals.c - what the families of suite "full" are to reach: the geometric mean of
 * (best peer's time / ours) and the least of these ratios.
 */
#include <stddef.h>

#include "bench.h"

const bench_goal bench_goals[] = {
    { "pow2", NULL, 1.15, 1.0, "powers of two in cache" },
    { "large", NULL, 1.5, 0.0, "2^17 to 2^24" },
    { "smooth", "interleaved", 1.15, 0.0, "small factors, interleaved" },
    { "smooth", "split", 1.5, 0.0, "small factors, split" },
    { "primes", NULL, 2.0, 1.1, "primes and bad factors" },
    { "real", NULL, 1.2, 0.0, "r2c and c2r" },
    { "batched", NULL, 1.25, 0.0, "rows and columns" },
    { "nd", NULL, 1.4, 0.0, "two and three dimensions" },
    { "f64", NULL, 1.15, 0.0, "the same in double precision" },
    { "gemm", "interleaved", 0.97, 0.0, "complex matrix product" },
    { "gemm", "split", 0.0, 0.0, "the same, split" },
    { "gemm3m", "interleaved", 1.08, 0.0, "three real products" },
    { "gemm3m", "split", 0.0, 0.0, "the same, split" },
    { "stft", NULL, 1.8, 0.0, "STFT and its inverse" },
    { "fnet", NULL, 2.0, 0.0, "real(fft2)" },
    { "tiny", NULL, 1.2, 0.0, "2 to 32" },
    { "planning", NULL, 0.0, 1.0, "allowed time / ours" },
    { "threads", NULL, 0.0, 0.0, "one thread's time / two threads'" },
};

const int bench_n_goals = (int)(sizeof bench_goals / sizeof bench_goals[0]);
