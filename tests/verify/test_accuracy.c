/* Are the numbers as exact as promised? Relative RMS against a long-double transform:
 * complex, real forward, real backward, f32 and f64.
 *
 * Quick: every n to 512, a sample to 4,096, primes and powers of two to 2^18.
 * TRNFFT_TEST_FULL=1: every n to 4,096 and 200 random n to 2^22. */
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

typedef enum measured {
    C2C_F32,
    R2C_F32,
    C2R_F32,
    C2C_F64,
    R2C_F64,
    C2R_F64,
    N_MEASURED
} measured;

static const char *const names[N_MEASURED] = { "c2c f32", "r2c f32", "c2r f32",
                                               "c2c f64", "r2c f64", "c2r f64" };
static double worst[N_MEASURED];
static int64_t worst_n[N_MEASURED];
static int failures;

static void note(measured what, int64_t n, double error)
{
    double bound = what < C2C_F64 ? test_rms_bound_f32(n) : TEST_RMS_BOUND_F64;
    if (what >= C2C_F64 && !test_reference_is_wide()) {
        bound *= 2; /* the reference is no better than the library */
    }
    if (error > worst[what]) {
        worst[what] = error;
        worst_n[what] = n;
    }
    if (!(error <= bound)) {
        failures++;
        fprintf(stderr, "%s n = %lld: relative RMS %.3g > %.3g\n", names[what],
                (long long)n, error, bound);
    }
}

/* Memory of one length, for the largest n so far. */
typedef struct buffers {
    int64_t n;
    float *f, *fr, *F, *Fr;
    double *d, *dr, *D, *Dr;
    test_complex *x, *X, *R;
} buffers;

static void *grown(void *p, size_t count, size_t unit)
{
    free(p);
    p = malloc(count * unit);
    assert_non_null(p);
    return p;
}

static void reserve(buffers *b, int64_t n)
{
    if (n <= b->n) {
        return;
    }
    size_t pairs = 2 * (size_t)n + 2;
    b->f = grown(b->f, pairs, sizeof *b->f);
    b->F = grown(b->F, pairs, sizeof *b->F);
    b->fr = grown(b->fr, pairs, sizeof *b->fr);
    b->Fr = grown(b->Fr, pairs, sizeof *b->Fr);
    b->d = grown(b->d, pairs, sizeof *b->d);
    b->D = grown(b->D, pairs, sizeof *b->D);
    b->dr = grown(b->dr, pairs, sizeof *b->dr);
    b->Dr = grown(b->Dr, pairs, sizeof *b->Dr);
    b->x = grown(b->x, (size_t)n, sizeof *b->x);
    b->X = grown(b->X, (size_t)n, sizeof *b->X);
    b->R = grown(b->R, (size_t)n, sizeof *b->R);
    b->n = n;
}

static void release(buffers *b)
{
    free(b->f), free(b->F), free(b->fr), free(b->Fr);
    free(b->d), free(b->D), free(b->dr), free(b->Dr);
    free(b->x), free(b->X), free(b->R);
}

/* X = transform of x (both complex), R = transform of Re x. */
static void expected_forward(buffers *b, int64_t n)
{
    test_dft(n, -1, b->x, b->X);
    for (int64_t k = 0; k <= n / 2; k++) {
        test_complex p = b->X[k], q = b->X[k == 0 ? 0 : n - k];
        b->R[k] = (test_complex){ (p.re + q.re) / 2, (p.im - q.im) / 2 };
    }
}

/* X_j = 1/n sum of the Hermitian spectrum whose half is x. */
static void expected_backward(buffers *b, int64_t n)
{
    b->x[0].im = 0;
    if (n % 2 == 0) {
        b->x[n / 2].im = 0;
    }
    for (int64_t k = n / 2 + 1; k < n; k++) {
        b->x[k] = (test_complex){ b->x[n - k].re, -b->x[n - k].im };
    }
    test_dft(n, +1, b->x, b->X);
    for (int64_t j = 0; j < n; j++) {
        b->X[j].re /= (long double)n;
        b->X[j].im = 0;
    }
}

