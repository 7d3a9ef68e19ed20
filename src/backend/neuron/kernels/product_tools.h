/* product_tools.h - matrices of any size as operands of PE: tiles of 128 rows side by
 * side in SBUF, loaded, made of constants or turned from rows into columns.
 */
#ifndef TFI_NEURON_PRODUCT_TOOLS_H
#define TFI_NEURON_PRODUCT_TOOLS_H

#include "backend/neuron/kernels/kernel_tools.h"

/* Row r is in partition r % 128, columns r / 128 * columns and on. */
typedef struct nk_matrix {
    nk_operand o;
    int64_t rows, columns;
} nk_matrix;

enum { NK_BANK = 512 /* f32 of a bank, columns of a matmul */, NK_TURNS = 4 };

nk_matrix nk_matrix_tile(nk_writer *w, const char *name, int64_t rows, int64_t columns);
/* Constants: rows * columns numbers, loaded here; `queue`: as below. */
nk_matrix nk_matrix_constant(nk_writer *w, const char *name, int64_t rows,
                             int64_t columns, int queue, const double *values);
/* The same, of bf16 operands always with their low part: no error of its own, twice the
 * matmuls where the other operand is a single bf16. */
nk_matrix nk_matrix_constant_sharp(nk_writer *w, const char *name, int64_t rows,
                                   int64_t columns, int queue, const double *values);
/* Relative mean square of what rounding to bf16 would lose. */
double nk_bf16_error(const double *values, int64_t count);
/* Bytes a partition that a matrix takes, in the mode of the job. */
int64_t nk_matrix_bytes(const tfi_neuron_job *job, int64_t rows, int64_t columns);

static inline int64_t nk_matrix_tiles(const nk_matrix *m)
{
    return nk_ceil_div(m->rows, NCS_PARTITIONS);
}

/* Rows of tile t. */
static inline int64_t nk_matrix_high(const nk_matrix *m, int64_t t)
{
    return nk_min(NCS_PARTITIONS, m->rows - t * NCS_PARTITIONS);
}

/* Columns of tile t, or a pattern of them. */
nk_operand nk_matrix_columns(const nk_matrix *m, int64_t t, int64_t first,
                             int64_t count);
nk_operand nk_matrix_pattern(const nk_matrix *m, int64_t t, int64_t offset, int n_dims,
                             const int64_t *size, const int64_t *stride);

/* dst (PSUM) = columns of x, transposed, times columns of y: all rows are summed.
 * `first`: overwrites. */
void nk_matrix_product(nk_writer *w, ncs_view dst, const nk_matrix *x, int64_t x_first,
                       int64_t x_count, const nk_matrix *y, int64_t y_first,
                       int64_t y_count, bool first);

/* What waits for being turned or split: bf16 in mode BF16 (DMA rounds), otherwise f32.
 */
ncs_dtype nk_raw_dtype(const nk_writer *w);

/* The rows of tile t, `count` numbers each, row_stride apart in HBM from `offset` on
 * for tile 0, to columns from `at` on. `stage`: f32 tiles of 128 x at least count, for
 * TFI_NEURON_BF16X3; otherwise it may be NULL. `queue`: tiles in one queue come one
 * after the other, so that work on the first begins early; -1: any. */
void nk_matrix_load_tile(nk_writer *w, const nk_matrix *m, int64_t t, int64_t at,
                         nk_ring *stage, int queue, ncs_view hbm, int64_t offset,
                         int64_t row_stride, int64_t count);

/* Banks for transposes, NK_TURNS of them each. */
nk_ring nk_ring_turns(nk_writer *w, int count);
/* src, p rows of m->rows raw columns in SBUF, becomes columns at … at + p of m. */
void nk_matrix_turn(nk_writer *w, const nk_matrix *m, int64_t at, nk_ring *turns,
                    ncs_view src);

/* dst = factor * src, of equal operands; a power of two as factor is exact. */
void nk_operand_scale(nk_writer *w, nk_operand dst, nk_operand src, double factor);
/* dst = x op y, f32 or bf16 in SBUF; `temp`: f32 tiles, for TFI_NEURON_BF16X3. */
void nk_operand_combine(nk_writer *w, nk_operand dst, ncs_view x, ncs_alu op,
                        ncs_view y, nk_ring *temp);

#endif
