/**
 * @file context.h
 * @brief What calls share: the plan cache, the scratch pool, threads, memory and log
 * callbacks.
 *
 * Most programs need none of this: there is a default context, made at its first use.
 * A context of one's own gives a library inside a program its own bounds and allocator.
 * Functions without a context parameter use the thread's current context, and so does
 * NULL wherever a context is expected.
 *
 * @par Threads
 * A context starts its threads when a plan first wants them and ends them when it is
 * destroyed. The default context has as many as the environment variable TRNFFT_THREADS
 * says, 1 … 1,024 or "all", else one. Results do not depend on their number.
 *
 * @par Fork
 * All locks of the library are taken around fork(), so a child can go on calling it.
 */
#ifndef TRNFFT_CONTEXT_H
#define TRNFFT_CONTEXT_H

#include <stddef.h>
#include <stdint.h>

#include <trnfft/export.h>
#include <trnfft/status.h>

#ifdef __cplusplus
extern "C" {
#endif

/** @brief How hard to look for a plan. Since 0.1. */
typedef TRNFFT_ENUM(trnfft_effort){
    TRNFFT_EFFORT_ESTIMATE = 0, /**< by predicted cost: deterministic, never measures */
    TRNFFT_EFFORT_MEASURE = 1,  /**< what the context's wisdom holds (wisdom.h), else
                                   what measuring within the time limit finds, which the
                                   wisdom then holds. The same wisdom gives the same
                                   plan and the same bits */
    TRNFFT_EFFORT_WISDOM = 2    /**< what the context's wisdom holds, else by predicted
                                   cost; never measures */
} trnfft_effort;

/** @brief What calls share; opaque. Since 0.1. */
typedef struct trnfft_context trnfft_context;

/** @brief A machine other than the host; opaque. Since 0.1. */
struct trnfft_device;

/** @brief Returns `bytes` of memory of any alignment, or NULL: malloc's rules.
 * Called from any thread. Since 0.1. */
typedef void *(*trnfft_allocate_function)(size_t bytes, void *user);

/** @brief Takes memory back that the allocate callback gave; never called with NULL.
 * Called from any thread. Since 0.1. */
typedef void (*trnfft_release_function)(void *memory, void *user);

/** @brief How much a message matters. Since 0.1. */
typedef TRNFFT_ENUM(trnfft_log_level){
    TRNFFT_LOG_DEBUG = 0,  /**< what was planned, what was evicted */
    TRNFFT_LOG_INFO = 1,   /**< of interest to a user */
    TRNFFT_LOG_WARNING = 2 /**< likely a mistake of the caller */
} trnfft_log_level;

/** @brief Receives one line without a newline; may be called from any thread and must
 * not call the library. Since 0.1. */
typedef void (*trnfft_log_function)(int32_t level, const char *message, void *user);

/** @brief As a number of threads: one for each processor that the process may use.
 * Since 0.1. */
#define TRNFFT_ALL_THREADS (-1)

/**
 * @brief Options of a context. Since 0.1.
 *
 * Start from #TRNFFT_CONTEXT_OPTIONS_INIT or trnfft_context_options_init().
 */
typedef struct trnfft_context_options {
    size_t struct_size; /**< sizeof(trnfft_context_options) */
    int32_t n_threads;  /**< threads of plans that do not say: 1 … 1,024 or
                           #TRNFFT_ALL_THREADS; default 1 */
    int32_t effort;     /**< a #trnfft_effort: of the plans that the functions of fft.h,
                           gemm.h and signal.h make; default #TRNFFT_EFFORT_ESTIMATE */
    int64_t cache_max_bytes; /**< bound of the plans cached, bytes; default 128 MiB. The
                                plan used last is kept even if it is larger alone */
    int64_t cache_max_plans; /**< bound of their number; default 512; 0: no cache */
    int64_t pool_max_bytes;  /**< bound of idle scratch kept for the next call, bytes;
                                default 512 MiB; 0: none is kept */
    trnfft_allocate_function allocate; /**< NULL, with release: malloc and free */
    trnfft_release_function release;   /**< given if allocate is given */
    void *allocator_user;              /**< handed to both; not read */
    trnfft_log_function log;           /**< NULL, the default: no messages */
    void *log_user;                    /**< handed to log; not read */
    struct trnfft_device *device;      /**< NULL, the default: the host */
    const char *calibration; /**< file of constants for predicted costs (calibrate.h),
                                only read during the call; NULL, the default: the one
                                that the environment variable TRNFFT_CALIBRATION names,
                                passed over with a warning where it is no good; "": the
                                library's own */
} trnfft_context_options;

/** @brief Initialises a #trnfft_context_options, C11 and C++17. Since 0.1. */
#define TRNFFT_CONTEXT_OPTIONS_INIT                                      \
    {                                                                    \
        sizeof(trnfft_context_options), 1, 0, (int64_t)128 << 20, 512,   \
            (int64_t)512 << 20, NULL, NULL, NULL, NULL, NULL, NULL, NULL \
    }

/** @brief Counters of a plan cache. Since 0.1. */
typedef struct trnfft_cache_stats {
    size_t struct_size; /**< sizeof(trnfft_cache_stats) */
    int64_t hits;       /**< calls that found their plan */
    int64_t misses;     /**< calls that had to plan */
    int64_t evictions;  /**< plans dropped because of a bound */
    int64_t plans;      /**< plans held now */
    int64_t bytes;      /**< bytes of the plans held now, tables included */
    int64_t pool_bytes; /**< idle scratch held now, bytes */
} trnfft_cache_stats;

/** @brief Initialises a #trnfft_cache_stats, C11 and C++17. Since 0.1. */
#define TRNFFT_CACHE_STATS_INIT                      \
    {                                                \
        sizeof(trnfft_cache_stats), 0, 0, 0, 0, 0, 0 \
    }

/**
 * @brief Fills options with the defaults: the twin of #TRNFFT_CONTEXT_OPTIONS_INIT.
 * @param[out] options overwritten whole; NULL: nothing happens
 * @par Thread rule
 * immutable: any thread at any time. @since 0.1
 */
TRNFFT_API void trnfft_context_options_init(trnfft_context_options *options);

/**
 * @brief Makes a context.
 * @param options bounds and callbacks, only read during the call; NULL: the defaults. A
 * smaller struct_size gets defaults for the rest, a larger one is accepted if its tail
 * is zero; more than 4,096 bytes are refused, as for every struct with a struct_size
 * @param[out] context the context; not NULL
 * @return #TRNFFT_OK; #TRNFFT_ERROR_INVALID_ARGUMENT for a value out of range or only
 * one of the two memory callbacks, #TRNFFT_ERROR_UNSUPPORTED for a device,
 * #TRNFFT_ERROR_IO or #TRNFFT_ERROR_FORMAT for the file options.calibration,
 * #TRNFFT_ERROR_OUT_OF_MEMORY: then *context is as it was. Allocates; may block for a
 * moment. The caller owns the context: trnfft_context_destroy().
 * @par Thread rule
 * locked: any thread at any time. @since 0.1
 */
TRNFFT_API trnfft_status trnfft_context_create(const trnfft_context_options *options,
                                               trnfft_context **context);

/**
 * @brief Gives a context up.
 *
 * Plans made from it stay usable and keep its memory until the last of them is
 * destroyed. Where it is the calling thread's current context, that becomes the default
 * one.
 * @param context from trnfft_context_create(); NULL: nothing happens. It must not be
 * the current context of another thread that still calls the library. May block for a
 * moment.
 * @par Thread rule
 * locked: any thread, once. @since 0.1
 */
TRNFFT_API void trnfft_context_destroy(trnfft_context *context);

/**
 * @brief Chooses the context that this thread's calls use.
 * @param context the context, which the caller keeps alive while it is current; NULL:
 * the default one
 * @param[out] previous what was current before, NULL for the default one: hand it back
 * to restore; NULL allowed
 * @return #TRNFFT_OK always. Does not allocate or block.
 * @par Thread rule
 * confined: each thread has its own current context. @since 0.1
 */
TRNFFT_API trnfft_status trnfft_context_set_current(trnfft_context *context,
                                                    trnfft_context **previous);

/**
 * @brief Ends the default context: its cache, scratch and threads are freed.
 *
 * Optional: for programs that check for leaks or unload the library. Plans made from it
 * stay usable. A later call makes a new default context.
 * @par Thread rule
 * confined: no other thread may be inside the library. May block for a moment. @since
 * 0.1
 */
TRNFFT_API void trnfft_shutdown(void);

/**
 * @brief Drops all cached plans and idle scratch.
 *
 * Plans that calls of other threads are using just now live until those calls end. The
 * counters go on, dropped plans do not count as evictions.
 * @param context NULL: the current context
 * @return #TRNFFT_OK; #TRNFFT_ERROR_OUT_OF_MEMORY when the default context cannot be
 * made. May block for a moment.
 * @par Thread rule
 * locked: any thread at any time. @since 0.1
 */
TRNFFT_API trnfft_status trnfft_plan_cache_clear(trnfft_context *context);

/**
 * @brief The counters of the plan cache.
 * @param context NULL: the current context
 * @param[out] stats with struct_size set (#TRNFFT_CACHE_STATS_INIT): that many bytes
 * are written at most, the rest of a larger one is set to zero; not NULL
 * @return #TRNFFT_OK; #TRNFFT_ERROR_INVALID_ARGUMENT for NULL or a struct_size below
 * 16 or above 4,096, #TRNFFT_ERROR_OUT_OF_MEMORY when the default context cannot be
 * made: then *stats is as it was. May block for a moment.
 * @par Thread rule
 * locked: any thread at any time. @since 0.1
 */
TRNFFT_API trnfft_status trnfft_plan_cache_stats(trnfft_context *context,
                                                 trnfft_cache_stats *stats);

#ifdef __cplusplus
}
#endif

#endif
