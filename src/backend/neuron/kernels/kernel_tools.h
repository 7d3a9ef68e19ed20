/* kernel_tools.h - what kernels share: operands in the form that a mode wants, exact
 * tables, rings of tiles, copies for whichever engine is least busy.
 *
 * A kernel holds an tfn_writer on its stack for the time of its build(). Errors stick
 * in the builder; nothing here has to be tested.
 */
#ifndef TFI_NEURON_KERNEL_TOOLS_H
#define TFI_NEURON_KERNEL_TOOLS_H

#include "backend/neuron/kernel.h"

typedef struct tfn_writer {
    ncs_builder *b;
    tfi_neuron_mode mode;
    ncs_dtype io; /* of the buffers in HBM */
    bool pool_on; /* POOL takes its share of elementwise work */
    /* BF16: constants have a low part too, for a second product: rounding the data is
     * then the only error. Where PE has better things to do: false. */
    bool fine_tables;
    double busy[NCS_SP]; /* ns given so far to PE (not counted), DVE, ACT, POOL */
} tfn_writer;

void tfn_begin(tfn_writer *w, ncs_builder *b, const tfi_neuron_job *job);
/* Has an error happened? Loops may end early then; they need not. */
bool tfn_failed(const tfn_writer *w);

/* --- complex arrays --- */

/* im without a buffer: a real array. */
typedef struct tfn_pair {
    ncs_view re, im;
} tfn_pair;

tfn_pair tfn_inputs(tfn_writer *w, const char *re, const char *im, int64_t rows,
                    int64_t columns);
tfn_pair tfn_outputs(tfn_writer *w, const char *re, const char *im, int64_t rows,
                     int64_t columns);

/* --- operands of matrix products --- */

/* One f32 or bf16 tile, or high and low parts in bf16 (TFI_NEURON_BF16X3). */
typedef struct tfn_operand {
    int parts;
    ncs_view part[2];
} tfn_operand;

/* A tile of SBUF. */
tfn_operand tfn_operand_tile(tfn_writer *w, const char *name, int32_t partitions,
                             int64_t columns);
void tfn_operand_free(tfn_writer *w, tfn_operand o);
tfn_operand tfn_operand_rows(tfn_operand o, int32_t first, int32_t count);
tfn_operand tfn_operand_columns(tfn_operand o, int64_t first, int64_t count,
                                int64_t step);
tfn_operand tfn_operand_pattern(tfn_operand o, int64_t offset, int n_dims,
                                const int64_t *size, const int64_t *stride);
/* dst = src, an f32 view in PSUM or SBUF, rounded or split as the mode wants. */
void tfn_operand_store(tfn_writer *w, tfn_operand dst, ncs_view src);
/* Constants in SBUF, loaded here: row r of `values` in partition r (rows <= 128). */
tfn_operand tfn_constant(tfn_writer *w, const char *name, int32_t rows, int64_t columns,
                         const double *values);
/* dst (PSUM) = stationary^T moving, one matmul, two or three (low times low is left
 * out); `first`: overwrites. */
void tfn_product(tfn_writer *w, ncs_view dst, tfn_operand stationary,
                 tfn_operand moving, bool first);
/* The dtype of an operand's parts. */
ncs_dtype tfn_operand_dtype(const tfn_writer *w);

/* f32 constants for DVE: as tfn_constant, never split. rows == 1 with partitions > 1:
 * the row is repeated in each of them. */
ncs_view tfn_vector_constant(tfn_writer *w, const char *name, int32_t partitions,
                             int32_t rows, int64_t columns, const double *values);

/* --- elementwise work --- */

/* The engine among `engines` (a bit a stream) that is least busy is given an
 * instruction of `columns` elements a partition, `inputs` reads of an element each. */
enum { TFN_DVE = 1 << NCS_DVE, TFN_ACT = 1 << NCS_ACT, TFN_POOL = 1 << NCS_POOL };
/* Forgets who was given what: once a round, so that shares are even within each. */
void tfn_level(tfn_writer *w);
ncs_stream tfn_choose(tfn_writer *w, unsigned engines, int64_t columns, int inputs);
/* dst = src, f32 or bf16 on either side. */
void tfn_copy(tfn_writer *w, ncs_view dst, ncs_view src);
/* dst = x op y, both in SBUF, by DVE or POOL. */
void tfn_combine(tfn_writer *w, ncs_view dst, ncs_view x, ncs_alu op, ncs_view y);
/* dst = factor * src. */
void tfn_scale(tfn_writer *w, ncs_view dst, ncs_view src, double factor);

/* --- tiles in turns --- */

enum { TFN_RING_MOST = 8 };
typedef struct tfn_ring {
    int count, next;
    tfn_operand tile[TFN_RING_MOST];
} tfn_ring;

tfn_ring tfn_ring_sbuf(tfn_writer *w, const char *name, int count, ncs_dtype t,
                       int32_t partitions, int64_t columns);
tfn_ring tfn_ring_psum(tfn_writer *w, const char *name, int count, int32_t partitions,
                       int64_t columns);
tfn_ring tfn_ring_operand(tfn_writer *w, const char *name, int count,
                          int32_t partitions, int64_t columns);
ncs_view tfn_ring_next(tfn_ring *ring); /* of plain tiles */
tfn_operand tfn_ring_next_operand(tfn_ring *ring);

void tfn_ring_free(tfn_writer *w, const tfn_ring *ring);

/* --- tables --- */

/* count doubles, zeroed, from the builder's allocator; NULL: the builder has failed. */
double *tfn_values(tfn_writer *w, int64_t count);
void tfn_values_free(tfn_writer *w, double *values);
/* scale * cos and sign * scale * sin of 2 pi a k / n for a < rows, k < columns (exact
 * angles), at re[a * stride + k]; im or re may be NULL. False: out of memory. */
bool tfn_fourier(tfn_writer *w, int64_t n, int sign, double scale, int64_t rows,
                 int64_t columns, double *re, double *im, int64_t stride);

/* cos and sign * sin of 2 pi k / n for k < count. */
bool tfn_roots(tfn_writer *w, int64_t n, int sign, int64_t count, double *re,
               double *im);
/* The DFT of n numbers in double, in place, for tables (host code; n times the sum of
 * its prime factors). False: out of memory. */
bool tfn_host_dft(tfn_writer *w, int64_t n, int sign, double *re, double *im);

static inline int64_t tfn_min(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static inline int64_t tfn_max(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

static inline int64_t tfn_ceil_div(int64_t a, int64_t b)
{
    return (a + b - 1) / b;
}

#endif
