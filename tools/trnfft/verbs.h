/* verbs.h - the verb table that the cmd_*.c files plug into.
 *
 * To add a verb: write cmd_<name>.c that defines `const cli_verb cmd_<name>_verbs[]`
 * (ended by an entry whose name is NULL) and add one line to CLI_VERB_GROUPS.
 */
#ifndef TRNFFT_TOOLS_VERBS_H
#define TRNFFT_TOOLS_VERBS_H

#include "args.h"
#include "report.h"

typedef struct cli_verb {
    const char *name;
    const char *summary;  /* one line, no full stop                                 */
    const char *synopsis; /* after the verb: "IN.npy -o OUT.npy [options]"          */
    const char *description; /* paragraphs for --help, or NULL */
    const char *examples; /* lines for --help, each a command                       */
    const cli_option *options; /* ended by name == NULL, or NULL */
    int min_files, max_files;  /* how many words besides options; max -1 = any  */
    /* The whole verb: calls cli_parse() first. Returns an exit status (exit_codes.h).
     */
    int (*run)(const struct cli_verb *verb, int argc, char **argv);
} cli_verb;

/* X(heading, array) in the order of `trnfft --help`. */
#define CLI_VERB_GROUPS(X) \
    CLI_VERB_GROUPS_IO(X)  \
    CLI_VERB_GROUPS_TOOLS(X)

/* What reads and writes signals. */
#define CLI_VERB_GROUPS_IO(X)                  \
    X("Transforms (torch.fft)", cmd_fft_verbs) \
    X("Signals", cmd_stft_verbs)               \
    X("Signals", cmd_istft_verbs)              \
    X("Signals", cmd_spectrogram_verbs)        \
    X("Signals", cmd_mel_verbs)                \
    X("Signals", cmd_demo_verbs)

/* What looks at the library itself: one line a file. */
#define CLI_VERB_GROUPS_TOOLS(X)                 \
    X("The library itself", cmd_plan_verbs)      \
    X("The library itself", cmd_wisdom_verbs)    \
    X("The library itself", cmd_calibrate_verbs) \
    X("The library itself", cmd_verify_verbs)    \
    X("The library itself", cmd_bench_verbs)     \
    X("The library itself", cmd_device_verbs)    \
    X("The library itself", cmd_neuron_verbs)    \
    X("The library itself", cmd_info_verbs)      \
    X("The library itself", cmd_completions_verbs)

#define X(heading, array) extern const cli_verb array[];
CLI_VERB_GROUPS(X)
#undef X

typedef struct cli_group {
    const char *heading;
    const cli_verb *verbs;
} cli_group;

/* All groups, ended by heading == NULL (for completions and the manual page). */
const cli_group *cli_groups(void);
const cli_verb *cli_find_verb(const char *name);

#endif
