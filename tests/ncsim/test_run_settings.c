/* Settings that change what engines other than PE compute, each with numbers on which
 * it shows; and what it must leave alone. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <string.h>

#include "ncsim/plain.h"
#include "ncsim/run_bench.h"

/* The first element of the result for these first elements of the sources. */
static double result_of(bench *b, const double x[3])
{
    for (int i = 0; i < 3; i++) {
        plain_put(bench_array(b, 1 + i), b->type[1 + i], 0, x[i]);
    }
    bench_run(b);
    return plain_get(bench_array(b, 0), b->type[0], 0);
}

/* (x x1) - 1 with x = 1 + 2^-12: the square's last bit is beyond f32. */
static void test_two_ops(void **state)
{
    (void)state;
    static const ncs_op ops[] = { NCS_TENSOR_SCALAR, NCS_ACTIVATION,
                                  NCS_SCALAR_TENSOR_TENSOR };
    const double x = 1 + 0x1p-12, fused = 0x1p-11 + 0x1p-24, apart = 0x1p-11;
    for (int i = 0; i < 3; i++) {
        bench b = bench_of(ops[i], ops[i] == NCS_ACTIVATION ? NCS_ACT : NCS_DVE, 1, 1,
                           ops[i] == NCS_SCALAR_TENSOR_TENSOR ? 2 : 1, NCS_F32);
        b.in.alu[0] = NCS_MULTIPLY;
        b.in.alu[1] = NCS_ADD;
        b.in.scalar[0] = x;
        b.in.scalar[1] = -1;
        bench_open(&b);
        const double numbers[3] = { x, -1, 0 };
        assert_true(result_of(&b, numbers) == apart);
        assert_int_equal(ncs_settings_set(&b.settings, "two_ops=one_rounding"),
                         TRNFFT_OK);
        /* scalar_tensor_tensor is documented as two instructions' arithmetic. */
        assert_true(result_of(&b, numbers) ==
                    (ops[i] == NCS_SCALAR_TENSOR_TENSOR ? apart : fused));
        bench_close(&b);
    }
}

/* All operations of tensor_scalar in double: where they are exact nothing changes. */
static void test_one_rounding(void **state)
{
    (void)state;
    const int ops = NCS_ABS_MAX + 1;
    for (int c = 0; c < ops * ops * 4; c++) {
        bench b = bench_of(NCS_TENSOR_SCALAR, NCS_DVE, 2, 8, 1, NCS_F32);
        b.in.alu[0] = (uint8_t)(c / 4 % ops);
        b.in.alu[1] = (uint8_t)(c / 4 / ops);
        b.in.reverse[0] = c % 2;
        b.in.reverse[1] = c / 2 % 2;
        b.in.scalar[0] = c % 5 - 2;
        b.in.scalar[1] = c % 3 - 1;
        bench_open(&b);
        for (int64_t e = 0; e < b.elements; e++) {
            plain_put(bench_array(&b, 1), NCS_F32, e, (double)(e - 7));
        }
        float usual[16];
        bench_run(&b);
        memcpy(usual, bench_array(&b, 0), sizeof usual);
        assert_int_equal(ncs_settings_set(&b.settings, "two_ops=one_rounding"),
                         TRNFFT_OK);
        bench_run(&b);
        assert_memory_equal(usual, bench_array(&b, 0), sizeof usual);
        bench_close(&b);
    }
}

typedef struct denormal_case {
    ncs_op op;
    ncs_alu alu;
    ncs_dtype out, in;
    double x, y;
    double kept, flushed;
} denormal_case;

