/* Failure classes of sizes: primes, large products, narrow types, size arithmetic, >
 * 2^31. */
#define _GNU_SOURCE /* memfd_create */
#include "cases/cases.h"

#include <time.h>

#ifdef __linux__
#include <sys/mman.h>
#include <unistd.h>
#endif

/* Processor time: other programs do not count. */
static double now(void)
{
    return (double)clock() / CLOCKS_PER_SEC;
}

static double *new_f64(int64_t count)
{
    double *p = calloc((size_t)count, sizeof *p);
    assert_non_null(p);
    return p;
}

/* Seconds of the best of seven transforms of this length, planned before. */
static double time_of(int64_t n)
{
    double *x = new_f64(2 * n), *X = new_f64(2 * n), best = 1e9;
    EXPECT_OK(trnfft_fft_f64(n, x, X));
    for (int round = 0; round < 7; round++) {
        double start = now();
        EXPECT_OK(trnfft_fft_f64(n, x, X));
        best = fmin(best, now() - start);
    }
    free(x);
    free(X);
    return best;
}

static void C10_large_primes(void **state)
{
    (void)state;
    int64_t n = 100003;
    double *x = new_f64(2 * n), *X = new_f64(2 * n);
    x[2] = 1;
    EXPECT_OK(trnfft_fft_f64(n, x, X));
    assert_true(fabs(X[2] - 0.999999998026) < 1e-12);
    assert_true(fabs(X[3] + 6.282996813e-5) < 1e-13);
    assert_true(fabs(X[2 * 50001] + 0.999999999507) < 1e-12);
    assert_true(fabs(X[2 * 50001 + 1] + 3.141498408e-5) < 1e-13);
    free(x);
    free(X);
    n = 65537;
    x = new_f64(2 * n), X = new_f64(2 * n);
    for (int64_t j = 0; j < n; j++) {
        test_complex w = test_root(-(12345 * j % n), n);
        x[2 * j] = (double)w.re;
        x[2 * j + 1] = (double)w.im;
    }
    EXPECT_OK(trnfft_fft_f64(n, x, X));
    for (int64_t k = 0; k < n; k++) {
        double expected = k == 12345 ? (double)n : 0;
        assert_true(hypot(X[2 * k] - expected, X[2 * k + 1]) <= 1e-9 * (double)n);
    }
    free(x);
    free(X);
    double base = time_of(131072);
    if (TEST_TIMED) {
        assert_true(time_of(119513) <= 20 * base);
        assert_true(time_of(986626) <= 20 * 8 * base);
        assert_true(time_of(100003) <= 20 * base);
        assert_true(time_of(65537) <= 20 * base);
    }
}

static void C11_accuracy_of_large_factors(void **state)
{
    (void)state;
    const int64_t lengths[] = { 1208, 6140, 51187, 10007, 1 << 20 };
    for (int i = 0; i < COUNT(lengths); i++) {
        int64_t n = lengths[i];
        size_t count = 2 * (size_t)n;
        float *f = malloc(count * sizeof *f);
        double *d = malloc(count * sizeof *d);
        test_complex *x = malloc((size_t)n * sizeof *x);
        test_random r = test_random_seed((uint64_t)n);
        test_random_fill_f32(&r, f, 2 * n);
        for (int64_t k = 0; k < 2 * n; k++) {
            d[k] = (double)f[k];
        }
        for (int64_t k = 0; k < n; k++) {
            x[k] = (test_complex){ d[2 * k], d[2 * k + 1] };
        }
        test_dft(n, -1, x, x);
        EXPECT_OK(trnfft_fft_f32(n, f, f));
        EXPECT_OK(trnfft_fft_f64(n, d, d));
        double e32 = test_rms_error_f32(n, f, f + 1, 2, x);
        double e64 = test_rms_error_f64(n, d, d + 1, 2, x);
        printf("C11 n = %d: relative RMS f32 %.2e, f64 %.2e\n", (int)n, e32, e64);
        assert_true(e32 <= 6e-7);
        assert_true(e64 <= 2e-15 || !test_reference_is_wide());
        free(f);
        free(d);
        free(x);
    }
}

static void C12_bluestein_phase(void **state)
{
    (void)state;
    int64_t n = 100003;
    double *x = new_f64(2 * n);
    test_complex *expected = calloc((size_t)n, sizeof *expected);
    for (int64_t j = 0; j < n; j++) {
        test_complex w = test_root(-(12345 * j % n), n);
        x[2 * j] = (double)w.re;
        x[2 * j + 1] = (double)w.im;
    }
    expected[12345].re = (long double)n;
    EXPECT_OK(trnfft_fft_f64(n, x, x));
    assert_true(test_rms_error_f64(n, x, x + 1, 2, expected) <= 1e-14);
    free(x);
    free(expected);
}

