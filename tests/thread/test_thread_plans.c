/* Can eight threads plan, execute, destroy, share and churn the cache at once? To be
 * run under the thread sanitizer, too (preset tsan). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>
#include <math.h>
#include <pthread.h>
#include <string.h>

#include <trnfft/trnfft.h>

#include "support/random.h"
#include "support/reference.h"
#include "support/tensors.h"

enum { N_THREADS = 8, N_LENGTHS = 64 };

typedef struct worker {
    pthread_t thread;
    uint64_t seed;
    int64_t rounds;
    trnfft_context *context;
    const trnfft_plan *plan;
    const float *input, *expected;
    int failures;
} worker;

static void run_all(void *(*body)(void *), worker like)
{
    worker workers[N_THREADS];
    for (int i = 0; i < N_THREADS; i++) {
        workers[i] = like;
        workers[i].seed = (uint64_t)i + 1;
        assert_int_equal(pthread_create(&workers[i].thread, NULL, body, &workers[i]),
                         0);
    }
    int failures = 0;
    for (int i = 0; i < N_THREADS; i++) {
        pthread_join(workers[i].thread, NULL);
        failures += workers[i].failures;
    }
    assert_int_equal(failures, 0);
}

/* Impulse at 1 of a small line: bins are roots. */
static int right_f32(int64_t n, const float *X)
{
    for (int64_t k = 0; k < n; k++) {
        test_complex w = test_root(k, n);
        if (!(hypot((double)X[2 * k] - (double)w.re,
                    (double)X[2 * k + 1] - (double)w.im) < 2e-6)) {
            return 0;
        }
    }
    return 1;
}

static int right_f64(int64_t n, const double *X)
{
    for (int64_t k = 0; k < n; k++) {
        test_complex w = test_root(k, n);
        if (!(hypot(X[2 * k] - (double)w.re, X[2 * k + 1] - (double)w.im) < 4e-15)) {
            return 0;
        }
    }
    return 1;
}

/* 64 lengths from 2 to 1,010: products of small primes, primes, powers of two. */
static int64_t length_of(uint64_t i)
{
    return 2 + (int64_t)(i % N_LENGTHS) * 16;
}

static int one_plan(trnfft_context *context, int64_t n, int wide, int32_t threads)
{
    double memory[2 * 1024] = { 0 };
    trnfft_problem p = TRNFFT_PROBLEM_INIT;
    p.in = p.out =
        trnfft_tensor_interleaved(wide ? TRNFFT_F64 : TRNFFT_F32, 1, &n, memory);
    trnfft_plan_options o = TRNFFT_PLAN_OPTIONS_INIT;
    o.n_threads = threads;
    trnfft_plan *plan = NULL;
    if (trnfft_plan_create(context, &p, &o, &plan) != TRNFFT_OK) {
        return 0;
    }
    if (wide) {
        memory[2] = 1;
    } else {
        ((float *)memory)[2] = 1;
    }
    int good =
        trnfft_plan_execute(plan, memory, NULL, memory, NULL, NULL, 0) == TRNFFT_OK;
    good = good && (wide ? right_f64(n, memory) : right_f32(n, (const float *)memory));
    trnfft_plan_destroy(plan);
    return good;
}

static void *create_execute_destroy(void *argument)
{
    worker *w = argument;
    test_random r = test_random_seed(w->seed);
    for (int64_t i = 0; i < w->rounds; i++) {
        int64_t n = length_of(test_random_u64(&r));
        w->failures += !one_plan(w->context, n, test_random_u64(&r) & 1, 1);
    }
    return NULL;
}

static void plans_of_their_own(void **state)
{
    (void)state;
    run_all(create_execute_destroy, (worker){ .rounds = test_rounds(1000) });
}

/* Every plan holds its context: none may be lost or counted twice, or the context is
 * freed too early or never. */
static void *hold_and_let_go(void *argument)
{
    worker *w = argument;
    for (int64_t i = 0; i < w->rounds; i++) {
        trnfft_plan *plan[2] = { NULL, NULL };
        trnfft_problem p = TRNFFT_PROBLEM_INIT;
        float x[8];
        p.in = p.out = trnfft_tensor_interleaved(TRNFFT_F32, 1, TEST_LIST(4), x);
        for (int k = 0; k < 2; k++) {
            w->failures +=
                trnfft_plan_create(w->context, &p, NULL, &plan[k]) != TRNFFT_OK;
        }
        trnfft_plan_destroy(plan[0]);
        trnfft_plan_destroy(plan[1]);
    }
    return NULL;
}

static _Atomic(int64_t) n_live;

static void *counted_allocate(size_t bytes, void *user)
{
    (void)user;
    n_live++;
    return malloc(bytes);
}

static void counted_release(void *memory, void *user)
{
    (void)user;
    n_live--;
    free(memory);
}

