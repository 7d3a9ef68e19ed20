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

/* Takes the error of a step, but goes on to clean up. */
#define STEP(status, call)           \
    do {                             \
        if ((status) == TRNFFT_OK) { \
            (status) = (call);       \
        }                            \
    } while (0)

#endif
