/* test_plan_api.c - the promises of plan.h: refusals that write nothing, workspaces,
 * pointers, text. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <trnfft/trnfft.h>

#include "support/tensors.h"

static float x_data[64], y_data[128];

static trnfft_problem rfft_problem(void)
{
    trnfft_problem p = TRNFFT_PROBLEM_INIT;
    p.op = TRNFFT_OP_RFFT;
    p.in = trnfft_tensor_real(TRNFFT_F32, 2, TEST_LIST(4, 16), x_data);
    p.out = trnfft_tensor_interleaved(TRNFFT_F32, 2, TEST_LIST(4, 9), y_data);
    p.n_dim = 1;
    p.dim[0] = -1;
    return p;
}

static trnfft_plan *make(const trnfft_problem *p, const trnfft_plan_options *o)
{
    trnfft_plan *plan = NULL;
    EXPECT_OK(trnfft_plan_create(NULL, p, o, &plan));
    return plan;
}

#define REFUSE(problem, options, status, part)                                       \
    do {                                                                             \
        trnfft_plan *none_ = (trnfft_plan *)x_data;                                  \
        EXPECT_ERROR(trnfft_plan_create(NULL, (problem), (options), &none_), status, \
                     part);                                                          \
        assert_ptr_equal(none_, x_data);                                             \
    } while (0)

static void test_refused_problems(void **state)
{
    (void)state;
    const trnfft_problem good = rfft_problem();
    trnfft_problem p;
    REFUSE(NULL, NULL, TRNFFT_ERROR_INVALID_ARGUMENT,
           "trnfft_plan_create: problem = NULL");
    EXPECT_ERROR(trnfft_plan_create(NULL, &good, NULL, NULL),
                 TRNFFT_ERROR_INVALID_ARGUMENT, "plan = NULL");
    p = good, p.kind = 77;
    REFUSE(&p, NULL, TRNFFT_ERROR_INVALID_ARGUMENT, "kind = 77");
    p = good, p.op = 6;
    REFUSE(&p, NULL, TRNFFT_ERROR_INVALID_ARGUMENT, "op = 6");
    p = good, p.norm = 3;
    REFUSE(&p, NULL, TRNFFT_ERROR_INVALID_ARGUMENT, "norm = 3");
    p = good, p.compute = TRNFFT_BF16;
    REFUSE(&p, NULL, TRNFFT_ERROR_INVALID_DTYPE, "compute = bf16");
    p = good, p.n[0] = 0;
    REFUSE(&p, NULL, TRNFFT_ERROR_INVALID_ARGUMENT,
           "n[0] = 0: a transform needs at least one point");
    p = good, p.dim[0] = 2;
    REFUSE(&p, NULL, TRNFFT_ERROR_INVALID_ARGUMENT, "dim[0] = 2: out of range");
    p = good, p.n_dim = 2, p.dim[0] = 1, p.dim[1] = -1;
    REFUSE(&p, NULL, TRNFFT_ERROR_INVALID_ARGUMENT, "dim[1] = -1 repeats dimension 1");
    p = good, p.n_dim = 3;
    REFUSE(&p, NULL, TRNFFT_ERROR_INVALID_ARGUMENT, "n_dim = 3");
    p = good, p.in.dtype = TRNFFT_S16;
    REFUSE(&p, NULL, TRNFFT_ERROR_INVALID_DTYPE, "convert them to f32");
    p = good, p.in = trnfft_tensor_interleaved(TRNFFT_F32, 2, TEST_LIST(4, 8), x_data);
    REFUSE(&p, NULL, TRNFFT_ERROR_INVALID_DTYPE, "takes real input");
    p = good, p.out = trnfft_tensor_real(TRNFFT_F32, 2, TEST_LIST(4, 9), y_data);
    REFUSE(&p, NULL, TRNFFT_ERROR_INVALID_DTYPE, "out is real");
    p = good, p.out.shape[1] = 8;
    REFUSE(&p, NULL, TRNFFT_ERROR_INVALID_SHAPE, "out.shape[1] = 8: the result has 9");
    p = good, p.out.strides[0] = 4;
    REFUSE(&p, NULL, TRNFFT_ERROR_INVALID_STRIDE, "share memory");
    p = good, p.in.re = y_data + 3;
    REFUSE(&p, NULL, TRNFFT_ERROR_INVALID_ALIASING, "overlaps");
    p = good, p.in.re = y_data; /* rows begin apart */
    REFUSE(&p, NULL, TRNFFT_ERROR_INVALID_ALIASING, "overlaps");
    p = good, p.in.rank = p.out.rank = 0;
    REFUSE(&p, NULL, TRNFFT_ERROR_INVALID_SHAPE, "at least 1 dimension");
    p = good, p.struct_size = 3;
    REFUSE(&p, NULL, TRNFFT_ERROR_INVALID_ARGUMENT, "TRNFFT_PROBLEM_INIT");
}

