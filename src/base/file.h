/* file.h - small text files, read whole and replaced whole. */
#ifndef TFI_BASE_FILE_H
#define TFI_BASE_FILE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/alloc.h"
#include "base/status.h"

/* The whole file with a NUL behind it; tfi_free() frees it. ERROR_IO with the reason
 * when it cannot be read, ERROR_FORMAT when it has more than `most` bytes. `missing`,
 * if not NULL, is set to whether there is no such file, which then is the error. */
trnfft_status tfi_file_read(const char *function, const tfi_allocator *alloc,
                            const char *path, size_t most, char **text, size_t *bytes,
                            bool *missing);

/* Writes beside the file and renames: readers see the old file or the new one, which
 * keeps its mode. A link stays, the file behind it is replaced; devices and pipes are
 * written to as they are, never replaced. Sentences name `path`, whatever was written.
 */
trnfft_status tfi_file_replace(const char *function, const tfi_allocator *alloc,
                               const char *path, const char *text, size_t bytes);

#endif
