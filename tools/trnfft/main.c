/* main.c - finds the verb and runs it. */
#define _POSIX_C_SOURCE 200809L
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "verbs.h"

static const cli_group groups[] = {
#define X(heading, array) { heading, array },
    CLI_VERB_GROUPS(X)
#undef X
        { NULL, NULL },
};

const cli_group *cli_groups(void)
{
    return groups;
}

const cli_verb *cli_find_verb(const char *name)
{
    for (const cli_group *g = groups; g->heading != NULL; g++) {
        for (const cli_verb *v = g->verbs; v->name != NULL; v++) {
            if (strcmp(v->name, name) == 0) {
                return v;
            }
        }
    }
    return NULL;
}

static void print_overview(void)
{
    printf("trnfft - Fourier transforms and spectrograms of files\n\n"
           "usage: trnfft VERB [arguments] [options]\n"
           "       trnfft VERB --help      options and examples of one verb\n"
           "       trnfft --version\n");
    for (const cli_group *g = groups; g->heading != NULL; g++) {
        if (g == groups || strcmp(g->heading, g[-1].heading) != 0) {
            printf("\n%s\n", g->heading);
        }
        for (const cli_verb *v = g->verbs; v->name != NULL; v++) {
            printf("  %-12s %s\n", v->name, v->summary);
        }
    }
    printf("\nFiles: .npy, .wav, .flac, .csv and .raw by their ending; - is stdin or "
           "stdout.\n"
           "\nExit status\n");
#define X(name, number, sentence) printf("  %d  %s\n", number, sentence);
    CLI_EXIT_CODES(X)
#undef X
    printf("\nExamples\n"
           "  trnfft rfft x.npy -o X.npy --n 1000\n"
           "  trnfft spectrogram speech.wav -o speech.png --mel\n");
}

/* The number of edits (insert, delete, replace, swap counts 2) between two short words.
 */
static int distance(const char *a, const char *b)
{
    enum { MAX = 32 };
    int row[MAX + 1];
    size_t n_a = strlen(a);
    size_t n_b = strlen(b);
    if (n_a > MAX || n_b > MAX) {
        return MAX;
    }
    for (size_t j = 0; j <= n_b; j++) {
        row[j] = (int)j;
    }
    for (size_t i = 1; i <= n_a; i++) {
        int corner = row[0];
        row[0] = (int)i;
        for (size_t j = 1; j <= n_b; j++) {
            int best = corner + (a[i - 1] != b[j - 1]);
            corner = row[j];
            best = row[j] + 1 < best ? row[j] + 1 : best;
            best = row[j - 1] + 1 < best ? row[j - 1] + 1 : best;
            row[j] = best;
        }
    }
    return row[n_b];
}

static int unknown_verb(const char *name)
{
    const char *nearest = NULL;
    int best = 3;
    for (const cli_group *g = groups; g->heading != NULL; g++) {
        for (const cli_verb *v = g->verbs; v->name != NULL; v++) {
            int d = distance(name, v->name);
            if (d < best) {
                best = d;
                nearest = v->name;
            }
        }
    }
    if (nearest != NULL) {
        return cli_fail(CLI_USAGE,
                        "no verb '%s': did you mean '%s'? (see trnfft --help)", name,
                        nearest);
    }
    return cli_fail(CLI_USAGE, "no verb '%s' (see trnfft --help)", name);
}

/* How many threads TRNFFT_THREADS asks for; all of them where it does not say. */
static int32_t wanted_threads(void)
{
    enum { MOST = 1024 };
    const char *text = getenv("TRNFFT_THREADS");
    if (text == NULL || text[0] == '\0' || strcmp(text, "all") == 0) {
        return TRNFFT_ALL_THREADS;
    }
    char *end = NULL;
    const long n = strtol(text, &end, 10);
    if (*end == '\0' && n >= 1 && n <= MOST) {
        return (int32_t)n;
    }
    cli_warn("TRNFFT_THREADS=%s is neither a number from 1 to %d nor all: 1 thread is "
             "in use",
             text, MOST);
    return 1;
}

/* What the library warns of, but for what verbs say themselves. */
static void print_log(int32_t level, const char *message, void *user)
{
    static const char calibration[] = "TRNFFT_CALIBRATION ";
    (void)user;
    if (level == TRNFFT_LOG_WARNING &&
        strncmp(message, calibration, sizeof calibration - 1) == 0) {
        cli_warn("%s", message);
    }
}

/* The context of all verbs: all processors, unless TRNFFT_THREADS says how many, on the
 * device that TRNFFT_DEVICE names; what it logs about TRNFFT_CALIBRATION is said. A
 * context that cannot be made is no reason to fail: there is the default one. A device
 * is. */
static int use_context(trnfft_context **context)
{
    trnfft_context_options options = TRNFFT_CONTEXT_OPTIONS_INIT;
    const char *device = getenv("TRNFFT_DEVICE");
    const bool has_device = device != NULL && device[0] != '\0';
    if (has_device && trnfft_device_open(device, &options.device) != TRNFFT_OK) {
        return cli_fail(CLI_USAGE, "TRNFFT_DEVICE: %s", trnfft_last_error());
    }
    options.n_threads = wanted_threads();
    options.log = print_log;
    if (trnfft_context_create(&options, context) == TRNFFT_OK) {
        (void)trnfft_context_set_current(*context, NULL);
    }
    trnfft_device_close(options.device);
    return CLI_OK;
}

/* The library passes over a level that is not there; a person wants to know. */
static void check_level(void)
{
    const char *wanted = getenv("TRNFFT_CPU");
    if (wanted != NULL && wanted[0] != '\0' && strcmp(wanted, trnfft_cpu_name()) != 0) {
        cli_warn("TRNFFT_CPU=%s is no level of this machine and build: %s is in use",
                 wanted, trnfft_cpu_name());
    }
}

static int run(int argc, char **argv)
{
    if (argc < 2) {
        return cli_fail(CLI_USAGE, "a verb is missing (see trnfft --help)");
    }
    const char *name = argv[1];
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0 ||
        (strcmp(name, "help") == 0 && argc < 3)) {
        print_overview();
        return CLI_OK;
    }
    if (strcmp(name, "--version") == 0 || strcmp(name, "-V") == 0) {
        printf("trnfft %s\n", trnfft_version());
        return CLI_OK;
    }
    bool help = strcmp(name, "help") == 0;
    const cli_verb *verb = cli_find_verb(help ? argv[2] : name);
    if (verb == NULL) {
        return unknown_verb(help ? argv[2] : name);
    }
    if (help) {
        cli_help(verb);
        return CLI_OK;
    }
    cli_set_verb_name(verb->name);
    trnfft_context *context = NULL;
    check_level();
    int code = use_context(&context);
    if (code == CLI_OK) {
        code = verb->run(verb, argc - 1, argv + 1);
    }
    trnfft_context_destroy(context);
    cli_progress_end();
    return code;
}

/* Descriptors 0 to 2 that were closed would be given to the next files: what is written
 * to a stdout that is not there must fail. */
static void occupy_standard_files(void)
{
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++) {
        if (fcntl(fd, F_GETFD) == -1) {
            (void)!open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY);
        }
    }
}

int main(int argc, char **argv)
{
    occupy_standard_files();
    const int code = run(argc, argv);
    if (code == CLI_OK && (fflush(stdout) != 0 || ferror(stdout))) {
        return cli_fail(CLI_FILE, "stdout could not be written");
    }
    return code;
}
