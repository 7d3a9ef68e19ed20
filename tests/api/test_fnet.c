/* Does FNet mixing keep what fnet.h promises? Against the sums in long double. */
#include <setjmp.h>
#include <stdbool.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <math.h>

#include <trnfft/trnfft.h>

#include "support/random.h"
#include "support/tensors.h"
#include "support/tolerances.h"

#define BACKWARD TRNFFT_NORM_BACKWARD
#define COUNT(a) (sizeof(a) / sizeof *(a))

/* exp(-2 pi i j / n) */
static void roots(int64_t n, long double *re, long double *im)
{
    const long double turn = 8.0L * atanl(1.0L);
    for (int64_t j = 0; j < n; j++) {
        re[j] = cosl(turn * (long double)j / (long double)n);
        im[j] = -sinl(turn * (long double)j / (long double)n);
    }
}

/* One item: columns, then rows, by their sums. */
static void reference(int64_t s, int64_t h, const double *x, double scale, double *y)
{
    long double *memory = calloc((size_t)(2 * (s + h + s * h)), sizeof *memory);
    long double *cs = memory, *ss = cs + s, *ch = ss + s, *sh = ch + h;
    long double *re = sh + h, *im = re + s * h;
    roots(s, cs, ss);
    roots(h, ch, sh);
    for (int64_t l = 0; l < s; l++) {
        for (int64_t j = 0; j < s; j++) {
            const int64_t t = j * l % s;
            for (int64_t m = 0; m < h; m++) {
                re[l * h + m] += cs[t] * (long double)x[j * h + m];
                im[l * h + m] += ss[t] * (long double)x[j * h + m];
            }
        }
    }
    for (int64_t l = 0; l < s; l++) {
        for (int64_t k = 0; k < h; k++) {
            long double sum = 0;
            for (int64_t m = 0; m < h; m++) {
                const int64_t t = m * k % h;
                sum += re[l * h + m] * ch[t] - im[l * h + m] * sh[t];
            }
            y[l * h + k] = (double)(sum * (long double)scale);
        }
    }
    free(memory);
}

static double bound_of(int32_t type, int64_t points)
{
    return type == TRNFFT_F64    ? test_max_tolerance_f64(points)
           : type == TRNFFT_BF16 ? TEST_BF16_ROUNDING
           : type == TRNFFT_F16  ? TEST_F16_ROUNDING
                                 : test_max_tolerance_f32(points);
}

/* Values of a tensor, as it holds them. */
static double *fill(test_random *r, const trnfft_tensor *t)
{
    const int64_t n = test_tensor_size(t);
    double *values = calloc((size_t)n + 1, sizeof *values);
    for (int64_t i = 0; i < n; i++) {
        values[i] = (double)test_random_unit_f32(r);
    }
    test_tensor_set(t, values);
    test_tensor_get(t, values);
    return values;
}

static double *answer(int64_t batch, int64_t s, int64_t h, const double *x,
                      double scale)
{
    double *y = calloc((size_t)(batch * s * h) + 1, sizeof *y);
    for (int64_t i = 0; i < batch; i++) {
        reference(s, h, x + i * s * h, scale, y + i * s * h);
    }
    return y;
}

static void check_types(test_random *r, int64_t batch, int64_t s, int64_t h,
                        int32_t from, int32_t to)
{
    trnfft_tensor in = test_tensor(from, TRNFFT_REAL, 3, TEST_LIST(batch, s, h));
    trnfft_tensor out = test_tensor(to, TRNFFT_REAL, 3, TEST_LIST(batch, s, h));
    double *x = fill(r, &in), *y = answer(batch, s, h, x, 1.0);
    const double narrow = bound_of(to, s * h), wide = bound_of(TRNFFT_F32, s * h);
    const bool f64 = from == TRNFFT_F64 || to == TRNFFT_F64;
    EXPECT_OK(trnfft_fnet_mix(&in, BACKWARD, &out));
    EXPECT_VALUES(&out, y, f64 || narrow > wide ? narrow : wide);
    free(x);
    free(y);
    test_tensor_free(&in);
    test_tensor_free(&out);
}

