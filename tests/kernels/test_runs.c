/* Are the pointwise kernels (products, real split, twiddled transpose) bit-equal to
 * plain C? */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "kernels/operand.h"
#include "kernels/tables.h"

static const tfk_table *active(int which)
{
    return which ? &tfk_table_emulated_wide : tfk_table_for(tfi_cpu_detect());
}

static void check_multiply(const tfk_table *table, int type, int64_t n, int64_t lanes,
                           int kind)
{
    operand in = operand_new(type, n, lanes, kind & 1, 3);
    operand want = operand_new(type, n, lanes, kind >> 1 & 1, 0);
    operand got = operand_new(type, n, lanes, kind >> 1 & 1, 0);
    operand w = operand_new(type, n, 1, 0, 11);
    tfk_multiply m = { in.run, want.run, w.run.re,      w.run.im,     n,
                       lanes,  0.7,      kind >> 2 & 1, kind >> 3 & 1 };
    if (kind >> 4) {
        m.w_re = m.w_im = NULL;
    }
    reference_of(table)->multiply[type](&m);
    m.out = got.run;
    table->multiply[type](&m);
    operand_equal(&want, &got);
    operand_free(&in);
    operand_free(&want);
    operand_free(&got);
    operand_free(&w);
}

static void test_multiply(void **state)
{
    static const int64_t sizes[] = { 1, 2, 5, 8, 16, 19, 33 };
    (void)state;
    for (int kind = 0; kind < 32; kind++) {
        for (size_t i = 0; i < 7; i++) {
            for (int which = 0; which < 4; which++) {
                check_multiply(active(which & 1), which >> 1, sizes[i], 1, kind);
                check_multiply(active(which & 1), which >> 1, 3, sizes[i], kind);
            }
        }
    }
}

/* Products from real points, or their real parts. */
static void check_real_products(const tfk_table *table, int type, int64_t n,
                                int64_t lanes, int to_real, int interleaved)
{
    const tfk_table *reference = reference_of(table);
    operand in = operand_new(type, n, lanes, to_real && interleaved, 3);
    operand want = operand_new(type, n, lanes, !to_real && interleaved, 0);
    operand got = operand_new(type, n, lanes, !to_real && interleaved, 0);
    operand w = operand_new(type, n, 1, 0, 11);
    tfk_multiply m = { in.run, want.run, w.run.re, w.run.im, n, lanes, 0.7, 0, 0 };
    (to_real ? reference->multiply_to_real : reference->multiply_real)[type](&m);
    m.out = got.run;
    (to_real ? table->multiply_to_real : table->multiply_real)[type](&m);
    operand_equal(&want, &got);
    operand_free(&in);
    operand_free(&want);
    operand_free(&got);
    operand_free(&w);
}

static void test_real_products(void **state)
{
    static const int64_t sizes[] = { 1, 2, 5, 8, 16, 19, 33 };
    (void)state;
    for (int kind = 0; kind < 4; kind++) {
        for (size_t i = 0; i < 7; i++) {
            for (int which = 0; which < 4; which++) {
                check_real_products(active(which & 1), which >> 1, sizes[i], 1,
                                    kind & 1, kind >> 1);
                check_real_products(active(which & 1), which >> 1, 3, sizes[i],
                                    kind & 1, kind >> 1);
            }
        }
    }
}

static void check_real(const tfk_table *table, int type, int64_t m, int64_t lanes,
                       int pairs, int conj, int post)
{
    operand w = operand_new(type, m / 2 + 1, 1, 0, 21);
    operand z = operand_new(type, m, lanes, 0, 5),
            z2 = operand_new(type, m, lanes, 0, 0);
    operand x = operand_new(type, m + 1, lanes, pairs, 6);
    operand x2 = operand_new(type, m + 1, lanes, pairs, 0);
    operand *want = post ? &x : &z, *got = post ? &x2 : &z2;
    tfk_real r = {
        post ? z.run : x.run, want->run, w.run.re, w.run.im, m, lanes, 0.3, conj
    };
    if (post) {
        reference_of(table)->real_post[type](&r);
        r.out = got->run;
        table->real_post[type](&r);
    } else {
        reference_of(table)->real_pre[type](&r);
        r.out = got->run;
        table->real_pre[type](&r);
    }
    operand_equal(want, got);
    operand_free(&w);
    operand_free(&z);
    operand_free(&z2);
    operand_free(&x);
    operand_free(&x2);
}

