/* direct_body.h - the table of transforms by definition of one ISA, see table_body.h.
 * The including file has its vocabulary in place and defines TFK_WIDE and
 * TFK_DIRECT_TABLE. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "backend/cpu/kernel_table.h"

#ifndef TFK_INLINE
#define TFK_INLINE static inline __attribute__((always_inline, unused))
#endif
#define TFK_UNROLL _Pragma("GCC unroll 16")

#define TFK_TYPE 32
#include "backend/cpu/kernels/words_tmpl.h"
#define UNROLL TFK_UNROLL
#include "backend/cpu/kernels/direct_tmpl.h"
#include "backend/cpu/kernels/direct_lanes_tmpl.h"
#include "backend/cpu/kernels/words_end.h"
#define TFK_TYPE 64
#include "backend/cpu/kernels/words_tmpl.h"
#define UNROLL TFK_UNROLL
#include "backend/cpu/kernels/direct_tmpl.h"
#include "backend/cpu/kernels/direct_lanes_tmpl.h"
#include "backend/cpu/kernels/words_end.h"

extern const tfk_direct_table TFK_DIRECT_TABLE;
const tfk_direct_table TFK_DIRECT_TABLE = {
    .c2c = { tfk_direct_f32, tfk_direct_f64 },
    .r2c = { tfk_direct_r2c_f32, tfk_direct_r2c_f64 },
    .c2r = { tfk_direct_c2r_f32, tfk_direct_c2r_f64 },
};
