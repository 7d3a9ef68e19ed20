/* cmd_verify.c - `trnfft verify`: is the library right on this machine? */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <trnfft/trnfft.h>

#include "report.h"
#include "verbs.h"
#include "verify.h"

typedef struct verify_options {
    bool quick, full, verbose, json;
    int dtype;
    cli_ints n;
} verify_options;

#define AT(field) offsetof(verify_options, field)

static const cli_option options[] = {
    { "quick", 0, CLI_BOOL, AT(quick), NULL,
      "n = 1…32 and a few larger: about a second", NULL },
    { "full", 0, CLI_BOOL, AT(full), NULL,
      "every n = 1…4096 and 200 random n up to 2^22: minutes", NULL },
    { "n", 'n', CLI_INTS, AT(n), "LIST", "these lengths only, all checks", NULL },
    { "dtype", 0, CLI_CHOICE, AT(dtype), NULL, "default both", "both|f32|f64" },
    { "verbose", 'v', CLI_BOOL, AT(verbose), NULL, "a line for every check", NULL },
    { "json", 0, CLI_BOOL, AT(json), NULL, "one JSON object with every check", NULL },
    { NULL, 0, CLI_BOOL, 0, NULL, NULL, NULL },
};

static const char *type_name(int dtype)
{
    return dtype == 0 ? "reference" : trnfft_dtype_name(dtype);
}

static void print_check(const char *name, int64_t n, int dtype, double error,
                        double bound, bool pass)
{
    printf("%-4s %-16s n = %-9lld %-9s error %.2e, allowed %.2e\n",
           pass ? "ok" : "FAIL", name, (long long)n, type_name(dtype), error, bound);
}

static void add_json(const verify_log *log, const char *name, int64_t n, int dtype,
                     double error, double bound, bool pass)
{
    cli_json *check = cli_json_object();
    cli_json_text(check, "name", name);
    cli_json_number(check, "n", (double)n);
    cli_json_text(check, "dtype", type_name(dtype));
    cli_json_number(check, "error", error);
    cli_json_number(check, "bound", bound);
    cli_json_bool(check, "pass", pass);
    printf("%s", log->passed + log->failed == 1 ? "{\"checks\":[\n" : ",");
    cli_json_print(check, false);
}

static verify_kind *find_kind(verify_log *log, const char *name, int dtype)
{
    for (int i = 0; i < log->n_kinds; i++) {
        if (strcmp(log->kinds[i].name, name) == 0 && log->kinds[i].dtype == dtype) {
            return &log->kinds[i];
        }
    }
    verify_kind *kind = &log->kinds[log->n_kinds < VERIFY_KINDS ? log->n_kinds++ : 0];
    *kind = (verify_kind){ name, dtype, 0, 0, -1.0, 1.0 };
    return kind;
}

void verify_add(verify_log *log, const char *name, int64_t n, int dtype, double error,
                double bound)
{
    bool pass = error <= bound; /* false for NaN */
    log->passed += pass ? 1 : 0;
    log->failed += pass ? 0 : 1;
    verify_kind *kind = find_kind(log, name, dtype);
    kind->count++;
    double scale = bound > 0.0 ? bound : 1.0;
    double worst_scale = kind->bound > 0.0 ? kind->bound : 1.0;
    if (!(error / scale <= kind->worst / worst_scale)) {
        kind->worst = error;
        kind->worst_n = n;
        kind->bound = bound;
    }
    if (log->json) {
        add_json(log, name, n, dtype, error, bound, pass);
    } else if (log->verbose || !pass) {
        cli_progress_end();
        print_check(name, n, dtype, error, bound, pass);
    }
}

static void print_summary(const verify_log *log)
{
    if (log->json) {
        printf("%s],\"passed\":%lld,\"failed\":%lld}\n",
               log->passed + log->failed == 0 ? "{\"checks\":[" : "",
               (long long)log->passed, (long long)log->failed);
        return;
    }
    printf("%-16s %-9s %7s  %-10s %-10s %s\n", "check", "dtype", "checks", "worst",
           "allowed", "at n");
    for (int i = 0; i < log->n_kinds; i++) {
        const verify_kind *k = &log->kinds[i];
        printf("%-16s %-9s %7lld  %-10.2e %-10.2e %lld\n", k->name, type_name(k->dtype),
               (long long)k->count, k->worst, k->bound, (long long)k->worst_n);
    }
    printf("\n%lld passed, %lld failed\n", (long long)log->passed,
           (long long)log->failed);
}

typedef struct lengths {
    int64_t at[4500];
    int count;
    int properties; /* the first so many get the properties, too */
} lengths;

static void add_length(lengths *list, int64_t n)
{
    if (list->count < (int)(sizeof list->at / sizeof list->at[0])) {
        list->at[list->count++] = n;
    }
}

/* Evenly spread over the logarithm, so that small and large lengths both occur. */
static void add_random(lengths *list, int count, double least, double most)
{
    uint64_t state = 20260;
    for (int i = 0; i < count; i++) {
        state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        double u = (double)(state >> 11) / 9007199254740992.0;
        add_length(list, (int64_t)(least * pow(most / least, u)));
    }
}

