/* timing_dma.c - the DMA engines as a fluid: round robin between queues, seen from
 * afar, is an equal share for each. */
#include <math.h>
#include <string.h>

#include "ncsim/timing_parts.h"

/* Work that is left below this, in ns, is rounding. */
static const double nothing = 1e-9;

void ncs_fluid_init(ncs_fluid *fluid, const ncs_settings *settings,
                    const tfi_allocator *alloc)
{
    memset(fluid, 0, sizeof *fluid);
    fluid->alloc = alloc;
    fluid->hbm_gbps = settings->constant[NCS_HBM_GBPS];
    memset(fluid->head, -1, sizeof fluid->head);
}

void ncs_fluid_fini(ncs_fluid *fluid)
{
    for (int q = 0; q < NCS_DMA_QUEUES; q++) {
        tfi_free(fluid->alloc, fluid->queue[q].transfer);
    }
}

/* Who works on what, and how fast. */
static void share(ncs_fluid *fluid)
{
    double hbm = 0; /* bytes per ns that all would take */
    for (int e = 0; e < NCS_DMA_ENGINES; e++) {
        int users = 0;
        for (int q = 0; q < NCS_DMA_QUEUES; q++) {
            struct ncs_fluid_queue *queue = &fluid->queue[q];
            int32_t i = 0;
            while (i < queue->count && queue->transfer[i].left[e] <= 0) {
                i++;
            }
            fluid->head[q][e] = i < queue->count ? i : -1;
            if (i < queue->count && queue->transfer[i].start < 0) {
                queue->transfer[i].start = fluid->now;
            }
            users += i < queue->count;
        }
        for (int q = 0; q < NCS_DMA_QUEUES; q++) {
            const int32_t i = fluid->head[q][e];
            fluid->rate[q][e] = i < 0 ? 0 : 1.0 / users;
            hbm +=
                i < 0 ? 0 : fluid->rate[q][e] * fluid->queue[q].transfer[i].hbm_density;
        }
    }
    if (hbm <= fluid->hbm_gbps) {
        return;
    }
    for (int q = 0; q < NCS_DMA_QUEUES; q++) {
        for (int e = 0; e < NCS_DMA_ENGINES; e++) {
            const int32_t i = fluid->head[q][e];
            if (i >= 0 && fluid->queue[q].transfer[i].hbm_density > 0) {
                fluid->rate[q][e] *= fluid->hbm_gbps / hbm;
            }
        }
    }
}

trnfft_status ncs_fluid_add(ncs_fluid *fluid, int queue, int32_t instruction,
                            const ncs_dma_work *work)
{
    struct ncs_fluid_queue *q = &fluid->queue[queue];
    if (q->count == q->capacity) {
        const int32_t wanted = q->capacity < 4 ? 4 : 2 * q->capacity;
        ncs_transfer *bigger =
            tfi_alloc_array(fluid->alloc, (size_t)wanted, sizeof *bigger);
        if (bigger == NULL) {
            return tfi_fail_memory("ncs_estimate", (size_t)wanted * sizeof *bigger);
        }
        if (q->count > 0) {
            memcpy(bigger, q->transfer, (size_t)q->count * sizeof *bigger);
        }
        tfi_free(fluid->alloc, q->transfer);
        q->transfer = bigger;
        q->capacity = wanted;
    }
    ncs_transfer *t = &q->transfer[q->count++];
    t->instruction = instruction;
    t->start = -1;
    t->hbm_density = work->hbm_density;
    memcpy(t->left, work->ns, sizeof t->left);
    share(fluid);
    return TRNFFT_OK;
}

double ncs_fluid_next(const ncs_fluid *fluid)
{
    double next = INFINITY;
    for (int q = 0; q < NCS_DMA_QUEUES; q++) {
        for (int e = 0; fluid->queue[q].count > 0 && e < NCS_DMA_ENGINES; e++) {
            const int32_t i = fluid->head[q][e];
            if (i >= 0) {
                next =
                    fmin(next, fluid->queue[q].transfer[i].left[e] / fluid->rate[q][e]);
            }
        }
    }
    return fluid->now + next;
}

void ncs_fluid_advance(ncs_fluid *fluid, double time)
{
    const double passed = time - fluid->now;
    bool any = false, ended = false;
    for (int q = 0; q < NCS_DMA_QUEUES; q++) {
        for (int e = 0; fluid->queue[q].count > 0 && e < NCS_DMA_ENGINES; e++) {
            const int32_t i = fluid->head[q][e];
            if (i >= 0) {
                double *left = &fluid->queue[q].transfer[i].left[e];
                const double rate = fluid->rate[q][e];
                any = true;
                /* As ncs_fluid_next() reckons, so that every event gets on. */
                const bool over = fluid->now + *left / rate <= time;
                *left = over ? 0 : *left - passed * rate;
                if (*left <= nothing) {
                    *left = 0;
                    ended = true;
                }
            }
        }
    }
    fluid->busy += any ? passed : 0;
    fluid->now = time;
    if (ended) {
        share(fluid);
    }
}

int32_t ncs_fluid_ended(ncs_fluid *fluid, double *start)
{
    for (int q = 0; q < NCS_DMA_QUEUES; q++) {
        struct ncs_fluid_queue *queue = &fluid->queue[q];
        bool left = queue->count == 0;
        for (int e = 0; !left && e < NCS_DMA_ENGINES; e++) {
            left = queue->transfer[0].left[e] > 0;
        }
        if (!left) {
            const ncs_transfer first = queue->transfer[0];
            queue->count--;
            memmove(queue->transfer, queue->transfer + 1,
                    (size_t)queue->count * sizeof first);
            share(fluid);
            *start = first.start < 0 ? fluid->now : first.start;
            return first.instruction;
        }
    }
    return -1;
}
