/* calibrate.h - the parts of `trnfft calibrate`. */
#ifndef TRNFFT_TOOLS_CALIBRATE_H
#define TRNFFT_TOOLS_CALIBRATE_H

#include <stdbool.h>
#include <stdint.h>

/* Default plans against measured ones over lengths from … to, each `every`-th. */
typedef struct calibrate_check_options {
    int64_t from, to, every;
    int op; /* 0 fft, 1 rfft */
    int32_t dtype;
    double time_limit_s; /* of measuring one length */
    bool json;
} calibrate_check_options;

/* Prints the share within 10 % and the worst lengths. Exit codes; CLI_FAILED below
 * `least` percent. */
int calibrate_check(const calibrate_check_options *o, double least);

/* Measures the constants and writes them to a file; `emit_c`: prints them as C, too. */
int calibrate_write(const char *path, double time_limit_s, bool emit_c);

#endif