static void test_sizes(void **state)
{
    (void)state;
    test_random r = test_random_seed(1);
    for (int64_t s = 1; s < 14; s++) {
        for (int64_t h = 1; h < 14; h++) {
            check_types(&r, 2, s, h, TRNFFT_F32, TRNFFT_F32);
            check_types(&r, 1, s, h, TRNFFT_F64, TRNFFT_F64);
        }
    }
    static const int64_t sizes[] = { 1, 2, 31, 33, 64, 97, 130 };
    for (size_t i = 0; i < COUNT(sizes); i++) {
        for (size_t j = 0; j < COUNT(sizes); j++) {
            check_types(&r, 1, sizes[i], sizes[j], TRNFFT_F32, TRNFFT_F32);
        }
        check_types(&r, 1, sizes[i], 510, TRNFFT_F64, TRNFFT_F64);
    }
    check_types(&r, 1, 1100, 65, TRNFFT_F32, TRNFFT_F32); /* narrow strips */
    check_types(&r, 1, 1100, 3, TRNFFT_F64, TRNFFT_F64);
    check_types(&r, 1, 128, 768, TRNFFT_F32, TRNFFT_F32);
}

static void test_types(void **state)
{
    (void)state;
    static const int32_t types[] = { TRNFFT_F32, TRNFFT_F64, TRNFFT_BF16, TRNFFT_F16 };
    test_random r = test_random_seed(2);
    for (size_t i = 0; i < COUNT(types); i++) {
        for (size_t j = 0; j < COUNT(types); j++) {
            check_types(&r, 2, 7, 9, types[i], types[j]);
            check_types(&r, 1, 16, 66, types[i], types[j]);
        }
    }
}

static void test_norms(void **state)
{
    (void)state;
    test_random r = test_random_seed(3);
    trnfft_tensor in = test_tensor(TRNFFT_F64, TRNFFT_REAL, 2, TEST_LIST(5, 12));
    trnfft_tensor out = test_tensor(TRNFFT_F64, TRNFFT_REAL, 2, TEST_LIST(5, 12));
    double *x = fill(&r, &in);
    const double scales[] = { 1.0, 1.0 / sqrt(60.0), 1.0 / 60.0 };
    for (int32_t norm = TRNFFT_NORM_BACKWARD; norm <= TRNFFT_NORM_FORWARD; norm++) {
        double *y = answer(1, 5, 12, x, scales[norm]);
        EXPECT_OK(trnfft_fnet_mix(&in, norm, &out));
        EXPECT_VALUES(&out, y, bound_of(TRNFFT_F64, 60));
        free(y);
    }
    free(x);
    test_tensor_free(&in);
    test_tensor_free(&out);
}

/* Any strides give the bits of contiguous operands; a stride of zero repeats rows. */
static void check_layout(test_random *r, int32_t type, int64_t s, int64_t h, int layout)
{
    const int64_t size = (int64_t)trnfft_dtype_size(type);
    const int64_t shape[] = { 2, s, h };
    trnfft_tensor in = test_tensor(type, TRNFFT_REAL, 3, shape);
    trnfft_tensor want = test_tensor(type, TRNFFT_REAL, 3, shape);
    trnfft_tensor got =
        test_tensor(type, TRNFFT_REAL, 1, TEST_LIST(6 * (s + 2) * (h + 3)));
    trnfft_tensor moved =
        test_tensor(type, TRNFFT_REAL, 1, TEST_LIST(6 * (s + 2) * (h + 3)));
    free(fill(r, &in));
    EXPECT_OK(trnfft_fnet_mix(&in, BACKWARD, &want));
    trnfft_tensor views[2] = { moved, got };
    for (int i = 0; i < 2; i++) {
        trnfft_tensor *v = &views[i];
        const int64_t gap = h + 3, strides[4][3] = {
            { s * gap, gap, 1 },              /* rows apart       */
            { s * gap, 1, s },                /* transposed       */
            { -(s * gap * 2), -2 * gap, -2 }, /* all back to front */
            { h, 2 * h + 1, 1 },              /* items between    */
        };
        memcpy(v->strides, strides[layout], sizeof strides[layout]);
        memcpy(v->shape, shape, sizeof shape);
        v->rank = 3;
        const int64_t last = layout == 2 ? 2 * s * gap + 2 * gap * s + 2 * h : 1;
        v->re = (char *)v->re + last * size;
    }
    if (layout == 3) { /* rows of two items in turns */
        views[0].strides[1] = views[1].strides[1] = 2 * h;
    }
    EXPECT_OK(trnfft_tensor_copy(&in, &views[0]));
    EXPECT_OK(trnfft_fnet_mix(&views[0], BACKWARD, &views[1]));
    double *a = calloc((size_t)(2 * s * h), sizeof *a);
    double *b = calloc((size_t)(2 * s * h), sizeof *b);
    test_tensor_get(&want, a);
    test_tensor_get(&views[1], b);
    assert_memory_equal(a, b, (size_t)(2 * s * h) * sizeof *a);
    EXPECT_OK(trnfft_fnet_mix(&views[0], BACKWARD, &views[0])); /* in place */
    test_tensor_get(&views[0], b);
    assert_memory_equal(a, b, (size_t)(2 * s * h) * sizeof *a);
    free(a);
    free(b);
    test_tensor_free(&in);
    test_tensor_free(&want);
    test_tensor_free(&got);
    test_tensor_free(&moved);
}

