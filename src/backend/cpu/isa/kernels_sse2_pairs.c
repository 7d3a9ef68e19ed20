/* kernels_sse2_pairs.c - no rows on vectors of pairs: they are the passes' work. */
#define TFK_VECTORS     0
#define TFK_PAIRS_TABLE tfk_pairs_sse2
#include "backend/cpu/kernels/pairs_body.h"
