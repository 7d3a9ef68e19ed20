/* emulated_circulant_wide.c - the circulant kernels over the vectors of
 * emulated_wide.h. */
#include "kernels/emulated_wide.h"

#define TFK_CIRCULANT_TABLE tfk_circulant_emulated_wide
#include "backend/cpu/kernels/circulant_body.h"
