/* failing.h - an allocator that fails at a chosen call and counts what lives. */
#ifndef TESTS_ALLOC_FAILING_H
#define TESTS_ALLOC_FAILING_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include <trnfft/trnfft.h>

#include "support/tensors.h"

/* Uses the current context (or the one given) for one thing, cleans up, returns its
 * status. */
typedef trnfft_status (*scenario)(trnfft_context *context);

/* Runs the scenario with the first, second … allocation failing, in a fresh context
 * each time, until it passes without a failure. Each failure must be reported as out of
 * memory, leak nothing and leave the context fit for another try. */
void run_with_failures(scenario run, const char *name);

/* The same with malloc itself failing and the default context, which is made anew each
 * time. The scenario allocates nothing by itself. */
void run_with_malloc_failures(scenario run, const char *name);

/* From now on the nth call of malloc and all later ones fail (0: none does); returns
 * how many calls there were since the last time. Works by the linker's --wrap. */
int64_t malloc_fails_at(int64_t nth);

/* A context whose allocator fails like that: allocations_fail_at() is its
 * malloc_fails_at(). */
trnfft_context *counting_context(void);
int64_t allocations_fail_at(int64_t nth);

/* Takes the error of a step, but goes on to clean up. */
#define STEP(status, call)           \
    do {                             \
        if ((status) == TRNFFT_OK) { \
            (status) = (call);       \
        }                            \
    } while (0)

#endif
