/* backend.h - the back end for NeuronCores, simulated. */
#ifndef TFI_NEURON_BACKEND_H
#define TFI_NEURON_BACKEND_H

#include "plan/device.h"

extern const tfi_backend tfi_backend_neuron;

#endif
