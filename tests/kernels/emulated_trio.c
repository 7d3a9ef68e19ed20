/* emulated_trio.c - three-pass rows over the vectors of emulated.h. */
#include "kernels/emulated.h"

#define TFK_VECTORS    1
#define TFK_TRIO_TABLE tfk_trio_emulated
#include "backend/cpu/kernels/trio_body.h"
