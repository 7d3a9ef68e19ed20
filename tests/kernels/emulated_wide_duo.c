/* emulated_wide_duo.c - two-pass rows over the vectors of
 * emulated_wide.h. */
#include "kernels/emulated_wide.h"

#define TFK_VECTORS   1
#define TFK_DUO_TABLE tfk_duo_emulated_wide
#include "backend/cpu/kernels/duo_body.h"
