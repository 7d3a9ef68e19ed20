/* test_plan_wisdom.c - measured plans and what they leave behind: remembered, written,
 * read, merged, refused. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>

#include <trnfft/trnfft.h>

#include "plan/wisdom.h"
#include "support/random.h"
#include "support/tensors.h"

#if !defined(_WIN32)
#include <sys/wait.h>
#include <unistd.h>
#endif

enum { MAX_N = 4096 };

static trnfft_context *new_context(void)
{
    trnfft_context *c = NULL;
    EXPECT_OK(trnfft_context_create(NULL, &c));
    return c;
}

static char *text_of(trnfft_context *c)
{
    const size_t n = trnfft_wisdom_text(c, NULL, 0);
    char *text = malloc(n + 1);
    assert_int_equal(trnfft_wisdom_text(c, text, n + 1), n);
    assert_int_equal(strlen(text), n);
    return text;
}

static trnfft_plan *plan_line(trnfft_context *c, int32_t op, int64_t n, int32_t effort)
{
    trnfft_problem p = TRNFFT_PROBLEM_INIT;
    const int64_t half = n / 2 + 1;
    char *no = (char *)(uintptr_t)64;
    p.op = op;
    p.in = op == TRNFFT_OP_FFT ? trnfft_tensor_interleaved(TRNFFT_F32, 1, &n, no)
                               : trnfft_tensor_real(TRNFFT_F32, 1, &n, no);
    p.out = trnfft_tensor_interleaved(TRNFFT_F32, 1, op == TRNFFT_OP_FFT ? &n : &half,
                                      no + (1 << 24));
    trnfft_plan_options o = TRNFFT_PLAN_OPTIONS_INIT;
    o.effort = effort;
    o.time_limit_s = 20; /* far more than it takes: busy machines measure too */
    trnfft_plan *plan = NULL;
    EXPECT_OK(trnfft_plan_create(c, &p, &o, &plan));
    return plan;
}

static void describe(const trnfft_plan *plan, char text[4000])
{
    assert_true(trnfft_plan_describe(plan, text, 4000) < 4000);
}

static void run(const trnfft_plan *plan, int64_t n, float *out)
{
    static float in[2 * MAX_N];
    test_random r = test_random_seed((uint64_t)n);
    test_random_fill_f32(&r, in, 2 * n);
    EXPECT_OK(trnfft_plan_execute(plan, in, NULL, out, NULL, NULL, 0));
}

static void run_fft(trnfft_context *c, int32_t effort, int64_t n, float *out,
                    char text[4000])
{
    trnfft_plan *plan = plan_line(c, TRNFFT_OP_FFT, n, effort);
    describe(plan, text);
    static float in[2 * MAX_N];
    test_random r = test_random_seed((uint64_t)n);
    test_random_fill_f32(&r, in, 2 * n);
    EXPECT_OK(trnfft_plan_execute(plan, in, in + 1, out, out + 1, NULL, 0));
    trnfft_plan_destroy(plan);
}

/* The relative distance of two results. */
static double distance(const float *a, const float *b, int64_t count)
{
    double error = 0, norm = 0;
    for (int64_t i = 0; i < count; i++) {
        error += pow((double)a[i] - (double)b[i], 2);
        norm += pow((double)b[i], 2);
    }
    return sqrt(error / norm);
}

static void test_measured_plans_are_remembered(void **state)
{
    (void)state;
    static float measured[2 * MAX_N], again[2 * MAX_N], expected[2 * MAX_N];
    static const int64_t lengths[] = { 60, 509, 1000, 4096 };
    char first[4000], second[4000], plain[4000], still[4000];
    for (int i = 0; i < 4; i++) {
        const int64_t n = lengths[i];
        trnfft_context *c = new_context();
        run_fft(c, TRNFFT_EFFORT_ESTIMATE, n, expected, plain);
        run_fft(c, TRNFFT_EFFORT_MEASURE, n, measured, first);
        char *text = text_of(c);
        char record[64];
        snprintf(record, sizeof record, "%s f32 c2c line %lld ", trnfft_cpu_name(),
                 (long long)n);
        assert_non_null(strstr(text, record));
        assert_true(distance(measured, expected, 2 * n) < 1e-6);
        /* The same wisdom: the same plan and bits, here and elsewhere. */
        run_fft(c, TRNFFT_EFFORT_MEASURE, n, again, second);
        assert_string_equal(first, second);
        assert_memory_equal(measured, again, (size_t)(2 * n) * sizeof(float));
        trnfft_context *other = new_context();
        EXPECT_OK(trnfft_wisdom_merge(other, text, strlen(text)));
        run_fft(other, TRNFFT_EFFORT_WISDOM, n, again, second);
        assert_string_equal(first, second);
        assert_memory_equal(measured, again, (size_t)(2 * n) * sizeof(float));
        /* Default plans look at none of it, and nothing is left after forgetting. */
        run_fft(other, TRNFFT_EFFORT_ESTIMATE, n, again, still);
        assert_string_equal(plain, still);
        assert_memory_equal(expected, again, (size_t)(2 * n) * sizeof(float));
        EXPECT_OK(trnfft_wisdom_forget(other));
        run_fft(other, TRNFFT_EFFORT_WISDOM, n, again, still);
        assert_string_equal(plain, still);
        free(text);
        trnfft_context_destroy(c);
        trnfft_context_destroy(other);
    }
}

