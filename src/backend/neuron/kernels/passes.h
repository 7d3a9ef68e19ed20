/* passes.h - transforms of whole arrays from HBM to HBM, the parts that the DFT kernels
 * are put together from. Each pass brings its own tables and tiles and frees the tiles.
 */
#ifndef TFI_NEURON_PASSES_H
#define TFI_NEURON_PASSES_H

#include "backend/neuron/kernels/kernel_tools.h"

/* Lines in HBM: point j of line l at offset + l * line_stride + j. im without a buffer:
 * real. */
typedef struct tfn_lines {
    tfn_pair x;
    int64_t offset, line_stride;
} tfn_lines;

enum { TFN_ROWS_MOST = 512 };

/* dst = DFT of each of `lines` lines of src of n <= TFN_ROWS_MOST points. R2C: src is
 * real, dst one-sided; C2R the other way round. */
typedef struct tfn_rows_job {
    tfi_neuron_transform transform;
    int64_t n, lines;
    int sign;
    double scale;
    tfn_lines src, dst;
} tfn_rows_job;
void tfn_rows_pass(tfn_writer *w, const tfn_rows_job *job);

/* dst = DFT of each of `lines` lines of src of n = n1 n2 points, n1 and n2 <= 128, or
 * of its first `out` points. src or dst without im: real parts alone. one_sided: src
 * has the n / 2 + 1 points of a real line's transform; tfn_four_step_halves() gives n1
 * and n2.
 */
typedef struct tfn_line_job {
    int64_t n, n1, n2, out, lines;
    int sign;
    double scale;
    tfn_lines src, dst;
    bool one_sided;
} tfn_line_job;
bool tfn_four_step_halves(int64_t n, int64_t *n1, int64_t *n2);
/* The best n1 and n2 for the job's n and lines; false: there are none. */
bool tfn_four_step_split(const ncs_machine *machine, int64_t n, int64_t lines,
                         int64_t *n1, int64_t *n2);
void tfn_four_step_pass(tfn_writer *w, const tfn_line_job *job);
/* The same from real lines to n / 2 + 1 points, at less than half the cost. */
void tfn_real_four_step_pass(tfn_writer *w, const tfn_line_job *job);

/* Two dimensions, n0 and n1 <= 128, of `planes` planes; src and dst contiguous from
 * their beginnings. */
typedef struct tfn_plane_job {
    tfi_neuron_transform transform;
    int64_t n0, n1, planes;
    int sign;
    double scale;
    tfn_pair src, dst;
} tfn_plane_job;
void tfn_plane_pass(tfn_writer *w, const tfn_plane_job *job);

/* One digit of a transform along a dimension that is not the innermost, or along the
 * innermost one by several passes. An item of src is [f, rest, inner], of dst
 * [rest, f, inner], both contiguous; the digit j becomes k, and what is at (k, r, i) is
 * multiplied by exp(sign 2 pi i k r / (f rest)). After passes over all digits of a
 * dimension its index is in natural order.
 * rest == 1: only the first `out` points of an item are stored (0: all). */
typedef struct tfn_digit_job {
    int64_t f, rest, inner, items, out;
    int sign;
    double scale;
    tfn_lines src, dst; /* line_stride: from item to item */
} tfn_digit_job;
enum { TFN_DIGIT_MOST = 512 };
/* Data moving; f <= TFN_DIGIT_MOST. dst without im: real parts alone. */
void tfn_column_pass(tfn_writer *w, const tfn_digit_job *job);
/* How many stretches of the rest, or of the inner index, share the partitions: as many
 * as fit them and divide what they are cut from. */
int64_t tfn_column_pack(int64_t f, int64_t rest, int64_t inner);
/* inner == 1, f <= 128, rest > 1: data stationary. src without im: real. */
void tfn_first_pass(tfn_writer *w, const tfn_digit_job *job);

/* Lines of the n / 2 + 1 points of a real signal's transform become whole ones. */
typedef struct tfn_expand_job {
    int64_t n, lines;
    tfn_lines src, dst;
} tfn_expand_job;
void tfn_expand_pass(tfn_writer *w, const tfn_expand_job *job);

/* A whole transform of up to three dimensions by such passes, with scratch in HBM
 * between them; src and dst contiguous from their beginnings. */
typedef struct tfn_grid_job {
    tfi_neuron_transform transform;
    int rank;
    int64_t n[3], batch;
    int sign;
    double scale;
    tfn_pair src, dst;
    int64_t
        radix; /* of every digit of the last dimension, a power of it; 0: the best */
} tfn_grid_job;
/* False: a dimension has a prime factor that no pass takes. */
bool tfn_grid_can(const ncs_machine *machine, const tfn_grid_job *job);
void tfn_grid(tfn_writer *w, const tfn_grid_job *job);

/* Cycles of PE a point that the digits of a long line take; < 0: there are none. */
double tfn_digits_price(int64_t n, int64_t lines);

/* Line by line the first `points` points times a table (re, im: `points` numbers), then
 * `zeros` zeros. src or dst without im: real. */
typedef struct tfn_times_job {
    int64_t points, zeros, lines;
    const double *re, *im;
    tfn_lines src, dst;
} tfn_times_job;
void tfn_times_pass(tfn_writer *w, const tfn_times_job *job);

#endif