static void test_refused_options(void **state)
{
    (void)state;
    const trnfft_problem p = rfft_problem();
    const trnfft_plan_options good = TRNFFT_PLAN_OPTIONS_INIT;
    trnfft_plan_options o;
    o = good, o.effort = 9;
    REFUSE(&p, &o, TRNFFT_ERROR_INVALID_ARGUMENT, "options.effort = 9");
    o = good, o.n_threads = -1;
    REFUSE(&p, &o, TRNFFT_ERROR_INVALID_ARGUMENT, "options.n_threads = -1");
    o = good, o.time_limit_s = -1;
    REFUSE(&p, &o, TRNFFT_ERROR_INVALID_ARGUMENT, "options.time_limit_s");
    o = good, o.precision = 1;
    REFUSE(&p, &o, TRNFFT_ERROR_INVALID_ARGUMENT, "options.precision = 1");
    o = good, o.flags = 12;
    REFUSE(&p, &o, TRNFFT_ERROR_INVALID_ARGUMENT, "options.flags = 0xc");
    o = good, o.max_rel_error = 1e-9;
    REFUSE(&p, &o, TRNFFT_ERROR_UNSUPPORTED, "options.max_rel_error");
    o = good, o.force_solver = "half_complex,bogus";
    REFUSE(&p, &o, TRNFFT_ERROR_INVALID_ARGUMENT, "\"bogus\"");
    o = good, o.force_solver = "rader";
    REFUSE(&p, &o, TRNFFT_ERROR_UNSUPPORTED, "rader");
    o = good, o.effort = TRNFFT_EFFORT_WISDOM;
    trnfft_plan_destroy(make(&p, &o));
}

static void test_struct_sizes(void **state)
{
    (void)state;
    trnfft_problem p = rfft_problem();
    trnfft_plan_options old = { 0 };
    old.struct_size = offsetof(trnfft_plan_options, time_limit_s);
    old.n_threads = 1;
    old.flags = 0xffffffffu; /* beyond what the old struct has: not read */
    trnfft_plan_destroy(make(&p, &old));
    struct {
        trnfft_plan_options o;
        int64_t tail;
    } newer = { TRNFFT_PLAN_OPTIONS_INIT, 0 };
    newer.o.struct_size = sizeof newer;
    trnfft_plan_destroy(make(&p, &newer.o));
    newer.tail = 1;
    REFUSE(&p, &newer.o, TRNFFT_ERROR_INVALID_ARGUMENT, "struct_size");
    trnfft_plan_options twin;
    memset(&twin, 0x55, sizeof twin);
    trnfft_plan_options_init(&twin);
    assert_int_equal(twin.struct_size, sizeof twin);
    trnfft_problem problem_twin;
    trnfft_problem_init(&problem_twin);
    assert_int_equal(problem_twin.n[7], TRNFFT_N_DEFAULT);
    assert_int_equal(problem_twin.length, -1);
    trnfft_problem_init(NULL);
    trnfft_plan_options_init(NULL);
    trnfft_execute_args_init(NULL);
}

