/* circulant_body.h - both instances of the circulant kernel and their table for one
 * ISA. The including file defines TFK_CIRCULANT_TABLE and has vectors of 256 bits or
 * more. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "backend/cpu/circulant_table.h"

#ifndef TFK_INLINE
#define TFK_INLINE static inline __attribute__((always_inline, unused))
#endif
#define TFK_WIDE 1

#define TFK_TYPE 32
#include "backend/cpu/kernels/words_tmpl.h"
#define UNROLL _Pragma("GCC unroll 16")
#include "backend/cpu/kernels/pairs_words_tmpl.h"
#include "backend/cpu/kernels/circulant_tmpl.h"
#include "backend/cpu/kernels/pairs_words_end.h"
#include "backend/cpu/kernels/words_end.h"
#define TFK_TYPE 64
#include "backend/cpu/kernels/words_tmpl.h"
#define UNROLL _Pragma("GCC unroll 16")
#include "backend/cpu/kernels/pairs_words_tmpl.h"
#include "backend/cpu/kernels/circulant_tmpl.h"
#include "backend/cpu/kernels/pairs_words_end.h"
#include "backend/cpu/kernels/words_end.h"

extern const tfk_circulant_table TFK_CIRCULANT_TABLE;
const tfk_circulant_table TFK_CIRCULANT_TABLE = {
    .circulant = { tfk_circulant_f32, tfk_circulant_f64 },
    .points = { TFK_BYTES / 8, TFK_BYTES / 16 },
};
