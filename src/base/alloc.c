/* alloc.c - aligned memory on top of any allocator: the block's own address is kept in
 * the word before the aligned one. */
#include "base/alloc.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#if defined(__linux__)
#include <sys/mman.h>
#include <unistd.h>
#endif

#include "base/clock.h"
#include "base/size_math.h"

static void *default_allocate(size_t bytes, void *user)
{
    (void)user;
    return malloc(bytes);
}

static void default_release(void *p, void *user)
{
    (void)user;
    free(p);
}

static const tfi_allocator default_allocator = { default_allocate, default_release,
                                                 NULL };

static void *allocate_aligned(const tfi_allocator *a, size_t bytes, size_t alignment)
{
    size_t total;
    if (!tfi_add_size(bytes, sizeof(void *) + alignment, &total) || total > PTRDIFF_MAX)
        return NULL;
    if (!a)
        a = &default_allocator;
    unsigned char *block = a->allocate(total, a->user);
    if (!block)
        return NULL;
    size_t used = sizeof(void *);
    size_t rest = ((uintptr_t)block + used) % alignment;
    unsigned char *p = block + used + (rest ? alignment - rest : 0);
    memcpy(p - sizeof block, &block, sizeof block);
    return p;
}

void *tfi_alloc(const tfi_allocator *a, size_t bytes)
{
    return allocate_aligned(a, bytes, TFI_ALIGNMENT);
}

#if defined(__linux__)
/* Half of what a fault for each page takes, or less. Kernels before 5.14 refuse, which
 * changes nothing. */
static void map_pages(void *p, size_t bytes)
{
    enum { POPULATE_WRITE = 23, FEW_PAGES = 16 };
    const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    const uintptr_t begin = ((uintptr_t)p + page - 1) & ~(page - 1);
    const uintptr_t end = ((uintptr_t)p + bytes) & ~(page - 1);
    if (end > begin && (end - begin) / page >= FEW_PAGES) {
        (void)madvise((void *)begin, end - begin, POPULATE_WRITE);
    }
}

/* What of a block is worth huge pages: a last one of which less is used is not. */
enum { HUGE_PAGE = 2 << 20, HUGE_LEAST = HUGE_PAGE / 8 * 3 };
static size_t huge_bytes(size_t bytes)
{
    return bytes <= PTRDIFF_MAX - 2 * HUGE_PAGE
               ? (bytes + HUGE_PAGE - HUGE_LEAST) / HUGE_PAGE * HUGE_PAGE
               : 0;
}

/* A block that begins with `huge` bytes of huge pages, where the system has them: one
 * of 2 MB takes a twentieth of the time of 512 small ones. Asks for more addresses
 * than it touches, as only malloc() can be asked to. */
static void *allocate_huge(size_t bytes, size_t huge)
{
    void *p = allocate_aligned(NULL, bytes > huge ? bytes : huge, HUGE_PAGE);
    if (p) {
        (void)madvise(p, huge, MADV_HUGEPAGE);
    }
    return p;
}

/* How often the system had to move memory about for a huge page, which takes longer
 * than small pages do; or this thread had to wait for a processor. After the second
 * time no more are asked for. */
static atomic_int slow_pages;

static bool huge_are_slow(void)
{
    return atomic_load(&slow_pages) >= 2;
}

static void map_huge(void *p, size_t bytes, size_t huge)
{
    const size_t pages = huge / HUGE_PAGE;
    const double most_s = 1e-3 * (double)pages, start = tfi_clock_s();
    map_pages(p, bytes);
    if (tfi_clock_s() - start > most_s) {
        atomic_fetch_add(&slow_pages, 1);
    }
}

void *tfi_alloc_table(const tfi_allocator *a, size_t bytes)
{
    const int before = errno;
    const size_t huge = huge_bytes(bytes);
    const bool has_malloc = !a || a->allocate == default_allocate;
    void *p = NULL;
    if (huge > 0 && has_malloc && !huge_are_slow()) {
        p = allocate_huge(bytes, huge);
    }
    if (p) {
        map_huge(p, bytes, huge);
    } else {
        p = tfi_alloc(a, bytes);
        if (p) {
            map_pages(p, bytes);
        }
    }
    errno = before;
    return p;
}
#else
void *tfi_alloc_table(const tfi_allocator *a, size_t bytes)
{
    return tfi_alloc(a, bytes);
}
#endif

void *tfi_alloc_zeroed(const tfi_allocator *a, size_t bytes)
{
    void *p = tfi_alloc(a, bytes);
    if (p)
        memset(p, 0, bytes);
    return p;
}

void *tfi_alloc_array(const tfi_allocator *a, size_t count, size_t size)
{
    size_t bytes;
    return tfi_mul_size(count, size, &bytes) ? tfi_alloc(a, bytes) : NULL;
}

void tfi_free(const tfi_allocator *a, void *p)
{
    if (!p)
        return;
    void *block;
    memcpy(&block, (unsigned char *)p - sizeof block, sizeof block);
    if (!a)
        a = &default_allocator;
    a->release(block, a->user);
}
