/* alloc.c - aligned memory on top of any allocator: the block's own address is kept in
 * the word before the aligned one. */
#include "base/alloc.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#if defined(__linux__)
#include <sys/mman.h>
#include <unistd.h>
#endif

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

void *tfi_alloc(const tfi_allocator *a, size_t bytes)
{
    size_t total;
    if (!tfi_add_size(bytes, sizeof(void *) + TFI_ALIGNMENT, &total) ||
        total > PTRDIFF_MAX)
        return NULL;
    if (!a)
        a = &default_allocator;
    unsigned char *block = a->allocate(total, a->user);
    if (!block)
        return NULL;
    size_t used = sizeof(void *);
    size_t rest = ((uintptr_t)block + used) % TFI_ALIGNMENT;
    unsigned char *p = block + used + (rest ? TFI_ALIGNMENT - rest : 0);
    memcpy(p - sizeof block, &block, sizeof block);
    return p;
}

/* Half of what a fault for each page takes, or less. Kernels before 5.14 refuse, which
 * changes nothing. */
static void map_pages(void *p, size_t bytes)
{
#if defined(__linux__)
    enum { POPULATE_WRITE = 23, FEW_PAGES = 16 };
    const int before = errno;
    const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    const uintptr_t begin = ((uintptr_t)p + page - 1) & ~(page - 1);
    const uintptr_t end = ((uintptr_t)p + bytes) & ~(page - 1);
    if (end > begin && (end - begin) / page >= FEW_PAGES) {
        (void)madvise((void *)begin, end - begin, POPULATE_WRITE);
    }
    errno = before;
#else
    (void)p;
    (void)bytes;
#endif
}

void *tfi_alloc_table(const tfi_allocator *a, size_t bytes)
{
    void *p = tfi_alloc(a, bytes);
    if (p) {
        map_pages(p, bytes);
    }
    return p;
}

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