static void test_workspace(void **state)
{
    (void)state;
    const trnfft_problem p = rfft_problem();
    trnfft_plan *plan = make(&p, NULL);
    const size_t bytes = trnfft_plan_workspace_bytes(plan);
    assert_true(bytes > 0);
    char *workspace = malloc(bytes);
    memset(y_data, 0x5a, sizeof y_data);
    unsigned char before[sizeof y_data];
    memcpy(before, y_data, sizeof before);
    EXPECT_ERROR(
        trnfft_plan_execute(plan, x_data, NULL, y_data, NULL, workspace, bytes - 1),
        TRNFFT_ERROR_WORKSPACE_TOO_SMALL, "the plan needs");
    EXPECT_ERROR(trnfft_plan_execute(plan, x_data, NULL, y_data, NULL, NULL, bytes),
                 TRNFFT_ERROR_INVALID_ARGUMENT, "workspace = NULL");
    assert_memory_equal(before, y_data, sizeof before);
    EXPECT_OK(trnfft_plan_execute(plan, x_data, NULL, y_data, NULL, workspace, bytes));
    EXPECT_OK(trnfft_plan_execute(plan, x_data, NULL, y_data, y_data + 1, NULL, 0));
    free(workspace);
    trnfft_plan_destroy(plan);
    trnfft_plan_destroy(NULL);
    assert_int_equal(trnfft_plan_workspace_bytes(NULL), 0);
}

static void test_pointers(void **state)
{
    (void)state;
    const trnfft_problem p = rfft_problem();
    trnfft_plan *plan = make(&p, NULL);
    unsigned char before[sizeof y_data];
    memset(y_data, 0x5a, sizeof y_data);
    memcpy(before, y_data, sizeof before);
    float *const y = y_data;
    const trnfft_status invalid = TRNFFT_ERROR_INVALID_ARGUMENT;
    EXPECT_ERROR(trnfft_plan_execute(NULL, x_data, NULL, y, NULL, NULL, 0), invalid,
                 "plan");
    EXPECT_ERROR(trnfft_plan_execute(plan, NULL, NULL, y, NULL, NULL, 0), invalid,
                 "xre");
    EXPECT_ERROR(trnfft_plan_execute(plan, x_data, NULL, NULL, NULL, NULL, 0), invalid,
                 "yre");
    EXPECT_ERROR(trnfft_plan_execute(plan, x_data, x_data, y, NULL, NULL, 0), invalid,
                 "xim");
    EXPECT_ERROR(trnfft_plan_execute(plan, x_data, NULL, y, y + 40, NULL, 0),
                 TRNFFT_ERROR_INVALID_STRIDE, "interleaved");
    EXPECT_ERROR(trnfft_plan_execute(plan, y, NULL, y, NULL, NULL, 0),
                 TRNFFT_ERROR_INVALID_ALIASING, "overlap");
    EXPECT_ERROR(trnfft_plan_execute(plan, y + 71, NULL, y, NULL, NULL, 0),
                 TRNFFT_ERROR_INVALID_ALIASING, "overlap");
    assert_memory_equal(before, y_data, sizeof before);

    trnfft_operand operands[2] = { { x_data, NULL, NULL }, { y, NULL, NULL } };
    trnfft_execute_args a = TRNFFT_EXECUTE_ARGS_INIT;
    a.operands = operands;
    a.n_operands = 2;
    EXPECT_OK(trnfft_plan_execute_with(plan, &a));
    a.n_operands = 3;
    EXPECT_ERROR(trnfft_plan_execute_with(plan, &a), invalid, "n_operands = 3");
    a.n_operands = 2;
    a.reserved = 1;
    EXPECT_ERROR(trnfft_plan_execute_with(plan, &a), invalid, "reserved = 1");
    a.reserved = 0;
    a.event = (struct trnfft_event *)y;
    EXPECT_ERROR(trnfft_plan_execute_with(plan, &a), TRNFFT_ERROR_UNSUPPORTED, "event");
    a.event = NULL;
    operands[1].buffer = (struct trnfft_buffer *)y;
    EXPECT_ERROR(trnfft_plan_execute_with(plan, &a), TRNFFT_ERROR_UNSUPPORTED,
                 "buffer");
    EXPECT_ERROR(trnfft_plan_execute_with(plan, NULL), invalid, "args = NULL");
    trnfft_plan_destroy(plan);
}