static void test_real_and_batches(void **state)
{
    (void)state;
    static float a[2 * MAX_N], b[2 * MAX_N];
    trnfft_context *c = new_context();
    for (int64_t n = 45; n <= 90; n += 45) {
        trnfft_plan *measured = plan_line(c, TRNFFT_OP_RFFT, n, TRNFFT_EFFORT_MEASURE);
        trnfft_plan *plain = plan_line(c, TRNFFT_OP_RFFT, n, TRNFFT_EFFORT_ESTIMATE);
        run(measured, n, a);
        run(plain, n, b);
        assert_true(distance(a, b, n / 2 * 2 + 2) < 1e-6);
        trnfft_plan_destroy(measured);
        trnfft_plan_destroy(plain);
    }
    const int64_t shape[2] = { 100, 64 };
    trnfft_tensor x = trnfft_tensor_split(TRNFFT_F32, 2, shape, a, b);
    trnfft_problem p = TRNFFT_PROBLEM_INIT;
    p.in = p.out = x;
    p.n_dim = 1, p.dim[0] = 0, p.n[0] = 100;
    trnfft_plan_options o = TRNFFT_PLAN_OPTIONS_INIT;
    o.effort = TRNFFT_EFFORT_MEASURE;
    o.time_limit_s = 20;
    trnfft_plan *plan = NULL;
    EXPECT_OK(trnfft_plan_create(c, &p, &o, &plan));
    char *text = text_of(c);
    assert_non_null(strstr(text, " f32 c2c lanes 100 "));
    assert_non_null(strstr(text, " f32 r2c line 45 "));
    free(text);
    trnfft_plan_destroy(plan);
    trnfft_context_destroy(c);
}

/* A list made by hand, as text. */
static void write_list(const tfi_wisdom_record *records, size_t count, char *text,
                       size_t capacity)
{
    tfi_wisdom_list list = { NULL, 0, 0 };
    for (size_t i = 0; i < count; i++) {
        EXPECT_OK(tfi_wisdom_append(&list, NULL, &records[i]));
    }
    tfi_wisdom_sort(&list);
    assert_true(tfi_wisdom_write(&list, text, capacity) < capacity);
    tfi_wisdom_list_free(&list, NULL);
}

static tfi_wisdom_record record_of(const char *cpu, int64_t n, const char *solver,
                                   tfi_choice choice, double ns)
{
    tfi_wisdom_record r;
    memset(&r, 0, sizeof r);
    snprintf(r.cpu, sizeof r.cpu, "%s", cpu);
    snprintf(r.solver, sizeof r.solver, "%s", solver);
    r.dtype = TRNFFT_F32;
    r.n = n;
    r.choice = choice;
    r.ns = ns;
    return r;
}