static void test_layouts(void **state)
{
    (void)state;
    static const int32_t types[] = { TRNFFT_F32, TRNFFT_F64, TRNFFT_BF16, TRNFFT_F16 };
    test_random r = test_random_seed(4);
    for (size_t i = 0; i < COUNT(types); i++) {
        for (int layout = 0; layout < 4; layout++) {
            check_layout(&r, types[i], 6, 5, layout);
            check_layout(&r, types[i], 9, 70, layout);
            check_layout(&r, types[i], 1, 1, layout);
            check_layout(&r, types[i], 33, 2, layout);
        }
    }
}

static void test_repeated_rows(void **state)
{
    (void)state;
    float row[6] = { 1, 2, 4, 8, 16, 32 }, y[4 * 6];
    trnfft_tensor in = trnfft_tensor_real(TRNFFT_F32, 2, TEST_LIST(4, 6), row);
    trnfft_tensor out = trnfft_tensor_real(TRNFFT_F32, 2, TEST_LIST(4, 6), y);
    in.strides[0] = 0;
    EXPECT_OK(trnfft_fnet_mix(&in, BACKWARD, &out));
    assert_true(y[0] == 4 * 63);
    for (int i = 6; i < 24; i++) {
        assert_true(fabsf(y[i]) < 1e-5F);
    }
}

static void test_misaligned(void **state)
{
    (void)state;
    enum { N = 2 * 8 * 40 };
    static unsigned char in[N * sizeof(float) + 8], out[N * sizeof(float) + 8];
    static float x[N], want[N], got[N];
    test_random r = test_random_seed(5);
    test_random_fill_f32(&r, x, N);
    EXPECT_OK(trnfft_fnet_mix_f32(2, 8, 40, x, want));
    for (int from = 0; from < 3; from++) {
        for (int to = 0; to < 3; to++) {
            memcpy(in + from, x, sizeof x);
            trnfft_tensor a =
                trnfft_tensor_real(TRNFFT_F32, 3, TEST_LIST(2, 8, 40), in + from);
            trnfft_tensor b =
                trnfft_tensor_real(TRNFFT_F32, 3, TEST_LIST(2, 8, 40), out + to);
            EXPECT_OK(trnfft_fnet_mix(&a, BACKWARD, &b));
            memcpy(got, out + to, sizeof got);
            assert_memory_equal(got, want, sizeof got);
        }
    }
}

/* The same bits alone, in a batch, and by any number of threads. */
static void check_batch(int64_t batch, int64_t s, int64_t h)
{
    const size_t n = (size_t)(s * h), all = (size_t)batch * n;
    float *x = calloc(all, sizeof *x), *y = calloc(all, sizeof *y);
    float *one = calloc(all, sizeof *one);
    test_random r = test_random_seed(6);
    test_random_fill_f32(&r, x, (int64_t)all);
    for (int64_t i = 0; i < batch; i++) {
        EXPECT_OK(trnfft_fnet_mix_f32(1, s, h, x + (size_t)i * n, one + (size_t)i * n));
    }
    trnfft_problem p = TRNFFT_PROBLEM_INIT;
    p.kind = TRNFFT_KIND_FNET;
    p.in = trnfft_tensor_real(TRNFFT_F32, 3, TEST_LIST(batch, s, h), x);
    p.out = trnfft_tensor_real(TRNFFT_F32, 3, TEST_LIST(batch, s, h), y);
    for (int32_t threads = 1; threads < 9; threads++) {
        trnfft_plan_options o = TRNFFT_PLAN_OPTIONS_INIT;
        o.n_threads = threads;
        trnfft_plan *plan = NULL;
        EXPECT_OK(trnfft_plan_create(NULL, &p, &o, &plan));
        void *workspace = malloc(trnfft_plan_workspace_bytes(plan));
        memset(y, 0, all * sizeof *y);
        EXPECT_OK(trnfft_plan_execute(plan, x, NULL, y, NULL, workspace,
                                      trnfft_plan_workspace_bytes(plan)));
        assert_memory_equal(y, one, all * sizeof *y);
        EXPECT_ERROR(trnfft_plan_execute(plan, x, NULL, y, NULL, workspace, 1),
                     TRNFFT_ERROR_WORKSPACE_TOO_SMALL, "needs");
        free(workspace);
        trnfft_plan_destroy(plan);
    }
    free(x);
    free(y);
    free(one);
}

