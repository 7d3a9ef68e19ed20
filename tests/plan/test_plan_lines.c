/* test_plan_lines.c - every line solver in turn, forced on every length from 1 to 200
 * and some larger ones that it accepts, each kind and type, one lane and many: right,
 * and the same bits however it is walked. And orders of passes: are they sequences of
 * n? */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <math.h>

#include <trnfft/dtype.h>

#include "backend/cpu/stockham.h"
#include "plan/kind.h"
#include "plan/line.h"
#include "support/random.h"
#include "support/reference.h"
#include "support/tensors.h"

enum { ALL_N = 200, MAX_N = 4200, MAX_LANES = 16 };

/* Powers, products, products with large primes, primes p with smooth and rough p - 1.
 */
static const int64_t larger[] = { 211,  223,  227,  229,  233,  239,  241,  251,
                                  243,  256,  343,  347,  360,  499,  500,  506,
                                  512,  625,  729,  983,  1000, 1001, 1009, 1024,
                                  1331, 1536, 1920, 2018, 2048, 2187, 2310, 2401,
                                  2887, 3125, 3375, 4093, 4095, 4096, 4099 };
enum { N_LENGTHS = ALL_N + (int)(sizeof larger / sizeof larger[0]) };

static int64_t length_at(int i)
{
    return i < ALL_N ? i + 1 : larger[i - ALL_N];
}

typedef struct setting {
    tfi_line_kind kind;
    uint32_t dtype;
    int64_t n;
} setting;

static double get(const void *p, uint32_t dtype, int64_t i)
{
    return dtype == TRNFFT_F64 ? ((const double *)p)[i] : (double)((const float *)p)[i];
}

static void put(void *p, uint32_t dtype, int64_t i, double x)
{
    if (dtype == TRNFFT_F64) {
        ((double *)p)[i] = x;
    } else {
        ((float *)p)[i] = (float)x;
    }
}

/* Deterministic input of lane b, point j: values that f32 holds. */
static double input_at(int64_t b, int64_t j, int part)
{
    test_random r = test_random_seed((uint64_t)(1 + b * 100000 + 2 * j + part));
    return (double)test_random_unit_f32(&r);
}

static int64_t points_in(const setting *s)
{
    return s->kind == TFI_C2R ? s->n / 2 + 1 : s->n;
}

static int64_t points_out(const setting *s)
{
    return s->kind == TFI_R2C ? s->n / 2 + 1 : s->n;
}

/* Runs on `lanes` lanes from first lane `b0`, into out[(b * points + k) * 2 + part]. */
static void run(const tfi_line_plan *plan, const setting *s, int64_t b0, int64_t lanes,
                tfi_layout layout, double *out)
{
    static double memory_in[2 * MAX_LANES * (MAX_N + 2)];
    static double memory_out[2 * MAX_LANES * (MAX_N + 2)];
    const int64_t step = layout == TFI_INTERLEAVED ? 2 : 1;
    const int64_t room = lanes * (s->n + 2);
    const int64_t part = layout == TFI_INTERLEAVED ? 1 : room;
    const size_t size = s->dtype == TRNFFT_F64 ? 8 : 4;
    const int64_t in_step = s->kind == TFI_R2C ? 1 : step;
    const int64_t out_step = s->kind == TFI_C2R ? 1 : step;
    tfi_line_args a = { 0 };
    memset(&a, 0, sizeof a);
    memset(memory_out, 0xff, 2 * (size_t)room * sizeof memory_out[0]);
    for (int64_t j = 0; j < points_in(s); j++) {
        for (int64_t b = 0; b < lanes; b++) {
            const int64_t at = (j * lanes + b) * in_step;
            put(memory_in, s->dtype, at, input_at(b0 + b, j, 0));
            if (s->kind != TFI_R2C) {
                put(memory_in, s->dtype, at + part, input_at(b0 + b, j, 1));
            }
        }
    }
    a.in.re = memory_in;
    a.in.im = s->kind != TFI_R2C ? (char *)memory_in + (size_t)part * size : NULL;
    a.in.stride = lanes * in_step;
    a.in.layout = s->kind != TFI_R2C ? layout : TFI_SPLIT;
    a.out.re = memory_out;
    a.out.im = s->kind != TFI_C2R ? (char *)memory_out + (size_t)part * size : NULL;
    a.out.stride = lanes * out_step;
    a.out.layout = s->kind != TFI_C2R ? layout : TFI_SPLIT;
    a.lanes = lanes;
    a.scale = 0.75;
    a.scratch = tfi_alloc(NULL, tfi_line_scratch(plan, lanes));
    tfi_line_execute(plan, &a);
    tfi_free(NULL, a.scratch);
    for (int64_t k = 0; k < points_out(s); k++) {
        for (int64_t b = 0; b < lanes; b++) {
            const int64_t at = (k * lanes + b) * out_step;
            double *to = out + 2 * (b * points_out(s) + k);
            to[0] = get(memory_out, s->dtype, at);
            to[1] = s->kind != TFI_C2R ? get(memory_out, s->dtype, at + part) : 0;
        }
    }
}

