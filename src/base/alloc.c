/* alloc.c - aligned memory on top of any allocator: the block's own address is kept in
 * the word before the aligned one. */
#include "base/alloc.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

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
