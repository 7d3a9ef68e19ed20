/* verify_order.c - semaphores, and through them who comes before whom.
 *
 * An instruction starts when the one before it in its stream is done and every wait is
 * satisfied; the c-th post of a semaphore is the c-th posting instruction of the list,
 * since one stream posts it. What had happened before a post has happened before
 * whoever waited for it: clocks of all streams, merged.
 */
#include "ncsim/verify_parts.h"

#include <string.h>

typedef struct order {
    ncs_check *c;
    ncs_clock *done;      /* by instruction: with itself */
    int32_t *position;    /* by instruction: its number in its stream */
    int32_t *next_post;   /* by instruction: the next poster of its semaphore, or -1 */
    int32_t *post_number; /* by instruction: which post of its semaphore */
    int32_t last[NCS_N_STREAMS];  /* instruction of each stream so far, -1: none */
    int32_t count[NCS_N_STREAMS]; /* of instructions */
    int32_t posts[NCS_MAX_SEMAPHORES], poster[NCS_MAX_SEMAPHORES]; /* so far; stream */
    /* The poster that was waited for last: counts mostly grow, so the search goes on
     * from there. */
    int32_t first_post[NCS_MAX_SEMAPHORES], found[NCS_MAX_SEMAPHORES];
    int32_t last_post[NCS_MAX_SEMAPHORES];
} order;

static void merge(ncs_clock *into, const ncs_clock *from)
{
    for (int s = 0; s < NCS_N_STREAMS; s++) {
        into->done[s] = into->done[s] > from->done[s] ? into->done[s] : from->done[s];
    }
}

/* The instruction that posts the semaphore for the count-th time; there is one. */
static int32_t find_post(order *o, int32_t semaphore, int32_t count)
{
    int32_t at = o->found[semaphore];
    if (at < 0 || o->post_number[at] > count) {
        at = o->first_post[semaphore];
    }
    while (o->post_number[at] < count) {
        at = o->next_post[at];
    }
    o->found[semaphore] = at;
    return at;
}

static trnfft_status wait_for(order *o, const ncs_wait *wait, ncs_clock *start)
{
    const int32_t s = wait->semaphore;
    if (wait->count < 1 || wait->count > o->posts[s]) {
        return ncs_break(o->c, NCS_RULE_SEMAPHORE, -1,
                         "waits for post %d of semaphore %d: %d stand before it",
                         (int)wait->count, (int)s, (int)o->posts[s]);
    }
    merge(start, &o->done[find_post(o, s, wait->count)]);
    return TRNFFT_OK;
}

static trnfft_status post(order *o, const ncs_instruction *in, int32_t index)
{
    const int32_t s = in->post;
    if (o->posts[s] > 0 && o->poster[s] != in->stream) {
        return ncs_break(o->c, NCS_RULE_SEMAPHORE, -1,
                         "posts semaphore %d, which %s posts", (int)s,
                         ncs_stream_name((ncs_stream)o->poster[s]));
    }
    o->poster[s] = in->stream;
    o->post_number[index] = ++o->posts[s];
    o->next_post[index] = -1;
    if (o->posts[s] == 1) {
        o->first_post[s] = index;
    } else {
        o->next_post[o->last_post[s]] = index;
    }
    o->last_post[s] = index;
    return TRNFFT_OK;
}

static trnfft_status take(order *o, ncs_track *track, int32_t index)
{
    const ncs_instruction *in = &o->c->program->instruction[index];
    const int stream = in->stream;
    ncs_clock start;
    if (o->last[stream] >= 0) {
        start = o->done[o->last[stream]];
    } else {
        memset(&start, 0, sizeof start);
    }
    o->c->instruction = index;
    for (int32_t w = 0; w < in->n_waits; w++) {
        TFI_TRY(wait_for(o, &in->wait[w], &start));
    }
    o->position[index] = o->count[stream]++;
    TFI_TRY(ncs_track_instruction(track, in, &start));
    start.done[stream] = o->count[stream];
    o->done[index] = start;
    o->last[stream] = index;
    return in->post >= 0 ? post(o, in, index) : TRNFFT_OK;
}

static trnfft_status take_all(order *o)
{
    ncs_track *track = NULL;
    trnfft_status status = ncs_track_create(o->c, o->position, &track);
    for (int32_t i = 0; i < o->c->program->n_instructions && status == TRNFFT_OK; i++) {
        status = take(o, track, i);
    }
    o->c->instruction = status == TRNFFT_OK ? -1 : o->c->instruction;
    if (status == TRNFFT_OK) {
        status = ncs_track_outputs(track);
    }
    ncs_track_destroy(track);
    return status;
}

trnfft_status ncs_check_order(ncs_check *c)
{
    const tfi_allocator *alloc = c->program->alloc;
    const size_t n = (size_t)c->program->n_instructions;
    order o = { .c = c };
    o.done = tfi_alloc_array(alloc, n, sizeof *o.done);
    o.position = tfi_alloc_array(alloc, n, sizeof *o.position);
    o.next_post = tfi_alloc_array(alloc, n, sizeof *o.next_post);
    o.post_number = tfi_alloc_array(alloc, n, sizeof *o.post_number);
    trnfft_status status = TRNFFT_OK;
    if (o.done == NULL || o.position == NULL || o.next_post == NULL ||
        o.post_number == NULL) {
        status = tfi_fail_memory("ncs_verify", n * sizeof *o.done);
    }
    for (int s = 0; s < NCS_N_STREAMS; s++) {
        o.last[s] = -1;
    }
    for (int s = 0; s < NCS_MAX_SEMAPHORES; s++) {
        o.found[s] = -1;
    }
    if (status == TRNFFT_OK) {
        status = take_all(&o);
    }
    tfi_free(alloc, o.done);
    tfi_free(alloc, o.position);
    tfi_free(alloc, o.next_post);
    tfi_free(alloc, o.post_number);
    return status;
}
