/* kernels_scalar_fold.c - the fold kernels in plain C. */
#include "backend/cpu/simd/scalar.h"

#define TFK_WIDE       0
#define TFK_FOLD_TABLE tfk_fold_scalar
#include "backend/cpu/kernels/fold_body.h"
