/* emulated_real_direct_wide.c - single real rows by definition over the vectors of
 * emulated_wide.h. */
#include "kernels/emulated_wide.h"

#define TFK_REAL_DIRECT_TABLE tfk_real_direct_emulated_wide
#include "backend/cpu/kernels/real_direct_body.h"
