/* owned_tensor.c - tensors that own their memory. It comes from the allocator of the
 * current context, which is written down before the elements: so it goes back where it
 * came from, whatever context is current then, and even without it. */
#include <string.h>

#include "plan/context.h"
#include "tensor/view.h"

enum { HEADER_BYTES = TFI_ALIGNMENT };

_Static_assert(sizeof(tfi_allocator) <= HEADER_BYTES, "the allocator is the header");

/* A view in C order that points nowhere yet; a faulty one after nonsense. */
static trnfft_tensor shaped(int32_t dtype, int32_t layout, int32_t rank,
                            const int64_t *shape)
{
    static const double nowhere[2];
    switch (layout) {
    case TRNFFT_SPLIT:
        return trnfft_tensor_split(dtype, rank, shape, nowhere, nowhere + 1);
    case TRNFFT_INTERLEAVED:
        return trnfft_tensor_interleaved(dtype, rank, shape, nowhere);
    default: return trnfft_tensor_real(dtype, rank, shape, nowhere);
    }
}

/* Zeroed, aligned, with the header before it; NULL: out of memory. */
static char *new_elements(size_t bytes)
{
    const tfi_allocator *alloc = tfi_current_allocator();
    char *block = tfi_alloc_zeroed(alloc, HEADER_BYTES + bytes);
    if (block == NULL) {
        return NULL;
    }
    if (alloc != NULL) { /* zeros stand for malloc */
        memcpy(block, alloc, sizeof *alloc);
    }
    return block + HEADER_BYTES;
}

/* The imaginary array of a split tensor starts on a multiple of the alignment, too. */
trnfft_status trnfft_tensor_empty(int32_t dtype, int32_t layout, int32_t rank,
                                  const int64_t *shape, trnfft_tensor *tensor)
{
    static const char name[] = "trnfft_tensor_empty";
    if (tensor == NULL) {
        return tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT,
                        "%s: tensor = NULL: nowhere to put the view", name);
    }
    if (layout < TRNFFT_REAL || layout > TRNFFT_INTERLEAVED) {
        return tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT,
                        "%s: layout = %d: not TRNFFT_REAL, TRNFFT_SPLIT or "
                        "TRNFFT_INTERLEAVED",
                        name, (int)layout);
    }
    trnfft_tensor t = shaped(dtype, layout, rank, shape);
    TFI_TRY(tfi_tensor_check_layout(name, "tensor", &t));
    /* Below 2^61 bytes in 64 bits. */
    const uint64_t size = trnfft_dtype_size(dtype);
    uint64_t part = (uint64_t)tfi_tensor_numel(&t) * size;
    if (layout == TRNFFT_SPLIT) {
        part = (part + TFI_ALIGNMENT - 1) / TFI_ALIGNMENT * TFI_ALIGNMENT;
    }
    const uint64_t bytes = layout == TRNFFT_REAL ? part : 2 * part;
    if (bytes > PTRDIFF_MAX - HEADER_BYTES) {
        return tfi_fail(TRNFFT_ERROR_OVERFLOW,
                        "%s: shape: %llu bytes do not fit the address space", name,
                        (unsigned long long)bytes);
    }
    char *elements = new_elements((size_t)bytes);
    if (elements == NULL) {
        return tfi_fail_memory(name, (size_t)bytes);
    }
    t.re = elements;
    if (layout != TRNFFT_REAL) {
        t.im = elements + (layout == TRNFFT_SPLIT ? part : size);
    }
    *tensor = t;
    return TRNFFT_OK;
}

void trnfft_tensor_free(trnfft_tensor *tensor)
{
    if (tensor == NULL) {
        return;
    }
    if (tensor->re != NULL) {
        char *block = (char *)tensor->re - HEADER_BYTES;
        tfi_allocator owner;
        memcpy(&owner, block, sizeof owner);
        tfi_free(owner.allocate != NULL ? &owner : NULL, block);
    }
    memset(tensor, 0, sizeof *tensor);
}