static void choose_lengths(const verify_options *o, lengths *list)
{
    static const int64_t some[] = { 37,   48,   64,   97,   100, 121, 128,
                                    169,  256,  343,  509,  512, 997, 1000,
                                    1024, 1208, 1920, 2004, 4096 };
    static const int64_t more[] = { 127,   241,   1021,  2187,   3125,   4097,   4099,
                                    6140,  8191,  8192,  10007,  16384,  44100,  48000,
                                    51187, 65536, 65537, 100003, 131072, 1048576 };
    list->count = 0;
    if (o->n.count > 0) {
        for (int i = 0; i < o->n.count; i++) {
            add_length(list, o->n.at[i]);
        }
        list->properties = list->count;
        return;
    }
    int64_t every = o->quick ? 32 : o->full ? 4096 : 128;
    for (int64_t n = 1; n <= every; n++) {
        add_length(list, n);
    }
    list->properties = o->full ? 512 : list->count;
    if (o->full) {
        add_random(list, 200, 4097.0, 4194304.0);
        return;
    }
    for (size_t i = 0; i < sizeof some / sizeof some[0]; i++) {
        add_length(list, some[i]);
    }
    list->properties = list->count;
    for (size_t i = 0; !o->quick && i < sizeof more / sizeof more[0]; i++) {
        add_length(list, more[i]);
    }
}

static int check_options(const verify_options *o)
{
    if (o->quick && o->full) {
        return cli_fail(CLI_USAGE, "--quick and --full exclude each other");
    }
    for (int i = 0; i < o->n.count; i++) {
        if (o->n.at[i] < 1 || o->n.at[i] > (INT64_C(1) << 26)) {
            return cli_fail(CLI_USAGE, "--n: %lld is not between 1 and 2^26",
                            (long long)o->n.at[i]);
        }
    }
    return o->json && !cli_json_available() ? cli_json_missing() : CLI_OK;
}

/* Devices may compute in f32 only (TRNFFT_DEVICE): both types are then one. */
static int available_dtypes(const verify_options *o)
{
    double x[2] = { 1.0, 0.0 }, y[2];
    if (o->dtype != 0) {
        return 1;
    }
    if (trnfft_fft_f64(1, x, y) != TRNFFT_ERROR_UNSUPPORTED) {
        return 2;
    }
    if (!o->json) {
        printf("f64 is left out: %s\n", trnfft_last_error());
    }
    return 1;
}

static int run(const cli_verb *verb, int argc, char **argv)
{
    static lengths list;
    static verify_log log;
    verify_options o = { false, false, false, false, 0, { 0, { 0 } } };
    cli_files files;
    int code = cli_parse(verb, argc, argv, &o, &files);
    if (code >= 0) {
        return code;
    }
    code = check_options(&o);
    const char *device = getenv("TRNFFT_DEVICE");
    if (code == CLI_OK && device != NULL &&
        ((strstr(device, "mode=") != NULL && strstr(device, "mode=fast") == NULL) ||
         strstr(device, "kernel=") != NULL)) {
        return cli_fail(CLI_USAGE,
                        "TRNFFT_DEVICE=%s: the bounds here are those of f32 for every "
                        "length: mode fast, any kernel (trnfft device accuracy tables "
                        "the errors of all modes)",
                        device);
    }
    if (code != CLI_OK) {
        return code;
    }
    static const int both[] = { TRNFFT_F32, TRNFFT_F64 };
    const int *dtypes = o.dtype == 2 ? both + 1 : both;
    const int n_dtypes = available_dtypes(&o);
    log.json = o.json;
    log.verbose = o.verbose;
    choose_lengths(&o, &list);
    code = verify_reference(&log);
    if (code == CLI_OK && o.n.count == 0) {
        code = verify_others(&log, dtypes, n_dtypes, o.quick);
    }
    for (int i = 0; code == CLI_OK && i < list.count; i++) {
        if (!o.json) {
            cli_progress("verify", i, list.count);
        }
        code = verify_length(&log, list.at[i], dtypes, n_dtypes, i < list.properties);
    }
    cli_progress_end();
    print_summary(&log);
    if (!o.json && getenv("TRNFFT_DEVICE") != NULL) {
        printf("TRNFFT_DEVICE=%s\n", getenv("TRNFFT_DEVICE"));
    } else if (!o.json) {
        printf("CPU kernels: %s (TRNFFT_CPU=scalar, sse2, avx2, avx512 or neon chooses "
               "others)\n",
               trnfft_cpu_name());
    }
    return code == CLI_OK && log.failed > 0 ? CLI_FAILED : code;
}

const cli_verb cmd_verify_verbs[] = {
    { "verify", "check accuracy and properties of the library on this machine",
      "[--quick | --full | --n LIST] [--dtype f32|f64] [--json]",
      "Compares the transforms with an independent long double transform (relative "
      "RMS, random\n"
      "input) and checks what must hold whatever the input: impulse, linearity, "
      "shift,\n"
      "Parseval's equation, round trips, and the same bits split, interleaved and in "
      "place.\n"
      "Exits with 1 when a check fails. To check the kernels of another CPU level, "
      "set\n"
      "TRNFFT_CPU to scalar, sse2, avx2, avx512 or neon.\n"
      "On a device (TRNFFT_DEVICE) it judges mode fast and whichever kernel is "
      "soonest: "
      "the bounds\n"
      "are those of f32. trnfft device accuracy tables the errors of all modes.",
      "  trnfft verify\n"
      "  trnfft verify --full --dtype f32\n"
      "  trnfft verify --n 1000,997 --verbose\n"
      "  TRNFFT_CPU=scalar trnfft verify --quick --json",
      options, 0, 0, run },
    { NULL, NULL, NULL, NULL, NULL, NULL, 0, 0, NULL },
};
