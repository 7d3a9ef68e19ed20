/* alloc.h - every allocation of the library goes through an allocator given by the
 * caller. */
#ifndef TFI_BASE_ALLOC_H
#define TFI_BASE_ALLOC_H

#include <stddef.h>

/* Alignment of everything that tfi_alloc() returns, in bytes. */
#define TFI_ALIGNMENT 64

/* Callbacks with malloc's rules; `allocate` may return any alignment. */
typedef struct tfi_allocator {
    void *(*allocate)(size_t bytes, void *user);
    void (*release)(void *p, void *user);
    void *user;
} tfi_allocator;

/* 64-byte aligned memory, uninitialised; NULL when there is none or bytes is absurd.
 * bytes == 0 gives a unique pointer. a == NULL: malloc and free. */
void *tfi_alloc(const tfi_allocator *a, size_t bytes);
void *tfi_alloc_zeroed(const tfi_allocator *a, size_t bytes);
/* The same for what is written from end to end at once, as tables are: the system maps
 * the pages of a large block in one call, where it can, instead of at one fault each,
 * and from 768 KB on huge ones. Tables of one owner do well to share a block. */
void *tfi_alloc_table(const tfi_allocator *a, size_t bytes);
/* count * size bytes, uninitialised; NULL also when the product overflows. */
void *tfi_alloc_array(const tfi_allocator *a, size_t count, size_t size);
/* Frees with the allocator that made it. NULL: nothing happens. */
void tfi_free(const tfi_allocator *a, void *p);

/* bytes rounded up to a multiple of TFI_ALIGNMENT; 0 on overflow (and for 0). */
static inline size_t tfi_align_up(size_t bytes)
{
    return (bytes + (TFI_ALIGNMENT - 1)) & ~(size_t)(TFI_ALIGNMENT - 1);
}

#endif
