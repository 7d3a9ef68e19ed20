/* frames_table.h - frames of signals between rows and tiles of lanes. The rules of
 * kernel_table.h hold; products and sums round apart, so all tables round alike. */
#ifndef TFK_FRAMES_TABLE_H
#define TFK_FRAMES_TABLE_H

#include <stdint.h>

#include "base/cpu.h"

/* A tile holds point j of lane l at j * lanes + l. Its lanes are frames; the first
 * n_frames >= 1 of them are there; the others come in as the last one and do not go
 * out. */
typedef struct tfk_tile {
    void *re, *im;
    int64_t points, lanes, n_frames;
} tfk_tile;

/* A frame's points side by side: frame l begins at re + l * frame and im + l * frame;
 * interleaved: pairs, im is ignored. */
typedef struct tfk_frames {
    void *re, *im;
    int64_t frame;
    int interleaved;
} tfk_frames;

/* By type: TFK_F32, TFK_F64. */
typedef struct tfk_frames_table {
    void (*to_tile[2])(const tfk_frames *from, const tfk_tile *tile);
    void (*from_tile[2])(const tfk_tile *tile, const tfk_frames *to);
    /* re of the tile = window[j] * rows[l][j], real. */
    void (*weigh[2])(const void *window, const void *const *rows, const tfk_tile *tile);
    /* sum[l * hop + j] += window[j] * re of the tile, each component in ascending order
     * of l. */
    void (*add[2])(const void *window, const tfk_tile *tile, void *sum, int64_t hop);
    /* x_i becomes x_i / y_i, for n contiguous points, apart. */
    void (*divide[2])(const void *y, void *x, int64_t n);
} tfk_frames_table;

const tfk_frames_table *tfk_frames_for(tfi_cpu_level level);

#endif
