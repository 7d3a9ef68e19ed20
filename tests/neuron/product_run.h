/* product_run.h - a kernel run on the simulator with its buffers as arrays of doubles,
 * for references that are loops. */
#ifndef TESTS_NEURON_PRODUCT_RUN_H
#define TESTS_NEURON_PRODUCT_RUN_H

#include "kernel_run.h"
#include "ncsim/run.h"

typedef struct product_run {
    const tfi_neuron_job *job;
    ncs_program *program;
    ncs_core *core;
} product_run;

/* Built, inputs filled with seeded numbers in [-1, 1). */
product_run product_begin(const char *kernel, const char *machine,
                          const tfi_neuron_job *job);
/* Puts a number into an input. */
void product_set(product_run *run, const char *name, int64_t index, double value);
void product_execute(product_run *run);
void product_end(product_run *run);
/* A copy of a buffer; free() it. NULL: there is none. */
double *product_numbers(const product_run *run, const char *name);

/* Relative RMS over everything that was added. */
typedef struct product_rms {
    double wrong, all;
} product_rms;
void product_add(product_rms *rms, double got, double want);
double product_error(const product_rms *rms);

/* Zeroed, f32, scale 1, one item. */
tfi_neuron_job product_job(tfi_neuron_task task, tfi_neuron_mode mode);
/* The promise for a mode, with results in bf16 rounded once more. */
double product_bound(const tfi_neuron_job *job, int stages);
void product_print_time(const char *kernel, const char *machine,
                        const tfi_neuron_job *job, const char *what);

#endif
