/* plan.h - what a trnfft_plan is made of. */
#ifndef TFI_PLAN_PLAN_H
#define TFI_PLAN_PLAN_H

#include <stdatomic.h>

#include <trnfft/plan.h>

#include "plan/context.h"
#include "plan/job.h"
#include "plan/key.h"

enum { TFI_MAX_RELATIONS = 16 };

struct trnfft_plan {
    atomic_int references;
    bool owns_context; /* made for a user: keeps the context alive */
    trnfft_context *context;
    const tfi_kind *kind;
    tfi_job_plan *job;
    size_t bytes;           /* of everything that the plan holds */
    size_t workspace_bytes; /* as promised to callers: any alignment */
    tfi_span spans[TFI_MAX_OPERANDS];
    uint64_t relations[TFI_MAX_RELATIONS];
    size_t n_relations;
    tfi_problem *problem; /* canonical, for listing candidates */
    /* The cache's. */
    uint64_t hash;
    uint64_t *key;
    size_t n_key_words;
    struct trnfft_plan *next_in_bucket, *newer, *older;
};

void tfi_plan_retain(trnfft_plan *plan);

#endif
