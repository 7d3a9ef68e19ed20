/* Failure classes of values: NaN and denormals stay where they are; the same bits every
 * time. */
#include "cases/cases.h"

#include <time.h>

#if defined(__SSE2__)
#include <xmmintrin.h>
#endif

static void C37_nan_stays_in_its_row(void **state)
{
    (void)state;
    for (int v = 0; v < 4; v++) {
        const test_variant *q = &test_variants[v];
        double x[48], y[48];
        for (int kind = 0; kind < 2; kind++) { /* rfft, fft */
            int64_t bins = kind == 0 ? 5 : 8;
            int parts = kind == 0 ? 1 : 2;
            for (int i = 0; i < 24 * parts; i++) {
                x[i] = parts == 2 && i % 2 ? 0 : 1;
            }
            x[(8 + 2) * parts] = (double)NAN;
            trnfft_tensor in = test_tensor_of(
                q->dtype, kind == 0 ? TRNFFT_REAL : q->layout, 2, TEST_LIST(3, 8), x);
            trnfft_tensor out = test_tensor(q->dtype, q->layout, 2, TEST_LIST(3, bins));
            EXPECT_OK(kind == 0 ? trnfft_rfft(&in, -1, -1, BACKWARD, &out)
                                : trnfft_fft(&in, -1, -1, BACKWARD, &out));
            test_tensor_get(&out, y);
            for (int64_t i = 0; i < 3 * bins; i++) {
                int64_t row = i / bins, k = i % bins;
                if (row == 1) {
                    assert_true(isnan(y[2 * i]) || isnan(y[2 * i + 1]));
                } else {
                    assert_true(y[2 * i] == (k == 0 ? 8 : 0) && y[2 * i + 1] == 0);
                }
            }
            test_tensor_free(&in);
            test_tensor_free(&out);
        }
        const double inf[] = { 1, (double)INFINITY, 2, 3 };
        trnfft_tensor in = test_tensor_of(q->dtype, TRNFFT_REAL, 1, TEST_LIST(4), inf);
        trnfft_tensor out = test_tensor(q->dtype, q->layout, 1, TEST_LIST(3));
        EXPECT_OK(trnfft_rfft(&in, -1, -1, BACKWARD, &out));
        test_tensor_get(&out, y);
        for (int k = 0; k < 3; k++) {
            assert_true(!isfinite(y[2 * k]) || !isfinite(y[2 * k + 1]));
        }
        test_tensor_free(&in);
        test_tensor_free(&out);
    }
}

/* Many rows and columns, lengths of every algorithm: one poisoned line never touches
 * another. */
static void C37_nan_stays_in_its_line_everywhere(void **state)
{
    (void)state;
    const int64_t lengths[] = { 2, 3, 4, 5, 7, 8, 9, 16, 31, 60, 97, 100, 128, 509 };
    const int64_t lines = 19;
    for (int i = 0; i < COUNT(lengths); i++) {
        for (int columns = 0; columns < 2; columns++) {
            int64_t n = lengths[i], size = n * lines;
            const int64_t shape[] = { columns ? n : lines, columns ? lines : n };
            float *x = malloc((size_t)(2 * size) * sizeof *x);
            test_random r = test_random_seed((uint64_t)n);
            test_random_fill_f32(&r, x, 2 * size);
            int64_t bad = 5, point = n / 2;
            x[2 * (columns ? point * lines + bad : bad * n + point)] = NAN;
            trnfft_tensor t = trnfft_tensor_interleaved(TRNFFT_F32, 2, shape, x);
            EXPECT_OK(trnfft_fft(&t, -1, columns ? 0 : 1, BACKWARD, &t));
            for (int64_t line = 0; line < lines; line++) {
                for (int64_t k = 0; k < n; k++) {
                    const float *p =
                        x + 2 * (columns ? k * lines + line : line * n + k);
                    assert_true(line == bad ? isnan(p[0]) || isnan(p[1])
                                            : isfinite(p[0]) && isfinite(p[1]));
                }
            }
            free(x);
        }
    }
}

