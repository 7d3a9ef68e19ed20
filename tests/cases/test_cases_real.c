/* Failure classes of real and Hermitian transforms: lengths, padding, ignored parts,
 * norms. */
#include "cases/cases.h"

/* {re, 0} pairs are written out; R(x) is one. */
#define R(x) (x), 0

static void C01_c2r_odd_length(void **state)
{
    (void)state;
    const double x[] = { 2, -1, 4, 0.5, 3 };
    const double X[] = { R(8.5), -1.0225424859373686, 1.7469776815, 1.7725424859,
                         5.6798388161 };
    const double four[] = { 2.056864379, 0.808375537, 3.079406864, 2.55535322 };
    check_line(&(line_case){ trnfft_rfft, 5, 1, x, N_DEFAULT, BACKWARD, 3, 0, X });
    check_line(&(line_case){ trnfft_irfft, 3, 0, X, 5, BACKWARD, 5, 1, x });
    check_line(&(line_case){ trnfft_irfft, 3, 0, X, N_DEFAULT, BACKWARD, 4, 1, four });
    /* The one-line functions take n: no sample can be lost. */
    double spectrum[6], back[5];
    EXPECT_OK(trnfft_rfft_f64(5, x, spectrum));
    EXPECT_OK(trnfft_irfft_f64(5, spectrum, back));
    for (int j = 0; j < 5; j++) {
        assert_true(fabs(back[j] - x[j]) < 1e-14);
    }
}

static void C03_c2r_pads_and_trims_bins(void **state)
{
    (void)state;
    const double two[] = { R(1), 2, 1 };
    const double padded[] = { 1, 0.066790989, -0.682327696, -0.212099495, 0.827636202 };
    check_line(&(line_case){ trnfft_irfft, 2, 0, two, 5, BACKWARD, 5, 1, padded });
    const double four[] = { R(1), 2, 1, 3, 2, 4, 3 };
    const double trimmed[] = { 2, -1, 0, 0 };
    const double five[] = { 2.2, -1.374257606, 0.44933791, -0.602124314, 0.327044011 };
    check_line(&(line_case){ trnfft_irfft, 4, 0, four, 4, BACKWARD, 4, 1, trimmed });
    check_line(&(line_case){ trnfft_irfft, 4, 0, four, 5, BACKWARD, 5, 1, five });
}

static void C05_tiny_sizes_and_odd_real(void **state)
{
    (void)state;
    const double seven[] = { 7 }, seven_complex[] = { R(7) };
    check_line(
        &(line_case){ trnfft_fft, 1, 1, seven, -1, BACKWARD, 1, 0, seven_complex });
    check_line(&(line_case){ trnfft_fft, 1, 0, seven_complex, -1, BACKWARD, 1, 0,
                             seven_complex });
    check_line(
        &(line_case){ trnfft_rfft, 1, 1, seven, -1, BACKWARD, 1, 0, seven_complex });
    check_line(
        &(line_case){ trnfft_ihfft, 1, 1, seven, -1, BACKWARD, 1, 0, seven_complex });
    const double two[] = { 3, 1, -2, 4 }, two_out[] = { 1, 5, 5, -3 };
    check_line(&(line_case){ trnfft_fft, 2, 0, two, -1, BACKWARD, 2, 0, two_out });
    const double bin[] = { 4, 9 }, one_out[] = { 4 }, pair_out[] = { 2, 2 };
    check_line(&(line_case){ trnfft_irfft, 1, 0, bin, 1, BACKWARD, 1, 1, one_out });
    check_line(&(line_case){ trnfft_irfft, 1, 0, bin, 2, BACKWARD, 2, 1, pair_out });
    /* n unset would be 2 (1 - 1) = 0. */
    trnfft_tensor in = test_tensor_of(TRNFFT_F64, TRNFFT_SPLIT, 1, TEST_LIST(1), bin);
    trnfft_tensor out = test_tensor(TRNFFT_F64, TRNFFT_REAL, 1, TEST_LIST(1));
    EXPECT_ERROR(trnfft_irfft(&in, N_DEFAULT, -1, BACKWARD, &out),
                 TRNFFT_ERROR_INVALID_ARGUMENT, "invalid n (0)");
    EXPECT_REFUSED(trnfft_irfft(&in, 0, -1, BACKWARD, &out));
    test_tensor_free(&in);
    test_tensor_free(&out);
    const double nine[] = { 0, 1, 2, 3, 4, 5, 6, 7, 8 };
    const double nine_out[] = { R(36),       -4.5,        12.363648388,
                                -4.5,        5.362891167, -4.5,
                                2.598076211, -4.5,        0.793471413 };
    check_line(&(line_case){ trnfft_rfft, 9, 1, nine, -1, BACKWARD, 5, 0, nine_out });
}

