/* test_plan_random.c - random problems of every operation, rank, type, layout, stride,
 * padding, norm and number of threads against a long-double transform, out of place and
 * in place. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <math.h>

#include <trnfft/plan.h>

#include "support/random.h"
#include "support/reference.h"
#include "support/tensors.h"

enum { MAX_POINTS = 4000 };

typedef struct array {
    int32_t rank;
    int64_t shape[TRNFFT_MAX_RANK];
    int64_t count;
    test_complex *x;
} array;

static array new_array(int32_t rank, const int64_t *shape)
{
    array a = { rank, { 0 }, 1, NULL };
    for (int32_t d = 0; d < rank; d++) {
        a.shape[d] = shape[d];
        a.count *= shape[d];
    }
    a.x = calloc((size_t)a.count + 1, sizeof *a.x);
    assert_non_null(a.x);
    return a;
}

static int64_t stride_of(const array *a, int32_t dim)
{
    int64_t s = 1;
    for (int32_t d = dim + 1; d < a->rank; d++) {
        s *= a->shape[d];
    }
    return s;
}

/* One axis: `n` points in, `m` out. half_in: Hermitian input given by n / 2 + 1 bins.
 */
static array along(const array *a, int32_t dim, int64_t n, int64_t m, int sign,
                   int half_in)
{
    int64_t shape[TRNFFT_MAX_RANK];
    memcpy(shape, a->shape, sizeof shape);
    shape[dim] = m;
    array b = new_array(a->rank, shape);
    const int64_t sa = stride_of(a, dim), sb = stride_of(&b, dim);
    test_complex *line = calloc((size_t)n, sizeof *line);
    const int64_t lines = m > 0 ? b.count / m : 0;
    for (int64_t i = 0; i < lines; i++) {
        const test_complex *from = a->x + (i / sa) * sa * a->shape[dim] + i % sa;
        test_complex *to = b.x + (i / sb) * sb * m + i % sb;
        const int64_t given = half_in ? n / 2 + 1 : n;
        for (int64_t j = 0; j < n; j++) {
            const int64_t k = half_in && j >= given ? n - j : j;
            test_complex v = { 0, 0 };
            if (k < a->shape[dim]) {
                v = from[k * sa];
            }
            if (half_in && (k == 0 || 2 * k == n)) {
                v.im = 0;
            } else if (half_in && k != j) {
                v.im = -v.im;
            }
            line[j] = v;
        }
        test_dft(n, sign, line, line);
        for (int64_t k = 0; k < m; k++) {
            to[k * sb] = line[k];
        }
    }
    free(line);
    return b;
}

static void replace(array *a, array b)
{
    free(a->x);
    *a = b;
}

static array reference(const trnfft_problem *p, const array *input)
{
    const int inverse =
        p->op == TRNFFT_OP_IFFT || p->op == TRNFFT_OP_IRFFT || p->op == TRNFFT_OP_IHFFT;
    const int half_out = p->op == TRNFFT_OP_RFFT || p->op == TRNFFT_OP_IHFFT;
    const int half_in = p->op == TRNFFT_OP_IRFFT || p->op == TRNFFT_OP_HFFT;
    const int sign = inverse ? 1 : -1;
    array a = new_array(input->rank, input->shape);
    memcpy(a.x, input->x, (size_t)a.count * sizeof *a.x);
    const int32_t last = p->n_dim - 1;
    long double points = 1;
    for (int32_t i = 0; i < p->n_dim; i++) {
        points *= (long double)p->n[i];
    }
    if (!half_in) {
        const int64_t n = p->n[last];
        replace(&a, along(&a, p->dim[last], n, half_out ? n / 2 + 1 : n, sign, 0));
    }
    for (int32_t i = 0; i < last; i++) {
        replace(&a, along(&a, p->dim[i], p->n[i], p->n[i], sign, 0));
    }
    if (half_in) {
        replace(&a, along(&a, p->dim[last], p->n[last], p->n[last], sign, 1));
    }
    long double scale = 1;
    if (p->norm == TRNFFT_NORM_ORTHO) {
        scale = 1 / sqrtl(points);
    } else if ((p->norm == TRNFFT_NORM_BACKWARD) == (inverse != 0)) {
        scale = 1 / points;
    }
    for (int64_t i = 0; i < a.count; i++) {
        a.x[i].re *= scale;
        a.x[i].im *= scale;
    }
    return a;
}

