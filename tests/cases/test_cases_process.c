/* Failure classes of a whole process: threads, memory, fork, the price of planning,
 * dispatch. */
#define _GNU_SOURCE
#include "cases/cases.h"

#include <time.h>

#include "base/cpu.h"

#ifndef _WIN32
#include <pthread.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>
#endif

/* Processor time: other programs do not count. */
static double now(void)
{
    return (double)clock() / CLOCKS_PER_SEC;
}

/* A plan for one interleaved line in its own context or the current one. */
static trnfft_plan *plan_line(trnfft_context *context, int32_t dtype, int64_t n,
                              int32_t threads)
{
    double place[2];
    trnfft_problem p = TRNFFT_PROBLEM_INIT;
    p.in = p.out = trnfft_tensor_interleaved(dtype, 1, &n, place);
    p.n_dim = 1;
    trnfft_plan_options o = TRNFFT_PLAN_OPTIONS_INIT;
    o.n_threads = threads;
    trnfft_plan *plan = NULL;
    return trnfft_plan_create(context, &p, &o, &plan) == TRNFFT_OK ? plan : NULL;
}

#ifndef _WIN32
/* An impulse at 1: bin k is the k-th root. Returns the worst error of all bins. */
static double impulse_error(trnfft_plan *plan, int32_t dtype, int64_t n)
{
    void *memory = calloc(2 * (size_t)n, trnfft_dtype_size(dtype));
    float *f = memory;
    double *d = memory, worst = 0;
    if (dtype == TRNFFT_F32) {
        f[n > 1 ? 2 : 0] = 1;
    } else {
        d[n > 1 ? 2 : 0] = 1;
    }
    if (trnfft_plan_execute(plan, memory, NULL, memory, NULL, NULL, 0) != TRNFFT_OK) {
        worst = 100;
    }
    for (int64_t k = 0; k < n; k++) {
        test_complex w = test_root(n > 1 ? k : 0, n);
        double re = dtype == TRNFFT_F32 ? (double)f[2 * k] : d[2 * k];
        double im = dtype == TRNFFT_F32 ? (double)f[2 * k + 1] : d[2 * k + 1];
        worst = fmax(worst, hypot(re - (double)w.re, im - (double)w.im));
    }
    free(memory);
    return worst;
}

typedef struct worker {
    pthread_t thread;
    uint64_t seed;
    int64_t rounds;
    int failures;
} worker;

/* 64 lengths: powers, primes, products. */
static int64_t length_of(uint64_t i)
{
    static const int64_t special[] = { 1,   2,   4,   16,  64,  97,  101,
                                       127, 128, 143, 257, 384, 509, 512 };
    i %= 64;
    return i < (uint64_t)COUNT(special) ? special[i] : 3 + 17 * (int64_t)i;
}

static void *plans_all_day(void *argument)
{
    worker *w = argument;
    test_random r = test_random_seed(w->seed);
    for (int64_t i = 0; i < w->rounds; i++) {
        int32_t dtype = test_random_u64(&r) & 1 ? TRNFFT_F32 : TRNFFT_F64;
        int64_t n = length_of(test_random_u64(&r));
        trnfft_plan *plan = plan_line(NULL, dtype, n, 1);
        double bound = dtype == TRNFFT_F32 ? 2e-6 : 4e-15;
        if (plan == NULL || !(impulse_error(plan, dtype, n) <= bound)) {
            w->failures++;
        }
        trnfft_plan_destroy(plan);
    }
    return NULL;
}
#endif

static void C39_planning_in_threads(void **state)
{
    (void)state;
#ifdef _WIN32
    printf("skipped: needs POSIX\n");
    skip();
#else
    worker workers[8];
    for (int i = 0; i < 8; i++) {
        workers[i] = (worker){ .seed = (uint64_t)i, .rounds = test_rounds(1000) };
        assert_int_equal(
            pthread_create(&workers[i].thread, NULL, plans_all_day, &workers[i]), 0);
    }
    for (int i = 0; i < 8; i++) {
        pthread_join(workers[i].thread, NULL);
        assert_int_equal(workers[i].failures, 0);
    }
#endif
}