static void test_real_split(void **state)
{
    static const int64_t lanes[] = { 1, 2, 8, 16, 19 };
    (void)state;
    for (int64_t m = 1; m < 75; m++) {
        for (size_t i = 0; i < 5; i++) {
            for (int kind = 0; kind < 32; kind++) {
                check_real(active(kind & 1), kind >> 1 & 1, m, lanes[i], kind >> 2 & 1,
                           kind >> 3 & 1, kind >> 4);
            }
        }
    }
}

static void check_transpose(const tfk_table *table, int type, int64_t rows,
                            int64_t cols)
{
    operand in = operand_new(type, rows, cols, 0, 2),
            w = operand_new(type, cols, rows, 0, 9);
    operand want = operand_new(type, cols, rows, 0, 0);
    operand got = operand_new(type, cols, rows, 0, 0);
    tfk_transpose t = { in.run.re, in.run.im, want.run.re, want.run.im,
                        w.run.re,  w.run.im,  cols,        rows,
                        rows,      rows,      cols };
    reference_of(table)->transpose[type](&t);
    t.out_re = got.run.re;
    t.out_im = got.run.im;
    table->transpose[type](&t);
    operand_equal(&want, &got);
    operand_free(&in);
    operand_free(&w);
    operand_free(&want);
    operand_free(&got);
}

static void test_transpose(void **state)
{
    static const int64_t sizes[] = { 1, 2, 3, 7, 8, 15, 16, 17, 32, 33 };
    (void)state;
    for (size_t i = 0; i < 10; i++) {
        for (size_t j = 0; j < 10; j++) {
            for (int which = 0; which < 4; which++) {
                check_transpose(active(which & 1), which >> 1, sizes[i], sizes[j]);
            }
        }
    }
}

static void check_convolve(const tfk_table *table, int type, int interleaved, int64_t m,
                           int hermitian)
{
    const tfk_table *plain = reference_of(table);
    operand z = operand_new(type, m + 1, 1, interleaved, 41),
            p = operand_new(type, hermitian ? m / 2 + 1 : m, 1, 0, 42);
    operand q = operand_new(type, hermitian ? m / 2 + 1 : m, 1, 0, 43);
    operand want = operand_new(type, m + hermitian, 1, interleaved, 0);
    operand got = operand_new(type, m + hermitian, 1, interleaved, 0);
    tfk_convolve c = { z.run.re, z.run.im, want.run.re, want.run.im, p.run.re,
                       p.run.im, q.run.re, q.run.im,    m,           interleaved };
    (hermitian ? plain->convolve_hermitian : plain->convolve)[type](&c);
    c.out_re = got.run.re;
    c.out_im = got.run.im;
    (hermitian ? table->convolve_hermitian : table->convolve)[type](&c);
    operand_equal(&want, &got);
    operand_free(&z);
    operand_free(&p);
    operand_free(&q);
    operand_free(&want);
    operand_free(&got);
}

static void test_convolve(void **state)
{
    (void)state;
    for (int64_t m = 1; m < 75; m++) {
        for (int which = 0; which < 16; which++) {
            check_convolve(active(which & 1), which >> 1 & 1, which >> 2 & 1, m,
                           which >> 3);
        }
    }
}

/* What kernels do with both halves: each with its layouts. */
typedef enum halves_op {
    FOLD,
    UNFOLD,
    TURN,
    FROM_PARTS,
    TO_PARTS,
    HALVES_OPS
} halves_op;

