/* args.c - parses and explains command lines from the verbs' option tables. */
#include "args.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "verbs.h"

enum { GO_ON = -1, NAME_COLUMN = 30 };

int cli_choice(const char *choices, const char *text)
{
    size_t length = strlen(text);
    int index = 0;
    for (const char *p = choices; *p != '\0'; index++) {
        size_t n = strcspn(p, "|");
        if (n == length && strncmp(p, text, n) == 0) {
            return index;
        }
        p += n + (p[n] == '|');
    }
    return -1;
}

static bool parse_int(const char *text, const char *end_chars, int64_t *out,
                      const char **rest)
{
    char *end = NULL;
    errno = 0;
    long long value = strtoll(text, &end, 10);
    bool starts_well = *text == '-' || *text == '+' || (*text >= '0' && *text <= '9');
    if (!starts_well || end == text || errno != 0 || strchr(end_chars, *end) == NULL) {
        return false;
    }
    *out = value;
    *rest = end;
    return true;
}

static int parse_list(const cli_option *o, const char *text, cli_ints *list)
{
    const char *rest = text;
    list->count = 0;
    do {
        if (list->count == CLI_MAX_LIST) {
            return cli_fail(CLI_USAGE, "--%s: more than %d numbers", o->name,
                            CLI_MAX_LIST);
        }
        const char *at = list->count == 0 ? text : rest + 1;
        if (!parse_int(at, ",", &list->at[list->count], &rest)) {
            return cli_fail(CLI_USAGE,
                            "--%s: '%s' is not a list of whole numbers like 4,3",
                            o->name, text);
        }
        list->count++;
    } while (*rest == ',');
    return GO_ON;
}

static int parse_real(const cli_option *o, const char *text, double *out)
{
    char *end = NULL;
    double value = strtod(text, &end);
    if (end == text || *end != '\0' || !isfinite(value)) {
        return cli_fail(CLI_USAGE, "--%s: '%s' is not a number", o->name, text);
    }
    *out = value;
    return GO_ON;
}

static int parse_extent(const cli_option *o, const char *text, int64_t extent[2])
{
    const char *rest = NULL;
    if (!parse_int(text, "x", &extent[0], &rest) || *rest != 'x' ||
        !parse_int(rest + 1, "", &extent[1], &rest)) {
        return cli_fail(CLI_USAGE, "--%s: '%s' is not of the form 1200x600", o->name,
                        text);
    }
    return GO_ON;
}

static int add_text(const cli_option *o, const char *text, cli_texts *texts)
{
    if (texts->count == CLI_MAX_LIST) {
        return cli_fail(CLI_USAGE, "--%s: given more than %d times", o->name,
                        CLI_MAX_LIST);
    }
    texts->at[texts->count++] = text;
    return GO_ON;
}

static int set_value(const cli_option *o, const char *text, void *fields)
{
    void *field = (char *)fields + o->offset;
    const char *rest = NULL;
    switch (o->kind) {
    case CLI_INT:
    case CLI_SIZE:
        if (!parse_int(text, "", field, &rest)) {
            return cli_fail(CLI_USAGE, "--%s: '%s' is not a whole number", o->name,
                            text);
        }
        if (o->kind == CLI_SIZE && *(int64_t *)field < 0) {
            return cli_fail(CLI_REFUSED, "--%s: %s: must not be negative", o->name,
                            text);
        }
        return GO_ON;
    case CLI_REAL: return parse_real(o, text, field);
    case CLI_TEXT: *(const char **)field = text; return GO_ON;
    case CLI_INTS: return parse_list(o, text, field);
    case CLI_TEXTS: return add_text(o, text, field);
    case CLI_EXTENT: return parse_extent(o, text, field);
    case CLI_CHOICE:
        *(int *)field = cli_choice(o->choices, text);
        if (*(int *)field < 0) {
            return cli_fail(CLI_USAGE, "--%s: '%s' is not one of %s", o->name, text,
                            o->choices);
        }
        return GO_ON;
    case CLI_BOOL:
    case CLI_SWITCH: break;
    }
    return cli_fail(CLI_FAILED, "--%s: internal error", o->name);
}

bool cli_takes_value(const cli_option *o)
{
    return o->kind != CLI_BOOL && o->kind != CLI_SWITCH;
}

static void set_flag(const cli_option *o, bool value, void *fields)
{
    void *field = (char *)fields + o->offset;
    if (o->kind == CLI_BOOL) {
        *(bool *)field = value;
    } else {
        *(int *)field = value;
    }
}

static const cli_option *find_long(const cli_verb *verb, const char *name,
                                   size_t length)
{
    for (const cli_option *o = verb->options; o != NULL && o->name != NULL; o++) {
        if (strlen(o->name) == length && strncmp(o->name, name, length) == 0) {
            return o;
        }
    }
    return NULL;
}

