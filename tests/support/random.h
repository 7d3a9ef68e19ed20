/* random.h - the seeded generator of the tests (splitmix64): the same numbers
 * everywhere. */
#ifndef TESTS_SUPPORT_RANDOM_H
#define TESTS_SUPPORT_RANDOM_H

#include <stdint.h>

typedef struct test_random {
    uint64_t state;
} test_random;

static inline test_random test_random_seed(uint64_t seed)
{
    return (test_random){ seed * 0x9e3779b97f4a7c15u + 0x1234567u };
}

static inline uint64_t test_random_u64(test_random *r)
{
    uint64_t z = (r->state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

/* Uniform in [-1, 1), 53 bits. */
static inline double test_random_unit(test_random *r)
{
    return (double)(test_random_u64(r) >> 11) * 0x1p-52 - 1.0;
}

/* Uniform in [-1, 1), 24 bits: exact in float. */
static inline float test_random_unit_f32(test_random *r)
{
    return (float)(test_random_u64(r) >> 40) * 0x1p-23f - 1.0f;
}

/* Uniform integer in [low, high]. */
static inline int64_t test_random_between(test_random *r, int64_t low, int64_t high)
{
    return low + (int64_t)(test_random_u64(r) % (uint64_t)(high - low + 1));
}

static inline void test_random_fill_f32(test_random *r, float *x, int64_t count)
{
    for (int64_t i = 0; i < count; i++) {
        x[i] = test_random_unit_f32(r);
    }
}

static inline void test_random_fill_f64(test_random *r, double *x, int64_t count)
{
    for (int64_t i = 0; i < count; i++) {
        x[i] = test_random_unit(r);
    }
}

#endif
