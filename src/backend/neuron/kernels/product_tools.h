/* product_tools.h - matrices of any size as operands of PE: tiles of 128 rows side by
 * side in SBUF, loaded, made of constants or turned from rows into columns.
 */
#ifndef TFI_NEURON_PRODUCT_TOOLS_H
#define TFI_NEURON_PRODUCT_TOOLS_H

#include "backend/neuron/kernels/kernel_tools.h"

/* Row r is in partition r % 128, columns r / 128 * columns and on. */
typedef struct tfn_matrix {
    tfn_operand o;
    int64_t rows, columns;
} tfn_matrix;

enum { TFN_BANK = 512 /* f32 of a bank, columns of a matmul */, TFN_TURNS = 4 };

tfn_matrix tfn_matrix_tile(tfn_writer *w, const char *name, int64_t rows,
                           int64_t columns);
/* Constants: rows * columns numbers, loaded here; `queue`: as below. */
tfn_matrix tfn_matrix_constant(tfn_writer *w, const char *name, int64_t rows,
                               int64_t columns, int queue, const double *values);
/* The same, of bf16 operands always with their low part: no error of its own, twice the
 * matmuls where the other operand is a single bf16. */
tfn_matrix tfn_matrix_constant_sharp(tfn_writer *w, const char *name, int64_t rows,
                                     int64_t columns, int queue, const double *values);
/* Relative mean square of what rounding to bf16 would lose. */
double tfn_bf16_error(const double *values, int64_t count);
/* Bytes a partition that a matrix takes, in the mode of the job. */
int64_t tfn_matrix_bytes(const tfi_neuron_job *job, int64_t rows, int64_t columns);

static inline int64_t tfn_matrix_tiles(const tfn_matrix *m)
{
    return tfn_ceil_div(m->rows, NCS_PARTITIONS);
}

/* Rows of tile t. */
static inline int64_t tfn_matrix_high(const tfn_matrix *m, int64_t t)
{
    return tfn_min(NCS_PARTITIONS, m->rows - t * NCS_PARTITIONS);
}

/* Columns of tile t, or a pattern of them. */
tfn_operand tfn_matrix_columns(const tfn_matrix *m, int64_t t, int64_t first,
                               int64_t count);
tfn_operand tfn_matrix_pattern(const tfn_matrix *m, int64_t t, int64_t offset,
                               int n_dims, const int64_t *size, const int64_t *stride);

/* dst (PSUM) = columns of x, transposed, times columns of y: all rows are summed.
 * `first`: overwrites. */
void tfn_matrix_product(tfn_writer *w, ncs_view dst, const tfn_matrix *x,
                        int64_t x_first, int64_t x_count, const tfn_matrix *y,
                        int64_t y_first, int64_t y_count, bool first);

/* What waits for being turned or split: bf16 in mode BF16 (DMA rounds), otherwise f32.
 */
ncs_dtype tfn_raw_dtype(const tfn_writer *w);

/* The rows of tile t, `count` numbers each, row_stride apart in HBM from `offset` on
 * for tile 0, to columns from `at` on. `stage`: f32 tiles of 128 x at least count, for
 * TFI_NEURON_BF16X3; otherwise it may be NULL. `queue`: tiles in one queue come one
 * after the other, so that work on the first begins early; -1: any. */
void tfn_matrix_load_tile(tfn_writer *w, const tfn_matrix *m, int64_t t, int64_t at,
                          tfn_ring *stage, int queue, ncs_view hbm, int64_t offset,
                          int64_t row_stride, int64_t count);

/* Banks for transposes, TFN_TURNS of them each. */
tfn_ring tfn_ring_turns(tfn_writer *w, int count);
/* src, p rows of m->rows raw columns in SBUF, becomes columns at … at + p of m. */
void tfn_matrix_turn(tfn_writer *w, const tfn_matrix *m, int64_t at, tfn_ring *turns,
                     ncs_view src);

/* dst = factor * src, of equal operands; a power of two as factor is exact. */
void tfn_operand_scale(tfn_writer *w, tfn_operand dst, tfn_operand src, double factor);
/* dst = x op y, f32 or bf16 in SBUF; `temp`: f32 tiles, for TFI_NEURON_BF16X3. */
void tfn_operand_combine(tfn_writer *w, tfn_operand dst, ncs_view x, ncs_alu op,
                         ncs_view y, tfn_ring *temp);

#endif