/* `--name`, `--no-name`, `--name value`, `--name=value`; *i moves past a value. */
static int parse_long(const cli_verb *verb, int argc, char **argv, int *i, void *fields)
{
    const char *name = argv[*i] + 2;
    size_t length = strcspn(name, "=");
    const char *value = name[length] == '=' ? name + length + 1 : NULL;
    const cli_option *o = find_long(verb, name, length);
    bool no = false;
    if (o == NULL && length > 3 && strncmp(name, "no-", 3) == 0) {
        o = find_long(verb, name + 3, length - 3);
        no = true;
    }
    if (o == NULL || (no && cli_takes_value(o))) {
        return cli_fail(CLI_USAGE, "no option '--%.*s' (see trnfft %s --help)",
                        (int)length, name, verb->name);
    }
    if (!cli_takes_value(o)) {
        if (value != NULL) {
            return cli_fail(CLI_USAGE, "--%.*s takes no value", (int)length, name);
        }
        set_flag(o, !no, fields);
        return GO_ON;
    }
    if (value == NULL) {
        if (*i + 1 >= argc) {
            return cli_fail(CLI_USAGE, "--%s: a value is missing (%s)", o->name,
                            o->argument);
        }
        value = argv[++*i];
    }
    return set_value(o, value, fields);
}

/* `-o FILE` and `-oFILE`. */
static int parse_short(const cli_verb *verb, int argc, char **argv, int *i,
                       void *fields)
{
    const char *text = argv[*i];
    for (const cli_option *o = verb->options; o != NULL && o->name != NULL; o++) {
        if (o->letter == 0 || o->letter != text[1]) {
            continue;
        }
        if (!cli_takes_value(o)) {
            if (text[2] != '\0') {
                return cli_fail(CLI_USAGE, "-%c takes no value", o->letter);
            }
            set_flag(o, true, fields);
            return GO_ON;
        }
        if (text[2] != '\0') {
            return set_value(o, text + 2, fields);
        }
        if (*i + 1 >= argc) {
            return cli_fail(CLI_USAGE, "-%c: a value is missing (%s)", o->letter,
                            o->argument);
        }
        return set_value(o, argv[++*i], fields);
    }
    return cli_fail(CLI_USAGE, "no option '%s' (see trnfft %s --help)", text,
                    verb->name);
}

static int check_count(const cli_verb *verb, const cli_files *files)
{
    if (files->count < verb->min_files) {
        return cli_fail(CLI_USAGE, "an argument is missing: trnfft %s %s", verb->name,
                        verb->synopsis);
    }
    if (verb->max_files >= 0 && files->count > verb->max_files) {
        return cli_fail(CLI_USAGE, "'%s' is one argument too many: trnfft %s %s",
                        files->at[verb->max_files], verb->name, verb->synopsis);
    }
    return GO_ON;
}

int cli_parse(const cli_verb *verb, int argc, char **argv, void *fields,
              cli_files *files)
{
    bool options = true;
    files->count = 0;
    files->at = argv;
    for (int i = 1; i < argc; i++) {
        char *word = argv[i];
        int code = GO_ON;
        if (options && strcmp(word, "--") == 0) {
            options = false;
        } else if (options &&
                   (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0)) {
            cli_help(verb);
            return CLI_OK;
        } else if (options && strncmp(word, "--", 2) == 0) {
            code = parse_long(verb, argc, argv, &i, fields);
        } else if (options && word[0] == '-' && word[1] != '\0') {
            code = parse_short(verb, argc, argv, &i, fields);
        } else {
            argv[files->count++] = word; /* at or before i: argv[0] is free */
        }
        if (code != GO_ON) {
            return code;
        }
    }
    return check_count(verb, files);
}

static void print_option(const cli_option *o)
{
    char left[80];
    const char *value =
        o->kind == CLI_CHOICE && o->argument == NULL ? o->choices : o->argument;
    int n = 0;
    if (!cli_takes_value(o)) {
        n = snprintf(left, sizeof left, "  --[no-]%s", o->name);
    } else if (o->letter != 0) {
        n = snprintf(left, sizeof left, "  -%c, --%s %s", o->letter, o->name, value);
    } else {
        n = snprintf(left, sizeof left, "  --%s %s", o->name, value);
    }
    int columns = 0;
    for (const char *p = left; *p != '\0'; p++) {
        columns += ((unsigned char)*p & 0xC0u) != 0x80u; /* UTF-8: count first bytes */
    }
    if (n < (int)sizeof left && columns < NAME_COLUMN) {
        printf("%s%*s%s\n", left, NAME_COLUMN - columns, "", o->help);
    } else {
        printf("%s\n%*s%s\n", left, NAME_COLUMN, "", o->help);
    }
}

void cli_help(const cli_verb *verb)
{
    printf("trnfft %s - %s\n\nusage: trnfft %s %s\n", verb->name, verb->summary,
           verb->name, verb->synopsis);
    if (verb->description != NULL) {
        printf("\n%s\n", verb->description);
    }
    printf("\nOptions\n");
    for (const cli_option *o = verb->options; o != NULL && o->name != NULL; o++) {
        print_option(o);
    }
    printf("  %-*sthis text\n", NAME_COLUMN - 2, "-h, --help");
    if (verb->examples != NULL) {
        printf("\nExamples\n%s\n", verb->examples);
    }
}
