/* PE under every setting, for every pair of types, against sums taken one element at a
 * time; each setting has data on which it shows. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ncsim/make.h"
#include "ncsim/plain.h"
#include "ncsim/run.h"
#include "ncsim/verify.h"
#include "support/random.h"

typedef struct shape {
    int32_t k, m, n;
} shape;

typedef struct product {
    ncs_program *p;
    ncs_core *core;
    ncs_settings settings;
    ncs_dtype tx, ty;
    shape s;
} product;

enum { X = 0, Y = 1, BEFORE = 2, OUT = 3 };

/* out = before^T 1 + x^T y with `add`, else x^T y. */
static product make_product(shape s, ncs_dtype tx, ncs_dtype ty, bool add)
{
    product c = { .tx = tx, .ty = ty, .s = s };
    ncs_program *p = c.p = make_program("v3");
    static const float one = 1;
    make_hbm(p, "x", tx, s.k * s.m, NCS_INPUT);
    make_hbm(p, "y", ty, s.k * s.n, NCS_INPUT);
    make_hbm(p, "before", NCS_F32, s.m, NCS_INPUT);
    make_hbm(p, "out", NCS_F32, s.m * s.n, NCS_OUTPUT);
    int32_t t1 = make_table(p, "ones", NCS_F32, 1, &one);
    int32_t xs = make_tile(p, "xs", NCS_SBUF, tx, 0, s.k, s.m, 0);
    int32_t ys = make_tile(p, "ys", NCS_SBUF, ty, 0, s.k, s.n, 1024);
    int32_t bs = make_tile(p, "bs", NCS_SBUF, NCS_F32, 0, 1, s.m, 8192);
    int32_t ones = make_tile(p, "os", NCS_SBUF, NCS_F32, 0, 1, s.n, 12288);
    int32_t os = make_tile(p, "result", NCS_SBUF, NCS_F32, 0, s.m, s.n, 16384);
    int32_t acc = make_tile(p, "acc", NCS_PSUM, NCS_F32, 0, s.m, s.n, 0);
    make_load(p, make_whole(p, xs), make_view(p, X, s.k, s.m, 0));
    make_load(p, make_whole(p, ys), make_view(p, Y, s.k, s.n, 0));
    make_load(p, make_whole(p, bs), make_view(p, BEFORE, 1, s.m, 0));
    ncs_view all = make_view(p, t1, 1, s.n, 0);
    all.stride[3] = 0;
    make_load(p, make_whole(p, ones), all);
    if (add) {
        make_matmul(p, make_whole(p, acc), make_whole(p, bs), make_whole(p, ones),
                    NCS_OVERWRITE);
    }
    make_matmul(p, make_whole(p, acc), make_whole(p, xs), make_whole(p, ys),
                add ? NCS_ACCUMULATE : NCS_OVERWRITE);
    ncs_instruction copy = make_instruction(NCS_COPY, NCS_DVE);
    copy.dst = make_whole(p, os);
    copy.src[0] = make_whole(p, acc);
    make_chain(p, copy);
    make_load(p, make_view(p, OUT, s.m, s.n, 0), make_whole(p, os));
    ncs_report report;
    if (ncs_verify(p, &report) != TRNFFT_OK) {
        fail_msg("%s", report.sentence);
    }
    assert_int_equal(ncs_core_create(p, &c.core), TRNFFT_OK);
    ncs_settings_init(&c.settings, p->machine);
    return c;
}

static void free_product(product *c)
{
    ncs_core_destroy(c->core);
    ncs_program_destroy(c->p);
}

static void fill(product *c, uint64_t seed, double scale)
{
    test_random r = test_random_seed(seed);
    for (int64_t i = 0; i < (int64_t)c->s.k * c->s.m; i++) {
        plain_put(ncs_core_memory(c->core, X), c->tx, i,
                  plain_round(c->tx, scale * test_random_unit(&r)));
    }
    for (int64_t i = 0; i < (int64_t)c->s.k * c->s.n; i++) {
        plain_put(ncs_core_memory(c->core, Y), c->ty, i,
                  plain_round(c->ty, test_random_unit(&r)));
    }
    for (int64_t i = 0; i < c->s.m; i++) {
        plain_put(ncs_core_memory(c->core, BEFORE), NCS_F32, i,
                  plain_round(NCS_F32, scale * test_random_unit(&r)));
    }
}

static void run(product *c)
{
    assert_int_equal(ncs_run(c->core, &c->settings), TRNFFT_OK);
}

static double f32(double x)
{
    return plain_round(NCS_F32, x);
}

static double flushed(const ncs_settings *s, double x)
{
    bool tiny = s->denormals == NCS_DENORMALS_FLUSHED && fabs(x) < ldexp(1, -126);
    return tiny ? copysign(0.0, x) : x;
}