static int64_t resident_bytes(void)
{
#ifdef __linux__
    long long size = 0, resident = 0;
    FILE *f = fopen("/proc/self/statm", "r");
    if (f != NULL) {
        if (fscanf(f, "%lld %lld", &size, &resident) != 2) {
            resident = 0;
        }
        fclose(f);
        return (int64_t)resident * sysconf(_SC_PAGESIZE);
    }
#endif
    return 0;
}

static void C41_memory_stays_flat(void **state)
{
    (void)state;
    trnfft_context_options o = TRNFFT_CONTEXT_OPTIONS_INIT;
    o.cache_max_bytes = 4 << 20;
    o.cache_max_plans = 100;
    trnfft_context *context = NULL, *previous = NULL;
    EXPECT_OK(trnfft_context_create(&o, &context));
    EXPECT_OK(trnfft_context_set_current(context, &previous));
    float *x = calloc(2 * 5064, sizeof *x);
    int64_t resident[3], step = test_rounds(10) == 10 ? 1 : 16;
    for (int turn = 0; turn < 3; turn++) {
        for (int64_t n = 64; n <= 5063; n += step) {
            EXPECT_OK(trnfft_rfft_f32(n, x, x)); /* through the cache */
            trnfft_plan *plan = plan_line(context, TRNFFT_F32, n, 1);
            assert_non_null(plan);
            EXPECT_OK(trnfft_plan_execute(plan, x, NULL, x, NULL, NULL, 0));
            trnfft_plan_destroy(plan);
        }
        resident[turn] = resident_bytes();
        trnfft_cache_stats s = TRNFFT_CACHE_STATS_INIT;
        EXPECT_OK(trnfft_plan_cache_stats(context, &s));
        assert_true(s.plans <= 100 && s.bytes <= 4 << 20 && s.plans > 0);
        assert_true(s.hits + s.misses > 0 && s.evictions > 0);
    }
    printf("C41: resident after each turn: %.1f %.1f %.1f MiB\n",
           (double)resident[0] / 1048576, (double)resident[1] / 1048576,
           (double)resident[2] / 1048576);
    if (!TEST_SANITIZED) {
        assert_true(resident[2] - resident[1] < 4 << 20);
        assert_true(resident[2] - resident[0] < 16 << 20);
    }
    EXPECT_OK(trnfft_plan_cache_clear(context));
    trnfft_cache_stats s = TRNFFT_CACHE_STATS_INIT;
    EXPECT_OK(trnfft_plan_cache_stats(context, &s));
    assert_true(s.plans == 0 && s.bytes == 0 && s.pool_bytes == 0);
    free(x);
    EXPECT_OK(trnfft_context_set_current(previous, NULL));
    trnfft_context_destroy(context);
}

#ifndef _WIN32
/* Threaded 64 x 1000 transform of an impulse through the one-line cache and through a
 * plan. */
static int threaded_transform_works(trnfft_plan *plan, float *x)
{
    memset(x, 0, 2 * 64 * 1000 * sizeof *x);
    for (int row = 0; row < 64; row++) {
        x[2 * (row * 1000 + row)] = 1;
    }
    if (trnfft_plan_execute(plan, x, NULL, x, NULL, NULL, 0) != TRNFFT_OK) {
        return 0;
    }
    for (int row = 0; row < 64; row++) {
        for (int k = 0; k < 1000; k++) {
            test_complex w = test_root(k * row, 1000);
            const float *p = x + 2 * (row * 1000 + k);
            if (!(hypot((double)p[0] - (double)w.re, (double)p[1] - (double)w.im) <
                  2e-6)) {
                return 0;
            }
        }
    }
    float line[2 * 30] = { 1 };
    return trnfft_fft_f32(30, line, line) == TRNFFT_OK && line[58] == 1;
}