static void measure_f32(buffers *b, int64_t n, int forward)
{
    if (forward) {
        EXPECT_OK(trnfft_fft_f32(n, b->f, b->F));
        note(C2C_F32, n, test_rms_error_f32(n, b->F, b->F + 1, 2, b->X));
        for (int64_t j = 0; j < n; j++) {
            b->fr[j] = b->f[2 * j];
        }
        EXPECT_OK(trnfft_rfft_f32(n, b->fr, b->Fr));
        note(R2C_F32, n, test_rms_error_f32(n / 2 + 1, b->Fr, b->Fr + 1, 2, b->R));
    } else {
        EXPECT_OK(trnfft_irfft_f32(n, b->f, b->fr));
        note(C2R_F32, n, test_rms_error_f32(n, b->fr, NULL, 1, b->X));
    }
}

static void measure_f64(buffers *b, int64_t n, int forward)
{
    if (forward) {
        EXPECT_OK(trnfft_fft_f64(n, b->d, b->D));
        note(C2C_F64, n, test_rms_error_f64(n, b->D, b->D + 1, 2, b->X));
        for (int64_t j = 0; j < n; j++) {
            b->dr[j] = b->d[2 * j];
        }
        EXPECT_OK(trnfft_rfft_f64(n, b->dr, b->Dr));
        note(R2C_F64, n, test_rms_error_f64(n / 2 + 1, b->Dr, b->Dr + 1, 2, b->R));
    } else {
        EXPECT_OK(trnfft_irfft_f64(n, b->d, b->dr));
        note(C2R_F64, n, test_rms_error_f64(n, b->dr, NULL, 1, b->X));
    }
}

/* Large lengths share one reference: the f64 input then has only 24 bits. */
static void check_length(buffers *b, int64_t n)
{
    test_random r = test_random_seed((uint64_t)n);
    int share = n > 4096;
    reserve(b, n);
    for (int forward = 1; forward >= 0; forward--) {
        for (int wide = 0; wide < 2; wide++) {
            if (wide == 0 || !share) {
                test_random_fill_f32(&r, b->f, 2 * n + 2);
                test_random_fill_f64(&r, b->d, 2 * n + 2);
                for (int64_t j = 0; j < 2 * n + 2 && (share || wide == 0); j++) {
                    b->d[j] = (double)b->f[j];
                }
                for (int64_t j = 0; j < n; j++) {
                    b->x[j] = (test_complex){ b->d[2 * j], b->d[2 * j + 1] };
                }
                forward ? expected_forward(b, n) : expected_backward(b, n);
            }
            wide ? measure_f64(b, n, forward) : measure_f32(b, n, forward);
        }
    }
}

static void print_worst(void)
{
    for (int i = 0; i < N_MEASURED; i++) {
        printf("  %s: worst relative RMS %.3g at n = %lld\n", names[i], worst[i],
               (long long)worst_n[i]);
    }
}

static void small_lengths(void **state)
{
    (void)state;
    buffers b = { 0 };
    for (int64_t n = 1; n <= 4096; n += n < 512 || test_full() ? 1 : 41) {
        check_length(&b, n);
    }
    print_worst();
    release(&b);
    assert_int_equal(failures, 0);
}

static void chosen_lengths(void **state)
{
    (void)state;
    const int64_t lengths[] = {
        521,    997,    1000,   1021,   1208,   1331,      1920,  2004,  2187,  2310,
        3125,   4096,   4097,   4099,   5005,   6140,      8191,  8192,  10007, 16384,
        16807,  28561,  32768,  49951,  51187,  65536,     65537, 65535, 99991, 30030,
        100003, 131072, 161051, 262144, 262143, 251 * 509, 505301
    };
    buffers b = { 0 };
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        check_length(&b, lengths[i]);
    }
    print_worst();
    release(&b);
    assert_int_equal(failures, 0);
}

static int is_prime(int64_t n)
{
    for (int64_t p = 2; p * p <= n; p++) {
        if (n % p == 0) {
            return 0;
        }
    }
    return n > 1;
}

/* Spread evenly over the powers of two, every fifth one a prime. */
static void random_lengths(void **state)
{
    (void)state;
    buffers b = { 0 };
    test_random r = test_random_seed(2222);
    int count = test_full() ? 200 : 12;
    double top = test_full() ? 22 : 17;
    for (int i = 0; i < count; i++) {
        double u = (test_random_unit(&r) + 1) / 2;
        int64_t n = (int64_t)exp2(12 + u * (top - 12));
        while (i % 5 == 0 && !is_prime(n)) {
            n--;
        }
        check_length(&b, n);
    }
    print_worst();
    release(&b);
    assert_int_equal(failures, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(small_lengths),
        cmocka_unit_test(chosen_lengths),
        cmocka_unit_test(random_lengths),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