static void test_merging(void **state)
{
    (void)state;
    const tfi_choice none = { 0, { 0 } }, pair = { 2, { 8, 8 } };
    const tfi_wisdom_record ours[] = {
        record_of("avx2", 64, "stockham", pair, 100.5),
        record_of("avx2", 96, "four_step", (tfi_choice){ 1, { 8 } }, 7e5),
        record_of("sve9", 64, "solver_to_come", (tfi_choice){ 3, { 1, 2, 3 } }, 1.5),
    };
    const tfi_wisdom_record theirs[] = {
        record_of("avx2", 64, "stockham", pair, 90.25), /* faster: stays */
        record_of("avx2", 96, "codelet", none, 8e5),
        record_of("scalar", 64, "stockham", pair, 1e3),
    };
    char a[2000], b[2000];
    write_list(ours, 3, a, sizeof a);
    write_list(theirs, 3, b, sizeof b);
    trnfft_context *c = new_context(), *d = new_context();
    EXPECT_OK(trnfft_wisdom_merge(c, a, strlen(a)));
    EXPECT_OK(trnfft_wisdom_merge(c, b, strlen(b)));
    EXPECT_OK(trnfft_wisdom_merge(d, b, strlen(b)));
    EXPECT_OK(trnfft_wisdom_merge(d, a, strlen(a)));
    EXPECT_OK(trnfft_wisdom_merge(d, a, strlen(a)));
    char *one = text_of(c), *two = text_of(d);
    assert_string_equal(one, two);
    assert_non_null(strstr(one, "\navx2 f32 c2c line 64 stockham 8x8 90.25\n"
                                "avx2 f32 c2c line 96 four_step 8 700000\n"
                                "scalar f32 c2c line 64 stockham 8x8 1000\n"
                                "sve9 f32 c2c line 64 solver_to_come 1x2x3 1.5\n"
                                "end 4 "));
    free(one);
    free(two);
    trnfft_context_destroy(c);
    trnfft_context_destroy(d);
}

static void expect_refused(trnfft_context *c, const char *text, size_t bytes,
                           const char *needle)
{
    char *before = text_of(c);
    const trnfft_status status = trnfft_wisdom_merge(c, text, bytes);
    if (status != TRNFFT_ERROR_FORMAT || strstr(trnfft_last_error(), needle) == NULL) {
        fail_msg("'%.*s': %s, %s", (int)bytes, text, trnfft_status_name(status),
                 trnfft_last_error());
    }
    char *after = text_of(c);
    assert_string_equal(before, after);
    free(before);
    free(after);
}

static void test_refused_texts(void **state)
{
    (void)state;
    static const struct {
        const char *text, *needle;
    } bad[] = {
        { "", "does not begin with its name" },
        { "PNG", "line 1: not a file of wisdom" },
        { "trnfft wisdom 1", "line 1: the text ends here" },
        { "trnfft wisdom x\n", "the number of the format" },
        { "trnfft wisdom 2\nanything\n", "format 2: this library reads format 1" },
        { "trnfft wisdom 1\n\n", "line 2: the name of a CPU level" },
        { "trnfft wisdom 1\n# a\n../.. f32\n", "line 3: the name of a CPU level" },
        { "trnfft wisdom 1\navx2 f16\n", "the type" },
        { "trnfft wisdom 1\navx2 f32 r2r\n", "the kind" },
        { "trnfft wisdom 1\navx2 f32 c2c row\n", "neither line nor lanes" },
        { "trnfft wisdom 1\navx2 f32 c2c line -5\n", "the length" },
        { "trnfft wisdom 1\navx2 f32 c2c line 9223372036854775808\n", "the length" },
        { "trnfft wisdom 1\navx2 f32 c2c line 0\n", "the length" },
        { "trnfft wisdom 1\navx2 f32 c2c line 64\n", "the name of a solver" },
        { "trnfft wisdom 1\navx2 f32 c2c line 64 a\n", "the choice" },
        { "trnfft wisdom 1\navx2 f32 c2c line 64 a 4x\n", "the choice" },
        { "trnfft wisdom 1\navx2 f32 c2c line 64 a 4x0\n", "the choice" },
        { "trnfft wisdom 1\navx2 f32 c2c line 64 a 4 nan\n", "the time" },
        { "trnfft wisdom 1\navx2 f32 c2c line 64 a 4 1e99\n", "the time" },
        { "trnfft wisdom 1\navx2 f32 c2c line 64 a 4 5 6\n", "the time" },
        { "trnfft wisdom 1\navx2 f32 c2c line 64 a 4 5\nend 1 0\n", "changed or cut" },
    };
    trnfft_context *c = new_context();
    trnfft_plan_destroy(plan_line(c, TRNFFT_OP_FFT, 64, TRNFFT_EFFORT_MEASURE));
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        expect_refused(c, bad[i].text, strlen(bad[i].text), bad[i].needle);
    }
    /* Each cut of a good text, and each byte of it changed. */
    char *good = text_of(c);
    const size_t n = strlen(good);
    for (size_t cut = 0; cut < n; cut++) {
        expect_refused(c, good, cut, "");
    }
    for (size_t i = 0; i < n; i++) {
        good[i] ^= 1;
        expect_refused(c, good, n, "");
        good[i] ^= 1;
    }
    EXPECT_OK(trnfft_wisdom_merge(c, good, n));
    EXPECT_ERROR(trnfft_wisdom_merge(c, NULL, 0), TRNFFT_ERROR_INVALID_ARGUMENT,
                 "text = NULL");
    EXPECT_ERROR(trnfft_wisdom_load(c, NULL), TRNFFT_ERROR_INVALID_ARGUMENT,
                 "path = NULL");
    EXPECT_ERROR(trnfft_wisdom_save(c, NULL), TRNFFT_ERROR_INVALID_ARGUMENT,
                 "path = NULL");
    EXPECT_ERROR(trnfft_wisdom_load(c, "no/such/file"), TRNFFT_ERROR_IO,
                 "no/such/file: cannot be opened");
    EXPECT_ERROR(trnfft_wisdom_save(c, "no/such/file"), TRNFFT_ERROR_IO,
                 "cannot be written");
    EXPECT_ERROR(trnfft_wisdom_load(c, "tests"), TRNFFT_ERROR_IO, "tests: cannot be");
    free(good);
    trnfft_context_destroy(c);
}

