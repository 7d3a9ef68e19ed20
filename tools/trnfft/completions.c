/* completions.c - bash, zsh and fish scripts from the verb table. */
#include "completions.h"

#include <stdio.h>
#include <string.h>

const char *completions_next(const char **list, int *length)
{
    const char *start = *list;
    if (start == NULL || *start == '\0') {
        return NULL;
    }
    size_t n = strcspn(start, "|");
    *length = (int)n;
    *list = start + n + (start[n] == '|' ? 1 : 0);
    return start;
}

#define FOR_VERBS(v)                                                             \
    for (const cli_group *group = cli_groups(); group->heading != NULL; group++) \
        for (const cli_verb *v = group->verbs; v->name != NULL; v++)
#define FOR_OPTIONS(o, v) \
    for (const cli_option *o = (v)->options; o != NULL && o->name != NULL; o++)

static void print_choices(const cli_option *o)
{
    const char *list = o->choices;
    int length = 0;
    const char *name = NULL;
    const char *space = "";
    while ((name = completions_next(&list, &length)) != NULL) {
        printf("%s%.*s", space, length, name);
        space = " ";
    }
}

void completions_bash(void)
{
    printf("# bash completion of trnfft; load with: source <(trnfft completions bash)\n"
           "_trnfft() {\n"
           "    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]}\n"
           "    local verb=${COMP_WORDS[1]} options=\n"
           "    if [ \"$COMP_CWORD\" -eq 1 ]; then\n"
           "        COMPREPLY=($(compgen -W \"");
    FOR_VERBS(v)
    {
        printf("%s ", v->name);
    }
    printf("help --help --version\" -- \"$cur\"))\n"
           "        return\n"
           "    fi\n"
           "    case \"$verb $prev\" in\n");
    FOR_VERBS(v)
    {
        FOR_OPTIONS(o, v)
        {
            if (o->kind == CLI_CHOICE) {
                printf("    '%s --%s') options='", v->name, o->name);
                print_choices(o);
                printf("' ;;\n");
            }
        }
    }
    printf("    'completions completions') options='bash zsh fish man' ;;\n"
           "    esac\n"
           "    if [ -z \"$options\" ] && [[ $cur == -* ]]; then\n"
           "        case $verb in\n");
    FOR_VERBS(v)
    {
        printf("        %s) options='", v->name);
        FOR_OPTIONS(o, v)
        {
            printf(!cli_takes_value(o) ? "--%s --no-%s " : "--%s ", o->name, o->name);
        }
        printf("--help' ;;\n");
    }
    printf("        esac\n"
           "    fi\n"
           "    if [ -n \"$options\" ]; then\n"
           "        COMPREPLY=($(compgen -W \"$options\" -- \"$cur\"))\n"
           "    else\n"
           "        COMPREPLY=($(compgen -f -- \"$cur\"))\n"
           "    fi\n"
           "}\n"
           "complete -o filenames -F _trnfft trnfft\n");
}

/* Inside '…' of zsh and fish: quotes, and for zsh's specs colons and brackets. */
static void print_quoted(const char *text, const char *escape)
{
    for (const char *p = text; *p != '\0'; p++) {
        if (*p == '\'') {
            printf("'\\''");
        } else if (strchr(escape, *p) != NULL) {
            printf("\\%c", *p);
        } else {
            putchar(*p);
        }
    }
}

static void zsh_option(const cli_option *o)
{
    printf("            '");
    if (!cli_takes_value(o)) {
        printf("--%s[", o->name);
        print_quoted(o->help, ":[]\\");
        printf("]' '--no-%s[not so]'", o->name);
    } else {
        printf("%s--%s=[", o->kind == CLI_TEXTS ? "*" : "", o->name);
        print_quoted(o->help, ":[]\\");
        printf("]:%s:", o->argument != NULL ? o->argument : "choice");
        if (o->kind == CLI_CHOICE) {
            printf("(");
            print_choices(o);
            printf(")'");
        } else {
            printf("%s'", o->kind == CLI_TEXT || o->kind == CLI_TEXTS ? "_files" : " ");
        }
        if (o->letter != 0) {
            printf(" '-%c+[the same]:%s:_files'", o->letter,
                   o->argument != NULL ? o->argument : "value");
        }
    }
    printf(" \\\n");
}

void completions_zsh(void)
{
    printf("#compdef trnfft\n"
           "# zsh completion of trnfft; save as _trnfft in a folder of $fpath\n"
           "_trnfft() {\n"
           "    local -a verbs\n"
           "    verbs=(\n");
    FOR_VERBS(v)
    {
        printf("        '%s:", v->name);
        print_quoted(v->summary, ":\\");
        printf("'\n");
    }
    printf("    )\n"
           "    if (( CURRENT == 2 )); then\n"
           "        _describe verb verbs\n"
           "        return\n"
           "    fi\n"
           "    local verb=$words[2]\n"
           "    shift words\n"
           "    (( CURRENT-- ))\n"
           "    case $verb in\n");
    FOR_VERBS(v)
    {
        printf("    %s)\n        _arguments \\\n", v->name);
        FOR_OPTIONS(o, v)
        {
            zsh_option(o);
        }
        if (strcmp(v->name, "completions") == 0) {
            printf("            '1:shell:(bash zsh fish man)' \\\n");
        } else if (v->max_files != 0) {
            printf("            '*:file:_files' \\\n");
        }
        printf("            '--help[options and examples]' ;;\n");
    }
    printf("    esac\n"
           "}\n"
           "if [ \"$funcstack[1]\" = _trnfft ]; then\n"
           "    _trnfft \"$@\"\n"
           "else\n"
           "    compdef _trnfft trnfft\n"
           "fi\n");
}

void completions_fish(void)
{
    printf("# fish completion of trnfft; load with: trnfft completions fish | source\n"
           "complete -c trnfft -n __fish_use_subcommand -l help -d 'all verbs'\n"
           "complete -c trnfft -n __fish_use_subcommand -l version -d 'version'\n");
    FOR_VERBS(v)
    {
        printf("complete -c trnfft -n __fish_use_subcommand -f -a %s -d '", v->name);
        print_quoted(v->summary, "\\");
        printf("'\n");
        FOR_OPTIONS(o, v)
        {
            printf("complete -c trnfft -n '__fish_seen_subcommand_from %s' -l %s",
                   v->name, o->name);
            if (o->letter != 0) {
                printf(" -s %c", o->letter);
            }
            if (o->kind == CLI_CHOICE) {
                printf(" -x -a '");
                print_choices(o);
                printf("'");
            } else if (cli_takes_value(o)) {
                printf(" -r");
            }
            printf(" -d '");
            print_quoted(o->help, "\\");
            printf("'\n");
            if (!cli_takes_value(o)) {
                printf(
                    "complete -c trnfft -n '__fish_seen_subcommand_from %s' -l no-%s\n",
                    v->name, o->name);
            }
        }
    }
    printf("complete -c trnfft -n '__fish_seen_subcommand_from completions' -f -a "
           "'bash zsh fish man'\n");
}
