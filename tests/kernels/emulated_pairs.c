/* emulated_pairs.c - rows on vectors of pairs over the vectors of emulated.h. */
#include "kernels/emulated.h"

#define TFK_VECTORS     1
#define TFK_PAIRS_TABLE tfk_pairs_emulated
#include "backend/cpu/kernels/pairs_body.h"
