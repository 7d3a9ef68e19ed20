/* cmd_bench.c - `trnfft bench`: the library against its peers, in turns, results
 * checked. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <trnfft/trnfft.h>

#include "bench.h"
#include "bench_report.h"
#include "bounds.h"
#include "peers.h"
#include "report.h"
#include "verbs.h"

typedef struct bench_options {
    int suite;
    const char *list;
    int op;
    int dtype;
    int layout;
    cli_texts extra;
    bool peers;
    int effort;
    double time_limit_s, min_time_ms;
    int64_t blocks;
    bool pin, json;
} bench_options;

#define AT(field) offsetof(bench_options, field)

static const cli_option options[] = {
    { "suite", 0, CLI_CHOICE, AT(suite), NULL, "which list of cases (default sizes)",
      "seeds|sizes|signal" },
    { "n", 'n', CLI_TEXT, AT(list), "LIST",
      "your own cases: 1000,64x64,1024*32 (*batch), stft: 16000/512/128", NULL },
    { "op", 0, CLI_CHOICE, AT(op), NULL, "operation of --n (default fft)",
      "fft|ifft|rfft|irfft|stft|istft|gemm|mask" },
    { "dtype", 0, CLI_CHOICE, AT(dtype), NULL, "default f32", "f32|f64" },
    { "layout", 0, CLI_CHOICE, AT(layout), NULL, "default both",
      "both|split|interleaved" },
    { "peer", 0, CLI_TEXTS, AT(extra), "NAME=PATH.so",
      "one more library with FFTW's interface; may be repeated", NULL },
    { "peers", 0, CLI_BOOL, AT(peers), NULL, "compare at all (default yes)", NULL },
    { "effort", 0, CLI_CHOICE, AT(effort), NULL,
      "planning of FFTW; patient: both plans take part (default measure)",
      "measure|patient" },
    { "time-limit", 0, CLI_REAL, AT(time_limit_s), "S",
      "seconds for each plan of FFTW (default 20)", NULL },
    { "min-time", 0, CLI_REAL, AT(min_time_ms), "MS",
      "least milliseconds of a timed block (default 0.5)", NULL },
    { "blocks", 0, CLI_INT, AT(blocks), "N",
      "blocks of each engine (default 21, least 13)", NULL },
    { "pin", 0, CLI_BOOL, AT(pin), NULL, "stay on one processor (default yes)", NULL },
    { "json", 0, CLI_BOOL, AT(json), NULL, "one JSON object a row, a summary last",
      NULL },
    { NULL, 0, CLI_BOOL, 0, NULL, NULL, NULL },
};

/* Checks the result of every engine; drops peers that are wrong. */
static int check_engines(const bench_case *c, bench_arrays *arrays,
                         const bench_truth *truth, bench_engine *list, int *count,
                         double *error)
{
    double bound = c->op == BENCH_GEMM ? bound_gemm(c->dtype, c->n[0])
                                       : bound_transform(c->dtype, INT64_C(3));
    int kept = 0;
    for (int i = 0; i < *count; i++) {
        bench_view_clear(c, &arrays->out);
        list[i].run(list[i].state, arrays, 1);
        double e = bench_error(c, arrays, truth);
        if (i == 0) {
            *error = e;
            if (!(e <= bound)) {
                cli_warn("%s %s: error %.2g is above %.2g", c->name,
                         c->interleaved ? "interleaved" : "split", e, bound);
            }
        } else if (!(e <= 20.0 * bound)) {
            cli_warn("%s: %s gives a wrong result (error %.2g): not timed", c->name,
                     list[i].name, e);
            list[i].destroy(list[i].state);
            continue;
        }
        list[kept++] = list[i];
    }
    *count = kept;
    return *error <= bound ? CLI_OK : CLI_FAILED;
}

static void fill_row(const bench_case *c, const bench_engine *list, int count,
                     const double *ns, bench_row *row)
{
    row->c = c;
    row->ns = ns[0];
    row->n_peers = count - 1;
    row->best = -1;
    row->ratio = 0.0;
    for (int i = 1; i < count; i++) {
        row->peer[i - 1] = list[i].name;
        row->peer_ns[i - 1] = ns[i];
        if (row->best < 0 || ns[i] < row->peer_ns[row->best]) {
            row->best = i - 1;
            row->ratio = ns[i] / ns[0];
        }
    }
}

