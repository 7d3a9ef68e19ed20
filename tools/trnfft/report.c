/* report.c - errors, warnings, progress and the clock. */
#define _POSIX_C_SOURCE 200809L
#include "report.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static const char *verb_name; /* NULL before the verb is known */
static double last_bar_s;     /* when the bar was last drawn; 0: it is not shown */

void cli_set_verb_name(const char *name)
{
    verb_name = name;
}

static void say(const char *kind, const char *format, va_list arguments)
{
    cli_progress_end();
    fputs("trnfft", stderr);
    if (verb_name != NULL) {
        fprintf(stderr, " %s", verb_name);
    }
    fprintf(stderr, ": %s", kind);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
}

int cli_fail(int code, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    say("", format, arguments);
    va_end(arguments);
    return code;
}

void cli_warn(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    say("warning: ", format, arguments);
    va_end(arguments);
}

int cli_exit_of_status(trnfft_status status)
{
    switch ((int)status) {
    case TRNFFT_OK: return CLI_OK;
    case TRNFFT_ERROR_INVALID_ARGUMENT:
    case TRNFFT_ERROR_INVALID_SHAPE:
    case TRNFFT_ERROR_INVALID_STRIDE:
    case TRNFFT_ERROR_INVALID_DTYPE:
    case TRNFFT_ERROR_INVALID_ALIASING:
    case TRNFFT_ERROR_NOLA:
    case TRNFFT_ERROR_UNSUPPORTED: return CLI_REFUSED;
    case TRNFFT_ERROR_OUT_OF_MEMORY:
    case TRNFFT_ERROR_OVERFLOW: return CLI_MEMORY;
    case TRNFFT_ERROR_IO: return CLI_FILE;
    case TRNFFT_ERROR_FORMAT: return CLI_FORMAT;
    default: return CLI_FAILED;
    }
}

const char *cli_last_error(trnfft_status status)
{
    const char *sentence = trnfft_last_error();
    if (sentence == NULL || *sentence == '\0') {
        return trnfft_status_name(status);
    }
    const char *rest = strstr(sentence, ": ");
    return strncmp(sentence, "trnfft_", 7) == 0 && rest != NULL ? rest + 2 : sentence;
}

bool cli_on_device(void)
{
    const char *name = getenv("TRNFFT_DEVICE");
    return name != NULL && name[0] != '\0' && strcmp(name, "host") != 0;
}

int cli_fail_status(trnfft_status status)
{
    return cli_fail(cli_exit_of_status(status), "%s", cli_last_error(status));
}

double cli_seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

void cli_progress(const char *what, int64_t done, int64_t total)
{
    enum { WIDTH = 30 };
    static const char full[] = "##############################";
    double now = cli_seconds();
    if (now - last_bar_s < 0.1 || !isatty(STDERR_FILENO)) {
        return;
    }
    last_bar_s = now;
    if (total <= 0) {
        fprintf(stderr, "\r%s: %lld\033[K", what, (long long)done);
        return;
    }
    double part = done >= total ? 1.0 : (double)done / (double)total;
    fprintf(stderr, "\r%s [%-*.*s] %3.0f %%\033[K", what, WIDTH, (int)(part * WIDTH),
            full, 100.0 * part);
}

void cli_progress_end(void)
{
    if (last_bar_s > 0.0) {
        last_bar_s = 0.0;
        fputs("\r\033[K", stderr);
    }
}
