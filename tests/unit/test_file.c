/* test_file.c - replacing files: what is replaced, and what never may be. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/file.h"

#if !defined(_WIN32)
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[] = "/tmp/trnfft-file-XXXXXX";

static const char *in_folder(const char *name)
{
    static char path[4][128];
    static int next = 0;
    char *p = path[next++ % 4];
    snprintf(p, sizeof path[0], "%s/%s", folder, name);
    return p;
}

static int make_folder(void **state)
{
    (void)state;
    return mkdtemp(folder) == NULL ? -1 : 0;
}

static int remove_folder(void **state)
{
    (void)state;
    return rmdir(folder);
}

static mode_t mode_of(const char *path)
{
    struct stat s;
    assert_int_equal(lstat(path, &s), 0);
    return s.st_mode;
}

static void write_to(const char *path, const char *text)
{
    assert_int_equal(tfi_file_replace("test", NULL, path, text, strlen(text)),
                     TRNFFT_OK);
}

static void expect_text(const char *path, const char *text)
{
    char *got = NULL;
    size_t bytes = 0;
    assert_int_equal(tfi_file_read("test", NULL, path, 100, &got, &bytes, NULL),
                     TRNFFT_OK);
    assert_string_equal(got, text);
    assert_int_equal(bytes, strlen(text));
    tfi_free(NULL, got);
}

static void files_are_replaced_and_keep_their_mode(void **state)
{
    (void)state;
    const char *path = in_folder("plain");
    write_to(path, "one");
    expect_text(path, "one");
    assert_int_equal(chmod(path, 0640), 0);
    write_to(path, "another");
    expect_text(path, "another");
    assert_int_equal(mode_of(path) & 07777, 0640);
    assert_int_equal(unlink(path), 0);
}

static void links_stay_and_lead_to_the_new_text(void **state)
{
    (void)state;
    const char *real = in_folder("real"), *link = in_folder("link");
    write_to(real, "old");
    assert_int_equal(symlink(real, link), 0);
    write_to(link, "new");
    assert_true(S_ISLNK(mode_of(link)));
    expect_text(real, "new");
    assert_int_equal(unlink(real), 0);
    write_to(link, "made"); /* a link to nowhere: its target is made */
    assert_true(S_ISLNK(mode_of(link)));
    expect_text(real, "made");
    assert_int_equal(unlink(real) | unlink(link), 0);
}

static void pipes_are_written_to_and_stay(void **state)
{
    (void)state;
    const char *path = in_folder("pipe");
    char got[8] = "";
    assert_int_equal(mkfifo(path, 0600), 0);
    const int reader = open(path, O_RDONLY | O_NONBLOCK);
    assert_true(reader >= 0);
    write_to(path, "text");
    assert_int_equal(read(reader, got, sizeof got), 4);
    assert_string_equal(got, "text");
    assert_true(S_ISFIFO(mode_of(path)));
    close(reader);
    assert_int_equal(unlink(path), 0);
}

/* Of a node of its own where that is allowed: a mistake must not cost the machine's. */
static void devices_are_never_replaced(void **state)
{
    (void)state;
    const char *path = in_folder("full");
    if (mknod(path, S_IFCHR | 0600, (dev_t)(1 << 8 | 7)) != 0) {
        skip();
    }
    const trnfft_status status = tfi_file_replace("test", NULL, path, "x", 1);
    assert_true(S_ISCHR(mode_of(path)));
    assert_int_equal(unlink(path), 0);
    assert_int_equal(status, TRNFFT_ERROR_IO);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(files_are_replaced_and_keep_their_mode),
        cmocka_unit_test(links_stay_and_lead_to_the_new_text),
        cmocka_unit_test(pipes_are_written_to_and_stay),
        cmocka_unit_test(devices_are_never_replaced),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
#else
int main(void)
{
    return 0;
}
#endif
