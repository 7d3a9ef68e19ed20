/* kernel_tools.h - what kernels share: operands in the form that a mode wants, exact
 * tables, rings of tiles, copies for whichever engine is least busy.
 *
 * A kernel holds an nk_writer on its stack for the time of its build(). Errors stick in
 * the builder; nothing here has to be tested.
 */
#ifndef TFI_NEURON_KERNEL_TOOLS_H
#define TFI_NEURON_KERNEL_TOOLS_H

#include "backend/neuron/kernel.h"

typedef struct nk_writer {
    ncs_builder *b;
    tfi_neuron_mode mode;
    ncs_dtype io; /* of the buffers in HBM */
    bool pool_on; /* POOL takes its share of elementwise work */
    /* BF16: constants have a low part too, for a second product: rounding the data is
     * then the only error. Where PE has better things to do: false. */
    bool fine_tables;
    double busy[NCS_SP]; /* ns given so far to PE (not counted), DVE, ACT, POOL */
} nk_writer;

void nk_begin(nk_writer *w, ncs_builder *b, const tfi_neuron_job *job);
/* Has an error happened? Loops may end early then; they need not. */
bool nk_failed(const nk_writer *w);

/* --- complex arrays --- */

/* im without a buffer: a real array. */
typedef struct nk_pair {
    ncs_view re, im;
} nk_pair;

nk_pair nk_inputs(nk_writer *w, const char *re, const char *im, int64_t rows,
                  int64_t columns);
nk_pair nk_outputs(nk_writer *w, const char *re, const char *im, int64_t rows,
                   int64_t columns);

/* --- operands of matrix products --- */

/* One f32 or bf16 tile, or high and low parts in bf16 (TFI_NEURON_BF16X3). */
typedef struct nk_operand {
    int parts;
    ncs_view part[2];
} nk_operand;

/* A tile of SBUF. */
nk_operand nk_operand_tile(nk_writer *w, const char *name, int32_t partitions,
                           int64_t columns);
void nk_operand_free(nk_writer *w, nk_operand o);
nk_operand nk_operand_rows(nk_operand o, int32_t first, int32_t count);
nk_operand nk_operand_columns(nk_operand o, int64_t first, int64_t count, int64_t step);
nk_operand nk_operand_pattern(nk_operand o, int64_t offset, int n_dims,
                              const int64_t *size, const int64_t *stride);
/* dst = src, an f32 view in PSUM or SBUF, rounded or split as the mode wants. */
void nk_operand_store(nk_writer *w, nk_operand dst, ncs_view src);
/* Constants in SBUF, loaded here: row r of `values` in partition r (rows <= 128). */
nk_operand nk_constant(nk_writer *w, const char *name, int32_t rows, int64_t columns,
                       const double *values);
/* dst (PSUM) = stationary^T moving, one matmul, two or three (low times low is left
 * out); `first`: overwrites. */
void nk_product(nk_writer *w, ncs_view dst, nk_operand stationary, nk_operand moving,
                bool first);
/* The dtype of an operand's parts. */
ncs_dtype nk_operand_dtype(const nk_writer *w);

/* f32 constants for DVE: as nk_constant, never split. rows == 1 with partitions > 1:
 * the row is repeated in each of them. */
ncs_view nk_vector_constant(nk_writer *w, const char *name, int32_t partitions,
                            int32_t rows, int64_t columns, const double *values);

/* --- elementwise work --- */

/* The engine among `engines` (a bit a stream) that is least busy is given an
 * instruction of `columns` elements a partition, `inputs` reads of an element each. */
enum { NK_DVE = 1 << NCS_DVE, NK_ACT = 1 << NCS_ACT, NK_POOL = 1 << NCS_POOL };
/* Forgets who was given what: once a round, so that shares are even within each. */
void nk_level(nk_writer *w);
ncs_stream nk_choose(nk_writer *w, unsigned engines, int64_t columns, int inputs);
/* dst = src, f32 or bf16 on either side. */
void nk_copy(nk_writer *w, ncs_view dst, ncs_view src);
/* dst = x op y, both in SBUF, by DVE or POOL. */
void nk_combine(nk_writer *w, ncs_view dst, ncs_view x, ncs_alu op, ncs_view y);
/* dst = factor * src. */
void nk_scale(nk_writer *w, ncs_view dst, ncs_view src, double factor);

/* --- tiles in turns --- */

enum { NK_RING_MOST = 8 };
typedef struct nk_ring {
    int count, next;
    nk_operand tile[NK_RING_MOST];
} nk_ring;

nk_ring nk_ring_sbuf(nk_writer *w, const char *name, int count, ncs_dtype t,
                     int32_t partitions, int64_t columns);
nk_ring nk_ring_psum(nk_writer *w, const char *name, int count, int32_t partitions,
                     int64_t columns);
nk_ring nk_ring_operand(nk_writer *w, const char *name, int count, int32_t partitions,
                        int64_t columns);
ncs_view nk_ring_next(nk_ring *ring); /* of plain tiles */
nk_operand nk_ring_next_operand(nk_ring *ring);

void nk_ring_free(nk_writer *w, const nk_ring *ring);

/* --- tables --- */

/* count doubles, zeroed, from the builder's allocator; NULL: the builder has failed. */
double *nk_values(nk_writer *w, int64_t count);
void nk_values_free(nk_writer *w, double *values);
/* scale * cos and sign * scale * sin of 2 pi a k / n for a < rows, k < columns (exact
 * angles), at re[a * stride + k]; im or re may be NULL. False: out of memory. */
bool nk_fourier(nk_writer *w, int64_t n, int sign, double scale, int64_t rows,
                int64_t columns, double *re, double *im, int64_t stride);

/* cos and sign * sin of 2 pi k / n for k < count. */
bool nk_roots(nk_writer *w, int64_t n, int sign, int64_t count, double *re, double *im);
/* The DFT of n numbers in double, in place, for tables (host code; n times the sum of
 * its prime factors). False: out of memory. */
bool nk_host_dft(nk_writer *w, int64_t n, int sign, double *re, double *im);

static inline int64_t nk_min(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static inline int64_t nk_max(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

static inline int64_t nk_ceil_div(int64_t a, int64_t b)
{
    return (a + b - 1) / b;
}

#endif
