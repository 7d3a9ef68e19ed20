/* run_core.h - the memories of a simulated core and rows of views in them: what the
 * files run*.c share.
 */
#ifndef NCS_RUN_CORE_H
#define NCS_RUN_CORE_H

#include "ncsim/run.h"

/* Columns that rows of views are handled in: longer rows go piece by piece. */
enum { NCS_PIECE = 2048 };

struct ncs_core {
    const ncs_program *program;
    const tfi_allocator *alloc;
    char *memory[3];  /* SBUF and PSUM, as much of each partition as the program uses */
    int64_t pitch[3]; /* bytes of a partition */
    char **hbm;       /* by buffer; tables are the program's own */
    char *owned;      /* all that the core allocated for hbm */
    float *row[4];    /* NCS_PIECE elements each */
    double *wide[2];
    /* Operands and result of PE, as f32: [K][M], [K][N], [M][N]; `pass` as large as the
     * result, `terms` two rows of N. */
    float *stationary, *moving, *result, *pass;
    double *terms;
    int32_t at; /* the next instruction, in groups */
};

/* A view in memory: element (p, i0 … i3) is at
 * base + p * pitch + sum i_d * stride[d] * bytes, innermost dimensions joined where
 * they are one run. */
typedef struct ncs_place {
    char *base;
    int64_t pitch; /* bytes */
    int64_t size[NCS_DIMS], stride[NCS_DIMS];
    int64_t rows, columns;
    ncs_dtype dtype;
} ncs_place;

ncs_place ncs_place_of(const ncs_core *core, const ncs_view *view);

/* Elements first … first + count - 1 of row p, count <= NCS_PIECE. Floats: rounded
 * once, to nearest even; to integers so, and saturated, NaN becomes 0. Bits: of 32 or
 * 16, and back. */
void ncs_load(const ncs_place *place, int64_t p, int64_t first, int64_t count,
              float *out);
void ncs_store(const ncs_place *place, int64_t p, int64_t first, int64_t count,
               const float *values);
void ncs_load_bits(const ncs_place *place, int64_t p, int64_t first, int64_t count,
                   uint32_t *out);
void ncs_store_bits(const ncs_place *place, int64_t p, int64_t first, int64_t count,
                    const uint32_t *values);

/* Denormals become zeros of their sign. */
void ncs_flush(float *values, int64_t count);

/* The meaning of instructions, one file for each unit. */
void ncs_run_dma(const ncs_core *core, const ncs_instruction *in);
void ncs_run_matmul(const ncs_core *core, const ncs_instruction *in,
                    const ncs_settings *settings);
void ncs_run_transpose(const ncs_core *core, const ncs_instruction *in);
void ncs_run_elements(const ncs_core *core, const ncs_instruction *in,
                      const ncs_settings *settings);
/* The collective that all `cores` have come to; they agree about it. */
void ncs_run_collective(ncs_core *const *cores, int32_t n_cores);

/* `count` elements from element `from` on to `to` and on, both in the order of views.
 */
void ncs_copy_elements(const ncs_place *dst, int64_t to, const ncs_place *src,
                       int64_t from, int64_t count);

#endif
