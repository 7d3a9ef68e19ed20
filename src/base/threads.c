/* threads.c - mutex, condition, once and threads over pthread and Win32. */
#include "base/threads.h"

#include <stdint.h>
#include <stdlib.h>

#if defined(_WIN32)
#include <process.h>
#else
#include <unistd.h>
#if defined(__linux__)
#include <sched.h>
#endif
#endif

void tfi_pause(void)
{
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("yield");
#endif
}

struct tfi_thread {
    void (*run)(void *argument);
    void *argument;
#if defined(_WIN32)
    HANDLE handle;
#else
    pthread_t handle;
#endif
};

#if defined(_WIN32)

void tfi_mutex_init(tfi_mutex *m)
{
    InitializeSRWLock(&m->lock);
}

void tfi_mutex_fini(tfi_mutex *m)
{
    (void)m;
}

void tfi_mutex_lock(tfi_mutex *m)
{
    AcquireSRWLockExclusive(&m->lock);
}

void tfi_mutex_unlock(tfi_mutex *m)
{
    ReleaseSRWLockExclusive(&m->lock);
}

void tfi_cond_init(tfi_cond *c)
{
    InitializeConditionVariable(&c->cond);
}

void tfi_cond_fini(tfi_cond *c)
{
    (void)c;
}

void tfi_cond_wait(tfi_cond *c, tfi_mutex *m)
{
    SleepConditionVariableSRW(&c->cond, &m->lock, INFINITE, 0);
}

void tfi_cond_signal(tfi_cond *c)
{
    WakeConditionVariable(&c->cond);
}

void tfi_cond_broadcast(tfi_cond *c)
{
    WakeAllConditionVariable(&c->cond);
}

struct once_call {
    void (*run)(void);
};

static BOOL CALLBACK once_trampoline(PINIT_ONCE once, PVOID parameter, PVOID *context)
{
    (void)once;
    (void)context;
    ((struct once_call *)parameter)->run();
    return TRUE;
}

void tfi_once_run(tfi_once *once, void (*run)(void))
{
    struct once_call call = { run };
    InitOnceExecuteOnce(&once->once, once_trampoline, &call, NULL);
}

static unsigned __stdcall thread_main(void *parameter)
{
    tfi_thread *thread = parameter;
    thread->run(thread->argument);
    return 0;
}

static int start(tfi_thread *thread)
{
    thread->handle = (HANDLE)_beginthreadex(NULL, 0, thread_main, thread, 0, NULL);
    return thread->handle ? 0 : 1;
}

void tfi_thread_join(tfi_thread *thread)
{
    if (!thread)
        return;
    WaitForSingleObject(thread->handle, INFINITE);
    CloseHandle(thread->handle);
    free(thread);
}

int tfi_processor_count(void)
{
    SYSTEM_INFO info;
    GetSystemInfo(&info);
    return info.dwNumberOfProcessors > 0 ? (int)info.dwNumberOfProcessors : 1;
}

trnfft_status tfi_at_fork(void (*prepare)(void), void (*parent)(void),
                          void (*child)(void))
{
    (void)prepare;
    (void)parent;
    (void)child;
    return TRNFFT_OK;
}

#else

/* The pthread calls below fail only for misuse, which would be our own fault. */

void tfi_mutex_init(tfi_mutex *m)
{
    pthread_mutex_init(&m->lock, NULL);
}

void tfi_mutex_fini(tfi_mutex *m)
{
    pthread_mutex_destroy(&m->lock);
}

void tfi_mutex_lock(tfi_mutex *m)
{
    pthread_mutex_lock(&m->lock);
}

void tfi_mutex_unlock(tfi_mutex *m)
{
    pthread_mutex_unlock(&m->lock);
}

void tfi_cond_init(tfi_cond *c)
{
    pthread_cond_init(&c->cond, NULL);
}

void tfi_cond_fini(tfi_cond *c)
{
    pthread_cond_destroy(&c->cond);
}

void tfi_cond_wait(tfi_cond *c, tfi_mutex *m)
{
    pthread_cond_wait(&c->cond, &m->lock);
}

void tfi_cond_signal(tfi_cond *c)
{
    pthread_cond_signal(&c->cond);
}

void tfi_cond_broadcast(tfi_cond *c)
{
    pthread_cond_broadcast(&c->cond);
}

void tfi_once_run(tfi_once *once, void (*run)(void))
{
    pthread_once(&once->once, run);
}

static void *thread_main(void *parameter)
{
    tfi_thread *thread = parameter;
    thread->run(thread->argument);
    return NULL;
}

static int start(tfi_thread *thread)
{
    return pthread_create(&thread->handle, NULL, thread_main, thread);
}

void tfi_thread_join(tfi_thread *thread)
{
    if (!thread)
        return;
    pthread_join(thread->handle, NULL);
    free(thread);
}

int tfi_processor_count(void)
{
#if defined(__linux__) && defined(CPU_COUNT)
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) == 0 && CPU_COUNT(&set) > 0)
        return CPU_COUNT(&set);
#endif
    long n = sysconf(_SC_NPROCESSORS_ONLN);
    return n > 0 ? (int)n : 1;
}

trnfft_status tfi_at_fork(void (*prepare)(void), void (*parent)(void),
                          void (*child)(void))
{
    if (pthread_atfork(prepare, parent, child) != 0)
        return tfi_fail(TRNFFT_ERROR_OUT_OF_MEMORY, "pthread_atfork: out of memory");
    return TRNFFT_OK;
}

#endif

trnfft_status tfi_thread_create(tfi_thread **out, void (*run)(void *argument),
                                void *argument)
{
    *out = NULL;
    tfi_thread *thread = malloc(sizeof *thread);
    if (!thread)
        return tfi_fail(TRNFFT_ERROR_OUT_OF_MEMORY, "thread: out of memory");
    thread->run = run;
    thread->argument = argument;
    if (start(thread) != 0) {
        free(thread);
        return tfi_fail(TRNFFT_ERROR_UNSUPPORTED,
                        "thread: the system refuses to start another one");
    }
    *out = thread;
    return TRNFFT_OK;
}

uint64_t tfi_thread_id(void)
{
    static TFI_THREAD_LOCAL char mark;
    return (uint64_t)(uintptr_t)&mark;
}
