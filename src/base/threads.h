/* threads.h - the few thread primitives that are needed, over pthread and Win32. */
#ifndef TFI_BASE_THREADS_H
#define TFI_BASE_THREADS_H

#include <stdint.h>

#include "base/status.h"

#if defined(_WIN32)
#ifndef WIN32_LEAN_AND_MEAN
#define WIN32_LEAN_AND_MEAN
#endif
#ifndef NOMINMAX
#define NOMINMAX
#endif
#include <windows.h>
typedef struct tfi_mutex {
    SRWLOCK lock;
} tfi_mutex;
typedef struct tfi_cond {
    CONDITION_VARIABLE cond;
} tfi_cond;
typedef struct tfi_once {
    INIT_ONCE once;
} tfi_once;
/* clang-format off */
#define TFI_MUTEX_INIT { SRWLOCK_INIT }
#define TFI_COND_INIT { CONDITION_VARIABLE_INIT }
#define TFI_ONCE_INIT { INIT_ONCE_STATIC_INIT }
/* clang-format on */
#else
#include <pthread.h>
typedef struct tfi_mutex {
    pthread_mutex_t lock;
} tfi_mutex;
typedef struct tfi_cond {
    pthread_cond_t cond;
} tfi_cond;
typedef struct tfi_once {
    pthread_once_t once;
} tfi_once;
/* clang-format off */
#define TFI_MUTEX_INIT { PTHREAD_MUTEX_INITIALIZER }
#define TFI_COND_INIT { PTHREAD_COND_INITIALIZER }
#define TFI_ONCE_INIT { PTHREAD_ONCE_INIT }
/* clang-format on */
#endif

/* Storage class of a variable that each thread has its own of. */
#if defined(_MSC_VER) && !defined(__clang__)
#define TFI_THREAD_LOCAL __declspec(thread)
#elif defined(__GNUC__)
#define TFI_THREAD_LOCAL __thread
#else
#define TFI_THREAD_LOCAL _Thread_local
#endif

/* Not recursive. A mutex initialised by TFI_MUTEX_INIT needs neither init nor fini. */
void tfi_mutex_init(tfi_mutex *m);
void tfi_mutex_fini(tfi_mutex *m);
void tfi_mutex_lock(tfi_mutex *m);
void tfi_mutex_unlock(tfi_mutex *m);

/* Wait with the mutex held, in a loop that looks at the condition itself. */
void tfi_cond_init(tfi_cond *c);
void tfi_cond_fini(tfi_cond *c);
void tfi_cond_wait(tfi_cond *c, tfi_mutex *m);
void tfi_cond_signal(tfi_cond *c);
void tfi_cond_broadcast(tfi_cond *c);

/* Runs `run` in the first caller; everybody returns after it has returned. */
void tfi_once_run(tfi_once *once, void (*run)(void));

/* A joinable thread. UNSUPPORTED when the system refuses to start one. */
typedef struct tfi_thread tfi_thread;
trnfft_status tfi_thread_create(tfi_thread **out, void (*run)(void *argument),
                                void *argument);
/* Waits for its end and frees the handle. NULL: nothing happens. */
void tfi_thread_join(tfi_thread *thread);

/* For loops that look at an atomic word: lets the other thread of the core go on. */
void tfi_pause(void);

/* Number of processors that this process may use, at least 1. */
int tfi_processor_count(void);

/* A number that differs between the live threads of the process (never 0). */
uint64_t tfi_thread_id(void);

/* Calls before fork() in the parent, and after it in the parent and in the child; NULLs
 * are skipped. Take every lock in `prepare`, release it in the other two (the child may
 * reinitialise it instead). Nothing happens where there is no fork. OUT_OF_MEMORY on
 * failure. */
trnfft_status tfi_at_fork(void (*prepare)(void), void (*parent)(void),
                          void (*child)(void));

#endif
