/* frames_body.h - both instances of the frame kernels and their table for one ISA. The
 * including file has its vocabulary in place and defines TFK_WIDE and TFK_FRAMES_TABLE
 * (symbol). */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "backend/cpu/frames_table.h"

#ifndef TFK_INLINE
#define TFK_INLINE static inline __attribute__((always_inline, unused))
#endif

#define TFK_TYPE 32
#include "backend/cpu/kernels/frames_instance.h"
#define TFK_TYPE 64
#include "backend/cpu/kernels/frames_instance.h"

extern const tfk_frames_table TFK_FRAMES_TABLE;
const tfk_frames_table TFK_FRAMES_TABLE = {
    .to_tile = { tfk_to_tile_f32, tfk_to_tile_f64 },
    .from_tile = { tfk_from_tile_f32, tfk_from_tile_f64 },
    .weigh = { tfk_weigh_f32, tfk_weigh_f64 },
    .add = { tfk_add_f32, tfk_add_f64 },
    .divide = { tfk_divide_f32, tfk_divide_f64 },
};
