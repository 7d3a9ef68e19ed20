/* io_output.c - files that are there whole or not at all.
 *
 * Data go to a temporary file in the directory of the target, which takes its place by
 * rename() when it is complete. What cannot be renamed over (a pipe, a device, stdout)
 * is filled from a nameless temporary file at the end.
 */
#define _XOPEN_SOURCE 700
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "files.h"

struct output_file {
    FILE *stream;
    char *target;    /* after symbolic links; NULL: stdout */
    char *temporary; /* NULL: nameless, copied at the end */
    char *name;      /* as the user wrote it */
};

/* For the signal handler: the file to unlink. One verb writes one file at a time. */
static char pending[4096];
static volatile sig_atomic_t has_pending;

static void on_signal(int number)
{
    if (has_pending) {
        unlink(pending);
    }
    signal(number, SIG_DFL);
    raise(number);
}

static void watch(const char *temporary)
{
    static const int ending[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE };
    has_pending = 0;
    if (strlen(temporary) < sizeof pending) {
        memcpy(pending, temporary, strlen(temporary) + 1);
        has_pending = 1;
        for (size_t i = 0; i < sizeof ending / sizeof *ending; i++) {
            if (signal(ending[i], on_signal) == SIG_IGN) {
                signal(ending[i], SIG_IGN); /* nohup: stay as we were started */
            }
        }
        signal(SIGXFSZ, SIG_IGN); /* a file too large is a failed write */
    }
}

static void release(output_file *o)
{
    if (o->stream != NULL) {
        fclose(o->stream);
    }
    free(o->target);
    free(o->temporary);
    free(o->name);
    free(o);
}

static char *join(const char *a, const char *b)
{
    size_t n = strlen(a) + strlen(b) + 1;
    char *s = malloc(n);
    if (s != NULL) {
        snprintf(s, n, "%s%s", a, b);
    }
    return s;
}

/* A stream that vanishes when it is closed, in TMPDIR or /tmp. */
static FILE *nameless(void)
{
    const char *directory = getenv("TMPDIR");
    char *path = join(directory != NULL && *directory != '\0' ? directory : "/tmp",
                      "/trnfft-XXXXXX");
    if (path == NULL) {
        return NULL;
    }
    int fd = mkstemp(path);
    FILE *f = NULL;
    if (fd >= 0) {
        unlink(path);
        f = fdopen(fd, "w+b");
        if (f == NULL) {
            close(fd);
        }
    }
    free(path);
    return f;
}

static int fail_errno(const output_file *o)
{
    return cli_fail(CLI_FILE, "%s: %s", o->name, strerror(errno));
}

static int open_beside(output_file *o)
{
    mode_t mask = umask(0);
    umask(mask);
    o->temporary = join(o->target, ".trnfft-XXXXXX");
    if (o->temporary == NULL) {
        return cli_fail(CLI_MEMORY, "out of memory");
    }
    int fd = mkstemp(o->temporary);
    if (fd < 0) {
        free(o->temporary);
        o->temporary = NULL;
        return fail_errno(o);
    }
    watch(o->temporary);
    struct stat old;
    mode_t mode = stat(o->target, &old) == 0 ? old.st_mode & 07777 : 0666 & ~mask;
    o->stream = fdopen(fd, "w+b");
    if (fchmod(fd, mode) != 0 || o->stream == NULL) {
        if (o->stream == NULL) {
            close(fd);
        }
        return fail_errno(o);
    }
    return CLI_OK;
}

/* The file behind symbolic links, or NULL when there is none yet. A link to nothing is
 * made to lead to an empty file, so that it stays a link. */
static char *resolve(const char *path)
{
    struct stat link;
    char *resolved = realpath(path, NULL);
    if (resolved == NULL && lstat(path, &link) == 0 && S_ISLNK(link.st_mode)) {
        FILE *f = fopen(path, "ab");
        if (f != NULL) {
            fclose(f);
            resolved = realpath(path, NULL);
        }
    }
    return resolved;
}

