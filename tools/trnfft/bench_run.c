/* bench_run.c - the cases of a suite, one after the other. */
#include "bench_run.h"

#include <math.h>
#include <string.h>

#include <trnfft/trnfft.h>

#include "bounds.h"
#include "report.h"

/* A share of the budget that goes into plans, and into measuring. */
static const double PLANNING_SHARE = 0.25;
static const double MEASURING_SHARE = 0.5;

typedef struct runner {
    const bench_settings *settings;
    const peers *all;
    bench_summary summary;
    bool wrong;        /* a result of ours was          */
    double share_s;    /* of the budget, 0: no bound    */
    bench_case known;  /* whose truth is kept           */
    bench_truth truth; /* count 0: none                 */
} runner;

/* Layouts do not change what has to come out, nor the numbers that go in. */
static bool same_truth(const bench_case *a, const bench_case *b)
{
    return a->op == b->op && a->dtype == b->dtype && a->rank == b->rank &&
           memcmp(a->n, b->n, sizeof a->n) == 0 && a->batch == b->batch &&
           a->n_fft == b->n_fft && a->hop == b->hop && a->columns == b->columns;
}

static bool find_truth(runner *r, const bench_case *c, const bench_arrays *arrays)
{
    if (r->truth.count > 0 && same_truth(&r->known, c)) {
        return true;
    }
    bench_truth_destroy(&r->truth);
    r->known = *c;
    return bench_truth_create(c, arrays, &r->truth);
}

