/* stockham_eight.c - powers of eight, every digit a radix-8 product on PE: the first
 * with the data stationary (first_pass.c), the others block-diagonal, 16 stretches of a
 * line beside each other on the 128 partitions (column_pass.c).
 *
 * Budget of a stage, n points, f32: DMA 16 n bytes, PE 0.125 n cycles; 0.25 n where
 * only 8 stretches are left beside each other, and 0.56 n in the first stage, which
 * moves 16 columns at a time and pays for 64. 32,768 points on v3, each of 64 lines: PE
 * 39,000 cycles, DVE 12,500, POOL 12,300, ACT 570, DMA 5 x 512 KiB. Stages go through
 * HBM and wait for it: what digits of 128 save is seen best against this.
 */
#include "backend/neuron/kernels/kernels.h"
#include "backend/neuron/kernels/passes.h"

#include <string.h>

static bool accepts(const ncs_machine *machine, const tfi_neuron_job *job)
{
    (void)machine;
    int64_t n = job->n[0];
    while (n % 8 == 0) {
        n /= 8;
    }
    return job->rank == 1 && n == 1 && job->n[0] >= 64 && job->n[0] <= 262144 &&
           job->transform == TFI_NEURON_C2C && job->mode != TFI_NEURON_KAHAN;
}

static void build(ncs_builder *b, const tfi_neuron_job *job)
{
    tfn_writer w;
    tfn_begin(&w, b, job);
    tfn_grid_job g;
    memset(&g, 0, sizeof g);
    g.transform = TFI_NEURON_C2C;
    g.rank = 1;
    g.n[0] = job->n[0];
    g.batch = job->batch;
    g.sign = job->sign;
    g.scale = job->scale;
    g.radix = 8;
    g.src = tfn_inputs(&w, "xr", "xi", job->batch, job->n[0]);
    g.dst = tfn_outputs(&w, "yr", "yi", job->batch, job->n[0]);
    tfn_grid(&w, &g);
}

const tfi_neuron_kernel tfi_neuron_stockham_eight = {
    "stockham_eight",
    "powers of eight, every digit a radix-8 product on PE, block-diagonal",
    TFI_NEURON_DFT,
    accepts,
    build,
};
