/* emulated_deep.c - lines on vectors of pairs, depth first, over the vectors of
 * emulated.h. */
#include "kernels/emulated.h"

#define TFK_DEEP_TABLE tfk_deep_emulated
#include "backend/cpu/kernels/deep_body.h"
