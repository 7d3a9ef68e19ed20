/* buffers.h - arrays with canaries on both sides, filled from a seed, at any alignment.
 */
#ifndef TRNFFT_TESTS_KERNELS_BUFFERS_H
#define TRNFFT_TESTS_KERNELS_BUFFERS_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <stdlib.h>

enum { GUARD = 64 };

typedef struct guarded {
    int type; /* 0: float, 1: double */
    int64_t count;
    unsigned char *memory;
    void *data;
} guarded;

static inline size_t component_bytes(int type)
{
    return type ? sizeof(double) : sizeof(float);
}

/* `count` components that start `misalign` components after a 64-byte boundary. */
static inline guarded guarded_new(int type, int64_t count, int misalign)
{
    guarded g = { type, count, NULL, NULL };
    size_t bytes = component_bytes(type) * (size_t)(count + misalign) + 2 * GUARD;
    g.memory = aligned_alloc(64, (bytes + 127) / 64 * 64);
    memset(g.memory, 0xA5, (bytes + 127) / 64 * 64);
    g.data = g.memory + GUARD + component_bytes(type) * (size_t)misalign;
    return g;
}

static inline void guarded_fill(guarded *g, uint32_t seed)
{
    uint64_t state = seed * 2654435761u + 12345u;
    for (int64_t i = 0; i < g->count; i++) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        double v = (double)(int64_t)(state >> 11) / 4503599627370496.0 - 1.0;
        if (g->type) {
            ((double *)g->data)[i] = v;
        } else {
            ((float *)g->data)[i] = (float)v;
        }
    }
}

/* True if nothing was written outside the first `written` components. */
static inline int guarded_intact(const guarded *g, int64_t written)
{
    const unsigned char *start = g->data;
    const unsigned char *end = start + component_bytes(g->type) * (size_t)written;
    for (const unsigned char *p = g->memory; p < start; p++) {
        if (*p != 0xA5) {
            return 0;
        }
    }
    for (int i = 0; i < GUARD; i++) {
        if (end[i] != 0xA5) {
            return 0;
        }
    }
    return 1;
}

static inline void guarded_free(guarded *g)
{
    free(g->memory);
}

#endif
