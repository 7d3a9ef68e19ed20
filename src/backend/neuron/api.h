/* api.h - what the files of <trnfft/experimental/neuron.h> share. */
#ifndef TFI_NEURON_API_H
#define TFI_NEURON_API_H

#include <trnfft/experimental/neuron.h>

#include "backend/neuron/kernel.h"
#include "base/alloc.h"
#include "base/status.h"
#include "ncsim/program.h"
#include "ncsim/settings.h"
#include "ncsim/verify.h"

/* Verified once, when it is made. */
struct trnfft_neuron_program {
    ncs_program *program; /* owned */
    trnfft_status verdict;
    ncs_report report;
};

/* Takes the program over, also on failure; `report` of a program that was found good,
 * or NULL: it is verified here. OUT_OF_MEMORY. */
trnfft_status tfi_neuron_program_wrap(const char *f, ncs_program *program,
                                      const ncs_report *report,
                                      trnfft_neuron_program **out);

/* The generation of that name, or the sentence that lists those there are. */
trnfft_status tfi_neuron_require_machine(const char *f, const char *name,
                                         const ncs_machine **out);

/* NULL and programs that break a rule, with the sentence. */
trnfft_status tfi_neuron_program_check(const char *f,
                                       const trnfft_neuron_program *program);

/* The texts applied to the defaults of a machine. */
trnfft_status tfi_neuron_settings_read(const char *f, const ncs_machine *machine,
                                       const char *const *texts, size_t count,
                                       ncs_settings *settings);

/* The job as kernels see it, every number checked; ones stand in for a window or an
 * envelope that is not there, in *ones, to be freed. */
trnfft_status tfi_neuron_job_read(const char *f, const trnfft_neuron_job *given,
                                  tfi_neuron_job *job, double **ones);

/* What the caller knows of `known`, which begins with its struct_size, into `given`.
 * `init` names the macro to start from. */
trnfft_status tfi_neuron_give(const char *f, const char *parameter, const char *init,
                              void *given, void *known, size_t n_known);

#endif
