/* Memory, sizes, threads and CPU levels. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/alloc.h"
#include "base/cpu.h"
#include "base/size_math.h"
#include "base/threads.h"

#if !defined(_WIN32)
#include <sys/wait.h>
#include <unistd.h>
#endif

typedef struct arena {
    unsigned char bytes[4096];
    size_t used, shift;
    int live, fail;
} arena;

static void *arena_allocate(size_t bytes, void *user)
{
    arena *a = user;
    if (a->fail || a->used + bytes + a->shift > sizeof a->bytes)
        return NULL;
    void *p = a->bytes + a->used + a->shift;
    a->used += bytes + a->shift;
    a->live++;
    return p;
}

static void arena_release(void *p, void *user)
{
    arena *a = user;
    assert_true((unsigned char *)p >= a->bytes);
    a->live--;
}

static void memory_is_aligned_whatever_the_callback_gives(void **state)
{
    (void)state;
    for (size_t shift = 0; shift < 70; shift++) {
        arena a = { .shift = shift };
        tfi_allocator allocator = { arena_allocate, arena_release, &a };
        unsigned char *p = tfi_alloc(&allocator, 100);
        unsigned char *q = tfi_alloc_zeroed(&allocator, 100);
        assert_non_null(p);
        assert_int_equal((uintptr_t)p % TFI_ALIGNMENT, 0);
        assert_int_equal((uintptr_t)q % TFI_ALIGNMENT, 0);
        assert_true(q >= p + 100 && q + 100 <= a.bytes + a.used);
        for (int i = 0; i < 100; i++)
            assert_int_equal(q[i], 0);
        memset(p, 0xff, 100);
        tfi_free(&allocator, p);
        tfi_free(&allocator, q);
        assert_int_equal(a.live, 0);
        a.fail = 1;
        assert_null(tfi_alloc(&allocator, 1));
        assert_null(tfi_alloc_zeroed(&allocator, 1));
    }
}

static void tables_are_memory_like_any_other(void **state)
{
    (void)state;
    static const size_t sizes[] = { 0,
                                    100,
                                    (size_t)64 << 10,
                                    (size_t)800 << 10,
                                    ((size_t)2 << 20) - 64,
                                    (size_t)2 << 20,
                                    ((size_t)3 << 20) + 5 };
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        unsigned char *p = tfi_alloc_table(NULL, sizes[i]);
        assert_non_null(p);
        assert_int_equal((uintptr_t)p % TFI_ALIGNMENT, 0);
        memset(p, 0x5a, sizes[i]);
        tfi_free(NULL, p);
    }
    assert_null(tfi_alloc_table(NULL, SIZE_MAX));
    assert_null(tfi_alloc_table(NULL, (size_t)PTRDIFF_MAX));
#if SIZE_MAX > UINT32_MAX /* a 32-bit program may have that much */
    assert_null(tfi_alloc_table(NULL, (size_t)PTRDIFF_MAX - ((size_t)3 << 20)));
#endif
    arena a = { .shift = 3 };
    tfi_allocator allocator = { arena_allocate, arena_release, &a };
    void *p = tfi_alloc_table(&allocator, 2000);
    assert_in_range((uintptr_t)p, (uintptr_t)a.bytes, (uintptr_t)a.bytes + 2000);
    tfi_free(&allocator, p);
    a.fail = 1;
    assert_null(tfi_alloc_table(&allocator, 1));
}

static void absurd_sizes_give_null(void **state)
{
    (void)state;
    assert_null(tfi_alloc(NULL, SIZE_MAX));
    assert_null(tfi_alloc(NULL, SIZE_MAX - 60));
    assert_null(tfi_alloc(NULL, (size_t)PTRDIFF_MAX));
    assert_null(tfi_alloc_array(NULL, SIZE_MAX / 2, 3));
    void *p = tfi_alloc(NULL, 0);
    void *q = tfi_alloc_array(NULL, 10, 8);
    assert_non_null(p);
    assert_non_null(q);
    tfi_free(NULL, p);
    tfi_free(NULL, q);
    tfi_free(NULL, NULL);
    assert_int_equal(tfi_align_up(0), 0);
    assert_int_equal(tfi_align_up(1), 64);
    assert_int_equal(tfi_align_up(64), 64);
    assert_int_equal(tfi_align_up(SIZE_MAX), 0);
}

