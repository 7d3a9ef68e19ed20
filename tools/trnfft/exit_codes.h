/* exit_codes.h - what the program's exit status means: one table for the code, `--help`
 * and the manual page.
 */
#ifndef TRNFFT_TOOLS_EXIT_CODES_H
#define TRNFFT_TOOLS_EXIT_CODES_H

/* X(name, number, sentence) */
#define CLI_EXIT_CODES(X)                                                              \
    X(CLI_OK, 0, "everything was done")                                                \
    X(CLI_FAILED, 1, "the work was done but a check failed, or an internal error")     \
    X(CLI_USAGE, 2,                                                                    \
      "the command line is wrong: unknown verb or option, missing value")              \
    X(CLI_FORMAT, 3, "an input is damaged, of an unknown format or has no samples")    \
    X(CLI_REFUSED, 4, "the library refused the arguments: shape, dimension, window …") \
    X(CLI_FILE, 5, "a file could not be opened, read or written")                      \
    X(CLI_MEMORY, 6, "out of memory")                                                  \
    X(CLI_NOT_BUILT, 7, "this program was built without the library that this needs")

typedef enum cli_exit {
#define X(name, number, sentence) name = number,
    CLI_EXIT_CODES(X)
#undef X
} cli_exit;

#endif
