/* builder_parts.h - what the files of the builder share. */
#ifndef NCS_BUILDER_PARTS_H
#define NCS_BUILDER_PARTS_H

#include "ncsim/builder.h"

/* Elements that a view touches: runs of `run` elements at base + sum i_d * stride[d],
 * outermost first; span[d] is what dimensions d … cover. Runs do not overlap. */
typedef struct ncs_region {
    int32_t partition, partitions; /* 0, 1 in HBM: rows are a dimension there */
    int32_t n;
    int64_t base;
    int64_t size[NCS_DIMS + 1], stride[NCS_DIMS + 1], span[NCS_DIMS + 2];
    int64_t runs; /* product of the sizes */
    bool filled;  /* more than the view: holes that did not nest are taken in */
} ncs_region;

/* One instruction's use of a buffer, as long as later ones may have to wait for it. */
typedef struct ncs_access {
    int32_t instruction;
    uint8_t stream;
    bool write;
    ncs_region region;
} ncs_access;

typedef struct ncs_uses {
    int32_t count, capacity;
    ncs_access *access;
} ncs_uses;

/* A tile's rectangle: freed ones stay until a later tile has taken their place. */
typedef struct ncs_place {
    int32_t buffer;
    ncs_memory memory;
    int32_t partition, partitions;
    int64_t address, bytes;
    bool freed;
} ncs_place;

struct ncs_builder {
    ncs_program *program;
    const tfi_allocator *alloc;
    trnfft_status status;
    char sentence[256];
    int32_t note;
    /* Per buffer. */
    ncs_uses *uses;
    int32_t uses_capacity;
    /* Tiles in the order of their making. */
    ncs_place *place;
    int32_t n_places, places_capacity;
    /* Per instruction: the last instruction of each stream that is done when it is. */
    int32_t (*known)[NCS_N_STREAMS];
    int32_t known_capacity;
    /* The same for what each stream issues next; -1: nothing. */
    int32_t now[NCS_N_STREAMS][NCS_N_STREAMS];
    /* Names in use, by hash: buffer + 1. */
    int32_t *names;
    int32_t names_capacity;
};

/* builder_regions.c */
ncs_region ncs_region_of(const ncs_program *program, const ncs_view *view);
bool ncs_regions_meet(const ncs_region *x, const ncs_region *y);
/* False where it is not easily seen. */
bool ncs_region_covers(const ncs_region *outer, const ncs_region *inner);

/* builder_order.c: fills in what `instruction`, the next one, waits for (semaphore: the
 * stream, count: the instruction, until ncs_order_finish()) and notes what it uses. */
trnfft_status ncs_order_next(ncs_builder *b, ncs_instruction *instruction);
/* A tile takes over from a freed one: it waits for everything that used that. */
trnfft_status ncs_order_inherit(ncs_builder *b, int32_t heir, int32_t freed);
/* Posts where somebody waits, counts in the place of instructions. */
void ncs_order_finish(ncs_builder *b);

/* *list of `count` items has room for one more; zeroed beyond. */
trnfft_status ncs_builder_grow(ncs_builder *b, void **list, int32_t count,
                               int32_t *capacity, size_t size);

#endif
