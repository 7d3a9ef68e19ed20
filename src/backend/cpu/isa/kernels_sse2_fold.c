/* kernels_sse2_fold.c - the fold kernels over simd/sse2.h. */
#include "backend/cpu/simd/sse2.h"

#define TFK_WIDE       1
#define TFK_FOLD_TABLE tfk_fold_sse2
#include "backend/cpu/kernels/fold_body.h"
