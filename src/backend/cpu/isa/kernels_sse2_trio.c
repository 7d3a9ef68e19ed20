/* kernels_sse2_trio.c - no rows of three passes in one: they are the passes' work. */
#define TFK_VECTORS    0
#define TFK_TRIO_TABLE tfk_trio_sse2
#include "backend/cpu/kernels/trio_body.h"