static void run_halves(const tfk_table *table, int type, halves_op op, int64_t n,
                       const operand *in, const operand *sign, const operand *out)
{
    const tfk_halves h = { .in = in->run.re,
                           .in_im = op == FROM_PARTS ? in->run.im : NULL,
                           .sign = sign->run.re,
                           .out = out->run.re,
                           .out_im = op == TO_PARTS ? out->run.im : NULL,
                           .n = n,
                           .scale = 0.7,
                           .scale_second = -0.3 };
    switch (op) {
    case FOLD: table->fold_halves[type](&h); return;
    case UNFOLD: table->unfold_halves[type](&h); return;
    default: table->turn_halves[type](&h); return;
    }
}

static void check_halves(const tfk_table *table, int type, halves_op op, int64_t n)
{
    operand in = operand_new(type, n, 1, op != FROM_PARTS, 61);
    operand sign = operand_new(type, n, 1, 0, 62);
    operand want = operand_new(type, n, 1, op != TO_PARTS, 0);
    operand got = operand_new(type, n, 1, op != TO_PARTS, 0);
    run_halves(reference_of(table), type, op, n, &in, &sign, &want);
    run_halves(table, type, op, n, &in, &sign, &got);
    operand_equal(&want, &got);
    operand_free(&in);
    operand_free(&sign);
    operand_free(&want);
    operand_free(&got);
}

static void test_halves(void **state)
{
    (void)state;
    for (int64_t n = 1; n < 75; n++) {
        for (int which = 0; which < 4 * HALVES_OPS; which++) {
            check_halves(active(which & 1), which >> 1 & 1, (halves_op)(which >> 2), n);
        }
    }
}

/* Forward: m columns of R real legs to R/2 + 1 points each; backward: to the legs. The
 * side of the columns has slack. */
static void check_real_pass(const tfk_table *table, int type, int radix, int64_t m,
                            int forward)
{
    const int64_t points = (radix / 2 + 1) * m, legs = radix * m;
    operand w = operand_new(type, radix / 2 * m, 1, 0, 31);
    operand in = operand_new(type, forward ? legs : points + TFK_SLACK, 1, 0, 4);
    operand want = operand_new(type, forward ? points + TFK_SLACK : legs, 1, 0, 0);
    operand got = operand_new(type, forward ? points + TFK_SLACK : legs, 1, 0, 0);
    tfk_real_pass p = { in.run.re, in.run.im, want.run.re, want.run.im,
                        w.run.re,  w.run.im,  m,           0.4 };
    const tfk_table *reference = reference_of(table);
    (forward ? reference->real_forward : reference->real_backward)[type][radix](&p);
    p.out_re = got.run.re;
    p.out_im = got.run.im;
    (forward ? table->real_forward : table->real_backward)[type][radix](&p);
    for (int i = 0; i < 2; i++) {
        assert_memory_equal(want.part[i].data, got.part[i].data,
                            component_bytes(type) * (size_t)(forward ? points : legs));
        assert_true(guarded_intact(&got.part[i], got.part[i].count));
    }
    operand_free(&w);
    operand_free(&in);
    operand_free(&want);
    operand_free(&got);
}

static void test_real_passes(void **state)
{
    (void)state;
    for (int64_t m = 1; m < 40; m++) {
        for (int kind = 0; kind < 8; kind++) {
            for (int radix = 3; radix < TFK_MAX_RADIX; radix += 2) {
                check_real_pass(active(kind & 1), kind >> 1 & 1, radix, m, kind >> 2);
            }
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_multiply),      cmocka_unit_test(test_real_split),
        cmocka_unit_test(test_real_products), cmocka_unit_test(test_transpose),
        cmocka_unit_test(test_convolve),      cmocka_unit_test(test_halves),
        cmocka_unit_test(test_real_passes),
    };
    if (level_is_missing()) {
        return SKIPPED;
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
