/* Failure classes of layouts: strides, overlap, alignment, padding, the order of
 * dimensions. */
#include "cases/cases.h"

#define R(x) (x), 0

static void C21_strides(void **state)
{
    (void)state;
    const double rows[] = { R(2), -1, -1, R(4), R(3.5), 3.5, 5, R(5.5) };
    const double reversed[] = { R(15),       2.5, -3.440954801, 2.5, -0.812299241, 2.5,
                                0.812299241, 2.5, 3.440954801 };
    for (int v = 0; v < 4; v++) {
        const test_variant *q = &test_variants[v];
        /* a and b alternate in memory: point stride 2, batch stride 1. */
        const double mixed[] = { 1, 4, 0, -3, 2, 0.5, -1, 2 };
        trnfft_tensor in =
            test_tensor_of(q->dtype, TRNFFT_REAL, 1, TEST_LIST(8), mixed);
        in.rank = 2;
        in.shape[0] = 2, in.strides[0] = 1;
        in.shape[1] = 4, in.strides[1] = 2;
        trnfft_tensor out = test_tensor(q->dtype, q->layout, 2, TEST_LIST(2, 3));
        EXPECT_OK(trnfft_rfft(&in, N_DEFAULT, -1, BACKWARD, &out));
        EXPECT_VALUES(&out, rows, q->tolerance);
        test_tensor_free(&in);
        test_tensor_free(&out);

        const double five[] = { R(1), R(2), R(3), R(4), R(5) };
        trnfft_tensor line = test_tensor_of(q->dtype, q->layout, 1, TEST_LIST(5), five);
        trnfft_tensor backward = line,
                      five_out = test_tensor(q->dtype, q->layout, 1, TEST_LIST(5));
        int64_t unit = (int64_t)(q->dtype == TRNFFT_F32 ? 4 : 8);
        backward.re = (char *)line.re + 4 * line.strides[0] * unit;
        backward.im = (char *)line.im + 4 * line.strides[0] * unit;
        backward.strides[0] = -line.strides[0];
        EXPECT_OK(trnfft_fft(&backward, N_DEFAULT, -1, BACKWARD, &five_out));
        EXPECT_VALUES(&five_out, reversed, q->tolerance);
        test_tensor_free(&line);
        test_tensor_free(&five_out);
    }
}

static void C23_stride_zero_and_overlap(void **state)
{
    (void)state;
    const double x[] = { R(1), R(2), R(3), R(4) };
    const double row[] = { R(10), -2, 2, R(-2), -2, -2 };
    for (int v = 0; v < 4; v++) {
        const test_variant *q = &test_variants[v];
        trnfft_tensor line = test_tensor_of(q->dtype, q->layout, 1, TEST_LIST(4), x),
                      in = line;
        in.rank = 2;
        in.shape[0] = 3, in.strides[0] = 0;
        in.shape[1] = 4, in.strides[1] = line.strides[0];
        trnfft_tensor out = test_tensor(q->dtype, q->layout, 2, TEST_LIST(3, 4));
        double expected[24];
        for (int r = 0; r < 3; r++) {
            memcpy(expected + 8 * r, row, sizeof row);
        }
        EXPECT_OK(trnfft_fft(&in, N_DEFAULT, -1, BACKWARD, &out));
        EXPECT_VALUES(&out, expected, q->tolerance);

        /* 2 x 2 complex with both strides one element: entries [0,1] and [1,0]
         * coincide. */
        trnfft_tensor folded = test_tensor_of(q->dtype, q->layout, 1, TEST_LIST(4), x);
        folded.rank = 2;
        folded.shape[0] = folded.shape[1] = 2;
        folded.strides[1] = folded.strides[0];
        unsigned char before[64], *memory = folded.re;
        size_t bytes = q->dtype == TRNFFT_F32 ? 32 : 64;
        memcpy(before, memory, bytes);
        trnfft_tensor apart =
            test_tensor_of(q->dtype, q->layout, 2, TEST_LIST(2, 2), x);
        EXPECT_ERROR(trnfft_fft(&folded, N_DEFAULT, -1, BACKWARD, &folded),
                     TRNFFT_ERROR_INVALID_STRIDE, NULL);
        EXPECT_ERROR(trnfft_fft(&apart, N_DEFAULT, -1, BACKWARD, &folded),
                     TRNFFT_ERROR_INVALID_STRIDE, NULL);
        assert_memory_equal(before, memory, bytes);
        EXPECT_OK(trnfft_fft(&folded, N_DEFAULT, -1, BACKWARD,
                             &apart)); /* fine as an input */
        test_tensor_free(&line);
        test_tensor_free(&out);
        test_tensor_free(&folded);
        test_tensor_free(&apart);
    }
}