static void test_batches_and_threads(void **state)
{
    (void)state;
    check_batch(1, 128, 256);
    check_batch(3, 96, 130);
    check_batch(16, 40, 65);
    check_batch(2, 512, 33);
}

/* The gradient is the function itself: <u, F v> = <F u, v>. */
static void test_is_symmetric(void **state)
{
    (void)state;
    enum { S = 11, H = 24, N = S * H };
    double u[N], v[N], fu[N], fv[N], a = 0, b = 0;
    test_random r = test_random_seed(7);
    test_random_fill_f64(&r, u, N);
    test_random_fill_f64(&r, v, N);
    EXPECT_OK(trnfft_fnet_mix_f64(1, S, H, u, fu));
    EXPECT_OK(trnfft_fnet_mix_f64(1, S, H, v, fv));
    for (int i = 0; i < N; i++) {
        a += u[i] * fv[i];
        b += fu[i] * v[i];
    }
    assert_true(fabs(a - b) <= 1e-10);
    for (int l = 0; l < S; l++) {
        for (int k = 0; k < H; k++) { /* the symmetry that the header names */
            assert_true(fabs(fu[l * H + k] - fu[(S - l) % S * H + (H - k) % H]) <
                        1e-11);
        }
    }
}

static void test_values_at_the_edge(void **state)
{
    (void)state;
    const float most = 0x1.fffffep127F;
    float x[3 * 4] = { most }, y[3 * 4];
    EXPECT_OK(trnfft_fnet_mix_f32(1, 3, 4, x, y)); /* no sum overflows */
    for (int i = 0; i < 12; i++) {
        assert_true(y[i] == most);
    }
    float two[2 * 12] = { 0 };
    two[7] = (float)NAN;
    for (int i = 12; i < 24; i++) {
        two[i] = 1;
    }
    EXPECT_OK(trnfft_fnet_mix_f32(2, 3, 4, two, two));
    for (int i = 0; i < 12; i++) {
        assert_true((i > 0 || isnan(two[i])) &&
                    fabsf(two[12 + i] - (i == 0 ? 12 : 0)) < 1e-5F);
    }
}

static void test_empty(void **state)
{
    (void)state;
    EXPECT_OK(trnfft_fnet_mix_f32(0, 4, 4, NULL, NULL));
    EXPECT_OK(trnfft_fnet_mix_f64(0, 4, 4, NULL, NULL));
    trnfft_tensor in = trnfft_tensor_real(TRNFFT_F32, 4, TEST_LIST(2, 0, 3, 5), NULL);
    EXPECT_OK(trnfft_fnet_mix(&in, BACKWARD, &in));
    trnfft_problem p = TRNFFT_PROBLEM_INIT;
    p.kind = TRNFFT_KIND_FNET;
    p.in = p.out = in;
    trnfft_plan *plan = NULL;
    EXPECT_OK(trnfft_plan_create(NULL, &p, NULL, &plan));
    assert_int_equal(trnfft_plan_workspace_bytes(plan), 0);
    EXPECT_OK(trnfft_plan_execute(plan, NULL, NULL, NULL, NULL, NULL, 0));
    char text[256];
    assert_true(trnfft_plan_describe(plan, text, sizeof text) > 0);
    assert_true(trnfft_plan_describe_candidates(plan, NULL, 0) > 0);
    trnfft_plan_destroy(plan);
}

