/* wisdom_file.h - the file of wisdom that a verb works with. */
#ifndef TRNFFT_TOOLS_WISDOM_FILE_H
#define TRNFFT_TOOLS_WISDOM_FILE_H

/* What was given, else the environment variable TRNFFT_WISDOM, else NULL. */
const char *wisdom_file_name(const char *given);
/* Into the default context; a file that does not exist yet is no error. NULL: nothing
 * happens. Exit codes. */
int wisdom_file_load(const char *path);
int wisdom_file_save(const char *path);

#endif
