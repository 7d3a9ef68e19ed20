/* C45: executing a plan with the caller's workspace allocates nothing, locks nothing
 * and makes no system call. Nor does a stream once it is created.
 *
 * malloc and pthread_mutex_lock are interposed by defining them in this executable; a
 * child process that may do nothing but read, write and exit (seccomp) shows the rest.
 */
#define _GNU_SOURCE
#include "cases/cases.h"

#if defined(__GLIBC__) && !TEST_SANITIZED
#define CAN_COUNT 1
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#endif
#ifdef __linux__
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#endif

#ifdef CAN_COUNT
static volatile int counting;
static long allocations, locks;

extern void *__libc_malloc(size_t bytes);
extern void *__libc_calloc(size_t count, size_t bytes);
extern void *__libc_realloc(void *p, size_t bytes);
extern void *__libc_memalign(size_t alignment, size_t bytes);
extern void __libc_free(void *p);

void *malloc(size_t bytes)
{
    allocations += counting;
    return __libc_malloc(bytes);
}

void *calloc(size_t count, size_t bytes)
{
    allocations += counting;
    return __libc_calloc(count, bytes);
}

void *realloc(void *p, size_t bytes)
{
    allocations += counting;
    return __libc_realloc(p, bytes);
}

void *aligned_alloc(size_t alignment, size_t bytes)
{
    allocations += counting;
    return __libc_memalign(alignment, bytes);
}

void *memalign(size_t alignment, size_t bytes)
{
    allocations += counting;
    return __libc_memalign(alignment, bytes);
}

int posix_memalign(void **p, size_t alignment, size_t bytes)
{
    allocations += counting;
    *p = __libc_memalign(alignment, bytes);
    return *p != NULL ? 0 : ENOMEM;
}

void free(void *p)
{
    allocations += counting;
    __libc_free(p);
}

static int pass_on(const char *name, pthread_mutex_t *mutex)
{
    int (*real)(pthread_mutex_t *) = NULL;
    void *symbol = dlsym(RTLD_NEXT, name);
    memcpy(&real, &symbol, sizeof real);
    return real(mutex);
}

int pthread_mutex_lock(pthread_mutex_t *mutex)
{
    locks += counting;
    return pass_on("pthread_mutex_lock", mutex);
}

int pthread_mutex_trylock(pthread_mutex_t *mutex)
{
    locks += counting;
    return pass_on("pthread_mutex_trylock", mutex);
}

/* Does the interposition work at all? */
static void C45_counters_count(void **state)
{
    (void)state;
    pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    allocations = locks = 0;
    counting = 1;
    void *volatile p = malloc(100);
    free(p);
    pthread_mutex_lock(&mutex);
    counting = 0;
    pthread_mutex_unlock(&mutex);
    assert_int_equal(allocations, 2);
    assert_int_equal(locks, 1);
    float x[60] = { 0 };
    counting = 1; /* a first call plans: the library is seen, too */
    trnfft_status status = trnfft_fft_f32(30, x, x);
    counting = 0;
    EXPECT_OK(status);
    assert_true(allocations > 2);
}
#endif

typedef struct job {
    trnfft_plan *plan;
    trnfft_tensor in, out;
    void *workspace;
    size_t bytes;
} job;

/* `kind` 0 c2c, 1 c2c in place, 2 r2c, 3 c2r, 4 columns of a batch, 5 bf16. */
enum { N_KINDS = 6 };

static job job_create(int kind, int32_t dtype, int32_t layout, int64_t n)
{
    job j;
    memset(&j, 0, sizeof j);
    trnfft_problem p = TRNFFT_PROBLEM_INIT;
    int64_t rows = kind == 4 ? 5 : 1, bins = n / 2 + 1;
    const int64_t shape[] = { n, rows }, half[] = { bins, rows };
    dtype = kind == 5 ? TRNFFT_BF16 : dtype;
    j.in = test_tensor(dtype, kind == 2 ? TRNFFT_REAL : layout, 2,
                       kind == 3 ? half : shape);
    j.out = kind == 1 ? j.in
                      : test_tensor(dtype, kind == 3 ? TRNFFT_REAL : layout, 2,
                                    kind == 2 ? half : shape);
    memset(j.in.re, 0, (size_t)test_tensor_size(&j.in) * trnfft_dtype_size(dtype));
    p.op = kind == 2 ? TRNFFT_OP_RFFT : kind == 3 ? TRNFFT_OP_IRFFT : TRNFFT_OP_FFT;
    p.in = j.in, p.out = j.out;
    p.n_dim = 1, p.dim[0] = 0, p.n[0] = n;
    trnfft_plan_options o = TRNFFT_PLAN_OPTIONS_INIT;
    o.n_threads = 1;
    EXPECT_OK(trnfft_plan_create(NULL, &p, &o, &j.plan));
    j.bytes = trnfft_plan_workspace_bytes(j.plan);
    j.workspace = malloc(j.bytes + 1);
    return j;
}