/* An in-place plan also runs out of place. */
static void test_in_place_plan(void **state)
{
    (void)state;
    double pairs[32], other[32], expected[32];
    for (int i = 0; i < 32; i++) {
        pairs[i] = (double)(i * i % 17);
    }
    trnfft_problem p = TRNFFT_PROBLEM_INIT;
    p.in = p.out = trnfft_tensor_interleaved(TRNFFT_F64, 1, TEST_LIST(16), pairs);
    trnfft_plan *plan = make(&p, NULL);
    EXPECT_OK(trnfft_plan_execute(plan, pairs, NULL, expected, NULL, NULL, 0));
    memcpy(other, pairs, sizeof other);
    EXPECT_OK(trnfft_plan_execute(plan, other, NULL, other, NULL, NULL, 0));
    assert_memory_equal(other, expected, sizeof other);
    EXPECT_ERROR(trnfft_plan_execute(plan, other, NULL, other + 2, NULL, NULL, 0),
                 TRNFFT_ERROR_INVALID_ALIASING, "overlap");
    trnfft_plan_destroy(plan);
}

/* In parts it runs wherever these are apart: not with parts exchanged or shifted. */
static void test_in_place_parts(void **state)
{
    (void)state;
    enum { N = 16 };
    double x[4 * N] = { 0 }, *re = x, *im = x + N, expected[2 * N];
    for (int i = 0; i < 2 * N; i++) {
        x[i] = (double)(i * i % 17);
    }
    trnfft_problem p = TRNFFT_PROBLEM_INIT;
    p.in = p.out = trnfft_tensor_split(TRNFFT_F64, 1, TEST_LIST(N), re, im);
    trnfft_plan *plan = make(&p, NULL);
    EXPECT_OK(trnfft_plan_execute(plan, re, im, expected, expected + N, NULL, 0));
    double *far = x + 2 * N + 5;
    memcpy(far, im, N * sizeof *im);
    const trnfft_status aliasing = TRNFFT_ERROR_INVALID_ALIASING;
    EXPECT_ERROR(trnfft_plan_execute(plan, re, im, re, far, NULL, 0), aliasing,
                 "overlap");
    EXPECT_ERROR(trnfft_plan_execute(plan, re, far, far, re, NULL, 0), aliasing,
                 "overlap");
    EXPECT_ERROR(trnfft_plan_execute(plan, re, far, re, far + 1, NULL, 0), aliasing,
                 "overlap");
    EXPECT_ERROR(trnfft_plan_execute(plan, re, re + 3, re, re + 3, NULL, 0), aliasing,
                 "overlap");
    EXPECT_OK(trnfft_plan_execute(plan, re, far, re, far, NULL, 0));
    assert_memory_equal(re, expected, N * sizeof *re);
    assert_memory_equal(far, expected + N, N * sizeof *far);
    trnfft_plan_destroy(plan);
}

/* Columns of 26 points: one plan for any batch, or the best for columns. */
static void test_free_arithmetic(void **state)
{
    (void)state;
    enum { N = 26, B = 64 };
    static float in[2 * N * B], out[2 * N * B], free_out[2 * N * B];
    trnfft_problem p = TRNFFT_PROBLEM_INIT;
    p.in = trnfft_tensor_interleaved(TRNFFT_F32, 2, TEST_LIST(N, B), in);
    p.out = trnfft_tensor_interleaved(TRNFFT_F32, 2, TEST_LIST(N, B), out);
    p.n_dim = 1;
    p.dim[0] = 0;
    trnfft_plan_options o = TRNFFT_PLAN_OPTIONS_INIT;
    trnfft_plan *fixed = make(&p, &o);
    o.flags = TRNFFT_FLAG_FREE_ARITHMETIC;
    trnfft_plan *best = make(&p, &o);
    char fixed_text[800], best_text[800];
    trnfft_plan_describe(fixed, fixed_text, sizeof fixed_text);
    trnfft_plan_describe(best, best_text, sizeof best_text);
    assert_non_null(strstr(fixed_text, "direct n=26"));
    assert_non_null(strstr(best_text, "stockham"));
    for (int i = 0; i < 2 * N * B; i++) {
        in[i] = (float)((i * 29) % 83) / 83.0f - 0.5f;
    }
    EXPECT_OK(trnfft_plan_execute(fixed, in, NULL, out, NULL, NULL, 0));
    EXPECT_OK(trnfft_plan_execute(best, in, NULL, free_out, NULL, NULL, 0));
    for (int i = 0; i < 2 * N * B; i++) {
        assert_true(fabsf(out[i] - free_out[i]) < 1e-5f);
    }
    trnfft_plan_destroy(fixed);
    trnfft_plan_destroy(best);
}

