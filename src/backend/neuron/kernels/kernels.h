/* kernels.h - what the files of this folder define, for the list in kernels.c. */
#ifndef TFI_NEURON_KERNELS_H
#define TFI_NEURON_KERNELS_H

#include "backend/neuron/kernel.h"

extern const tfi_neuron_kernel tfi_neuron_dft_rows;
extern const tfi_neuron_kernel tfi_neuron_dft_rows_two;
extern const tfi_neuron_kernel tfi_neuron_four_step;
extern const tfi_neuron_kernel tfi_neuron_real_four_step;
extern const tfi_neuron_kernel tfi_neuron_dft_plane;
extern const tfi_neuron_kernel tfi_neuron_bluestein;
extern const tfi_neuron_kernel tfi_neuron_rader;
extern const tfi_neuron_kernel tfi_neuron_gemm_four;
extern const tfi_neuron_kernel tfi_neuron_gemm_three;
extern const tfi_neuron_kernel tfi_neuron_linear;
extern const tfi_neuron_kernel tfi_neuron_linear_three;
extern const tfi_neuron_kernel tfi_neuron_multiply;
extern const tfi_neuron_kernel tfi_neuron_modrelu;
extern const tfi_neuron_kernel tfi_neuron_dft_grid;
extern const tfi_neuron_kernel tfi_neuron_fnet;
extern const tfi_neuron_kernel tfi_neuron_butterfly;
extern const tfi_neuron_kernel tfi_neuron_stockham_four;
extern const tfi_neuron_kernel tfi_neuron_stockham_eight;
extern const tfi_neuron_kernel tfi_neuron_stft;
extern const tfi_neuron_kernel tfi_neuron_istft;
extern const tfi_neuron_kernel tfi_neuron_bluestein;
extern const tfi_neuron_kernel tfi_neuron_rader;

#endif
