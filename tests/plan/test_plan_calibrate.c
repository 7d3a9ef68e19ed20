/* test_plan_calibrate.c - constants of the cost model: measured, written, read,
 * refused.
 */
#define _GNU_SOURCE
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <inttypes.h>
#include <stdio.h>
#include <time.h>

#include <trnfft/trnfft.h>

#include "support/tensors.h"

enum {
    MOST = 1 << 14,
    N_RADICES = 17 /* 0 … 16, the numbers of a row */
};

static char path[64];

static void read_text(char text[MOST])
{
    FILE *f = fopen(path, "rb");
    assert_non_null(f);
    text[fread(text, 1, MOST - 1, f)] = '\0';
    fclose(f);
}

static void write_text(const char *text)
{
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    assert_true(fputs(text, f) >= 0);
    assert_int_equal(fclose(f), 0);
}

/* With a last line that fits what stands before it. */
static void write_sealed(char text[MOST])
{
    char *end = strstr(text, "\nend ");
    assert_non_null(end);
    uint64_t h = UINT64_C(0xcbf29ce484222325);
    for (const char *p = text; p <= end; p++) {
        h = (h ^ (unsigned char)*p) * UINT64_C(0x100000001b3);
    }
    snprintf(end + 1, 32, "end %016" PRIx64 "\n", h);
    write_text(text);
}

static trnfft_status open_with(const char *calibration, trnfft_context **c)
{
    trnfft_context_options o = TRNFFT_CONTEXT_OPTIONS_INIT;
    o.calibration = calibration;
    return trnfft_context_create(&o, c);
}

static void describe(trnfft_context *c, int64_t n, char text[1000])
{
    static float x[2 * 4096];
    trnfft_problem p = TRNFFT_PROBLEM_INIT;
    p.in = p.out = trnfft_tensor_interleaved(TRNFFT_F32, 1, &n, x);
    trnfft_plan *plan = NULL;
    EXPECT_OK(trnfft_plan_create(c, &p, NULL, &plan));
    assert_true(trnfft_plan_describe(plan, text, 1000) < 1000);
    trnfft_plan_destroy(plan);
}

static void refused(const char *needle)
{
    trnfft_context *c = NULL;
    EXPECT_ERROR(open_with(path, &c), TRNFFT_ERROR_FORMAT, needle);
    assert_null(c);
}

static void test_measured_constants_plan(void **state)
{
    (void)state;
    trnfft_context *c = NULL;
    EXPECT_OK(trnfft_calibrate(NULL, 0.5, path));
    EXPECT_OK(open_with(path, &c));
    EXPECT_OK(trnfft_context_set_current(c, NULL));
    static float x[2 * 360], y[2 * 360];
    x[2] = 1;
    EXPECT_OK(trnfft_fft_f32(360, x, y));
    for (int k = 0; k < 360; k++) {
        const float size = y[2 * k] * y[2 * k] + y[2 * k + 1] * y[2 * k + 1];
        assert_true(size > 0.99999f && size < 1.00001f);
    }
    trnfft_context_destroy(c);
    EXPECT_ERROR(trnfft_calibrate(NULL, 0, path), TRNFFT_ERROR_INVALID_ARGUMENT,
                 "time_limit_s = 0");
    EXPECT_ERROR(trnfft_calibrate(NULL, 1, NULL), TRNFFT_ERROR_INVALID_ARGUMENT,
                 "path = NULL");
    EXPECT_ERROR(trnfft_calibrate(NULL, 0.01, "no/such/file"), TRNFFT_ERROR_IO,
                 "no/such/file");
}

/* Marks the radices of a plan of stockham alone; how many passes it has. */
static int radices_of(const char *plan, char used[N_RADICES])
{
    static const char before[] = " radices";
    char *text = strstr(plan, before);
    int count = 0;
    assert_non_null(strstr(plan, "stockham"));
    assert_non_null(text);
    memset(used, 0, N_RADICES);
    text += strlen(before);
    do {
        const long r = strtol(text + 1, &text, 10);
        assert_in_range(r, 2, N_RADICES - 1);
        used[r] = 1;
        count++;
    } while (*text == 'x');
    return count;
}

/* Rewrites a row of the file: one cycle for each radix that it has, but `dear` for the
 * marked ones. */
