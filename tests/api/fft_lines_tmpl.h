/* fft_lines_tmpl.h - the tests of the functions of one line, written once. Included
 * with TYPE (float, double), DTYPE (TRNFFT_F32, TRNFFT_F64) and NAME(x), which
 * appends _f32 or _f64. */
typedef trnfft_status NAME(pairs)(int64_t, const TYPE *, TYPE *);
typedef trnfft_status NAME(split)(int64_t, const TYPE *, const TYPE *, TYPE *, TYPE *);
typedef trnfft_status NAME(tensor)(const trnfft_tensor *, int64_t, int32_t, int32_t,
                                   const trnfft_tensor *);

static void NAME(check_complex)(int64_t n, NAME(pairs) * pairs, NAME(split) * split,
                                NAME(tensor) * transform)
{
    TYPE in[MAX_PAIRS], expected[MAX_PAIRS], out[MAX_PAIRS];
    TYPE re[MAX_N], im[MAX_N];
    for (int64_t i = 0; i < 2 * n; ++i) {
        in[i] = (TYPE)wave(i);
    }
    trnfft_tensor x = trnfft_tensor_interleaved(DTYPE, 1, &n, in);
    trnfft_tensor y = trnfft_tensor_interleaved(DTYPE, 1, &n, expected);
    EXPECT_OK(transform(&x, -1, 0, TRNFFT_NORM_BACKWARD, &y));
    EXPECT_OK(pairs(n, in, out));
    assert_memory_equal(out, expected, (size_t)n * 2 * sizeof(TYPE));
    for (int64_t i = 0; i < n; ++i) {
        re[i] = in[2 * i];
        im[i] = in[2 * i + 1];
    }
    EXPECT_OK(split(n, re, im, re, im));
    for (int64_t i = 0; i < n; ++i) {
        assert_true(re[i] == expected[2 * i] && im[i] == expected[2 * i + 1]);
    }
    EXPECT_OK(pairs(n, in, in));
    assert_memory_equal(in, expected, (size_t)n * 2 * sizeof(TYPE));
}

static void NAME(check_real)(int64_t n)
{
    int64_t bins = n / 2 + 1;
    TYPE in[MAX_PAIRS], expected[MAX_PAIRS], out[MAX_PAIRS], back[MAX_PAIRS];
    TYPE re[MAX_N + 2], im[MAX_N + 2];
    for (int64_t i = 0; i < n; ++i) {
        in[i] = (TYPE)wave(i);
    }
    trnfft_tensor x = trnfft_tensor_real(DTYPE, 1, &n, in);
    trnfft_tensor y = trnfft_tensor_interleaved(DTYPE, 1, &bins, expected);
    trnfft_tensor z = trnfft_tensor_real(DTYPE, 1, &n, back);
    EXPECT_OK(trnfft_rfft(&x, -1, 0, TRNFFT_NORM_BACKWARD, &y));
    EXPECT_OK(trnfft_irfft(&y, n, 0, TRNFFT_NORM_BACKWARD, &z));
    EXPECT_OK(NAME(trnfft_rfft)(n, in, out));
    assert_memory_equal(out, expected, (size_t)bins * 2 * sizeof(TYPE));
    EXPECT_OK(NAME(trnfft_rfft_split)(n, in, re, im));
    for (int64_t k = 0; k < bins; ++k) {
        assert_true(re[k] == expected[2 * k] && im[k] == expected[2 * k + 1]);
    }
    EXPECT_OK(NAME(trnfft_irfft)(n, expected, out));
    assert_memory_equal(out, back, (size_t)n * sizeof(TYPE));
    EXPECT_OK(NAME(trnfft_irfft_split)(n, re, im, out));
    assert_memory_equal(out, back, (size_t)n * sizeof(TYPE));
    /* In place: there is room. */
    memcpy(out, in, (size_t)n * sizeof(TYPE));
    EXPECT_OK(NAME(trnfft_rfft_split)(n, out, out, im));
    for (int64_t k = 0; k < bins; ++k) {
        assert_true(out[k] == expected[2 * k] && im[k] == expected[2 * k + 1]);
    }
    EXPECT_OK(NAME(trnfft_irfft_split)(n, out, im, out));
    assert_memory_equal(out, back, (size_t)n * sizeof(TYPE));
    EXPECT_OK(NAME(trnfft_rfft)(n, in, in));
    assert_memory_equal(in, expected, (size_t)bins * 2 * sizeof(TYPE));
    EXPECT_OK(NAME(trnfft_irfft)(n, in, in));
    assert_memory_equal(in, back, (size_t)n * sizeof(TYPE));
}

static void NAME(test_transforms)(void **state)
{
    (void)state;
    for (int i = 0; i < N_LENGTHS; ++i) {
        NAME(check_complex)
        (lengths[i], NAME(trnfft_fft), NAME(trnfft_fft_split), trnfft_fft);
        NAME(check_complex)
        (lengths[i], NAME(trnfft_ifft), NAME(trnfft_ifft_split), trnfft_ifft);
        NAME(check_real)(lengths[i]);
    }
}

static void NAME(test_refusals)(void **state)
{
    (void)state;
    trnfft_status bad = TRNFFT_ERROR_INVALID_ARGUMENT;
    TYPE a[32] = { 0 }, b[32];
    EXPECT_ERROR(NAME(trnfft_fft)(0, a, b), bad, ": n = 0: a transform needs");
    EXPECT_ERROR(NAME(trnfft_ifft)(-5, a, b), bad, "n = -5");
    EXPECT_ERROR(NAME(trnfft_rfft)(4, NULL, b), bad, "input = NULL");
    EXPECT_ERROR(NAME(trnfft_irfft)(4, a, NULL), bad, "output = NULL");
    EXPECT_ERROR(NAME(trnfft_fft_split)(4, a, NULL, a, b), bad, "input_im = NULL");
    EXPECT_ERROR(NAME(trnfft_ifft_split)(4, a, a + 8, NULL, b), bad, "output_re");
    EXPECT_ERROR(NAME(trnfft_fft_split)(4, a, a + 8, b, NULL), bad, "output_im");
    EXPECT_ERROR(NAME(trnfft_rfft_split)(4, a, b, NULL), bad, "output_im");
    EXPECT_ERROR(NAME(trnfft_irfft_split)(4, NULL, a, b), bad, "input_re");
    EXPECT_ERROR(NAME(trnfft_fft)(INT64_MAX, a, b), TRNFFT_ERROR_OVERFLOW, "n = ");
    EXPECT_ERROR(NAME(trnfft_fft)(INT64_C(1) << 62, a, b), TRNFFT_ERROR_OVERFLOW,
                 "n = ");
    EXPECT_ERROR(NAME(trnfft_fft)(8, a, a + 2), TRNFFT_ERROR_INVALID_ALIASING, NULL);
    EXPECT_ERROR(NAME(trnfft_fft_split)(8, a, a + 8, a + 8, a),
                 TRNFFT_ERROR_INVALID_ALIASING, NULL);
    EXPECT_REFUSED(NAME(trnfft_fft_split)(8, a, a + 8, b, b + 4));
    for (int i = 0; i < 32; ++i) {
        assert_true(a[i] == (TYPE)0);
    }
}

#undef TYPE
#undef DTYPE
#undef NAME
