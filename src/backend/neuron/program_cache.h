/* program_cache.h - programs kept in a folder, as a compiler keeps its artifacts: one
 * file of text (ncsim/text.h) for each kernel, job and machine.
 *
 * A file names what it is for, by which build, and the checksum of its text. One that
 * is for something else, by another build, damaged, or not a program that the machine's
 * rules allow, counts as absent. */
#ifndef TFI_NEURON_PROGRAM_CACHE_H
#define TFI_NEURON_PROGRAM_CACHE_H

#include "backend/neuron/kernel.h"

/* *out NULL: there is none that is good. OUT_OF_MEMORY is the only error. */
trnfft_status tfi_neuron_cache_load(const char *folder, const ncs_machine *machine,
                                    const tfi_neuron_kernel *kernel,
                                    const tfi_neuron_job *job,
                                    const tfi_allocator *alloc, ncs_program **out);

/* Best effort: a folder that cannot be written leaves everything as it is. */
void tfi_neuron_cache_save(const char *folder, const tfi_neuron_kernel *kernel,
                           const tfi_neuron_job *job, const ncs_program *program,
                           const tfi_allocator *alloc);

#endif
