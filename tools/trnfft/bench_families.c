/* bench_families.c - the table of suite "full" and what its families reach. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <trnfft/trnfft.h>

#include "bench_report.h"
#include "report.h"

/* ---- rows ---- */

/* The fastest engine of a library, NAN without one. FFTW's ESTIMATE plan has a column
 * of its own. */
static double library_ns(const bench_row *row, const char *library, bool estimate)
{
    double ns = NAN;
    for (int i = 0; i < row->n_peers; i++) {
        bool is_estimate = strstr(row->peer[i], "-estimate") != NULL;
        bool mine = estimate || strcmp(row->library[i], library) == 0;
        if (mine && is_estimate == estimate && !(row->peer_ns[i] >= ns)) {
            ns = row->peer_ns[i];
        }
    }
    return ns;
}

static void print_cell(double ns)
{
    if (isnan(ns)) {
        printf("  %10s", "-");
    } else {
        printf(" ");
        bench_print_time(ns);
    }
}

static void print_head(const bench_output *out)
{
    printf("%-26s %-5s %-11s %10s %6s", "case", "dtype", "layout", "trnfft", "GF/s");
    for (int i = 0; i < out->n_libraries; i++) {
        printf(" %11s", out->library[i]);
    }
    printf(" %11s %6s %-20s %s\n", "(ESTIMATE)", "ratio", "best peer", "error");
}

void bench_print_full_row(const bench_row *row, const bench_output *out, bool first)
{
    const bench_case *c = row->c;
    if (first) {
        print_head(out);
    }
    printf("%-26s %-5s %-11s", c->name, trnfft_dtype_name(c->dtype),
           bench_is_real(c) ? "real"
           : c->interleaved ? "interleaved"
                            : "split");
    bench_print_time(row->ns);
    if (c->mode == BENCH_PLAN) {
        printf(" %6s", "-");
    } else {
        printf(" %6.1f", bench_flops(c) / row->ns);
    }
    for (int i = 0; i < out->n_libraries; i++) {
        print_cell(library_ns(row, out->library[i], false));
    }
    print_cell(library_ns(row, "", true));
    if (row->ratio > 0.0) {
        printf(" %6.2f %-20s", row->ratio,
               row->best >= 0 ? row->peer[row->best] : "allowed");
    } else {
        printf(" %6s %-20s", "-", "no peer");
    }
    printf(" %.1e%s\n", row->error, row->unfinished > 0 ? " *" : "");
}

/* ---- families ---- */

typedef struct family {
    const bench_goal *goal;
    int rows, compared;
    double geomean, least;
    int below; /* rows under their own goals */
    bool has_goal, met;
} family;

static bool belongs(const bench_goal *goal, const bench_case *c)
{
    return strcmp(c->family, goal->family) == 0 &&
           (goal->layout == NULL ||
            strcmp(goal->layout, c->interleaved ? "interleaved" : "split") == 0);
}

static family sum_up(const bench_summary *summary, const bench_goal *goal)
{
    family f = { goal, 0, 0, 0.0, INFINITY, 0, false, false };
    f.has_goal = goal->geomean > 0.0 || goal->least > 0.0;
    double log_sum = 0.0;
    for (int i = 0; i < summary->n_records; i++) {
        const bench_record *r = &summary->record[i];
        if (!belongs(goal, &r->c)) {
            continue;
        }
        f.rows++;
        if (r->ratio > 0.0) {
            f.compared++;
            log_sum += log(r->ratio);
            f.least = fmin(f.least, r->ratio);
            f.below += r->ratio < r->c.goal ? 1 : 0;
            f.has_goal = f.has_goal || r->c.goal > 0.0;
        }
    }
    f.geomean = f.compared > 0 ? exp(log_sum / f.compared) : NAN;
    f.least = f.compared > 0 ? f.least : NAN;
    f.met = f.compared > 0 && f.geomean >= goal->geomean && f.least >= goal->least &&
            f.below == 0;
    return f;
}

