/* program.h - a program for one NeuronCore, as data.
 *
 * Buffers are rectangles in HBM, SBUF or PSUM; instructions work on views of them. The
 * list of instructions is in issue order: each stream (five engines, sixteen DMA
 * queues, the collectives) runs its own instructions in that order and is tied to the
 * others by semaphores alone. The whole list in order is one legal execution: a wait
 * may only count posts that stand before it. ncs_verify() holds a program to all of
 * this.
 */
#ifndef NCS_PROGRAM_H
#define NCS_PROGRAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/alloc.h"
#include "base/status.h"
#include "ncsim/machine.h"

typedef enum ncs_dtype {
    NCS_F32 = 0,
    NCS_TF32 = 1, /* 32 bits of storage, 10 of mantissa where PE reads it */
    NCS_BF16 = 2,
    NCS_F16 = 3,
    NCS_I32 = 4,
    NCS_U32 = 5,
    NCS_N_DTYPES
} ncs_dtype;

static inline int64_t ncs_dtype_bytes(ncs_dtype dtype)
{
    return dtype == NCS_BF16 || dtype == NCS_F16 ? 2 : 4;
}

typedef enum ncs_memory { NCS_HBM = 0, NCS_SBUF = 1, NCS_PSUM = 2 } ncs_memory;

/* What the outside has to do with a buffer in HBM. */
typedef enum ncs_role {
    NCS_SCRATCH = 0, /* all of SBUF and PSUM */
    NCS_INPUT = 1,
    NCS_OUTPUT = 2,
    NCS_TABLE = 3 /* constants that belong to the program: `data` */
} ncs_role;

enum { NCS_NAME_BYTES = 24, NCS_DIMS = 4 };

typedef struct ncs_buffer {
    char name[NCS_NAME_BYTES]; /* unique, [a-z][a-z0-9_]* */
    ncs_memory memory;
    ncs_dtype dtype;
    ncs_role role;
    int64_t elements; /* HBM: all; SBUF, PSUM: per partition */
    /* SBUF, PSUM: the rectangle. PSUM addresses count through the banks:
     * bank * NCS_PSUM_BANK_BYTES + byte. */
    int32_t partition, n_partitions;
    int64_t address; /* bytes from the start of the partition */
    void *data;      /* NCS_TABLE: elements of dtype; owned by the program */
} ncs_buffer;

/* A view. Element (p, i0, i1, i2, i3), p < n_partitions, i_d < size[d], is
 *   HBM          offset + p * row_stride + sum i_d * stride[d]    of the buffer,
 *   SBUF, PSUM   offset + sum i_d * stride[d]   of partition `partition + p` of it.
 * Dimensions that are not used have size 1. All counts are elements of the buffer's
 * dtype. Both sides of an instruction are walked in this order, p slowest, i3 fastest.
 */
typedef struct ncs_view {
    int32_t buffer; /* index; NCS_NO_BUFFER: no operand */
    int32_t partition;
    int32_t n_partitions;
    int64_t row_stride; /* HBM alone; 0 elsewhere */
    int64_t offset;
    int64_t size[NCS_DIMS], stride[NCS_DIMS];
} ncs_view;

enum { NCS_NO_BUFFER = -1 };

/* Elements of one partition. */
static inline int64_t ncs_view_columns(const ncs_view *v)
{
    return v->size[0] * v->size[1] * v->size[2] * v->size[3];
}

/* Streams: in order within, independent of each other. */
typedef enum ncs_stream {
    NCS_PE = 0,
    NCS_DVE = 1,
    NCS_ACT = 2,
    NCS_POOL = 3,
    NCS_SP = 4,
    NCS_CC = 5,  /* collectives */
    NCS_DMA0 = 6 /* … NCS_DMA0 + NCS_DMA_QUEUES - 1 */
} ncs_stream;
enum { NCS_N_STREAMS = NCS_DMA0 + NCS_DMA_QUEUES };

/* dst, src[0], src[1], src[2] and the other fields that an operation reads. */
typedef enum ncs_op {
    /* Waits and posts only; any stream. */
    NCS_NOP = 0,
    /* DMA: dst = src[0], HBM and SBUF on either side (PSUM never); dtypes may differ
     * (by way of f32). The source may overlap itself, the destination may not. */
    NCS_DMA_COPY,
    /* PE: dst[M, N] (+)= src[0][K, M]^T src[1][K, N]; src in SBUF, both from the same
     * partition on (it is the row of the array that it feeds), dst in PSUM, f32.
     * accumulate as below. f32 and tf32 pair with each other only. */
    NCS_MATMUL,
    /* PE: dst[F, P] in PSUM = src[0][P, F]^T from SBUF, P, F <= 128, same dtype.
     * DVE: the same within blocks of 32 x 32, P and F <= 32. */
    NCS_TRANSPOSE,
    /* DVE, POOL, ACT (v3 on): dst = src[0], by way of f32 unless dtypes are equal. */
    NCS_COPY,
    /* DVE, POOL: dst = src[0] alu[0] src[1]; not both in PSUM. */
    NCS_TENSOR_TENSOR,
    /* DVE, POOL, ACT (v3 on; multiply, add, multiply then add):
     * dst = (src[0] alu[0] s0) alu[1] s1, where s is scalar[i] or, if src[1 + i] is a
     * view, its one f32 column, one number a partition. reverse[i]: operands change
     * places. alu[1] may be NCS_BYPASS. */
    NCS_TENSOR_SCALAR,
    /* DVE: dst = (src[0] alu[0] s0) alu[1] src[1]; s0 = scalar[0] or column src[2].
     * src[0] and src[1] not both in PSUM. */
    NCS_SCALAR_TENSOR_TENSOR,
    /* ACT: dst = function(src[0] * s + b), s = scalar[0] or column src[1], b =
     * scalar[1] (v3 on; v2: 0 only) or column src[2]. */
    NCS_ACTIVATION,
    /* DVE, POOL: dst = scalar[0]. */
    NCS_MEMSET,
    /* POOL: dst = base + p * channel + sum i_d * step[d], int32 arithmetic, p the row
     * of the view. */
    NCS_IOTA,
    /* POOL: dst = value > 0 ? src[0] : scalar[0], value as in NCS_IOTA, i_d those of
     * dst. */
    NCS_AFFINE_SELECT,
    /* DVE: dst = src[0] > 0 ? src[1] : src[2], element by element. */
    NCS_SELECT,
    /* CC, all in HBM, of `group` cores (0: all): part r of a buffer is its r-th equal
     * share. dst has as many elements as src[0], all_gather: times cores,
     * reduce_scatter (sums, in the order of ranks): divided by cores. */
    NCS_ALL_GATHER,
    NCS_ALL_TO_ALL,     /* part r of rank s becomes part s of rank r */
    NCS_PERMUTE,        /* dst of rank r = src of rank (r + cores - shift) % cores */
    NCS_REDUCE_SCATTER, /* dst of rank r = sum over ranks of part r */
    NCS_N_OPS
} ncs_op;