/* Columns of every short length have a plan of their own, too. */
static void test_free_arithmetic_everywhere(void **state)
{
    (void)state;
    enum { N = 130, B = 5 };
    static double in[2 * N * B], out[2 * N * B];
    trnfft_plan_options o = TRNFFT_PLAN_OPTIONS_INIT;
    o.flags = TRNFFT_FLAG_FREE_ARITHMETIC;
    for (int64_t i = 2 * 2; i <= 2 * N + 1; i++) {
        const int32_t dtype = i % 2 != 0 ? TRNFFT_F64 : TRNFFT_F32;
        trnfft_problem p = TRNFFT_PROBLEM_INIT;
        p.in = trnfft_tensor_interleaved(dtype, 2, TEST_LIST(i / 2, B), in);
        p.out = trnfft_tensor_interleaved(dtype, 2, TEST_LIST(i / 2, B), out);
        p.n_dim = 1;
        p.dim[0] = 0;
        trnfft_plan_destroy(make(&p, &o));
        p.op = TRNFFT_OP_RFFT;
        p.in = trnfft_tensor_real(dtype, 2, TEST_LIST(i / 2, B), in);
        p.out = trnfft_tensor_interleaved(dtype, 2, TEST_LIST(i / 4 + 1, B), out);
        trnfft_plan_destroy(make(&p, &o));
    }
}

/* Only an allowed plan destroys its input, and it needs less workspace. */
static void test_overwrite_input(void **state)
{
    (void)state;
    enum { A = 40, B = 21 };
    static double in[2 * A * B], out[2][A * 40];
    trnfft_problem p = TRNFFT_PROBLEM_INIT;
    p.op = TRNFFT_OP_IRFFT;
    p.in = trnfft_tensor_interleaved(TRNFFT_F64, 2, TEST_LIST(A, B), in);
    p.out = trnfft_tensor_real(TRNFFT_F64, 2, TEST_LIST(A, 40), out[0]);
    trnfft_plan_options o = TRNFFT_PLAN_OPTIONS_INIT;
    trnfft_plan *careful = make(&p, &o);
    o.flags = TRNFFT_FLAG_OVERWRITE_INPUT;
    trnfft_plan *careless = make(&p, &o);
    for (int i = 0; i < 2 * A * B; i++) {
        in[i] = (double)((i * 29) % 83) / 83.0;
    }
    EXPECT_OK(trnfft_plan_execute(careful, in, NULL, out[0], NULL, NULL, 0));
    for (int i = 0; i < 2 * A * B; i++) {
        assert_true(in[i] == (double)((i * 29) % 83) / 83.0);
    }
    EXPECT_OK(trnfft_plan_execute(careless, in, NULL, out[1], NULL, NULL, 0));
    assert_memory_equal(out[0], out[1], sizeof out[0]);
    assert_true(trnfft_plan_workspace_bytes(careless) <
                trnfft_plan_workspace_bytes(careful));
    trnfft_plan_destroy(careful);
    trnfft_plan_destroy(careless);
}

