/* run_dma.c - copies between memories, and transposes. */
#include "ncsim/run_core.h"

#include <math.h>
#include <string.h>

/* Both sides are walked row by row in the order of their elements; rows may have
 * different lengths on the two sides. */
typedef struct walk {
    const ncs_place *place;
    int64_t row, i; /* element i of the row */
} walk;

static walk walk_from(const ncs_place *place, int64_t element)
{
    walk w = { place, element / place->columns, element % place->columns };
    return w;
}

static int64_t left_in_row(const walk *w, int64_t limit)
{
    int64_t left = w->place->columns - w->i;
    return left < limit ? left : limit;
}

static void advance(walk *w, int64_t count)
{
    w->i += count;
    if (w->i == w->place->columns) {
        w->i = 0;
        w->row++;
    }
}

void ncs_copy_elements(const ncs_place *dst, int64_t to, const ncs_place *src,
                       int64_t from, int64_t count)
{
    const bool exact = dst->dtype == src->dtype;
    uint32_t bits[NCS_PIECE];
    float values[NCS_PIECE];
    walk x = walk_from(src, from), y = walk_from(dst, to);
    while (count > 0) {
        int64_t limit = count < NCS_PIECE ? count : NCS_PIECE;
        int64_t piece = left_in_row(&y, left_in_row(&x, limit));
        if (exact) {
            ncs_load_bits(src, x.row, x.i, piece, bits);
            ncs_store_bits(dst, y.row, y.i, piece, bits);
        } else {
            ncs_load(src, x.row, x.i, piece, values);
            ncs_store(dst, y.row, y.i, piece, values);
        }
        advance(&x, piece);
        advance(&y, piece);
        count -= piece;
    }
}

void ncs_run_dma(const ncs_core *core, const ncs_instruction *in)
{
    const ncs_place dst = ncs_place_of(core, &in->dst);
    const ncs_place src = ncs_place_of(core, &in->src[0]);
    ncs_copy_elements(&dst, 0, &src, 0, dst.rows * dst.columns);
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
