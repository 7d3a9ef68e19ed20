/* builder_order.c - which instruction has to wait for which, by vector clocks.
 *
 * Each buffer keeps the uses that later ones may clash with. A new instruction waits
 * for the writes that its reads and writes meet and for the reads that its writes
 * meet, unless its stream knows already that they are done: by its own order, by what
 * it waited for before, or by what that had waited for.
 */
#include "ncsim/builder_parts.h"

#include <string.h>

/* Instructions of each stream that must be done; -1: none. */
typedef struct need {
    int32_t last[NCS_N_STREAMS];
} need;

static void find_clashes(const ncs_uses *uses, const ncs_region *region, bool write,
                         uint8_t stream, need *n)
{
    for (int32_t i = 0; i < uses->count; i++) {
        const ncs_access *a = &uses->access[i];
        if (a->stream != stream && (write || a->write) &&
            a->instruction > n->last[a->stream] &&
            ncs_regions_meet(&a->region, region)) {
            n->last[a->stream] = a->instruction;
        }
    }
}

/* A new use makes those superfluous that anything meeting them would meet it as well.
 */
static trnfft_status add_use(ncs_builder *b, ncs_uses *uses, const ncs_access *added)
{
    int32_t kept = 0;
    for (int32_t i = 0; i < uses->count; i++) {
        const ncs_access *a = &uses->access[i];
        bool gone = (added->write || (!a->write && a->stream == added->stream)) &&
                    ncs_region_covers(&added->region, &a->region);
        if (!gone && kept++ != i) {
            uses->access[kept - 1] = *a;
        }
    }
    uses->count = kept;
    void *list = uses->access;
    TFI_TRY(ncs_builder_grow(b, &list, uses->count, &uses->capacity, sizeof *added));
    uses->access = list;
    uses->access[uses->count++] = *added;
    return TRNFFT_OK;
}

static bool tracked(const ncs_program *program, int32_t buffer)
{
    ncs_role role = program->buffer[buffer].role;
    return role != NCS_INPUT && role != NCS_TABLE;
}

/* What of `n` this stream does not know yet, as waits; more than fit stay in n. */
static void choose_waits(ncs_builder *b, need *n, ncs_instruction *instruction)
{
    int32_t *now = b->now[instruction->stream];
    for (int s = 0; s < NCS_N_STREAMS; s++) {
        if (n->last[s] <= now[s]) {
            n->last[s] = -1;
        }
    }
    for (int s = 0; s < NCS_N_STREAMS; s++) { /* known through another of them */
        for (int t = 0; t < NCS_N_STREAMS && n->last[s] >= 0; t++) {
            if (t != s && n->last[t] >= 0 && b->known[n->last[t]][s] >= n->last[s]) {
                n->last[s] = -1;
            }
        }
    }
    instruction->n_waits = 0;
    for (int s = 0; s < NCS_N_STREAMS; s++) {
        if (n->last[s] < 0 || instruction->n_waits == NCS_MAX_WAITS) {
            continue;
        }
        instruction->wait[instruction->n_waits++] = (ncs_wait){ s, n->last[s] };
        for (int t = 0; t < NCS_N_STREAMS; t++) {
            int32_t other = b->known[n->last[s]][t];
            now[t] = other > now[t] ? other : now[t];
        }
        n->last[s] = -1;
    }
}

static bool any(const need *n)
{
    for (int s = 0; s < NCS_N_STREAMS; s++) {
        if (n->last[s] >= 0) {
            return true;
        }
    }
    return false;
}

/* The instruction gets the next number; its clock is what its stream knows then. */
static trnfft_status append(ncs_builder *b, const ncs_instruction *instruction)
{
    int32_t number = b->program->n_instructions;
    void *list = b->known;
    TFI_TRY(ncs_builder_grow(b, &list, number, &b->known_capacity, sizeof *b->known));
    b->known = list;
    TFI_TRY(ncs_program_add_instruction(b->program, instruction));
    int32_t *now = b->now[instruction->stream];
    now[instruction->stream] = number;
    memcpy(b->known[number], now, sizeof *b->known);
    return TRNFFT_OK;
}

