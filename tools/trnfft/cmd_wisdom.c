/* cmd_wisdom.c - `trnfft wisdom`: files of what measuring found. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <trnfft/trnfft.h>

#include "report.h"
#include "verbs.h"
#include "wisdom_file.h"

typedef struct wisdom_cli {
    const char *out;
    bool json;
} wisdom_cli;

#define AT(field) offsetof(wisdom_cli, field)

static const cli_option options[] = {
    { "output", 'o', CLI_TEXT, AT(out), "FILE",
      "merge: where to write; what it holds stays (default the first file)", NULL },
    { "json", 0, CLI_BOOL, AT(json), NULL, "show: one JSON array", NULL },
    { NULL, 0, CLI_BOOL, 0, NULL, NULL, NULL },
};

/* The words of one record. */
enum { CPU, TYPE, KIND, WALK, LENGTH, SOLVER, CHOICE, TIME, N_WORDS };
typedef struct record {
    char *word[N_WORDS];
} record;

/* Cuts a line at its blanks; false for what is no record. */
static bool cut_record(char *line, record *r)
{
    if (line[0] == '#' || strncmp(line, "end ", 4) == 0 ||
        strncmp(line, "trnfft ", 7) == 0) {
        return false;
    }
    for (int i = 0; i < N_WORDS; i++) {
        r->word[i] = line;
        line = strchr(line, ' ');
        if (line == NULL) {
            return i == N_WORDS - 1;
        }
        *line++ = '\0';
    }
    return false;
}

static void print_record(const record *r)
{
    const bool free_choice = strcmp(r->word[CHOICE], "-") != 0;
    char way[600];
    snprintf(way, sizeof way, "%s%s%s", r->word[SOLVER], free_choice ? " " : "",
             free_choice ? r->word[CHOICE] : "");
    printf("%-8s %s %s %10s %-9s %-32s %12s ns\n", r->word[CPU], r->word[TYPE],
           r->word[KIND], r->word[LENGTH],
           strcmp(r->word[WALK], "lanes") == 0 ? "in strips" : "", way, r->word[TIME]);
}

static void add_record(const record *r, cli_json *array)
{
    cli_json *o = cli_json_object();
    cli_json_text(o, "cpu", r->word[CPU]);
    cli_json_text(o, "dtype", r->word[TYPE]);
    cli_json_text(o, "kind", r->word[KIND]);
    cli_json_bool(o, "strips", strcmp(r->word[WALK], "lanes") == 0);
    cli_json_number(o, "n", strtod(r->word[LENGTH], NULL));
    cli_json_text(o, "solver", r->word[SOLVER]);
    cli_json_text(o, "choice",
                  strcmp(r->word[CHOICE], "-") != 0 ? r->word[CHOICE] : "");
    cli_json_number(o, "measured_ns", strtod(r->word[TIME], NULL));
    cli_json_add(array, NULL, o);
}

static int show(const wisdom_cli *o)
{
    const size_t bytes = trnfft_wisdom_text(NULL, NULL, 0) + 1;
    char *text = malloc(bytes);
    if (text == NULL) {
        return cli_fail(CLI_MEMORY, "out of memory");
    }
    trnfft_wisdom_text(NULL, text, bytes);
    cli_json *array = o->json ? cli_json_array() : NULL;
    for (char *line = text, *next; line != NULL && *line != '\0'; line = next) {
        next = strchr(line, '\n');
        if (next != NULL) {
            *next++ = '\0';
        }
        record r;
        if (!cut_record(line, &r)) {
            continue;
        }
        if (o->json) {
            add_record(&r, array);
        } else {
            print_record(&r);
        }
    }
    free(text);
    return o->json ? cli_json_print(array, true) : CLI_OK;
}

/* All of the files, which must exist, into the default context. */
static int load_files(int count, char **paths)
{
    for (int i = 0; i < count; i++) {
        trnfft_status status = trnfft_wisdom_load(NULL, paths[i]);
        if (status != TRNFFT_OK) {
            return cli_fail_status(status);
        }
    }
    return CLI_OK;
}

static int run(const cli_verb *verb, int argc, char **argv)
{
    wisdom_cli o = { NULL, false };
    cli_files files;
    int code = cli_parse(verb, argc, argv, &o, &files);
    if (code >= 0) {
        return code;
    }
    const bool merges = strcmp(files.at[0], "merge") == 0;
    if (!merges && strcmp(files.at[0], "show") != 0) {
        return cli_fail(CLI_USAGE, "'%s' is neither show nor merge", files.at[0]);
    }
    if (o.json && !cli_json_available()) {
        return cli_json_missing();
    }
    int count = files.count - 1;
    char **paths = files.at + 1;
    char *named = (char *)(uintptr_t)wisdom_file_name(NULL);
    if (count == 0 && !merges && named != NULL) {
        count = 1;
        paths = &named;
    }
    if (count == 0) {
        return cli_fail(CLI_USAGE, "a file is missing: trnfft wisdom %s FILE…",
                        files.at[0]);
    }
    code = load_files(count, paths);
    if (code != CLI_OK) {
        return code;
    }
    return merges ? wisdom_file_save(o.out != NULL ? o.out : paths[0]) : show(&o);
}

const cli_verb cmd_wisdom_verbs[] = {
    { "wisdom", "show or merge files of what measuring found",
      "show|merge FILE… [-o FILE] [options]",
      "show prints the records of the files together (default $TRNFFT_WISDOM); of two "
      "for\n"
      "the same thing the faster stays. merge writes them to one file, with what it "
      "holds already.\n"
      "trnfft plan --measure --wisdom FILE makes such files.",
      "  trnfft wisdom show fft.wisdom\n"
      "  trnfft wisdom merge fft.wisdom -o all.wisdom",
      options, 1, -1, run },
    { NULL, NULL, NULL, NULL, NULL, NULL, 0, 0, NULL },
};
