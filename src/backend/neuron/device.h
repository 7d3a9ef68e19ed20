/* device.h - what "neuron:v3,cores=2" says. */
#ifndef TFI_NEURON_DEVICE_H
#define TFI_NEURON_DEVICE_H

#include "backend/neuron/kernel.h"
#include "ncsim/settings.h"
#include "plan/device.h"

enum { TFI_NEURON_MOST_CORES = 128 };

typedef struct tfi_neuron_device {
    const ncs_machine *machine;
    ncs_settings settings;
    int cores;
    uint32_t mode;                     /* tfi_neuron_mode */
    const tfi_neuron_kernel *kernel;   /* that one alone; NULL: any */
    char cache[TFI_DEVICE_NAME_BYTES]; /* folder of programs; "": none */
} tfi_neuron_device;

const char *tfi_neuron_mode_name(uint32_t mode); /* "bf16x3" */
extern const tfi_solver tfi_neuron_solver_row_column, tfi_neuron_solver_split,
    tfi_neuron_solver_gemm, tfi_neuron_solver_collective, tfi_neuron_solver_stft,
    tfi_neuron_solver_istft, tfi_neuron_solver_stft_framing,
    tfi_neuron_solver_istft_framing, tfi_neuron_solver_fnet;

#endif
