/* stream_common.c - the making, the ring and the end of a stream. */
#include "signal/stream_common.h"

#include <string.h>

#include "plan/kind.h"

trnfft_status tfi_stream_check(const char *function, const tfi_stft_setup *setup,
                               const trnfft_stft_options *o)
{
    if (setup->n_fft > (int64_t)1 << 40) {
        return tfi_fail(TRNFFT_ERROR_OVERFLOW, "%s: n_fft = %lld: too long", function,
                        (long long)setup->n_fft);
    }
    if (o->stream_capacity < 1 || o->stream_capacity > (int64_t)1 << 40) {
        return tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT,
                        "%s: stream_capacity = %lld: must be 1 … 2^40", function,
                        (long long)o->stream_capacity);
    }
    return TRNFFT_OK;
}

trnfft_status tfi_stream_new(const char *function, const tfi_stream *begin,
                             size_t n_bytes, tfi_stream **out)
{
    tfi_stream *s = tfi_alloc_zeroed(begin->context->alloc, n_bytes);
    if (s == NULL) {
        return tfi_fail_memory(function, n_bytes);
    }
    *s = *begin;
    tfi_context_retain(s->context);
    *out = s;
    return TRNFFT_OK;
}

static trnfft_status make_line(tfi_stream *s, tfi_line_kind kind)
{
    tfi_planner planner;
    TFI_TRY(tfi_planner_init(&planner, s->context->alloc, tfi_all_solvers(),
                             s->context->cpu));
    trnfft_status status = tfi_line_plan_create(
        &planner, kind, (uint32_t)s->setup.compute, s->setup.n_fft, &s->line);
    tfi_planner_fini(&planner);
    return status;
}

trnfft_status tfi_stream_fill(const char *function, tfi_stream *s, tfi_line_kind kind,
                              int64_t beyond, tfi_stream_split *split)
{
    trnfft_status status = make_line(s, kind);
    if (status != TRNFFT_OK) {
        return tfi_fail_as(function, status);
    }
    s->ring.size = s->setup.compute == TRNFFT_F64 ? 8 : 4;
    s->ring.capacity = s->capacity + beyond;
    size_t bytes = split(s, NULL);
    s->memory = tfi_alloc_zeroed(s->context->alloc, bytes);
    if (s->memory == NULL) {
        return tfi_fail_memory(function, bytes);
    }
    split(s, s->memory);
    return TRNFFT_OK;
}

void tfi_stream_free(tfi_stream *s)
{
    if (s == NULL) {
        return;
    }
    trnfft_context *context = s->context;
    tfi_plan_free(s->line == NULL ? NULL : &s->line->base, context->alloc);
    tfi_free(context->alloc, s->memory);
    tfi_free(context->alloc, s);
    tfi_context_release(context);
}

char *tfi_ring_at(const tfi_ring *ring, int64_t number, int64_t count, int64_t *run)
{
    int64_t at = number % ring->capacity;
    *run = ring->capacity - at < count ? ring->capacity - at : count;
    return ring->memory + at * ring->size;
}

void tfi_ring_append(tfi_ring *ring, const void *from, int64_t count)
{
    const char *p = from;
    while (count > 0) {
        int64_t run;
        char *to = tfi_ring_at(ring, ring->next, count, &run);
        memcpy(to, p, (size_t)(run * ring->size));
        p += run * ring->size;
        ring->next += run;
        count -= run;
    }
}

void tfi_ring_copy(const tfi_ring *ring, int64_t number, int64_t count, void *to)
{
    char *p = to;
    while (count > 0) {
        int64_t run;
        const char *from = tfi_ring_at(ring, number, count, &run);
        memcpy(p, from, (size_t)(run * ring->size));
        p += run * ring->size;
        number += run;
        count -= run;
    }
}
