/* stream_common.c - the line plan and the ring of a stream. */
#include "signal/stream_common.h"

#include <string.h>

#include "plan/kind.h"

trnfft_status tfi_stream_line(const char *function, trnfft_context *ctx,
                              tfi_line_kind kind, const tfi_stft_setup *setup,
                              tfi_line_plan **out)
{
    if (setup->n_fft > (int64_t)1 << 40) {
        return tfi_fail(TRNFFT_ERROR_OVERFLOW, "%s: n_fft = %lld: too long", function,
                        (long long)setup->n_fft);
    }
    tfi_planner planner;
    TFI_TRY(tfi_planner_init(&planner, ctx->alloc, tfi_all_solvers(), ctx->cpu));
    trnfft_status status = tfi_line_plan_create(
        &planner, kind, (uint32_t)setup->compute, setup->n_fft, out);
    tfi_planner_fini(&planner);
    return status;
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
