/* bench_run.h - runs the cases of a suite, checks the results and prints them. */
#ifndef TRNFFT_TOOLS_BENCH_RUN_H
#define TRNFFT_TOOLS_BENCH_RUN_H

#include "bench.h"
#include "bench_report.h"
#include "peers.h"

typedef struct bench_plan_limits {
    bool by_size;        /* suite "full": PATIENT 60 s below 2^18 points, 600 s to 2^22,
                            MEASURE alone above                                  */
    double time_limit_s; /* else for every plan                                  */
} bench_plan_limits;

typedef struct bench_settings {
    bench_timing timing;
    peer_options planning;
    bench_plan_limits limits;
    double budget_s; /* for all rows, 0: none */
    bool plan_only;  /* only let the peers plan, for their wisdom */
    bench_output output;
} bench_settings;

/* An exit status; CLI_FAILED when a result of the library was wrong. */
int bench_run_suite(const bench_settings *settings, const bench_suite *suite,
                    const peers *all);

#endif
