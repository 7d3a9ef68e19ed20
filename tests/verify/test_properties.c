/* Is it a Fourier transform at all? Linearity, impulse, shift, Parseval and round trip
 * define it without trusting another transform. n = 1 … 512 and random n, complex and
 * real, f32 and f64. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>

#include <trnfft/trnfft.h>

#include "support/random.h"
#include "support/reference.h"
#include "support/tensors.h"
#include "support/tolerances.h"

/* Lines are kept as doubles and go through the library in the precision under test. */
typedef struct line {
    int32_t dtype, layout;
    int64_t n;
    trnfft_tensor in, out, half, real;
} line;

static line line_create(int32_t dtype, int32_t layout, int64_t n)
{
    line l = { .dtype = dtype, .layout = layout, .n = n };
    l.in = test_tensor(dtype, layout, 1, &n);
    l.out = test_tensor(dtype, layout, 1, &n);
    l.real = test_tensor(dtype, TRNFFT_REAL, 1, &n);
    l.half = test_tensor(dtype, layout, 1, TEST_LIST(n / 2 + 1));
    return l;
}

static void line_destroy(line *l)
{
    test_tensor_free(&l->in);
    test_tensor_free(&l->out);
    test_tensor_free(&l->real);
    test_tensor_free(&l->half);
}

static double tolerance(const line *l)
{
    return l->dtype == TRNFFT_F32 ? test_tolerance_f32(l->n) : test_tolerance_f64(l->n);
}

static void forward(line *l, const double *x, double *X)
{
    test_tensor_set(&l->in, x);
    EXPECT_OK(trnfft_fft(&l->in, -1, -1, TRNFFT_NORM_BACKWARD, &l->out));
    test_tensor_get(&l->out, X);
}

static double *new_pairs(int64_t n)
{
    double *p = calloc(2 * (size_t)n + 2, sizeof *p);
    assert_non_null(p);
    return p;
}

static void fill(test_random *r, double *x, int64_t count)
{
    for (int64_t i = 0; i < count; i++) {
        x[i] = (double)test_random_unit_f32(r); /* exact in both precisions */
    }
}

static double norm_of(const double *x, int64_t count)
{
    double sum = 0,
           lost = 0; /* compensated: the sum must not be worse than the transform */
    for (int64_t i = 0; i < count; i++) {
        double term = x[i] * x[i] - lost, next = sum + term;
        lost = (next - sum) - term;
        sum = next;
    }
    return sqrt(sum);
}

static void expect_close(const line *l, const double *a, const double *b, int64_t count,
                         const char *property)
{
    double sum = 0;
    for (int64_t i = 0; i < count; i++) {
        sum += (a[i] - b[i]) * (a[i] - b[i]);
    }
    double norm = norm_of(b, count), error = sqrt(sum) / (norm > 0 ? norm : 1);
    if (!(error <= tolerance(l))) {
        fail_msg("%s fails: n = %lld, dtype %d, layout %d: %.3g > %.3g", property,
                 (long long)l->n, (int)l->dtype, (int)l->layout, error, tolerance(l));
    }
}

/* F(a x + b y) = a F x + b F y, with a and b that keep the sum exact in f32. */
static void check_linearity(line *l, test_random *r, double *x, double *y, double *z)
{
    int64_t n = l->n;
    double *X = new_pairs(n), *Y = new_pairs(n);
    for (int64_t i = 0; i < 2 * n; i++) {
        x[i] = (double)test_random_between(r, -2048, 2048) / 2048;
        y[i] = (double)test_random_between(r, -2048, 2048) / 2048;
        z[i] = 0.5 * x[i] - 4 * y[i];
    }
    forward(l, x, X);
    forward(l, y, Y);
    for (int64_t i = 0; i < 2 * n; i++) {
        X[i] = 0.5 * X[i] - 4 * Y[i];
    }
    forward(l, z, Y);
    expect_close(l, Y, X, 2 * n, "linearity");
    free(X);
    free(Y);
}

/* A one at j gives the j-th row of roots. */
static void check_impulse(line *l, test_random *r, double *x, double *X,
                          double *expected)
{
    int64_t n = l->n;
    for (int turn = 0; turn < 2; turn++) {
        int64_t j = turn == 0 ? 0 : test_random_between(r, 0, n - 1), jk = 0;
        for (int64_t i = 0; i < 2 * n; i++) {
            x[i] = 0;
        }
        x[2 * j] = 1;
        for (int64_t k = 0; k < n; k++) {
            test_complex w = test_root(jk, n);
            expected[2 * k] = (double)w.re;
            expected[2 * k + 1] = (double)w.im;
            jk = (jk + j) % n;
        }
        forward(l, x, X);
        expect_close(l, X, expected, 2 * n, "impulse");
    }
}