static void C06_c2r_ignores_what_cannot_be(void **state)
{
    (void)state;
    const double bins[] = { 1, 100, 2, 1, 3, 50 };
    const double four[] = { 2, -1, 0, 0 };
    /* The table's digits for n = 5 come from single precision and sum to 2 instead of
     * Re DC = 1; these are the defining sum's. */
    const double five[] = { 2.2, -12.65973445, 18.709623023, -18.862409427,
                            11.612520855 };
    check_line(&(line_case){ trnfft_irfft, 3, 0, bins, 4, BACKWARD, 4, 1, four });
    check_line(&(line_case){ trnfft_irfft, 3, 0, bins, 5, BACKWARD, 5, 1, five });
    /* cuFFT added Im(DC) at 2^13 and 2^14: bins 0 and n/2 alone, purely imaginary, give
     * zeros. */
    for (int64_t n = 1; n <= 16384; n = n < 64 ? n + 1 : n * 2) {
        int64_t m = n / 2 + 1;
        double *re = calloc((size_t)m, sizeof *re), *im = calloc((size_t)m, sizeof *im);
        double *x = malloc((size_t)n * sizeof *x);
        im[0] = 100;
        if (n % 2 == 0) {
            im[m - 1] = -7;
        }
        EXPECT_OK(trnfft_irfft_split_f64(n, re, im, x));
        for (int64_t j = 0; j < n; j++) {
            assert_true(x[j] == 0);
        }
        free(re);
        free(im);
        free(x);
    }
}

static void C08_hfft_longer_than_its_bins(void **state)
{
    (void)state;
    const double bins[] = { 0, 0.5, 1, 0.5, 2, 0.5, 3, 0.5 };
    const double out[] = { 12, 1.720302363, -5.950671635, 3, -1.249949532, -2.380465407,
                           3,  -6.87227662, -3.26693917 };
    check_line(&(line_case){ trnfft_hfft, 4, 0, bins, 9, BACKWARD, 9, 1, out });
}

static void C17_ortho_with_another_n(void **state)
{
    (void)state;
    const double x[] = { 3, -1 }, back[] = { 3, -1, 0, 0, 0, 0 };
    const double X[] = { R(0.816496581), 1.020620726, 0.353553391,
                         1.428869017,    0.353553391, R(1.632993162) };
    check_line(&(line_case){ trnfft_rfft, 2, 1, x, 6, ORTHO, 4, 0, X });
    check_line(&(line_case){ trnfft_irfft, 4, 0, X, 6, ORTHO, 6, 1, back });
}

