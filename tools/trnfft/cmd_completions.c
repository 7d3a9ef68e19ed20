/* cmd_completions.c - `trnfft completions SHELL`. */
#include <string.h>

#include "completions.h"
#include "report.h"
#include "verbs.h"

static int run(const cli_verb *verb, int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*print)(void);
    } shells[] = {
        { "bash", completions_bash },
        { "zsh", completions_zsh },
        { "fish", completions_fish },
        { "man", completions_man },
    };
    cli_files files;
    char unused = 0;
    int code = cli_parse(verb, argc, argv, &unused, &files);
    if (code >= 0) {
        return code;
    }
    for (size_t i = 0; i < sizeof shells / sizeof shells[0]; i++) {
        if (strcmp(files.at[0], shells[i].name) == 0) {
            shells[i].print();
            return CLI_OK;
        }
    }
    return cli_fail(CLI_USAGE, "'%s' is not one of bash, zsh, fish, man", files.at[0]);
}

const cli_verb cmd_completions_verbs[] = {
    { "completions", "print a completion script for a shell, or the manual page",
      "bash|zsh|fish|man",
      "In bash, source the script. For zsh save it as _trnfft in a folder of $fpath, "
      "for fish\n"
      "as trnfft.fish in ~/.config/fish/completions.",
      "  source <(trnfft completions bash)\n"
      "  trnfft completions zsh > _trnfft\n"
      "  trnfft completions fish > trnfft.fish\n"
      "  trnfft completions man | man -l -",
      NULL, 1, 1, run },
    { NULL, NULL, NULL, NULL, NULL, NULL, 0, 0, NULL },
};
