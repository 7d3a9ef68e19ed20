/* verify_peak.c - how much of SBUF and PSUM is in use at once, at most: buffers live
 * from the first to the last instruction that names them. */
#include "ncsim/verify_parts.h"

typedef struct lives {
    int32_t *first, *last;  /* by buffer */
    int32_t *starts, *ends; /* by instruction: a buffer, and by buffer the next one */
    int32_t *next_start, *next_end;
    int64_t used[3][NCS_PARTITIONS], peak[3];
} lives;

static void find_uses(const ncs_program *p, lives *l)
{
    for (int32_t b = 0; b < p->n_buffers; b++) {
        l->first[b] = -1;
    }
    for (int32_t i = 0; i < p->n_instructions; i++) {
        l->starts[i] = l->ends[i] = -1;
        for (int o = 0; o < NCS_OPERANDS; o++) {
            const int32_t b = ncs_operand(&p->instruction[i], o)->buffer;
            if (b != NCS_NO_BUFFER) {
                l->first[b] = l->first[b] < 0 ? i : l->first[b];
                l->last[b] = i;
            }
        }
    }
    for (int32_t b = 0; b < p->n_buffers; b++) {
        if (l->first[b] >= 0 && p->buffer[b].memory != NCS_HBM) {
            l->next_start[b] = l->starts[l->first[b]];
            l->starts[l->first[b]] = b;
            l->next_end[b] = l->ends[l->last[b]];
            l->ends[l->last[b]] = b;
        }
    }
}

static void change(lives *l, const ncs_buffer *b, int64_t sign)
{
    const int64_t bytes = sign * b->elements * ncs_dtype_bytes(b->dtype);
    for (int32_t p = b->partition; p < b->partition + b->n_partitions; p++) {
        int64_t *used = &l->used[b->memory][p], *peak = &l->peak[b->memory];
        *used += bytes;
        *peak = *used > *peak ? *used : *peak;
    }
}

static int64_t smaller(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

trnfft_status ncs_find_peaks(ncs_check *c)
{
    const ncs_program *p = c->program;
    const size_t n_b = (size_t)p->n_buffers, n_i = (size_t)p->n_instructions;
    const size_t count = 4 * n_b + 2 * n_i;
    int32_t *all = tfi_alloc_array(p->alloc, count, sizeof *all);
    if (all == NULL) {
        return tfi_fail_memory("ncs_verify", count * sizeof *all);
    }
    lives l = { .first = all,
                .last = all + n_b,
                .next_start = all + 2 * n_b,
                .next_end = all + 3 * n_b,
                .starts = all + 4 * n_b,
                .ends = all + 4 * n_b + n_i };
    find_uses(p, &l);
    for (int32_t i = 0; i < p->n_instructions; i++) {
        for (int32_t b = l.starts[i]; b >= 0; b = l.next_start[b]) {
            change(&l, &p->buffer[b], 1);
        }
        for (int32_t b = l.ends[i]; b >= 0; b = l.next_end[b]) {
            change(&l, &p->buffer[b], -1);
        }
    }
    tfi_free(p->alloc, all);
    /* Buffers may share places. */
    c->report->sbuf_peak = smaller(l.peak[NCS_SBUF], c->machine->sbuf_bytes);
    c->report->psum_peak =
        smaller(l.peak[NCS_PSUM], (int64_t)NCS_PSUM_BANKS * NCS_PSUM_BANK_BYTES);
    return TRNFFT_OK;
}
