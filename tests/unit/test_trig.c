/* Twiddles against series in 113-bit arithmetic (or 80-bit, then with a wider bound).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/trig_tables.h"

#if LDBL_MANT_DIG >= 113
typedef long double wide;
enum { HAVE_WIDE = 1 };
#elif defined(__SIZEOF_FLOAT128__)
__extension__ typedef __float128 wide;
enum { HAVE_WIDE = 1 };
#else
typedef long double wide;
enum { HAVE_WIDE = 0 };
#endif

/* Units in the last place, with room for the reference where it is no wider than
 * double. */
static const double ulp_bound = HAVE_WIDE ? 0.51 : LDBL_MANT_DIG > 53 ? 0.52 : 4.0;

static const int64_t lengths[] = {
    1,
    2,
    3,
    4,
    5,
    6,
    7,
    8,
    9,
    12,
    15,
    16,
    17,
    24,
    100,
    997,
    1000,
    1024,
    1616,
    1617,
    3216,
    3232,
    4096,
    6464,
    6465,
    8191,
    9973,
    65536,
    65537,
    100003,
    1 << 20,
    1000003,
    4194304,
    4194301,
    (int64_t)1 << 31,
    ((int64_t)1 << 31) + 11,
    ((int64_t)1 << 33) - 9,
};
static const int64_t huge_lengths[] = {
    ((int64_t)1 << 40) + 15, ((int64_t)1 << 44) + 7, (int64_t)1 << 61,
    ((int64_t)1 << 62) - 57, (int64_t)1 << 62,
};
enum {
    N_LENGTHS = sizeof lengths / sizeof lengths[0],
    N_HUGE = sizeof huge_lengths / sizeof huge_lengths[0],
    MOST = 3000
};

/* cos and -sin of 2 pi k / n with the reduction in integers and Taylor's series. */
static void reference(int64_t n, int64_t k, wide *re, wide *im)
{
    const wide half_pi = (wide)1.57079632679489655800 +
                         (wide)6.12323399573676603587e-17 +
                         (wide)-1.49738490485916983e-33;
    uint64_t circle = (uint64_t)n; /* quarters of a unit: 4 k of 4 n */
    uint64_t u = (uint64_t)k;
    int below = u > circle - u;
    if (below)
        u = circle - u;
    uint64_t a = 4 * u;
    int left = a > circle;
    if (left)
        a = 2 * circle - a;
    int swap = a > circle - a;
    if (swap)
        a = circle - a;
    wide x = half_pi * (wide)a / (wide)n;
    wide x2 = x * x;
    wide c = 1;
    wide s = 1;
    for (int i = 16; i > 0; i--) {
        s = 1 - s * x2 / (wide)(2 * i * (2 * i + 1));
        c = 1 - c * x2 / (wide)(2 * i * (2 * i - 1));
    }
    s *= x;
    *re = swap ? s : c;
    *im = swap ? c : s;
    if (left)
        *re = -*re;
    if (!below)
        *im = -*im;
}

static double error_in_ulps(double got, wide wanted, int mantissa_bits)
{
    if (got == 0.0)
        return wanted == 0 ? 0.0 : 1e9;
    int e;
    frexp(got, &e);
    return fabs((double)(((wide)got - wanted) / (wide)ldexp(1.0, e - mantissa_bits)));
}

static int64_t step_mod(int64_t k, int64_t dk, int64_t n)
{
    uint64_t r = (uint64_t)k % (uint64_t)n + (uint64_t)dk % (uint64_t)n;
    return (int64_t)(r % (uint64_t)n);
}

static void check_run(const tfi_trig *t, int64_t n, int64_t k0, int64_t dk,
                      int64_t count)
{
    static double re[MOST], im[MOST];
    static float re32[MOST], im32[MOST];
    tfi_trig_fill_f64(t, k0, dk, count, re, im, 1);
    tfi_trig_fill_f32(t, k0, dk, count, re32, im32, 1);
    int64_t k = k0;
    double worst = 0.0;
    double worst32 = 0.0;
    for (int64_t i = 0; i < count; i++) {
        wide c;
        wide s;
        reference(n, k, &c, &s);
        worst = fmax(worst, error_in_ulps(re[i], c, 53));
        worst = fmax(worst, error_in_ulps(im[i], s, 53));
        worst32 = fmax(worst32, error_in_ulps((double)re32[i], c, 24));
        worst32 = fmax(worst32, error_in_ulps((double)im32[i], s, 24));
        k = step_mod(k, dk, n);
    }
    if (worst > ulp_bound || worst32 > 0.5001)
        print_message("n = %lld, k0 = %lld, dk = %lld: %.4f and %.4f ulp\n",
                      (long long)n, (long long)k0, (long long)dk, worst, worst32);
    assert_true(worst <= ulp_bound);
    assert_true(worst32 <= 0.5001);
}

