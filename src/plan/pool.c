/* pool.c - idle scratch buffers, bounded in bytes and number. */
#include "plan/context.h"

/* The smallest idle buffer that fits and does not waste more than it uses, -1: none. */
static int best_fit(const tfi_pool *pool, size_t bytes)
{
    int best = -1;
    for (int i = 0; i < pool->n_idle; i++) {
        if (pool->bytes[i] >= bytes && pool->bytes[i] / 4 <= bytes &&
            (best < 0 || pool->bytes[i] < pool->bytes[best])) {
            best = i;
        }
    }
    return best;
}

void *tfi_pool_take(trnfft_context *context, size_t bytes, size_t *got)
{
    tfi_pool *pool = &context->pool;
    void *memory = NULL;
    tfi_mutex_lock(&pool->lock);
    int i = best_fit(pool, bytes);
    if (i >= 0) {
        memory = pool->memory[i];
        *got = pool->bytes[i];
        pool->idle_bytes -= (int64_t)*got;
        pool->n_idle--;
        pool->memory[i] = pool->memory[pool->n_idle];
        pool->bytes[i] = pool->bytes[pool->n_idle];
    }
    tfi_mutex_unlock(&pool->lock);
    if (memory == NULL) {
        *got = bytes;
        memory = tfi_alloc(context->alloc, bytes);
    }
    return memory;
}

void tfi_pool_give(trnfft_context *context, void *memory, size_t got)
{
    tfi_pool *pool = &context->pool;
    void *unwanted[TFI_POOL_SLOTS + 1];
    int n_unwanted = 0;
    tfi_mutex_lock(&pool->lock);
    const int64_t bound = context->options.pool_max_bytes;
    if ((uint64_t)got > (uint64_t)bound) {
        unwanted[n_unwanted++] = memory;
    } else {
        /* Makes room by dropping the smallest, which are the cheapest to make again. */
        while (pool->n_idle == TFI_POOL_SLOTS ||
               (pool->n_idle > 0 && pool->idle_bytes > bound - (int64_t)got)) {
            int smallest = 0;
            for (int i = 1; i < pool->n_idle; i++) {
                smallest = pool->bytes[i] < pool->bytes[smallest] ? i : smallest;
            }
            unwanted[n_unwanted++] = pool->memory[smallest];
            pool->idle_bytes -= (int64_t)pool->bytes[smallest];
            pool->n_idle--;
            pool->memory[smallest] = pool->memory[pool->n_idle];
            pool->bytes[smallest] = pool->bytes[pool->n_idle];
        }
        pool->memory[pool->n_idle] = memory;
        pool->bytes[pool->n_idle++] = got;
        pool->idle_bytes += (int64_t)got;
    }
    tfi_mutex_unlock(&pool->lock);
    for (int i = 0; i < n_unwanted; i++) {
        tfi_free(context->alloc, unwanted[i]);
    }
}

void tfi_pool_clear(trnfft_context *context)
{
    tfi_pool *pool = &context->pool;
    void *unwanted[TFI_POOL_SLOTS];
    tfi_mutex_lock(&pool->lock);
    int n = pool->n_idle;
    for (int i = 0; i < n; i++) {
        unwanted[i] = pool->memory[i];
    }
    pool->n_idle = 0;
    pool->idle_bytes = 0;
    tfi_mutex_unlock(&pool->lock);
    for (int i = 0; i < n; i++) {
        tfi_free(context->alloc, unwanted[i]);
    }
}
