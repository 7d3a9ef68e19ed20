/* cmd_bench.c - `trnfft bench`: the library against its peers, in turns, results
 * checked. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <trnfft/trnfft.h>

#include "bench.h"
#include "bench_run.h"
#include "peers.h"
#include "report.h"
#include "verbs.h"

enum { SUITE_FULL = 3, FOLDER = 480 };

typedef struct bench_options {
    int suite, family;
    const char *list;
    int op;
    int dtype;
    int layout;
    cli_texts extra;
    bool peers;
    const char *peer_folder, *wisdom;
    int effort;
    double time_limit_s, min_time_ms, budget_s;
    int64_t blocks, most_points;
    bool pin, plan_peers, json;
    const char *save;
} bench_options;

#define AT(field) offsetof(bench_options, field)

static const cli_option options[] = {
    { "suite", 0, CLI_CHOICE, AT(suite), NULL, "which list of cases (default sizes)",
      "seeds|sizes|signal|full" },
    { "family", 0, CLI_CHOICE, AT(family), "NAME",
      "one family of suite full: pow2, large, … (default all)", BENCH_FAMILIES },
    { "most-points", 0, CLI_INT, AT(most_points), "N",
      "leave out cases with more points than this (default 0: none)", NULL },
    { "n", 'n', CLI_TEXT, AT(list), "LIST",
      "your own cases: 1000,64x64,1024*32 (*batch), stft: 16000/512/128", NULL },
    { "op", 0, CLI_CHOICE, AT(op), NULL, "operation of --n (default fft)",
      "fft|ifft|rfft|irfft|stft|istft|gemm|mask|fnet" },
    { "dtype", 0, CLI_CHOICE, AT(dtype), NULL, "default f32; suite full has both",
      "f32|f64" },
    { "layout", 0, CLI_CHOICE, AT(layout), NULL, "default both",
      "both|split|interleaved" },
    { "peer", 0, CLI_TEXTS, AT(extra), "NAME=PATH.so",
      "one more library with FFTW's interface; may be repeated", NULL },
    { "peers", 0, CLI_BOOL, AT(peers), NULL, "compare at all (default yes)", NULL },
    { "peer-folder", 0, CLI_TEXT, AT(peer_folder), "FOLDER",
      "where bench/peers/build.sh put peers (default ~/.cache/trnfft/peers)", NULL },
    { "effort", 0, CLI_CHOICE, AT(effort), NULL,
      "planning of FFTW; patient: both plans take part (default measure, suite full: "
      "patient)",
      "measure|patient" },
    { "time-limit", 0, CLI_REAL, AT(time_limit_s), "S",
      "seconds for each plan of FFTW (default 20; suite full: MEASURE 600, PATIENT 60 "
      "below 2^18 points, 600 above)",
      NULL },
    { "wisdom-cache", 0, CLI_TEXT, AT(wisdom), "FOLDER",
      "where FFTW's plans are kept (suite full; default ~/.cache/trnfft)", NULL },
    { "plan-peers", 0, CLI_BOOL, AT(plan_peers), NULL,
      "only let FFTW plan, into the cache (suite full; default no)", NULL },
    { "budget", 0, CLI_REAL, AT(budget_s), "S",
      "seconds for all rows: fewer blocks, shorter planning (default no bound)", NULL },
    { "min-time", 0, CLI_REAL, AT(min_time_ms), "MS",
      "least milliseconds of a timed block (default 0.5)", NULL },
    { "blocks", 0, CLI_INT, AT(blocks), "N",
      "blocks of each engine (default 21, least 13)", NULL },
    { "pin", 0, CLI_BOOL, AT(pin), NULL, "stay on one processor (default yes)", NULL },
    { "json", 0, CLI_BOOL, AT(json), NULL, "one JSON object a row, a summary last",
      NULL },
    { "save", 0, CLI_TEXT, AT(save), "FILE.jsonl",
      "these objects into a file, whatever is printed", NULL },
    { NULL, 0, CLI_BOOL, 0, NULL, NULL, NULL },
};

static bool is_full(const bench_options *o)
{
    return o->list == NULL && o->suite == SUITE_FULL;
}

/* ~/.cache/trnfft, or where the environment has it. */
static void cache_folder(const char *part, char *path)
{
    const char *cache = getenv("XDG_CACHE_HOME");
    const char *home = getenv("HOME");
    if (cache != NULL && cache[0] != '\0') {
        snprintf(path, FOLDER, "%.400s/trnfft%s", cache, part);
    } else {
        snprintf(path, FOLDER, "%.400s/.cache/trnfft%s", home != NULL ? home : ".",
                 part);
    }
}

/* Makes a folder and those above it; that it cannot be written shows later. */
static void make_folder(const char *path)
{
    char part[FOLDER];
    for (size_t i = 1; i < FOLDER - 1 && path[i - 1] != '\0'; i++) {
        if (path[i] == '/' || path[i] == '\0') {
            snprintf(part, i + 1, "%s", path);
            mkdir(part, 0777);
        }
    }
}

