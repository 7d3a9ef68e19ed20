/* run_dma.c - copies between memories, and transposes. */
#include "ncsim/run_core.h"

#include <math.h>
#include <string.h>

/* Both sides are walked row by row in the order of their elements; rows may have
 * different lengths on the two sides. */
typedef struct walk {
    int64_t p, i; /* row, element of it */
} walk;

static int64_t piece(const ncs_place *place, walk at, int64_t limit)
{
    int64_t left = place->columns - at.i;
    return left < limit ? left : limit;
}

static void advance(const ncs_place *place, walk *at, int64_t count)
{
    at->i += count;
    if (at->i == place->columns) {
        at->i = 0;
        at->p++;
    }
}

void ncs_run_dma(const ncs_core *core, const ncs_instruction *in)
{
    const ncs_place dst = ncs_place_of(core, &in->dst);
    const ncs_place src = ncs_place_of(core, &in->src[0]);
    const bool exact = dst.dtype == src.dtype;
    uint32_t bits[NCS_PIECE];
    walk from = { 0, 0 }, to = { 0, 0 };
    while (to.p < dst.rows) {
        int64_t count = piece(&dst, to, piece(&src, from, NCS_PIECE));
        if (exact) {
            ncs_load_bits(&src, from.p, from.i, count, bits);
            ncs_store_bits(&dst, to.p, to.i, count, bits);
        } else {
            ncs_load(&src, from.p, from.i, count, core->row[0]);
            ncs_store(&dst, to.p, to.i, count, core->row[0]);
        }
        advance(&src, &from, count);
        advance(&dst, &to, count);
    }
}

/* PE of v2 multiplies by an identity: one value that is not finite makes NaNs of all
 * that its column adds up to, and negative zeros lose their sign. */
static void multiply_by_identity(float *column, int64_t count)
{
    bool finite = true;
    for (int64_t i = 0; i < count; i++) {
        finite = finite && isfinite(column[i]);
    }
    for (int64_t i = 0; i < count; i++) {
        column[i] = finite ? column[i] + 0.0F : NAN;
    }
}

void ncs_run_transpose(const ncs_core *core, const ncs_instruction *in)
{
    const ncs_place dst = ncs_place_of(core, &in->dst);
    const ncs_place src = ncs_place_of(core, &in->src[0]);
    const bool exact = in->stream != NCS_PE || core->program->machine->exact_transpose;
    /* At most 128 x 128: all is read before anything is written. */
    uint32_t *block = (uint32_t *)(void *)core->pass, row[NCS_PARTITIONS];
    for (int64_t p = 0; p < src.rows; p++) {
        ncs_load_bits(&src, p, 0, src.columns, block + p * src.columns);
    }
    for (int64_t f = 0; f < src.columns; f++) {
        for (int64_t p = 0; p < src.rows; p++) {
            row[p] = block[p * src.columns + f];
        }
        ncs_store_bits(&dst, f, 0, src.rows, row);
        if (!exact) {
            ncs_load(&dst, f, 0, src.rows, core->row[0]);
            multiply_by_identity(core->row[0], src.rows);
            ncs_store(&dst, f, 0, src.rows, core->row[0]);
        }
    }
}
