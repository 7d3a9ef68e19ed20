/* stockham_passes.h - a line by a sequence of passes, the operand and two scratch
 * buffers in turn.
 *
 * Autosorting decimation in frequency: after the passes with product s the line is kept
 * as [n / s][s]; a pass of radix R reads R legs n / R apart and writes them side by
 * side, so that the inner run of s (times lanes) points is contiguous on both sides.
 * Only the first pass over a single line has no inner run; it walks the outer index in
 * vectors and transposes while it stores.
 */
#ifndef TFI_CPU_STOCKHAM_PASSES_H
#define TFI_CPU_STOCKHAM_PASSES_H

#include "backend/cpu/line_tools.h"

enum { TFI_MAX_PASSES = 40, TFI_MAX_PREPARED_PASSES = 4 };

typedef struct tfi_passes {
    const tfk_table *kernels;
    uint32_t dtype;
    int count;
    int64_t n;
    int radices[TFI_MAX_PASSES];
    int64_t rest[TFI_MAX_PASSES]; /* n over the radices up to this pass: divisions are
                                     slow */
    int64_t leg[TFI_MAX_PASSES], run[TFI_MAX_PASSES]; /* see find_gap() */
    void *twiddles[TFI_MAX_PASSES];                   /* NULL for the last pass */
} tfi_passes;

/* Points of a block of a table, see tfk_pass. */
static inline int64_t tfi_twiddle_block(uint32_t dtype)
{
    return dtype == TRNFFT_F64 ? TFK_TWIDDLE_BLOCK_F64 : TFK_TWIDDLE_BLOCK_F32;
}

/* Sets all but the twiddles. */
void tfi_passes_init(tfi_passes *p, const tfk_table *kernels,
                     const tfi_line_problem *line, const int *radices, int count);

size_t tfi_passes_scratch(const tfi_passes *p, int64_t lanes);
void tfi_passes_run(const tfi_passes *p, const tfi_line_args *args);

/* A pass with its kernel; `from` and `to`: scratch buffer, or the operand. A pass whose
 * result has gaps runs block by block. */
typedef struct tfi_pass_step {
    tfk_pass pass;
    tfk_pass_fn kernel;
    int from, to, blocks;
    uint32_t dtype;
    int64_t in_block, out_block; /* bytes from block to block */
    int64_t w_row;               /* components of a block of the table */
} tfi_pass_step;

/* A single line of up to TFI_MAX_PREPARED_PASSES, set up in advance. */
typedef struct tfi_prepared_passes {
    size_t buffer, end;
    int count;
    tfi_pass_step steps[TFI_MAX_PREPARED_PASSES];
} tfi_prepared_passes;

void tfi_passes_prepare(const tfi_passes *p, const tfi_line_args *args,
                        tfi_prepared_passes *line);
void tfi_prepared_passes_run(const tfi_prepared_passes *line, const void *in_re,
                             const void *in_im, void *out_re, void *out_im,
                             void *scratch);

#endif
