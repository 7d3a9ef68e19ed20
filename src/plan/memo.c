/* memo.c - a growing array of entries, an open hash table of indices and an arena of
 * keys. */
#include "plan/memo.h"

#include <string.h>

struct tfi_planner_memo {
    tfi_memo_entry *entries;
    size_t n_entries, capacity;
    int32_t *slots; /* index + 1 of an entry, 0: free */
    size_t n_slots; /* a power of two, more than twice n_entries */
    unsigned char *arena;
    size_t arena_used, arena_bytes;
};

uint64_t tfi_hash_bytes(const void *bytes, size_t n)
{
    const unsigned char *p = bytes;
    uint64_t h = UINT64_C(0x9e3779b97f4a7c15) ^ n;
    for (size_t i = 0; i < n; i += 8) {
        uint64_t w = 0;
        memcpy(&w, p + i, n - i < 8 ? n - i : 8);
        h = (h ^ w) * UINT64_C(0xbf58476d1ce4e5b9);
        h ^= h >> 29;
    }
    return h;
}

struct tfi_planner_memo *tfi_memo_create(const tfi_allocator *alloc)
{
    return tfi_alloc_zeroed(alloc, sizeof(struct tfi_planner_memo));
}

void tfi_memo_destroy(struct tfi_planner_memo *memo, const tfi_allocator *alloc)
{
    if (memo != NULL) {
        tfi_free(alloc, memo->entries);
        tfi_free(alloc, memo->slots);
        tfi_free(alloc, memo->arena);
        tfi_free(alloc, memo);
    }
}

tfi_memo_entry *tfi_memo_at(struct tfi_planner_memo *memo, int64_t index)
{
    return &memo->entries[index];
}

int64_t tfi_memo_find(const struct tfi_planner_memo *memo, const tfi_problem *problem)
{
    if (memo->n_slots == 0) {
        return -1;
    }
    uint64_t hash = tfi_hash_bytes(problem, problem->n_bytes);
    for (size_t i = (size_t)hash;; i++) {
        int32_t slot = memo->slots[i & (memo->n_slots - 1)];
        if (slot == 0) {
            return -1;
        }
        const tfi_memo_entry *e = &memo->entries[slot - 1];
        if (e->hash == hash && e->n_bytes == problem->n_bytes &&
            memcmp(memo->arena + e->key, problem, e->n_bytes) == 0) {
            return slot - 1;
        }
    }
}

/* Room for one more of `size` bytes; the array doubles. */
static int grow(const tfi_allocator *alloc, void **array, size_t used, size_t *capacity,
                size_t needed, size_t size)
{
    if (needed <= *capacity) {
        return 1;
    }
    size_t wanted = *capacity == 0 ? 64 : *capacity;
    while (wanted < needed) {
        wanted *= 2;
    }
    void *larger = tfi_alloc_array(alloc, wanted, size);
    if (larger == NULL) {
        return 0;
    }
    if (used > 0) {
        memcpy(larger, *array, used * size);
    }
    tfi_free(alloc, *array);
    *array = larger;
    *capacity = wanted;
    return 1;
}

static void place(struct tfi_planner_memo *memo, size_t index)
{
    size_t i = (size_t)memo->entries[index].hash;
    while (memo->slots[i & (memo->n_slots - 1)] != 0) {
        i++;
    }
    memo->slots[i & (memo->n_slots - 1)] = (int32_t)index + 1;
}

static int rehash(struct tfi_planner_memo *memo, const tfi_allocator *alloc)
{
    if (2 * (memo->n_entries + 1) < memo->n_slots) {
        return 1;
    }
    size_t wanted = memo->n_slots == 0 ? 256 : 2 * memo->n_slots;
    int32_t *slots = tfi_alloc_zeroed(alloc, wanted * sizeof *slots);
    if (slots == NULL) {
        return 0;
    }
    tfi_free(alloc, memo->slots);
    memo->slots = slots;
    memo->n_slots = wanted;
    for (size_t i = 0; i < memo->n_entries; i++) {
        place(memo, i);
    }
    return 1;
}

int64_t tfi_memo_add(struct tfi_planner_memo *memo, const tfi_allocator *alloc,
                     const tfi_problem *problem)
{
    size_t n_bytes = problem->n_bytes;
    void *entries = memo->entries, *arena = memo->arena;
    int ok = grow(alloc, &entries, memo->n_entries, &memo->capacity,
                  memo->n_entries + 1, sizeof(tfi_memo_entry));
    memo->entries = entries;
    ok = ok && grow(alloc, &arena, memo->arena_used, &memo->arena_bytes,
                    memo->arena_used + n_bytes, 1);
    memo->arena = arena;
    if (!ok || !rehash(memo, alloc)) {
        return -1;
    }
    tfi_memo_entry *e = &memo->entries[memo->n_entries];
    memset(e, 0, sizeof *e);
    e->hash = tfi_hash_bytes(problem, n_bytes);
    e->key = memo->arena_used;
    e->n_bytes = n_bytes;
    e->state = TFI_MEMO_BUSY;
    memcpy(memo->arena + memo->arena_used, problem, n_bytes);
    memo->arena_used += n_bytes;
    place(memo, memo->n_entries);
    return (int64_t)memo->n_entries++;
}
