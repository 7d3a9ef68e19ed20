/* line_move.h - gathers and scatters of points, by index, over lanes, and lines taken
 * out of their lanes one by one. Plain loops. */
#ifndef TFI_SOLVERS_LINE_MOVE_H
#define TFI_SOLVERS_LINE_MOVE_H

#include "plan/line.h"

/* out[q * lanes + b] = point index[q] of lane b (conjugated if asked); im unused for
 * real input. */
void tfi_gather(uint32_t dtype, const tfi_line_operand *in, const int32_t *index,
                int64_t n, int64_t lanes, int conj, void *re, void *im);
/* Point index[-q] of lane b = (re, im)[q * lanes + b] + add[b], scaled, conjugated if
 * asked: the powers of a root backwards are those of its inverse. */
void tfi_scatter(uint32_t dtype, const void *re, const void *im, const void *add_re,
                 const void *add_im, const int32_t *index, int64_t n, int64_t lanes,
                 double scale, int conj, const tfi_line_operand *out);
/* Points 0 … n-1 of lane b, to contiguous memory; im unused for real input. */
void tfi_pull_lane(uint32_t dtype, const tfi_line_operand *in, int64_t n, int64_t b,
                   void *re, void *im);
/* Sets the imaginary parts of point j to 0. */
void tfi_clear_imaginary(uint32_t dtype, const tfi_line_operand *o, int64_t j,
                         int64_t lanes);
/* Runs `single` for each lane of a transform: all lanes are read before one is
 * written. The scratch is tfi_each_lane_scratch() of this, followed by what `single`
 * needs. */
size_t tfi_each_lane_scratch(const tfi_line_plan *plan, int64_t lanes);
void tfi_each_lane(const tfi_line_plan *plan, const tfi_line_args *args,
                   void (*single)(const tfi_line_plan *, const tfi_line_args *));

#endif