static inline bool ncs_is_collective(int op)
{
    return op >= NCS_ALL_GATHER && op <= NCS_REDUCE_SCATTER;
}

typedef enum ncs_alu {
    NCS_BYPASS = 0, /* the first operand */
    NCS_ADD,
    NCS_SUBTRACT,
    NCS_MULTIPLY,
    NCS_MAX,
    NCS_MIN,
    NCS_IS_GT, /* 1 or 0 */
    NCS_IS_GE,
    NCS_IS_EQ,
    NCS_ABS_MAX,
    NCS_BIT_AND, /* bits, of 32-bit types, DVE: both operations of an instruction or
                  * none */
    NCS_BIT_OR,
    NCS_BIT_XOR,
    NCS_SHIFT_LEFT,
    NCS_SHIFT_RIGHT,
    NCS_N_ALUS
} ncs_alu;

static inline bool ncs_is_bit_alu(int alu)
{
    return alu >= NCS_BIT_AND && alu <= NCS_SHIFT_RIGHT;
}

typedef enum ncs_function {
    NCS_IDENTITY = 0, /* nl.copy */
    NCS_SQUARE,
    NCS_SQRT,
    NCS_RSQRT,
    NCS_RECIPROCAL,
    NCS_ABS,
    NCS_RELU,
    NCS_EXP,
    NCS_LOG,
    NCS_SIN, /* of [-pi, pi] only */
    NCS_GELU,
    NCS_TANH,
    NCS_N_FUNCTIONS
} ncs_function;

typedef enum ncs_accumulate {
    NCS_OVERWRITE = 0, /* first of a group, or the only one */
    NCS_ACCUMULATE = 1 /* adds to what PE wrote before */
} ncs_accumulate;

enum { NCS_MAX_WAITS = 8, NCS_MAX_SEMAPHORES = 256 };

typedef struct ncs_wait {
    int32_t semaphore;
    int32_t count; /* until it has been posted this often, >= 1 */
} ncs_wait;

typedef struct ncs_instruction {
    uint8_t op;     /* ncs_op */
    uint8_t stream; /* ncs_stream */
    uint8_t alu[2];
    bool reverse[2];
    uint8_t function;
    uint8_t accumulate;
    int32_t n_waits;
    ncs_wait wait[NCS_MAX_WAITS];
    int32_t post; /* semaphore counted up by one when it is done; -1: none. Each
                   * semaphore is posted by one stream only. */
    ncs_view dst, src[3];
    double scalar[2];
    int64_t base, channel,
        step[NCS_DIMS]; /* iota, affine_select; permute: base = shift */
    int32_t group;
    int32_t note; /* index of a phase's name, -1: none; for traces */
} ncs_instruction;

typedef struct ncs_program {
    const ncs_machine *machine;
    char name[64];
    int32_t n_buffers, buffers_capacity;
    ncs_buffer *buffer;
    int32_t n_instructions, instructions_capacity;
    ncs_instruction *instruction;
    int32_t n_notes, notes_capacity;
    char (*note)[NCS_NAME_BYTES]; /* "load", "columns", "twiddle" … */
    const tfi_allocator *alloc;
} ncs_program;

/* Empty; ncs_program_destroy(NULL) does nothing. Out of memory: NULL, with the
 * sentence. */
ncs_program *ncs_program_create(const ncs_machine *machine, const char *name,
                                const tfi_allocator *alloc);
void ncs_program_destroy(ncs_program *program);
/* Appends a copy; *index (may be NULL) becomes its number. `data` of a table is copied.
 */
trnfft_status ncs_program_add_buffer(ncs_program *program, const ncs_buffer *buffer,
                                     int32_t *index);
trnfft_status ncs_program_add_instruction(ncs_program *program,
                                          const ncs_instruction *instruction);
trnfft_status ncs_program_add_note(ncs_program *program, const char *name,
                                   int32_t *index);
/* By name; -1: none. */
int32_t ncs_program_find_buffer(const ncs_program *program, const char *name);

const char *ncs_op_name(ncs_op op); /* "matmul": also the word of the assembler */
const char *ncs_stream_name(ncs_stream stream); /* "pe", "dma3" */
const char *ncs_dtype_name(ncs_dtype dtype);
const char *ncs_alu_name(ncs_alu alu);
const char *ncs_function_name(ncs_function function);
const char *ncs_memory_name(ncs_memory memory);

#endif