/* Moves a tensor's memory by `shift` components into a fresh block. */
static trnfft_tensor moved(const trnfft_tensor *t, size_t shift, void **block)
{
    size_t unit = trnfft_dtype_size(t->dtype),
           size = (size_t)test_tensor_size(t) * 2 * unit;
    char *memory = malloc(size + 64);
    char *base = memory + (64 - (uintptr_t)memory % 64) % 64 + shift * unit;
    trnfft_tensor copy = *t;
    if (t->im != NULL) {
        copy.im = base + ((char *)t->im - (char *)t->re);
    }
    copy.re = base;
    *block = memory;
    return copy;
}

static void C24_misaligned_pointers(void **state)
{
    (void)state;
    const int64_t lengths[] = { 32, 1000 };
    for (int v = 0; v < 8; v++) {
        const test_variant *q = &test_variants[v % 4];
        int64_t n = lengths[v / 4];
        double *x = malloc(2 * (size_t)n * sizeof *x),
               *a = malloc(2 * (size_t)n * sizeof *a);
        double *b = malloc(2 * (size_t)n * sizeof *b);
        test_random r = test_random_seed(24);
        test_random_fill_f64(&r, x, 2 * n);
        trnfft_tensor in = test_tensor_of(q->dtype, q->layout, 1, TEST_LIST(n), x);
        trnfft_tensor out = test_tensor(q->dtype, q->layout, 1, TEST_LIST(n));
        EXPECT_OK(trnfft_fft(&in, -1, -1, BACKWARD, &out));
        test_tensor_get(&out, a);
        for (size_t shift = 0; shift < 4; shift++) {
            void *block_in, *block_out;
            trnfft_tensor in_moved = moved(&in, shift, &block_in);
            trnfft_tensor out_moved = moved(&out, shift, &block_out);
            test_tensor_set(&in_moved, x);
            EXPECT_OK(trnfft_fft(&in_moved, -1, -1, BACKWARD, &out_moved));
            test_tensor_get(&out_moved, b);
            /* Promised more than the class asks for: the same bits. */
            assert_memory_equal(a, b, 2 * (size_t)n * sizeof *a);
            free(block_in);
            free(block_out);
        }
        test_tensor_free(&in);
        test_tensor_free(&out);
        free(x);
        free(a);
        free(b);
    }
}

static void C25_c2r_preserves_its_input(void **state)
{
    (void)state;
    const double y[] = { R(4), 1, 1, R(2), 0, 2, R(3), -1, 1 };
    const double b[] = { 1.625, 0.125, -0.375, 0.625, 0.375, -0.125, 1.375, 0.375 };
    for (int v = 0; v < 4; v++) {
        const test_variant *q = &test_variants[v];
        trnfft_tensor in = test_tensor_of(q->dtype, q->layout, 2, TEST_LIST(2, 3), y);
        trnfft_tensor out = test_tensor(q->dtype, TRNFFT_REAL, 2, TEST_LIST(2, 4));
        unsigned char before[96];
        size_t bytes = 12 * trnfft_dtype_size(q->dtype);
        memcpy(before, in.re, bytes);
        EXPECT_OK(trnfft_irfftn(&in, TEST_LIST(2, 4), NULL, 2, BACKWARD, &out));
        EXPECT_VALUES(&out, b, q->tolerance);
        assert_memory_equal(before, in.re, bytes);
        test_tensor_free(&in);
        test_tensor_free(&out);
    }
    /* Sizes that reach every kind of algorithm. */
    const int64_t lengths[] = { 2, 7, 64, 1000, 997, 4099, 65536 };
    for (int i = 0; i < COUNT(lengths); i++) {
        int64_t n = lengths[i];
        size_t bytes = (size_t)(n / 2 + 1) * 2 * sizeof(float);
        float *X = malloc(bytes), *copy = malloc(bytes),
              *x = malloc((size_t)n * sizeof *x);
        test_random r = test_random_seed(25);
        test_random_fill_f32(&r, X, n / 2 * 2 + 2);
        memcpy(copy, X, bytes);
        EXPECT_OK(trnfft_irfft_f32(n, X, x));
        assert_memory_equal(X, copy, bytes);
        free(X);
        free(copy);
        free(x);
    }
}

