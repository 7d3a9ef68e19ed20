/* verify.h - the rules of the machine, checked before anything runs.
 *
 * No program, however broken, gets past here to crash the host: everything that
 * ncs_run() and ncs_time() rely on is checked first.
 */
#ifndef NCS_VERIFY_H
#define NCS_VERIFY_H

#include "ncsim/program.h"

/* X(NAME): what may be wrong. Each has a failing program in tests/ncsim. */
#define NCS_RULE_LIST(X)                                                            \
    X(FORM)          /* enumerations, counts, indices, names out of range */        \
    X(CAPACITY)      /* a buffer leaves its memory */                               \
    X(OVERLAP)       /* PSUM buffers across banks where one matmul may not */       \
    X(ALIGNMENT)     /* addresses, start partitions */                              \
    X(BOUNDS)        /* a view leaves its buffer */                                 \
    X(SHAPE)         /* operands of different shapes, too many rows or columns */   \
    X(ENGINE)        /* an operation that the engine does not have */               \
    X(MEMORY)        /* an engine that may not touch a memory */                    \
    X(DTYPE)         /* types that do not go together */                            \
    X(PARTITIONS)    /* a move across partitions that no engine makes */            \
    X(ACCUMULATION)  /* on what PE did not write, or past another engine's write */ \
    X(UNINITIALISED) /* a read of what nobody wrote; an output left unwritten */    \
    X(RACE)          /* two streams, one place, no semaphore between */             \
    X(SEMAPHORE)     /* posts of two streams, counts that never come */             \
    X(READ_ONLY)     /* writes to inputs or tables */                               \
    X(SELF_OVERLAP)  /* a destination that names one element twice, or that         \
                      * overlaps a source other than exactly */                     \
    X(COLLECTIVE)    /* cores that disagree */

typedef enum ncs_rule {
    NCS_RULE_NONE = 0,
#define NCS_RULE(name) NCS_RULE_##name,
    NCS_RULE_LIST(NCS_RULE)
#undef NCS_RULE
        NCS_N_RULES
} ncs_rule;

typedef struct ncs_report {
    ncs_rule rule;
    int32_t instruction; /* -1: a buffer */
    int32_t buffer;      /* -1: none */
    char sentence[256];  /* names the instruction, the operand and the numbers */
    /* Where all is well: the most that was in use at once. */
    int64_t sbuf_peak, psum_peak; /* bytes of a partition */
} ncs_report;

/* TRNFFT_ERROR_INVALID_ARGUMENT with the sentence (report->sentence, also the thread's)
 * at the first rule broken; TRNFFT_ERROR_OUT_OF_MEMORY. `report` may be NULL. */
trnfft_status ncs_verify(const ncs_program *program, ncs_report *report);

/* The same for the programs of a group of cores, rank by rank, each of which has passed
 * ncs_verify(): the same collectives in the same order, of the same types and sizes,
 * with shares that fit the number of cores. The report's instruction is one of the rank
 * that the sentence names. */
trnfft_status ncs_verify_group(const ncs_program *const *programs, int32_t n_cores,
                               ncs_report *report);

const char *ncs_rule_name(ncs_rule rule);

#endif
