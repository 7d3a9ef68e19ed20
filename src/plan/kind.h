/* kind.h - how public problems of one kind become problems that solvers look at.
 *
 * To add a kind: a tfi_kind with build(), a solver for the internal problem that
 * returns a tfi_job_plan (job.h), and both in registry/registry.c. */
#ifndef TFI_PLAN_KIND_H
#define TFI_PLAN_KIND_H

#include <stdbool.h>

#include <trnfft/plan.h>

#include "base/status.h"
#include "plan/planner.h"

enum { TFI_MAX_PROBLEM_BYTES = 1024, TFI_MAX_EXTRA_WORDS = 64 };

/* A public problem on its way to a plan. */
typedef struct tfi_request {
    const char *function;               /* the public name that sentences begin with */
    const trnfft_problem *problem;      /* complete */
    const trnfft_plan_options *options; /* complete, n_threads >= 1 */
    const tfi_allocator *alloc;
} tfi_request;

typedef struct tfi_kind {
    int32_t kind; /* trnfft_kind */
    const char *name;
    int32_t n_operands;  /* 2 or 3 */
    bool third_optional; /* the third may be absent (NULL re) */
    /* Checks everything, dereferences no operand and writes the problem into `out`,
     * which is zeroed and aligned. */
    trnfft_status (*build)(const tfi_request *request, tfi_problem *out);
    /* What tells problems apart beyond the fields of trnfft_problem, as at most
     * TFI_MAX_EXTRA_WORDS words; returns how many. NULL: nothing. */
    size_t (*extra_key)(const trnfft_problem *problem, uint64_t *words);
} tfi_kind;

/* NULL-terminated; defined by the registry above this layer. */
extern const tfi_kind *const tfi_kinds[];
/* All solvers, NULL-terminated. */
const tfi_solver *const *tfi_all_solvers(void);

#endif