/* Sets *wrong when our result is; the exit status is for what stops the run. */
static int run_case(const bench_options *o, const bench_case *c, const peers *all,
                    bench_summary *summary, bool *wrong)
{
    bench_arrays arrays;
    bench_truth truth = { NULL, NULL, 0 };
    bench_engine list[BENCH_MAX_ENGINES];
    double ns[BENCH_MAX_ENGINES];
    bench_row row;
    memset(&row, 0, sizeof row);
    int count = 1;
    if (!bench_arrays_create(c, &arrays)) {
        return cli_fail(CLI_MEMORY, "%s: out of memory", c->name);
    }
    bench_arrays_fill(c, &arrays);
    int code = bench_ours_create(c, &arrays, &list[0]);
    if (code == CLI_OK && !bench_truth_create(c, &arrays, &truth)) {
        list[0].destroy(list[0].state);
        code = cli_fail(CLI_MEMORY, "%s: out of memory", c->name);
    }
    if (code == CLI_OK) {
        peer_options planning = { o->effort == 1, o->time_limit_s };
        bench_timing timing = { o->min_time_ms * 1e-3, (int)o->blocks };
        peers_add(all, c, &planning, list, &count);
        if (check_engines(c, &arrays, &truth, list, &count, &row.error) != CLI_OK) {
            *wrong = true;
        }
        bench_measure(&timing, &arrays, list, count, ns);
        fill_row(c, list, count, ns, &row);
        cli_progress_end();
        code = bench_print_row(&row, o->json, summary);
        for (int i = 0; i < count; i++) {
            list[i].destroy(list[i].state);
        }
    }
    bench_truth_destroy(&truth);
    bench_arrays_destroy(&arrays);
    return code;
}

static int run_suite(const bench_options *o, const bench_suite *suite, const peers *all)
{
    bench_summary summary = { 0, 0, 0.0, 0.0 };
    bool wrong = false;
    int code = CLI_OK;
    for (int i = 0; code == CLI_OK && i < suite->count; i++) {
        cli_progress(suite->cases[i].name, i, suite->count);
        code = run_case(o, &suite->cases[i], all, &summary, &wrong);
    }
    cli_progress_end();
    if (code == CLI_OK) {
        code = bench_print_summary(&summary, o->json);
    }
    return code == CLI_OK && wrong ? CLI_FAILED : code;
}

static void print_header(const bench_options *o, const peers *all, int cpu)
{
    if (o->json) {
        return;
    }
    printf("one thread%s; blocks of %.3g ms taken in turns, %lld of each; peers:",
           cpu >= 0 ? ", one processor" : "", o->min_time_ms, (long long)o->blocks);
    for (int i = 0; i < all->count; i++) {
        printf("%s %s", i > 0 ? "," : "", all->list[i].name);
    }
    printf("%s", all->count == 0 ? " none" : "");
    if (o->effort == 1) {
        printf("; FFTW plans: MEASURE and PATIENT, at most %.3g s each",
               o->time_limit_s);
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
    if (o->json && !cli_json_available()) {
        return cli_json_missing();
    }
    return CLI_OK;
}

static int run(const cli_verb *verb, int argc, char **argv)
{
    static const char *const suites[] = { "seeds", "sizes", "signal" };
    bench_options o = { 1,    NULL, BENCH_FFT, 0,    0,    { 0, { NULL } }, true, 0,
                        20.0, 0.5,  21,        true, false };
    cli_files files;
    int code = cli_parse(verb, argc, argv, &o, &files);
    if (code >= 0) {
        return code;
    }
    code = check_options(&o);
    if (code != CLI_OK) {
        return code;
    }
    bench_filter filter = { o.dtype == 1 ? TRNFFT_F64 : TRNFFT_F32, o.layout != 2,
                            o.layout != 1 };
    bench_suite suite;
    if (o.list != NULL) {
        if (!bench_suite_parse((bench_op)o.op, o.list, &filter, &suite)) {
            return cli_fail(CLI_USAGE,
                            "--n: '%s' is not a list like 1000,64x64,1024*32 that "
                            "--op can do",
                            o.list);
        }
    } else if (!bench_suite_create(suites[o.suite], &filter, &suite)) {
        return cli_fail(CLI_MEMORY, "out of memory");
    }
    peers all = { 0, { { "", NULL, PEER_FFTW, NULL } } };
    code = o.peers ? peers_open(filter.dtype, &o.extra, &all) : CLI_OK;
    if (code == CLI_OK) {
        int cpu = o.pin ? bench_pin() : -1;
        print_header(&o, &all, cpu);
        code = run_suite(&o, &suite, &all);
    }
    peers_close(&all);
    bench_suite_destroy(&suite);
    return code;
}

const cli_verb cmd_bench_verbs[] = {
    { "bench", "time the library against FFTW and KissFFT, results checked",
      "[--suite seeds|sizes|signal | --n LIST [--op OP]] [options]",
      "Times one thread on this machine. The library and every peer that is installed "
      "run in\n"
      "turns on the same arrays; each result is checked against a long double "
      "transform first.\n"
      "ratio = time of the fastest peer / time of the library, so above 1 is ahead.\n"
      "Peers are loaded at run time: FFTW (libfftw3f.so.3, libfftw3.so.3), KissFFT, "
      "OpenBLAS\n"
      "for the matrix product, and any library with FFTW's interface by --peer.",
      "  trnfft bench\n"
      "  trnfft bench --suite seeds --json > seeds.jsonl\n"
      "  trnfft bench --n 1000,1024*32,64x64 --dtype f64 --layout split\n"
      "  trnfft bench --op stft --n 16000/512/128\n"
      "  trnfft bench --suite sizes --effort patient --peer "
      "own=/opt/fftw/lib/libfftw3f.so",
      options, 0, 0, run },
    { NULL, NULL, NULL, NULL, NULL, NULL, 0, 0, NULL },
};