static void set_row(char text[MOST], const char *row, const char marked[N_RADICES],
                    double dear)
{
    char rest[MOST], *at = strstr(text, row);
    assert_non_null(at);
    at += strlen(row);
    char *next = at;
    double cycles[N_RADICES];
    for (int r = 0; r < N_RADICES; r++) {
        const double measured = strtod(next, &next);
        cycles[r] = measured == 0 ? 0 : marked[r] ? dear : 1;
    }
    assert_int_equal(*next, '\n');
    snprintf(rest, sizeof rest, "%s", next);
    for (int r = 0; r < N_RADICES; r++) {
        at += snprintf(at, (size_t)(text + MOST - at), " %.3f", cycles[r]);
    }
    snprintf(at, (size_t)(text + MOST - at), "%s", rest);
}

/* A file in which the radices that were chosen are dear gives a plan without them. The
 * length has many sequences, and no other solver comes near cheap passes. */
static void test_constants_decide(void **state)
{
    (void)state;
    enum { N = 3456 };
    char text[MOST], plain[1000], other[1000];
    char chosen[N_RADICES], instead[N_RADICES];
    trnfft_context *c = NULL;
    EXPECT_OK(open_with("", &c));
    describe(c, N, plain);
    trnfft_context_destroy(c);
    assert_true(radices_of(plain, chosen) > 1);
    read_text(text);
    set_row(text, "\npass_f32", chosen, 99999);
    set_row(text, "\nfirst_f32", chosen, 99999);
    set_row(text, "\nafter_f32", chosen, 1);
    write_sealed(text);
    EXPECT_OK(open_with(path, &c));
    describe(c, N, other);
    assert_true(radices_of(other, instead) > 1);
    for (int r = 0; r < N_RADICES; r++) {
        assert_false(chosen[r] && instead[r]);
    }
    trnfft_context_destroy(c);
}

static void test_bad_files(void **state)
{
    (void)state;
    char good[MOST], text[MOST];
    trnfft_context *c = NULL;
    EXPECT_OK(trnfft_calibrate(NULL, 0.01, path));
    read_text(good);
    const size_t n = strlen(good);
    for (size_t cut = 0; cut < n; cut += 7) {
        memcpy(text, good, n + 1);
        text[cut] = '\0';
        write_text(text);
        refused(path);
    }
    for (size_t i = 0; i < n; i += 3) {
        memcpy(text, good, n + 1);
        text[i] ^= 1;
        write_text(text);
        refused(path);
    }
    memcpy(text, good, n + 1);
    memcpy(strstr(text, "\ngigahertz ") + 11, "0.000", 5);
    write_sealed(text);
    refused("a value is 0 that cannot be");
    write_text("trnfft calibration 1\ncpu none\n");
    refused("another CPU level");
    write_text("trnfft wisdom 1\n");
    refused("not a calibration of format 1");
    EXPECT_ERROR(open_with("no/such/file", &c), TRNFFT_ERROR_IO, "no/such/file");
}

static void count_warning(int32_t level, const char *message, void *user)
{
    if (level == TRNFFT_LOG_WARNING &&
        strstr(message, "TRNFFT_CALIBRATION is passed over") != NULL) {
        ++*(int *)user;
    }
}

/* The file of the environment is only tried. */
static void test_environment(void **state)
{
    (void)state;
#if !defined(_WIN32)
    int warnings = 0;
    trnfft_context_options o = TRNFFT_CONTEXT_OPTIONS_INIT;
    o.log = count_warning;
    o.log_user = &warnings;
    trnfft_context *c = NULL;
    write_text("nonsense");
    setenv("TRNFFT_CALIBRATION", path, 1);
    EXPECT_ERROR(trnfft_calibrate(NULL, 1, NULL), TRNFFT_ERROR_INVALID_ARGUMENT,
                 "path = NULL");
    EXPECT_OK(trnfft_context_create(&o, &c));
    assert_non_null(strstr(trnfft_last_error(), "path = NULL")); /* as it was */
    assert_int_equal(warnings, 1);
    trnfft_context_destroy(c);
    unsetenv("TRNFFT_CALIBRATION");
    EXPECT_OK(trnfft_context_create(&o, &c));
    assert_int_equal(warnings, 1);
    trnfft_context_destroy(c);
#endif
}

static int set_path(void **state)
{
    (void)state;
    snprintf(path, sizeof path, "calibration-%lld-%p.tmp", (long long)time(NULL),
             (void *)&state);
    return 0;
}

static int remove_file(void **state)
{
    (void)state;
    return remove(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_measured_constants_plan),
        cmocka_unit_test(test_constants_decide),
        cmocka_unit_test(test_bad_files),
        cmocka_unit_test(test_environment),
    };
    return cmocka_run_group_tests(tests, set_path, remove_file);
}
