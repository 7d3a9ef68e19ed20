/* test_plan_cache.c - contexts: bounds, counters, allocators, threads, fork. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <trnfft/trnfft.h>

#include "support/tensors.h"

#if !defined(_WIN32)
#include <sys/wait.h>
#include <unistd.h>
#endif

typedef struct count {
    int64_t live, calls;
} count;

static void *count_allocate(size_t bytes, void *user)
{
    count *c = user;
    c->live++;
    c->calls++;
    return malloc(bytes);
}

static void count_release(void *memory, void *user)
{
    ((count *)user)->live--;
    free(memory);
}

static trnfft_cache_stats stats_of(trnfft_context *context)
{
    trnfft_cache_stats s = TRNFFT_CACHE_STATS_INIT;
    EXPECT_OK(trnfft_plan_cache_stats(context, &s));
    return s;
}

static void transform(int64_t n)
{
    static float x[2 * 6000];
    x[0] = 1;
    EXPECT_OK(trnfft_fft_f32(n, x, x));
}

static trnfft_context *enter(trnfft_context_options *o)
{
    trnfft_context *c = NULL;
    EXPECT_OK(trnfft_context_create(o, &c));
    EXPECT_OK(trnfft_context_set_current(c, NULL));
    return c;
}

static void test_counters(void **state)
{
    (void)state;
    trnfft_context *c = enter(NULL);
    transform(100);
    transform(100);
    transform(101);
    transform(100);
    trnfft_cache_stats s = stats_of(NULL);
    assert_int_equal(s.hits, 2);
    assert_int_equal(s.misses, 2);
    assert_int_equal(s.plans, 2);
    assert_true(s.bytes > 800);
    EXPECT_OK(trnfft_plan_cache_clear(c));
    s = stats_of(c);
    assert_int_equal(s.plans, 0);
    assert_int_equal(s.bytes, 0);
    assert_int_equal(s.pool_bytes, 0);
    assert_int_equal(s.hits, 2);
    assert_int_equal(s.evictions, 0);
    trnfft_context_destroy(c);
    trnfft_context *now = c;
    EXPECT_OK(trnfft_context_set_current(NULL, &now));
    assert_null(now); /* destroying the current context makes the default one current */
}

static void test_bounds(void **state)
{
    (void)state;
    trnfft_context_options o = TRNFFT_CONTEXT_OPTIONS_INIT;
    o.cache_max_plans = 3;
    trnfft_context *c = enter(&o);
    for (int64_t n = 64; n < 70; n++) {
        transform(n);
        transform(64); /* used again and again: stays */
    }
    trnfft_cache_stats s = stats_of(c);
    assert_int_equal(s.plans, 3);
    assert_int_equal(s.evictions, 3);
    assert_int_equal(s.misses, 6);
    trnfft_context_destroy(c);

    o.cache_max_plans = 1000;
    o.cache_max_bytes = 100000;
    c = enter(&o);
    for (int64_t n = 1000; n < 1100; n++) {
        transform(n);
        assert_true(stats_of(c).bytes <= 100000);
    }
    transform(5063); /* larger than the bound alone: kept while it is the last */
    assert_true(stats_of(c).plans >= 1);
    trnfft_context_destroy(c);

    o.cache_max_plans = 0;
    o.pool_max_bytes = 0;
    c = enter(&o);
    transform(64);
    transform(5063);
    s = stats_of(c);
    assert_int_equal(s.plans, 0);
    assert_int_equal(s.pool_bytes, 0);
    trnfft_context_destroy(c);
}

static void test_allocator(void **state)
{
    (void)state;
    count counter = { 0, 0 };
    trnfft_context_options o = TRNFFT_CONTEXT_OPTIONS_INIT;
    o.allocate = count_allocate;
    o.release = count_release;
    o.allocator_user = &counter;
    trnfft_context *c = enter(&o);
    transform(1000);
    transform(997);
    transform(5000);
    const int64_t calls = counter.calls;
    transform(1000);
    transform(5000);
    assert_int_equal(counter.calls, calls); /* plans and scratch were kept */

    /* A plan outlives its context. */
    float x[64] = { 1 }, y[64];
    trnfft_problem p = TRNFFT_PROBLEM_INIT;
    p.in = trnfft_tensor_interleaved(TRNFFT_F32, 1, TEST_LIST(32), x);
    p.out = trnfft_tensor_interleaved(TRNFFT_F32, 1, TEST_LIST(32), y);
    trnfft_plan *plan = NULL;
    EXPECT_OK(trnfft_plan_create(NULL, &p, NULL, &plan));
    trnfft_context_destroy(c);
    assert_true(counter.live > 0);
    EXPECT_OK(trnfft_plan_execute(plan, x, NULL, y, NULL, NULL, 0));
    trnfft_plan_destroy(plan);
    assert_int_equal(counter.live, 0);
}