static void one_context_held_by_all(void **state)
{
    (void)state;
    trnfft_context_options o = TRNFFT_CONTEXT_OPTIONS_INIT;
    o.allocate = counted_allocate;
    o.release = counted_release;
    trnfft_context *context = NULL;
    EXPECT_OK(trnfft_context_create(&o, &context));
    run_all(hold_and_let_go,
            (worker){ .rounds = test_rounds(20000), .context = context });
    assert_true(n_live > 0);
    trnfft_context_destroy(context);
    assert_int_equal(n_live, 0);
}

static void *through_the_cache(void *argument)
{
    worker *w = argument;
    test_random r = test_random_seed(w->seed);
    (void)trnfft_context_set_current(w->context, NULL);
    for (int64_t i = 0; i < w->rounds; i++) {
        int64_t n = length_of(test_random_u64(&r));
        if (test_random_u64(&r) & 1) {
            float x[2 * 1024] = { 0 };
            x[2] = 1;
            w->failures += trnfft_fft_f32(n, x, x) != TRNFFT_OK || !right_f32(n, x);
        } else {
            double x[2 * 1024] = { 0 };
            x[2] = 1;
            w->failures += trnfft_fft_f64(n, x, x) != TRNFFT_OK || !right_f64(n, x);
        }
        trnfft_cache_stats s = TRNFFT_CACHE_STATS_INIT;
        if (test_random_between(&r, 0, 30) == 0) {
            w->failures += trnfft_plan_cache_clear(NULL) != TRNFFT_OK;
        } else if (test_random_between(&r, 0, 10) == 0) {
            w->failures +=
                trnfft_plan_cache_stats(NULL, &s) != TRNFFT_OK || s.plans < 0;
        }
    }
    (void)trnfft_context_set_current(NULL, NULL);
    return NULL;
}

static void one_small_cache(void **state)
{
    (void)state;
    trnfft_context_options o = TRNFFT_CONTEXT_OPTIONS_INIT;
    o.cache_max_plans = 20; /* of 128 kinds: always evicting */
    trnfft_context *context = NULL;
    EXPECT_OK(trnfft_context_create(&o, &context));
    run_all(through_the_cache,
            (worker){ .rounds = test_rounds(2000), .context = context });
    trnfft_cache_stats s = TRNFFT_CACHE_STATS_INIT;
    EXPECT_OK(trnfft_plan_cache_stats(context, &s));
    assert_true(s.plans <= 20 && s.hits > 0 && s.evictions > 0);
    assert_int_equal(s.hits + s.misses, N_THREADS * test_rounds(2000));
    trnfft_context_destroy(context);
}

static void the_default_context(void **state)
{
    (void)state;
    trnfft_shutdown(); /* so that the threads race to make it */
    run_all(through_the_cache, (worker){ .rounds = test_rounds(500) });
}

enum { SHARED_ROWS = 24, SHARED_N = 1000 };

static void *execute_shared(void *argument)
{
    worker *w = argument;
    size_t bytes = sizeof(float) * 2 * SHARED_ROWS * SHARED_N;
    float *out = malloc(bytes);
    size_t need = trnfft_plan_workspace_bytes(w->plan);
    void *workspace = malloc(need + 1);
    for (int64_t i = 0; i < w->rounds; i++) {
        int own = i & 1;
        trnfft_status s = trnfft_plan_execute(w->plan, w->input, NULL, out, NULL,
                                              own ? workspace : NULL, own ? need : 0);
        w->failures += s != TRNFFT_OK || memcmp(out, w->expected, bytes) != 0;
    }
    free(workspace);
    free(out);
    return NULL;
}

/* One plan run by all, single-threaded and with a pool of its own: always the same
 * bits. */
static void one_plan_shared(void **state)
{
    (void)state;
    size_t count = 2 * SHARED_ROWS * SHARED_N;
    float *x = malloc(count * sizeof *x), *X = malloc(count * sizeof *X);
    test_random r = test_random_seed(5);
    test_random_fill_f32(&r, x, (int64_t)count);
    for (int32_t threads = 1; threads <= 3; threads += 2) {
        trnfft_problem p = TRNFFT_PROBLEM_INIT;
        p.in = trnfft_tensor_interleaved(TRNFFT_F32, 2,
                                         TEST_LIST(SHARED_ROWS, SHARED_N), x);
        p.out = trnfft_tensor_interleaved(TRNFFT_F32, 2,
                                          TEST_LIST(SHARED_ROWS, SHARED_N), X);
        p.n_dim = 1, p.dim[0] = -1;
        trnfft_plan_options o = TRNFFT_PLAN_OPTIONS_INIT;
        o.n_threads = threads;
        trnfft_plan *plan = NULL;
        EXPECT_OK(trnfft_plan_create(NULL, &p, &o, &plan));
        EXPECT_OK(trnfft_plan_execute(plan, x, NULL, X, NULL, NULL, 0));
        run_all(execute_shared, (worker){ .rounds = test_rounds(100),
                                          .plan = plan,
                                          .input = x,
                                          .expected = X });
        trnfft_plan_destroy(plan);
    }
    free(x);
    free(X);
}

