/* run.h - the functional simulator: what a program computes, bit by bit as the settings
 * say, the same bits on every host.
 *
 * Where the documents are silent and no setting is offered, this was chosen:
 *   matmul      the sum of a matmul is finished first, from zero, over rows 0 … K - 1;
 *               accumulating adds it to PSUM in f32, one more rounding: documents have
 *               PSUM add what comes out of the array, not start the array with it
 *   splits      (f32_products) each pass is summed by itself, low * low first, and
 *               passes are added in f32
 *   elements    operands become f32, each operation is rounded to f32, the result once
 *               more to the type of dst: nearest even; to integers so too, saturated,
 *               NaN becomes 0. POOL's tensor_tensor with three equal integer types is
 *               native, modulo 2^32
 *   bits        bit operations and copies between equal types move bits; numbers of bit
 *               operations are integers; shifts by 32 and more give 0
 *   activation  x s is rounded, then the sum with b (one rounding with two_ops =
 *               one_rounding), then the function, in double, is; sin beyond pi is NaN;
 *               b = 0 is added too, which makes 0 of -0
 *   max, min    the second operand where one is a NaN
 *   transpose   of v2's PE: NaN for everything that a value which is not finite is
 *               multiplied with, and no negative zeros
 *   denormals   of f32 and bf16, flushed where an engine reads or writes them (not DMA,
 *               not copies of bits); those of fp16 are numbers like others
 */
#ifndef NCS_RUN_H
#define NCS_RUN_H

#include "ncsim/program.h"
#include "ncsim/settings.h"

/* The memories of one core, made for a program; reused from run to run. */
typedef struct ncs_core ncs_core;

/* The program has passed ncs_verify(). It must outlive the core. */
trnfft_status ncs_core_create(const ncs_program *program, ncs_core **out);
void ncs_core_destroy(ncs_core *core);

/* The host's side of a buffer in HBM (input, output or scratch), elements of its dtype:
 * the memory itself, filled with NaN patterns at creation. NULL for all others. */
void *ncs_core_memory(ncs_core *core, int32_t buffer);

/* Runs the program once. No allocation. SBUF and PSUM begin undefined (NaN patterns, or
 * what the run before left). INVALID_ARGUMENT: a program with collectives takes
 * ncs_run_group(). */
trnfft_status ncs_run(ncs_core *core, const ncs_settings *settings);

/* The cores of a group, rank by rank, with their programs, which have passed
 * ncs_verify_group(); a program may be of all: between collectives each core runs by
 * itself, a collective runs when all have come to it. No allocation. INVALID_ARGUMENT:
 * cores disagree. */
trnfft_status ncs_run_group(ncs_core *const *cores, int32_t n_cores,
                            const ncs_settings *settings);

#endif
