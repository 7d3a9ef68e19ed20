/* Fused sums of products: the bits of fmaf() in the stated order, on every level of the
 * CPU (TRNFFT_CPU). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "base/fma_product.h"
#include "base/half.h"
#include "support/random.h"

static bool same(float x, float y)
{
    return isnan(x) ? isnan(y) : tfi_f32_bits(x) == tfi_f32_bits(y);
}

/* Any bits at all, and triples whose sum lies near halfway between two floats. */
static void test_one_operation(void **state)
{
    (void)state;
    test_random r = test_random_seed(1);
    for (int i = 0; i < 2000000; i++) {
        uint64_t u = test_random_u64(&r), v = test_random_u64(&r);
        float a = tfi_bits_f32((uint32_t)u), b = tfi_bits_f32((uint32_t)(u >> 32));
        float c = tfi_bits_f32((uint32_t)v);
        if (i % 2 == 0) {
            a = 1 + (float)(u & 0xfff) * 0x1p-12f;
            b = 1 + (float)(u >> 20 & 0xfff) * 0x1p-12f;
            c = (float)ldexp((double)(v & 0xffffff), (int)(v >> 24 & 63) - 40);
            int scale = (int)(v >> 30 & 255) - 127;
            a = ldexpf(a, i % 4 == 0 ? 0 : scale);
            c = v >> 63 ? -c : c;
        }
        float x = tfi_fma_f32(a, b, c), y = fmaf(a, b, c);
        if (!same(x, y)) {
            fail_msg("fma(%a, %a, %a) = %a instead of %a", (double)a, (double)b,
                     (double)c, (double)x, (double)y);
        }
    }
}

enum { K = 128, M = 70, N = 150 };

static void check_product(const float *a, const float *b, size_t k, size_t m, size_t n)
{
    static float out[M * N + 1];
    out[m * n] = 77;
    tfi_fma_product(out, a, b, k, m, n);
    for (size_t i = 0; i < m; i++) {
        for (size_t j = 0; j < n; j++) {
            float sum = 0;
            for (size_t r = 0; r < k; r++) {
                sum = fmaf(a[r * m + i], b[r * n + j], sum);
            }
            if (!same(sum, out[i * n + j])) {
                fail_msg("%zu %zu %zu: [%zu, %zu] = %a instead of %a", k, m, n, i, j,
                         (double)out[i * n + j], (double)sum);
            }
        }
    }
    assert_true(out[m * n] == 77);
}

static void test_products(void **state)
{
    (void)state;
    static float a[K * M], b[K * N];
    static const size_t sizes[][3] = { { 128, 70, 150 }, { 128, 64, 64 }, { 1, 1, 1 },
                                       { 3, 5, 33 },     { 100, 4, 16 },  { 7, 9, 31 },
                                       { 128, 3, 96 },   { 2, 8, 8 } };
    test_random r = test_random_seed(2);
    for (int kind = 0; kind < 4; kind++) {
        for (size_t i = 0; i < sizeof a / sizeof *a; i++) {
            a[i] = test_random_unit_f32(&r);
        }
        for (size_t i = 0; i < sizeof b / sizeof *b; i++) {
            b[i] = test_random_unit_f32(&r);
        }
        for (size_t i = 0; i < sizeof a / sizeof *a && kind > 0; i++) {
            /* Few bits: ties; tiny: denormal sums; some that are no numbers. */
            a[i] = kind == 1 ? tfi_bf16_to_f32(tfi_f32_to_bf16(a[i]))
                   : kind == 2
                       ? ldexpf(a[i], -130)
                       : (i % 977 == 0 ? INFINITY : (i % 991 == 0 ? NAN : a[i]));
        }
        for (size_t i = 0; i < sizeof b / sizeof *b && kind == 1; i++) {
            b[i] = tfi_bf16_to_f32(tfi_f32_to_bf16(b[i]));
        }
        for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
            check_product(a, b, sizes[s][0], sizes[s][1], sizes[s][2]);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_one_operation),
        cmocka_unit_test(test_products),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
