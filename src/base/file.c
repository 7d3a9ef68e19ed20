/* file.c - reading and replacing files. */
#include "base/file.h"

#include <errno.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/threads.h"

/* Where a file is to be. find_place() follows a link, so that the file behind it is
 * what is replaced, and is false where nothing may be: at a device, a pipe, a link to
 * nowhere. */
typedef struct place {
    const char *name; /* what the caller calls it, as sentences do */
    const char *path;
    int mode; /* of the file that is there; -1: there is none */
    char link[PATH_MAX];
} place;

#if defined(_WIN32)
static int process_id(void)
{
    return (int)GetCurrentProcessId();
}

static bool move_over(const char *from, const char *to)
{
    return MoveFileExA(from, to, MOVEFILE_REPLACE_EXISTING) != 0;
}

static bool find_place(const char *path, place *p)
{
    (void)path;
    (void)p;
    return true;
}

static void keep_mode(const char *path, const place *p)
{
    (void)path;
    (void)p;
}
#else
#include <sys/stat.h>
#include <unistd.h>

static int process_id(void)
{
    return (int)getpid();
}

static bool move_over(const char *from, const char *to)
{
    return rename(from, to) == 0;
}

static bool find_place(const char *path, place *p)
{
    struct stat found;
    if (lstat(path, &found) != 0) {
        return true; /* nothing is there, or writing will say what is wrong */
    }
    if (S_ISLNK(found.st_mode)) {
        if (realpath(path, p->link) == NULL || lstat(p->link, &found) != 0) {
            return false; /* the target is made where the link says */
        }
        p->path = p->link;
    }
    p->mode = (int)(found.st_mode & 07777);
    return S_ISREG(found.st_mode);
}

static void keep_mode(const char *path, const place *p)
{
    if (p->mode >= 0) {
        (void)chmod(path, (mode_t)p->mode);
    }
}
#endif

static trnfft_status fail_io(const char *function, const char *path, const char *what)
{
    const int reason = errno;
    return tfi_fail(TRNFFT_ERROR_IO, "%s: %s: %s: %s", function, path, what,
                    reason != 0 ? strerror(reason) : "unknown reason");
}

/* All that is left of the file, at most `most` bytes. */
static trnfft_status read_all(const char *function, const tfi_allocator *alloc, FILE *f,
                              const char *path, size_t most, char **text, size_t *bytes)
{
    size_t room = 4096, used = 0;
    char *memory = tfi_alloc(alloc, room);
    while (memory != NULL) {
        used += fread(memory + used, 1, room - 1 - used, f);
        if (ferror(f)) {
            tfi_free(alloc, memory);
            return fail_io(function, path, "cannot be read");
        }
        if (used > most) {
            tfi_free(alloc, memory);
            return tfi_fail(TRNFFT_ERROR_FORMAT, "%s: %s: longer than %zu bytes",
                            function, path, most);
        }
        if (used < room - 1) {
            memory[used] = '\0';
            *text = memory;
            *bytes = used;
            return TRNFFT_OK;
        }
        char *larger = tfi_alloc(alloc, 2 * room);
        if (larger != NULL) {
            memcpy(larger, memory, used);
        }
        tfi_free(alloc, memory);
        memory = larger;
        room *= 2;
    }
    return tfi_fail_memory(function, room);
}

trnfft_status tfi_file_read(const char *function, const tfi_allocator *alloc,
                            const char *path, size_t most, char **text, size_t *bytes,
                            bool *missing)
{
    errno = 0;
    FILE *f = fopen(path, "rb");
    if (missing != NULL) {
        *missing = f == NULL && errno == ENOENT;
    }
    if (f == NULL) {
        return fail_io(function, path, "cannot be opened");
    }
    trnfft_status status = read_all(function, alloc, f, path, most, text, bytes);
    fclose(f);
    return status;
}

/* Writes the file `path`, which sentences call `name`. */
static trnfft_status write_all(const char *function, const char *name, const char *path,
                               const char *text, size_t bytes)
{
    errno = 0;
    FILE *f = fopen(path, "wb");
    if (f == NULL) {
        return fail_io(function, name, "cannot be written");
    }
    const bool written = fwrite(text, 1, bytes, f) == bytes && fflush(f) == 0;
    const int reason = errno;
    if (fclose(f) != 0 || !written) {
        errno = written ? errno : reason;
        return fail_io(function, name, "cannot be written");
    }
    return TRNFFT_OK;
}

/* Writes to `beside` and moves that to the place. */
static trnfft_status replace(const char *function, const place *to, const char *beside,
                             const char *text, size_t bytes)
{
    trnfft_status status = write_all(function, to->name, beside, text, bytes);
    if (status == TRNFFT_OK) {
        keep_mode(beside, to);
        if (!move_over(beside, to->path)) {
            status = fail_io(function, to->name, "cannot be replaced");
        }
    }
    if (status != TRNFFT_OK) {
        (void)remove(beside);
    }
    return status;
}

trnfft_status tfi_file_replace(const char *function, const tfi_allocator *alloc,
                               const char *path, const char *text, size_t bytes)
{
    place to = { path, path, -1, { 0 } };
    if (!find_place(path, &to)) {
        return write_all(function, path, path, text, bytes);
    }
    const size_t room = strlen(to.path) + 64;
    char *beside = tfi_alloc(alloc, room);
    if (beside == NULL) {
        return tfi_fail_memory(function, room);
    }
    snprintf(beside, room, "%s.new-%d-%llx", to.path, process_id(),
             (unsigned long long)tfi_thread_id());
    const trnfft_status status = replace(function, &to, beside, text, bytes);
    tfi_free(alloc, beside);
    return status;
}
