/* kernel_run.h - a kernel's program built, run on the simulator and compared with the
 * defining sum in long double. */
#ifndef TESTS_NEURON_KERNEL_RUN_H
#define TESTS_NEURON_KERNEL_RUN_H

#include "backend/neuron/kernel.h"
#include "ncsim/timing.h"

/* The program of a job; fails the running test where it cannot be built. */
ncs_program *kernel_program(const char *kernel, const char *machine,
                            const tfi_neuron_job *job);

/* A forward c2c job in f32 of one dimension. */
tfi_neuron_job kernel_dft_job(int64_t n, int64_t batch);

/* Relative RMS error of a DFT job on seeded random input. */
double kernel_dft_error(const char *kernel, const char *machine,
                        const tfi_neuron_job *job);

/* The same with one switch of the machine set: "two_ops=one". */
double kernel_dft_error_with(const char *kernel, const char *machine,
                             const tfi_neuron_job *job, const char *setting);

/* What the promise for a mode and so many matrix stages is. */
double kernel_bound(const tfi_neuron_job *job, int stages);

/* Predicted time at the middle of all ranges, without a launch. */
ncs_time kernel_time(const char *kernel, const char *machine,
                     const tfi_neuron_job *job);

#endif