/* Records that promise what cannot be are passed over. */
static void test_nonsense_is_not_followed(void **state)
{
    (void)state;
    static const struct {
        int64_t n;
        const char *solver;
        tfi_choice choice;
    } lies[] = {
        { 64, "stockham", { 2, { 7, 7 } } },
        { 64, "stockham", { 2, { 8, 4 } } },
        { 64, "stockham", { 1, { 64 } } },
        { 64, "stockham", { 2, { INT64_MAX, 8 } } },
        { 64, "four_step", { 1, { 3 } } },
        { 64, "four_step", { 1, { 64 } } },
        { 64, "four_step", { 1, { INT64_MAX } } },
        { 64, "bluestein", { 1, { 5 } } },
        { 64, "bluestein", { 1, { INT64_MAX } } },
        { 64, "rader", { 0, { 0 } } },
        { 64, "codelet", { 1, { 4 } } },
        { 64, "half_complex", { 0, { 0 } } },
        { 64, "row_column", { 0, { 0 } } },
        { 64, "unheard_of", { 0, { 0 } } },
        { 97, "stockham", { 2, { 97, 1 } } },
        { 97, "real_pass", { 1, { 3 } } },
    };
    static float expected[2 * MAX_N], got[2 * MAX_N];
    char plain[4000], text[4000], file[1000];
    for (size_t i = 0; i < sizeof lies / sizeof lies[0]; i++) {
        trnfft_context *c = new_context();
        const tfi_wisdom_record r = record_of(trnfft_cpu_name(), lies[i].n,
                                              lies[i].solver, lies[i].choice, 1.0);
        write_list(&r, 1, file, sizeof file);
        EXPECT_OK(trnfft_wisdom_merge(c, file, strlen(file)));
        run_fft(c, TRNFFT_EFFORT_ESTIMATE, lies[i].n, expected, plain);
        run_fft(c, TRNFFT_EFFORT_WISDOM, lies[i].n, got, text);
        assert_string_equal(plain, text);
        assert_memory_equal(expected, got, (size_t)(2 * lies[i].n) * sizeof(float));
        trnfft_context_destroy(c);
    }
}

/* The functions without options plan with the context's effort, and plan anew when the
 * wisdom was loaded. */