static trnfft_status job_run(const job *j, size_t bytes)
{
    return trnfft_plan_execute(j->plan, j->in.re, j->in.im, j->out.re, j->out.im,
                               bytes > 0 ? j->workspace : NULL, bytes);
}

static void job_destroy(job *j)
{
    trnfft_plan_destroy(j->plan);
    if (j->out.re != j->in.re) {
        test_tensor_free(&j->out);
    }
    test_tensor_free(&j->in);
    free(j->workspace);
}

static const int64_t lengths[] = { 512,   509,     1000,  1,    7,   4096,
                                   65536, 1 << 20, 65537, 1001, 1208 };

static void C45_execute_is_fit_for_real_time(void **state)
{
    (void)state;
#ifdef CAN_COUNT
    for (int v = 0; v < 4 * N_KINDS; v++) {
        for (int i = 0; i < COUNT(lengths); i++) {
            const test_variant *q = &test_variants[v % 4];
            job j = job_create(v / 4, q->dtype, q->layout, lengths[i]);
            allocations = locks = 0;
            counting = 1;
            trnfft_status status = job_run(&j, j.bytes);
            counting = 0;
            EXPECT_OK(status);
            if (allocations != 0 || locks != 0) {
                fail_msg("n = %lld, kind %d, dtype %d: %ld allocations, %ld locks",
                         (long long)lengths[i], v / 4, (int)q->dtype, allocations,
                         locks);
            }
            job_destroy(&j);
        }
    }
#else
    printf("C45: skipped: counting needs glibc and no sanitizer\n");
    skip();
#endif
}

/* A pair of streams, there and back, run in an audio callback's manner. */
typedef struct stream_pair {
    trnfft_stft_stream *there;
    trnfft_istft_stream *back;
    void *samples, *re, *im, *out;
} stream_pair;

enum { MOST_PUSHED = 1500, MOST_BINS = 1201 };

static stream_pair pair_create(int32_t dtype, int64_t n_fft, int32_t center)
{
    stream_pair p;
    trnfft_stft_options s = TRNFFT_STFT_OPTIONS_INIT;
    s.n_fft = n_fft, s.center = center, s.stream_capacity = 4096;
    s.hop_length = n_fft < 4 ? 1 : n_fft / 4;
    EXPECT_OK(trnfft_stft_stream_create(NULL, dtype, &s, &p.there));
    int32_t type = trnfft_stft_stream_dtype(p.there);
    EXPECT_OK(trnfft_istft_stream_create(NULL, type, &s, &p.back));
    p.samples = calloc(MOST_PUSHED, 8);
    p.re = calloc(MOST_BINS, 8);
    p.im = calloc(MOST_BINS, 8);
    p.out = calloc(MOST_PUSHED, 8);
    return p;
}

/* Moves what is ready; the number of samples that came out. */
static int64_t pair_drain(const stream_pair *p)
{
    int64_t total = 0, n = 0;
    while (trnfft_stft_stream_pull(p->there, p->re, p->im) == TRNFFT_OK) {
        if (trnfft_istft_stream_push(p->back, p->re, p->im) != TRNFFT_OK) {
            return -1;
        }
        while (trnfft_istft_stream_pull(p->back, p->out, MOST_PUSHED, &n) ==
               TRNFFT_OK) {
            total += n;
        }
    }
    return total;
}

/* Two signals, one after the other: the samples that came back, or -1. */
static int64_t pair_run(const stream_pair *p)
{
    static const int64_t blocks[] = { 1, 0, MOST_PUSHED, 64, 7, 999, 480, 480 };
    int64_t total = 0, n = 0;
    for (int round = 0; round < 2; round++) {
        trnfft_stft_stream_reset(p->there);
        trnfft_istft_stream_reset(p->back);
        for (int i = 0; i < COUNT(blocks); i++) {
            if (trnfft_stft_stream_push(p->there, p->samples, blocks[i]) != TRNFFT_OK) {
                return -1;
            }
            total += pair_drain(p);
        }
        if (trnfft_stft_stream_finish(p->there) != TRNFFT_OK) {
            return -1;
        }
        total += pair_drain(p);
        if (trnfft_istft_stream_finish(p->back, -1) != TRNFFT_OK) {
            return -1;
        }
        while (trnfft_istft_stream_pull(p->back, p->out, MOST_PUSHED, &n) ==
               TRNFFT_OK) {
            total += n;
        }
    }
    return total;
}

