/* tile.h - copies between operands of any type and stride and tiles of the compute
 * type.
 *
 * A tile holds point j of lane b at j * lanes + b, real and imaginary parts in two
 * arrays. Operands need no alignment. */
#ifndef TFI_SOLVERS_TILE_H
#define TFI_SOLVERS_TILE_H

#include <stdint.h>

#include <trnfft/dtype.h>

/* Part (re or im) of an operand; strides in bytes, any sign, zero allowed for reading.
 */
typedef struct tfi_part {
    void *base;
    int32_t dtype;
    int64_t point_stride, lane_stride;
} tfi_part;

/* tile[j * lanes + b] = the component converted, for j < points; zero for points <= j <
 * total. base NULL: all zero. `compute` is TRNFFT_F32 or TRNFFT_F64. Not for samples.
 */
void tfi_tile_read(uint32_t compute, const tfi_part *part, int64_t points,
                   int64_t total, int64_t lanes, void *tile);
/* The way back, rounded once to nearest-even. Not for samples. */
void tfi_tile_write(uint32_t compute, const tfi_part *part, int64_t points,
                    int64_t lanes, const void *tile);

#endif
