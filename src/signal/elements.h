/* elements.h - loops over the elements of tensors in pieces of f64. */
#ifndef TFI_SIGNAL_ELEMENTS_H
#define TFI_SIGNAL_ELEMENTS_H

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>

#include <trnfft/tensor.h>

#include "base/status.h"

enum { TFI_PIECE = 256 };

static inline bool tfi_is_finite(double x)
{
    return fabs(x) <= DBL_MAX;
}

/* Refuses what cannot be an elementwise result: another shape, complex, samples,
 * overlapping itself. */
trnfft_status tfi_check_real_result(const char *function, const char *name,
                                    const trnfft_tensor *output, int32_t rank,
                                    const int64_t *shape);

/* y = f(x) for count elements; b is NULL for real input. */
typedef void (*tfi_element_loop)(int64_t count, const double *a, const double *b,
                                 double *y, const void *user);

/* Runs the loop over all elements of tensors of equal shape, along the last dimension
 * in pieces. The output may be the very memory of the input. */
void tfi_for_elements(const trnfft_tensor *input, const trnfft_tensor *output,
                      tfi_element_loop loop, const void *user);

/* The line number `line` of t along its last dimension: offset in components. */
int64_t tfi_line_offset(const trnfft_tensor *t, int32_t tail, int64_t line);

#endif
