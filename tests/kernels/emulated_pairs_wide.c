/* emulated_pairs_wide.c - rows on vectors of pairs over the vectors of
 * emulated_wide.h. */
#include "kernels/emulated_wide.h"

#define TFK_VECTORS     1
#define TFK_PAIRS_TABLE tfk_pairs_emulated_wide
#include "backend/cpu/kernels/pairs_body.h"
