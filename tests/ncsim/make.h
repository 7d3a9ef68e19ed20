/* make.h - programs written by hand, one line a buffer or an instruction, with nothing
 * added: no semaphore, no allocation.
 */
#ifndef TESTS_NCSIM_MAKE_H
#define TESTS_NCSIM_MAKE_H

#include "ncsim/program.h"

/* On this machine ("v3"); fails the test where there is no memory. */
ncs_program *make_program(const char *machine);

/* Buffers: their numbers. Tables take their elements, of dtype. */
int32_t make_hbm(ncs_program *p, const char *name, ncs_dtype t, int64_t elements,
                 ncs_role role);
int32_t make_table(ncs_program *p, const char *name, ncs_dtype t, int64_t elements,
                   const void *data);
int32_t make_tile(ncs_program *p, const char *name, ncs_memory memory, ncs_dtype t,
                  int32_t partition, int32_t n_partitions, int64_t elements,
                  int64_t address);

/* [rows, columns], from element `offset` on; in HBM rows are `columns` apart. */
ncs_view make_view(const ncs_program *p, int32_t buffer, int32_t rows, int64_t columns,
                   int64_t offset);
/* The whole buffer: HBM as one row. */
ncs_view make_whole(const ncs_program *p, int32_t buffer);
ncs_view make_none(void);

/* Everything zero, no operand, no wait, no post. */
ncs_instruction make_instruction(ncs_op op, ncs_stream stream);
/* Waits for the count-th post of the semaphore. */
void make_wait(ncs_instruction *in, int32_t semaphore, int32_t count);
/* Appends; returns its number. */
int32_t make_add(ncs_program *p, const ncs_instruction *in);
/* Appends it behind everything before it: it waits for all posts, and posts itself
 * (semaphores 2 and up, one for each stream). */
int32_t make_chain(ncs_program *p, ncs_instruction in);

/* Shorthands of make_chain(). */
void make_load(ncs_program *p, ncs_view dst, ncs_view src);
void make_matmul(ncs_program *p, ncs_view dst, ncs_view stationary, ncs_view moving,
                 ncs_accumulate accumulate);

#endif
