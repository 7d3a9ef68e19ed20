/* emulated_deep_wide.c - lines on vectors of pairs, depth first, over the vectors of
 * emulated_wide.h. */
#include "kernels/emulated_wide.h"

#define TFK_DEEP_TABLE tfk_deep_emulated_wide
#include "backend/cpu/kernels/deep_body.h"
