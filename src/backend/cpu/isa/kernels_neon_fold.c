/* kernels_neon_fold.c - the fold kernels over simd/neon.h. */
#include "backend/cpu/simd/neon.h"

#define TFK_WIDE       1
#define TFK_FOLD_TABLE tfk_fold_neon
#include "backend/cpu/kernels/fold_body.h"