static void test_effort_of_a_context(void **state)
{
    (void)state;
    enum { N = 240 };
    static float x[2 * N], plain[2 * N], y[2 * N];
    trnfft_context_options o = TRNFFT_CONTEXT_OPTIONS_INIT;
    trnfft_context *c = NULL;
    o.effort = 3;
    EXPECT_ERROR(trnfft_context_create(&o, &c), TRNFFT_ERROR_INVALID_ARGUMENT,
                 "options.effort = 3");
    o.effort = TRNFFT_EFFORT_WISDOM;
    EXPECT_OK(trnfft_context_create(&o, &c));
    EXPECT_OK(trnfft_context_set_current(c, NULL));
    test_random r = test_random_seed(5);
    test_random_fill_f32(&r, x, INT64_C(2) * N);
    EXPECT_OK(trnfft_fft_f32(N, x, plain));
    char file[1000];
    const tfi_wisdom_record told =
        record_of(trnfft_cpu_name(), N, "bluestein", (tfi_choice){ 1, { 486 } }, 1.0);
    write_list(&told, 1, file, sizeof file);
    EXPECT_OK(trnfft_wisdom_merge(NULL, file, strlen(file)));
    EXPECT_OK(trnfft_fft_f32(N, x, y));
    assert_memory_not_equal(plain, y,
                            sizeof y); /* another algorithm rounds elsewhere */
    assert_true(distance(y, plain, INT64_C(2) * N) < 1e-6);
    EXPECT_OK(trnfft_wisdom_forget(NULL));
    EXPECT_OK(trnfft_fft_f32(N, x, y));
    assert_memory_equal(plain, y, sizeof y);
    trnfft_cache_stats s = TRNFFT_CACHE_STATS_INIT;
    EXPECT_OK(trnfft_plan_cache_stats(c, &s));
    assert_int_equal(s.misses, 3);
    trnfft_context_destroy(c);
}

typedef struct seen {
    int candidates, measured, chosen, fastest;
    char problem[100];
} seen;

static void see(const trnfft_candidate *c, void *user)
{
    seen *s = user;
    assert_int_equal(c->struct_size, sizeof *c);
    assert_true(c->predicted_ns > 0);
    s->candidates++;
    s->measured += c->measured_ns > 0;
    s->chosen += c->chosen;
    s->fastest += c->fastest;
    snprintf(s->problem, sizeof s->problem, "%s", c->problem);
}

static void test_candidates(void **state)
{
    (void)state;
    static const int32_t efforts[] = { TRNFFT_EFFORT_ESTIMATE, TRNFFT_EFFORT_MEASURE };
    trnfft_context *c = new_context();
    for (int i = 0; i < 2; i++) {
        trnfft_plan *plan = plan_line(c, TRNFFT_OP_FFT, 1000, efforts[i]);
        seen s = { 0 };
        EXPECT_OK(trnfft_plan_candidates(plan, 0, see, &s));
        assert_true(s.candidates > 3 && s.measured == 0 && s.fastest == 0);
        assert_int_equal(s.chosen, 1);
        assert_string_equal(s.problem, "line c2c f32 n=1000");
        s = (seen){ 0 };
        EXPECT_OK(trnfft_plan_candidates(plan, 20, see, &s));
        assert_int_equal(s.measured, s.candidates);
        assert_true(s.chosen == 1 && s.fastest == 1);
        EXPECT_ERROR(trnfft_plan_candidates(plan, -1, see, &s),
                     TRNFFT_ERROR_INVALID_ARGUMENT, "time_limit_s = -1");
        EXPECT_ERROR(trnfft_plan_candidates(plan, 0, NULL, &s),
                     TRNFFT_ERROR_INVALID_ARGUMENT, "each = NULL");
        trnfft_plan_destroy(plan);
    }
    EXPECT_ERROR(trnfft_plan_candidates(NULL, 0, see, NULL),
                 TRNFFT_ERROR_INVALID_ARGUMENT, "plan = NULL");
    trnfft_context_destroy(c);
}

/* A child of fork() measures on, even where the parent was measuring. */
static void test_fork(void **state)
{
    (void)state;
#if !defined(_WIN32)
    trnfft_context *c = new_context();
    trnfft_plan_destroy(plan_line(c, TRNFFT_OP_FFT, 60, TRNFFT_EFFORT_MEASURE));
    const pid_t child = fork();
    if (child == 0) {
        static float x[2 * MAX_N];
        char text[4000];
        alarm(60);
        run_fft(c, TRNFFT_EFFORT_MEASURE, 96, x, text);
        char *wisdom = text_of(c);
        const int good =
            strstr(wisdom, " 96 ") != NULL && strstr(wisdom, " 60 ") != NULL;
        free(wisdom);
        trnfft_context_destroy(c);
        _exit(good ? 0 : 1);
    }
    int status = -1;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    trnfft_context_destroy(c);
#endif
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_measured_plans_are_remembered),
        cmocka_unit_test(test_real_and_batches),
        cmocka_unit_test(test_merging),
        cmocka_unit_test(test_refused_texts),
        cmocka_unit_test(test_nonsense_is_not_followed),
        cmocka_unit_test(test_effort_of_a_context),
        cmocka_unit_test(test_candidates),
        cmocka_unit_test(test_fork),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
