/* emulated_wide.c - the kernel templates over the vectors of emulated_wide.h. */
#include "kernels/emulated_wide.h"

#define TFK_WIDE  1
#define TFK_TABLE tfk_table_emulated_wide
#define TFK_NAME  "emulated_wide"
#define TFK_FUSED 0
#include "backend/cpu/kernels/table_body.h"