int output_open(const char *path, bool binary, output_file **out)
{
    bool to_stdout = strcmp(path, "-") == 0;
    struct stat there;
    *out = NULL;
    if (to_stdout && binary && isatty(STDOUT_FILENO)) {
        return cli_fail(CLI_USAGE,
                        "binary data are not written to a terminal: use -o FILE");
    }
    output_file *o = calloc(1, sizeof *o);
    char *resolved = to_stdout ? NULL : resolve(path);
    if (o != NULL) {
        o->name = join(to_stdout ? "stdout" : path, "");
        o->target = to_stdout ? NULL : resolved != NULL ? resolved : join(path, "");
    }
    if (o == NULL || o->name == NULL || (!to_stdout && o->target == NULL)) {
        if (o != NULL) {
            release(o);
        } else {
            free(resolved);
        }
        return cli_fail(CLI_MEMORY, "out of memory");
    }
    int code = CLI_OK;
    bool exists = !to_stdout && stat(o->target, &there) == 0;
    if (exists && S_ISDIR(there.st_mode)) {
        code = cli_fail(CLI_FILE, "%s: is a directory", path);
    } else if (!to_stdout && (!exists || S_ISREG(there.st_mode))) {
        code = open_beside(o);
    } else {
        o->stream = nameless();
        code = o->stream == NULL ? fail_errno(o) : CLI_OK;
    }
    if (code != CLI_OK) {
        output_abandon(o);
        return code;
    }
    *out = o;
    return CLI_OK;
}

FILE *output_stream(output_file *o)
{
    return o->stream;
}

void output_abandon(output_file *o)
{
    if (o == NULL) {
        return;
    }
    if (o->temporary != NULL) {
        unlink(o->temporary);
        has_pending = 0;
    }
    release(o);
}

/* Copies the nameless file to stdout, a pipe or a device. */
static int pour(output_file *o)
{
    char block[IO_COPY_BYTES];
    FILE *to = o->target == NULL ? stdout : fopen(o->target, "wb");
    size_t n = 0;
    rewind(o->stream);
    bool good = to != NULL;
    while (good && (n = fread(block, 1, sizeof block, o->stream)) > 0) {
        good = fwrite(block, 1, n, to) == n;
    }
    good = good && fflush(to) == 0;
    int code = good ? CLI_OK : fail_errno(o);
    if (to != NULL && to != stdout && fclose(to) != 0 && good) {
        code = fail_errno(o);
    }
    return code;
}

int output_commit(output_file *o)
{
    int code = CLI_OK;
    if (fflush(o->stream) != 0 || ferror(o->stream)) {
        code = fail_errno(o);
    } else if (o->temporary == NULL) {
        code = pour(o);
    } else if (rename(o->temporary, o->target) != 0) {
        code = fail_errno(o);
    }
    if (code != CLI_OK) {
        output_abandon(o);
        return code;
    }
    has_pending = 0;
    release(o);
    return CLI_OK;
}

/* --- input --- */

const char *input_name(const char *path)
{
    return strcmp(path, "-") == 0 ? "stdin" : path;
}

const char *output_name(const char *path)
{
    return strcmp(path, "-") == 0 ? "stdout" : path;
}

int file_fail(const char *path, const io_error *e)
{
    return cli_fail(e->code, "%s: %s", input_name(path), e->text);
}

/* Also named pipes: what cannot be read at will is copied to a nameless file first. */
static FILE *spool(FILE *from)
{
    char block[IO_COPY_BYTES];
    FILE *f = nameless();
    size_t n = 0;
    bool good = f != NULL;
    while (good && (n = fread(block, 1, sizeof block, from)) > 0) {
        good = fwrite(block, 1, n, f) == n;
    }
    if (good && !ferror(from) && fflush(f) == 0) {
        rewind(f);
        return f;
    }
    if (f != NULL) {
        fclose(f);
    }
    return NULL;
}

FILE *input_open(const char *path, int *code)
{
    struct stat there;
    bool is_stdin = strcmp(path, "-") == 0;
    FILE *f = is_stdin ? stdin : fopen(path, "rb");
    *code = CLI_OK;
    if (f != NULL && fstat(fileno(f), &there) == 0 && S_ISDIR(there.st_mode)) {
        if (!is_stdin) {
            fclose(f);
        }
        *code = cli_fail(CLI_FILE, "%s: is a directory", input_name(path));
        return NULL;
    }
    if (f != NULL && (is_stdin || !S_ISREG(there.st_mode))) {
        FILE *copy = spool(f);
        if (!is_stdin) {
            fclose(f);
        }
        f = copy;
    }
    if (f == NULL) {
        *code = cli_fail(CLI_FILE, "%s: %s", input_name(path), strerror(errno));
    }
    return f;
}