static void C18_norm_over_a_subset_of_dims(void **state)
{
    (void)state;
    const double a[] = { R(0), R(10), R(20), R(1), R(11), R(21) };
    const double s = 0.707106781;
    const double A[] = { R(s), R(14.849242405), R(28.991378029), R(-s), R(-s), R(-s) };
    const double y[] = { R(4), 1, 1, R(2), 0, 2, R(3), -1, 1 };
    const double b[] = { 1.625, 0.125, -0.375, 0.625, 0.375, -0.125, 1.375, 0.375 };
    const int32_t norms[] = { BACKWARD, FORWARD, ORTHO };
    const double factors[] = { 1, 8, sqrt(8) };
    for (int v = 0; v < 4; v++) {
        const test_variant *q = &test_variants[v];
        trnfft_tensor in = test_tensor_of(q->dtype, q->layout, 2, TEST_LIST(2, 3), a);
        trnfft_tensor out = test_tensor(q->dtype, q->layout, 2, TEST_LIST(2, 3));
        EXPECT_OK(trnfft_fftn(&in, NULL, TEST_DIMS(0), 1, ORTHO, &out));
        EXPECT_VALUES(&out, A, q->tolerance);
        trnfft_tensor half = test_tensor_of(q->dtype, q->layout, 2, TEST_LIST(2, 3), y);
        trnfft_tensor real = test_tensor(q->dtype, TRNFFT_REAL, 2, TEST_LIST(2, 4));
        for (int k = 0; k < 3; k++) {
            double expected[8];
            for (int i = 0; i < 8; i++) {
                expected[i] = b[i] * factors[k];
            }
            EXPECT_OK(trnfft_irfftn(&half, TEST_LIST(2, 4), NULL, 2, norms[k], &real));
            EXPECT_VALUES(&real, expected, q->tolerance);
        }
        test_tensor_free(&in);
        test_tensor_free(&out);
        test_tensor_free(&half);
        test_tensor_free(&real);
    }
}

static void C19_hfft_norm_direction(void **state)
{
    (void)state;
    const double bins[] = { R(1), 2, 1, R(3) }, x[] = { 1, 2, 3, 5 };
    const double h_backward[] = { 8, 0, 0, -4 }, h_ortho[] = { 4, 0, 0, -2 };
    const double h_forward[] = { 2, 0, 0, -1 };
    const double i_backward[] = { R(2.75), -0.5, -0.75, R(-0.75) };
    const double i_ortho[] = { R(5.5), -1, -1.5, R(-1.5) };
    const double i_forward[] = { R(11), -2, -3, R(-3) };
    check_line(&(line_case){ trnfft_hfft, 3, 0, bins, -1, BACKWARD, 4, 1, h_backward });
    check_line(&(line_case){ trnfft_hfft, 3, 0, bins, -1, ORTHO, 4, 1, h_ortho });
    check_line(&(line_case){ trnfft_hfft, 3, 0, bins, -1, FORWARD, 4, 1, h_forward });
    check_line(&(line_case){ trnfft_ihfft, 4, 1, x, -1, BACKWARD, 3, 0, i_backward });
    check_line(&(line_case){ trnfft_ihfft, 4, 1, x, -1, ORTHO, 3, 0, i_ortho });
    check_line(&(line_case){ trnfft_ihfft, 4, 1, x, -1, FORWARD, 3, 0, i_forward });
    /* An unknown norm is an error and writes nothing. */
    trnfft_tensor in = test_tensor_of(TRNFFT_F32, TRNFFT_SPLIT, 1, TEST_LIST(3), bins);
    trnfft_tensor out = test_tensor(TRNFFT_F32, TRNFFT_REAL, 1, TEST_LIST(4));
    float before[4];
    memcpy(before, out.re, sizeof before);
    EXPECT_ERROR(trnfft_hfft(&in, -1, -1, 3, &out), TRNFFT_ERROR_INVALID_ARGUMENT,
                 "norm");
    EXPECT_ERROR(trnfft_hfft(&in, -1, -1, -1, &out), TRNFFT_ERROR_INVALID_ARGUMENT,
                 "norm");
    assert_memory_equal(before, out.re, sizeof before);
    test_tensor_free(&in);
    test_tensor_free(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(C01_c2r_odd_length),
        cmocka_unit_test(C03_c2r_pads_and_trims_bins),
        cmocka_unit_test(C05_tiny_sizes_and_odd_real),
        cmocka_unit_test(C06_c2r_ignores_what_cannot_be),
        cmocka_unit_test(C08_hfft_longer_than_its_bins),
        cmocka_unit_test(C17_ortho_with_another_n),
        cmocka_unit_test(C18_norm_over_a_subset_of_dims),
        cmocka_unit_test(C19_hfft_norm_direction),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