static void child(trnfft_plan *plan, float *x)
{
    alarm(10); /* ends a child that hangs */
    int good = threaded_transform_works(plan, x);
    trnfft_plan *fresh = plan_line(NULL, TRNFFT_F64, 509, 2);
    good = good && fresh != NULL && impulse_error(fresh, TRNFFT_F64, 509) < 4e-15;
    trnfft_plan_destroy(fresh);
    _exit(good ? 0 : 1);
}
#endif

static void C42_fork(void **state)
{
    (void)state;
#ifdef _WIN32
    printf("skipped: needs POSIX\n");
    skip();
#else
    float *x = malloc(2 * 64 * 1000 * sizeof *x);
    trnfft_problem p = TRNFFT_PROBLEM_INIT;
    p.in = p.out = trnfft_tensor_interleaved(TRNFFT_F32, 2, TEST_LIST(64, 1000), x);
    p.n_dim = 1, p.dim[0] = -1;
    trnfft_plan_options o = TRNFFT_PLAN_OPTIONS_INIT;
    o.n_threads = 4;
    trnfft_plan *plan = NULL;
    EXPECT_OK(trnfft_plan_create(NULL, &p, &o, &plan));
    assert_true(threaded_transform_works(plan, x));
    for (int turn = 0; turn < 3; turn++) {
        pid_t pid = fork();
        if (pid == 0) {
            child(plan, x);
        }
        int status = -1;
        assert_true(pid > 0 && waitpid(pid, &status, 0) == pid);
        assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
        assert_true(threaded_transform_works(plan, x)); /* the parent goes on */
    }
    trnfft_plan_destroy(plan);
    free(x);
#endif
}

#ifndef _WIN32
static void *churn(void *stop)
{
    float x[2 * 200] = { 0 };
    for (int64_t n = 2; !*(volatile int *)stop; n = n % 199 + 2) {
        (void)trnfft_fft_f32(n, x, x);
    }
    return NULL;
}
#endif

/* fork() while other threads are inside the planner: the child must find no lock taken.
 */
static void C42_fork_while_others_plan(void **state)
{
    (void)state;
#if defined(_WIN32)
    printf("skipped: needs POSIX\n");
    skip();
#else
    if (TEST_SANITIZED) {
        printf("C42: skipped: the sanitizers' own locks are not safe there\n");
        skip();
    }
    static volatile int stop;
    pthread_t threads[3];
    for (int i = 0; i < 3; i++) {
        assert_int_equal(pthread_create(&threads[i], NULL, churn, (void *)&stop), 0);
    }
    int bad = 0;
    for (int turn = 0; turn < 50; turn++) {
        pid_t pid = fork();
        if (pid == 0) {
            alarm(10);
            float x[2 * 30] = { 1 };
            _exit(trnfft_fft_f32(30, x, x) == TRNFFT_OK && x[58] == 1 ? 0 : 1);
        }
        int status = -1;
        bad += !(pid > 0 && waitpid(pid, &status, 0) == pid && status == 0);
    }
    stop = 1;
    for (int i = 0; i < 3; i++) {
        pthread_join(threads[i], NULL);
    }
    assert_int_equal(bad, 0);
#endif
}

