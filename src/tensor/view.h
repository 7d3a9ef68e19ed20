/* view.h - what the library asks about a tensor view: is it sane, where does it reach,
 * do two of them meet? */
#ifndef TFI_TENSOR_VIEW_H
#define TFI_TENSOR_VIEW_H

#include <stdbool.h>
#include <stdint.h>

#include <trnfft/tensor.h>

#include "base/status.h"

/* Everything that can be wrong with a view, as a sentence "function: parameter…: what".
 * After TRNFFT_OK: rank 0 … 8, lengths >= 0, a known dtype (samples real only), host
 * memory, data unless there are no elements, and numbers of elements, offsets and bytes
 * below 2^61, so that plain int64_t arithmetic on them is safe. */
trnfft_status tfi_tensor_check(const char *function, const char *parameter,
                               const trnfft_tensor *t);
/* The same except that re may be NULL: for layouts without data, as in plan problems.
 */
trnfft_status tfi_tensor_check_layout(const char *function, const char *parameter,
                                      const trnfft_tensor *t);
/* And that its elements do not share memory: for outputs. INVALID_STRIDE. */
trnfft_status tfi_tensor_check_output(const char *function, const char *parameter,
                                      const trnfft_tensor *t);

/* The rest is for views that passed a check. */

int64_t tfi_tensor_numel(const trnfft_tensor *t);

/* Bytes [lo, hi) touched by the real and imaginary parts, counted from t->re; lo <= 0
 * for negative strides. Both 0 when there are no elements. With split data that is the
 * distance between the arrays, too: see tfi_component_extent() for one part alone. */
void tfi_tensor_extent(const trnfft_tensor *t, int64_t *lo, int64_t *hi);
/* Bytes [lo, hi) touched by one part, counted from its pointer. */
void tfi_component_extent(const trnfft_tensor *t, int64_t *lo, int64_t *hi);

/* Whether two components of different elements, or a real and an imaginary part, share
 * a byte. Exact for all but adversarial strides, where the answer may be true without
 * need. */
bool tfi_tensor_self_overlap(const trnfft_tensor *t);

typedef enum tfi_overlap {
    TFI_OVERLAP_NONE = 0,    /* no byte in common */
    TFI_OVERLAP_SAME = 1,    /* the same type, shape and addresses element by element */
    TFI_OVERLAP_PARTIAL = 2, /* bytes in common, in any other way */
} tfi_overlap;

/* As exact as tfi_tensor_self_overlap(): interleaved views of the even and the odd
 * elements of one array do not overlap. Tensors without elements overlap nothing. */
tfi_overlap tfi_tensor_overlap(const trnfft_tensor *a, const trnfft_tensor *b);

/* Whether im == re + 1 component (the strides are then usually even). */
bool tfi_tensor_is_interleaved(const trnfft_tensor *t);

#endif