static void C26_in_place_r2c_with_padding(void **state)
{
    (void)state;
    const double X[] = { R(36), -4, 4, R(-4), R(-16), R(0), R(0) };
    for (int32_t dtype = TRNFFT_F32; dtype <= TRNFFT_F64; dtype++) {
        const double tolerance =
            dtype == TRNFFT_F32 ? TEST_CASE_TOLERANCE_F32 : TEST_CASE_TOLERANCE_F64;
        trnfft_tensor memory = test_tensor(dtype, TRNFFT_REAL, 2, TEST_LIST(2, 6));
        trnfft_tensor in = memory, out = memory;
        in.shape[1] = 4; /* rows of 4 with a pitch of 6 */
        out.shape[1] = 3;
        out.strides[1] = 2;
        out.im = (char *)memory.re + trnfft_dtype_size(dtype);
        const double x[] = { 1, 2, 3, 4, 5, 6, 7, 8 };
        test_tensor_set(&in, x);
        EXPECT_OK(trnfft_rfft2(&in, NULL, NULL, BACKWARD, &out));
        EXPECT_VALUES(&out, X, tolerance);
        EXPECT_OK(trnfft_irfft2(&out, TEST_LIST(2, 4), NULL, BACKWARD, &in));
        EXPECT_VALUES(&in, x, tolerance);
        /* A pitch below 6 would let rows eat each other: refused, nothing written. */
        for (int64_t pitch = 4; pitch < 6; pitch++) {
            in.strides[0] = out.strides[0] = pitch;
            test_tensor_set(&in, x);
            unsigned char before[96];
            size_t bytes = 12 * trnfft_dtype_size(dtype);
            memcpy(before, memory.re, bytes);
            EXPECT_REFUSED(trnfft_rfft2(&in, NULL, NULL, BACKWARD, &out));
            assert_memory_equal(before, memory.re, bytes);
        }
        test_tensor_free(&memory);
    }
}

static void C28_order_of_dimensions(void **state)
{
    (void)state;
    for (int v = 0; v < 4; v++) {
        const test_variant *q = &test_variants[v];
        double x[420], y[420];
        for (int i = 0; i < 210; i++) {
            x[2 * i] = i + 1;
            x[2 * i + 1] = 0;
        }
        trnfft_tensor in =
            test_tensor_of(q->dtype, q->layout, 3, TEST_LIST(5, 6, 7), x);
        trnfft_tensor out = test_tensor(q->dtype, q->layout, 3, TEST_LIST(5, 6, 7));
        for (int32_t dim = 0; dim >= -3; dim -= 3) {
            EXPECT_OK(trnfft_fft(&in, -1, dim, BACKWARD, &out));
            test_tensor_get(&out, y);
            double tolerance = 425 * q->tolerance;
            const int at[] = { 0, 1 * 42 + 2 * 7 + 3, 4 * 42 + 5 * 7 + 6 };
            const double expected[] = { R(425), -105, 144.520101647, -105,
                                        -144.520101647 };
            for (int k = 0; k < 3; k++) {
                assert_true(fabs(y[2 * at[k]] - expected[2 * k]) <= tolerance);
                assert_true(fabs(y[2 * at[k] + 1] - expected[2 * k + 1]) <= tolerance);
            }
        }
        test_tensor_free(&in);
        test_tensor_free(&out);
    }
}

static void C29_empty_batch_and_zero_length(void **state)
{
    (void)state;
    for (int v = 0; v < 4; v++) {
        const test_variant *q = &test_variants[v];
        trnfft_tensor empty =
            test_tensor(q->dtype, TRNFFT_REAL, 3, TEST_LIST(0, 2, 16));
        trnfft_tensor empty_out =
            test_tensor(q->dtype, q->layout, 3, TEST_LIST(0, 2, 9));
        int64_t shape[TRNFFT_MAX_RANK] = { -1, -1, -1 };
        EXPECT_OK(trnfft_rfft_shape(&empty, N_DEFAULT, -1, shape));
        assert_true(shape[0] == 0 && shape[1] == 2 && shape[2] == 9);
        EXPECT_OK(trnfft_rfft(&empty, N_DEFAULT, -1, BACKWARD, &empty_out));
        trnfft_tensor none = test_tensor(q->dtype, q->layout, 2, TEST_LIST(3, 0));
        EXPECT_ERROR(trnfft_fft(&none, N_DEFAULT, -1, BACKWARD, &none),
                     TRNFFT_ERROR_INVALID_ARGUMENT, "invalid n (0)");
        trnfft_tensor zero = test_tensor(q->dtype, TRNFFT_REAL, 2, TEST_LIST(2, 0));
        trnfft_tensor zero_out = test_tensor(q->dtype, q->layout, 2, TEST_LIST(2, 3));
        const double zeros[12] = { 0 };
        EXPECT_OK(trnfft_rfft(&zero, 4, -1, BACKWARD, &zero_out));
        EXPECT_VALUES(&zero_out, zeros, 0);
        test_tensor_free(&empty);
        test_tensor_free(&empty_out);
        test_tensor_free(&none);
        test_tensor_free(&zero);
        test_tensor_free(&zero_out);
    }
}

