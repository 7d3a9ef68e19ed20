/* bench_report.c - prints what bench_report.h says. */
#include "bench_report.h"

#include <math.h>
#include <stdio.h>

#include <trnfft/trnfft.h>

#include "report.h"

static const char *layout_name(const bench_case *c)
{
    return c->interleaved ? "interleaved" : "split";
}

static int print_json(const bench_row *row)
{
    const bench_case *c = row->c;
    cli_json *object = cli_json_object();
    cli_json *peers = cli_json_object();
    cli_json_text(object, "suite", c->suite);
    cli_json_text(object, "case", c->name);
    cli_json_text(object, "dtype", trnfft_dtype_name(c->dtype));
    cli_json_text(object, "layout", layout_name(c));
    cli_json_text(object, "device", "cpu");
    cli_json_number(object, "ns", row->ns);
    for (int i = 0; i < row->n_peers; i++) {
        cli_json_number(peers, row->peer[i], row->peer_ns[i]);
    }
    cli_json_add(object, "peers", peers);
    if (row->best >= 0) {
        cli_json_text(object, "best_peer", row->peer[row->best]);
    } else {
        cli_json_number(object, "best_peer", NAN);
    }
    cli_json_number(object, "ratio", row->best >= 0 ? row->ratio : NAN);
    cli_json_number(object, "error", row->error);
    int code = cli_json_print(object, false);
    return fflush(stdout) == 0 ? code : CLI_FILE;
}

static void print_time(double ns)
{
    if (ns < 1e4) {
        printf(" %8.1f ns", ns);
    } else if (ns < 1e7) {
        printf(" %8.2f us", ns * 1e-3);
    } else {
        printf(" %8.2f ms", ns * 1e-6);
    }
}

static int print_text(const bench_row *row, bool first)
{
    const bench_case *c = row->c;
    if (first) {
        printf("%-22s %-5s %-11s %11s %11s %-13s %6s  %s\n", "case", "dtype", "layout",
               "trnfft", "best peer", "", "ratio", "error");
    }
    printf("%-22s %-5s %-11s", c->name, trnfft_dtype_name(c->dtype), layout_name(c));
    print_time(row->ns);
    if (row->best >= 0) {
        print_time(row->peer_ns[row->best]);
        printf(" %-13s %6.2f", row->peer[row->best], row->ratio);
    } else {
        printf(" %11s %-13s %6s", "-", "no peer", "-");
    }
    printf("  %.1e\n", row->error);
    return fflush(stdout) == 0 ? CLI_OK : CLI_FILE;
}

int bench_print_row(const bench_row *row, bool json, bench_summary *summary)
{
    bool first = summary->rows == 0;
    summary->rows++;
    if (row->best >= 0) {
        bool less = summary->compared == 0 || row->ratio < summary->min_ratio;
        summary->min_ratio = less ? row->ratio : summary->min_ratio;
        summary->log_sum += log(row->ratio);
        summary->compared++;
    }
    return json ? print_json(row) : print_text(row, first);
}

int bench_print_summary(const bench_summary *summary, bool json)
{
    double geomean = NAN;
    double least = NAN;
    if (summary->compared > 0) {
        geomean = exp(summary->log_sum / summary->compared);
        least = summary->min_ratio;
    }
    if (json) {
        cli_json *inner = cli_json_object();
        cli_json *outer = cli_json_object();
        cli_json_number(inner, "geomean", geomean);
        cli_json_number(inner, "min_ratio", least);
        cli_json_number(inner, "rows", summary->rows);
        cli_json_add(outer, "summary", inner);
        return cli_json_print(outer, false);
    }
    if (summary->compared == 0) {
        printf("\n%d rows, no peer to compare with\n", summary->rows);
    } else {
        printf(
            "\n%d rows, %d with a peer: geometric mean of the ratios %.2f, least %.2f "
            "(best peer's time / ours: above 1 is ahead)\n",
            summary->rows, summary->compared, geomean, least);
    }
    return CLI_OK;
}