static void C44_planning_is_cheap_and_touches_nothing(void **state)
{
    (void)state;
    const int64_t lengths[] = { 1 << 20, 8192, 2004, 65536, 997 };
    for (int i = 0; i < COUNT(lengths); i++) {
        int64_t n = lengths[i];
        size_t bytes = 2 * (size_t)n * sizeof(float);
        float *x = malloc(bytes), *copy = malloc(bytes);
        test_random r = test_random_seed(44);
        test_random_fill_f32(&r, x, 2 * n);
        memcpy(copy, x, bytes);
        trnfft_problem p = TRNFFT_PROBLEM_INIT;
        p.in = p.out = trnfft_tensor_interleaved(TRNFFT_F32, 1, &n, x);
        trnfft_plan_options o = TRNFFT_PLAN_OPTIONS_INIT;
        double best = 1e9;
        for (int turn = 0; turn < 3; turn++) {
            trnfft_plan *plan = NULL;
            double start = now();
            EXPECT_OK(trnfft_plan_create(NULL, &p, &o, &plan));
            best = fmin(best, now() - start);
            trnfft_plan_destroy(plan);
        }
        assert_memory_equal(x, copy, bytes);
        printf("C44: default plan of n = %lld: %.3f ms\n", (long long)n, 1e3 * best);
        if (!TEST_SANITIZED) {
            assert_true(best < 0.1);
        }
        o.effort = TRNFFT_EFFORT_MEASURE;
        o.time_limit_s = 0.05;
        trnfft_plan *plan = NULL;
        double start = now();
        EXPECT_OK(trnfft_plan_create(NULL, &p, &o, &plan));
        if (!TEST_SANITIZED) {
            assert_true(now() - start < 0.05 + 0.1);
        }
        assert_memory_equal(x, copy, bytes);
        trnfft_plan_destroy(plan);
        free(x);
        free(copy);
    }
}

static char *read_text(const char *path)
{
    FILE *f = fopen(path, "rb");
    char *text = calloc(1, 1 << 16);
    if (f != NULL) {
        text[fread(text, 1, (1 << 16) - 1, f)] = '\0';
        fclose(f);
    }
    return text;
}

static void write_text(const char *path, const char *text)
{
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    assert_true(fputs(text, f) >= 0);
    assert_int_equal(fclose(f), 0);
}

static void measure_line(trnfft_context *c, int64_t n)
{
    float *x = malloc(2 * (size_t)n * sizeof *x);
    trnfft_problem p = TRNFFT_PROBLEM_INIT;
    p.in = p.out = trnfft_tensor_interleaved(TRNFFT_F32, 1, &n, x);
    trnfft_plan_options o = TRNFFT_PLAN_OPTIONS_INIT;
    o.effort = TRNFFT_EFFORT_MEASURE;
    o.time_limit_s = 20; /* far more than it takes: busy machines measure too */
    trnfft_plan *plan = NULL;
    EXPECT_OK(trnfft_plan_create(c, &p, &o, &plan));
    trnfft_plan_destroy(plan);
    free(x);
}

/* Every record of `part`, whose times may have become shorter, is in `whole`. */
static void expect_superset(const char *part, const char *whole)
{
    for (const char *line = part; *line != '\0'; line = strchr(line, '\n') + 1) {
        char key[128];
        const char *c2c = strstr(line, " c2c ");
        const char *end = c2c != NULL ? strchr(strchr(c2c + 5, ' ') + 1, ' ') : NULL;
        if (c2c == NULL || c2c > strchr(line, '\n')) {
            continue;
        }
        snprintf(key, sizeof key, "\n%.*s ", (int)(end - line), line);
        if (strstr(whole, key) == NULL) {
            fail_msg("the record '%s' is gone", key + 1);
        }
    }
}