static void factors_are_exact(void **state)
{
    (void)state;
    for (int i = 0; i < N_LENGTHS; i++) {
        int64_t n = lengths[i];
        tfi_trig *t = NULL;
        assert_int_equal(tfi_trig_create(NULL, n, &t), TRNFFT_OK);
        int64_t count = n < MOST ? n : MOST;
        check_run(t, n, 0, 1, count);
        check_run(t, n, n / 8 > 100 ? n / 8 - 100 : 0, 1, count < 200 ? count : 200);
        check_run(t, n, n - 1, n - 1, count);
        check_run(t, n, n / 3, n / 7 * 3 + 1 < n ? n / 7 * 3 + 1 : 0, count);
        tfi_trig_destroy(t, NULL);
    }
}

static void huge_lengths_do_not_overflow(void **state)
{
    (void)state;
    for (int i = 0; i < N_HUGE; i++) {
        int64_t n = huge_lengths[i];
        tfi_trig *t = NULL;
        assert_int_equal(tfi_trig_create(NULL, n, &t), TRNFFT_OK);
        check_run(t, n, 0, 1, 70);
        check_run(t, n, n - 1, n - 1, 70);
        check_run(t, n, n / 2 - 20, n / 4 + 1, 70);
        check_run(t, n, 1, n / 97 * 31, 150);
        tfi_trig_destroy(t, NULL);
    }
}

static void symmetry_is_exact(void **state)
{
    (void)state;
    for (int i = 0; i < N_LENGTHS; i++) {
        int64_t n = lengths[i];
        tfi_trig *t = NULL;
        assert_int_equal(tfi_trig_create(NULL, n, &t), TRNFFT_OK);
        double re[6], im[6];
        tfi_trig_one(t, 0, &re[0], &im[0]);
        assert_true(re[0] == 1.0 && im[0] == 0.0 && !signbit(im[0]));
        for (int64_t j = 1; j < (n < 500 ? n : 500); j++) {
            int64_t k = n < 500 ? j : n / 500 * j + j * j % 7;
            tfi_trig_one(t, k, &re[0], &im[0]);
            tfi_trig_one(t, n - k, &re[1], &im[1]);
            tfi_trig_one(t, -k, &re[2], &im[2]);
            assert_true(re[0] == re[1] && im[0] == -im[1]);
            assert_true(re[2] == re[1] && im[2] == im[1]);
            if (n % 2 == 0) { /* half a turn */
                tfi_trig_one(t, k + n / 2, &re[3], &im[3]);
                assert_true(re[3] == -re[0] && im[3] == -im[0]);
            }
            if (n % 4 == 0) { /* a quarter */
                tfi_trig_one(t, k + n / 4, &re[4], &im[4]);
                assert_true(re[4] == im[0] && im[4] == -re[0]);
            }
        }
        tfi_trig_destroy(t, NULL);
    }
}

static void octants_are_exact(void **state)
{
    (void)state;
    const double h = 0.70710678118654752440;
    const double re[8] = { 1, h, 0, -h, -1, -h, 0, h };
    const double im[8] = { 0, -h, -1, -h, 0, h, 1, h };
    static const int64_t multiples[] = {
        8, 24, 1000, 4096, 8 * 4099, 1 << 22, (int64_t)1 << 50, (int64_t)1 << 62
    };
    for (size_t i = 0; i < sizeof multiples / sizeof multiples[0]; i++) {
        int64_t n = multiples[i];
        tfi_trig *t = NULL;
        assert_int_equal(tfi_trig_create(NULL, n, &t), TRNFFT_OK);
        double x[8], y[8];
        float x32[8], y32[8];
        tfi_trig_fill_f64(t, 0, n / 8, 8, x, y, 1);
        tfi_trig_fill_f32(t, 0, n / 8, 8, x32, y32, 1);
        for (int o = 0; o < 8; o++) {
            assert_true(x[o] == re[o] && y[o] == im[o]);
            assert_true(x32[o] == (float)re[o] && y32[o] == (float)im[o]);
        }
        tfi_trig_destroy(t, NULL);
    }
}

