/* run_collective.c - what cores of a group exchange, when all have come to it. */
#include "ncsim/run_core.h"

/* Of one core: its instruction, and where its operands are. */
static ncs_place operand(const ncs_core *core, bool dst)
{
    const ncs_instruction *in = &core->program->instruction[core->at];
    return ncs_place_of(core, dst ? &in->dst : &in->src[0]);
}

static int64_t elements(const ncs_place *place)
{
    return place->rows * place->columns;
}

/* Elements [first, first + count) in the order of the view, which may go over the ends
 * of rows. */
static void load(const ncs_place *place, int64_t first, int64_t count, float *out)
{
    for (int64_t done = 0; done < count;) {
        const int64_t row = (first + done) / place->columns;
        const int64_t i = (first + done) % place->columns;
        const int64_t left = place->columns - i, want = count - done;
        const int64_t piece = left < want ? left : want;
        ncs_load(place, row, i, piece, out + done);
        done += piece;
    }
}

/* The shares of all ranks added up in f32, rounded once to the type of dst. */
static void add_shares(ncs_core *const *cores, int32_t n_cores, int32_t rank,
                       const ncs_place *dst)
{
    float sum[NCS_PIECE], term[NCS_PIECE];
    const int64_t share = elements(dst);
    for (int64_t row = 0; row < dst->rows; row++) {
        for (int64_t i = 0; i < dst->columns; i += NCS_PIECE) {
            const int64_t left = dst->columns - i;
            const int64_t count = left < NCS_PIECE ? left : NCS_PIECE;
            const int64_t first = rank * share + row * dst->columns + i;
            for (int32_t r = 0; r < n_cores; r++) {
                const ncs_place src = operand(cores[r], false);
                load(&src, first, count, r == 0 ? sum : term);
                for (int64_t k = 0; k < count && r > 0; k++) {
                    sum[k] += term[k];
                }
            }
            ncs_store(dst, row, i, count, sum);
        }
    }
}

/* What rank `rank` of a group receives. */
static void receive(ncs_core *const *cores, int32_t n_cores, int32_t rank)
{
    const ncs_instruction *in = &cores[rank]->program->instruction[cores[rank]->at];
    const ncs_place dst = operand(cores[rank], true);
    const int64_t count = elements(&dst), part = count / n_cores;
    if (in->op == NCS_REDUCE_SCATTER) {
        add_shares(cores, n_cores, rank, &dst);
    } else if (in->op == NCS_PERMUTE) {
        const int32_t shift = (int32_t)(in->base % n_cores);
        const ncs_place src = operand(cores[(rank + n_cores - shift) % n_cores], false);
        ncs_copy_elements(&dst, 0, &src, 0, count);
    } else {
        const int64_t from = in->op == NCS_ALL_GATHER ? 0 : rank * part;
        for (int32_t r = 0; r < n_cores; r++) {
            const ncs_place src = operand(cores[r], false);
            ncs_copy_elements(&dst, r * part, &src, from, part);
        }
    }
}

void ncs_run_collective(ncs_core *const *cores, int32_t n_cores)
{
    const int32_t group = cores[0]->program->instruction[cores[0]->at].group;
    const int32_t size = group == 0 ? n_cores : group;
    for (int32_t first = 0; first < n_cores; first += size) {
        for (int32_t rank = 0; rank < size; rank++) {
            receive(cores + first, size, rank);
        }
    }
}
