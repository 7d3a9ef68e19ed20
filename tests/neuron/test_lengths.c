/* Does a device do every length, by whichever kernel its planner finds soonest? */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include <trnfft/trnfft.h>

#include "support/random.h"
#include "support/reference.h"
#include "support/tensors.h"

typedef enum kind { C2C, R2C, C2R } kind;

static trnfft_tensor side(bool real, int64_t batch, int64_t points)
{
    const int64_t shape[] = { batch, points };
    trnfft_tensor t =
        test_tensor(TRNFFT_F32, real ? TRNFFT_REAL : TRNFFT_SPLIT, 2, shape);
    return t;
}

static float number(const void *x, int64_t i)
{
    return x == NULL ? 0.0F : ((const float *)x)[i];
}

/* Relative RMS error against the reference in long double. */
static double error_of(kind k, int64_t n, int64_t batch, const trnfft_tensor *in,
                       const trnfft_tensor *out)
{
    int64_t half = n / 2 + 1, from = k == C2R ? half : n, to = k == R2C ? half : n;
    test_complex *x = calloc((size_t)n, sizeof *x);
    assert_non_null(x);
    double wrong = 0.0, all = 0.0;
    for (int64_t b = 0; b < batch; b++) {
        for (int64_t j = 0; j < n; j++) {
            bool mirrored = j >= from;
            int64_t at = b * from + (mirrored ? n - j : j);
            x[j].re = (long double)number(in->re, at);
            x[j].im = (long double)number(in->im, at);
            x[j].im = mirrored ? -x[j].im : x[j].im;
            if (k == C2R && (j == 0 || 2 * j == n)) {
                x[j].im = 0; /* as the definition has it */
            }
        }
        test_dft(n, k == C2R ? 1 : -1, x, x);
        for (int64_t j = 0; j < to; j++) {
            double scale = k == C2R ? 1.0 / (double)n : 1.0;
            double re = scale * (double)x[j].re, im = scale * (double)x[j].im;
            im = k == C2R ? 0.0 : im;
            double e_re = (double)number(out->re, b * to + j) - re;
            double e_im = (double)number(out->im, b * to + j) - im;
            wrong += e_re * e_re + e_im * e_im;
            all += re * re + im * im;
        }
    }
    free(x);
    return all > 0.0 ? sqrt(wrong / all) : wrong;
}

static void check(trnfft_device *device, kind k, int64_t n, int64_t batch)
{
    static const int32_t ops[] = { TRNFFT_OP_FFT, TRNFFT_OP_RFFT, TRNFFT_OP_IRFFT };
    int64_t half = n / 2 + 1;
    trnfft_tensor in = side(k == R2C, batch, k == C2R ? half : n);
    trnfft_tensor out = side(k == C2R, batch, k == R2C ? half : n);
    test_random r = test_random_seed((uint64_t)n);
    test_random_fill_f32(&r, in.re, batch * (k == C2R ? half : n));
    if (in.im != NULL) {
        test_random_fill_f32(&r, in.im, batch * (k == C2R ? half : n));
    }
    trnfft_problem q = TRNFFT_PROBLEM_INIT;
    q.op = ops[k];
    q.in = in;
    q.out = out;
    q.n_dim = 1;
    q.dim[0] = 1;
    q.n[0] = n;
    trnfft_plan_options o = TRNFFT_PLAN_OPTIONS_INIT;
    o.device = device;
    trnfft_plan *plan = NULL;
    if (trnfft_plan_create(NULL, &q, &o, &plan) != TRNFFT_OK) {
        fail_msg("kind %d, n %lld: %s", (int)k, (long long)n, trnfft_last_error());
    }
    EXPECT_OK(trnfft_plan_execute(plan, in.re, in.im, out.re, out.im, NULL, 0));
    trnfft_plan_destroy(plan);
    double error = error_of(k, n, batch, &in, &out);
    if (!(error <= 1e-6)) {
        fail_msg("kind %d, n %lld, batch %lld: error %.3g", (int)k, (long long)n,
                 (long long)batch, error);
    }
    test_tensor_free(&in);
    test_tensor_free(&out);
}

static void all_to_600(void **state)
{
    (void)state;
    trnfft_device *device = NULL;
    EXPECT_OK(trnfft_device_open("neuron:v3", &device));
    for (int64_t n = 1; n <= 600; n++) {
        check(device, C2C, n, 1);
        check(device, C2C, n, 3);
        check(device, n % 2 == 0 ? R2C : C2R, n, n % 3 == 0 ? 3 : 1);
    }
    trnfft_device_close(device);
}

static void odd_and_long(void **state)
{
    (void)state;
    static const int64_t lengths[] = { 997,   1009,  4097,  10007,
                                       16381, 44100, 65537, 2 * 3 * 10007 };
    trnfft_device *device = NULL;
    EXPECT_OK(trnfft_device_open("neuron:v3", &device));
    for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
        for (int64_t batch = 1; batch <= 3; batch += 2) {
            check(device, C2C, lengths[i], batch);
        }
        check(device, R2C, lengths[i], 1);
        check(device, C2R, lengths[i], 1);
    }
    trnfft_device_close(device);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_to_600),
        cmocka_unit_test(odd_and_long),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