/* Moving the input by one turns bin k by the k-th root. */
static void check_shift(line *l, test_random *r, double *x, double *X, double *Y)
{
    int64_t n = l->n;
    fill(r, x, 2 * n);
    forward(l, x, X);
    double last[2] = { x[2 * n - 2], x[2 * n - 1] };
    for (int64_t i = 2 * n - 1; i >= 2; i--) {
        x[i] = x[i - 2];
    }
    x[0] = last[0], x[1] = last[1];
    forward(l, x, Y);
    for (int64_t k = 0; k < n; k++) {
        test_complex w = test_root(k, n);
        double re = (double)w.re, im = (double)w.im, a = X[2 * k], b = X[2 * k + 1];
        X[2 * k] = a * re - b * im;
        X[2 * k + 1] = a * im + b * re;
    }
    expect_close(l, Y, X, 2 * n, "shift");
}

static void check_energy_and_round_trip(line *l, test_random *r, double *x, double *X,
                                        double *back)
{
    int64_t n = l->n;
    fill(r, x, 2 * n);
    forward(l, x, X);
    double in = norm_of(x, 2 * n), out = norm_of(X, 2 * n) / sqrt((double)n);
    if (!(fabs(out / in - 1) <= tolerance(l))) {
        fail_msg("Parseval fails: n = %lld: %.17g", (long long)n, out / in);
    }
    EXPECT_OK(
        trnfft_ifft(&l->out, -1, -1, TRNFFT_NORM_BACKWARD, &l->out)); /* in place */
    test_tensor_get(&l->out, back);
    expect_close(l, back, x, 2 * n, "round trip");
}

static void check_real(line *l, test_random *r, double *x, double *X, double *back)
{
    int64_t n = l->n;
    fill(r, back, n);
    for (int64_t j = 0; j < n; j++) {
        x[2 * j] = back[j];
        x[2 * j + 1] = 0;
    }
    forward(l, x, X);
    test_tensor_set(&l->real, back);
    EXPECT_OK(trnfft_rfft(&l->real, -1, -1, TRNFFT_NORM_ORTHO, &l->half));
    test_tensor_get(&l->half, x);
    for (int64_t i = 0; i < 2 * (n / 2 + 1); i++) {
        x[i] *= sqrt((double)n);
    }
    expect_close(l, x, X, 2 * (n / 2 + 1), "rfft = half of fft");
    assert_true(x[1] == 0 && (n % 2 != 0 || x[n + 1] == 0));
    for (int64_t j = 0; j < n; j++) {
        x[j] = back[j];
    }
    EXPECT_OK(trnfft_irfft(&l->half, n, -1, TRNFFT_NORM_ORTHO, &l->real));
    test_tensor_get(&l->real, back);
    expect_close(l, back, x, n, "real round trip");
}

static void check_length(int64_t n)
{
    double *x = new_pairs(n), *y = new_pairs(n), *z = new_pairs(n);
    test_random r = test_random_seed((uint64_t)n + 7);
    for (int v = 0; v < 4; v++) {
        line l = line_create(test_variants[v].dtype, test_variants[v].layout, n);
        check_linearity(&l, &r, x, y, z);
        check_impulse(&l, &r, x, y, z);
        check_shift(&l, &r, x, y, z);
        check_energy_and_round_trip(&l, &r, x, y, z);
        check_real(&l, &r, x, y, z);
        line_destroy(&l);
    }
    free(x);
    free(y);
    free(z);
}

static void every_n_to_512(void **state)
{
    (void)state;
    const int64_t step = test_rounds(16) == 16 ? 1 : 7; /* some of them when in haste */
    for (int64_t n = 1; n <= 512; n += n < 40 ? 1 : step) {
        check_length(n);
    }
}

static void random_n(void **state)
{
    (void)state;
    test_random r = test_random_seed(512);
    int64_t count = test_rounds(test_full() ? 200 : 40);
    for (int64_t i = 0; i < count; i++) {
        check_length((int64_t)exp2(9 + 4.5 * (test_random_unit(&r) + 1)));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_n_to_512),
        cmocka_unit_test(random_n),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