static void print_header(const bench_options *o, const peers *all, int cpu)
{
    if (o->json) {
        return;
    }
    printf("one thread%s; blocks of %.3g ms taken in turns, %lld of each; peers:",
           cpu >= 0 ? ", one processor" : "", o->min_time_ms, (long long)o->blocks);
    for (int i = 0; i < all->count; i++) {
        bool both = i > 0 && strcmp(all->list[i].name, all->list[i - 1].name) == 0;
        if (!both) { /* one file for each type */
            printf("%s %s", i > 0 ? "," : "", all->list[i].name);
        }
    }
    printf("%s", all->count == 0 ? " none" : "");
    for (int i = 0; i < all->n_missing; i++) {
        printf("%s %s", i == 0 ? "; missing:" : ",", all->missing[i]);
    }
    if (is_full(o) && o->time_limit_s == 0.0) {
        printf("\nFFTW plans: MEASURE, at most 600 s each%s",
               o->effort == 0 ? ""
                              : ", and PATIENT, at most 60 s below 2^18 points, 600 s "
                                "up to 2^22");
    } else if (o->effort == 1) {
        printf("; FFTW plans: MEASURE and PATIENT, at most %.3g s each",
               o->time_limit_s);
    }
    if (o->budget_s > 0.0) {
        printf("; shortened to %.4g s for all rows", o->budget_s);
    }
    printf("\n");
}

static int check_options(const bench_options *o)
{
    if (!(o->min_time_ms >= 0.01 && o->min_time_ms <= 1e4)) {
        return cli_fail(CLI_USAGE, "--min-time: %g ms is not between 0.01 and 10000",
                        o->min_time_ms);
    }
    if (o->blocks < 13 || o->blocks > 1001) {
        return cli_fail(CLI_USAGE, "--blocks: %lld is not between 13 and 1001",
                        (long long)o->blocks);
    }
    if (o->budget_s < 0.0 || o->time_limit_s < 0.0) {
        return cli_fail(CLI_USAGE, "--%s: a negative number of seconds",
                        o->budget_s < 0.0 ? "budget" : "time-limit");
    }
    if (o->family >= 0 && !is_full(o)) {
        return cli_fail(CLI_USAGE, "--family is for --suite full");
    }
    if (o->plan_peers && !is_full(o)) {
        return cli_fail(CLI_USAGE, "--plan-peers is for --suite full");
    }
    if ((o->json || o->save != NULL) && !cli_json_available()) {
        return cli_json_missing();
    }
    return CLI_OK;
}

/* Keeps the cases of at most `most` points. */
static void leave_out(bench_suite *suite, int64_t most)
{
    int kept = 0;
    for (int i = 0; i < suite->count; i++) {
        const bench_case *c = &suite->cases[i];
        if (bench_points(c) * c->batch <= most) {
            suite->cases[kept++] = *c;
        }
    }
    suite->count = kept;
}

static int make_suite(const bench_options *o, bench_suite *suite)
{
    static const char *const suites[] = { "seeds", "sizes", "signal", "full" };
    static const char *const families[] = { "pow2", "large",    "smooth", "primes",
                                            "real", "batched",  "nd",     "f64",
                                            "gemm", "gemm3m",   "stft",   "fnet",
                                            "tiny", "planning", "threads" };
    bench_filter filter = { o->dtype == 1 ? TRNFFT_F64 : TRNFFT_F32, o->layout != 2,
                            o->layout != 1 };
    if (o->list != NULL) {
        if (!bench_suite_parse((bench_op)o->op, o->list, &filter, suite)) {
            return cli_fail(CLI_USAGE,
                            "--n: '%s' is not a list like 1000,64x64,1024*32 that "
                            "--op can do",
                            o->list);
        }
        return CLI_OK;
    }
    bool made = is_full(o)
                    ? bench_full_create(o->family < 0 ? NULL : families[o->family],
                                        &filter, suite)
                    : bench_suite_create(suites[o->suite], &filter, suite);
    return made ? CLI_OK : cli_fail(CLI_MEMORY, "out of memory");
}

/* The names of the libraries that can take part, the strongest in front. */
static void fill_columns(const bench_suite *suite, const peers *all, bench_output *out)
{
    static const peer_kind order[] = { PEER_FFTW, PEER_MKL, PEER_KISS, PEER_BLAS };
    bool products = false;
    for (int i = 0; i < suite->count; i++) {
        products = products || suite->cases[i].op == BENCH_GEMM;
    }
    for (int kind = 0; kind < (products ? 4 : 3); kind++) {
        for (int i = all->count - 1; i >= 0; i--) {
            bool known = all->list[i].kind != order[kind];
            for (int k = 0; k < out->n_libraries; k++) {
                known = known || strcmp(out->library[k], all->list[i].name) == 0;
            }
            if (!known && out->n_libraries < 16) {
                out->library[out->n_libraries++] = all->list[i].name;
            }
        }
    }
}

