/* test_fnet_oracle.c - the mixing of each FNet model of tests/data/fnet against torch's
 * answer: the first layer's, on what the embeddings gave. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "device.h"
#include "oracle.h"

static bool run(const oracle_case *c, const oracle_array *x, const oracle_array *y,
                int32_t dtype, oracle_layout from, oracle_layout to)
{
    oracle_operand in, out;
    assert_true(oracle_operand_from(x, dtype, from, &in));
    assert_true(oracle_operand_empty(y->rank, y->shape, false, dtype, to, &out));
    const trnfft_status status =
        trnfft_fnet_mix(&in.tensor, TRNFFT_NORM_BACKWARD, &out.tensor);
    const double error = status == TRNFFT_OK ? oracle_error(y, &out.tensor) : 0.0;
    const double tolerance = dtype == TRNFFT_F64 ? c->tol_f64 : c->tol_f32;
    const bool ok = status == TRNFFT_OK && error <= tolerance;
    if (!ok) {
        printf("%s %s: %s, error %.3g, allowed %.3g\n", c->id, trnfft_dtype_name(dtype),
               status == TRNFFT_OK ? "ran" : trnfft_last_error(), error, tolerance);
    }
    oracle_operand_free(&in);
    oracle_operand_free(&out);
    return ok;
}

static int run_case(const oracle_suite *suite, const oracle_case *c)
{
    static const oracle_layout layouts[] = { ORACLE_SPLIT, ORACLE_STRIDED };
    oracle_array x, y;
    int n_failed = 0;
    assert_string_equal(c->function, "fnet_mix");
    assert_true(oracle_load(suite, c, "inputs", "x", &x));
    assert_true(oracle_load(suite, c, "outputs", "y", &y));
    for (int i = 0; i < 8; i++) {
        const int32_t dtype = i % 2 == 0 ? TRNFFT_F64 : TRNFFT_F32;
        if (device_has(dtype)) {
            n_failed +=
                run(c, &x, &y, dtype, layouts[i / 2 % 2], layouts[i / 4]) ? 0 : 1;
        }
    }
    oracle_array_free(&x);
    oracle_array_free(&y);
    return n_failed;
}

static void test_every_case(void **state)
{
    (void)state;
    oracle_suite suite;
    int n_failed = 0;
    assert_true(oracle_open(TRNFFT_SOURCE_DIR "/tests/data/fnet", &suite));
    assert_int_equal(suite.n_cases, 2);
    for (size_t i = 0; i < suite.n_cases; ++i) {
        const oracle_case c = oracle_case_at(&suite, i);
        n_failed += run_case(&suite, &c);
    }
    oracle_close(&suite);
    assert_int_equal(n_failed, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_every_case) };
    return cmocka_run_group_tests(tests, device_set_up, device_tear_down);
}
