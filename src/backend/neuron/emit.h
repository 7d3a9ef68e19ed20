/* emit.h - programs as source for the real toolchain: one Python file with a kernel in
 * NKI (0.3 and later) and a driver that runs and checks it.
 *
 * One translator for all programs: buffers become nl.ndarray with the addresses that
 * they have, views become slices or .ap(), an instruction is a call of nki.isa.
 * Semaphores and streams are left out: the compiler of NKI orders by data. What it
 * writes never ran on silicon; tests run it on a stand-in of the documented functions
 * (tests/neuron/nki_standin).
 */
#ifndef TFI_NEURON_EMIT_H
#define TFI_NEURON_EMIT_H

#include "base/printer.h"
#include "backend/neuron/kernel.h"

/* Appends the whole file. `job`: what the program computes, for the driver's reference;
 * NULL: the driver only runs and saves. UNSUPPORTED with the sentence, before anything
 * is printed, for instructions without a documented equivalent. The program has passed
 * ncs_verify(). */
trnfft_status tfi_neuron_emit(const ncs_program *program, const tfi_neuron_job *job,
                              tfi_printer *printer);

#endif
