/* args.h - the command line of one verb: a table of options that fills a struct.
 *
 * The same table makes the parser, `--help` and the shell completions, so that they
 * agree.
 */
#ifndef TRNFFT_TOOLS_ARGS_H
#define TRNFFT_TOOLS_ARGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "exit_codes.h"

enum { CLI_MAX_LIST = 8 };

/* Comma-separated whole numbers: `--s 4,3`; count 0 = not given. */
typedef struct cli_ints {
    int count;
    int64_t at[CLI_MAX_LIST];
} cli_ints;

/* An option that may be repeated. */
typedef struct cli_texts {
    int count;
    const char *at[CLI_MAX_LIST];
} cli_texts;

typedef enum cli_kind {
    CLI_BOOL = 1, /* bool        `--center`, `--no-center` */
    CLI_INT,  /* int64_t     accepts 1k = 1000 nowhere: plain digits with a sign      */
    CLI_SIZE, /* int64_t     the same from 0 on; a default may be -1 */
    CLI_REAL, /* double      finite     */
    CLI_TEXT, /* const char *  points into argv     */
    CLI_CHOICE, /* int         index into `choices`, names parted by '|'   */
    CLI_INTS,   /* cli_ints     */
    CLI_TEXTS,  /* cli_texts   the option may be given several times    */
    CLI_EXTENT, /* int64_t[2]  `1200x600`   */
    CLI_SWITCH  /* int         like CLI_BOOL, but keeps -1 (the default) when not given
                 */
} cli_kind;

typedef struct cli_option {
    const char *name; /* without dashes: "n-fft"; NULL ends the table   */
    char letter;      /* 'o' for `-o`, 0 for none                       */
    cli_kind kind;
    size_t offset;        /* of the field in the struct that is filled      */
    const char *argument; /* what `--help` calls the value: "N", "FILE"     */
    const char *help;     /* one line, names the default                    */
    const char *choices;  /* CLI_CHOICE: "backward|ortho|forward"           */
} cli_option;

struct cli_verb;

/* What is left of the command line after the options. */
typedef struct cli_files {
    int count;
    char **at;
} cli_files;

/* Fills `fields` (which holds the defaults) from argv[1…]; argv[0] is the verb. Returns
 * -1 to go on, or the exit status to end with (`--help` was printed, or the line was
 * wrong and said so). */
int cli_parse(const struct cli_verb *verb, int argc, char **argv, void *fields,
              cli_files *files);

/* False for flags, which have a --no- form instead. */
bool cli_takes_value(const cli_option *o);

/* Prints the verb's help on stdout. */
void cli_help(const struct cli_verb *verb);

/* The index of `text` among names parted by '|', or -1. */
int cli_choice(const char *choices, const char *text);

#endif
