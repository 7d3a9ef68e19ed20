/* kernels_avx512_fold.c - the fold kernels over simd/avx512.h. */
#include "backend/cpu/simd/avx512.h"

#define TFK_WIDE       1
#define TFK_FOLD_TABLE tfk_fold_avx512
#include "backend/cpu/kernels/fold_body.h"