static void *contexts_of_their_own(void *argument)
{
    worker *w = argument;
    test_random r = test_random_seed(w->seed);
    for (int64_t i = 0; i < w->rounds; i++) {
        trnfft_context *context = NULL, *previous = NULL;
        w->failures += trnfft_context_create(NULL, &context) != TRNFFT_OK;
        w->failures += trnfft_context_set_current(context, &previous) != TRNFFT_OK;
        w->failures +=
            !one_plan(NULL, length_of(test_random_u64(&r)), 1, 1 + (int32_t)(i & 1));
        float x[2 * 30] = { 0 };
        x[2] = 1;
        w->failures += trnfft_fft_f32(30, x, x) != TRNFFT_OK || !right_f32(30, x);
        w->failures += trnfft_context_set_current(previous, NULL) != TRNFFT_OK;
        trnfft_context_destroy(context);
        /* The sentence is this thread's own. */
        w->failures += trnfft_fft_f32(0, x, x) != TRNFFT_ERROR_INVALID_ARGUMENT;
        w->failures += strstr(trnfft_last_error(), "n = 0") == NULL;
    }
    return NULL;
}

static void contexts_come_and_go(void **state)
{
    (void)state;
    run_all(contexts_of_their_own, (worker){ .rounds = test_rounds(100) });
}

/* A plan outlives its context, and is destroyed by another thread. */
static void *destroys(void *plan)
{
    trnfft_plan_destroy(plan);
    return NULL;
}

static void plans_outlive_their_context(void **state)
{
    (void)state;
    trnfft_context *context = NULL;
    EXPECT_OK(trnfft_context_create(NULL, &context));
    float x[2 * 60] = { 0 };
    x[2] = 1;
    trnfft_problem p = TRNFFT_PROBLEM_INIT;
    p.in = p.out = trnfft_tensor_interleaved(TRNFFT_F32, 1, TEST_LIST(60), x);
    trnfft_plan *plan = NULL;
    EXPECT_OK(trnfft_plan_create(context, &p, NULL, &plan));
    trnfft_context_destroy(context);
    EXPECT_OK(trnfft_plan_execute(plan, x, NULL, x, NULL, NULL, 0));
    assert_true(right_f32(60, x));
    pthread_t thread;
    assert_int_equal(pthread_create(&thread, NULL, destroys, plan), 0);
    pthread_join(thread, NULL);
}

/* Measuring, merging, forgetting and planning by what is left, in one context. */
static void *measures(void *argument)
{
    worker *w = argument;
    for (int64_t i = 0; i < 12; i++) {
        const int64_t n = 12 + (int64_t)(w->seed * 5 + (uint64_t)i) % 20;
        float x[2 * 32] = { 0 };
        char text[8192];
        x[2] = 1;
        trnfft_problem p = TRNFFT_PROBLEM_INIT;
        p.in = p.out = trnfft_tensor_interleaved(TRNFFT_F32, 1, &n, x);
        trnfft_plan_options o = TRNFFT_PLAN_OPTIONS_INIT;
        o.effort = i % 2 == 0 ? TRNFFT_EFFORT_MEASURE : TRNFFT_EFFORT_WISDOM;
        o.time_limit_s = 0.002;
        trnfft_plan *plan = NULL;
        w->failures += trnfft_plan_create(w->context, &p, &o, &plan) != TRNFFT_OK;
        w->failures +=
            trnfft_plan_execute(plan, x, NULL, x, NULL, NULL, 0) != TRNFFT_OK;
        w->failures += !right_f32(n, x);
        trnfft_plan_destroy(plan);
        const size_t bytes = trnfft_wisdom_text(w->context, text, sizeof text);
        if (bytes < sizeof text) {
            w->failures += trnfft_wisdom_merge(w->context, text, bytes) != TRNFFT_OK;
        }
        if (i == 8) {
            w->failures += trnfft_wisdom_forget(w->context) != TRNFFT_OK;
        }
    }
    return NULL;
}

static void wisdom_of_all(void **state)
{
    (void)state;
    worker like = { 0 };
    EXPECT_OK(trnfft_context_create(NULL, &like.context));
    run_all(measures, like);
    trnfft_context_destroy(like.context);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plans_of_their_own),
        cmocka_unit_test(one_context_held_by_all),
        cmocka_unit_test(one_small_cache),
        cmocka_unit_test(the_default_context),
        cmocka_unit_test(one_plan_shared),
        cmocka_unit_test(contexts_come_and_go),
        cmocka_unit_test(plans_outlive_their_context),
        cmocka_unit_test(wisdom_of_all),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