/* A plan that may write over its input is refused parts that became one. */
static void test_overwrite_input_of_two_parts(void **state)
{
    (void)state;
    static double in[200], out[64];
    trnfft_problem p = TRNFFT_PROBLEM_INIT;
    trnfft_plan_options o = TRNFFT_PLAN_OPTIONS_INIT;
    p.op = TRNFFT_OP_IRFFT;
    p.in = trnfft_tensor_split(TRNFFT_F64, 2, TEST_LIST(8, 5), in, in + 100);
    p.out = trnfft_tensor_real(TRNFFT_F64, 2, TEST_LIST(8, 8), out);
    o.flags = TRNFFT_FLAG_OVERWRITE_INPUT;
    trnfft_plan *plan = make(&p, &o);
    EXPECT_ERROR(trnfft_plan_execute(plan, in, in + 20, out, NULL, NULL, 0),
                 TRNFFT_ERROR_INVALID_ALIASING, "xim");
    EXPECT_OK(trnfft_plan_execute(plan, in, in + 60, out, NULL, NULL, 0));
    trnfft_plan_destroy(plan);
}

/* An in-place plan that runs out of place leaves its input alone. */
static void test_in_place_plan_out_of_place(void **state)
{
    (void)state;
    enum { N = 2 * 8 * 5 };
    static double in[N], copy[N], out[N];
    trnfft_problem p = TRNFFT_PROBLEM_INIT;
    p.op = TRNFFT_OP_IRFFT;
    p.in = trnfft_tensor_interleaved(TRNFFT_F64, 2, TEST_LIST(8, 5), in);
    p.out = trnfft_tensor_strided(TRNFFT_F64, 2, TEST_LIST(8, 8), TEST_LIST(10, 1), in,
                                  NULL);
    trnfft_plan *plan = make(&p, NULL);
    for (int i = 0; i < N; i++) {
        in[i] = copy[i] = (double)((i * 29) % 83) / 83.0;
    }
    EXPECT_OK(trnfft_plan_execute(plan, in, NULL, out, NULL, NULL, 0));
    assert_memory_equal(in, copy, sizeof in);
    EXPECT_OK(trnfft_plan_execute(plan, in, NULL, in, NULL, NULL, 0));
    for (int i = 0; i < 64; i++) {
        assert_true(in[i / 8 * 10 + i % 8] == out[i / 8 * 10 + i % 8]);
    }
    trnfft_plan_destroy(plan);
}

/* The text without its costs, which are the machine's. */
static void without_costs(char *text)
{
    char *to = text;
    for (const char *p = text; *p != '\0'; p++) {
        if (strncmp(p, " (", 2) == 0 && p[2] >= '0' && p[2] <= '9') {
            const char *end = strchr(p, ')');
            assert_non_null(end);
            p = end;
        } else {
            *to++ = *p;
        }
    }
    *to = '\0';
}

static void test_describe(void **state)
{
    (void)state;
    trnfft_problem p = rfft_problem();
    p.norm = TRNFFT_NORM_FORWARD;
    trnfft_plan_options o = TRNFFT_PLAN_OPTIONS_INIT;
    o.force_solver = "real_via_complex,codelet,stockham";
    p.n_dim = 2, p.dim[0] = 0, p.dim[1] = 1;
    trnfft_plan *plan = NULL;
    EXPECT_OK(trnfft_plan_create(NULL, &p, &o, &plan));
    char text[2000], cut[10];
    const size_t bytes = trnfft_plan_describe(plan, text, sizeof text);
    assert_int_equal(bytes, strlen(text));
    assert_int_equal(trnfft_plan_describe(plan, NULL, 0), bytes);
    assert_int_equal(trnfft_plan_describe(plan, cut, sizeof cut), bytes);
    assert_memory_equal(cut, text, 9);
    assert_int_equal(cut[9], '\0');
    without_costs(text);
    const char *const begins = "row_column f32, scale 0.015625\n"
                               "  axis 1 r2c n=16, 4 lines as rows, direct -> pairs\n"
                               "    real_via_complex";
    if (strncmp(text, begins, strlen(begins)) != 0) {
        print_error("%s\n", text);
        fail();
    }
    assert_non_null(
        strstr(text, "\n  axis 0 c2c n=4, 9 lines in strips of 9, pairs -> pairs\n"
                     "    codelet "));
    const size_t listed = trnfft_plan_describe_candidates(plan, text, sizeof text);
    assert_int_equal(listed, strlen(text));
    assert_non_null(strstr(text, "line r2c f32 n=16\n  half_complex"));
    assert_non_null(strstr(text, "\n  real_via_complex"));
    trnfft_plan_describe(NULL, text, sizeof text);
    assert_string_equal(text, "(no plan)");
    trnfft_plan_destroy(plan);
}

