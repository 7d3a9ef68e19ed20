/* chirp.h - a DFT of any length n as a convolution with a chirp.
 *
 * L. Bluestein, "A linear filtering approach to the computation of the discrete Fourier
 * transform", IEEE Trans. AU-18 (1970). j k = (j^2 + k^2 - (k - j)^2) / 2; the chirp
 * exp(-pi i j^2 / n) is taken from exact tables of 2 n points with j^2 reduced mod 2 n
 * in integers. From n_in points to n_out the convolution needs n_in + n_out - 1 of
 * them.
 */
#ifndef TFI_SOLVERS_CHIRP_H
#define TFI_SOLVERS_CHIRP_H

#include <stdbool.h>

#include "backend/cpu/line_tools.h"

typedef struct tfi_chirp {
    uint32_t dtype;
    int64_t n, n_in, n_out; /* n_in and n_out not above n */
    int64_t length;         /* of the convolution */
    const tfk_table *kernels;
    tfi_line_plan *child; /* c2c of that length */
    /* The rest is of tfi_chirp_wake(). */
    bool pairs;    /* single lines are convolved as pairs */
    void *re, *im; /* the chirp, n points; the block of all tables */
    void *spectrum_re,
        *spectrum_im; /* DFT of the conjugate chirp, divided by the length */
} tfi_chirp;

/* For planning: the cost by that of the child. */
double tfi_chirp_cost(const tfi_chirp *chirp, const tfi_planner *planner,
                      const tfi_line_problem *line, double child);

/* Wakes the child and fills the tables, whose bytes are added. */
trnfft_status tfi_chirp_wake(tfi_chirp *chirp, tfi_planner *planner, size_t *bytes);
/* And the child. */
void tfi_chirp_free(tfi_chirp *chirp, const tfi_allocator *alloc);

size_t tfi_chirp_scratch(const tfi_chirp *chirp, int64_t lanes);
/* What is convolved, at the beginning of the scratch: n_in points times the chirp come
 * before; n_out points, which the chirp has to multiply once more, come after. */
tfi_line_operand tfi_chirp_body(const tfi_chirp *chirp, void *scratch, int64_t lanes);
/* `n` points times the chirp, unscaled, nothing conjugated: the caller may change that.
 */
tfk_multiply tfi_chirp_times(const tfi_chirp *chirp, const tfi_line_operand *in,
                             const tfi_line_operand *out, int64_t n, int64_t lanes);
void tfi_chirp_convolve(const tfi_chirp *chirp, void *scratch, int64_t lanes);

#endif
