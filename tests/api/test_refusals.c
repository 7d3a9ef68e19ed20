/* test_refusals.c - arguments that other tests do not reach: each is refused with the
 * status and the words of its header, and nothing is written. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <trnfft/trnfft.h>

#include "support/tensors.h"

enum { ROOM = 512 };
static double in[ROOM], out[ROOM], third[ROOM];

static int set_up(void **state)
{
    (void)state;
    memset(in, 0, sizeof in);
    memset(third, 0, sizeof third);
    memset(out, 0xA5, sizeof out);
    return 0;
}

static int nothing_written(void **state)
{
    (void)state;
    const unsigned char *p = (const unsigned char *)out;
    for (size_t i = 0; i < sizeof out; i++) {
        if (p[i] != 0xA5) {
            return -1;
        }
    }
    return 0;
}

static trnfft_tensor real(int32_t dtype, int32_t rank, const int64_t *shape, double *at)
{
    return trnfft_tensor_real(dtype, rank, shape, at);
}

static trnfft_tensor pairs(int32_t dtype, int32_t rank, const int64_t *shape,
                           double *at)
{
    return trnfft_tensor_interleaved(dtype, rank, shape, at);
}

static trnfft_status plan_of(int32_t kind, const trnfft_tensor *x,
                             const trnfft_tensor *b, const trnfft_tensor *y)
{
    trnfft_problem p = TRNFFT_PROBLEM_INIT;
    trnfft_plan *plan = NULL;
    p.kind = kind;
    p.in = *x;
    p.out = *y;
    if (b != NULL) {
        p.b = *b;
    }
    trnfft_status status = trnfft_plan_create(NULL, &p, NULL, &plan);
    assert_true((status == TRNFFT_OK) == (plan != NULL));
    trnfft_plan_destroy(plan);
    return status;
}

static void copies(void **state)
{
    (void)state;
    const int64_t four = 4, none = 0;
    trnfft_tensor x = pairs(TRNFFT_F32, 1, &four, in),
                  y = real(TRNFFT_F32, 1, &four, out);
    EXPECT_ERROR(plan_of(TRNFFT_KIND_COPY, &x, NULL, &y), TRNFFT_ERROR_INVALID_DTYPE,
                 "out is real");
    x = real(TRNFFT_F32, 1, &four, in);
    y = real(TRNFFT_S16, 1, &four, out);
    EXPECT_ERROR(plan_of(TRNFFT_KIND_COPY, &x, NULL, &y), TRNFFT_ERROR_INVALID_DTYPE,
                 "samples are written only from the same type");
    y = trnfft_tensor_strided(TRNFFT_F32, 1, &four, &none, out, NULL);
    EXPECT_ERROR(plan_of(TRNFFT_KIND_COPY, &x, NULL, &y), TRNFFT_ERROR_INVALID_STRIDE,
                 "share memory");
    y = real(TRNFFT_F32, 1, &four, out);
    x = real(TRNFFT_F32, 1, &four, out);
    x.re = (float *)x.re + 1;
    EXPECT_ERROR(plan_of(TRNFFT_KIND_COPY, &x, NULL, &y), TRNFFT_ERROR_INVALID_ALIASING,
                 "overlaps");
}

static void products(void **state)
{
    (void)state;
    trnfft_tensor a = pairs(TRNFFT_F32, 3, TEST_LIST(2, 3, 4), in);
    trnfft_tensor b = pairs(TRNFFT_F32, 3, TEST_LIST(2, 4, 5), third);
    trnfft_tensor c = pairs(TRNFFT_F32, 3, TEST_LIST(2, 3, 5), out);
    trnfft_tensor bad = pairs(TRNFFT_F32, 2, TEST_LIST(4, 5), third);
    EXPECT_ERROR(trnfft_complex_gemm(&a, &bad, &c), TRNFFT_ERROR_INVALID_SHAPE,
                 "ranks");
    bad = pairs(TRNFFT_F32, 3, TEST_LIST(3, 4, 5), third);
    EXPECT_ERROR(trnfft_complex_gemm(&a, &bad, &c), TRNFFT_ERROR_INVALID_SHAPE,
                 "batch");
    bad = pairs(TRNFFT_F32, 3, TEST_LIST(2, 3, 5), third);
    EXPECT_ERROR(trnfft_complex_gemm(&a, &bad, &c), TRNFFT_ERROR_INVALID_SHAPE, NULL);
    bad = real(TRNFFT_S16, 3, TEST_LIST(2, 4, 5), third);
    EXPECT_ERROR(trnfft_complex_gemm(&a, &bad, &c), TRNFFT_ERROR_INVALID_DTYPE,
                 "trnfft_tensor_copy");
    bad = real(TRNFFT_F32, 3, TEST_LIST(2, 3, 5), out);
    EXPECT_ERROR(trnfft_complex_gemm(&a, &b, &bad), TRNFFT_ERROR_INVALID_DTYPE,
                 "the result is complex");
    trnfft_problem p = TRNFFT_PROBLEM_INIT;
    trnfft_plan *plan = NULL;
    p.kind = TRNFFT_KIND_GEMM;
    p.in = a, p.b = b, p.out = c;
    p.compute = TRNFFT_BF16;
    EXPECT_ERROR(trnfft_plan_create(NULL, &p, NULL, &plan), TRNFFT_ERROR_INVALID_DTYPE,
                 "compute");
}

static void transforms(void **state)
{
    (void)state;
    trnfft_tensor x = pairs(TRNFFT_F32, 2, TEST_LIST(3, 4), in);
    trnfft_tensor y = real(TRNFFT_S16, 2, TEST_LIST(3, 4), out);
    EXPECT_ERROR(trnfft_fft(&x, 4, -1, 0, &y), TRNFFT_ERROR_INVALID_DTYPE, NULL);
    EXPECT_ERROR(plan_of(TRNFFT_KIND_FFT, &x, NULL, &y), TRNFFT_ERROR_INVALID_DTYPE,
                 "results need a floating-point type");
    y = pairs(TRNFFT_F32, 1, TEST_LIST(4), out);
    EXPECT_ERROR(plan_of(TRNFFT_KIND_FFT, &x, NULL, &y), TRNFFT_ERROR_INVALID_SHAPE,
                 "rank");
    trnfft_problem p = TRNFFT_PROBLEM_INIT;
    trnfft_plan *plan = NULL;
    p.in = x, p.out = x;
    p.n_dim = 1, p.n[0] = INT64_MAX / 2;
    EXPECT_ERROR(trnfft_plan_create(NULL, &p, NULL, &plan), TRNFFT_ERROR_OVERFLOW,
                 "too long");
    trnfft_plan_options o = TRNFFT_PLAN_OPTIONS_INIT;
    p.n[0] = 3;
    o.max_rel_error = -1;
    EXPECT_ERROR(trnfft_plan_create(NULL, &p, &o, &plan), TRNFFT_ERROR_INVALID_ARGUMENT,
                 "max_rel_error");
}

static void spectra(void **state)
{
    (void)state;
    trnfft_tensor x = pairs(TRNFFT_F32, 2, TEST_LIST(3, 4), in);
    trnfft_tensor y = real(TRNFFT_F32, 1, TEST_LIST(3), out);
    EXPECT_ERROR(trnfft_power(&x, &y), TRNFFT_ERROR_INVALID_SHAPE, "rank");
    y = real(TRNFFT_S16, 2, TEST_LIST(3, 4), out);
    EXPECT_ERROR(trnfft_magnitude(&x, &y), TRNFFT_ERROR_INVALID_DTYPE,
                 "floating-point");
    trnfft_tensor power = real(TRNFFT_F32, 2, TEST_LIST(3, 4), in);
    trnfft_tensor filters = real(TRNFFT_F32, 2, TEST_LIST(2, 3), third);
    trnfft_tensor mel = real(TRNFFT_F32, 2, TEST_LIST(2, 4), out);
    trnfft_tensor line = real(TRNFFT_F32, 1, TEST_LIST(3), in);
    trnfft_tensor inside = real(TRNFFT_F32, 2, TEST_LIST(2, 4), in);
    EXPECT_ERROR(trnfft_mel_spectrogram(&line, &filters, &mel),
                 TRNFFT_ERROR_INVALID_SHAPE, "rank 1");
    EXPECT_ERROR(trnfft_mel_spectrogram(&x, &filters, &mel), TRNFFT_ERROR_INVALID_DTYPE,
                 "complex");
    EXPECT_ERROR(trnfft_mel_spectrogram(&power, &filters, &inside),
                 TRNFFT_ERROR_INVALID_ALIASING, "overlaps");
    trnfft_stft_options s = TRNFFT_STFT_OPTIONS_INIT;
    s.n_fft = 4;
    trnfft_tensor signal = real(TRNFFT_F32, 1, TEST_LIST(8), out);
    EXPECT_ERROR(trnfft_griffin_lim(&line, &s, NULL, -1, &signal),
                 TRNFFT_ERROR_INVALID_SHAPE, "bins and frames");
    EXPECT_ERROR(trnfft_griffin_lim(&x, &s, NULL, -1, &signal),
                 TRNFFT_ERROR_INVALID_DTYPE, "must be real");
    /* Nothing to do is no error. */
    trnfft_tensor empty = real(TRNFFT_F32, 2, TEST_LIST(0, 4), in);
    EXPECT_OK(trnfft_to_db(&empty, 1, 1e-10, 80, &empty));
}