/* Sum of 12 uniforms: near enough to Gaussian. */
static double gaussian(test_random *r)
{
    double sum = 0;
    for (int i = 0; i < 12; i++) {
        sum += test_random_unit(r) / 2;
    }
    return sum;
}

static void check_bf16_bias(int64_t n, int64_t lines, double bias_bound)
{
    double *x = new_f64(2 * n), *y = new_f64(2 * n);
    test_complex *X = malloc((size_t)n * sizeof *X);
    test_random r = test_random_seed((uint64_t)n);
    double sum = 0, worst = 0, rms = 0;
    int64_t counted = 0;
    for (int64_t line = 0; line < lines; line++) {
        trnfft_tensor in = test_tensor(TRNFFT_BF16, TRNFFT_SPLIT, 1, TEST_LIST(n));
        trnfft_tensor out = test_tensor(TRNFFT_BF16, TRNFFT_SPLIT, 1, TEST_LIST(n));
        for (int64_t k = 0; k < 2 * n; k++) {
            x[k] = gaussian(&r);
        }
        test_tensor_set(&in, x);
        test_tensor_get(&in, x);
        for (int64_t k = 0; k < n; k++) {
            X[k] = (test_complex){ x[2 * k], x[2 * k + 1] };
        }
        test_dft(n, -1, X, X);
        EXPECT_OK(trnfft_fft(&in, N_DEFAULT, -1, BACKWARD, &out));
        test_tensor_get(&out, y);
        rms = sqrt((double)n);
        for (int64_t k = 0; k < n; k++) {
            for (int part = 0; part < 2; part++) {
                double exact = (double)(part ? X[k].im : X[k].re);
                if (fabs(exact) > 1e-3 * rms) {
                    double e = y[2 * k + part] / exact - 1;
                    sum += part == 0 ? e : 0;
                    counted += part == 0;
                    worst = fmax(worst, fabs(e));
                }
            }
        }
        test_tensor_free(&in);
        test_tensor_free(&out);
    }
    double bias = fabs(sum / (double)counted);
    printf("C14 n = %d: bias %.4f %%, worst %.3f %%\n", (int)n, 100 * bias,
           100 * worst);
    assert_true(bias <= bias_bound);
    /* Half a unit of 8 bits is 0.39 % at most; f32 intermediates add their own little
     * error to bins a thousand times smaller than the RMS. */
    assert_true(worst <= 0.0039 + 0.0002);
    free(x);
    free(y);
    free(X);
}

static void C14_bf16_rounds_to_nearest(void **state)
{
    (void)state;
    check_bf16_bias(97, 4, 1e-3);
    check_bf16_bias(4096, 1, 2e-4);
}

static void C16_half_types_any_size(void **state)
{
    (void)state;
    double x[40], y[40];
    const double expected[] = { 11.875, 0,           -0.625, 3.946094697,
                                -0.625, 1.923552211, -0.625, 1.226631566 };
    for (int j = 0; j < 20; j++) {
        x[2 * j] = j / 16.0;
        x[2 * j + 1] = 0;
    }
    const int32_t types[] = { TRNFFT_F16, TRNFFT_BF16 };
    const double roundings[] = { TEST_F16_ROUNDING, TEST_BF16_ROUNDING };
    for (int v = 0; v < 4; v++) {
        int32_t layout = v / 2 ? TRNFFT_INTERLEAVED : TRNFFT_SPLIT;
        trnfft_tensor in = test_tensor_of(types[v % 2], layout, 1, TEST_LIST(20), x);
        trnfft_tensor out = test_tensor(types[v % 2], layout, 1, TEST_LIST(20));
        EXPECT_OK(trnfft_fft(&in, N_DEFAULT, -1, BACKWARD, &out));
        test_tensor_get(&out, y);
        for (int k = 0; k < 8; k++) {
            assert_true(fabs(y[k] - expected[k]) <=
                        roundings[v % 2] * fabs(expected[k]) + 2e-6);
        }
        test_tensor_free(&in);
        test_tensor_free(&out);
    }
    /* rfft of complex input is a type error, never a silent loss of imaginary parts. */
    trnfft_tensor in = test_tensor_of(TRNFFT_F32, TRNFFT_SPLIT, 1, TEST_LIST(20), x);
    trnfft_tensor out = test_tensor(TRNFFT_F32, TRNFFT_SPLIT, 1, TEST_LIST(11));
    EXPECT_ERROR(trnfft_rfft(&in, N_DEFAULT, -1, BACKWARD, &out),
                 TRNFFT_ERROR_INVALID_DTYPE, NULL);
    test_tensor_free(&in);
    test_tensor_free(&out);
    /* Integers are promoted by the program; the library refuses types that it does not
     * have. */
    in = test_tensor(TRNFFT_F32, TRNFFT_SPLIT, 1, TEST_LIST(4));
    in.dtype = 77;
    EXPECT_ERROR(trnfft_fft(&in, N_DEFAULT, -1, BACKWARD, &in),
                 TRNFFT_ERROR_INVALID_DTYPE, NULL);
    test_tensor_free(&in);
}

