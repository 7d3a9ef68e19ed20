#include "alloc/failing.h"

#include <stdio.h>
#include <string.h>

typedef struct counter {
    int64_t calls, fail_at, live;
    int failed;
} counter;

/* A size before each block, so that a wrong pointer is noticed. Odd alignment on
 * purpose: the library must align by itself. */
enum { HEADER = 24 };

static void *allocate(size_t bytes, void *user)
{
    counter *c = user;
    c->calls++;
    if (c->fail_at > 0 && c->calls >= c->fail_at) {
        c->failed = 1;
        return NULL;
    }
    unsigned char *p = malloc(bytes + HEADER);
    if (p == NULL) {
        return NULL;
    }
    const uint64_t mark = 0x7472666674u;
    memset(p, 0xA5, bytes + HEADER);
    memcpy(p, &mark, sizeof mark);
    c->live++;
    return p + HEADER;
}

static void release(void *memory, void *user)
{
    counter *c = user;
    uint64_t mark = 0;
    unsigned char *p = memory;
    assert_non_null(memory);
    memcpy(&mark, p - HEADER, sizeof mark);
    assert_true(mark == 0x7472666674u);
    memset(p - HEADER, 0xDD, HEADER);
    c->live--;
    free(p - HEADER);
}

/* --- malloc: every call of the library and of the tests comes through here */

void *__real_malloc(size_t bytes);
void __real_free(void *memory);
void *__wrap_malloc(size_t bytes);
void __wrap_free(void *memory);

enum { MAX_WATCHED = 4096 };
static struct {
    int64_t calls, fail_at, live;
    int failed, watching;
    void *blocks[MAX_WATCHED];
} heap;

void *__wrap_malloc(size_t bytes)
{
    heap.calls++;
    if (heap.fail_at > 0 && heap.calls >= heap.fail_at) {
        heap.failed = 1;
        return NULL;
    }
    void *memory = __real_malloc(bytes);
    if (heap.watching && memory != NULL) {
        assert_true(heap.live < MAX_WATCHED);
        heap.blocks[heap.live++] = memory;
    }
    return memory;
}

void __wrap_free(void *memory)
{
    for (int64_t i = 0; i < heap.live && memory != NULL; i++) {
        if (heap.blocks[i] == memory) {
            heap.blocks[i] = heap.blocks[--heap.live];
            break;
        }
    }
    __real_free(memory);
}

int64_t malloc_fails_at(int64_t nth)
{
    int64_t calls = heap.calls;
    heap.calls = 0;
    heap.fail_at = nth;
    return calls;
}

/* --- the allocator of a context */

static trnfft_status create(counter *c, trnfft_context **context)
{
    trnfft_context_options o = TRNFFT_CONTEXT_OPTIONS_INIT;
    o.allocate = allocate;
    o.release = release;
    o.allocator_user = c;
    return trnfft_context_create(&o, context);
}

static void expect_out_of_memory(trnfft_status status, int64_t at, const char *name)
{
    if (status != TRNFFT_ERROR_OUT_OF_MEMORY) {
        fail_msg("%s: allocation %lld failed, status %s (%s)", name, (long long)at,
                 trnfft_status_name(status), trnfft_last_error());
    }
    assert_true(trnfft_last_error()[0] != '\0');
}

/* One round; 1 when the scenario passed without meeting the failure. */
static int round_of(scenario run, const char *name, int64_t fail_at)
{
    counter c = { .fail_at = fail_at };
    trnfft_context *context = NULL, *previous = NULL;
    trnfft_status status = create(&c, &context);
    if (status != TRNFFT_OK) {
        expect_out_of_memory(status, fail_at, name);
        assert_null(context);
        assert_int_equal(c.live, 0);
        return 0;
    }
    EXPECT_OK(trnfft_context_set_current(context, &previous));
    status = run(context);
    int met = c.failed;
    if (met) {
        /* Some failures may be survived (a cache that cannot grow): then all is well,
         * too. */
        if (status != TRNFFT_OK) {
            expect_out_of_memory(status, fail_at, name);
        }
        c.fail_at = 0;
        status = run(context);
    }
    if (status != TRNFFT_OK) {
        fail_msg("%s: after failure %lld: %s (%s)", name, (long long)fail_at,
                 trnfft_status_name(status), trnfft_last_error());
    }
    EXPECT_OK(trnfft_context_set_current(previous, NULL));
    trnfft_context_destroy(context);
    if (c.live != 0) {
        fail_msg("%s: failure %lld leaks %lld blocks", name, (long long)fail_at,
                 (long long)c.live);
    }
    return !met;
}

void run_with_failures(scenario run, const char *name)
{
    int64_t at = 1;
    while (!round_of(run, name, at)) {
        at++;
        assert_true(at < 20000);
    }
    printf("%s: each of %lld allocations failed once\n", name, (long long)(at - 1));
}

static int malloc_round_of(scenario run, const char *name, int64_t fail_at)
{
    trnfft_shutdown();
    heap.watching = 1;
    heap.live = heap.failed = 0;
    (void)malloc_fails_at(fail_at);
    trnfft_status status = run(NULL);
    (void)malloc_fails_at(0);
    int met = heap.failed;
    if (met && status != TRNFFT_OK) {
        expect_out_of_memory(status, fail_at, name);
    }
    status = met ? run(NULL) : status;
    if (status != TRNFFT_OK) {
        fail_msg("%s: after failure %lld of malloc: %s (%s)", name, (long long)fail_at,
                 trnfft_status_name(status), trnfft_last_error());
    }
    trnfft_shutdown();
    heap.watching = 0;
    if (heap.live != 0) {
        fail_msg("%s: failure %lld of malloc leaks %lld blocks", name,
                 (long long)fail_at, (long long)heap.live);
    }
    return !met;
}

void run_with_malloc_failures(scenario run, const char *name)
{
    int64_t at = 1;
    while (!malloc_round_of(run, name, at)) {
        at++;
        assert_true(at < 20000);
    }
    printf("%s: each of %lld calls of malloc failed once\n", name, (long long)(at - 1));
}

static counter counted;

trnfft_context *counting_context(void)
{
    trnfft_context *context = NULL;
    memset(&counted, 0, sizeof counted);
    EXPECT_OK(create(&counted, &context));
    return context;
}

int64_t allocations_fail_at(int64_t nth)
{
    int64_t calls = counted.calls;
    counted.calls = 0;
    counted.fail_at = nth;
    return calls;
}
