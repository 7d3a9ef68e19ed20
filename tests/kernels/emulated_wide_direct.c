/* emulated_wide_direct.c - transforms by definition over the vectors of
 * emulated_wide.h. */
#include "kernels/emulated_wide.h"

#define TFK_WIDE         1
#define TFK_DIRECT_TABLE tfk_direct_emulated_wide
#include "backend/cpu/kernels/direct_body.h"