static void C34_size_arithmetic(void **state)
{
    (void)state;
    int64_t fast = -7;
    EXPECT_ERROR(trnfft_next_fast_len(INT64_MAX, &fast), TRNFFT_ERROR_OVERFLOW, NULL);
    EXPECT_ERROR(trnfft_next_fast_len(INT64_MAX - 1, &fast), TRNFFT_ERROR_OVERFLOW,
                 NULL);
    EXPECT_REFUSED(trnfft_next_fast_len(0, &fast));
    EXPECT_REFUSED(trnfft_next_fast_len(INT64_MIN, &fast));
    assert_true(fast == -7);
    /* 13-smooth: at most what scipy's 11-smooth lengths for complex input are. */
    const int64_t lengths[] = { 1, 1021, 1201, 93059, (int64_t)1 << 62 };
    const int64_t smooth[] = { 1, 1024, 1210, 93170, (int64_t)1 << 62 };
    for (int i = 0; i < COUNT(lengths); i++) {
        EXPECT_OK(trnfft_next_fast_len(lengths[i], &fast));
        assert_true(fast >= lengths[i] && fast <= smooth[i]);
        for (int p = 2; p <= 13; p++) {
            while (fast % p == 0) {
                fast /= p;
            }
        }
        assert_true(fast == 1);
    }
    /* A transform whose size cannot exist. */
    float point[2] = { 1, 0 };
    trnfft_status status = trnfft_fft_f32((int64_t)1 << 62, point, point);
    assert_true(status == TRNFFT_ERROR_OVERFLOW ||
                status == TRNFFT_ERROR_OUT_OF_MEMORY);
    status = trnfft_fft_f32(INT64_MAX, point, point);
    assert_true(status == TRNFFT_ERROR_OVERFLOW ||
                status == TRNFFT_ERROR_OUT_OF_MEMORY);
    assert_true(point[0] == 1 && point[1] == 0);
    /* (5524996, 800) f32: the output has 17,724,187,168 bytes, more than 32 bits count.
     */
    float anything[2];
    trnfft_tensor large =
        trnfft_tensor_real(TRNFFT_F32, 2, TEST_LIST(5524996, 800), anything);
    int64_t shape[TRNFFT_MAX_RANK];
    EXPECT_OK(trnfft_rfft_shape(&large, N_DEFAULT, -1, shape));
    assert_true(shape[0] * shape[1] * 8 == INT64_C(17724187168));
    /* 54 x 54 real works. */
    trnfft_tensor in = test_tensor(TRNFFT_F32, TRNFFT_REAL, 2, TEST_LIST(54, 54));
    trnfft_tensor out = test_tensor(TRNFFT_F32, TRNFFT_SPLIT, 2, TEST_LIST(54, 28));
    double ones[54 * 54], X[2 * 54 * 28] = { 54 * 54 };
    for (int i = 0; i < 54 * 54; i++) {
        ones[i] = 1;
    }
    test_tensor_set(&in, ones);
    EXPECT_OK(trnfft_rfft2(&in, NULL, NULL, BACKWARD, &out));
    EXPECT_VALUES(&out, X, TEST_CASE_TOLERANCE_F32);
    test_tensor_free(&in);
    test_tensor_free(&out);
}