/* An operand as it comes into the array. */
static double entering(const ncs_settings *s, ncs_dtype t, double x)
{
    if (t == NCS_TF32) {
        x = plain_bits(x, 11, s->tf32_rounding == NCS_TF32_TRUNCATE);
    }
    return flushed(s, x);
}

/* Terms of one sum. `rounded`: they are f32 numbers, sums of two of them are rounded.
 */
static double pairs(const double *term, int n)
{
    if (n <= 2) {
        return f32(n == 1 ? term[0] : term[0] + term[1]);
    }
    int half = 1 << (int)floor(log2(n - 1));
    return f32(pairs(term, half) + pairs(term + half, n - half));
}

static double sum_pass(const ncs_settings *s, const double *x, const double *y, int k,
                       bool low, bool rounded)
{
    double term[128], sum = 0;
    for (int r = 0; r < k; r++) {
        term[r] = rounded ? f32(x[r] * y[r]) : x[r] * y[r];
        term[r] = low ? plain_round(NCS_BF16, term[r]) : term[r];
    }
    if (s->sum_order == NCS_SUM_PAIRWISE) {
        return pairs(term, k);
    }
    for (int step = 0; step < k; step++) {
        int r = s->sum_order == NCS_SUM_REVERSED ? k - 1 - step : step;
        if (s->sum_order == NCS_SUM_WIDE) {
            sum += term[r];
        } else if (rounded || low) {
            sum = f32(sum + term[r]);
        } else {
            sum = (double)fmaf((float)x[r], (float)y[r], (float)sum);
        }
    }
    return f32(sum);
}

/* One element of the result, without what was in PSUM. */
static double element(const product *c, const double *x, const double *y, int k)
{
    const ncs_settings *s = &c->settings;
    const bool full = c->tx == NCS_F32 && c->ty == NCS_F32;
    const bool low = !full && s->low_products == NCS_LOW_BF16;
    double sum = 0;
    if (!full || s->f32_products < NCS_F32_SPLIT4) {
        return sum_pass(s, x, y, k, low,
                        low || (full && s->f32_products == NCS_F32_ROUNDED));
    }
    for (int pass = s->f32_products == NCS_F32_SPLIT4 ? 0 : 1; pass < 4; pass++) {
        double u[128], v[128];
        for (int r = 0; r < k; r++) {
            double xh = plain_bits(x[r], 12, true), yh = plain_bits(y[r], 12, true);
            u[r] = pass & 2 ? xh : x[r] - xh;
            v[r] = pass & 1 ? yh : y[r] - yh;
        }
        sum = f32(sum + sum_pass(s, u, v, k, false, false));
    }
    return sum;
}

static void check(product *c, bool add)
{
    const void *x = ncs_core_memory(c->core, X), *y = ncs_core_memory(c->core, Y);
    const void *out = ncs_core_memory(c->core, OUT);
    const ncs_settings *s = &c->settings;
    for (int64_t i = 0; i < c->s.m; i++) {
        double before = plain_get(ncs_core_memory(c->core, BEFORE), NCS_F32, i);
        before = flushed(s, entering(s, NCS_F32, before));
        for (int64_t j = 0; j < c->s.n; j++) {
            double u[128], v[128];
            for (int32_t r = 0; r < c->s.k; r++) {
                u[r] = entering(s, c->tx, plain_get(x, c->tx, r * c->s.m + i));
                v[r] = entering(s, c->ty, plain_get(y, c->ty, r * c->s.n + j));
            }
            double want = flushed(s, element(c, u, v, c->s.k));
            want = add ? flushed(s, f32(before + want)) : want;
            double got = plain_get(out, NCS_F32, i * c->s.n + j);
            if (got != want) {
                fail_msg("%s x %s, order %d, products %d, low %d, denormals %d, "
                         "%d %d %d: [%d, %d] = %a instead of %a",
                         ncs_dtype_name(c->tx), ncs_dtype_name(c->ty),
                         (int)s->sum_order, (int)s->f32_products, (int)s->low_products,
                         (int)s->denormals, c->s.k, c->s.m, c->s.n, (int)i, (int)j, got,
                         want);
            }
        }
    }
}

static const ncs_dtype types[][2] = {
    { NCS_F32, NCS_F32 },  { NCS_BF16, NCS_BF16 }, { NCS_F16, NCS_F16 },
    { NCS_BF16, NCS_F16 }, { NCS_F16, NCS_BF16 },  { NCS_TF32, NCS_TF32 },
    { NCS_TF32, NCS_F32 }, { NCS_F32, NCS_TF32 },
};

static void choose(ncs_settings *s, int combination)
{
    s->sum_order = (ncs_sum_order)(combination % 4);
    s->f32_products = (ncs_f32_products)(combination / 4 % 4);
    s->low_products = (ncs_low_products)(combination / 16 % 2);
    s->tf32_rounding = (ncs_tf32_rounding)(combination / 32 % 2);
    s->denormals = (ncs_denormals)(combination / 64 % 2);
}

