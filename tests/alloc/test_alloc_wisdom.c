/* The same for measured plans and wisdom. */
#include "alloc/failing.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

/* Measuring may stop early, so where an allocation fails differs from run to run. */
static trnfft_status measured_plans(trnfft_context *context)
{
    static float x[2 * 30];
    const int64_t n = 30;
    trnfft_problem p = TRNFFT_PROBLEM_INIT;
    p.in = p.out = trnfft_tensor_interleaved(TRNFFT_F32, 1, &n, x);
    trnfft_plan_options o = TRNFFT_PLAN_OPTIONS_INIT;
    o.effort = TRNFFT_EFFORT_MEASURE;
    o.time_limit_s = 0.01;
    trnfft_plan *plan = NULL;
    trnfft_status status = trnfft_plan_create(context, &p, &o, &plan);
    if (status != TRNFFT_OK) {
        assert_null(plan);
    }
    trnfft_plan_destroy(plan);
    STEP(status, trnfft_wisdom_forget(context));
    return status;
}

static void ignore(const trnfft_candidate *candidate, void *user)
{
    (void)candidate, (void)user;
}

static trnfft_status candidates(trnfft_context *context)
{
    static float x[2 * 30];
    const int64_t n = 30;
    trnfft_problem p = TRNFFT_PROBLEM_INIT;
    p.in = p.out = trnfft_tensor_interleaved(TRNFFT_F32, 1, &n, x);
    trnfft_plan *plan = NULL;
    trnfft_status status = trnfft_plan_create(context, &p, NULL, &plan);
    if (status == TRNFFT_OK) {
        STEP(status, trnfft_plan_candidates(plan, 0, ignore, NULL));
        STEP(status, trnfft_plan_candidates(plan, 0.01, ignore, NULL));
        trnfft_plan_destroy(plan);
    }
    return status;
}

static trnfft_status files(trnfft_context *context)
{
    char text[2000], name[64];
    static const char some[] = "trnfft wisdom 1\n"
                               "avx2 f32 c2c line 64 stockham 8x8 90\n"
                               "end 1 4bba6b47d8ac39b0\n";
    trnfft_status status = TRNFFT_OK;
    snprintf(name, sizeof name, "alloc-wisdom-%lld-%p.tmp", (long long)time(NULL),
             (void *)text);
    (void)remove(name);
    STEP(status, trnfft_wisdom_merge(context, some, sizeof some - 1));
    STEP(status, trnfft_wisdom_save(context, name));
    STEP(status, trnfft_wisdom_load(context, name));
    STEP(status, trnfft_wisdom_save(context, name));
    if (status == TRNFFT_OK) {
        assert_true(trnfft_wisdom_text(context, text, sizeof text) < sizeof text);
        assert_non_null(strstr(text, "\navx2 f32 c2c line 64 stockham 8x8 90\nend 1 "));
    }
    (void)remove(name);
    return status;
}

/* A context that reads constants, which were measured before. */
static trnfft_status constants(trnfft_context *context)
{
    char name[64];
    snprintf(name, sizeof name, "alloc-costs-%lld-%p.tmp", (long long)time(NULL),
             (void *)name);
    trnfft_status status = trnfft_calibrate(context, 1e-6, name);
    if (status == TRNFFT_OK) {
        trnfft_context_options o = TRNFFT_CONTEXT_OPTIONS_INIT;
        trnfft_context *other = NULL;
        o.calibration = name;
        STEP(status, trnfft_context_create(&o, &other));
        trnfft_context_destroy(other);
        assert_int_equal(remove(name), 0);
    }
    return status;
}

static void with_allocators(void **state)
{
    (void)state;
    run_with_failures(measured_plans, "measured plans");
    run_with_failures(candidates, "candidates");
    run_with_failures(files, "files of wisdom");
}

static void with_malloc(void **state)
{
    (void)state;
    run_with_malloc_failures(measured_plans, "measured plans");
    run_with_malloc_failures(files, "files of wisdom");
    run_with_malloc_failures(constants, "constants");
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(with_allocators),
                                        cmocka_unit_test(with_malloc) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