static void C44_wisdom_grows_and_bad_files_are_refused(void **state)
{
    (void)state;
    char path[96];
    snprintf(path, sizeof path, "wisdom-%lld-%p.tmp", (long long)time(NULL),
             (void *)path);
    trnfft_context *first = NULL, *second = NULL;
    EXPECT_OK(trnfft_context_create(NULL, &first));
    EXPECT_OK(trnfft_context_create(NULL, &second));
    measure_line(first, 8192);
    EXPECT_OK(trnfft_wisdom_save(first, path));
    char *once = read_text(path);
    measure_line(second, 2004); /* has not seen the file, and saves over it */
    EXPECT_OK(trnfft_wisdom_save(second, path));
    char *twice = read_text(path);
    assert_non_null(strstr(once, " f32 c2c line 8192 "));
    assert_null(strstr(once, " f32 c2c line 2004 "));
    assert_non_null(strstr(twice, " f32 c2c line 2004 "));
    expect_superset(once, twice);
    /* Loading and saving again changes nothing. */
    EXPECT_OK(trnfft_wisdom_load(first, path));
    EXPECT_OK(trnfft_wisdom_save(first, path));
    char *again = read_text(path);
    assert_string_equal(twice, again);
    /* Foreign, cut, changed: refused with a sentence, and not overwritten. */
    char *cut = read_text(path);
    cut[strlen(cut) - 20] = '\0';
    const char *const bad[] = { "", "(fftw-3.3.10 fftwf_wisdom)\n", cut };
    for (int i = 0; i < COUNT(bad); i++) {
        write_text(path, bad[i]);
        EXPECT_ERROR(trnfft_wisdom_load(first, path), TRNFFT_ERROR_FORMAT, path);
        EXPECT_ERROR(trnfft_wisdom_save(first, path), TRNFFT_ERROR_FORMAT, path);
        char *left = read_text(path);
        assert_string_equal(left, bad[i]);
        free(left);
    }
    assert_int_equal(remove(path), 0);
    EXPECT_ERROR(trnfft_wisdom_load(first, path), TRNFFT_ERROR_IO, path);
    free(once), free(twice), free(again), free(cut);
    trnfft_context_destroy(first);
    trnfft_context_destroy(second);
}

static void C72_every_level_agrees(void **state)
{
    (void)state;
    /* The level is read once a process, so children compare with this process through
     * files of numbers; here: whatever level runs, the result is right. ctest repeats
     * the kernel tests for each level. */
    printf("C72: this process runs at level %s\n", tfi_cpu_name(tfi_cpu_detect()));
    const int64_t lengths[] = { 8, 60, 97, 1000, 4096 };
    for (int i = 0; i < COUNT(lengths); i++) {
        for (int32_t dtype = TRNFFT_F32; dtype <= TRNFFT_F64; dtype++) {
            trnfft_plan *plan = plan_line(NULL, dtype, lengths[i], 1);
            assert_non_null(plan);
#ifndef _WIN32
            assert_true(impulse_error(plan, dtype, lengths[i]) <
                        (dtype == TRNFFT_F32 ? 2e-6 : 4e-15));
#endif
            trnfft_plan_destroy(plan);
        }
    }
}

int main(int argc, char **argv)
{
#ifndef _WIN32
    /* As a child with a level forced on it: only the last test. */
    if (argc > 1 && strcmp(argv[1], "--level") == 0) {
        const struct CMUnitTest one[] = { cmocka_unit_test(C72_every_level_agrees) };
        return cmocka_run_group_tests(one, NULL, NULL);
    }
    int failures = 0;
    const char *const levels[] = { "scalar", "sse2", "avx2", "avx512", "neon" };
    for (int i = 0; i < COUNT(levels) && getenv("TRNFFT_CPU") == NULL; i++) {
        pid_t pid = fork();
        if (pid == 0) {
            setenv("TRNFFT_CPU", levels[i], 1);
            execl(argv[0], argv[0], "--level", (char *)NULL);
            _exit(0); /* started through an emulator: nothing to compare */
        }
        int status = -1;
        failures += !(pid > 0 && waitpid(pid, &status, 0) == pid && status == 0);
    }
    if (failures > 0) {
        fprintf(stderr, "C72 fails at %d level(s)\n", failures);
        return 1;
    }
#else
    (void)argc, (void)argv;
#endif
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(C39_planning_in_threads),
        cmocka_unit_test(C41_memory_stays_flat),
        cmocka_unit_test(C42_fork),
        cmocka_unit_test(C42_fork_while_others_plan),
        cmocka_unit_test(C44_planning_is_cheap_and_touches_nothing),
        cmocka_unit_test(C44_wisdom_grows_and_bad_files_are_refused),
        cmocka_unit_test(C72_every_level_agrees),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
