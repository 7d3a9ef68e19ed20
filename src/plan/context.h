/* context.h - what calls share: plan cache, scratch pool, threads, allocator. */
#ifndef TFI_PLAN_CONTEXT_H
#define TFI_PLAN_CONTEXT_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <trnfft/context.h>

#include "base/alloc.h"
#include "base/cpu.h"
#include "base/status.h"
#include "base/threads.h"
#include "plan/team.h"
#include "plan/wisdom.h"

struct trnfft_plan;

enum { TFI_CACHE_BUCKETS = 1024, TFI_POOL_SLOTS = 16 };

/* Bounded by bytes and number; newest … oldest in order of use. */
typedef struct tfi_cache {
    tfi_mutex lock;
    struct trnfft_plan *buckets[TFI_CACHE_BUCKETS];
    struct trnfft_plan *newest, *oldest;
    int64_t hits, misses, evictions, plans, bytes;
} tfi_cache;

typedef struct tfi_pool {
    tfi_mutex lock;
    void *memory[TFI_POOL_SLOTS]; /* idle buffers */
    size_t bytes[TFI_POOL_SLOTS];
    int n_idle;
    int64_t idle_bytes;
} tfi_pool;

struct trnfft_context {
    atomic_int references;          /* the owner and each plan that a user holds */
    trnfft_context_options options; /* complete */
    tfi_allocator allocator;
    const tfi_allocator *alloc; /* &allocator, or NULL for malloc */
    tfi_cpu_level cpu;
    struct tfi_costs *costs; /* a user's; NULL: the library's own */
    tfi_cache cache;
    tfi_pool pool;
    tfi_team team;
    tfi_wisdom wisdom;
    tfi_mutex measuring; /* two measurements at a time would disturb each other */
    struct trnfft_context *previous,
        *next; /* in the list of all contexts, for fork() */
};

/* context itself, or the thread's current one, or the default one, made if need be. */
trnfft_status tfi_context_resolve(const char *function, trnfft_context *context,
                                  trnfft_context **out);
/* Where functions without a context take memory: the current context's allocator, NULL
 * for malloc. Makes no context. */
const tfi_allocator *tfi_current_allocator(void);
void tfi_context_retain(trnfft_context *context);
void tfi_context_release(trnfft_context *context);

/* To the log callback, if there is one; at most 511 bytes. */
void tfi_context_log(const trnfft_context *context, trnfft_log_level level,
                     const char *format, ...) TFI_PRINTF(3, 4);

/* Scratch for one call, 64-byte aligned, at least `bytes`; *got is what tfi_pool_give()
 * wants to know. NULL: out of memory. */
void *tfi_pool_take(trnfft_context *context, size_t bytes, size_t *got);
void tfi_pool_give(trnfft_context *context, void *memory, size_t got);
void tfi_pool_clear(trnfft_context *context);

/* The cached plan for these key bytes with a reference for the caller, NULL: none.
 * Counts. */
struct trnfft_plan *tfi_cache_find(trnfft_context *context, uint64_t hash,
                                   const uint64_t *key, size_t n_words);
/* Takes a reference of its own and evicts what is too much. A plan that another thread
 * made meanwhile stays, and this one is not cached. */
void tfi_cache_add(trnfft_context *context, struct trnfft_plan *plan);
void tfi_cache_clear(trnfft_context *context);

#endif
