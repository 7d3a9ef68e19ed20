/* stream_common.h - what both streams are made of. */
#ifndef TFI_SIGNAL_STREAM_COMMON_H
#define TFI_SIGNAL_STREAM_COMMON_H

#include "plan/context.h"
#include "plan/line.h"
#include "solvers/stft.h"

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

/* What both streams begin with: a pointer to one is a pointer to it. */
typedef struct tfi_stream {
    trnfft_context *context; /* kept alive; its allocator owns everything */
    tfi_stft_setup setup;
    int64_t capacity; /* stream_capacity */
    tfi_line_plan *line;
    tfi_ring ring;
    char *memory; /* of the ring and all buffers */
} tfi_stream;

/* Lays the stream's buffers out from `memory` on, or from nowhere when that is NULL;
 * how many bytes they take. */
typedef size_t tfi_stream_split(tfi_stream *stream, char *memory);

/* Whether a stream's lengths can be counted: n_fft and the capacity asked for. */
trnfft_status tfi_stream_check(const char *function, const tfi_stft_setup *setup,
                               const trnfft_stft_options *o);
/* Makes a stream of n_bytes, zero but for the context, setup and capacity of `begin`.
 */
trnfft_status tfi_stream_new(const char *function, const tfi_stream *begin,
                             size_t n_bytes, tfi_stream **out);
/* Its line plan and, with room for `beyond` components more than the capacity in the
 * ring, its memory, zeroed. */
trnfft_status tfi_stream_fill(const char *function, tfi_stream *stream,
                              tfi_line_kind kind, int64_t beyond,
                              tfi_stream_split *split);
/* Frees what there is of a stream; NULL: nothing happens. */
void tfi_stream_free(tfi_stream *stream);

#endif
