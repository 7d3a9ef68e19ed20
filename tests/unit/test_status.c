/* Statuses: pinned numbers, names, and the sentence of the last error. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include <trnfft/status.h>
#include <trnfft/version.h>

#include "base/cpu.h"
#include "base/status.h"
#include "base/threads.h"

static void numbers_are_pinned(void **state)
{
    (void)state;
    static const struct {
        int32_t value, pinned;
        const char *name;
    } rows[] = {
        { TRNFFT_OK, 0, "TRNFFT_OK" },
        { TRNFFT_AGAIN, 1, "TRNFFT_AGAIN" },
        { TRNFFT_END, 2, "TRNFFT_END" },
        { TRNFFT_ERROR_INVALID_ARGUMENT, -1, "TRNFFT_ERROR_INVALID_ARGUMENT" },
        { TRNFFT_ERROR_INVALID_SHAPE, -2, "TRNFFT_ERROR_INVALID_SHAPE" },
        { TRNFFT_ERROR_INVALID_STRIDE, -3, "TRNFFT_ERROR_INVALID_STRIDE" },
        { TRNFFT_ERROR_INVALID_DTYPE, -4, "TRNFFT_ERROR_INVALID_DTYPE" },
        { TRNFFT_ERROR_INVALID_ALIASING, -5, "TRNFFT_ERROR_INVALID_ALIASING" },
        { TRNFFT_ERROR_WORKSPACE_TOO_SMALL, -6, "TRNFFT_ERROR_WORKSPACE_TOO_SMALL" },
        { TRNFFT_ERROR_NOLA, -7, "TRNFFT_ERROR_NOLA" },
        { TRNFFT_ERROR_UNSUPPORTED, -20, "TRNFFT_ERROR_UNSUPPORTED" },
        { TRNFFT_ERROR_OUT_OF_MEMORY, -40, "TRNFFT_ERROR_OUT_OF_MEMORY" },
        { TRNFFT_ERROR_OVERFLOW, -41, "TRNFFT_ERROR_OVERFLOW" },
        { TRNFFT_ERROR_IO, -60, "TRNFFT_ERROR_IO" },
        { TRNFFT_ERROR_FORMAT, -61, "TRNFFT_ERROR_FORMAT" },
        { TRNFFT_ERROR_DEVICE, -62, "TRNFFT_ERROR_DEVICE" },
        { TRNFFT_ERROR_INTERNAL, -90, "TRNFFT_ERROR_INTERNAL" },
    };
    size_t n = sizeof rows / sizeof rows[0];
    for (size_t i = 0; i < n; i++) {
        assert_int_equal(rows[i].value, rows[i].pinned);
        assert_string_equal(trnfft_status_name(rows[i].pinned), rows[i].name);
        assert_true(strlen(trnfft_status_string(rows[i].pinned)) > 5);
    }
#define COUNT(name, number, explanation) +1
    assert_int_equal(n, 0 TRNFFT_STATUS_LIST(COUNT));
#undef COUNT
}

static void unknown_numbers_have_a_name(void **state)
{
    (void)state;
    assert_string_equal(trnfft_status_name(7), "TRNFFT_UNKNOWN");
    assert_string_equal(trnfft_status_name(INT32_MIN), "TRNFFT_UNKNOWN");
    assert_string_equal(trnfft_status_string(-1000), "unknown status");
}

static void failing_sets_the_sentence(void **state)
{
    (void)state;
    trnfft_status s = tfi_fail(TRNFFT_ERROR_INVALID_SHAPE, "trnfft_x: n = %d: bad", 5);
    assert_int_equal(s, TRNFFT_ERROR_INVALID_SHAPE);
    assert_string_equal(trnfft_last_error(), "trnfft_x: n = 5: bad");
    /* The old sentence may be part of the new one. */
    tfi_fail(TRNFFT_ERROR_IO, "outer: %s", trnfft_last_error());
    assert_string_equal(trnfft_last_error(), "outer: trnfft_x: n = 5: bad");
    assert_int_equal(tfi_fail_memory("trnfft_y", 12345), TRNFFT_ERROR_OUT_OF_MEMORY);
    assert_string_equal(trnfft_last_error(),
                        "trnfft_y: out of memory: 12345 bytes wanted");
    tfi_fail(TRNFFT_ERROR_IO, "%s", "");
    assert_string_equal(trnfft_last_error(), "");
}