static void pair_destroy(stream_pair *p)
{
    trnfft_stft_stream_destroy(p->there);
    trnfft_istft_stream_destroy(p->back);
    free(p->samples);
    free(p->re);
    free(p->im);
    free(p->out);
}

static const int32_t sample_types[] = { TRNFFT_F32, TRNFFT_F64, TRNFFT_BF16,
                                        TRNFFT_F16, TRNFFT_S16, TRNFFT_S24 };
static const int64_t frame_lengths[] = { 1, 8, 97, 400, 512, 997, 1024, 1200 };

static void C45_streams_are_fit_for_real_time(void **state)
{
    (void)state;
#ifdef CAN_COUNT
    for (int i = 0; i < COUNT(sample_types) * COUNT(frame_lengths) * 2; i++) {
        int32_t dtype = sample_types[i / 2 % COUNT(sample_types)];
        int64_t n_fft = frame_lengths[i / 2 / COUNT(sample_types)];
        stream_pair p = pair_create(dtype, n_fft, i % 2);
        allocations = locks = 0;
        counting = 1;
        int64_t samples = pair_run(&p);
        counting = 0;
        assert_true(samples > 4000);
        if (allocations != 0 || locks != 0) {
            fail_msg("n_fft = %lld, dtype %d: %ld allocations, %ld locks",
                     (long long)n_fft, (int)dtype, allocations, locks);
        }
        pair_destroy(&p);
    }
#else
    printf("C45: skipped: counting needs glibc and no sanitizer\n");
    skip();
#endif
}

static void C45_execute_makes_no_system_call(void **state)
{
    (void)state;
#ifdef __linux__
    if (TEST_SANITIZED) { /* the thread sanitizer's child would hang */
        printf("C45: skipped: sanitizers enter the system by themselves\n");
        skip();
    }
    for (int v = 0; v < 4 * N_KINDS; v++) {
        for (int i = 0; i < COUNT(lengths); i++) {
            const test_variant *q = &test_variants[v % 4];
            job j = job_create(v / 4, q->dtype, q->layout, lengths[i]);
            pid_t pid = fork();
            if (pid == 0) {
                /* From here on anything but read, write and exit kills this process. */
                if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_STRICT) != 0) {
                    _exit(77);
                }
                syscall(SYS_exit, job_run(&j, j.bytes) == TRNFFT_OK ? 0 : 1);
            }
            int status = -1;
            assert_true(pid > 0 && waitpid(pid, &status, 0) == pid);
            job_destroy(&j);
            if (WIFEXITED(status) && WEXITSTATUS(status) == 77) {
                printf("C45: skipped: no seccomp here\n");
                skip();
            }
            if (status != 0) {
                fail_msg(
                    "n = %lld, kind %d, dtype %d: wait status %#x (9 = a system call)",
                    (long long)lengths[i], v / 4, (int)q->dtype, (unsigned)status);
            }
        }
    }
#else
    printf("C45: skipped: system calls are watched on Linux only\n");
    skip();
#endif
}

static void C45_small_workspace_is_an_error(void **state)
{
    (void)state;
    int needed = 0;
    for (int v = 0; v < 4 * N_KINDS; v++) {
        for (int i = 0; i < COUNT(lengths); i++) {
            const test_variant *q = &test_variants[v % 4];
            job j = job_create(v / 4, q->dtype, q->layout, lengths[i]);
            if (j.bytes > 1) {
                needed++;
                EXPECT_ERROR(job_run(&j, j.bytes - 1), TRNFFT_ERROR_WORKSPACE_TOO_SMALL,
                             NULL);
                EXPECT_ERROR(job_run(&j, 1), TRNFFT_ERROR_WORKSPACE_TOO_SMALL, NULL);
            }
            EXPECT_OK(job_run(&j, 0)); /* from the pool */
            /* Memory of any alignment will do. */
            char *odd = malloc(j.bytes + 65);
            size_t shift = 1 + (64 - ((uintptr_t)odd & 63)) % 64;
            EXPECT_OK(trnfft_plan_execute(j.plan, j.in.re, j.in.im, j.out.re, j.out.im,
                                          j.bytes > 0 ? odd + shift : NULL, j.bytes));
            free(odd);
            job_destroy(&j);
        }
    }
    assert_true(needed > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#ifdef CAN_COUNT
        cmocka_unit_test(C45_counters_count),
#endif
        cmocka_unit_test(C45_execute_is_fit_for_real_time),
        cmocka_unit_test(C45_streams_are_fit_for_real_time),
        cmocka_unit_test(C45_execute_makes_no_system_call),
        cmocka_unit_test(C45_small_workspace_is_an_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