static void expect_right(const setting *s, int64_t b, const double *got,
                         const char *name)
{
    static test_complex x[MAX_N], y[MAX_N];
    for (int64_t j = 0; j < s->n; j++) {
        const int mirrored = s->kind == TFI_C2R && j > s->n / 2;
        const int64_t k = mirrored ? s->n - j : j;
        x[j].re = input_at(b, k, 0);
        x[j].im = s->kind == TFI_R2C ? 0 : (mirrored ? -1 : 1) * input_at(b, k, 1);
        if (s->kind == TFI_C2R && (k == 0 || 2 * k == s->n)) {
            x[j].im = 0;
        }
    }
    test_dft(s->n, -1, x, y);
    long double error = 0, norm = 0;
    for (int64_t k = 0; k < points_out(s); k++) {
        const long double re = 0.75L * y[k].re, im = 0.75L * y[k].im;
        error += powl((long double)got[2 * k] - re, 2) +
                 powl((long double)got[2 * k + 1] - im, 2);
        norm += re * re + im * im;
    }
    const double bound = s->dtype == TRNFFT_F64 ? 1.5e-15 : 6e-7;
    if (!(error <= (long double)(bound * bound) * norm)) {
        print_error("%s: kind %d dtype %u n %lld lane %lld: error %g\n", name,
                    (int)s->kind, (unsigned)s->dtype, (long long)s->n, (long long)b,
                    (double)sqrtl(error / norm));
        fail();
    }
}

static void check_plan(const tfi_line_plan *plan, const setting *s, const char *name)
{
    static double many[2 * MAX_LANES * MAX_N], one[2 * MAX_N];
    const int64_t full = tfi_line_preferred_lanes(s->dtype);
    const int64_t lanes[] = { full, 3, 2 };
    for (int l = 0; l < 3; l++) {
        for (int layout = 0; layout < 2; layout++) {
            run(plan, s, 0, lanes[l], (tfi_layout)layout, many);
            for (int64_t b = 0; b < lanes[l]; b++) {
                const double *lane = many + 2 * b * points_out(s);
                run(plan, s, b, 1, (tfi_layout)((layout + b) % 2), one);
                if (memcmp(lane, one, (size_t)(2 * points_out(s)) * sizeof one[0]) !=
                    0) {
                    print_error(
                        "%s: kind %d dtype %u n %lld: lane %lld of %lld differs\n",
                        name, (int)s->kind, (unsigned)s->dtype, (long long)s->n,
                        (long long)b, (long long)lanes[l]);
                    fail();
                }
                if (l == 0 && layout == 0 && (b == 0 || b == full - 1)) {
                    expect_right(s, b, one, name);
                }
            }
        }
    }
}

static int64_t check_solver(const tfi_solver *solver, const setting *s)
{
    tfi_planner planner;
    EXPECT_OK(tfi_planner_init(&planner, NULL, tfi_all_solvers(), tfi_cpu_detect()));
    planner.force = solver->name;
    tfi_line_plan *plan = NULL;
    trnfft_status status =
        tfi_line_plan_create(&planner, s->kind, s->dtype, s->n, &plan);
    if (status == TRNFFT_OK) {
        assert_string_equal(plan->base.solver->name, solver->name);
        check_plan(plan, s, solver->name);
        tfi_plan_free(&plan->base, NULL);
    } else {
        assert_int_equal(status, TRNFFT_ERROR_UNSUPPORTED);
    }
    tfi_planner_fini(&planner);
    return status == TRNFFT_OK;
}

