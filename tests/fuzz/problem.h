/* problem.h - a random problem: operands in memory, and the answer by the defining
 * sums. */
#ifndef TESTS_FUZZ_PROBLEM_H
#define TESTS_FUZZ_PROBLEM_H

#include <trnfft/plan.h>

#include "fuzz/bytes.h"

enum { FUZZ_MAX_ELEMENTS = 2048, FUZZ_MAX_LENGTH = 40 };

/* Memory around one or both operands: what may change, and what it was before. */
typedef struct fuzz_block {
    unsigned char *memory, *before, *owned; /* owned: 1 the output's, 2 the input's */
    size_t bytes;
} fuzz_block;

typedef struct fuzz_problem {
    trnfft_problem problem;
    trnfft_plan_options options;
    fuzz_block blocks[4];
    int n_blocks;
    int may_change; /* the bits of `owned` that an execution may change */
    int shared;     /* input and output lie in one block */
    int must_work;  /* nothing odd about it: an error is a fault */
} fuzz_problem;

/* 0 when the choices are too large to bother. Always ends with fuzz_problem_free(). */
int fuzz_problem_build(fuzz_bytes *b, fuzz_problem *p);
void fuzz_problem_free(fuzz_problem *p);

/* The transform by sums, from the input as it is now: pairs or reals in C order of the
 * output; NULL when the problem is nonsense. The caller frees it. */
double *fuzz_problem_answer(const trnfft_problem *p);

#endif