static double seconds_of(int64_t n, float value, float *X, int rounds)
{
    float *x = malloc((size_t)n * sizeof *x);
    test_random r = test_random_seed(38);
    for (int64_t j = 0; j < n; j++) {
        x[j] = value != 0 ? value : test_random_unit_f32(&r);
    }
    double best = 1e9;
    for (int i = 0; i < 20; i++) {
        struct timespec a, b;
        timespec_get(&a, TIME_UTC);
        for (int k = 0; k < rounds; k++) {
            EXPECT_OK(trnfft_rfft_f32(n, x, X));
        }
        timespec_get(&b, TIME_UTC);
        best = fmin(best, (double)(b.tv_sec - a.tv_sec) +
                              1e-9 * (double)(b.tv_nsec - a.tv_nsec));
    }
    free(x);
    return best;
}

static void C38_denormals(void **state)
{
    (void)state;
    float X[1026];
#if defined(__SSE2__)
    unsigned before = _mm_getcsr();
#endif
    double tiny = seconds_of(1024, 1e-42f, X, 100);
    /* 1e-42 is stored as 714 units of 2^-149; the sum of 1024 of them is exact. */
    assert_true(fabs((double)X[0] - 1.02453975e-39) <= 1.5e-45 && X[1] == 0);
    for (int k = 1; k <= 512; k++) {
        assert_true(fabsf(X[2 * k]) <= 1e-42f && fabsf(X[2 * k + 1]) <= 1e-42f);
    }
    double normal = seconds_of(1024, 0, X, 100);
    printf("C38: denormals take %.2f times as long\n", tiny / normal);
#if defined(__SSE2__)
    assert_int_equal(before & 0xffc0u,
                     _mm_getcsr() & 0xffc0u); /* modes, not sticky flags */
#endif
    /* A denormal costs what the processor makes it cost; the class asks for <= 3. */
    if (!TEST_SANITIZED && test_full()) {
        assert_true(tiny <= 3 * normal);
    }
}

static void C40_plan_cache_gives_the_same(void **state)
{
    (void)state;
    int64_t n = 49951;
    size_t bytes = (size_t)(n / 2 + 1) * 2 * sizeof(double);
    double *x = calloc((size_t)n, sizeof *x), *X = malloc(bytes), *Y = malloc(bytes);
    for (int j = 0; j < 1000; j++) {
        double t = -10 + 20.0 * j / 999;
        x[j] = exp(-t * t / 2) / sqrt(2 * 3.14159265358979323846);
    }
    EXPECT_OK(trnfft_rfft_f64(n, x, X));
    double other[2002];
    EXPECT_OK(trnfft_rfft_f64(2000, x, other));
    EXPECT_OK(trnfft_rfft_f64(n, x, Y));
    assert_memory_equal(X, Y, bytes);
    const double expected[] = { 49.95,        0,           49.850455051,
                                -3.136261838, 0.359305488, 0.00022598 };
    const int bins[] = { 0, 1, 500 };
    for (int k = 0; k < 3; k++) {
        assert_true(fabs(X[2 * bins[k]] - expected[2 * k]) < 1e-8);
        assert_true(fabs(X[2 * bins[k] + 1] - expected[2 * k + 1]) < 1e-8);
    }
    free(x);
    free(X);
    free(Y);
}

