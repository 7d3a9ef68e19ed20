/* job.h - plans of whole problems, as opposed to line plans: what a trnfft_plan runs.
 */
#ifndef TFI_PLAN_JOB_H
#define TFI_PLAN_JOB_H

#include <trnfft/plan.h>

#include "plan/line.h"
#include "plan/planner.h"
#include "plan/team.h"

/* One execution. Operands are complete: interleaved ones have im = re + 1. */
typedef struct tfi_job {
    const trnfft_operand *operands; /* in, out and, where the kind has one, a third */
    void *workspace;                /* workspace_bytes of the plan, 64-byte aligned */
    tfi_team *team;                 /* helpers, for plans of several threads */
} tfi_job;

/* A job that is one execution of one line plan, on operands where they are. */
typedef struct tfi_single {
    const tfi_line_plan *line; /* NULL: the job is more than that */
    tfi_line_args args;        /* all but operands' pointers and scratch */
    size_t scratch;            /* offset in the workspace */
    /* Where the line has a short way, else NULL. */
    tfi_line_run run;
    tfi_line_prepared prepared;
} tfi_single;

typedef struct tfi_job_plan {
    tfi_plan base;
    size_t workspace_bytes;
    tfi_single single; /* filled in when it wakes */
    /* Sets the sentence only on failure. No allocation, no lock, no system call with
     * one thread. */
    trnfft_status (*execute)(const struct tfi_job_plan *plan, const tfi_job *job);
    /* The lines that it runs, for the list of candidates; returns how many. NULL: none.
     */
    size_t (*lines)(const struct tfi_job_plan *plan, tfi_line_problem *list,
                    size_t capacity);
} tfi_job_plan;

#endif