static void test_every_solver(void **state)
{
    (void)state;
    int64_t accepted[3][N_LENGTHS] = { { 0 } };
    const int n_lengths = test_rounds(16) == 16 ? N_LENGTHS : ALL_N;
    for (const tfi_solver *const *s = tfi_all_solvers(); *s != NULL; s++) {
        int64_t count = 0;
        for (int i = 0; (*s)->kind == TFI_PROBLEM_LINE && i < 6; i++) {
            for (int k = 0; k < n_lengths; k++) {
                const setting x = { (tfi_line_kind)(i % 3),
                                    i < 3 ? TRNFFT_F32 : TRNFFT_F64, length_at(k) };
                const int64_t one = check_solver(*s, &x);
                accepted[i % 3][k] += one;
                count += one;
            }
        }
        if ((*s)->kind == TFI_PROBLEM_LINE) {
            print_message("%-18s %lld of %d\n", (*s)->name, (long long)count,
                          6 * n_lengths);
        }
    }
    for (int k = 0; k < n_lengths; k++) {
        assert_true(accepted[0][k] > 0 && accepted[1][k] > 0 && accepted[2][k] > 0);
    }
}

/* Each choice of each solver is a right plan, with the same bits however it is walked.
 */
static void test_every_choice(void **state)
{
    (void)state;
    static const int64_t lengths[] = { 12,  45,  60,  64,   82,  105,
                                       128, 240, 263, 1000, 2310 };
    int64_t count = 0;
    for (size_t k = 0; k < sizeof lengths / sizeof lengths[0]; k++) {
        for (int i = 0; i < 6; i++) {
            const setting s = { (tfi_line_kind)(i % 3), i < 3 ? TRNFFT_F32 : TRNFFT_F64,
                                lengths[k] };
            tfi_planner planner;
            tfi_candidate list[24];
            size_t found = 0;
            EXPECT_OK(
                tfi_planner_init(&planner, NULL, tfi_all_solvers(), tfi_cpu_detect()));
            tfi_line_problem p;
            memset(&p, 0, sizeof p);
            p.base.kind = TFI_PROBLEM_LINE;
            p.base.n_bytes = (uint32_t)sizeof p;
            p.kind = (uint32_t)s.kind, p.dtype = s.dtype, p.n = s.n;
            EXPECT_OK(tfi_planner_candidates(&planner, &p.base, list, 24, &found));
            for (size_t c = 0; c < found; c++) {
                tfi_plan *plan = NULL;
                EXPECT_OK(tfi_planner_ask(
                    &planner, list[c].solver,
                    list[c].choice.count > 0 ? &list[c].choice : NULL, &p.base, &plan));
                assert_non_null(plan);
                assert_true(plan->cost_ns == list[c].cost_ns);
                EXPECT_OK(tfi_plan_wake(plan, &planner));
                check_plan((const tfi_line_plan *)plan, &s, list[c].solver->name);
                tfi_plan_free(plan, NULL);
                count++;
            }
            tfi_planner_fini(&planner);
        }
    }
    print_message("%lld candidates\n", (long long)count);
}

/* Whether the radices multiply to n and begin as asked for. */
static void check_order(const tfi_planner *planner, uint32_t dtype, int64_t n,
                        int first)
{
    int radices[TFI_MAX_PASSES];
    const int count = tfi_stockham_order(planner, dtype, n, first, radices);
    int64_t product = count > 0 ? 1 : n;
    for (int i = 0; i < count; i++) {
        assert_in_range(radices[i], 2, 16);
        product *= radices[i];
    }
    assert_int_equal(product, n);
    assert_true(count == 0 || first == 0 || radices[0] == first);
    assert_true(count == 0 || tfi_stockham_exists(n));
}

static void test_orders(void **state)
{
    int known = 0;
    (void)state;
    for (int64_t n = 2; n <= 4200; n++) {
        tfi_planner planner = { 0 };
        planner.cpu = TFI_CPU_AVX512;
        for (int first = 0; first <= 16; first++) {
            check_order(&planner, TRNFFT_F32, n, first);
            check_order(&planner, TRNFFT_F64, n, first);
        }
        int radices[TFI_MAX_PASSES];
        known += tfi_stockham_order(&planner, TRNFFT_F32, n, 0, radices) > 0;
    }
    const bool compiled = tfk_table_for(TFI_CPU_AVX512)->lanes[TFK_F32] == 16;
    assert_true(known > 300 || (known == 0 && !compiled));
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_every_solver),
                                        cmocka_unit_test(test_every_choice),
                                        cmocka_unit_test(test_orders) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
