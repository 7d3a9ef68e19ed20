/* file.c - reading and replacing files. */
#include "base/file.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/threads.h"

#if defined(_WIN32)
static int process_id(void)
{
    return (int)GetCurrentProcessId();
}

static bool move_over(const char *from, const char *to)
{
    return MoveFileExA(from, to, MOVEFILE_REPLACE_EXISTING) != 0;
}
#else
#include <unistd.h>

static int process_id(void)
{
    return (int)getpid();
}

static bool move_over(const char *from, const char *to)
{
    return rename(from, to) == 0;
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

static trnfft_status write_all(const char *function, const char *path, const char *text,
                               size_t bytes)
{
    errno = 0;
    FILE *f = fopen(path, "wb");
    if (f == NULL) {
        return fail_io(function, path, "cannot be written");
    }
    const bool written = fwrite(text, 1, bytes, f) == bytes && fflush(f) == 0;
    const int reason = errno;
    if (fclose(f) != 0 || !written) {
        errno = written ? errno : reason;
        return fail_io(function, path, "cannot be written");
    }
    return TRNFFT_OK;
}

trnfft_status tfi_file_replace(const char *function, const tfi_allocator *alloc,
                               const char *path, const char *text, size_t bytes)
{
    const size_t room = strlen(path) + 64;
    char *beside = tfi_alloc(alloc, room);
    if (beside == NULL) {
        return tfi_fail_memory(function, room);
    }
    snprintf(beside, room, "%s.new-%d-%llx", path, process_id(),
             (unsigned long long)tfi_thread_id());
    trnfft_status status = write_all(function, beside, text, bytes);
    if (status == TRNFFT_OK && !move_over(beside, path)) {
        status = fail_io(function, path, "cannot be replaced");
    }
    if (status != TRNFFT_OK) {
        (void)remove(beside);
    }
    tfi_free(alloc, beside);
    return status;
}
