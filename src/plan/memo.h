/* memo.h - what a planner remembers: the best solver and its cost for each problem met.
 */
#ifndef TFI_PLAN_MEMO_H
#define TFI_PLAN_MEMO_H

#include "plan/planner.h"

typedef enum tfi_memo_state {
    TFI_MEMO_BUSY = 1, /* being planned further up: a child must not ask for it again */
    TFI_MEMO_SOLVED = 2, /* solver and cost are known */
    TFI_MEMO_REFUSED = 3 /* every solver declined */
} tfi_memo_state;

typedef struct tfi_memo_entry {
    uint64_t hash;
    size_t key; /* offset of the problem's bytes in the arena */
    size_t n_bytes;
    tfi_memo_state state;
    const tfi_solver *solver;
    double cost_ns;
} tfi_memo_entry;

struct tfi_planner_memo;

struct tfi_planner_memo *tfi_memo_create(const tfi_allocator *alloc);
void tfi_memo_destroy(struct tfi_planner_memo *memo, const tfi_allocator *alloc);

/* Index of the problem's entry, -1: none. Entries move when one is added, indices stay.
 */
int64_t tfi_memo_find(const struct tfi_planner_memo *memo, const tfi_problem *problem);
/* Adds a busy entry; -1: out of memory. */
int64_t tfi_memo_add(struct tfi_planner_memo *memo, const tfi_allocator *alloc,
                     const tfi_problem *problem);
tfi_memo_entry *tfi_memo_at(struct tfi_planner_memo *memo, int64_t index);

/* 64-bit hash of bytes, the same on every run. */
uint64_t tfi_hash_bytes(const void *bytes, size_t n);

#endif
