/* context.c - contexts: made, shared, made current; the default one; fork(). */
#include "plan/context.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "plan/costs.h"
#include "plan/device.h"
#include "plan/options.h"

/* Guards the list and the making of the default context. */
static tfi_mutex registry_lock = TFI_MUTEX_INIT;
static trnfft_context *all_contexts;
static _Atomic(trnfft_context *) default_context;
static tfi_once fork_once = TFI_ONCE_INIT;
static TFI_THREAD_LOCAL trnfft_context *current_context;

/* Not `measuring`: it is held for long and guards no data; the child has it anew. */
static void before_fork(void)
{
    tfi_mutex_lock(&registry_lock);
    for (trnfft_context *c = all_contexts; c != NULL; c = c->next) {
        tfi_mutex_lock(&c->cache.lock);
        tfi_mutex_lock(&c->pool.lock);
        tfi_mutex_lock(&c->team.lock);
        tfi_mutex_lock(&c->wisdom.lock);
    }
}

static void after_fork_in_parent(void)
{
    for (trnfft_context *c = all_contexts; c != NULL; c = c->next) {
        tfi_mutex_unlock(&c->wisdom.lock);
        tfi_mutex_unlock(&c->team.lock);
        tfi_mutex_unlock(&c->pool.lock);
        tfi_mutex_unlock(&c->cache.lock);
    }
    tfi_mutex_unlock(&registry_lock);
}

/* The thread that lives on is the one that took the locks. */
static void after_fork_in_child(void)
{
    for (trnfft_context *c = all_contexts; c != NULL; c = c->next) {
        tfi_mutex_unlock(&c->wisdom.lock);
        tfi_mutex_unlock(&c->team.lock);
        tfi_team_forget(&c->team);
        tfi_mutex_unlock(&c->pool.lock);
        tfi_mutex_unlock(&c->cache.lock);
        tfi_mutex_init(&c->measuring);
    }
    tfi_mutex_unlock(&registry_lock);
}

static void register_fork_handlers(void)
{
    /* Without memory for the handlers everything but fork() under load still works. */
    (void)tfi_at_fork(before_fork, after_fork_in_parent, after_fork_in_child);
}

void trnfft_context_options_init(trnfft_context_options *options)
{
    if (options != NULL) {
        trnfft_context_options defaults = TRNFFT_CONTEXT_OPTIONS_INIT;
        *options = defaults;
    }
}

static trnfft_status check_options(const char *f, const trnfft_context_options *o)
{
    if (o->n_threads != TRNFFT_ALL_THREADS &&
        (o->n_threads < 1 || o->n_threads > TFI_TEAM_MAX)) {
        return tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT,
                        "%s: options.n_threads = %d: must be 1 … %d or "
                        "TRNFFT_ALL_THREADS",
                        f, (int)o->n_threads, TFI_TEAM_MAX);
    }
    if (o->effort < TRNFFT_EFFORT_ESTIMATE || o->effort > TRNFFT_EFFORT_WISDOM) {
        return tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT,
                        "%s: options.effort = %d: not a trnfft_effort", f,
                        (int)o->effort);
    }
    const struct {
        const char *name;
        int64_t value;
    } bounds[] = { { "cache_max_bytes", o->cache_max_bytes },
                   { "cache_max_plans", o->cache_max_plans },
                   { "pool_max_bytes", o->pool_max_bytes } };
    for (size_t i = 0; i < sizeof bounds / sizeof bounds[0]; i++) {
        if (bounds[i].value < 0) {
            return tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT,
                            "%s: options.%s = %lld: a bound cannot be negative", f,
                            bounds[i].name, (long long)bounds[i].value);
        }
    }
    if ((o->allocate == NULL) != (o->release == NULL)) {
        return tfi_fail(
            TRNFFT_ERROR_INVALID_ARGUMENT,
            "%s: options.%s = NULL: allocate and release are given together", f,
            o->allocate == NULL ? "allocate" : "release");
    }
    return TRNFFT_OK;
}

/* The file that was named must be good; the environment's is only tried. */
static trnfft_status load_costs(const char *f, trnfft_context *c)
{
    const char *given = c->options.calibration;
    const char *path = given != NULL ? given : getenv("TRNFFT_CALIBRATION");
    c->options.calibration = NULL;
    if (path == NULL || path[0] == '\0') {
        return TRNFFT_OK;
    }
    char before[512];
    snprintf(before, sizeof before, "%s", trnfft_last_error());
    trnfft_status status = tfi_costs_load(f, c->alloc, c->cpu, path, &c->costs);
    if (status == TRNFFT_OK || given != NULL || status == TRNFFT_ERROR_OUT_OF_MEMORY) {
        return status;
    }
    tfi_context_log(c, TRNFFT_LOG_WARNING, "TRNFFT_CALIBRATION is passed over: %s",
                    trnfft_last_error());
    (void)tfi_fail(TRNFFT_OK, "%s", before); /* no error happened */
    return TRNFFT_OK;
}

static int32_t all_threads(void)
{
    const int count = tfi_processor_count();
    return count < TFI_TEAM_MAX ? count : TFI_TEAM_MAX;
}

/* What TRNFFT_THREADS says; 1 where it says nothing that makes sense. */
static int32_t threads_of_environment(void)
{
    const char *text = getenv("TRNFFT_THREADS");
    if (text == NULL) {
        return 1;
    }
    if (strcmp(text, "all") == 0) {
        return all_threads();
    }
    char *end = NULL;
    const long n = strtol(text, &end, 10);
    return end != text && *end == '\0' && n >= 1 && n <= TFI_TEAM_MAX ? (int32_t)n : 1;
}