#ifdef __linux__
/* `bytes` of address space that all show the same piece of memory, again and again. */
static char *repeated_memory(int64_t bytes, int64_t piece)
{
    int file = memfd_create("trnfft-test", 0);
    if (file < 0 || ftruncate(file, piece) != 0) {
        return NULL;
    }
    char *base = mmap(NULL, (size_t)bytes, PROT_NONE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    for (int64_t at = 0; base != MAP_FAILED && at < bytes; at += piece) {
        int64_t length = bytes - at < piece ? bytes - at : piece;
        if (mmap(base + at, (size_t)length, PROT_READ | PROT_WRITE,
                 MAP_SHARED | MAP_FIXED, file, 0) == MAP_FAILED) {
            base = MAP_FAILED;
        }
    }
    close(file);
    return base == MAP_FAILED ? NULL : base;
}
#endif

static void C35_more_than_2_to_the_31(void **state)
{
    (void)state;
    if (!test_full()) {
        printf("C35: skipped here: takes a minute; runs with TRNFFT_TEST_FULL=1\n");
        skip();
    }
#ifdef __linux__
    /* The last rows of the output are the last that are written to the shared piece. */
    int64_t batch = ((int64_t)1 << 28) + 3, bytes = batch * 5 * 8;
    char *memory = repeated_memory(bytes, (int64_t)1 << 26);
    assert_non_null(memory);
    float ones[8] = { 1, 1, 1, 1, 1, 1, 1, 1 };
    trnfft_tensor in = trnfft_tensor_strided(TRNFFT_F32, 2, TEST_LIST(batch, 8),
                                             TEST_LIST(0, 1), ones, NULL);
    trnfft_tensor out =
        trnfft_tensor_interleaved(TRNFFT_F32, 2, TEST_LIST(batch, 5), memory);
    EXPECT_OK(trnfft_rfft(&in, N_DEFAULT, -1, BACKWARD, &out));
    for (int64_t i = (batch - 3) * 10; i < batch * 10; i++) {
        assert_true(((const float *)(void *)memory)[i] == (i % 10 == 0 ? 8 : 0));
    }
    munmap(memory, (size_t)bytes);
    int64_t n = (int64_t)1 << 27;
    double *x = malloc((size_t)(n + 2) * sizeof *x);
    assert_non_null(x);
    for (int64_t j = 0; j < n; j++) {
        x[j] = (double)(j & 3);
    }
    EXPECT_OK(trnfft_rfft_f64(n, x, x));
    assert_true(x[0] == 1.5 * (double)n && x[1] == 0);
    assert_true(fabs(x[n / 2] + 0.5 * (double)n) < 1e-3 &&
                fabs(x[n / 2 + 1] - 0.5 * (double)n) < 1e-3);
    EXPECT_OK(trnfft_irfft_f64(n, x, x));
    for (int64_t j = 0; j < n; j++) {
        assert_true(fabs(x[j] - (double)(j & 3)) < 1e-12);
    }
    free(x);
#else
    printf("C35: skipped: needs Linux\n");
    skip();
#endif
}

static void C36_parseval_by_size(void **state)
{
    (void)state;
    int64_t n = 2048, size = n * n;
    double *re = new_f64(size), *im = new_f64(size);
    for (int64_t i = 0; i < size; i++) {
        re[i] = (double)((7 * (i / n) + 13 * (i % n)) % 11);
    }
    trnfft_tensor x = trnfft_tensor_split(TRNFFT_F64, 2, TEST_LIST(n, n), re, im);
    EXPECT_OK(trnfft_fft2(&x, NULL, NULL, BACKWARD, &x));
    assert_true(fabs(re[0] - 20971518) < 1e-5 && fabs(im[0]) < 1e-5);
    double energy = 0;
    for (int64_t i = 0; i < size; i++) {
        energy += (re[i] * re[i] + im[i] * im[i]) / 4194304;
    }
    assert_true(fabs(energy / 146800634 - 1) < 1e-12);
    EXPECT_OK(trnfft_ifft2(&x, NULL, NULL, BACKWARD, &x));
    for (int64_t i = 0; i < size; i++) {
        double expected = (double)((7 * (i / n) + 13 * (i % n)) % 11);
        assert_true(fabs(re[i] - expected) < 1e-12 && fabs(im[i]) < 1e-12);
    }
    free(re);
    free(im);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(C10_large_primes),
        cmocka_unit_test(C11_accuracy_of_large_factors),
        cmocka_unit_test(C12_bluestein_phase),
        cmocka_unit_test(C14_bf16_rounds_to_nearest),
        cmocka_unit_test(C16_half_types_any_size),
        cmocka_unit_test(C34_size_arithmetic),
        cmocka_unit_test(C35_more_than_2_to_the_31),
        cmocka_unit_test(C36_parseval_by_size),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