static int run_all(const bench_options *o, const bench_suite *suite, const peers *all)
{
    bench_settings s;
    char wisdom[FOLDER];
    memset(&s, 0, sizeof s);
    s.timing = (bench_timing){ o->min_time_ms * 1e-3, (int)o->blocks, 0.0 };
    s.planning.measure = true;
    s.planning.patient = o->effort == 1 || (o->effort < 0 && is_full(o));
    s.limits.time_limit_s = o->time_limit_s > 0.0 ? o->time_limit_s : 20.0;
    s.budget_s = o->budget_s;
    s.plan_only = o->plan_peers;
    s.output.json = o->json;
    if (is_full(o)) {
        const double most_s = 20.0;
        s.timing.most_s = most_s;
        s.planning.estimate = true;
        s.planning.destroy_input = true;
        s.planning.stft_groups = true;
        s.limits.by_size = o->time_limit_s == 0.0;
        cache_folder("", wisdom);
        if (o->wisdom == NULL) {
            make_folder(wisdom);
        } else {
            make_folder(o->wisdom);
        }
        s.planning.wisdom = o->wisdom != NULL ? o->wisdom : wisdom;
        fill_columns(suite, all, &s.output);
    }
    if (o->save != NULL) {
        s.output.save = fopen(o->save, "w");
        if (s.output.save == NULL) {
            return cli_fail(CLI_FILE, "--save: %s cannot be written", o->save);
        }
    }
    int code = bench_run_suite(&s, suite, all);
    if (s.output.save != NULL && fclose(s.output.save) != 0 && code == CLI_OK) {
        code = cli_fail(CLI_FILE, "--save: %s cannot be written", o->save);
    }
    return code;
}

static int run(const cli_verb *verb, int argc, char **argv)
{
    bench_options o;
    cli_files files;
    memset(&o, 0, sizeof o);
    o.suite = 1;
    o.family = o.effort = -1;
    o.peers = o.pin = true;
    o.min_time_ms = 0.5;
    o.blocks = 21;
    int code = cli_parse(verb, argc, argv, &o, &files);
    if (code >= 0) {
        return code;
    }
    code = check_options(&o);
    bench_suite suite;
    if (code == CLI_OK) {
        code = make_suite(&o, &suite);
    }
    if (code != CLI_OK) {
        return code;
    }
    if (o.most_points > 0) {
        leave_out(&suite, o.most_points);
    }
    peers all;
    char folder[FOLDER];
    memset(&all, 0, sizeof all);
    cache_folder("/peers", folder);
    if (o.peers && is_full(&o)) {
        code = peers_open_full(o.peer_folder != NULL ? o.peer_folder : folder, &o.extra,
                               &all);
    } else if (o.peers) {
        code = peers_open(o.dtype == 1 ? TRNFFT_F64 : TRNFFT_F32, &o.extra, &all);
    }
    if (code == CLI_OK) {
        int cpu = o.pin ? bench_pin() : -1;
        print_header(&o, &all, cpu);
        code = run_all(&o, &suite, &all);
    }
    peers_close(&all);
    bench_suite_destroy(&suite);
    return code;
}

const cli_verb cmd_bench_verbs[] = {
    { "bench", "time the library against FFTW, MKL and others, results checked",
      "[--suite seeds|sizes|signal|full | --n LIST [--op OP]] [options]",
      "Times one thread on this machine. The library and every peer that is installed "
      "run in\n"
      "turns on the same arrays; each result is checked against a long double "
      "transform first.\n"
      "ratio = time of the fastest peer / time of the library, so above 1 is ahead.\n"
      "Peers are loaded at run time: FFTW (libfftw3f.so.3, libfftw3.so.3), KissFFT, "
      "OpenBLAS\n"
      "for the matrix product, and any library with FFTW's interface by --peer.\n"
      "Suite full has every kind of transform in families, ends with their geometric "
      "means and\n"
      "goals, and also looks for what bench/peers/build.sh made: FFTW with all "
      "instruction sets,\n"
      "and MKL. It keeps FFTW's plans between runs: the first one plans for hours.\n"
      "Families: pow2 large smooth primes real batched nd f64 gemm gemm3m stft fnet "
      "tiny\n"
      "planning threads.",
      "  trnfft bench\n"
      "  trnfft bench --suite seeds --json > seeds.jsonl\n"
      "  trnfft bench --n 1000,1024*32,64x64 --dtype f64 --layout split\n"
      "  trnfft bench --op stft --n 16000/512/128\n"
      "  trnfft bench --suite sizes --effort patient --peer "
      "own=/opt/fftw/lib/libfftw3f.so\n"
      "  trnfft bench --suite full --save full.jsonl\n"
      "  trnfft bench --suite full --family smooth --budget 60",
      options, 0, 0, run },
    { NULL, NULL, NULL, NULL, NULL, NULL, 0, 0, NULL },
};
