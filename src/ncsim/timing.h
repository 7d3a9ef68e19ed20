/* timing.h - the cost model: when each instruction of a program starts and ends, by the
 * machine's documented intervals, bandwidths and latencies. Nothing is computed.
 *
 * Predictions, never measured on silicon.
 */
#ifndef NCS_TIMING_H
#define NCS_TIMING_H

#include "ncsim/program.h"
#include "ncsim/settings.h"

typedef struct ncs_span {
    double start, end; /* ns, of occupying the engine or the queue */
    double done;       /* ns: when its result may be used, its semaphore counted */
    int32_t cause;     /* the instruction that it waited for last; -1: the start */
} ncs_span;

typedef enum ncs_bound {
    NCS_BOUND_LAUNCH = 0,
    NCS_BOUND_PE,
    NCS_BOUND_DVE,
    NCS_BOUND_ACT,
    NCS_BOUND_POOL,
    NCS_BOUND_DMA,
    NCS_BOUND_LATENCY, /* no resource is busy for half of the time */
    NCS_N_BOUNDS
} ncs_bound;

typedef struct ncs_time {
    double total_ns;               /* launch included */
    double device_ns;              /* without */
    double busy_ns[NCS_N_STREAMS]; /* by stream; of DMA queues: bytes in flight */
    double dma_busy_ns;            /* time in which the DMA engines moved something */
    int64_t bytes_in, bytes_out;   /* HBM to core and back, tables included */
    int64_t bytes_table;
    int64_t macs;
    ncs_bound bound;
    ncs_bound device_bound;  /* the same, launch apart */
    int32_t critical_length; /* instructions on the critical path */
} ncs_time;

/* The program has passed ncs_verify(). `spans` (n_instructions of them) and `critical`
 * (instruction numbers, n_instructions at most, critical_length written) may be NULL.
 * OUT_OF_MEMORY. */
trnfft_status ncs_estimate(const ncs_program *program, const ncs_settings *settings,
                           ncs_span *spans, int32_t *critical, ncs_time *out);

/* The cost of one instruction alone, for planners: the interval in ns after which its
 * stream takes the next one. */
double ncs_interval(const ncs_program *program, const ncs_instruction *instruction,
                    const ncs_settings *settings);

const char *ncs_bound_name(ncs_bound bound);

#endif
