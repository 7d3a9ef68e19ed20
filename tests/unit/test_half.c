/* The 16-bit floating-point formats against arithmetic in double. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <float.h>
#include <math.h>

#include "base/half.h"

typedef struct format {
    int mantissa_bits, least_exponent; /* of the smallest normal number */
    double largest;
} format;

static const format bf16 = { 7, -126, 0x1.fep127 };
static const format f16 = { 10, -14, 65504.0 };

static double decode(const format *f, uint16_t h)
{
    int m = h & ((1 << f->mantissa_bits) - 1);
    int e = (h & 0x7fff) >> f->mantissa_bits;
    int top = (1 << (15 - f->mantissa_bits)) - 1;
    double x = e == top ? (m ? (double)NAN : HUGE_VAL)
               : e == 0 ? ldexp(m, f->least_exponent - f->mantissa_bits)
                        : ldexp(m + (1 << f->mantissa_bits),
                                f->least_exponent - f->mantissa_bits + e - 1);
    return h & 0x8000 ? -x : x;
}

/* Nearest, ties to even, by scaling to integers. */
static double rounded(const format *f, double x)
{
    if (isnan(x) || isinf(x) || x == 0.0)
        return x;
    int e;
    frexp(x, &e);
    int ulp =
        (e - 1 > f->least_exponent ? e - 1 : f->least_exponent) - f->mantissa_bits;
    double r = ldexp(nearbyint(ldexp(x, -ulp)), ulp);
    return fabs(r) > f->largest ? copysign(HUGE_VAL, x) : r;
}

static void assert_same(double got, double wanted)
{
    if (isnan(wanted)) {
        assert_true(isnan(got));
        return;
    }
    assert_true(got == wanted);
    assert_int_equal(!signbit(got), !signbit(wanted));
}

static void every_half_decodes_and_comes_back(void **state)
{
    (void)state;
    for (uint32_t h = 0; h < 65536; h++) {
        uint16_t u = (uint16_t)h;
        double b = decode(&bf16, u);
        double f = decode(&f16, u);
        assert_same((double)tfi_bf16_to_f32(u), b);
        assert_same((double)tfi_f16_to_f32(u), f);
        if (!isnan(b)) {
            assert_int_equal(tfi_f32_to_bf16(tfi_bf16_to_f32(u)), u);
            assert_int_equal(tfi_f64_to_bf16(b), u);
        }
        if (!isnan(f)) {
            assert_int_equal(tfi_f32_to_f16(tfi_f16_to_f32(u)), u);
            assert_int_equal(tfi_f64_to_f16(f), u);
        }
    }
}

static uint64_t next_random(uint64_t *seed)
{
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    return *seed;
}

static void floats_round_once(void **state)
{
    (void)state;
    uint64_t seed = 88172645463325252U;
    for (int i = 0; i < 300000; i++) {
        uint64_t r = next_random(&seed);
        float x = tfi_bits_f32((uint32_t)r);
        if (i & 1) /* inside fp16's range, often on or beside a tie */
            x = tfi_bits_f32((uint32_t)(0x33000000U + (uint32_t)(r % 0x16000000U)) &
                             (i & 2 ? 0xfffff000U : 0xffffffffU));
        assert_same((double)tfi_bf16_to_f32(tfi_f32_to_bf16(x)),
                    rounded(&bf16, (double)x));
        assert_same((double)tfi_f16_to_f32(tfi_f32_to_f16(x)),
                    rounded(&f16, (double)x));
    }
}

static void doubles_round_once(void **state)
{
    (void)state;
    uint64_t seed = 362436069U;
    for (int i = 0; i < 300000; i++) {
        uint64_t r = next_random(&seed);
        /* A half, plus half a unit, plus or minus next to nothing: rounding twice
         * fails. */
        uint16_t h = (uint16_t)(r & 0x7fffU);
        double sign = r & 0x8000U ? -1.0 : 1.0;
        const format *f = i & 1 ? &f16 : &bf16;
        double a = decode(f, h);
        double b = decode(f, (uint16_t)(h + 1));
        if (isnan(a) || isnan(b) || isinf(a) || isinf(b) || h == 0x7fffU)
            continue;
        double middle = (a + b) / 2;
        double nudge = (i / 2 % 3 - 1) * ldexp(middle, -45);
        double x = sign * (middle + nudge);
        double got = i & 1 ? (double)tfi_f16_to_f32(tfi_f64_to_f16(x))
                           : (double)tfi_bf16_to_f32(tfi_f64_to_bf16(x));
        assert_same(got, rounded(f, x));
    }
    assert_int_equal(tfi_f64_to_bf16(1e300), 0x7f80);
    assert_int_equal(tfi_f64_to_bf16(-1e300), 0xff80);
    assert_int_equal(tfi_f64_to_f16(1e-300), 0);
    assert_int_equal(tfi_f64_to_f16(-HUGE_VAL), 0xfc00);
    assert_true(isnan(tfi_f16_to_f32(tfi_f64_to_f16((double)NAN))));
    assert_true(isnan(tfi_bf16_to_f32(tfi_f64_to_bf16((double)NAN))));
}

static void nans_stay_nans(void **state)
{
    (void)state;
    static const uint32_t nans[] = { 0x7f800001U, 0x7fffffffU, 0xff800001U, 0x7fc00000U,
                                     0xffc12345U };
    for (size_t i = 0; i < sizeof nans / sizeof nans[0]; i++) {
        uint16_t b = tfi_f32_to_bf16(tfi_bits_f32(nans[i]));
        uint16_t h = tfi_f32_to_f16(tfi_bits_f32(nans[i]));
        assert_true(isnan(decode(&bf16, b)) && isnan(decode(&f16, h)));
        assert_int_equal(b >> 15, nans[i] >> 31);
        assert_int_equal(h >> 15, nans[i] >> 31);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_half_decodes_and_comes_back),
        cmocka_unit_test(floats_round_once),
        cmocka_unit_test(doubles_round_once),
        cmocka_unit_test(nans_stay_nans),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
