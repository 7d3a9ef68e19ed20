/* bench_report.h - rows of `trnfft bench` as a table or as JSON, and their summary. */
#ifndef TRNFFT_TOOLS_BENCH_REPORT_H
#define TRNFFT_TOOLS_BENCH_REPORT_H

#include "bench.h"

typedef struct bench_row {
    const bench_case *c;
    double ns;
    int n_peers;
    const char *peer[BENCH_MAX_ENGINES];
    double peer_ns[BENCH_MAX_ENGINES];
    int best;     /* index of the fastest peer, -1 without one */
    double ratio; /* its time / ours, 0 without one            */
    double error; /* relative RMS of our result                */
} bench_row;

typedef struct bench_summary {
    int rows;     /* all of them                    */
    int compared; /* those with a peer              */
    double log_sum, min_ratio;
} bench_summary;

/* Each returns an exit status. */
int bench_print_row(const bench_row *row, bool json, bench_summary *summary);
int bench_print_summary(const bench_summary *summary, bool json);

#endif