/* The lines of a batch, in several layouts, against the line alone. */
static void check_same_bits(int64_t n, int64_t batch, int32_t layout, int columns,
                            int threads)
{
    size_t count = (size_t)(n * batch);
    float *re = malloc(count * 2 * sizeof *re),
          *alone = malloc((size_t)n * 2 * sizeof *alone);
    float *source = malloc(count * 2 * sizeof *source);
    test_random r = test_random_seed((uint64_t)n);
    test_random_fill_f32(&r, source, 2 * n * batch); /* line-major pairs */
    trnfft_tensor t;
    if (layout == TRNFFT_SPLIT) {
        t = trnfft_tensor_split(TRNFFT_F32, 2, TEST_LIST(batch, n), re, re + count);
    } else {
        t = trnfft_tensor_interleaved(TRNFFT_F32, 2, TEST_LIST(batch, n), re);
    }
    int64_t step = layout == TRNFFT_SPLIT ? 1 : 2;
    if (columns) {
        t.strides[0] = step, t.strides[1] = step * batch;
    }
    for (int64_t b = 0; b < batch; b++) {
        for (int64_t j = 0; j < n; j++) {
            int64_t at = b * t.strides[0] + j * t.strides[1];
            ((float *)t.re)[at] = source[2 * (b * n + j)];
            ((float *)t.im)[at] = source[2 * (b * n + j) + 1];
        }
    }
    trnfft_problem p = TRNFFT_PROBLEM_INIT;
    p.op = TRNFFT_OP_FFT;
    p.in = p.out = t;
    p.n_dim = 1, p.dim[0] = -1, p.n[0] = n;
    trnfft_plan_options o = TRNFFT_PLAN_OPTIONS_INIT;
    o.n_threads = threads;
    trnfft_plan *plan = NULL;
    EXPECT_OK(trnfft_plan_create(NULL, &p, &o, &plan));
    EXPECT_OK(trnfft_plan_execute(plan, t.re, t.im, t.re, t.im, NULL, 0));
    trnfft_plan_destroy(plan);
    for (int64_t b = 0; b < batch; b++) {
        EXPECT_OK(trnfft_fft_f32(n, source + 2 * b * n, alone));
        for (int64_t k = 0; k < n; k++) {
            int64_t at = b * t.strides[0] + k * t.strides[1];
            assert_memory_equal((float *)t.re + at, alone + 2 * k, sizeof(float));
            assert_memory_equal((float *)t.im + at, alone + 2 * k + 1, sizeof(float));
        }
    }
    free(re);
    free(alone);
    free(source);
}

static void C43_same_bits_every_way(void **state)
{
    (void)state;
    const int64_t lengths[] = { 60, 1000, 1208, 1,  2,   3,   5,   8,
                                13, 16,   64,   97, 127, 343, 509, 4096 };
    const int64_t batches[] = { 1, 7, 16, 33 };
    const int threads[] = { 1, 2, 8 };
    for (int i = 0; i < COUNT(lengths); i++) {
        for (int b = 0; b < COUNT(batches); b++) {
            for (int32_t layout = TRNFFT_SPLIT; layout <= TRNFFT_INTERLEAVED;
                 layout++) {
                for (int columns = 0; columns < 2; columns++) {
                    check_same_bits(lengths[i], batches[b], layout, columns,
                                    threads[i % 3]);
                }
            }
        }
    }
    for (int t = 0; t < 3; t++) {
        for (int run = 0; run < 3; run++) {
            check_same_bits(1000, 7, TRNFFT_SPLIT, 0, threads[t]);
            check_same_bits(1208, 40, TRNFFT_INTERLEAVED, 1, threads[t]);
        }
    }
}

