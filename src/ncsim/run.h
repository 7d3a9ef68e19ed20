/* run.h - the functional simulator: what a program computes, bit by bit as the settings
 * say.
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
 * ncs_core_memory() is the memory itself, filled with NaN patterns at creation. */
void *ncs_core_memory(ncs_core *core, int32_t buffer);

/* Runs the program once. No allocation. SBUF and PSUM begin undefined. A program with
 * collectives takes ncs_run_group(). */
trnfft_status ncs_run(ncs_core *core, const ncs_settings *settings);

/* The cores of a group, rank by rank, with their programs: between collectives each
 * runs by itself; a collective runs when all have come to it. */
trnfft_status ncs_run_group(ncs_core *const *cores, int32_t n_cores,
                            const ncs_settings *settings);

#endif
