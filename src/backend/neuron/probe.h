/* probe.h - a program whose results tell how a machine rounds: one experiment for each
 * thing that the documents leave open and ncs_settings has a switch for.
 */
#ifndef TFI_NEURON_PROBE_H
#define TFI_NEURON_PROBE_H

#include "base/printer.h"
#include "ncsim/program.h"
#include "ncsim/settings.h"

enum {
    TFI_PROBE_SIDE = 16,
    TFI_PROBE_COUNT = TFI_PROBE_SIDE * TFI_PROBE_SIDE, /* results of an experiment */
    TFI_PROBE_SWITCHES = 3,
    TFI_PROBE_MOST = 40 /* experiments */
};

typedef struct tfi_probe_experiment {
    const char *name, *what;
    /* Names of the switches that its results depend on; NULL beyond. None: an
     * assumption that has no switch, or one of ACT's functions, whose error is measured
     * (NCS_IDENTITY: not that). */
    const char *switches[TFI_PROBE_SWITCHES];
    ncs_function function;
} tfi_probe_experiment;

typedef struct tfi_probe {
    ncs_program *program; /* output "results": experiment after experiment */
    int n;
    tfi_probe_experiment experiment[TFI_PROBE_MOST];
} tfi_probe;

trnfft_status tfi_probe_create(const ncs_machine *machine, const tfi_allocator *alloc,
                               tfi_probe *out);
void tfi_probe_destroy(tfi_probe *probe);

/* The number of combinations of an experiment's switches, >= 1; the `index`-th as text
 * ("sum_order=wide low_products=exact") and set in `settings`. */
int tfi_probe_choices(const tfi_probe_experiment *experiment);
trnfft_status tfi_probe_choose(const tfi_probe_experiment *experiment, int index,
                               ncs_settings *settings, tfi_printer *text);

/* The whole Python file: kernel, what the simulator predicts under each combination,
 * and a driver that says which of them the machine agrees with. */
trnfft_status tfi_neuron_emit_probe(const ncs_machine *machine,
                                    const tfi_allocator *alloc, tfi_printer *printer);

#endif
