/* machine.h - the generations of the NeuronCore as data: what they have, what they
 * forbid, how fast they are said to be.
 *
 * Every constant has its source and, where documents disagree or say nothing, a range
 * that a run can sweep. To add a generation: one more row in machine.c.
 */
#ifndef NCS_MACHINE_H
#define NCS_MACHINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    NCS_PARTITIONS = 128,
    NCS_QUADRANT = 32, /* partitions that data of an engine starts at a multiple of */
    NCS_PSUM_BANKS = 8,
    NCS_PSUM_BANK_BYTES = 2048, /* per partition: 512 f32 */
    NCS_DMA_ENGINES = 16,
    NCS_DMA_QUEUES = 16
};

/* Times and speeds. X(NAME, unit): the values per generation stand in machine.c. */
#define NCS_CONSTANT_LIST(X)                                                         \
    X(PE_GHZ, "GHz")                                                                 \
    X(DVE_GHZ, "GHz")                                                                \
    X(ACT_GHZ, "GHz")                                                                \
    X(POOL_GHZ, "GHz")                                                               \
    X(PE_MIN_INTERVAL, "cycles") /* least moving columns that a matmul pays */       \
    X(PE_F32_PASSES, "passes")   /* cost of f32 operands against bf16 */             \
    X(PE_F32_TRANSPOSE_PASSES, "passes")                                             \
    X(PE_LOAD_DIVISOR, "ratio")      /* stationary loads: columns / this */          \
    X(PE_LATENCY, "cycles")          /* from the last column to a result in PSUM */  \
    X(ENGINE_MIN_INTERVAL, "cycles") /* DVE, ACT, POOL: least per instruction */     \
    X(ENGINE_OVERHEAD, "cycles")     /* added to every instruction in a stream */    \
    X(ENGINE_LATENCY, "cycles")      /* added where the next one needs the result */ \
    X(DVE_BF16_SPEEDUP, "ratio")     /* copies and scalar ops of bf16 in SBUF */     \
    X(DVE_BF16_TENSOR_SPEEDUP, "ratio") /* tensor_tensor of bf16 in SBUF */          \
    X(DVE_F32_SPEEDUP, "ratio")                                                      \
    X(ACT_BF16_SPEEDUP, "ratio")                                                     \
    X(POOL_FIXED, "cycles")      /* iota, select */                                  \
    X(SEMAPHORE, "ns")           /* from a post to a wait of another engine */       \
    X(DMA_GBPS, "B/ns")          /* one engine */                                    \
    X(DMA_LATENCY, "ns")         /* from a satisfied wait to the first byte */       \
    X(DMA_COMPLETE, "ns")        /* from the last byte to the semaphore */           \
    X(DMA_ROW_OVERHEAD, "bytes") /* added to each contiguous run */                  \
    X(HBM_GBPS, "B/ns")          /* a core's share of the chip */                    \
    X(COLLECTIVE_HOP, "ns")                                                          \
    X(COLLECTIVE_GBPS, "B/ns") /* of one core, between chips */                      \
    X(LAUNCH, "us")            /* host to the start of a program */

typedef enum ncs_constant {
#define NCS_NAME(name, unit) NCS_##name,
    NCS_CONSTANT_LIST(NCS_NAME)
#undef NCS_NAME
        NCS_N_CONSTANTS
} ncs_constant;

typedef struct ncs_value {
    double low, middle, high; /* low: the optimistic end, as far as time goes */
    const char *source;       /* one sentence: document, measurement or inference */
} ncs_value;

typedef struct ncs_machine {
    const char *name;       /* "v2" */
    const char *chip;       /* "Trainium, Inferentia2" */
    int64_t sbuf_bytes;     /* per partition, usable by a program */
    int64_t hbm_bytes;      /* of one core */
    int cores;              /* of one chip */
    int max_cores;          /* of one node */
    int64_t moving_max;     /* columns of one matmul's moving operand: 512 */
    int64_t stationary_max; /* columns of the stationary operand: 128 */
    int psum_span_banks;    /* banks that one matmul's result may span: 1; v4: 8 */
    bool act_tensor_copy;   /* tensor_copy on ACT (v3 on) */
    bool act_tensor_scalar; /* multiply and add only (v3 on) */
    bool act_scalar_bias;   /* activation takes a number as bias (v3 on) */
    bool dve_pool_exclude;  /* DVE and POOL may not use SBUF at once: time, no error */
    bool dve_act_exclude;   /* DVE and ACT may not use PSUM at once: the same */
    bool exact_transpose;   /* PE transposes keep NaN and infinity (v3 on) */
    bool accumulate_undefined; /* accumulating on what PE did not write: v2, v3 */
    ncs_value constant[NCS_N_CONSTANTS];
} ncs_machine;

/* "v2", "v3", "v4"; NULL: no such generation. */
const ncs_machine *ncs_machine_find(const char *name);
/* The index-th, NULL past the end. */
const ncs_machine *ncs_machine_at(size_t index);
const char *ncs_constant_name(ncs_constant constant); /* "dma_latency" */
const char *ncs_constant_unit(ncs_constant constant);

#endif
