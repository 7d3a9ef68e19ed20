/* real_convolution.h - a real convolution, or two side by side, as a product between
 * two complex transforms: each point of it is a combination of z_k and conj z_(m-k).
 * See tfk_convolve. */
#ifndef TFI_SOLVERS_REAL_CONVOLUTION_H
#define TFI_SOLVERS_REAL_CONVOLUTION_H

#include <stdbool.h>

#include "backend/cpu/line_tools.h"

typedef struct tfi_real_convolution {
    tfi_line_plan *child; /* c2c of m points; freed with the rest */
    const tfk_table *kernels;
    bool hermitian; /* the tables, which then have m / 2 + 1 points */
    /* The rest is of tfi_real_convolution_wake(). */
    bool pairs;     /* the layout of the child's spectrum */
    void *products; /* the tables one after the other */
} tfi_real_convolution;

/* The tables of tfk_convolve. */
enum { TFI_P_RE, TFI_P_IM, TFI_Q_RE, TFI_Q_IM, TFI_N_PRODUCTS };
void *tfi_product_of(const tfi_real_convolution *c, int which);

/* Wakes the child and allocates the tables, whose bytes are added; the caller fills
 * them. */
trnfft_status tfi_real_convolution_wake(tfi_real_convolution *c, tfi_planner *planner,
                                        size_t *bytes);
void tfi_real_convolution_free(tfi_real_convolution *c, const tfi_allocator *alloc);

/* One component of the m points, and of one more, the mirror of the first. */
size_t tfi_real_convolution_part(const tfi_real_convolution *c);
/* Two such parts from `room` on, as the spectrum lies in them. */
tfi_line_operand tfi_real_convolution_spectrum(const tfi_real_convolution *c,
                                               char *room);

/* z: the transform of the pairs in `line`; y: its product with the tables, conjugated;
 * the pairs in `room`: its transform, conjugated. z lies in `room`, y in `line`. */
void tfi_real_convolution_forward(const tfi_real_convolution *c, char *line, char *room,
                                  void *scratch);
void tfi_real_convolution_backward(const tfi_real_convolution *c, char *line,
                                   char *room, void *scratch);

#endif
