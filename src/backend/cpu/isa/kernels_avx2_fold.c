/* kernels_avx2_fold.c - the fold kernels over simd/avx2.h. */
#include "backend/cpu/simd/avx2.h"

#define TFK_WIDE       1
#define TFK_FOLD_TABLE tfk_fold_avx2
#include "backend/cpu/kernels/fold_body.h"
