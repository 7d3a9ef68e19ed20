/* cache.c - the plan cache of a context: a hash table and the order of use. */
#include <string.h>

#include "plan/cached.h"
#include "plan/context.h"
#include "plan/options.h"
#include "plan/plan.h"

static trnfft_plan **bucket_of(tfi_cache *cache, uint64_t hash)
{
    return &cache->buckets[hash % TFI_CACHE_BUCKETS];
}

static void unlink_use(tfi_cache *cache, trnfft_plan *plan)
{
    *(plan->newer != NULL ? &plan->newer->older : &cache->newest) = plan->older;
    *(plan->older != NULL ? &plan->older->newer : &cache->oldest) = plan->newer;
}

static void link_newest(tfi_cache *cache, trnfft_plan *plan)
{
    plan->newer = NULL;
    plan->older = cache->newest;
    *(cache->newest != NULL ? &cache->newest->newer : &cache->oldest) = plan;
    cache->newest = plan;
}

static trnfft_plan *lookup(tfi_cache *cache, uint64_t hash, const uint64_t *key,
                           size_t n_words)
{
    trnfft_plan *plan = *bucket_of(cache, hash);
    while (plan != NULL && (plan->hash != hash || plan->n_key_words != n_words ||
                            memcmp(plan->key, key, n_words * sizeof key[0]) != 0)) {
        plan = plan->next_in_bucket;
    }
    return plan;
}

trnfft_plan *tfi_cache_find(trnfft_context *context, uint64_t hash, const uint64_t *key,
                            size_t n_words)
{
    tfi_cache *cache = &context->cache;
    tfi_mutex_lock(&cache->lock);
    trnfft_plan *plan = lookup(cache, hash, key, n_words);
    if (plan != NULL) {
        cache->hits++;
        tfi_plan_retain(plan);
        if (cache->newest != plan) {
            unlink_use(cache, plan);
            link_newest(cache, plan);
        }
    } else {
        cache->misses++;
    }
    tfi_mutex_unlock(&cache->lock);
    return plan;
}

/* Takes the plan out of the table and puts it before `list`, linked by next_in_bucket.
 */
static trnfft_plan *drop(tfi_cache *cache, trnfft_plan *plan, trnfft_plan *list)
{
    trnfft_plan **link = bucket_of(cache, plan->hash);
    while (*link != plan) {
        link = &(*link)->next_in_bucket;
    }
    *link = plan->next_in_bucket;
    unlink_use(cache, plan);
    cache->plans--;
    cache->bytes -= (int64_t)plan->bytes;
    plan->next_in_bucket = list;
    return plan;
}

static void release_list(trnfft_plan *list)
{
    while (list != NULL) {
        trnfft_plan *next = list->next_in_bucket;
        tfi_plan_release(list);
        list = next;
    }
}

void tfi_cache_add(trnfft_context *context, trnfft_plan *plan)
{
    tfi_cache *cache = &context->cache;
    const trnfft_context_options *o = &context->options;
    trnfft_plan *dropped = NULL;
    int64_t evicted = 0;
    tfi_mutex_lock(&cache->lock);
    if (o->cache_max_plans > 0 &&
        lookup(cache, plan->hash, plan->key, plan->n_key_words) == NULL) {
        tfi_plan_retain(plan);
        plan->next_in_bucket = *bucket_of(cache, plan->hash);
        *bucket_of(cache, plan->hash) = plan;
        link_newest(cache, plan);
        cache->plans++;
        cache->bytes += (int64_t)plan->bytes;
        while (cache->oldest != plan && (cache->plans > o->cache_max_plans ||
                                         cache->bytes > o->cache_max_bytes)) {
            dropped = drop(cache, cache->oldest, dropped);
            evicted++;
        }
        cache->evictions += evicted;
    }
    tfi_mutex_unlock(&cache->lock);
    if (evicted > 0) {
        tfi_context_log(context, TRNFFT_LOG_DEBUG, "plan cache: %lld evicted",
                        (long long)evicted);
    }
    release_list(dropped);
}

void tfi_cache_clear(trnfft_context *context)
{
    tfi_cache *cache = &context->cache;
    trnfft_plan *dropped = NULL;
    tfi_mutex_lock(&cache->lock);
    while (cache->oldest != NULL) {
        dropped = drop(cache, cache->oldest, dropped);
    }
    tfi_mutex_unlock(&cache->lock);
    release_list(dropped);
}

trnfft_status trnfft_plan_cache_clear(trnfft_context *context)
{
    TFI_TRY(tfi_context_resolve("trnfft_plan_cache_clear", context, &context));
    tfi_cache_clear(context);
    tfi_pool_clear(context);
    return TRNFFT_OK;
}

trnfft_status trnfft_plan_cache_stats(trnfft_context *context,
                                      trnfft_cache_stats *stats)
{
    static const char f[] = "trnfft_plan_cache_stats";
    if (stats == NULL) {
        return tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT, "%s: stats = NULL", f);
    }
    const size_t given = stats->struct_size;
    TFI_TRY(tfi_check_struct_size(f, "stats", "TRNFFT_CACHE_STATS_INIT", given,
                                  2 * sizeof(int64_t)));
    TFI_TRY(tfi_context_resolve(f, context, &context));
    trnfft_cache_stats known = TRNFFT_CACHE_STATS_INIT;
    tfi_cache *cache = &context->cache;
    tfi_mutex_lock(&cache->lock);
    known.hits = cache->hits;
    known.misses = cache->misses;
    known.evictions = cache->evictions;
    known.plans = cache->plans;
    known.bytes = cache->bytes;
    tfi_mutex_unlock(&cache->lock);
    tfi_mutex_lock(&context->pool.lock);
    known.pool_bytes = context->pool.idle_bytes;
    tfi_mutex_unlock(&context->pool.lock);
    known.struct_size = given;
    if (given > sizeof known) {
        memset((char *)stats + sizeof known, 0, given - sizeof known);
    }
    memcpy(stats, &known, given < sizeof known ? given : sizeof known);
    return TRNFFT_OK;
}