static void sizes_notice_overflow(void **state)
{
    (void)state;
    size_t s = 7;
    assert_true(tfi_mul_size(SIZE_MAX / 3, 3, &s));
    assert_int_equal(s, SIZE_MAX / 3 * 3);
    assert_false(tfi_mul_size(SIZE_MAX / 3 + 1, 3, &s));
    assert_true(tfi_mul_size(SIZE_MAX, 0, &s));
    assert_int_equal(s, 0);
    assert_true(tfi_add_size(SIZE_MAX - 1, 1, &s));
    assert_false(tfi_add_size(SIZE_MAX, 1, &s));
    assert_true(tfi_to_size(5, &s));
    assert_int_equal(s, 5);
    assert_false(tfi_to_size(-1, &s));
#if SIZE_MAX < UINT64_MAX
    assert_false(tfi_to_size(INT64_MAX, &s));
#endif

    int64_t r = 7;
    assert_true(tfi_add_i64(INT64_MAX - 1, 1, &r));
    assert_true(r == INT64_MAX);
    assert_false(tfi_add_i64(INT64_MAX, 1, &r));
    assert_false(tfi_add_i64(INT64_MIN, -1, &r));
    assert_true(tfi_add_i64(INT64_MIN, 1, &r));
}

static void signed_products_notice_overflow(void **state)
{
    (void)state;
    static const int64_t interesting[] = {
        0,
        1,
        -1,
        2,
        -2,
        3,
        INT64_MAX,
        INT64_MIN,
        INT64_MAX / 2,
        INT64_MIN / 2,
        (int64_t)1 << 31,
        (int64_t)1 << 32,
        -((int64_t)1 << 31),
        3037000499,
        3037000500,
        -3037000500,
    };
    size_t n = sizeof interesting / sizeof interesting[0];
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++) {
            int64_t a = interesting[i];
            int64_t b = interesting[j];
            int64_t expected = 0;
            int64_t got = 42;
            bool fits = !__builtin_mul_overflow(a, b, &expected);
            assert_int_equal(tfi_mul_i64(a, b, &got), fits);
            assert_true(got == (fits ? expected : 42));
        }
}

static void levels_have_names(void **state)
{
    (void)state;
    for (int level = TFI_CPU_SCALAR; level <= TFI_CPU_NEON; level++)
        assert_int_equal(tfi_cpu_parse(tfi_cpu_name((tfi_cpu_level)level)), level);
    assert_string_equal(tfi_cpu_name((tfi_cpu_level)77), "unknown");
    assert_int_equal(tfi_cpu_parse("AVX9"), -1);
    assert_int_equal(tfi_cpu_parse(NULL), -1);
}

static void masks_lower_the_level(void **state)
{
    (void)state;
    tfi_cpu_level best = tfi_cpu_masked(NULL);
    assert_true(tfi_cpu_supported(best));
    assert_true(tfi_cpu_supported(TFI_CPU_SCALAR));
    assert_false(tfi_cpu_supported((tfi_cpu_level)77));
    for (int level = TFI_CPU_SCALAR; level <= TFI_CPU_NEON; level++) {
        tfi_cpu_level got = tfi_cpu_masked(tfi_cpu_name((tfi_cpu_level)level));
        if (tfi_cpu_supported((tfi_cpu_level)level))
            assert_int_equal(got, level);
        else
            assert_int_equal(got, best);
    }
    assert_int_equal(tfi_cpu_masked("nonsense"), best);
    assert_int_equal(tfi_cpu_masked("scalar"), TFI_CPU_SCALAR);
    assert_int_equal(tfi_cpu_detect(), tfi_cpu_masked(getenv("TRNFFT_CPU")));
    /* x86 levels and NEON exclude each other. */
    assert_false(tfi_cpu_supported(TFI_CPU_NEON) && tfi_cpu_supported(TFI_CPU_SSE2));
}

static tfi_mutex counter_lock = TFI_MUTEX_INIT;
static tfi_once counter_once = TFI_ONCE_INIT;
static int counter;
static int once_runs;