trnfft_status ncs_order_next(ncs_builder *b, ncs_instruction *instruction)
{
    ncs_program *program = b->program;
    const ncs_view *view[4] = { &instruction->src[0], &instruction->src[1],
                                &instruction->src[2], &instruction->dst };
    ncs_access access[4];
    need n;
    memset(&n, 0xff, sizeof n);
    for (int v = 0; v < 4; v++) {
        int32_t buffer = view[v]->buffer;
        if (buffer < 0 || !tracked(program, buffer)) {
            continue;
        }
        access[v].region = ncs_region_of(program, view[v]);
        access[v].write = v == 3;
        access[v].stream = instruction->stream;
        find_clashes(&b->uses[buffer], &access[v].region, v == 3, instruction->stream,
                     &n);
    }
    choose_waits(b, &n, instruction);
    while (any(&n)) { /* more than one instruction can wait for */
        ncs_instruction nop = *instruction;
        nop.op = NCS_NOP;
        nop.dst = nop.src[0] = nop.src[1] = nop.src[2] = ncs_no_view();
        TFI_TRY(append(b, &nop));
        choose_waits(b, &n, instruction);
    }
    int32_t number = program->n_instructions;
    TFI_TRY(append(b, instruction));
    for (int v = 0; v < 4; v++) {
        int32_t buffer = view[v]->buffer;
        if (buffer >= 0 && tracked(program, buffer)) {
            access[v].instruction = number;
            TFI_TRY(add_use(b, &b->uses[buffer], &access[v]));
        }
    }
    return TRNFFT_OK;
}

trnfft_status ncs_order_inherit(ncs_builder *b, int32_t heir, int32_t freed)
{
    const ncs_buffer *tile = &b->program->buffer[heir];
    ncs_access whole = { 0 };
    whole.write = true;
    whole.region.partitions = tile->n_partitions;
    whole.region.span[0] = tile->elements;
    whole.region.runs = 1;
    int32_t last[NCS_N_STREAMS];
    memset(last, 0xff, sizeof last);
    for (int32_t i = 0; i < b->uses[freed].count; i++) {
        const ncs_access *a = &b->uses[freed].access[i];
        last[a->stream] =
            a->instruction > last[a->stream] ? a->instruction : last[a->stream];
    }
    ncs_uses *uses = &b->uses[heir];
    for (int s = 0; s < NCS_N_STREAMS; s++) {
        if (last[s] < 0) {
            continue;
        }
        whole.stream = (uint8_t)s;
        whole.instruction = last[s];
        void *list = uses->access;
        TFI_TRY(ncs_builder_grow(b, &list, uses->count, &uses->capacity, sizeof whole));
        uses->access = list;
        uses->access[uses->count++] = whole; /* beside the others, not over them */
    }
    return TRNFFT_OK;
}

void ncs_order_finish(ncs_builder *b)
{
    ncs_program *program = b->program;
    int32_t semaphore[NCS_N_STREAMS];
    int32_t posts[NCS_N_STREAMS] = { 0 };
    int32_t n_semaphores = 0;
    memset(semaphore, 0xff, sizeof semaphore);
    for (int32_t i = 0; i < program->n_instructions; i++) {
        program->instruction[i].post = -1;
    }
    for (int32_t i = 0; i < program->n_instructions; i++) {
        const ncs_instruction *waiter = &program->instruction[i];
        for (int w = 0; w < waiter->n_waits; w++) {
            int32_t s = waiter->wait[w].semaphore;
            if (semaphore[s] < 0) {
                semaphore[s] = n_semaphores++;
            }
            program->instruction[waiter->wait[w].count].post = semaphore[s];
        }
    }
    /* known[] is of no use any more: its first column takes the counts. */
    for (int32_t i = 0; i < program->n_instructions; i++) {
        ncs_instruction *instruction = &program->instruction[i];
        for (int w = 0; w < instruction->n_waits; w++) {
            ncs_wait *wait = &instruction->wait[w];
            wait->count = b->known[wait->count][0];
            wait->semaphore = semaphore[wait->semaphore];
        }
        if (instruction->post >= 0) {
            b->known[i][0] = ++posts[instruction->stream];
        }
    }
}
