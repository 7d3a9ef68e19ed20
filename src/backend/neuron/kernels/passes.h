/* passes.h - transforms of whole arrays from HBM to HBM, the parts that the DFT kernels
 * are put together from. Each pass brings its own tables and tiles and frees the tiles.
 */
#ifndef TFI_NEURON_PASSES_H
#define TFI_NEURON_PASSES_H

#include "backend/neuron/kernels/kernel_tools.h"

/* Lines in HBM: point j of line l at offset + l * line_stride + j. im without a buffer:
 * real. */
typedef struct nk_lines {
    nk_pair x;
    int64_t offset, line_stride;
} nk_lines;

enum { NK_ROWS_MOST = 512 };

/* dst = DFT of each of `lines` lines of src of n <= NK_ROWS_MOST points. R2C: src is
 * real, dst one-sided; C2R the other way round. */
typedef struct nk_rows_job {
    tfi_neuron_transform transform;
    int64_t n, lines;
    int sign;
    double scale;
    nk_lines src, dst;
} nk_rows_job;
void nk_rows_pass(nk_writer *w, const nk_rows_job *job);

/* dst = DFT of each of `lines` lines of src of n = n1 n2 points, n1 and n2 <= 128, or
 * of its first `out` points. src or dst without im: real parts alone. */
typedef struct nk_line_job {
    int64_t n, n1, n2, out, lines;
    int sign;
    double scale;
    nk_lines src, dst;
} nk_line_job;
/* The best n1 and n2 for the job's n and lines; false: there are none. */
bool nk_four_step_split(const ncs_machine *machine, int64_t n, int64_t lines,
                        int64_t *n1, int64_t *n2);
void nk_four_step_pass(nk_writer *w, const nk_line_job *job);

#endif