/* A tensor with dimensions in random memory order, gaps, signs and, for inputs, zero
 * strides. */
typedef struct memory {
    trnfft_tensor t;
    unsigned char *block;
    size_t bytes;
} memory;

static memory random_memory(test_random *r, int32_t dtype, int layout, int32_t rank,
                            const int64_t *shape, int plain, int odd_address)
{
    memory m;
    memset(&m, 0, sizeof m);
    const int64_t unit = layout == TRNFFT_INTERLEAVED ? 2 : 1;
    const int64_t size = (int64_t)trnfft_dtype_size(dtype);
    int32_t order[TRNFFT_MAX_RANK];
    for (int32_t d = 0; d < rank; d++) {
        order[d] = rank - 1 - d;
    }
    for (int32_t d = 1; d < rank && !plain; d++) {
        const int32_t e = (int32_t)test_random_between(r, 0, d), swap = order[d];
        order[d] = order[e];
        order[e] = swap;
    }
    int64_t stride = unit, base = 0, reach = 0;
    m.t.dtype = dtype;
    m.t.rank = rank;
    for (int32_t i = 0; i < rank; i++) {
        const int32_t d = order[i];
        m.t.shape[d] = shape[d];
        if (!plain && test_random_between(r, 0, 3) == 0) {
            stride *= test_random_between(r, 1, 3);
        }
        m.t.strides[d] = stride;
        const int64_t last = shape[d] > 0 ? shape[d] - 1 : 0;
        reach += stride * last;
        if (!plain && test_random_between(r, 0, 3) == 0) {
            m.t.strides[d] = -stride;
            base += stride * last;
        }
        stride *= shape[d] > 0 ? shape[d] : 1;
    }
    const int64_t part = (reach + 1) * size;
    const int64_t total = (layout == TRNFFT_REAL ? part : 2 * part) + 64;
    m.bytes = (size_t)total;
    m.block = malloc(m.bytes);
    assert_non_null(m.block);
    memset(m.block, 0xa5, m.bytes);
    unsigned char *first = m.block + (odd_address ? 1 : 0) + base * size;
    m.t.re = first;
    if (layout == TRNFFT_INTERLEAVED) {
        m.t.im = first + size;
    } else if (layout == TRNFFT_SPLIT) {
        m.t.im = first + part + 16;
    }
    return m;
}

static double error_of(const trnfft_tensor *t, const array *expected)
{
    double *got = calloc((size_t)(2 * expected->count) + 1, sizeof *got);
    test_tensor_get(t, got);
    const int complex_ = t->im != NULL;
    long double worst = 0, largest = 0;
    for (int64_t i = 0; i < expected->count; i++) {
        const long double re = (long double)got[complex_ ? 2 * i : i];
        const long double im = complex_ ? (long double)got[2 * i + 1] : 0;
        const long double e_im = complex_ ? expected->x[i].im : 0;
        const long double d = hypotl(re - expected->x[i].re, im - e_im);
        const long double v = hypotl(expected->x[i].re, e_im);
        worst = d > worst || isnan(d) ? d : worst;
        largest = v > largest ? v : largest;
    }
    free(got);
    return largest > 0 ? (double)(worst / largest) : (double)worst;
}

static double tolerance_of(int32_t out, int32_t compute)
{
    switch (out) {
    case TRNFFT_BF16: return 5e-3;
    case TRNFFT_F16: return 6e-4;
    case TRNFFT_F32: return compute == TRNFFT_F64 ? 1e-7 : 3e-6;
    default: return compute == TRNFFT_F64 ? 1e-14 : 3e-6;
    }
}

static const int32_t types[] = { TRNFFT_F32, TRNFFT_F64, TRNFFT_BF16, TRNFFT_F16 };

typedef struct sample {
    trnfft_problem p;
    int64_t in_shape[TRNFFT_MAX_RANK], out_shape[TRNFFT_MAX_RANK];
    int32_t in_type, out_type;
    int in_layout, out_layout;
} sample;

