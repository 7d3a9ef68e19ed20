/* kernels_neon_trio.c - no rows of three passes in one: they are the passes' work. */
#define TFK_VECTORS    0
#define TFK_TRIO_TABLE tfk_trio_neon
#include "backend/cpu/kernels/trio_body.h"