static void test_denormals(void **state)
{
    (void)state;
    static const denormal_case cases[] = {
        /* Coming in, going out, in between; of bf16; not of fp16. */
        { NCS_TENSOR_TENSOR, NCS_MULTIPLY, NCS_F32, NCS_F32, 0x1p-130, 0x1p10, 0x1p-120,
          0 },
        { NCS_TENSOR_TENSOR, NCS_MULTIPLY, NCS_F32, NCS_F32, -0x1p-130, 0x1p10,
          -0x1p-120, -0.0 },
        { NCS_TENSOR_TENSOR, NCS_MULTIPLY, NCS_F32, NCS_F32, 0x1p-100, -0x1p-30,
          -0x1p-130, -0.0 },
        { NCS_TENSOR_TENSOR, NCS_ADD, NCS_F32, NCS_F32, 0x1p-126, -0x1.8p-126,
          -0x1p-127, -0.0 },
        { NCS_TENSOR_TENSOR, NCS_MULTIPLY, NCS_F32, NCS_BF16, 0x1p-130, 0x1p10,
          0x1p-120, 0 },
        { NCS_TENSOR_TENSOR, NCS_MULTIPLY, NCS_F16, NCS_F16, 0x1p-20, 0x1p-2, 0x1p-22,
          0x1p-22 },
        { NCS_TENSOR_TENSOR, NCS_BIT_OR, NCS_F32, NCS_F32, 0x1p-149, 0, 0x1p-149,
          0x1p-149 },
        { NCS_COPY, NCS_BYPASS, NCS_F32, NCS_F32, 0x1p-149, 0, 0x1p-149, 0x1p-149 },
        { NCS_COPY, NCS_BYPASS, NCS_F32, NCS_BF16, 0x1p-130, 0, 0x1p-130, 0 },
        { NCS_ACTIVATION, NCS_BYPASS, NCS_F32, NCS_F32, 0x1p-130, 0, 0x1p-130, 0 },
        /* (x 2^-30) 2^30, and the numbers themselves. */
        { NCS_TENSOR_SCALAR, NCS_MULTIPLY, NCS_F32, NCS_F32, 0x1p-100, 0, 0x1p-100, 0 },
        { NCS_SCALAR_TENSOR_TENSOR, NCS_MULTIPLY, NCS_F32, NCS_F32, 0x1p-100, 0x1p30,
          0x1p-100, 0 },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const denormal_case *c = &cases[i];
        bench b = bench_of(
            c->op, c->op == NCS_ACTIVATION ? NCS_ACT : NCS_DVE, 1, 1,
            c->op == NCS_TENSOR_TENSOR || c->op == NCS_SCALAR_TENSOR_TENSOR ? 2 : 1,
            c->in);
        b.type[0] = c->out;
        b.in.alu[0] = (uint8_t)c->alu;
        b.in.alu[1] = (uint8_t)(c->op == NCS_TENSOR_TENSOR ? NCS_BYPASS : c->alu);
        b.in.scalar[0] = c->op == NCS_ACTIVATION ? 1 : 0x1p-30;
        b.in.scalar[1] = c->op == NCS_ACTIVATION ? 0 : 0x1p30;
        bench_open(&b);
        const double x[3] = { c->x, c->y, 0 };
        double kept = result_of(&b, x);
        assert_int_equal(ncs_settings_set(&b.settings, "denormals=flushed"), TRNFFT_OK);
        double flushed = result_of(&b, x);
        if (!plain_same(kept, c->kept) || !plain_same(flushed, c->flushed)) {
            fail_msg("case %zu: %a and %a instead of %a and %a", i, kept, flushed,
                     c->kept, c->flushed);
        }
        bench_close(&b);
    }
}

/* Numbers of instructions and columns are flushed as well; sums between operations. */
static void test_denormal_numbers(void **state)
{
    (void)state;
    for (int column = 0; column < 2; column++) {
        bench b = bench_of(NCS_TENSOR_SCALAR, NCS_POOL, 1, 1, 1, NCS_F32);
        b.in.alu[0] = NCS_MULTIPLY;
        b.in.scalar[0] = 0x1p-140;
        b.operand[2] = b.column[2] = column;
        bench_open(&b);
        const double x[3] = { 0x1p40, 0x1p-140, 0 };
        assert_true(result_of(&b, x) == 0x1p-100);
        assert_int_equal(ncs_settings_set(&b.settings, "denormals=flushed"), TRNFFT_OK);
        assert_true(result_of(&b, x) == 0);
        bench_close(&b);
    }
}

/* ACT's functions err by turns; copies and squares do not. */
static void test_function_error(void **state)
{
    (void)state;
    for (int f = 0; f < NCS_N_FUNCTIONS; f++) {
        bench b = bench_of(NCS_ACTIVATION, NCS_ACT, 2, 3000, 1, NCS_F32);
        b.simple = true;
        b.in.function = (uint8_t)f;
        b.in.scalar[0] = 1;
        bench_open(&b);
        for (int64_t e = 0; e < b.elements; e++) {
            plain_put(bench_array(&b, 1), NCS_F32, e, 0.5 + (double)(e % 100) / 64);
        }
        static float usual[6000];
        bench_run(&b);
        memcpy(usual, bench_array(&b, 0), sizeof usual);
        b.settings.function_error = 0x1p-10;
        bench_run(&b);
        const bool exact = f == NCS_IDENTITY || f == NCS_SQUARE;
        for (int64_t e = 0; e < b.elements; e++) {
            /* Rows begin anew. */
            const double sign = e % 3000 % 2 == 0 ? 1 : -1;
            const double want = (double)usual[e] * (1 + (exact ? 0 : sign * 0x1p-10));
            const double got = plain_get(bench_array(&b, 0), NCS_F32, e);
            if (fabs(got - want) > 2e-7 * fabs(want)) {
                fail_msg("%s, element %d: %.9g instead of %.9g",
                         ncs_function_name((ncs_function)f), (int)e, got, want);
            }
        }
        bench_close(&b);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_two_ops),        cmocka_unit_test(test_one_rounding),
        cmocka_unit_test(test_denormals),      cmocka_unit_test(test_denormal_numbers),
        cmocka_unit_test(test_function_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