static void short_time_transforms(void **state)
{
    (void)state;
    trnfft_stft_options s = TRNFFT_STFT_OPTIONS_INIT;
    s.n_fft = 4;
    trnfft_tensor x = real(TRNFFT_F32, 1, TEST_LIST(8), in);
    trnfft_tensor y = pairs(TRNFFT_F32, 3, TEST_LIST(1, 3, 9), out);
    EXPECT_ERROR(trnfft_stft(&x, &s, &y), TRNFFT_ERROR_INVALID_SHAPE, "rank 3");
    y = real(TRNFFT_S16, 2, TEST_LIST(3, 9), out);
    EXPECT_ERROR(trnfft_stft(&x, &s, &y), TRNFFT_ERROR_INVALID_DTYPE, NULL);
    trnfft_tensor point = real(TRNFFT_F32, 0, NULL, in);
    EXPECT_ERROR(trnfft_stft(&point, &s, &y), TRNFFT_ERROR_INVALID_SHAPE, "rank 0");
    y = trnfft_tensor_strided(TRNFFT_F32, 2, TEST_LIST(3, 9), TEST_LIST(0, 2), out,
                              (float *)out + 1);
    EXPECT_ERROR(trnfft_stft(&x, &s, &y), TRNFFT_ERROR_INVALID_STRIDE, "share memory");

    double ones[4] = { 1, 1, 1, 1 };
    trnfft_tensor wide = real(TRNFFT_F64, 1, TEST_LIST(4), ones);
    trnfft_istft_stream *back = NULL;
    s.window = &wide;
    EXPECT_ERROR(trnfft_istft_stream_create(NULL, TRNFFT_F32, &s, &back),
                 TRNFFT_ERROR_INVALID_DTYPE, "make both the same");
    s.window = NULL;
    s.stream_capacity = 0;
    EXPECT_ERROR(trnfft_istft_stream_create(NULL, TRNFFT_F32, &s, &back),
                 TRNFFT_ERROR_INVALID_ARGUMENT, "stream_capacity = 0");
    assert_null(back);
    EXPECT_ERROR(trnfft_istft_stream_finish(NULL, -1), TRNFFT_ERROR_INVALID_ARGUMENT,
                 "stream = NULL");
}