/* Real transforms: rows, columns and both layouts, forward and back. */
static void C43_same_bits_real(void **state)
{
    (void)state;
    const int64_t lengths[] = {
        1, 2, 3, 4, 6, 9, 15, 16, 30, 60, 97, 1000, 1001, 1208
    };
    const int64_t batch = 19;
    for (int i = 0; i < COUNT(lengths); i++) {
        int64_t n = lengths[i], m = n / 2 + 1;
        double *x = malloc((size_t)(n * batch) * sizeof *x),
               *y = malloc((size_t)n * sizeof *y);
        double *X = malloc((size_t)(m * batch) * 2 * sizeof *X);
        double *Y = malloc((size_t)m * 2 * sizeof *Y);
        test_random r = test_random_seed((uint64_t)n);
        for (int way = 0; way < 4; way++) {
            int columns = way & 1, split = way >> 1;
            test_random_fill_f64(&r, x, n * batch);
            trnfft_tensor real =
                trnfft_tensor_real(TRNFFT_F64, 2, TEST_LIST(batch, n), x);
            trnfft_tensor half =
                split
                    ? trnfft_tensor_split(TRNFFT_F64, 2, TEST_LIST(batch, m), X,
                                          X + m * batch)
                    : trnfft_tensor_interleaved(TRNFFT_F64, 2, TEST_LIST(batch, m), X);
            int64_t step = split ? 1 : 2;
            if (columns) {
                real.strides[0] = 1, real.strides[1] = batch;
                half.strides[0] = step, half.strides[1] = step * batch;
            }
            EXPECT_OK(trnfft_rfft(&real, -1, -1, BACKWARD, &half));
            for (int64_t b = 0; b < batch; b++) {
                for (int64_t j = 0; j < n; j++) {
                    y[j] = x[b * real.strides[0] + j * real.strides[1]];
                }
                EXPECT_OK(trnfft_rfft_f64(n, y, Y));
                for (int64_t k = 0; k < m; k++) {
                    int64_t at = b * half.strides[0] + k * half.strides[1];
                    assert_memory_equal((double *)half.re + at, Y + 2 * k, sizeof *Y);
                    assert_memory_equal((double *)half.im + at, Y + 2 * k + 1,
                                        sizeof *Y);
                }
            }
            EXPECT_OK(trnfft_irfft(&half, n, -1, BACKWARD, &real));
            for (int64_t b = 0; b < batch; b++) {
                for (int64_t k = 0; k < m; k++) {
                    int64_t at = b * half.strides[0] + k * half.strides[1];
                    Y[2 * k] = ((double *)half.re)[at],
                          Y[2 * k + 1] = ((double *)half.im)[at];
                }
                EXPECT_OK(trnfft_irfft_f64(n, Y, y));
                for (int64_t j = 0; j < n; j++) {
                    assert_memory_equal(x + b * real.strides[0] + j * real.strides[1],
                                        y + j, sizeof *y);
                }
            }
        }
        free(x);
        free(y);
        free(X);
        free(Y);
    }
}

/* Re once, at the end, and each item of the batch for itself. */
static void C66_fnet_mixing(void **state)
{
    (void)state;
    const double batch[] = { 1, 2, 3, 4, 5, 6, 0, 1, 0, 2, -1, .5 };
    const double mixed[] = {
        21, -3, -3, -9, 0, 0, 2.5, 1.75, 1.75, -0.5, -2.75, -2.75
    };
    const double row[] = { -1.5, -6.890249808, 5.14865838, -1.440454448, -2.817954124 };
    for (int v = 0; v < 4; v += 2) {
        const test_variant *q = &test_variants[v];
        trnfft_tensor x =
            test_tensor_of(q->dtype, TRNFFT_REAL, 3, TEST_LIST(2, 2, 3), batch);
        trnfft_tensor y = test_tensor(q->dtype, TRNFFT_REAL, 3, TEST_LIST(2, 2, 3));
        EXPECT_OK(trnfft_fnet_mix(&x, BACKWARD, &y));
        EXPECT_VALUES(&y, mixed, q->tolerance);
        test_tensor_free(&x);
        test_tensor_free(&y);
        double ramp[15], all[15];
        for (int i = 0; i < 15; i++) {
            ramp[i] = i % 4;
        }
        x = test_tensor_of(q->dtype, TRNFFT_REAL, 2, TEST_LIST(3, 5), ramp);
        y = test_tensor(q->dtype, TRNFFT_REAL, 2, TEST_LIST(3, 5));
        EXPECT_OK(trnfft_fnet_mix(&x, BACKWARD, &y));
        test_tensor_get(&y, all);
        for (int k = 0; k < 5; k++) {
            assert_true(fabs(all[5 + k] - row[k]) <= q->tolerance * 7);
        }
        test_tensor_free(&x);
        test_tensor_free(&y);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(C37_nan_stays_in_its_row),
        cmocka_unit_test(C37_nan_stays_in_its_line_everywhere),
        cmocka_unit_test(C38_denormals),
        cmocka_unit_test(C40_plan_cache_gives_the_same),
        cmocka_unit_test(C43_same_bits_every_way),
        cmocka_unit_test(C43_same_bits_real),
        cmocka_unit_test(C66_fnet_mixing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