static void choose(test_random *r, sample *s)
{
    memset(s, 0, sizeof *s);
    trnfft_problem_init(&s->p);
    const int32_t rank = (int32_t)test_random_between(r, 1, 4);
    int64_t limit = MAX_POINTS;
    for (int32_t d = 0; d < rank; d++) {
        const int64_t most = rank == 1 ? 300 : rank == 2 ? 40 : 12;
        s->in_shape[d] = test_random_between(r, 1, most < limit ? most : limit);
        limit /= s->in_shape[d];
        limit = limit > 0 ? limit : 1;
    }
    s->p.op = (int32_t)test_random_between(r, 0, 5);
    s->p.norm = (int32_t)test_random_between(r, 0, 2);
    s->p.n_dim = (int32_t)test_random_between(r, 1, rank);
    const int half_out = s->p.op == TRNFFT_OP_RFFT || s->p.op == TRNFFT_OP_IHFFT;
    const int half_in = s->p.op == TRNFFT_OP_IRFFT || s->p.op == TRNFFT_OP_HFFT;
    memcpy(s->out_shape, s->in_shape, sizeof s->out_shape);
    unsigned used = 0;
    for (int32_t i = 0; i < s->p.n_dim; i++) {
        int32_t d;
        do {
            d = (int32_t)test_random_between(r, 0, rank - 1);
        } while ((used >> d & 1u) != 0);
        used |= 1u << d;
        s->p.dim[i] = d;
        const int last = i == s->p.n_dim - 1;
        const int64_t size = s->in_shape[d];
        int64_t n =
            last && half_in ? 2 * (size - 1) + test_random_between(r, 0, 1) : size;
        if (test_random_between(r, 0, 2) == 0) {
            n = test_random_between(r, 1, n + 5);
        }
        s->p.n[i] = n < 1 ? 1 : n;
        s->out_shape[d] = last && half_out ? s->p.n[i] / 2 + 1 : s->p.n[i];
    }
    s->in_type = types[test_random_between(r, 0, 3)];
    s->out_type = types[test_random_between(r, 0, 3)];
    if (test_random_between(r, 0, 1) == 0) {
        s->in_type = s->out_type = types[test_random_between(r, 0, 1)];
    }
    s->in_layout = half_out ? TRNFFT_REAL : (int)test_random_between(r, 0, 2);
    s->out_layout = half_in ? TRNFFT_REAL : (int)test_random_between(r, 1, 2);
    s->p.in.rank = s->p.out.rank = rank;
}

static void fail_with(const sample *s, double error, const trnfft_plan *plan,
                      uint64_t seed)
{
    char text[4000];
    trnfft_plan_describe(plan, text, sizeof text);
    print_error("seed %llu: op %d, %s layout %d -> %s layout %d: error %g\n%s\n",
                (unsigned long long)seed, s->p.op, trnfft_dtype_name(s->in_type),
                s->in_layout, trnfft_dtype_name(s->out_type), s->out_layout, error,
                text);
    for (int32_t d = 0; d < s->p.in.rank; d++) {
        print_error("  dim %d: %lld -> %lld\n", d, (long long)s->in_shape[d],
                    (long long)s->out_shape[d]);
    }
    fail();
}

static array random_values(test_random *r, const memory *m, const int64_t *shape)
{
    array a = new_array(m->t.rank, shape);
    double *values = calloc((size_t)(2 * a.count) + 1, sizeof *values);
    const int complex_ = m->t.im != NULL;
    for (int64_t i = 0; i < (complex_ ? 2 : 1) * a.count; i++) {
        values[i] = test_random_unit(r);
    }
    test_tensor_set(&m->t, values);
    test_tensor_get(&m->t, values); /* what the type holds */
    for (int64_t i = 0; i < a.count; i++) {
        a.x[i].re = (long double)values[complex_ ? 2 * i : i];
        a.x[i].im = complex_ ? (long double)values[2 * i + 1] : 0;
    }
    free(values);
    return a;
}