/* Tables of 1, 2, … entries, and long ones. */
static void vectors_make_the_same_tables(void **state)
{
    enum { MOST_ENTRIES = 400 };
    static tfi_trig_coarse one_by_one[MOST_ENTRIES], by_vectors[MOST_ENTRIES];
    (void)state;
    for (int i = 0; i < N_LENGTHS; i++) {
        tfi_trig *t = NULL;
        assert_int_equal(tfi_trig_create(NULL, lengths[i], &t), TRNFFT_OK);
        const uint64_t all =
            t->direct ? 1 : ((t->n >> (t->unit_shift + 1)) >> t->fine_bits) + 1;
        for (size_t count = 1; count <= all && count <= MOST_ENTRIES; count++) {
            tfi_trig_coarse_one_by_one(t, count, one_by_one);
            if (!tfi_trig_coarse_by_vectors(t, count, by_vectors)) {
                break;
            }
            assert_memory_equal(one_by_one, by_vectors, count * sizeof *by_vectors);
        }
        tfi_trig_destroy(t, NULL);
    }
}

/* Factor i of a list, and in blocks of 8 that begin 24 apart. */
static void check_lists(const tfi_trig *t, int64_t n, int64_t k0, int64_t dk)
{
    enum { COUNT = 53, BLOCK = 8, PITCH = 24, ROOM = COUNT / BLOCK * PITCH + BLOCK };
    double x[ROOM], y[ROOM], list_x[COUNT], list_y[COUNT], one[2];
    float x32[ROOM], y32[ROOM], list_x32[COUNT], list_y32[COUNT], one32[2];
    int64_t k[COUNT];
    for (int64_t i = 0; i < COUNT; i++) {
        k[i] = ((k0 + i * dk) % n + n) % n;
    }
    tfi_trig_list_f64(t, k, COUNT, list_x, list_y);
    tfi_trig_list_f32(t, k, COUNT, list_x32, list_y32);
    tfi_trig_blocks_f64(t, k0, dk, COUNT, x, y, BLOCK, PITCH);
    tfi_trig_blocks_f32(t, k0, dk, COUNT, x32, y32, BLOCK, PITCH);
    for (int i = 0; i < COUNT; i++) {
        const int at = i / BLOCK * PITCH + i % BLOCK;
        /* Pairs are made one by one. */
        tfi_trig_fill_f64(t, k[i], 0, 1, &one[0], &one[1], 2);
        tfi_trig_fill_f32(t, k[i], 0, 1, &one32[0], &one32[1], 2);
        assert_memory_equal(&list_x[i], &one[0], sizeof one[0]);
        assert_memory_equal(&list_y[i], &one[1], sizeof one[0]);
        assert_memory_equal(&x[at], &one[0], sizeof one[0]);
        assert_memory_equal(&y[at], &one[1], sizeof one[0]);
        assert_memory_equal(&list_x32[i], &one32[0], sizeof one32[0]);
        assert_memory_equal(&list_y32[i], &one32[1], sizeof one32[0]);
        assert_memory_equal(&x32[at], &one32[0], sizeof one32[0]);
        assert_memory_equal(&y32[at], &one32[1], sizeof one32[0]);
    }
}

/* Rows of one or two vectors, and of a width that is none. */
static void check_rows(const tfi_trig *t, int64_t k0, int64_t width)
{
    enum { ROWS = 21, WIDEST = 16 };
    double x[ROWS * WIDEST], y[ROWS * WIDEST], one[2];
    float x32[ROWS * WIDEST], y32[ROWS * WIDEST], one32[2];
    tfi_trig_rows_f64(t, k0, ROWS, width, x, y);
    tfi_trig_rows_f32(t, k0, ROWS, width, x32, y32);
    for (int64_t j = 0; j < ROWS; j++) {
        for (int64_t l = 0; l < width; l++) {
            const int64_t at = j * width + l, k = j * (k0 + l);
            tfi_trig_fill_f64(t, k, 0, 1, &one[0], &one[1], 2);
            tfi_trig_fill_f32(t, k, 0, 1, &one32[0], &one32[1], 2);
            assert_memory_equal(&x[at], &one[0], sizeof one[0]);
            assert_memory_equal(&y[at], &one[1], sizeof one[0]);
            assert_memory_equal(&x32[at], &one32[0], sizeof one32[0]);
            assert_memory_equal(&y32[at], &one32[1], sizeof one32[0]);
        }
    }
}

/* Three ways to the same factor: pairs along a walk, one alone, one along another walk.
 */
