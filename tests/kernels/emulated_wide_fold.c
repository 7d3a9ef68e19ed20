/* emulated_wide_fold.c - the fold kernels over 64-byte vectors, see emulated_wide.c. */
#include "kernels/emulated_wide.h"

#define TFK_WIDE       1
#define TFK_FOLD_TABLE tfk_fold_emulated_wide
#include "backend/cpu/kernels/fold_body.h"