/* Checks the result of every engine; drops peers that are wrong. */
static bool check_engines(const runner *r, const bench_case *c, bench_arrays *arrays,
                          bench_engine *list, int *count, double *error)
{
    double bound = c->op == BENCH_GEMM ? bound_gemm(c->dtype, c->n[0])
                                       : bound_transform(c->dtype, INT64_C(3));
    bound *= c->three ? 2.0 : 1.0;
    int kept = 0;
    for (int i = 0; i < *count; i++) {
        bench_view_clear(c, &arrays->out);
        if (list[i].prepare != NULL) {
            list[i].prepare(list[i].state, arrays);
        }
        list[i].run(list[i].state, arrays, 1);
        double e = bench_error(c, arrays, &r->truth);
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
    return *error <= bound;
}

static void fill_row(const bench_engine *list, int count, const double *ns,
                     bench_row *row)
{
    row->ns = ns[0];
    row->n_peers = count - 1;
    row->best = -1;
    row->ratio = 0.0;
    for (int i = 1; i < count; i++) {
        memcpy(row->peer[i - 1], list[i].name, sizeof row->peer[i - 1]);
        row->library[i - 1] = list[i].library;
        row->peer_ns[i - 1] = ns[i];
        if (row->best < 0 || ns[i] < row->peer_ns[row->best]) {
            row->best = i - 1;
            row->ratio = ns[i] / ns[0];
        }
    }
}

static void destroy_engines(bench_engine *list, int count)
{
    for (int i = 0; i < count; i++) {
        list[i].destroy(list[i].state);
    }
}

static peer_options planning_of(const runner *r, const bench_case *c, int *unfinished)
{
    const bench_settings *s = r->settings;
    const double middle = 0x1p18;
    const double large = 0x1p22;
    peer_options o = s->planning;
    o.unfinished = unfinished;
    o.measure_limit_s = o.patient_limit_s = s->limits.time_limit_s;
    if (s->limits.by_size) {
        bool framed = c->op == BENCH_STFT || c->op == BENCH_ISTFT;
        double points =
            (double)(framed ? c->n_fft : bench_points(c)) * (double)c->batch;
        o.patient = o.patient && points <= large;
        o.patient_limit_s = points < middle ? 60.0 : 600.0;
        o.measure_limit_s = 600.0;
    }
    if (r->share_s > 0.0) {
        o.patient_limit_s = fmin(o.patient_limit_s, PLANNING_SHARE * r->share_s);
    }
    return o;
}

static bench_timing timing_of(const runner *r)
{
    bench_timing t = r->settings->timing;
    if (r->share_s > 0.0) {
        t.most_s = MEASURING_SHARE * r->share_s;
    }
    return t;
}

/* Executions of all engines; *list has ours in front, the peers are added. */
static int run_engines(runner *r, const bench_case *c, bench_arrays *arrays,
                       bench_row *row)
{
    bench_engine list[BENCH_MAX_ENGINES];
    double ns[BENCH_MAX_ENGINES];
    peer_options planning = planning_of(r, c, &row->unfinished);
    bench_timing timing = timing_of(r);
    bool threads = c->mode == BENCH_THREADS;
    int count = 1;
    int code = bench_ours_create(c, arrays, threads ? 2 : 1, &list[0]);
    if (code != CLI_OK) {
        return code;
    }
    if (!find_truth(r, c, arrays)) {
        destroy_engines(list, count);
        return cli_fail(CLI_MEMORY, "%s: out of memory", c->name);
    }
    if (threads) {
        code = bench_ours_create(c, arrays, 1, &list[1]);
        if (code != CLI_OK) {
            destroy_engines(list, count);
            return code;
        }
        strcpy(list[1].name, "one-thread");
        count = 2;
    } else {
        peers_add(r->all, c, &planning, list, &count);
    }
    if (!check_engines(r, c, arrays, list, &count, &row->error)) {
        r->wrong = true;
    }
    bench_measure(&timing, arrays, list, count, ns);
    fill_row(list, count, ns, row);
    cli_progress_end();
    code = bench_print_row(row, &r->settings->output, &r->summary);
    destroy_engines(list, count);
    return code;
}

/* How long the default plan takes, against what it may take; peers: their quickest way
 * to a plan. */
static int run_planning(runner *r, const bench_case *c, bench_arrays *arrays,
                        bench_row *row)
{
    bench_engine list[BENCH_MAX_ENGINES];
    peer_options quick = planning_of(r, c, &row->unfinished);
    bench_timing timing = timing_of(r);
    double execution_ns = 0.0;
    double ns[BENCH_MAX_ENGINES];
    int count = 1;
    int code = bench_ours_create(c, arrays, 0, &list[0]);
    if (code != CLI_OK) {
        return code;
    }
    bench_measure(&timing, arrays, list, 1, &execution_ns);
    code = bench_ours_plan_ns(c, arrays, timing.blocks, &ns[0]);
    if (code == CLI_OK) {
        quick.measure = quick.patient = false;
        quick.estimate = true;
        quick.wisdom = NULL;
        peers_add(r->all, c, &quick, list, &count);
        for (int i = 1; i < count; i++) {
            ns[i] = list[i].plan_s * 1e9;
        }
        fill_row(list, count, ns, row);
        row->best = -1;
        row->limit_ns = c->limit_ns > 0.0 ? c->limit_ns : 3.0 * execution_ns + 1e6;
        row->ratio = row->limit_ns / row->ns;
        cli_progress_end();
        code = bench_print_row(row, &r->settings->output, &r->summary);
    }
    destroy_engines(list, count);
    return code;
}

static int plan_peers(const runner *r, const bench_case *c)
{
    bench_engine list[BENCH_MAX_ENGINES];
    int unfinished = 0;
    peer_options planning = planning_of(r, c, &unfinished);
    int count = 0;
    if (c->mode == BENCH_RUN) {
        planning.estimate = false;
        peers_add(r->all, c, &planning, list, &count);
        destroy_engines(list, count);
    }
    return CLI_OK;
}

static int run_case(runner *r, const bench_case *c)
{
    bench_arrays arrays;
    bench_row row;
    memset(&row, 0, sizeof row);
    row.c = c;
    if (r->settings->plan_only) {
        return plan_peers(r, c);
    }
    if (!bench_arrays_create(c, &arrays)) {
        return cli_fail(CLI_MEMORY, "%s: out of memory", c->name);
    }
    bench_arrays_fill(c, &arrays);
    if (c->mode == BENCH_THREADS) {
        bench_unpin();
    }
    int code = c->mode == BENCH_PLAN ? run_planning(r, c, &arrays, &row)
                                     : run_engines(r, c, &arrays, &row);
    if (c->mode == BENCH_THREADS) {
        bench_repin();
    }
    bench_arrays_destroy(&arrays);
    return code;
}

int bench_run_suite(const bench_settings *settings, const bench_suite *suite,
                    const peers *all)
{
    runner r;
    memset(&r, 0, sizeof r);
    r.settings = settings;
    r.all = all;
    double start = cli_seconds();
    int code = CLI_OK;
    for (int i = 0; code == CLI_OK && i < suite->count; i++) {
        cli_progress(suite->cases[i].name, i, suite->count);
        if (settings->budget_s > 0.0) {
            double left = settings->budget_s - (cli_seconds() - start);
            r.share_s = fmax(left / (suite->count - i), 0.02);
        }
        code = run_case(&r, &suite->cases[i]);
    }
    cli_progress_end();
    bench_truth_destroy(&r.truth);
    if (code == CLI_OK && !settings->plan_only) {
        code = bench_print_summary(&r.summary, &settings->output);
    }
    bench_summary_free(&r.summary);
    return code == CLI_OK && r.wrong ? CLI_FAILED : code;
}
