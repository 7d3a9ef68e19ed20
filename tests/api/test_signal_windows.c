/* test_signal_windows.c - windows against scipy, their names, their edges and their
 * errors. */
#include <setjmp.h>
#include <stdbool.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <trnfft/trnfft.h>

#include "signal_reference.h"
#include "support/tensors.h"

/* "window/kaiser:14/9/periodic" */
static void compare_with_scipy(void **state)
{
    (void)state;
    int count, compared = 0;
    const reference_array *a = reference_arrays(&count);
    for (int i = 0; i < count; i++) {
        char name[40], symmetry[20];
        long long n;
        if (sscanf(a[i].name, "window/%39[^/]/%lld/%19s", name, &n, symmetry) != 3) {
            continue;
        }
        int32_t kind;
        double parameter;
        EXPECT_OK(trnfft_window_from_name(name, &kind, &parameter));
        double *w = calloc((size_t)n, sizeof *w);
        int64_t shape = n;
        trnfft_tensor t = trnfft_tensor_real(TRNFFT_F64, 1, &shape, w);
        int32_t periodic = strcmp(symmetry, "periodic") == 0;
        EXPECT_OK(trnfft_window(kind, periodic ? TRNFFT_PERIODIC : TRNFFT_SYMMETRIC,
                                &parameter, &t));
        double error = reference_error(&a[i], w);
        if (!(error <= (kind == TRNFFT_WINDOW_DPSS ? 1e-10 : 1e-13))) {
            fail_msg("%s: error %g", a[i].name, error);
        }
        for (int64_t j = 0; !periodic && j < n; j++) {
            assert_true(w[j] == w[n - 1 - j]);
        }
        free(w);
        compared++;
    }
    assert_int_equal(compared, 9 * 6 * 2 + 13 * 4 * 2);
}

/* C56 */
static void hann_of_four(void **state)
{
    (void)state;
    const double periodic[] = { 0, 0.5, 1, 0.5 }, symmetric[] = { 0, 0.75, 0.75, 0 };
    static const int32_t types[] = { TRNFFT_F32, TRNFFT_F64, TRNFFT_BF16, TRNFFT_F16 };
    for (int i = 0; i < 4; i++) {
        trnfft_tensor t = test_tensor(types[i], TRNFFT_REAL, 1, TEST_LIST(4));
        EXPECT_OK(trnfft_window(TRNFFT_WINDOW_HANN, TRNFFT_PERIODIC, NULL, &t));
        EXPECT_VALUES(&t, periodic, 1e-15);
        EXPECT_OK(trnfft_window(TRNFFT_WINDOW_HANN, TRNFFT_SYMMETRIC, NULL, &t));
        EXPECT_VALUES(&t, symmetric, 2e-16);
        test_tensor_free(&t);
    }
}

static void edges(void **state)
{
    (void)state;
    double w[3] = { 7, 7, 7 }, parameter = 0.3;
    for (int32_t kind = TRNFFT_WINDOW_HANN; kind <= TRNFFT_WINDOW_DPSS; kind++) {
        trnfft_tensor none = trnfft_tensor_real(TRNFFT_F64, 1, TEST_LIST(0), w);
        trnfft_tensor one = trnfft_tensor_real(TRNFFT_F64, 1, TEST_LIST(1), w + 1);
        for (int32_t symmetry = 0; symmetry < 2; symmetry++) {
            EXPECT_OK(trnfft_window(kind, symmetry, &parameter, &none));
            assert_true(w[0] == 7 && w[2] == 7);
            EXPECT_OK(trnfft_window(kind, symmetry, &parameter, &one));
            assert_true(w[1] == 1);
            w[1] = 7;
        }
    }
    /* A stride, backwards. */
    double strided[6] = { 7, 7, 7, 7, 7, 7 };
    trnfft_tensor t = trnfft_tensor_strided(TRNFFT_F64, 1, TEST_LIST(3), TEST_LIST(-2),
                                            strided + 4, NULL);
    EXPECT_OK(trnfft_window(TRNFFT_WINDOW_BARTLETT, TRNFFT_PERIODIC, NULL, &t));
    assert_true(strided[4] == 0 && strided[2] == 2.0 / 3 && strided[0] == 2.0 / 3 &&
                strided[1] == 7 && strided[3] == 7 && strided[5] == 7);
}

