/* bench_report.h - rows of `trnfft bench` as a table or as JSON, and their summary. */
#ifndef TRNFFT_TOOLS_BENCH_REPORT_H
#define TRNFFT_TOOLS_BENCH_REPORT_H

#include <stdio.h>

#include "bench.h"

typedef struct bench_row {
    const bench_case *c;
    double ns;
    int n_peers;
    char peer[BENCH_MAX_ENGINES][BENCH_NAME]; /* names of engines         */
    const char *library[BENCH_MAX_ENGINES];   /* whose they are             */
    double peer_ns[BENCH_MAX_ENGINES];
    int best;        /* index of the fastest peer, -1 without one         */
    double ratio;    /* its time / ours, 0 without one                    */
    double limit_ns; /* BENCH_PLAN: what is allowed; ratio is this / ours */
    double error;    /* relative RMS of our result                        */
    int unfinished;  /* PATIENT searches of FFTW that their limit ended   */
} bench_row;

/* What the summary of suite "full" needs of a row. */
typedef struct bench_record {
    bench_case c;
    double ns, ratio; /* ratio 0: nothing to compare with */
} bench_record;

typedef struct bench_summary {
    int rows;       /* all of them                    */
    int compared;   /* those with a peer              */
    int unfinished; /* rows with such searches      */
    double log_sum, min_ratio;
    bench_record *record; /* of "full" only */
    int n_records, room;
} bench_summary;

typedef struct bench_output {
    bool json;       /* on stdout, else a table             */
    FILE *save;      /* a copy of the JSON, NULL: none      */
    int n_libraries; /* columns of the table of suite full  */
    const char *library[16];
} bench_output;

/* Each returns an exit status. */
int bench_print_row(const bench_row *row, const bench_output *out,
                    bench_summary *summary);
int bench_print_summary(const bench_summary *summary, const bench_output *out);
void bench_summary_free(bench_summary *summary);

/* ---- suite "full" ---- */

/* A row with a column for each library. */
void bench_print_full_row(const bench_row *row, const bench_output *out, bool first);
/* The families and whether they reach their goals. */
void bench_print_families(const bench_summary *summary);
/* The same as an array of objects. */
struct cJSON *bench_families_json(const bench_summary *summary);
/* "  525.0 ns" in 11 columns. */
void bench_print_time(double ns);

#endif
