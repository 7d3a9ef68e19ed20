/* operand.h - guarded arrays for the points of a kernel's operand. Include cmocka.h
 * first. */
#ifndef TRNFFT_TESTS_KERNELS_OPERAND_H
#define TRNFFT_TESTS_KERNELS_OPERAND_H

#include "backend/cpu/kernel_table.h"
#include "kernels/buffers.h"

/* Arrays for an operand of n points and some lanes, in either layout. */
typedef struct operand {
    guarded part[2];
    tfk_run run;
} operand;

static inline operand operand_new(int type, int64_t n, int64_t lanes, int pairs,
                                  uint32_t seed)
{
    static int turn; /* another alignment each time: by and by they all meet */
    operand o;
    const int64_t width = pairs ? 2 * lanes : lanes;
    for (int i = 0; i < 2; i++) {
        o.part[i] = guarded_new(type, n * width, turn++ % 17 % 16);
        if (seed != 0) {
            guarded_fill(&o.part[i], seed + (uint32_t)i);
        }
    }
    o.run.re = o.part[0].data;
    o.run.im = pairs ? (char *)o.run.re + component_bytes(type) : o.part[1].data;
    o.run.stride = width;
    o.run.interleaved = pairs;
    return o;
}

static inline void operand_equal(const operand *want, const operand *got)
{
    for (int i = 0; i < (got->run.interleaved ? 1 : 2); i++) {
        const guarded *g = &got->part[i];
        assert_memory_equal(want->part[i].data, g->data,
                            component_bytes(g->type) * (size_t)g->count);
        assert_true(guarded_intact(g, g->count));
    }
}

static inline void operand_free(operand *o)
{
    guarded_free(&o->part[0]);
    guarded_free(&o->part[1]);
}

#endif