static void test_refused_options(void **state)
{
    (void)state;
    const trnfft_context_options good = TRNFFT_CONTEXT_OPTIONS_INIT;
    trnfft_context_options o;
    trnfft_context *c = NULL;
    const trnfft_status invalid = TRNFFT_ERROR_INVALID_ARGUMENT;
    EXPECT_ERROR(trnfft_context_create(NULL, NULL), invalid, "context = NULL");
    o = good, o.n_threads = 0;
    EXPECT_ERROR(trnfft_context_create(&o, &c), invalid, "options.n_threads = 0");
    o = good, o.cache_max_bytes = -1;
    EXPECT_ERROR(trnfft_context_create(&o, &c), invalid,
                 "options.cache_max_bytes = -1");
    o = good, o.allocate = count_allocate;
    EXPECT_ERROR(trnfft_context_create(&o, &c), invalid, "options.release = NULL");
    o = good, o.struct_size = 0;
    EXPECT_ERROR(trnfft_context_create(&o, &c), invalid, "TRNFFT_CONTEXT_OPTIONS_INIT");
    assert_null(c);
    trnfft_context_destroy(NULL);
    trnfft_context_options_init(NULL);
    trnfft_context_options twin;
    trnfft_context_options_init(&twin);
    assert_int_equal(twin.cache_max_plans, good.cache_max_plans);
    EXPECT_ERROR(trnfft_plan_cache_stats(NULL, NULL), invalid, "stats = NULL");
    trnfft_cache_stats s = TRNFFT_CACHE_STATS_INIT;
    s.struct_size = 8;
    EXPECT_ERROR(trnfft_plan_cache_stats(NULL, &s), invalid, "stats.struct_size = 8");
    s.struct_size = 16;
    s.misses = -5;
    EXPECT_OK(trnfft_plan_cache_stats(NULL, &s));
    assert_int_equal(s.misses, -5);
}

/* Any number of threads gives the same bits. */
static void test_threads(void **state)
{
    (void)state;
    enum { A = 150, B = 200, SIZE = 2 * A * B };
    float *x = malloc(SIZE * sizeof *x), *one = malloc(SIZE * sizeof *x),
          *y = malloc(SIZE * sizeof *x);
    for (int i = 0; i < SIZE; i++) {
        x[i] = (float)((i * 7919) % 1009) / 1009.0f;
    }
    trnfft_problem p = TRNFFT_PROBLEM_INIT;
    p.in = trnfft_tensor_interleaved(TRNFFT_F32, 2, TEST_LIST(A, B), x);
    p.out = trnfft_tensor_interleaved(TRNFFT_F32, 2, TEST_LIST(A, B), y);
    const int32_t numbers[] = { 1, 2, 3, 8 };
    for (int i = 0; i < 4; i++) {
        trnfft_plan_options o = TRNFFT_PLAN_OPTIONS_INIT;
        o.n_threads = numbers[i];
        trnfft_plan *plan = NULL;
        EXPECT_OK(trnfft_plan_create(NULL, &p, &o, &plan));
        for (int round = 0; round < 20; round++) {
            EXPECT_OK(
                trnfft_plan_execute(plan, x, NULL, i == 0 ? one : y, NULL, NULL, 0));
            if (i > 0) {
                assert_memory_equal(one, y, SIZE * sizeof *y);
            }
        }
        trnfft_plan_destroy(plan);
    }
    free(x);
    free(one);
    free(y);
}

#if !defined(_WIN32)
static void test_fork(void **state)
{
    (void)state;
    test_threads(NULL); /* helpers run in the parent */
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        alarm(10);
        float x[8] = { 1, 0, 2, 0, 3, 0, 4, 0 };
        trnfft_status status = trnfft_fft_f32(4, x, x);
        if (!TEST_SANITIZED) { /* the thread sanitizer allows no threads after fork() */
            test_threads(NULL);
        }
        trnfft_shutdown();
        _exit(status == TRNFFT_OK && x[0] == 10 ? 0 : 1);
    }
    int result = -1;
    assert_int_equal(waitpid(child, &result, 0), child);
    assert_true(WIFEXITED(result) && WEXITSTATUS(result) == 0);
}
#endif

