/* report.h - what the program says: errors on stderr, progress on a terminal, JSON on
 * stdout. */
#ifndef TRNFFT_TOOLS_REPORT_H
#define TRNFFT_TOOLS_REPORT_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include <trnfft/trnfft.h>

#include "exit_codes.h"

#if defined(__GNUC__)
#define CLI_PRINTF(f, a) __attribute__((format(printf, f, a)))
#else
#define CLI_PRINTF(f, a)
#endif

/* The verb named in messages (`trnfft stft: …`); set once by main(). */
void cli_set_verb_name(const char *name);

/* Prints `trnfft VERB: sentence` on stderr and returns `code`. */
int cli_fail(int code, const char *format, ...) CLI_PRINTF(2, 3);
/* trnfft_last_error() without the name of the function in front: the verb's stands
 * there. */
const char *cli_last_error(trnfft_status status);
/* The same for a status of the library: prints trnfft_last_error(), returns its exit
 * code. */
int cli_fail_status(trnfft_status status);
/* Whether TRNFFT_DEVICE names another device than the host. */
bool cli_on_device(void);
int cli_exit_of_status(trnfft_status status);
/* Prints `trnfft VERB: warning: sentence` on stderr. */
void cli_warn(const char *format, ...) CLI_PRINTF(1, 2);

/* A bar on stderr when that is a terminal, nothing otherwise. total <= 0: unknown. */
void cli_progress(const char *what, int64_t done, int64_t total);
/* Wipes the bar. */
void cli_progress_end(void);

/* Seconds of a monotonic clock. */
double cli_seconds(void);

/* JSON values (cJSON underneath). cli_json_available() says whether this program has
 * it; cli_json_missing() prints the sentence and returns CLI_NOT_BUILT. */
typedef struct cJSON cli_json;
bool cli_json_available(void);
int cli_json_missing(void);
cli_json *cli_json_object(void);
cli_json *cli_json_array(void);
/* Not finite: null. */
void cli_json_number(cli_json *object, const char *name, double value);
void cli_json_text(cli_json *object, const char *name, const char *value);
void cli_json_bool(cli_json *object, const char *name, bool value);
/* Hand over `child`; name NULL: append to an array. */
void cli_json_add(cli_json *parent, const char *name, cli_json *child);
void cli_json_append_number(cli_json *array, double value);
/* Prints on one line with a newline (pretty: indented) and deletes the value. CLI_OK or
 * CLI_FILE. */
int cli_json_print(cli_json *value, bool pretty);
/* One line of a file, and deletes the value. */
int cli_json_write(cli_json *value, FILE *file);

#endif
