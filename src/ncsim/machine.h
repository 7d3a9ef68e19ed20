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

/* Times and speeds. X(NAME, name, unit, what): the values stand in machine.c. */
/* clang-format off */
#define NCS_CONSTANT_LIST(X)                                                          \
    X(PE_GHZ, "pe_ghz", "GHz", "clock of the tensor engine")                          \
    X(DVE_GHZ, "dve_ghz", "GHz", "clock of the vector engine")                        \
    X(ACT_GHZ, "act_ghz", "GHz", "clock of the scalar engine")                        \
    X(POOL_GHZ, "pool_ghz", "GHz", "clock of GpSimd")                                 \
    X(PE_MIN_INTERVAL, "pe_min_interval", "cycles", "least that a matmul pays")       \
    X(PE_MIN_BY_STATIONARY, "pe_min_by_stationary", "switch",                         \
      "1: or the stationary columns, if fewer")                                       \
    X(PE_F32_PASSES, "pe_f32_passes", "passes", "cost of f32 operands against bf16")  \
    X(PE_F32_TRANSPOSE_PASSES, "pe_f32_transpose_passes", "passes",                   \
      "the same of transposes")                                                       \
    X(PE_LOAD_DIVISOR, "pe_load_divisor", "ratio",                                    \
      "stationary loads take columns / this")                                         \
    X(PE_LATENCY, "pe_latency", "cycles", "from the last column to a result in PSUM") \
    X(ENGINE_MIN_INTERVAL, "engine_min_interval", "cycles",                           \
      "DVE, ACT, POOL: least per instruction")                                        \
    X(ENGINE_OVERHEAD, "engine_overhead", "cycles",                                   \
      "added to every instruction of these")                                          \
    X(ENGINE_LATENCY, "engine_latency", "cycles",                                     \
      "added where the next one needs the result")                                    \
    X(DVE_BF16_SPEEDUP, "dve_bf16_speedup", "ratio",                                  \
      "copies and scalar ops of bf16 in SBUF")                                        \
    X(DVE_BF16_TENSOR_SPEEDUP, "dve_bf16_tensor_speedup", "ratio",                    \
      "tensor_tensor of bf16 in SBUF")                                                \
    X(DVE_F32_SPEEDUP, "dve_f32_speedup", "ratio",                                    \
      "copies and scalar ops of f32 in SBUF")                                         \
    X(ACT_BF16_SPEEDUP, "act_bf16_speedup", "ratio", "copies and scalar ops of bf16") \
    X(POOL_SLOWDOWN, "pool_slowdown", "ratio", "cycles of POOL against those of DVE") \
    X(POOL_FIXED, "pool_fixed", "cycles", "added to iota and affine_select")          \
    X(SEMAPHORE, "semaphore", "ns", "from a post to a wait of another engine")        \
    X(DMA_GBPS, "dma_gbps", "B/ns", "of one DMA engine")                              \
    X(DMA_LATENCY, "dma_latency", "ns", "from a satisfied wait to the first byte")    \
    X(DMA_COMPLETE, "dma_complete", "ns", "from the last byte to the semaphore")      \
    X(DMA_ROW_OVERHEAD, "dma_row_overhead", "bytes", "added to each contiguous run")  \
    X(HBM_GBPS, "hbm_gbps", "B/ns", "a core's share of the chip")                     \
    X(COLLECTIVE_HOP, "collective_hop", "ns", "from one core to the next")            \
    X(COLLECTIVE_GBPS, "collective_gbps", "B/ns", "of one core, between chips")       \
    X(HOST_GBPS, "host_gbps", "B/ns", "between the host's memory and the device")     \
    X(LAUNCH, "launch", "us", "from the host to the start of a program")
/* clang-format on */

typedef enum ncs_constant {
#define NCS_NAME(upper, name, unit, what) NCS_##upper,
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
    const char *platform;   /* what NKI calls it: "trn1" */
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
    bool
        dve_fast_excludes_pool; /* DVE's fast modes keep POOL from SBUF (v3 on): time */
    bool exact_transpose;       /* PE transposes keep NaN and infinity (v3 on) */
    bool accumulate_undefined;  /* accumulating on what PE did not write: v2, v3 */
    ncs_value constant[NCS_N_CONSTANTS];
} ncs_machine;

/* "v2", "v3", "v4"; NULL: no such generation. */
const ncs_machine *ncs_machine_find(const char *name);
/* The index-th, NULL past the end. */
const ncs_machine *ncs_machine_at(size_t index);
enum { NCS_MACHINE_NAMES_BYTES = 64 };
/* Their names as a sentence lists them, "v2, v3 and v4" with "and", into text of
 * NCS_MACHINE_NAMES_BYTES; returns text. */
const char *ncs_machine_names(const char *last_word, char *text);
const char *ncs_constant_name(ncs_constant constant); /* "dma_latency" */
const char *ncs_constant_unit(ncs_constant constant);
const char *ncs_constant_what(ncs_constant constant);

#endif
