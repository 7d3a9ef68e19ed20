/* fold_body.h - both instances of the fold kernels and their table for one ISA. The
 * including file has its vocabulary in place and defines TFK_WIDE and TFK_FOLD_TABLE
 * (symbol). */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "backend/cpu/fold_table.h"
#include "backend/cpu/simd/stream.h"

#ifndef TFK_INLINE
#define TFK_INLINE static inline __attribute__((always_inline, unused))
#endif

#define TFK_TYPE 32
#include "backend/cpu/kernels/words_tmpl.h"
#include "backend/cpu/kernels/fold_tmpl.h"
#include "backend/cpu/kernels/words_end.h"
#define TFK_TYPE 64
#include "backend/cpu/kernels/words_tmpl.h"
#include "backend/cpu/kernels/fold_tmpl.h"
#include "backend/cpu/kernels/words_end.h"

static void tfk_fence(void)
{
    TFK_FENCE();
}

extern const tfk_fold_table TFK_FOLD_TABLE;
const tfk_fold_table TFK_FOLD_TABLE = {
    .fold = { tfk_fold_f32, tfk_fold_f64 },
    .move = { tfk_move_f32, tfk_move_f64 },
    .fence = tfk_fence,
};