static void C31_repeated_and_bad_dims(void **state)
{
    (void)state;
    trnfft_tensor t = test_tensor(TRNFFT_F32, TRNFFT_SPLIT, 2, TEST_LIST(2, 3));
    trnfft_tensor out = test_tensor(TRNFFT_F32, TRNFFT_SPLIT, 2, TEST_LIST(2, 3));
    EXPECT_ERROR(trnfft_fftn(&t, NULL, TEST_DIMS(0, 0), 2, BACKWARD, &out), TRNFFT_OK,
                 "repeats");
    EXPECT_ERROR(trnfft_fftn(&t, NULL, TEST_DIMS(1, -1), 2, BACKWARD, &out), TRNFFT_OK,
                 "dim[1] = -1 repeats dimension 1");
    EXPECT_ERROR(trnfft_fftn(&t, NULL, TEST_DIMS(2), 1, BACKWARD, &out), TRNFFT_OK,
                 "dim");
    EXPECT_ERROR(trnfft_fftn(&t, NULL, TEST_DIMS(-3), 1, BACKWARD, &out), TRNFFT_OK,
                 "dim");
    EXPECT_ERROR(trnfft_fft(&t, -1, 2, BACKWARD, &out), TRNFFT_OK, "dim");
    test_tensor_free(&t);
    test_tensor_free(&out);
}

static void C32_s_and_dim(void **state)
{
    (void)state;
    const double S[] = { R(0), R(1), R(2), R(3), R(4), R(5) };
    const double q3 = 10.39230485, q2 = 2.73205081, q1 = 3.46410162, q4 = 4.46410162,
                 q0 = 2.46410162, q5 = 0.73205081;
    const double rows[] = { R(15), -4, -5, R(5), -4, 5,  -3,  -q3, -q4, q2,  -1,
                            -q1,   q0, q5, -3,   q3, q0, -q5, -1,  q1,  -q4, -q2 };
    for (int v = 0; v < 4; v++) {
        const test_variant *q = &test_variants[v];
        trnfft_tensor in = test_tensor_of(q->dtype, q->layout, 2, TEST_LIST(2, 3), S);
        trnfft_tensor out = test_tensor(q->dtype, q->layout, 2, TEST_LIST(3, 4));
        int64_t shape[TRNFFT_MAX_RANK];
        EXPECT_OK(trnfft_fftn_shape(&in, TEST_LIST(4, 3), TEST_DIMS(-1, 0), 2, shape));
        assert_true(shape[0] == 3 && shape[1] == 4);
        EXPECT_OK(
            trnfft_fftn(&in, TEST_LIST(4, 3), TEST_DIMS(-1, 0), 2, BACKWARD, &out));
        EXPECT_VALUES(&out, rows, q->tolerance);
        EXPECT_REFUSED(trnfft_fftn(&in, TEST_LIST(4, 3, 2), NULL, 3, BACKWARD, &out));
        test_tensor_free(&in);
        test_tensor_free(&out);
        trnfft_tensor cube = test_tensor(q->dtype, q->layout, 3, TEST_LIST(2, 3, 4));
        EXPECT_OK(
            trnfft_fftn_shape(&cube, TEST_LIST(4, -1), TEST_DIMS(-1, -3), 2, shape));
        assert_true(shape[0] == 2 && shape[1] == 3 && shape[2] == 4);
        test_tensor_free(&cube);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(C21_strides),
        cmocka_unit_test(C23_stride_zero_and_overlap),
        cmocka_unit_test(C24_misaligned_pointers),
        cmocka_unit_test(C25_c2r_preserves_its_input),
        cmocka_unit_test(C26_in_place_r2c_with_padding),
        cmocka_unit_test(C28_order_of_dimensions),
        cmocka_unit_test(C29_empty_batch_and_zero_length),
        cmocka_unit_test(C31_repeated_and_bad_dims),
        cmocka_unit_test(C32_s_and_dim),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
