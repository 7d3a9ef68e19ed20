/* plan.h - what a trnfft_plan is made of. */
#ifndef TFI_PLAN_PLAN_H
#define TFI_PLAN_PLAN_H

#include <stdatomic.h>
#include <stdbool.h>

#include <trnfft/plan.h>

#include "plan/context.h"
#include "plan/job.h"
#include "plan/key.h"

enum {
    TFI_MAX_RELATIONS = 16,
    TFI_STACK_BYTES = 4096 /* scratch of small plans needs no pool */
};

typedef enum tfi_gate_kind {
    TFI_GATE_SHUT = 0,
    TFI_GATE_PAIRS = 1, /* both sides interleaved */
    TFI_GATE_PARTS = 2, /* both split */
    TFI_GATE_REAL_TO_PAIRS = 3,
    TFI_GATE_REAL_TO_PARTS = 4,
    TFI_GATE_PAIRS_TO_REAL = 5,
    TFI_GATE_PARTS_TO_REAL = 6
} tfi_gate_kind;

/* A short check of an execution's pointers, for plans that are one line: who passes has
 * operands that are aligned, lie as in the problem and are apart (or the same pairs),
 * so that nothing else needs to be looked at. */
typedef struct tfi_gate {
    uintptr_t size, mask; /* of a component */
    /* Modulo 2^64, of the bytes of one part, or of the pairs: - in, - in - out, - out,
     * - 2 out. */
    uintptr_t minus_in, gap, minus_out, gap_out;
    /* What runs behind it, of a prepared line without scratch; else NULL. */
    tfi_line_run run;
    const tfi_line_prepared *prepared;
    bool same_pairs; /* the problem was in place, interleaved */
    bool fits_stack; /* the workspace does */
    tfi_gate_kind kind;
} tfi_gate;

/* trnfft_plan_execute() of a plan that needs no scratch. */
typedef trnfft_status (*tfi_plan_quick)(const trnfft_plan *plan, const void *xre,
                                        const void *xim, void *yre, void *yim,
                                        void *workspace);

struct trnfft_plan {
    tfi_plan_quick quick; /* by the kind of gate; NULL: there is none */
    tfi_gate gate;
    atomic_int references;
    bool owns_context; /* made for a user: keeps the context alive */
    trnfft_context *context;
    const tfi_kind *kind;
    int32_t effort; /* trnfft_effort */
    uint32_t flags;
    struct trnfft_device *device; /* NULL: the host */
    tfi_job_plan *job;
    size_t bytes;           /* of everything that the plan holds */
    size_t workspace_bytes; /* as promised to callers: any alignment; 0: needs none, or
                               what the stack has */
    tfi_span spans[TFI_MAX_OPERANDS];
    uint64_t relations[TFI_MAX_RELATIONS];
    size_t n_relations;
    bool input_meets_itself; /* parts of the problem's input share memory */
    tfi_problem *problem;    /* canonical, for listing candidates */
    /* The cache's. */
    uint64_t hash;
    uint64_t *key;
    size_t n_key_words;
    struct trnfft_plan *next_in_bucket, *newer, *older;
};

void tfi_plan_retain(trnfft_plan *plan);

/* What serves such a gate, or NULL. */
tfi_plan_quick tfi_plan_quick_for(const tfi_gate *gate);

#endif