/* Called with the registry locked. */
static trnfft_status create(const char *f, const trnfft_context_options *options,
                            trnfft_context **out)
{
    tfi_allocator allocator = { options->allocate, options->release,
                                options->allocator_user };
    const tfi_allocator *alloc = options->allocate != NULL ? &allocator : NULL;
    trnfft_context *c = tfi_alloc_zeroed(alloc, sizeof *c);
    if (c == NULL) {
        return tfi_fail_memory(f, sizeof *c);
    }
    atomic_init(&c->references, 1);
    c->options = *options;
    if (options->n_threads == TRNFFT_ALL_THREADS) {
        c->options.n_threads = all_threads();
    }
    c->allocator = allocator;
    c->alloc = alloc != NULL ? &c->allocator : NULL;
    c->cpu = tfi_cpu_detect();
    trnfft_status status = load_costs(f, c);
    if (status != TRNFFT_OK) {
        tfi_free(alloc, c);
        return status;
    }
    tfi_mutex_init(&c->cache.lock);
    tfi_mutex_init(&c->pool.lock);
    tfi_team_init(&c->team);
    tfi_mutex_init(&c->wisdom.lock);
    tfi_device_retain(c->options.device);
    tfi_mutex_init(&c->measuring);
    c->next = all_contexts;
    if (all_contexts != NULL) {
        all_contexts->previous = c;
    }
    all_contexts = c;
    *out = c;
    return TRNFFT_OK;
}

trnfft_status trnfft_context_create(const trnfft_context_options *options,
                                    trnfft_context **context)
{
    static const char f[] = "trnfft_context_create";
    if (context == NULL) {
        return tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT, "%s: context = NULL", f);
    }
    trnfft_context_options known = TRNFFT_CONTEXT_OPTIONS_INIT;
    if (options != NULL) {
        TFI_TRY(tfi_read_struct(f, "options", "TRNFFT_CONTEXT_OPTIONS_INIT", options,
                                &known, sizeof known));
    }
    TFI_TRY(check_options(f, &known));
    tfi_once_run(&fork_once, register_fork_handlers);
    tfi_mutex_lock(&registry_lock);
    trnfft_status status = create(f, &known, context);
    tfi_mutex_unlock(&registry_lock);
    return status;
}

static void destroy(trnfft_context *c)
{
    tfi_mutex_lock(&registry_lock);
    if (c->previous != NULL) {
        c->previous->next = c->next;
    } else {
        all_contexts = c->next;
    }
    if (c->next != NULL) {
        c->next->previous = c->previous;
    }
    tfi_mutex_unlock(&registry_lock);
    tfi_cache_clear(c);
    tfi_pool_clear(c);
    tfi_team_fini(&c->team);
    tfi_wisdom_list_free(&c->wisdom.list, c->alloc);
    tfi_free(c->alloc, c->costs);
    tfi_device_release(c->options.device);
    tfi_mutex_fini(&c->wisdom.lock);
    tfi_mutex_fini(&c->measuring);
    tfi_mutex_fini(&c->cache.lock);
    tfi_mutex_fini(&c->pool.lock);
    tfi_allocator allocator = c->allocator;
    tfi_free(c->alloc != NULL ? &allocator : NULL, c);
}

void tfi_context_retain(trnfft_context *context)
{
    atomic_fetch_add_explicit(&context->references, 1, memory_order_relaxed);
}

void tfi_context_release(trnfft_context *context)
{
    if (atomic_fetch_sub_explicit(&context->references, 1, memory_order_acq_rel) == 1) {
        destroy(context);
    }
}

void trnfft_context_destroy(trnfft_context *context)
{
    if (context == NULL) {
        return;
    }
    if (current_context == context) {
        current_context = NULL;
    }
    tfi_context_release(context);
}

trnfft_status trnfft_context_set_current(trnfft_context *context,
                                         trnfft_context **previous)
{
    if (previous != NULL) {
        *previous = current_context;
    }
    current_context = context;
    return TRNFFT_OK;
}

void trnfft_shutdown(void)
{
    tfi_mutex_lock(&registry_lock);
    trnfft_context *c = atomic_exchange(&default_context, NULL);
    tfi_mutex_unlock(&registry_lock);
    if (c != NULL) {
        tfi_context_release(c);
    }
}

static trnfft_status make_default(const char *function, trnfft_context **out)
{
    tfi_once_run(&fork_once, register_fork_handlers);
    tfi_mutex_lock(&registry_lock);
    trnfft_status status = TRNFFT_OK;
    trnfft_context *c = atomic_load_explicit(&default_context, memory_order_acquire);
    if (c == NULL) {
        trnfft_context_options options = TRNFFT_CONTEXT_OPTIONS_INIT;
        options.n_threads = threads_of_environment();
        status = create(function, &options, &c);
        if (status == TRNFFT_OK) {
            atomic_store_explicit(&default_context, c, memory_order_release);
        }
    }
    tfi_mutex_unlock(&registry_lock);
    *out = c;
    return status;
}

trnfft_status tfi_context_resolve(const char *function, trnfft_context *context,
                                  trnfft_context **out)
{
    trnfft_context *c = context != NULL ? context : current_context;
    if (c == NULL) {
        c = atomic_load_explicit(&default_context, memory_order_acquire);
    }
    if (c == NULL) {
        return make_default(function, out);
    }
    *out = c;
    return TRNFFT_OK;
}

const tfi_allocator *tfi_current_allocator(void)
{
    return current_context != NULL ? current_context->alloc : NULL;
}

void tfi_context_log(const trnfft_context *context, trnfft_log_level level,
                     const char *format, ...)
{
    if (context->options.log == NULL) {
        return;
    }
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    context->options.log((int32_t)level, text, context->options.log_user);
}