static void test_shutdown(void **state)
{
    (void)state;
    EXPECT_OK(trnfft_context_set_current(NULL, NULL));
    transform(64);
    trnfft_shutdown();
    trnfft_shutdown();
    transform(64);
    assert_int_equal(stats_of(NULL).misses, 1);
    trnfft_shutdown();
}

typedef trnfft_status (*split_line)(int64_t n, const float *xre, const float *xim,
                                    float *yre, float *yim);

static trnfft_status real_forward(int64_t n, const float *xre, const float *xim,
                                  float *yre, float *yim)
{
    (void)xim;
    return trnfft_rfft_split_f32(n, xre, yre, yim);
}

static trnfft_status real_backward(int64_t n, const float *xre, const float *xim,
                                   float *yre, float *yim)
{
    (void)yim;
    return trnfft_irfft_split_f32(n, xre, xim, yre);
}

/* A cached plan must not serve operands that overlap otherwise: every arrangement of
 * the parts gives what it gives when nothing is cached. */
static void tell_overlaps_apart(split_line line)
{
    enum { N = 8, PLACES = 6, ROOM = 48 };
    static const int places[PLACES] = { 0, 1, 8, 16, 24, 33 };
    trnfft_context *c = enter(NULL);
    int n_fine = 0, n_refused = 0;
    for (int i = 0; i < 2 * PLACES * PLACES * PLACES; i++) {
        float x[2][ROOM];
        trnfft_status status[2];
        const int k = i % (PLACES * PLACES * PLACES); /* all of them twice */
        for (int warm = 1; warm >= 0; warm--) {
            for (int j = 0; j < ROOM; j++) {
                x[warm][j] = (float)(j * j % 11);
            }
            if (warm == 0) {
                EXPECT_OK(trnfft_context_set_current(NULL, NULL));
                EXPECT_OK(trnfft_plan_cache_clear(NULL));
            }
            float *at = x[warm];
            status[warm] =
                line(N, at, at + places[k % PLACES], at + places[k / PLACES % PLACES],
                     at + places[k / PLACES / PLACES]);
        }
        EXPECT_OK(trnfft_context_set_current(c, NULL));
        assert_int_equal(status[0], status[1]);
        assert_memory_equal(x[0], x[1], sizeof x[0]);
        *(status[0] == TRNFFT_OK ? &n_fine : &n_refused) += 1;
    }
    assert_true(n_fine > 20 && n_refused > 20);
    EXPECT_OK(trnfft_context_set_current(NULL, NULL));
    trnfft_context_destroy(c);
}

static void test_overlaps_are_told_apart(void **state)
{
    (void)state;
    tell_overlaps_apart(trnfft_fft_split_f32);
    tell_overlaps_apart(real_forward);
    tell_overlaps_apart(real_backward);
}

/* In place, parts that are apart lie how far they will: one plan serves them all. */
static void test_in_place_shares_plans(void **state)
{
    (void)state;
    enum { N = 12, ROOM = 64 };
    trnfft_context *c = enter(NULL);
    float expected[2 * N], x[ROOM];
    for (int at = N; at < ROOM - N; at++) {
        for (int part = 0; part < 2; part++) { /* im behind re, then before it */
            float *re = part == 0 ? x : x + at, *im = part == 0 ? x + at : x;
            for (int j = 0; j < N; j++) {
                re[j] = (float)(j * j % 7);
                im[j] = (float)(j * j % 5);
            }
            EXPECT_OK(trnfft_fft_split_f32(N, re, im, re, im));
            if (at == N && part == 0) {
                memcpy(expected, re, N * sizeof *re);
                memcpy(expected + N, im, N * sizeof *im);
            }
            assert_memory_equal(re, expected, N * sizeof *re);
            assert_memory_equal(im, expected + N, N * sizeof *im);
        }
    }
    assert_int_equal(stats_of(c).misses, 1);
    EXPECT_ERROR(trnfft_fft_split_f32(N, x, x + N - 1, x, x + N - 1),
                 TRNFFT_ERROR_INVALID_STRIDE, "share memory");
    EXPECT_OK(trnfft_context_set_current(NULL, NULL));
    trnfft_context_destroy(c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_counters),
        cmocka_unit_test(test_bounds),
        cmocka_unit_test(test_overlaps_are_told_apart),
        cmocka_unit_test(test_in_place_shares_plans),
        cmocka_unit_test(test_allocator),
        cmocka_unit_test(test_refused_options),
        cmocka_unit_test(test_threads),
#if !defined(_WIN32)
        cmocka_unit_test(test_fork),
#endif
        cmocka_unit_test(test_shutdown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