static void long_sentences_are_cut_between_characters(void **state)
{
    (void)state;
    char text[700];
    static const char *const characters[] = { "x", "\xc2\xb1", "\xe2\x80\xa6",
                                              "\xf0\x9d\x84\x9e" };
    for (size_t c = 0; c < 4; c++) {
        size_t bytes = strlen(characters[c]);
        for (size_t shift = 0; shift < bytes; shift++) {
            size_t n = 0;
            while (n < shift)
                text[n++] = '-';
            while (n + bytes < sizeof text) {
                memcpy(text + n, characters[c], bytes);
                n += bytes;
            }
            text[n] = '\0';
            tfi_fail(TRNFFT_ERROR_IO, "%s", text);
            size_t length = strlen(trnfft_last_error());
            assert_true(length <= 511 && length > 511 - bytes);
            assert_int_equal((length - shift) % bytes, 0);
            assert_memory_equal(trnfft_last_error(), text, length);
        }
    }
    /* Bytes that are no UTF-8 at all. */
    memset(text, 0x80, sizeof text - 1);
    text[sizeof text - 1] = '\0';
    tfi_fail(TRNFFT_ERROR_IO, "%s", text);
    assert_int_equal(strlen(trnfft_last_error()), 511);
}

static void other_thread(void *argument)
{
    int *ok = argument;
    *ok = strcmp(trnfft_last_error(), "") == 0;
    tfi_fail(TRNFFT_ERROR_IO, "theirs");
    *ok = *ok && strcmp(trnfft_last_error(), "theirs") == 0;
}

static void each_thread_has_its_own(void **state)
{
    (void)state;
    tfi_fail(TRNFFT_ERROR_IO, "mine");
    int ok = 0;
    tfi_thread *thread = NULL;
    assert_int_equal(tfi_thread_create(&thread, other_thread, &ok), TRNFFT_OK);
    tfi_thread_join(thread);
    assert_true(ok);
    assert_string_equal(trnfft_last_error(), "mine");
}

static trnfft_status forward(trnfft_status s)
{
    TFI_TRY(s);
    return TRNFFT_END;
}

static void try_forwards_failures(void **state)
{
    (void)state;
    assert_int_equal(forward(TRNFFT_OK), TRNFFT_END);
    assert_int_equal(forward(TRNFFT_ERROR_NOLA), TRNFFT_ERROR_NOLA);
}

static void version_is_that_of_the_headers(void **state)
{
    (void)state;
    assert_string_equal(trnfft_version(), TRNFFT_VERSION_STRING);
    assert_int_equal(trnfft_version_number(), TRNFFT_VERSION_NUMBER);
    assert_int_equal(TRNFFT_VERSION_NUMBER / 1000000, TRNFFT_VERSION_MAJOR);
}

static void the_library_says_what_runs(void **state)
{
    (void)state;
    assert_string_equal(trnfft_cpu_name(), tfi_cpu_name(tfi_cpu_detect()));
    assert_string_equal(trnfft_cpu_machine(), tfi_cpu_name(tfi_cpu_masked(NULL)));
    const char *info = trnfft_build_info();
    assert_int_equal(strncmp(info, "compiler: ", 10), 0);
    assert_non_null(strstr(info, "\nbuild: "));
    assert_non_null(strstr(info, "\nkernels: scalar"));
    assert_int_equal(info[strlen(info) - 1], '\n');
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_are_pinned),
        cmocka_unit_test(unknown_numbers_have_a_name),
        cmocka_unit_test(failing_sets_the_sentence),
        cmocka_unit_test(long_sentences_are_cut_between_characters),
        cmocka_unit_test(each_thread_has_its_own),
        cmocka_unit_test(try_forwards_failures),
        cmocka_unit_test(version_is_that_of_the_headers),
        cmocka_unit_test(the_library_says_what_runs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