static void test_every_setting(void **state)
{
    (void)state;
    static const shape shapes[] = { { 29, 3, 5 }, { 128, 2, 17 }, { 1, 4, 2 } };
    for (size_t t = 0; t < sizeof types / sizeof *types; t++) {
        for (size_t s = 0; s < sizeof shapes / sizeof *shapes; s++) {
            const bool add = s == 1;
            product c = make_product(shapes[s], types[t][0], types[t][1], add);
            for (int combination = 0; combination < 128; combination++) {
                choose(&c.settings, combination);
                fill(&c, (uint64_t)combination, combination % 3 == 0 ? 0x1p-120 : 1);
                run(&c);
                check(&c, add);
            }
            free_product(&c);
        }
    }
}

/* Each switch by itself: the result on random data is another one than the default's.
 */
static void test_settings_show(void **state)
{
    (void)state;
    static const struct {
        const char *assignment;
        ncs_dtype t;
        double scale;
    } cases[] = {
        { "sum_order=reversed", NCS_F32, 1 },
        { "sum_order=pairwise", NCS_F32, 1 },
        { "sum_order=wide", NCS_F32, 1 },
        { "f32_products=rounded", NCS_F32, 1 },
        { "f32_products=split4", NCS_F32, 1 },
        { "f32_products=split3", NCS_F32, 1 },
        { "low_products=bf16", NCS_BF16, 1 },
        { "low_products=bf16", NCS_F16, 1 },
        { "low_products=bf16", NCS_TF32, 1 },
        { "tf32_rounding=truncate", NCS_TF32, 1 },
        { "denormals=flushed", NCS_F32, 0x1p-127 },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        product c = make_product((shape){ 100, 16, 16 }, cases[i].t, cases[i].t, false);
        float usual[256];
        fill(&c, 3, cases[i].scale);
        run(&c);
        memcpy(usual, ncs_core_memory(c.core, OUT), sizeof usual);
        assert_int_equal(ncs_settings_set(&c.settings, cases[i].assignment), TRNFFT_OK);
        run(&c);
        if (memcmp(usual, ncs_core_memory(c.core, OUT), sizeof usual) == 0) {
            fail_msg("%s of %s does not show", cases[i].assignment,
                     ncs_dtype_name(cases[i].t));
        }
        free_product(&c);
    }
}

/* split4 is nearly exact, split3 loses what low times low has. */
static void test_splits_in_numbers(void **state)
{
    (void)state;
    product c = make_product((shape){ 1, 1, 1 }, NCS_F32, NCS_F32, false);
    const float x = 1 + 0x1p-11f + 0x1p-12f, y = 1 + 0x1p-12f;
    memcpy(ncs_core_memory(c.core, X), &x, sizeof x);
    memcpy(ncs_core_memory(c.core, Y), &y, sizeof y);
    const float *out = ncs_core_memory(c.core, OUT);
    run(&c);
    assert_true(*out == fmaf(x, y, 0));
    c.settings.f32_products = NCS_F32_SPLIT4;
    run(&c);
    assert_true(*out == fmaf(x, y, 0));
    c.settings.f32_products = NCS_F32_SPLIT3; /* without 2^-12 2^-12 */
    run(&c);
    assert_true((double)*out == plain_round(NCS_F32, (double)x * y - 0x1p-24));
    free_product(&c);
}

static void check_special(product *c)
{
    static const float values[] = { INFINITY, -INFINITY, NAN, 1, 0 };
    for (int combination = 0; combination < 64; combination++) {
        choose(&c->settings, combination);
        for (int i = 0; i < 25; i++) {
            float x[2] = { values[i / 5], 1 }, y[2] = { values[i % 5], 1 };
            memcpy(ncs_core_memory(c->core, X), x, sizeof x);
            memcpy(ncs_core_memory(c->core, Y), y, sizeof y);
            run(c);
            const double want = (double)(x[0] * y[0] + 1.0F);
            const double got = plain_get(ncs_core_memory(c->core, OUT), NCS_F32, 0);
            /* Parts of an infinity: infinity and 0, whose product is none. */
            bool split = c->settings.f32_products >= NCS_F32_SPLIT4 && c->tx == NCS_F32;
            bool may_differ = split && (isinf(x[0]) || isinf(y[0]));
            assert_true(may_differ ? !isfinite(got) : plain_same(got, want));
        }
    }
}

/* Infinities and NaNs go through every way of multiplying as IEEE 754 says. */
static void test_special_numbers(void **state)
{
    (void)state;
    static const ncs_dtype wide[2] = { NCS_F32, NCS_TF32 };
    for (int t = 0; t < 2; t++) {
        product c = make_product((shape){ 2, 1, 1 }, wide[t], wide[t], false);
        check_special(&c);
        free_product(&c);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_setting),
        cmocka_unit_test(test_settings_show),
        cmocka_unit_test(test_splits_in_numbers),
        cmocka_unit_test(test_special_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