static void check_walk(const tfi_trig *t, int64_t k0, int64_t dk)
{
    enum { COUNT = 300 };
    double row[2 * COUNT], one[2];
    float row32[2 * COUNT], one32[2];
    memset(row, 0xff, sizeof row);
    memset(row32, 0xff, sizeof row32);
    tfi_trig_fill_f64(t, k0, dk, COUNT, row, row + 1, 2);
    tfi_trig_fill_f32(t, k0, dk, COUNT, row32, row32 + 1, 2);
    for (int64_t j = 0; j < COUNT; j++) {
        tfi_trig_one(t, k0 + j * dk, &one[0], &one[1]);
        assert_memory_equal(&row[2 * j], one, sizeof one);
        tfi_trig_fill_f32(t, k0 + j * dk, 1, 1, &one32[0], &one32[1], 1);
        assert_memory_equal(&row32[2 * j], one32, sizeof one32);
    }
}

static void bits_do_not_depend_on_the_walk(void **state)
{
    (void)state;
    static const int64_t some[] = { 1,     3,       12,      1000,
                                    6465,  65536,   65537,   1000003,
                                    65542, 4194304, 4194302, ((int64_t)1 << 41) + 1 };
    for (size_t i = 0; i < sizeof some / sizeof some[0]; i++) {
        int64_t n = some[i];
        tfi_trig *t = NULL;
        assert_int_equal(tfi_trig_create(NULL, n, &t), TRNFFT_OK);
        const int64_t steps[] = {
            0,      1,        -1, n / 70, -(n / 70), n / 64,
            n / 90, n / 1000, 3,  -5,     n / 63,    -(n / 3) - 1
        };
        const int64_t starts[] = { 0,     -5 - 3 * n, n / 8,        n / 4,
                                   n / 2, n - 1,      n / 2 + n / 8 };
        for (size_t j = 0; j < sizeof steps / sizeof steps[0]; j++)
            for (size_t k = 0; k < sizeof starts / sizeof starts[0]; k++) {
                check_walk(t, starts[k], steps[j]);
                check_lists(t, n, starts[k], steps[j]);
            }
        for (int64_t width = 5; width <= 16; width += width == 5 ? 3 : 8) {
            check_rows(t, 0, width);
            check_rows(t, n / 3, width);
            check_rows(t, n - 1, width);
        }
        double one[2];
        tfi_trig_fill_f64(t, 0, 1, 0, NULL, NULL, 1);
        tfi_trig_fill_f32(t, 0, n / 2, 0, NULL, NULL, 1);
        double backwards[6];
        tfi_trig_fill_f64(t, 1, 1, 3, backwards + 4, backwards + 5, -2);
        tfi_trig_one(t, 3, &one[0], &one[1]);
        assert_true(backwards[0] == one[0] && backwards[1] == one[1]);
        tfi_trig_one(t, INT64_MIN, &one[0], &one[1]);
        tfi_trig_one(t, INT64_MAX, &one[0], &one[1]);
        assert_true(fabs(one[0] * one[0] + one[1] * one[1] - 1.0) < 1e-15);
        tfi_trig_destroy(t, NULL);
    }
}

static int allocations_left;

static void *scarce_allocate(size_t bytes, void *user)
{
    (void)user;
    return allocations_left-- > 0 ? malloc(bytes) : NULL;
}

static void scarce_release(void *p, void *user)
{
    (void)user;
    free(p);
}

static void failures_leave_nothing(void **state)
{
    (void)state;
    static const tfi_allocator scarce = { scarce_allocate, scarce_release, NULL };
    tfi_trig *t = NULL;
    for (int n = 0; n < 3; n++) {
        allocations_left = n;
        t = (tfi_trig *)(void *)&t;
        assert_int_equal(tfi_trig_create(&scarce, 1024, &t),
                         TRNFFT_ERROR_OUT_OF_MEMORY);
        assert_null(t);
    }
    allocations_left = 3;
    assert_int_equal(tfi_trig_create(&scarce, 1024, &t), TRNFFT_OK);
    assert_true(tfi_trig_bytes(t) > 4000 && tfi_trig_bytes(t) < 5000);
    tfi_trig_destroy(t, &scarce);
    tfi_trig_destroy(NULL, &scarce);
    assert_int_equal(tfi_trig_create(NULL, 0, &t), TRNFFT_ERROR_INVALID_ARGUMENT);
    assert_int_equal(tfi_trig_create(NULL, -3, &t), TRNFFT_ERROR_INVALID_ARGUMENT);
    assert_int_equal(tfi_trig_create(NULL, INT64_MAX, &t),
                     TRNFFT_ERROR_INVALID_ARGUMENT);
    assert_null(t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(factors_are_exact),
        cmocka_unit_test(huge_lengths_do_not_overflow),
        cmocka_unit_test(symmetry_is_exact),
        cmocka_unit_test(octants_are_exact),
        cmocka_unit_test(vectors_make_the_same_tables),
        cmocka_unit_test(bits_do_not_depend_on_the_walk),
        cmocka_unit_test(failures_leave_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
