/* emulated_wide_rows.c - whole short rows over the vectors of emulated_wide.h. */
#include "kernels/emulated_wide.h"

#define TFK_VECTORS    1
#define TFK_ROWS_TABLE tfk_rows_emulated_wide
#include "backend/cpu/kernels/rows_body.h"
