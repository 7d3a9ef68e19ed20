/* cmocka.h - the part of cmocka that our tests use, for targets that have no cmocka
 * package: the cross builds (make test-cross) put this folder before the system's
 * headers. Same macros, same closing lines; a failing assertion ends its test by
 * longjmp. */
#ifndef TRNFFT_CROSS_CMOCKA_H
#define TRNFFT_CROSS_CMOCKA_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* cmocka's allocations, without its search for leaks. */
#define test_malloc  malloc
#define test_calloc  calloc
#define test_realloc realloc
#define test_free    free

typedef void (*CMUnitTestFunction)(void **state);
typedef int (*CMFixtureFunction)(void **state);

struct CMUnitTest {
    const char *name;
    CMUnitTestFunction test_func;
    CMFixtureFunction setup_func, teardown_func;
    void *initial_state;
};

#define cmocka_unit_test(f)     \
    {                           \
#f, f, NULL, NULL, NULL \
    }
#define cmocka_unit_test_setup(f, s) \
    {                                \
#f, f, s, NULL, NULL         \
    }
#define cmocka_unit_test_teardown(f, t) \
    {                                   \
#f, f, NULL, t, NULL            \
    }
#define cmocka_unit_test_setup_teardown(f, s, t) \
    {                                            \
#f, f, s, t, NULL                        \
    }
#define cmocka_unit_test_prestate(f, p) \
    {                                   \
#f, f, NULL, NULL, p            \
    }
#define cmocka_unit_test_prestate_setup_teardown(f, s, t, p) \
    {                                                        \
#f, f, s, t, p                                       \
    }

/* Weak: one of each for all files of a program. */
__attribute__((weak)) jmp_buf cross_jump;
__attribute__((weak)) int cross_outcome; /* 1: failed, 2: skipped */

__attribute__((noreturn, unused)) static void cross_leave(int outcome)
{
    cross_outcome = outcome;
    longjmp(cross_jump, 1);
}

__attribute__((unused)) static void cross_check(int ok, const char *text,
                                                const char *file, int line)
{
    if (!ok) {
        fprintf(stderr, "%s:%d: error: %s\n", file, line, text);
        cross_leave(1);
    }
}

__attribute__((unused)) static void cross_equal(uintmax_t a, uintmax_t b, int wanted,
                                                const char *text, const char *file,
                                                int line)
{
    if ((a == b) != wanted) {
        fprintf(stderr, "%s:%d: error: %s: %#jx and %#jx\n", file, line, text, a, b);
        cross_leave(1);
    }
}

__attribute__((noreturn, unused, format(printf, 3, 4))) static void
cross_fail(const char *file, int line, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fprintf(stderr, "%s:%d: error: ", file, line);
    vfprintf(stderr, format, args);
    fputc('\n', stderr);
    va_end(args);
    cross_leave(1);
}

#define CROSS_CHECK(ok, text) cross_check((ok) ? 1 : 0, text, __FILE__, __LINE__)
#define CROSS_EQUAL(a, b, wanted) \
    cross_equal((uintmax_t)(a), (uintmax_t)(b), wanted, #a ", " #b, __FILE__, __LINE__)
#define assert_true(c)             CROSS_CHECK(c, #c)
#define assert_false(c)            CROSS_CHECK(!(c), "not " #c)
#define assert_null(p)             CROSS_CHECK((p) == NULL, #p " == NULL")
#define assert_non_null(p)         CROSS_CHECK((p) != NULL, #p " != NULL")
#define assert_int_equal(a, b)     CROSS_EQUAL(a, b, 1)
#define assert_int_not_equal(a, b) CROSS_EQUAL(a, b, 0)
#define assert_ptr_equal(a, b) \
    CROSS_CHECK((const void *)(a) == (const void *)(b), #a " == " #b)
#define assert_ptr_not_equal(a, b) \
    CROSS_CHECK((const void *)(a) != (const void *)(b), #a " != " #b)
#define assert_string_equal(a, b) CROSS_CHECK(strcmp(a, b) == 0, #a " equals " #b)
#define assert_string_not_equal(a, b) \
    CROSS_CHECK(strcmp(a, b) != 0, #a " differs from " #b)
#define assert_memory_equal(a, b, n) CROSS_CHECK(memcmp(a, b, n) == 0, #a " equals " #b)
#define assert_memory_not_equal(a, b, n) \
    CROSS_CHECK(memcmp(a, b, n) != 0, #a " differs from " #b)
#define assert_in_range(v, a, b)                                                      \
    CROSS_CHECK((uintmax_t)(v) >= (uintmax_t)(a) && (uintmax_t)(v) <= (uintmax_t)(b), \
                #v " in range")
#define assert_float_equal(a, b, e) \
    CROSS_CHECK((a) - (b) <= (e) && (b) - (a) <= (e), #a " about " #b)
#define assert_return_code(rc, error) CROSS_CHECK((rc) >= 0, #rc " >= 0")
#define fail()                        cross_fail(__FILE__, __LINE__, "failed")
#define fail_msg(...)                 cross_fail(__FILE__, __LINE__, __VA_ARGS__)
#define _fail(file, line)             cross_fail(file, line, "failed")
#define skip()                        cross_leave(2)
#define print_message(...)            printf(__VA_ARGS__)
#define print_error(...)              fprintf(stderr, __VA_ARGS__)

static void *cross_state; /* static: must survive longjmp */

__attribute__((unused)) static int cross_run_one(const struct CMUnitTest *test,
                                                 void *group)
{
    cross_state = test->initial_state != NULL ? test->initial_state : group;
    cross_outcome = 0;
    printf("[ RUN      ] %s\n", test->name);
    if (setjmp(cross_jump) == 0) {
        if (test->setup_func != NULL && test->setup_func(&cross_state) != 0) {
            cross_fail(__FILE__, __LINE__, "setup of %s", test->name);
        }
        test->test_func(&cross_state);
    }
    int outcome = cross_outcome;
    if (setjmp(cross_jump) == 0 && test->teardown_func != NULL) {
        test->teardown_func(&cross_state);
    }
    static const char *const words[] = { "      OK", "  FAILED", " SKIPPED" };
    printf("[%s  ] %s\n", words[outcome], test->name);
    fflush(stdout);
    return outcome;
}

__attribute__((unused)) static int cross_run(const struct CMUnitTest *tests, size_t n,
                                             CMFixtureFunction setup,
                                             CMFixtureFunction teardown)
{
    void *group = NULL;
    size_t count[3] = { 0, 0, 0 };
    if (setup != NULL && setup(&group) != 0) {
        printf("[  FAILED  ] group setup\n");
        return 1;
    }
    for (size_t i = 0; i < n; i++) {
        count[cross_run_one(&tests[i], group)]++;
    }
    if (teardown != NULL) {
        teardown(&group);
    }
    printf("[  PASSED  ] %zu test(s), %zu failed, %zu skipped.\n", count[0], count[1],
           count[2]);
    return (int)count[1];
}

#define cmocka_run_group_tests(tests, setup, teardown) \
    cross_run(tests, sizeof(tests) / sizeof((tests)[0]), setup, teardown)
#define cmocka_run_group_tests_name(name, tests, setup, teardown) \
    (printf("%s\n", name), cmocka_run_group_tests(tests, setup, teardown))

#endif
