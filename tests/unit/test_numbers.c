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

/* a^e mod n by doubling, n < 2^40: sums and products of one bit stay below 2^63. */
static int64_t power(int64_t a, int64_t e, int64_t n)
{
    int64_t r = 1;
    for (int bit = 62; bit >= 0; bit--) {
        for (int turn = 0; turn < (e >> bit & 1) + 1; turn++) {
            const int64_t factor = turn == 0 ? r : a;
            int64_t product = 0;
            for (int b = 40; b >= 0; b--) {
                product = (2 * product + (factor >> b & 1) * r) % n;
            }
            r = product;
        }
    }
    return r;
}

static void roots(void **state)
{
    (void)state;
    static int32_t powers[1000];
    for (int64_t p = 3; p < 1000; p += 2) {
        if (!tfi_is_prime(p)) {
            continue;
        }
        const int64_t g = tfi_primitive_root(p);
        int64_t value = 1, order = 0;
        tfi_root_powers(p, powers);
        do {
            assert_int_equal(powers[order], value);
            value = value * g % p;
            order++;
        } while (value != 1);
        assert_int_equal(order, p - 1);
        assert_int_equal(powers[order], 1);
    }
    assert_int_equal(tfi_primitive_root(2), 1);
}

/* Where products exceed 64 bits. */
static void roots_of_large_primes(void **state)
{
    (void)state;
    static const int64_t primes[] = { INT64_C(4294967311), INT64_C(1099511627791) };
    for (int i = 0; i < 2; i++) {
        const int64_t p = primes[i], g = tfi_primitive_root(p);
        for (int64_t rest = p - 1; rest > 1;) {
            const int64_t f = tfi_smallest_factor(rest);
            assert_true(power(g, (p - 1) / f, p) != 1);
            rest /= f;
        }
        assert_int_equal(power(g, p - 1, p), 1);
        for (int64_t smaller = 2; smaller < g; smaller++) { /* the smallest one */
            int is_root = 1;
            for (int64_t rest = p - 1; rest > 1;) {
                const int64_t f = tfi_smallest_factor(rest);
                is_root = is_root && power(smaller, (p - 1) / f, p) != 1;
                rest /= f;
            }
            assert_false(is_root);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(factors),
        cmocka_unit_test(roots),
        cmocka_unit_test(roots_of_large_primes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
