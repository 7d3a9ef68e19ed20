/* The number theory behind prime lengths: factors, powers and roots, also where
 * products do not fit in 64 bits. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/primes.h"

static void factors(void **state)
{
    (void)state;
    char composite[2000] = { 1, 1 };
    for (int64_t i = 2; i < 2000; i++) {
        for (int64_t j = 2 * i; j < 2000; j += i) {
            composite[j] = 1;
        }
    }
    for (int64_t n = 2; n < 2000; n++) {
        int64_t f = tfi_smallest_factor(n);
        assert_true(n % f == 0 && !composite[f]);
        for (int64_t smaller = 2; smaller < f; smaller++) {
            assert_true(n % smaller != 0);
        }
        assert_true(tfi_is_prime(n) == !composite[n]);
    }
    assert_false(tfi_is_prime(1));
    assert_true(tfi_is_prime(INT64_C(4294967311)));
    assert_int_equal(tfi_smallest_factor(INT64_C(65537) * 65537), 65537);
}

/* By doubling, with sums that stay below 2^63. */
static int64_t product(int64_t a, int64_t b, int64_t n)
{
    uint64_t r = 0;
    for (int bit = 62; bit >= 0; bit--) {
        r = 2 * r % (uint64_t)n;
        if (b >> bit & 1) {
            r = (r + (uint64_t)a) % (uint64_t)n;
        }
    }
    return (int64_t)r;
}

static void products(void **state)
{
    (void)state;
    static const int64_t moduli[] = { 2,
                                      7,
                                      2147483647,
                                      INT64_C(2147483659),
                                      INT64_C(4294967311),
                                      INT64_C(1099511627791),
                                      INT64_C(2305843009213693951) };
    for (size_t i = 0; i < sizeof moduli / sizeof moduli[0]; i++) {
        const int64_t n = moduli[i];
        const int64_t values[] = { 0, 1, n / 3, n / 2, n - 2, n - 1 };
        for (int a = 0; a < 6; a++) {
            for (int b = 0; b < 6; b++) {
                assert_int_equal(tfi_mul_mod(values[a], values[b], n),
                                 product(values[a], values[b], n));
            }
        }
        /* All are primes: Fermat. */
        assert_int_equal(tfi_pow_mod(n - 1 > 3 ? 3 : 1, n - 1, n), 1);
    }
    assert_int_equal(tfi_pow_mod(5, 0, 7), 1);
    assert_int_equal(tfi_pow_mod(5, 3, 1), 0);
}

static void roots(void **state)
{
    (void)state;
    for (int64_t p = 3; p < 1000; p += 2) {
        if (!tfi_is_prime(p)) {
            continue;
        }
        const int64_t g = tfi_primitive_root(p);
        int64_t power = g, order = 1;
        for (; power != 1; order++) {
            power = power * g % p;
        }
        assert_int_equal(order, p - 1);
    }
    const int64_t p = INT64_C(4294967311), g = tfi_primitive_root(p);
    assert_int_equal(tfi_pow_mod(g, p - 1, p), 1);
    assert_int_equal(tfi_pow_mod(g, (p - 1) / 2, p), p - 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(factors),
        cmocka_unit_test(products),
        cmocka_unit_test(roots),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