static void test_description(void **state)
{
    (void)state;
    static float x[4 * 128 * 768];
    trnfft_problem p = TRNFFT_PROBLEM_INIT;
    p.kind = TRNFFT_KIND_FNET;
    p.in = trnfft_tensor_real(TRNFFT_F32, 3, TEST_LIST(4, 128, 768), x);
    p.out = p.in;
    p.norm = TRNFFT_NORM_FORWARD;
    trnfft_plan *plan = NULL;
    EXPECT_OK(trnfft_plan_create(NULL, &p, NULL, &plan));
    char text[4096];
    assert_true(trnfft_plan_describe(plan, text, sizeof text) < sizeof text);
    assert_non_null(strstr(text, "fnet_folded f32 4 x 128 x 768, scale 1.01725e-05"));
    assert_non_null(strstr(text, "columns r2c, 400 in strips of 64"));
    assert_non_null(strstr(text, "rows c2r, 65"));
    assert_true(trnfft_plan_describe_candidates(plan, text, sizeof text) < sizeof text);
    assert_non_null(strstr(text, "line r2c f32 n=128"));
    assert_non_null(strstr(text, "line c2r f32 n=768"));
    trnfft_plan_destroy(plan);
}

static void test_refusals(void **state)
{
    (void)state;
    float x[64] = { 0 }, y[64];
    memset(y, 0x33, sizeof y);
    unsigned char before[sizeof y];
    memcpy(before, y, sizeof y);
    const int64_t *shape = TEST_LIST(2, 3, 4);
    const trnfft_tensor in = trnfft_tensor_real(TRNFFT_F32, 3, shape, x);
    const trnfft_tensor out = trnfft_tensor_real(TRNFFT_F32, 3, shape, y);
    trnfft_tensor bad = trnfft_tensor_real(TRNFFT_F32, 1, TEST_LIST(4), x);
    EXPECT_ERROR(trnfft_fnet_mix(NULL, BACKWARD, &out), TRNFFT_ERROR_INVALID_ARGUMENT,
                 "trnfft_fnet_mix: input = NULL");
    EXPECT_ERROR(trnfft_fnet_mix(&in, BACKWARD, NULL), TRNFFT_ERROR_INVALID_ARGUMENT,
                 "output = NULL");
    EXPECT_ERROR(trnfft_fnet_mix(&in, 3, &out), TRNFFT_ERROR_INVALID_ARGUMENT,
                 "norm = 3");
    EXPECT_ERROR(trnfft_fnet_mix(&bad, BACKWARD, &bad), TRNFFT_ERROR_INVALID_SHAPE,
                 "input has rank 1");
    EXPECT_ERROR(trnfft_fnet_mix(&in, BACKWARD, &bad), TRNFFT_ERROR_INVALID_SHAPE,
                 "output has rank 1");
    bad = trnfft_tensor_real(TRNFFT_F32, 3, TEST_LIST(2, 4, 3), y);
    EXPECT_ERROR(trnfft_fnet_mix(&in, BACKWARD, &bad), TRNFFT_ERROR_INVALID_SHAPE,
                 "output.shape[1] = 4: the result has 3");
    bad = trnfft_tensor_real(TRNFFT_F32, 3, TEST_LIST(2, 0, 3), y);
    EXPECT_ERROR(trnfft_fnet_mix(&bad, BACKWARD, &bad), TRNFFT_ERROR_INVALID_ARGUMENT,
                 "input.shape[1] = 0");
    bad = trnfft_tensor_interleaved(TRNFFT_F32, 3, shape, y);
    EXPECT_ERROR(trnfft_fnet_mix(&in, BACKWARD, &bad), TRNFFT_ERROR_INVALID_DTYPE,
                 "output is complex");
    EXPECT_ERROR(trnfft_fnet_mix(&bad, BACKWARD, &out), TRNFFT_ERROR_INVALID_DTYPE,
                 "input is complex");
    bad = trnfft_tensor_real(TRNFFT_S16, 3, shape, y);
    EXPECT_ERROR(trnfft_fnet_mix(&bad, BACKWARD, &out), TRNFFT_ERROR_INVALID_DTYPE,
                 "input is s16: convert");
    bad = trnfft_tensor_real(TRNFFT_S16, 3, shape, y + 4);
    EXPECT_ERROR(trnfft_fnet_mix(&in, BACKWARD, &bad), TRNFFT_ERROR_INVALID_DTYPE,
                 "output is s16: results need a floating-point type");
    bad = out;
    bad.strides[1] = 2;
    EXPECT_ERROR(trnfft_fnet_mix(&in, BACKWARD, &bad), TRNFFT_ERROR_INVALID_STRIDE,
                 "output.strides");
    bad = in;
    bad.re = x + 4;
    EXPECT_ERROR(trnfft_fnet_mix(&in, BACKWARD, &bad), TRNFFT_ERROR_INVALID_ALIASING,
                 "output overlaps input");
    EXPECT_ERROR(trnfft_fnet_mix_f32(-1, 3, 4, x, y), TRNFFT_ERROR_INVALID_ARGUMENT,
                 "trnfft_fnet_mix_f32: batch = -1");
    EXPECT_ERROR(trnfft_fnet_mix_f32(1, 0, 4, x, y), TRNFFT_ERROR_INVALID_ARGUMENT,
                 "sequence = 0");
    EXPECT_ERROR(trnfft_fnet_mix_f64(1, 3, -4, NULL, NULL),
                 TRNFFT_ERROR_INVALID_ARGUMENT, "trnfft_fnet_mix_f64: hidden = -4");
    EXPECT_ERROR(trnfft_fnet_mix_f32(1, 3, 4, NULL, y), TRNFFT_ERROR_INVALID_ARGUMENT,
                 "input = NULL");
    EXPECT_ERROR(trnfft_fnet_mix_f32(1, 3, 4, x, NULL), TRNFFT_ERROR_INVALID_ARGUMENT,
                 "output = NULL");
    EXPECT_REFUSED(trnfft_fnet_mix_f32(INT64_MAX / 2, INT64_MAX / 2, 4, x, y));
    assert_memory_equal(y, before, sizeof y);
}

