/* emulated_real_direct.c - single real rows by definition over the vectors of
 * emulated.h. */
#include "kernels/emulated.h"

#define TFK_REAL_DIRECT_TABLE tfk_real_direct_emulated
#include "backend/cpu/kernels/real_direct_body.h"
