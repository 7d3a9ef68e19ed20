/* emulated_wide_real_rows.c - short real rows over the vectors of emulated_wide.h. */
#include "kernels/emulated_wide.h"

#define TFK_VECTORS         1
#define TFK_REAL_ROWS_TABLE tfk_real_rows_emulated_wide
#include "backend/cpu/kernels/real_rows_body.h"
