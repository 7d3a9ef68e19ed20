/* timing_parts.h - what the files of the cost model share: the price of one instruction
 * alone, and the DMA engines as a fluid.
 */
#ifndef NCS_TIMING_PARTS_H
#define NCS_TIMING_PARTS_H

#include "base/alloc.h"
#include "base/status.h"
#include "ncsim/timing.h"

/* Costs of one instruction, ns. */
typedef struct ncs_cost {
    double load;     /* PE: the stationary load */
    double interval; /* until the stream takes the next one */
    double latency;  /* from the end of the interval to the result */
    bool fast;       /* DVE: in one of its fast modes */
} ncs_cost;

/* Engines and collectives; not DMA. */
ncs_cost ncs_cost_of(const ncs_program *program, const ncs_instruction *instruction,
                     const ncs_settings *settings);

/* A transfer as work of the sixteen DMA engines. */
typedef struct ncs_dma_work {
    double ns[NCS_DMA_ENGINES]; /* of each engine, alone */
    double hbm_density;         /* bytes to or from HBM per ns of an engine's work */
    int64_t bytes;              /* moved: the larger side */
} ncs_dma_work;

void ncs_dma_work_of(const ncs_program *program, const ncs_instruction *instruction,
                     const ncs_settings *settings, ncs_dma_work *work);

/* Whether the instruction touches that memory. */
bool ncs_touches(const ncs_program *program, const ncs_instruction *instruction,
                 ncs_memory memory);
/* Whether some element may be in both views. */
bool ncs_views_meet(const ncs_program *program, const ncs_view *a, const ncs_view *b);
/* Whether `b` has the stationary operand that `a` left in the array. */
bool ncs_same_stationary(const ncs_program *program, int32_t a, int32_t b);

/* The engines: each shares its time evenly among the queues that have work for it; all
 * together keep to the core's share of HBM. Within a queue an engine takes transfers in
 * order. */
typedef struct ncs_transfer {
    int32_t instruction;
    double start;                 /* first byte; < 0: none yet */
    double left[NCS_DMA_ENGINES]; /* ns of work */
    double hbm_density;
} ncs_transfer;

typedef struct ncs_fluid {
    const tfi_allocator *alloc;
    double hbm_gbps, now, busy;
    double rate[NCS_DMA_QUEUES][NCS_DMA_ENGINES];  /* work per ns, of … */
    int32_t head[NCS_DMA_QUEUES][NCS_DMA_ENGINES]; /* … this transfer; -1: none */
    struct ncs_fluid_queue {
        ncs_transfer *transfer; /* that arrived and did not end, in order */
        int32_t count, capacity;
    } queue[NCS_DMA_QUEUES];
} ncs_fluid;

void ncs_fluid_init(ncs_fluid *fluid, const ncs_settings *settings,
                    const tfi_allocator *alloc);
void ncs_fluid_fini(ncs_fluid *fluid);
/* A transfer arrives now. OUT_OF_MEMORY. */
trnfft_status ncs_fluid_add(ncs_fluid *fluid, int queue, int32_t instruction,
                            const ncs_dma_work *work);
/* When the next engine ends with a transfer, if none arrives before; infinite: nothing
 * moves. */
double ncs_fluid_next(const ncs_fluid *fluid);
/* Time goes on, at most to ncs_fluid_next(). */
void ncs_fluid_advance(ncs_fluid *fluid, double time);
/* An instruction that ended, in the order of its queue, and when its first byte moved;
 * -1: no more. */
int32_t ncs_fluid_ended(ncs_fluid *fluid, double *start);

#endif
