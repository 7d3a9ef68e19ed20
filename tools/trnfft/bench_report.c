/* bench_report.c - prints what bench_report.h says. */
#include "bench_report.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <trnfft/trnfft.h>

#include "report.h"

static const char *layout_name(const bench_case *c)
{
    return bench_is_real(c) ? "real" : c->interleaved ? "interleaved" : "split";
}

/* What only rows of suite "full" have. */
static void add_full(const bench_row *row, cli_json *object)
{
    const bench_case *c = row->c;
    cli_json_text(object, "family", c->family);
    if (c->mode == BENCH_PLAN) {
        cli_json_number(object, "limit_ns", row->limit_ns);
    } else {
        cli_json_number(object, "gflops", bench_flops(c) / row->ns);
    }
    for (int i = 0; i < row->n_peers; i++) {
        if (strstr(row->peer[i], "-estimate") != NULL) {
            cli_json_number(object, "estimate_ns", row->peer_ns[i]);
            break;
        }
    }
    if (row->unfinished > 0) {
        cli_json_number(object, "unfinished", row->unfinished);
    }
    if (c->goal > 0.0) {
        cli_json_number(object, "goal", c->goal);
    }
}

static cli_json *row_json(const bench_row *row)
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
    cli_json_number(object, "ratio", row->ratio > 0.0 ? row->ratio : NAN);
    cli_json_number(object, "error", row->error);
    if (c->family != NULL) {
        add_full(row, object);
    }
    return object;
}

void bench_print_time(double ns)
{
    if (ns < 1e4) {
        printf(" %7.1f ns", ns);
    } else if (ns < 1e7) {
        printf(" %7.2f us", ns * 1e-3);
    } else {
        printf(" %7.2f ms", ns * 1e-6);
    }
}

static void print_text(const bench_row *row, bool first)
{
    const bench_case *c = row->c;
    if (first) {
        printf("%-22s %-5s %-11s %11s %11s %-13s %6s  %s\n", "case", "dtype", "layout",
               "trnfft", "best peer", "", "ratio", "error");
    }
    printf("%-22s %-5s %-11s ", c->name, trnfft_dtype_name(c->dtype), layout_name(c));
    bench_print_time(row->ns);
    if (row->best >= 0) {
        printf(" ");
        bench_print_time(row->peer_ns[row->best]);
        printf(" %-13s %6.2f", row->peer[row->best], row->ratio);
    } else {
        printf(" %11s %-13s %6s", "-", "no peer", "-");
    }
    printf("  %.1e\n", row->error);
}

static bool remember(bench_summary *summary, const bench_row *row)
{
    if (summary->n_records == summary->room) {
        int room = 2 * summary->room + 64;
        bench_record *grown = realloc(summary->record, (size_t)room * sizeof *grown);
        if (grown == NULL) {
            return false;
        }
        summary->record = grown;
        summary->room = room;
    }
    summary->record[summary->n_records++] =
        (bench_record){ *row->c, row->ns, row->ratio };
    return true;
}

int bench_print_row(const bench_row *row, const bench_output *out,
                    bench_summary *summary)
{
    bool first = summary->rows == 0;
    summary->rows++;
    summary->unfinished += row->unfinished > 0 ? 1 : 0;
    if (row->ratio > 0.0) {
        bool less = summary->compared == 0 || row->ratio < summary->min_ratio;
        summary->min_ratio = less ? row->ratio : summary->min_ratio;
        summary->log_sum += log(row->ratio);
        summary->compared++;
    }
    if (row->c->family != NULL && !remember(summary, row)) {
        return cli_fail(CLI_MEMORY, "out of memory");
    }
    int code = out->save != NULL ? cli_json_write(row_json(row), out->save) : CLI_OK;
    if (code == CLI_OK && out->json) {
        code = cli_json_print(row_json(row), false);
    } else if (row->c->family != NULL) {
        bench_print_full_row(row, out, first);
    } else {
        print_text(row, first);
    }
    return code == CLI_OK && fflush(stdout) != 0 ? CLI_FILE : code;
}

static cli_json *summary_json(const bench_summary *summary, double geomean,
                              double least)
{
    cli_json *inner = cli_json_object();
    cli_json *outer = cli_json_object();
    cli_json_number(inner, "geomean", geomean);
    cli_json_number(inner, "min_ratio", least);
    cli_json_number(inner, "rows", summary->rows);
    if (summary->n_records > 0) {
        cli_json_add(inner, "families", bench_families_json(summary));
    }
    cli_json_add(outer, "summary", inner);
    return outer;
}

int bench_print_summary(const bench_summary *summary, const bench_output *out)
{
    double geomean = NAN;
    double least = NAN;
    if (summary->compared > 0) {
        geomean = exp(summary->log_sum / summary->compared);
        least = summary->min_ratio;
    }
    int code = CLI_OK;
    if (out->save != NULL) {
        code = cli_json_write(summary_json(summary, geomean, least), out->save);
    }
    if (out->json) {
        return cli_json_print(summary_json(summary, geomean, least), false);
    }
    if (summary->compared == 0) {
        printf("\n%d rows, no peer to compare with\n", summary->rows);
    } else {
        printf(
            "\n%d rows, %d with a peer: geometric mean of the ratios %.2f, least %.2f "
            "(best peer's time / ours: above 1 is ahead)\n",
            summary->rows, summary->compared, geomean, least);
    }
    if (summary->unfinished > 0) {
        printf(
            "* in %d rows a PATIENT search of FFTW did not finish within its limit\n",
            summary->unfinished);
    }
    if (summary->n_records > 0) {
        bench_print_families(summary);
    }
    return code;
}

void bench_summary_free(bench_summary *summary)
{
    free(summary->record);
    summary->record = NULL;
    summary->n_records = summary->room = 0;
}