static void count_once(void)
{
    once_runs++;
}

static void count_up(void *argument)
{
    for (int i = 0; i < *(int *)argument; i++) {
        tfi_once_run(&counter_once, count_once);
        tfi_mutex_lock(&counter_lock);
        counter++;
        tfi_mutex_unlock(&counter_lock);
    }
}

static void mutex_and_once_hold_back_others(void **state)
{
    (void)state;
    tfi_thread *threads[4];
    int rounds = 5000;
    for (int i = 0; i < 4; i++)
        assert_int_equal(tfi_thread_create(&threads[i], count_up, &rounds), TRNFFT_OK);
    for (int i = 0; i < 4; i++)
        tfi_thread_join(threads[i]);
    tfi_thread_join(NULL);
    assert_int_equal(counter, 4 * 5000);
    assert_int_equal(once_runs, 1);
}

typedef struct relay {
    tfi_mutex lock;
    tfi_cond turn_changed;
    int turn, n_runners;
    uint64_t ids[3];
} relay;

typedef struct runner {
    relay *race;
    int number;
} runner;

static void run_in_turn(void *argument)
{
    runner *r = argument;
    relay *race = r->race;
    tfi_mutex_lock(&race->lock);
    race->ids[r->number] = tfi_thread_id();
    while (race->turn != r->number)
        tfi_cond_wait(&race->turn_changed, &race->lock);
    race->turn++;
    tfi_cond_broadcast(&race->turn_changed);
    while (race->turn != race->n_runners) /* all alive until all have their number */
        tfi_cond_wait(&race->turn_changed, &race->lock);
    tfi_cond_signal(&race->turn_changed);
    tfi_mutex_unlock(&race->lock);
}

static void conditions_wake_and_ids_differ(void **state)
{
    (void)state;
    relay race = { .n_runners = 3 };
    runner runners[3];
    tfi_thread *threads[3];
    tfi_mutex_init(&race.lock);
    tfi_cond_init(&race.turn_changed);
    for (int i = 2; i >= 0; i--) {
        runners[i] = (runner){ &race, i };
        assert_int_equal(tfi_thread_create(&threads[i], run_in_turn, &runners[i]),
                         TRNFFT_OK);
    }
    for (int i = 0; i < 3; i++)
        tfi_thread_join(threads[i]);
    assert_int_equal(race.turn, 3);
    assert_true(race.ids[0] != race.ids[1] && race.ids[1] != race.ids[2] &&
                race.ids[0] != race.ids[2] && race.ids[0] != 0);
    tfi_cond_fini(&race.turn_changed);
    tfi_mutex_fini(&race.lock);
    assert_true(tfi_processor_count() >= 1);
}

#if !defined(_WIN32)
static int fork_trace;

static void before_fork(void)
{
    fork_trace = fork_trace * 10 + 1;
}

static void after_in_parent(void)
{
    fork_trace = fork_trace * 10 + 2;
}

static void after_in_child(void)
{
    fork_trace = fork_trace * 10 + 3;
}

static void fork_calls_the_handlers(void **state)
{
    (void)state;
    assert_int_equal(tfi_at_fork(before_fork, after_in_parent, after_in_child),
                     TRNFFT_OK);
    pid_t child = fork();
    if (child == 0)
        _exit(fork_trace == 13 ? 0 : 1);
    assert_true(child > 0);
    int status = -1;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
    assert_int_equal(fork_trace, 12);
}
#endif

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(memory_is_aligned_whatever_the_callback_gives),
        cmocka_unit_test(tables_are_memory_like_any_other),
        cmocka_unit_test(absurd_sizes_give_null),
        cmocka_unit_test(sizes_notice_overflow),
        cmocka_unit_test(signed_products_notice_overflow),
        cmocka_unit_test(levels_have_names),
        cmocka_unit_test(masks_lower_the_level),
        cmocka_unit_test(mutex_and_once_hold_back_others),
        cmocka_unit_test(conditions_wake_and_ids_differ),
#if !defined(_WIN32)
        cmocka_unit_test(fork_calls_the_handlers),
#endif
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
