/* kernels.c - the list of kernels. */
#include "backend/neuron/kernels/kernels.h"

#include <string.h>

/* One a line, so that kernels are added without conflicts. */
/* clang-format off */
const tfi_neuron_kernel *const tfi_neuron_kernels[] = {
    &tfi_neuron_dft_rows,
    &tfi_neuron_dft_rows_two,
    &tfi_neuron_four_step,
    &tfi_neuron_real_four_step,
    &tfi_neuron_dft_plane,
    &tfi_neuron_dft_grid,
    &tfi_neuron_bluestein,
    &tfi_neuron_rader,
    &tfi_neuron_butterfly,
    &tfi_neuron_stockham_four,
    &tfi_neuron_stockham_eight,
    &tfi_neuron_gemm_four,
    &tfi_neuron_gemm_three,
    &tfi_neuron_linear,
    &tfi_neuron_linear_three,
    &tfi_neuron_fnet,
    &tfi_neuron_stft,
    &tfi_neuron_istft,
    &tfi_neuron_multiply,
    &tfi_neuron_modrelu,
    NULL,
};
/* clang-format on */

const tfi_neuron_kernel *tfi_neuron_kernel_find(const char *name)
{
    for (size_t i = 0; tfi_neuron_kernels[i] != NULL; i++) {
        if (strcmp(tfi_neuron_kernels[i]->name, name) == 0) {
            return tfi_neuron_kernels[i];
        }
    }
    return NULL;
}