/* The time of the complex transform of the same line, 0 where it was not taken. */
static double complex_ns(const bench_summary *summary, const bench_case *real)
{
    for (int i = 0; i < summary->n_records; i++) {
        const bench_record *r = &summary->record[i];
        if (r->c.op == BENCH_FFT && r->c.mode == BENCH_RUN && r->c.rank == 1 &&
            r->c.batch == 1 && r->c.n[0] == real->n[0] && r->c.dtype == real->dtype &&
            r->c.interleaved == real->interleaved) {
            return r->ns;
        }
    }
    return 0.0;
}

static bool is_prime(int64_t n)
{
    for (int64_t p = 2; p * p <= n; p++) {
        if (n % p == 0) {
            return false;
        }
    }
    return true;
}

/* How real transforms compare with our own complex ones. */
static void print_real_share(const bench_summary *summary)
{
    static const char *const names[] = { "even n, goal 0.62", "primes, goal 0.75" };
    for (int kind = 0; kind < 2; kind++) {
        double worst = 0.0;
        double log_sum = 0.0;
        int count = 0;
        const bench_case *where = NULL;
        for (int i = 0; i < summary->n_records; i++) {
            const bench_record *r = &summary->record[i];
            bool real = r->c.op == BENCH_RFFT || r->c.op == BENCH_IRFFT;
            double ns = real && r->c.rank == 1 ? complex_ns(summary, &r->c) : 0.0;
            if (ns == 0.0 || (kind == 0 ? r->c.n[0] % 2 != 0 : !is_prime(r->c.n[0]))) {
                continue;
            }
            count++;
            log_sum += log(r->ns / ns);
            if (where == NULL || r->ns / ns > worst) {
                worst = r->ns / ns;
                where = &r->c;
            }
        }
        if (where != NULL) {
            printf("real / own complex time, %s: geometric mean %.2f, worst %.2f "
                   "(%s %s), %d rows\n",
                   names[kind], exp(log_sum / count), worst, where->name,
                   where->interleaved ? "interleaved" : "split", count);
        }
    }
}

static void print_goal(double goal)
{
    if (goal > 0.0) {
        printf(" %6.2f", goal);
    } else {
        printf(" %6s", "-");
    }
}

void bench_print_families(const bench_summary *summary)
{
    printf("\n%-10s %-12s %5s %8s %6s %6s %6s  %s\n", "family", "layout", "rows",
           "geomean", "goal", "least", "goal", "");
    for (int i = 0; i < bench_n_goals; i++) {
        const bench_goal *goal = &bench_goals[i];
        family f = sum_up(summary, goal);
        if (f.rows == 0) {
            continue;
        }
        printf("%-10s %-12s %5d", goal->family,
               goal->layout == NULL ? "all" : goal->layout, f.rows);
        if (f.compared == 0) {
            printf(" no peer\n");
            continue;
        }
        printf(" %8.2f", f.geomean);
        print_goal(goal->geomean);
        printf(" %6.2f", f.least);
        print_goal(goal->least);
        printf("  %s", goal->text);
        if (f.has_goal) {
            printf(": %s", f.met ? "reached" : "not reached");
        }
        if (f.below > 0) {
            printf(", %d below their own goals", f.below);
        }
        printf("\n");
    }
    print_real_share(summary);
}

cli_json *bench_families_json(const bench_summary *summary)
{
    cli_json *list = cli_json_array();
    for (int i = 0; i < bench_n_goals; i++) {
        const bench_goal *goal = &bench_goals[i];
        family f = sum_up(summary, goal);
        if (f.rows == 0) {
            continue;
        }
        cli_json *object = cli_json_object();
        cli_json_text(object, "family", goal->family);
        cli_json_text(object, "layout", goal->layout == NULL ? "all" : goal->layout);
        cli_json_number(object, "rows", f.rows);
        cli_json_number(object, "geomean", f.geomean);
        cli_json_number(object, "goal", goal->geomean > 0.0 ? goal->geomean : NAN);
        cli_json_number(object, "min_ratio", f.least);
        cli_json_number(object, "min_goal", goal->least > 0.0 ? goal->least : NAN);
        if (f.has_goal) {
            cli_json_bool(object, "reached", f.met);
        }
        cli_json_add(list, NULL, object);
    }
    return list;
}
