/* measure.h - timing line plans against each other, and the advice that planners with
 * effort get from it. */
#ifndef TFI_PLAN_MEASURE_H
#define TFI_PLAN_MEASURE_H

#include "plan/line.h"
#include "plan/wisdom.h"

/* Two plans of one problem on the planner's own operands. */
typedef struct tfi_race tfi_race;

/* Operands of the problem: one line of pairs, or as many lanes as the target likes,
 * with numbers in them. OUT_OF_MEMORY. */
trnfft_status tfi_race_create(const tfi_line_problem *problem,
                              const tfi_allocator *alloc, tfi_race **out);
void tfi_race_destroy(tfi_race *race);

/* Runs both in turns until their times are known well enough, `deadline` (of
 * tfi_clock_s()) has come, or, unless `patient`, b is clearly slower. *a_ns and *b_ns
 * are the least times of one lane. Both plans are awake. OUT_OF_MEMORY. */
trnfft_status tfi_race_run(tfi_race *race, const tfi_line_plan *a,
                           const tfi_line_plan *b, double deadline, bool patient,
                           double *a_ns, double *b_ns);

/* Measures candidates of a problem against the first of them, which is predicted to be
 * the fastest; children are found as the planner finds them. */
typedef struct tfi_measure_request {
    const tfi_line_problem *problem;
    double deadline; /* of tfi_clock_s() */
    size_t most;     /* how many, those predicted to be the fastest */
    double
        slower; /* none that is predicted to take so many times the first one's time */
    bool all;   /* the time of each is wanted, not only which is the fastest */
} tfi_measure_request;
enum { TFI_MEASURE_MOST = 24 };
/* The limit of plans that give none, seconds. */
#define TFI_MEASURE_DEFAULT_S 1.0
/* The candidates by predicted cost and how many there are; measured_ns stays 0 where
 * there was no time. *best is the fastest of those measured, 0 if none was. */
trnfft_status tfi_measure_candidates(tfi_planner *planner,
                                     const tfi_measure_request *request,
                                     tfi_candidate list[TFI_MEASURE_MOST],
                                     size_t *count, size_t *best);

/* Advice of a planner: what the wisdom holds, else what measuring finds (then the
 * wisdom holds it), else none. */
typedef struct tfi_advisor {
    tfi_wisdom *wisdom;
    double deadline; /* of tfi_clock_s(); 0: nothing is measured */
    int n_busy;
    const tfi_line_problem *busy[16]; /* being measured, one inside the other */
} tfi_advisor;

/* From now on the planner asks. The advisor outlives the planner. */
void tfi_advisor_join(tfi_advisor *advisor, tfi_wisdom *wisdom, double deadline,
                      tfi_planner *planner);

#endif