static void names(void **state)
{
    (void)state;
    int32_t kind = -5;
    double p = -5;
    EXPECT_OK(trnfft_window_from_name("Kaiser(14.5)", &kind, &p));
    assert_true(kind == TRNFFT_WINDOW_KAISER && p == 14.5);
    EXPECT_OK(trnfft_window_from_name("gaussian, 2.5e1", &kind, &p));
    assert_true(kind == TRNFFT_WINDOW_GAUSSIAN && p == 25);
    EXPECT_OK(trnfft_window_from_name("tukey", &kind, &p));
    assert_true(kind == TRNFFT_WINDOW_TUKEY && p == 0.5);
    for (int32_t k = TRNFFT_WINDOW_HANN; k <= TRNFFT_WINDOW_DPSS; k++) {
        char text[40];
        bool with = k == TRNFFT_WINDOW_KAISER || k == TRNFFT_WINDOW_GAUSSIAN ||
                    k == TRNFFT_WINDOW_DPSS;
        snprintf(text, sizeof text, "%s%s", trnfft_window_name(k),
                 with ? ":-1.5e-1" : "");
        EXPECT_OK(trnfft_window_from_name(text, &kind, &p));
        assert_int_equal(kind, k);
        assert_true(!with || p == -0.15);
    }
    assert_string_equal(trnfft_window_name(99), "unknown");
    static const char *const bad[] = { "",          "han",      "hann:2",   "kaiser",
                                       "kaiser:",   "kaiser:x", "kaiser(1", "kaiser:1x",
                                       "kaiser:1e", "hannx",    "tukey:." };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        kind = -5;
        EXPECT_ERROR(trnfft_window_from_name(bad[i], &kind, &p),
                     TRNFFT_ERROR_INVALID_ARGUMENT, "name = ");
        assert_int_equal(kind, -5);
    }
    EXPECT_ERROR(trnfft_window_from_name(NULL, &kind, &p),
                 TRNFFT_ERROR_INVALID_ARGUMENT, "name = NULL");
    EXPECT_REFUSED(trnfft_window_from_name("hann", NULL, &p));
    EXPECT_REFUSED(trnfft_window_from_name("hann", &kind, NULL));
}

static void errors(void **state)
{
    (void)state;
    double w[4] = { 7, 7, 7, 7 }, nan = strtod("nan", NULL), zero = 0, two = 2;
    const trnfft_status argument = TRNFFT_ERROR_INVALID_ARGUMENT;
    trnfft_tensor t = trnfft_tensor_real(TRNFFT_F64, 1, TEST_LIST(4), w);
    EXPECT_ERROR(trnfft_window(13, 0, NULL, &t), argument, "kind = 13");
    EXPECT_ERROR(trnfft_window(0, 2, NULL, &t), argument, "symmetry = 2");
    EXPECT_ERROR(trnfft_window(TRNFFT_WINDOW_KAISER, 0, NULL, &t), argument,
                 "parameters");
    EXPECT_ERROR(trnfft_window(TRNFFT_WINDOW_KAISER, 0, &nan, &t), argument, "finite");
    EXPECT_ERROR(trnfft_window(TRNFFT_WINDOW_GAUSSIAN, 0, &zero, &t), argument,
                 "above 0");
    EXPECT_ERROR(trnfft_window(TRNFFT_WINDOW_TUKEY, 0, &two, &t), argument, "alpha");
    EXPECT_ERROR(trnfft_window(TRNFFT_WINDOW_DPSS, 0, &two, &t), argument, "NW");
    EXPECT_REFUSED(trnfft_window(0, 0, NULL, NULL));
    trnfft_tensor rank2 = trnfft_tensor_real(TRNFFT_F64, 2, TEST_LIST(2, 2), w);
    EXPECT_ERROR(trnfft_window(0, 0, NULL, &rank2), TRNFFT_ERROR_INVALID_SHAPE,
                 "rank 2");
    trnfft_tensor complex = trnfft_tensor_interleaved(TRNFFT_F64, 1, TEST_LIST(2), w);
    EXPECT_ERROR(trnfft_window(0, 0, NULL, &complex), TRNFFT_ERROR_INVALID_DTYPE,
                 "complex");
    trnfft_tensor samples = trnfft_tensor_real(TRNFFT_S16, 1, TEST_LIST(4), w);
    EXPECT_ERROR(trnfft_window(0, 0, NULL, &samples), TRNFFT_ERROR_INVALID_DTYPE,
                 "s16");
    for (int i = 0; i < 4; i++) {
        assert_true(w[i] == 7);
    }
}

/* A Kaiser window with a large parameter is nearly exp(-beta t^2 / 2): nothing cancels
 * there, and nothing overflows. */
static void kaiser_of_large_parameters(void **state)
{
    (void)state;
    enum { N = 2049 };
    double w[N], beta = 1e6;
    trnfft_tensor t = trnfft_tensor_real(TRNFFT_F64, 1, TEST_LIST(N), w);
    EXPECT_OK(trnfft_window(TRNFFT_WINDOW_KAISER, TRNFFT_SYMMETRIC, &beta, &t));
    for (int j = 0; j < N; j++) {
        const double x = (double)(2 * j - (N - 1)) / (N - 1);
        const double root = sqrt(1 - x * x);
        if (root > 0.9) { /* I0(x) = exp(x) / sqrt(2 pi x) (1 + 1 / (8 x) + …) */
            const double expected = exp(-beta * (x * x / (1 + root))) / sqrt(root) *
                                    (1 + 1 / (8 * beta * root)) / (1 + 1 / (8 * beta));
            assert_true(fabs(w[j] - expected) <= 2e-13 * expected + 1e-300);
        }
    }
    for (int k = -1; k <= 1; k++) {
        const double huge = k * 1.7e308;
        EXPECT_OK(trnfft_window(TRNFFT_WINDOW_KAISER, TRNFFT_SYMMETRIC, &huge, &t));
        for (int j = 0; j < N; j++) {
            assert_true(k == 0 ? w[j] == 1 : w[j] == (2 * j == N - 1));
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kaiser_of_large_parameters),
        cmocka_unit_test(compare_with_scipy),
        cmocka_unit_test(hann_of_four),
        cmocka_unit_test(edges),
        cmocka_unit_test(names),
        cmocka_unit_test(errors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