/* Where there are no elements lengths and strides are not bounded, and no number made
 * of them may overflow (seen by the sanitizer). */
static void test_without_elements(void **state)
{
    (void)state;
    const int64_t large = INT64_MAX / 128, far = (int64_t)1 << 58;
    const int64_t shape[] = { large, large, 0, 8 }, halves[] = { large, large, 0, 5 };
    trnfft_problem p = TRNFFT_PROBLEM_INIT;
    p.op = TRNFFT_OP_RFFT;
    p.in = trnfft_tensor_strided(TRNFFT_F32, 4, shape, TEST_LIST(far, -far, far, far),
                                 NULL, NULL);
    p.out = trnfft_tensor_strided(TRNFFT_F32, 4, halves, TEST_LIST(far, far, far, far),
                                  NULL, NULL);
    p.n_dim = 1, p.dim[0] = -1;
    trnfft_plan *plan = make(&p, NULL);
    EXPECT_OK(trnfft_plan_execute(plan, NULL, NULL, NULL, NULL, NULL, 0));
    trnfft_plan_destroy(plan);

    /* An empty input that is padded: zeros, whatever its strides. */
    float y[2 * 4 * 100];
    trnfft_tensor in = trnfft_tensor_strided(TRNFFT_F32, 2, TEST_LIST(0, 100),
                                             TEST_LIST(far, -far), NULL, NULL);
    trnfft_tensor out = trnfft_tensor_interleaved(TRNFFT_F32, 2, TEST_LIST(4, 100), y);
    memset(y, 0xA5, sizeof y);
    EXPECT_OK(trnfft_fft(&in, 4, 0, TRNFFT_NORM_BACKWARD, &out));
    for (int i = 0; i < 2 * 4 * 100; i++) {
        assert_true(y[i] == 0);
    }

    /* Matrices: an empty batch of huge ones, and a sum over nothing. */
    const int64_t side[] = { INT64_MAX, 0, INT64_MAX, INT64_MAX };
    p = (trnfft_problem)TRNFFT_PROBLEM_INIT;
    p.kind = TRNFFT_KIND_GEMM;
    p.in = trnfft_tensor_strided(TRNFFT_F32, 4, side, TEST_LIST(far, far, far, far),
                                 NULL, NULL);
    p.b = p.out = p.in;
    trnfft_plan_destroy(make(&p, NULL));
    in = trnfft_tensor_strided(TRNFFT_F32, 2, TEST_LIST(4, 0), TEST_LIST(far, far),
                               NULL, NULL);
    trnfft_tensor b = trnfft_tensor_strided(TRNFFT_F32, 2, TEST_LIST(0, 100),
                                            TEST_LIST(far, far), NULL, NULL);
    memset(y, 0xA5, sizeof y);
    EXPECT_OK(trnfft_complex_gemm(&in, &b, &out));
    for (int i = 0; i < 2 * 4 * 100; i++) {
        assert_true(y[i] == 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_refused_problems),
        cmocka_unit_test(test_refused_options),
        cmocka_unit_test(test_struct_sizes),
        cmocka_unit_test(test_workspace),
        cmocka_unit_test(test_pointers),
        cmocka_unit_test(test_in_place_plan),
        cmocka_unit_test(test_in_place_parts),
        cmocka_unit_test(test_free_arithmetic),
        cmocka_unit_test(test_free_arithmetic_everywhere),
        cmocka_unit_test(test_overwrite_input),
        cmocka_unit_test(test_overwrite_input_of_two_parts),
        cmocka_unit_test(test_in_place_plan_out_of_place),
        cmocka_unit_test(test_describe),
        cmocka_unit_test(test_without_elements),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