static void *allocate_a_little(size_t bytes, void *user)
{
    (void)user;
    return bytes < 100000 ? malloc(bytes) : NULL;
}

static void give_back(void *p, void *user)
{
    (void)user;
    free(p);
}

/* What fails deep inside is told under the name of the function that was called. */
static void out_of_memory_inside(void **state)
{
    (void)state;
    trnfft_context_options o = TRNFFT_CONTEXT_OPTIONS_INIT;
    trnfft_stft_options s = TRNFFT_STFT_OPTIONS_INIT;
    trnfft_context *context = NULL;
    trnfft_stft_stream *stream = NULL;
    o.allocate = allocate_a_little;
    o.release = give_back;
    s.n_fft = 1 << 20;
    assert_int_equal(trnfft_context_create(&o, &context), TRNFFT_OK);
    EXPECT_ERROR(trnfft_stft_stream_create(context, TRNFFT_F64, &s, &stream),
                 TRNFFT_ERROR_OUT_OF_MEMORY, "trnfft_stft_stream_create: ");
    assert_null(stream);
    trnfft_context_destroy(context);
}

static void texts_of_no_plan(void **state)
{
    (void)state;
    char text[32];
    assert_int_equal(trnfft_plan_describe(NULL, text, sizeof text), 9);
    assert_string_equal(text, "(no plan)");
    assert_int_equal(trnfft_plan_describe_candidates(NULL, text, sizeof text), 9);
    assert_string_equal(text, "(no plan)");
    trnfft_execute_args args;
    memset(&args, 0xA5, sizeof args);
    trnfft_execute_args_init(&args);
    const trnfft_execute_args twin = TRNFFT_EXECUTE_ARGS_INIT;
    assert_true(args.struct_size == twin.struct_size && args.operands == NULL &&
                args.n_operands == 0 && args.workspace == NULL && args.event == NULL);
}

#define REFUSALS(test) cmocka_unit_test_setup_teardown(test, set_up, nothing_written)

int main(void)
{
    const struct CMUnitTest tests[] = {
        REFUSALS(copies),
        REFUSALS(products),
        REFUSALS(transforms),
        REFUSALS(spectra),
        REFUSALS(short_time_transforms),
        REFUSALS(out_of_memory_inside),
        REFUSALS(texts_of_no_plan),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
