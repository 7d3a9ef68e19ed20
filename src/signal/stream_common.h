/* stream_common.h - what both streams are made of. */
#ifndef TFI_SIGNAL_STREAM_COMMON_H
#define TFI_SIGNAL_STREAM_COMMON_H

#include "plan/context.h"
#include "plan/line.h"
#include "solvers/stft.h"

/* The line plan of a stream for one lane; ctx's allocator owns it. */
trnfft_status tfi_stream_line(const char *function, trnfft_context *ctx,
                              tfi_line_kind kind, const tfi_stft_setup *setup,
                              tfi_line_plan **out);

/* A first-in first-out queue of fixed capacity in components of `size` bytes. */
typedef struct tfi_ring {
    char *memory;
    int64_t capacity, size;
    int64_t first; /* number of the oldest component held, counted from the start of the
                      stream */
    int64_t next;  /* number of the next one */
} tfi_ring;

/* Where component `number` lies and how many follow contiguously, at most `count`. */
char *tfi_ring_at(const tfi_ring *ring, int64_t number, int64_t count, int64_t *run);
/* Appends components; there must be room. */
void tfi_ring_append(tfi_ring *ring, const void *from, int64_t count);
/* Copies components number … number + count - 1, all of them held. */
void tfi_ring_copy(const tfi_ring *ring, int64_t number, int64_t count, void *to);

#endif
