/* builder.h - writing programs in C: named tiles, an allocator for SBUF and PSUM, and
 * the semaphores put in by themselves.
 *
 * Errors stick: after the first, everything is a no-op and ncs_builder_finish() returns
 * it, so that kernels need not test each line. Views are values; slicing them is free.
 */
#ifndef NCS_BUILDER_H
#define NCS_BUILDER_H

#include "ncsim/verify.h"

typedef struct ncs_builder ncs_builder;

/* NULL: out of memory. */
ncs_builder *ncs_builder_create(const ncs_machine *machine, const char *name,
                                const tfi_allocator *alloc);
/* Hands the program over (verified) and destroys the builder, in both cases. What was
 * wrong first: its status and sentence. */
trnfft_status ncs_builder_finish(ncs_builder *b, ncs_program **out);
/* The same, and what the verifier had to say; NULL: nobody asks. */
trnfft_status ncs_builder_finish_with(ncs_builder *b, ncs_program **out,
                                      ncs_report *report);
/* The sticky error, for kernels that want to stop early. */
trnfft_status ncs_builder_status(const ncs_builder *b);
const ncs_machine *ncs_builder_machine(const ncs_builder *b);
/* Where a view lies; HBM for no view. */
ncs_memory ncs_builder_memory(const ncs_builder *b, ncs_view v);
ncs_dtype ncs_builder_dtype(const ncs_builder *b, ncs_view v); /* F32 for no view */
const tfi_allocator *ncs_builder_allocator(const ncs_builder *b);
/* For what a kernel finds wrong itself: the first error stays, with the thread's
 * sentence. OK changes nothing. */
void ncs_builder_fail(ncs_builder *b, trnfft_status status);

/* HBM. The view is [rows, columns], contiguous. */
ncs_view ncs_input(ncs_builder *b, const char *name, ncs_dtype t, int64_t rows,
                   int64_t columns);
ncs_view ncs_output(ncs_builder *b, const char *name, ncs_dtype t, int64_t rows,
                    int64_t columns);
ncs_view ncs_scratch(ncs_builder *b, const char *name, ncs_dtype t, int64_t rows,
                     int64_t columns);
/* `values` of rows * columns doubles are rounded once, to nearest even, to t. */
ncs_view ncs_table(ncs_builder *b, const char *name, ncs_dtype t, int64_t rows,
                   int64_t columns, const double *values);

/* Tiles on the core: a whole rectangle from the allocator; UNSUPPORTED where there is
 * no room. `name` gets a number if it is taken. A PSUM tile starts on a bank and stays
 * in it where it can; its dtype is F32 but for transposes of 16-bit data. */
ncs_view ncs_sbuf(ncs_builder *b, const char *name, ncs_dtype t, int32_t partitions,
                  int64_t columns);
ncs_view ncs_psum(ncs_builder *b, const char *name, ncs_dtype t, int32_t partitions,
                  int64_t columns);
/* Its place may be given to a later tile; the builder waits for its last use by then.
 */
void ncs_free(ncs_builder *b, ncs_view tile);

/* Slices: rows of [first, first + count); columns first, first + step, … of the
 * innermost dimension of a view with one free dimension; a free pattern of up to four
 * dimensions in the place of that one. */
ncs_view ncs_rows(ncs_view v, int32_t first, int32_t count);
ncs_view ncs_columns(ncs_view v, int64_t first, int64_t count, int64_t step);
ncs_view ncs_pattern(ncs_view v, int64_t offset, int n_dims, const int64_t *size,
                     const int64_t *stride);
/* HBM: a row pattern of the buffer, `rows` rows of the free pattern row_stride apart.
 */
ncs_view ncs_hbm_rows(ncs_view v, int64_t offset, int32_t rows, int64_t row_stride,
                      int n_dims, const int64_t *size, const int64_t *stride);

/* Names what follows, for traces: "load", "columns". */
void ncs_note(ncs_builder *b, const char *name);

/* Instructions; streams as in program.h. `queue` -1: 0 for what comes from HBM to the
 * core, 8 for the rest. Queues share the DMA engines, which serve one queue in order:
 * in one queue loads arrive in the order in which they are needed, in two they share
 * the way, and results that are not there yet hold up nobody in a queue of their own.
 */
void ncs_dma(ncs_builder *b, int queue, ncs_view dst, ncs_view src);
void ncs_matmul(ncs_builder *b, ncs_view dst, ncs_view stationary, ncs_view moving,
                ncs_accumulate accumulate);
void ncs_transpose(ncs_builder *b, ncs_stream engine, ncs_view dst, ncs_view src);
/* The engine's own copy: activation(identity) on ACT of v2. */
void ncs_copy(ncs_builder *b, ncs_stream engine, ncs_view dst, ncs_view src);
void ncs_tensor_tensor(ncs_builder *b, ncs_stream engine, ncs_view dst, ncs_view x,
                       ncs_alu op, ncs_view y);
/* (x op0 s0) op1 s1. */
void ncs_tensor_scalar(ncs_builder *b, ncs_stream engine, ncs_view dst, ncs_view x,
                       ncs_alu op0, double s0, ncs_alu op1, double s1);
/* (x op0 column0) op1 column1; column1 without a buffer: none. */
void ncs_tensor_column(ncs_builder *b, ncs_stream engine, ncs_view dst, ncs_view x,
                       ncs_alu op0, ncs_view column0, ncs_alu op1, ncs_view column1);
/* (x op0 s) op1 y; column without a buffer: the number. */
void ncs_scalar_tensor(ncs_builder *b, ncs_view dst, ncs_view x, ncs_alu op0, double s,
                       ncs_view column, ncs_alu op1, ncs_view y);
void ncs_activation(ncs_builder *b, ncs_view dst, ncs_function f, ncs_view x,
                    double scale, double bias);
void ncs_memset(ncs_builder *b, ncs_stream engine, ncs_view dst, double value);
/* For everything else: waits and post are filled in. */
void ncs_emit(ncs_builder *b, const ncs_instruction *instruction);

static inline ncs_view ncs_no_view(void)
{
    ncs_view v = { NCS_NO_BUFFER, 0, 0, 0, 0, { 1, 1, 1, 1 }, { 0, 0, 0, 0 } };
    return v;
}

#endif