static void check_one(uint64_t seed)
{
    test_random r = test_random_seed(seed);
    sample s;
    choose(&r, &s);
    const int plain = test_random_between(&r, 0, 1) == 0;
    const int odd = test_random_between(&r, 0, 3) == 0;
    memory in =
        random_memory(&r, s.in_type, s.in_layout, s.p.in.rank, s.in_shape, plain, odd);
    memory out = random_memory(&r, s.out_type, s.out_layout, s.p.in.rank, s.out_shape,
                               plain, odd);
    array values = random_values(&r, &in, s.in_shape);
    s.p.in = in.t;
    s.p.out = out.t;
    trnfft_plan_options o = TRNFFT_PLAN_OPTIONS_INIT;
    o.n_threads = (int32_t)test_random_between(&r, 1, 3);
    trnfft_plan *plan = NULL;
    EXPECT_OK(trnfft_plan_create(NULL, &s.p, &o, &plan));
    unsigned char *before = malloc(in.bytes);
    memcpy(before, in.block, in.bytes);
    const size_t bytes = trnfft_plan_workspace_bytes(plan);
    unsigned char *workspace = malloc(bytes + 32);
    memset(workspace, 0xff, bytes + 32);
    EXPECT_OK(trnfft_plan_execute(plan, in.t.re, in.t.im, out.t.re, out.t.im,
                                  workspace + 3, bytes));
    for (size_t i = 0; i < 29; i++) {
        assert_int_equal(workspace[(i < 3 ? i : bytes + i)], 0xff);
    }
    assert_memory_equal(before, in.block, in.bytes);
    array expected = reference(&s.p, &values);
    const int wide = s.in_type == TRNFFT_F64 || s.out_type == TRNFFT_F64;
    const double error = error_of(&out.t, &expected);
    if (!(error <= tolerance_of(s.out_type, wide ? TRNFFT_F64 : TRNFFT_F32))) {
        fail_with(&s, error, plan, seed);
    }
    trnfft_plan_destroy(plan);
    free(workspace);
    free(before);
    free(values.x);
    free(expected.x);
    free(in.block);
    free(out.block);
}

static void test_random_problems(void **state)
{
    (void)state;
    const int64_t rounds = test_rounds(4000);
    for (int64_t i = 0; i < rounds; i++) {
        check_one((uint64_t)i);
    }
}

/* In place, also with rows padded for real transforms, through the same comparison. */
static void check_in_place(uint64_t seed)
{
    test_random r = test_random_seed(seed);
    const int32_t type = types[test_random_between(&r, 0, 3)];
    const int64_t size = (int64_t)trnfft_dtype_size(type);
    const int32_t op = (int32_t)test_random_between(&r, 0, 5);
    const int half_out = op == TRNFFT_OP_RFFT || op == TRNFFT_OP_IHFFT;
    const int half_in = op == TRNFFT_OP_IRFFT || op == TRNFFT_OP_HFFT;
    const int64_t rows = test_random_between(&r, 1, 20),
                  n = test_random_between(&r, 1, 40);
    const int64_t bins = n / 2 + 1, pitch = 2 * (bins > n ? bins : n) + 2;
    const int64_t real_shape[2] = { rows, n }, half_shape[2] = { rows, bins };
    const int64_t pairs[2] = { pitch, 2 }, reals[2] = { pitch, 1 };
    unsigned char *block = malloc((size_t)(rows * pitch * size));
    trnfft_tensor real = trnfft_tensor_strided(type, 2, real_shape, reals, block, NULL);
    trnfft_tensor half =
        trnfft_tensor_strided(type, 2, half_shape, pairs, block, block + size);
    trnfft_tensor full =
        trnfft_tensor_strided(type, 2, real_shape, pairs, block, block + size);
    trnfft_problem p = TRNFFT_PROBLEM_INIT;
    p.op = op;
    p.norm = (int32_t)test_random_between(&r, 0, 2);
    p.in = half_out ? real : half_in ? half : full;
    p.out = half_out ? half : half_in ? real : full;
    p.n_dim = 2;
    p.dim[0] = 0;
    p.dim[1] = 1;
    p.n[0] = rows;
    p.n[1] = n;
    if (test_random_between(&r, 0, 1) == 0) {
        p.n_dim = 1;
        p.dim[0] = 1;
        p.n[0] = n;
    }
    memory m;
    memset(&m, 0, sizeof m);
    m.t = p.in;
    array values = random_values(&r, &m, p.in.shape);
    trnfft_plan *plan = NULL;
    EXPECT_OK(trnfft_plan_create(NULL, &p, NULL, &plan));
    EXPECT_OK(trnfft_plan_execute(plan, block, p.in.im, block, p.out.im, NULL, 0));
    array expected = reference(&p, &values);
    const double error = error_of(&p.out, &expected);
    if (!(error <= tolerance_of(type, type))) {
        sample s;
        memset(&s, 0, sizeof s);
        s.p = p;
        s.in_type = s.out_type = type;
        fail_with(&s, error, plan, seed);
    }
    trnfft_plan_destroy(plan);
    free(values.x);
    free(expected.x);
    free(block);
}

static void test_in_place(void **state)
{
    (void)state;
    for (int64_t i = 0; i < test_rounds(1000); i++) {
        check_in_place((uint64_t)i);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_problems),
        cmocka_unit_test(test_in_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
