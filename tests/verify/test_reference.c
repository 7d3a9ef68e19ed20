/* Is the reference transform itself right? Against the defining sum, and by its
 * properties. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>
#include <float.h>
#include <math.h>

#include "support/random.h"
#include "support/reference.h"
#include "support/tensors.h"

static long double difference(int64_t n, const test_complex *a, const test_complex *b)
{
    long double error = 0, norm = 0;
    for (int64_t k = 0; k < n; k++) {
        long double dr = a[k].re - b[k].re, di = a[k].im - b[k].im;
        error += dr * dr + di * di;
        norm += b[k].re * b[k].re + b[k].im * b[k].im;
    }
    return sqrtl(error / norm);
}

static void check_length(int64_t n)
{
    size_t bytes = (size_t)n * sizeof(test_complex);
    test_complex *x = malloc(bytes), *y = malloc(bytes), *z = malloc(bytes);
    test_random r = test_random_seed((uint64_t)n);
    for (int64_t k = 0; k < n; k++) {
        x[k] = (test_complex){ test_random_unit(&r), test_random_unit(&r) };
    }
    for (int sign = -1; sign <= 1; sign += 2) {
        test_dft(n, sign, x, y);
        test_dft_direct(n, sign, x, z);
        /* The sum itself is only good to sqrt(n) roundings. */
        long double bound = 4 * LDBL_EPSILON * sqrtl((long double)(n + 4));
        assert_true(difference(n, y, z) <= bound);
    }
    free(x);
    free(y);
    free(z);
}

static void reference_equals_the_sum(void **state)
{
    (void)state;
    for (int64_t n = 1; n <= 200; n++) {
        check_length(n);
    }
    const int64_t more[] = { 211, 509, 512, 521, 997, 1000, 1208, 67 * 71, 2 * 1009 };
    for (size_t i = 0; i < sizeof more / sizeof *more; i++) {
        check_length(more[i]);
    }
}

static void roots_lie_on_the_circle(void **state)
{
    (void)state;
    const int64_t lengths[] = { 1, 2, 3, 4, 5, 8, 12, 16, 97, 1000, 65537 };
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        int64_t n = lengths[i];
        for (int64_t k = 0; k < n; k++) {
            const long double two_pi = 6.28318530717958647692528676655900577L;
            long double angle = two_pi * (long double)k / (long double)n;
            test_complex w = test_root(k, n);
            assert_true(fabsl(w.re - cosl(angle)) < 8 * LDBL_EPSILON);
            assert_true(fabsl(w.im + sinl(angle)) < 8 * LDBL_EPSILON);
        }
    }
    assert_true(test_root(1, 4).re == 0 && test_root(1, 4).im == -1);
    assert_true(test_root(1, 2).re == -1 && test_root(1, 2).im == 0);
}

static void large_lengths_round_trip(void **state)
{
    (void)state;
    static const int64_t all[] = { 65536, 100003, 3 * 32749, 67 * 1009 };
    static const int64_t few[] = { 4096, 5003, 3 * 1021, 67 * 101 }; /* emulated */
    const int64_t *lengths = test_rounds(10) == 10 ? all : few;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        int64_t n = lengths[i];
        size_t bytes = (size_t)n * sizeof(test_complex);
        test_complex *x = malloc(bytes), *y = malloc(bytes);
        test_random r = test_random_seed((uint64_t)n);
        for (int64_t k = 0; k < n; k++) {
            x[k] = (test_complex){ test_random_unit(&r), test_random_unit(&r) };
        }
        test_dft(n, -1, x, y);
        test_dft(n, +1, y, y);
        for (int64_t k = 0; k < n; k++) {
            y[k].re /= (long double)n;
            y[k].im /= (long double)n;
        }
        assert_true(difference(n, y, x) < 64 * LDBL_EPSILON);
        free(x);
        free(y);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reference_equals_the_sum),
        cmocka_unit_test(roots_lie_on_the_circle),
        cmocka_unit_test(large_lengths_round_trip),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