static void test_refused_plans(void **state)
{
    (void)state;
    float x[64] = { 0 }, y[64];
    trnfft_problem good = TRNFFT_PROBLEM_INIT;
    good.kind = TRNFFT_KIND_FNET;
    good.in = trnfft_tensor_real(TRNFFT_F32, 2, TEST_LIST(3, 4), x);
    good.out = trnfft_tensor_real(TRNFFT_F32, 2, TEST_LIST(3, 4), y);
    trnfft_plan *plan = NULL;
    trnfft_problem p = good;
    p.n_dim = 2;
    EXPECT_ERROR(trnfft_plan_create(NULL, &p, NULL, &plan),
                 TRNFFT_ERROR_INVALID_ARGUMENT, "n_dim = 2");
    p = good;
    p.op = TRNFFT_OP_RFFT;
    EXPECT_ERROR(trnfft_plan_create(NULL, &p, NULL, &plan),
                 TRNFFT_ERROR_INVALID_ARGUMENT, "op = 2");
    p = good;
    p.compute = TRNFFT_BF16;
    EXPECT_ERROR(trnfft_plan_create(NULL, &p, NULL, &plan), TRNFFT_ERROR_INVALID_DTYPE,
                 "compute = bf16");
    p = good;
    p.out.dtype = TRNFFT_S16;
    EXPECT_ERROR(trnfft_plan_create(NULL, &p, NULL, &plan), TRNFFT_ERROR_INVALID_DTYPE,
                 "out is s16");
    trnfft_plan_options o = TRNFFT_PLAN_OPTIONS_INIT;
    o.max_rel_error = 1e-9;
    EXPECT_ERROR(trnfft_plan_create(NULL, &good, &o, &plan), TRNFFT_ERROR_UNSUPPORTED,
                 "max_rel_error");
    assert_null(plan);
    p = good;
    p.compute = TRNFFT_F64; /* f32 between, f64 inside */
    p.in.re = p.out.re = NULL;
    EXPECT_OK(trnfft_plan_create(NULL, &p, &o, &plan));
    EXPECT_OK(trnfft_plan_execute(plan, x, NULL, y, NULL, NULL, 0));
    trnfft_plan_destroy(plan);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sizes),
        cmocka_unit_test(test_types),
        cmocka_unit_test(test_norms),
        cmocka_unit_test(test_layouts),
        cmocka_unit_test(test_repeated_rows),
        cmocka_unit_test(test_misaligned),
        cmocka_unit_test(test_batches_and_threads),
        cmocka_unit_test(test_is_symmetric),
        cmocka_unit_test(test_values_at_the_edge),
        cmocka_unit_test(test_empty),
        cmocka_unit_test(test_description),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_refused_plans),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
