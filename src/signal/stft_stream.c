/* stft_stream.c - the short-time transform of a signal that comes in pieces.
 *
 * A ring holds the samples, in the compute type, that frames still need: from the start
 * of the next frame on, and the last n_fft / 2 + 1 for the padding behind the end. Each
 * frame is put together from it, weighed and transformed as trnfft_stft() does, so the
 * bits are the same. */
#include <string.h>

#include <trnfft/stft.h>

#include "base/size_math.h"
#include "signal/stream_common.h"
#include "tensor/component.h"

struct trnfft_stft_stream {
    tfi_stream base;
    int32_t dtype;    /* of the samples pushed */
    int64_t frame;    /* number of the next one */
    int64_t n_frames; /* once finished; else -1 */
    void *window[2], *row, *weighed[2], *out[2], *scratch;
};

static size_t split_memory(tfi_stream *base, char *memory)
{
    trnfft_stft_stream *s = (trnfft_stft_stream *)(void *)base;
    const tfi_stft_setup *p = &s->base.setup;
    const size_t width = p->compute == TRNFFT_F64 ? sizeof(double) : sizeof(float);
    const size_t frame = (size_t)p->n_fft * width, bins = (size_t)p->bins * width;
    const bool c2c = tfi_stft_line_kind(p) == TFI_C2C;
    void *ring = NULL;
    const tfi_scratch_region regions[] = {
        { &s->window[0], frame },
        { &s->window[1], p->complex_window ? frame : 0 },
        { &s->row, frame },
        { &s->weighed[0], frame },
        { &s->weighed[1], c2c ? frame : 0 },
        { &s->out[0], bins },
        { &s->out[1], bins },
        { &s->scratch, tfi_line_scratch(s->base.line, 1) },
        { &ring, (size_t)s->base.ring.capacity * width },
    };
    size_t bytes =
        tfi_scratch_split(regions, sizeof regions / sizeof regions[0], memory);
    s->base.ring.memory = ring;
    return bytes;
}

static trnfft_status check_create(const char *function, int32_t dtype,
                                  const trnfft_stft_options *o,
                                  const tfi_stft_setup *setup)
{
    if (trnfft_dtype_size(dtype) == 0) {
        return tfi_fail(TRNFFT_ERROR_INVALID_DTYPE, "%s: dtype = %d: no such type",
                        function, (int)dtype);
    }
    if (setup->center && setup->pad_mode == TRNFFT_PAD_CIRCULAR && setup->pad > 0) {
        return tfi_fail(
            TRNFFT_ERROR_UNSUPPORTED,
            "%s: pad_mode = TRNFFT_PAD_CIRCULAR: a stream cannot begin with its "
            "end",
            function);
    }
    return tfi_stream_check(function, setup, o);
}

/* The rest of creation, once there is a stream to destroy. */
static trnfft_status fill_stream(const char *function, const trnfft_stft_options *o,
                                 trnfft_stft_stream *s)
{
    /* After all frames were pulled less than n_fft + 1 samples are left, so a push of
     * `capacity` finds room. */
    TFI_TRY(tfi_stream_fill(function, &s->base, tfi_stft_line_kind(&s->base.setup),
                            s->base.setup.n_fft + 1, split_memory));
    tfi_stft_window(&s->base.setup, o->window, s->window[0], s->window[1]);
    return TRNFFT_OK;
}

trnfft_status trnfft_stft_stream_create(trnfft_context *context, int32_t dtype,
                                        const trnfft_stft_options *options,
                                        trnfft_stft_stream **stream)
{
    static const char function[] = "trnfft_stft_stream_create";
    if (stream == NULL) {
        return tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT, "%s: stream = NULL", function);
    }
    trnfft_tensor signal = trnfft_tensor_real(TRNFFT_F32, 0, NULL, NULL);
    signal.dtype = dtype;
    trnfft_stft_options o;
    tfi_stft_setup setup;
    TFI_TRY(tfi_stft_read_options(function, options, &o));
    TFI_TRY(tfi_stft_resolve(function, &o, &signal, &setup));
    TFI_TRY(tfi_check_window_data(function, &o));
    TFI_TRY(check_create(function, dtype, &o, &setup));
    TFI_TRY(tfi_context_resolve(function, context, &context));
    const tfi_stream begin = { .context = context,
                               .setup = setup,
                               .capacity = o.stream_capacity };
    tfi_stream *made = NULL;
    TFI_TRY(tfi_stream_new(function, &begin, sizeof(trnfft_stft_stream), &made));
    trnfft_stft_stream *s = (trnfft_stft_stream *)(void *)made;
    s->dtype = dtype;
    s->n_frames = -1;
    trnfft_status status = fill_stream(function, &o, s);
    if (status != TRNFFT_OK) {
        trnfft_stft_stream_destroy(s);
        return status;
    }
    *stream = s;
    return TRNFFT_OK;
}

static int64_t start_of(const trnfft_stft_stream *s, int64_t frame)
{
    return frame * s->base.setup.hop - s->base.setup.pad;
}

/* Forgets samples that no frame needs any more. */
static void forget(trnfft_stft_stream *s)
{
    int64_t keep = start_of(s, s->frame);
    int64_t tail = s->base.ring.next - 1 - s->base.setup.n_fft / 2;
    keep = keep < tail ? keep : tail;
    s->base.ring.first = keep > s->base.ring.first ? keep : s->base.ring.first;
}

static void append(trnfft_stft_stream *s, const char *samples, int64_t n)
{
    const int64_t size = (int64_t)trnfft_dtype_size(s->dtype);
    while (n > 0) {
        int64_t run;
        char *to = tfi_ring_at(&s->base.ring, s->base.ring.next, n, &run);
        if (s->base.setup.compute == TRNFFT_F64) {
            tfi_load_f64(s->dtype, samples, 1, run, (double *)(void *)to, 1);
        } else {
            tfi_load_f32(s->dtype, samples, 1, run, (float *)(void *)to, 1);
        }
        s->base.ring.next += run;
        samples += run * size;
        n -= run;
    }
}

trnfft_status trnfft_stft_stream_push(trnfft_stft_stream *stream, const void *samples,
                                      int64_t n)
{
    static const char function[] = "trnfft_stft_stream_push";
    if (stream == NULL || (samples == NULL && n != 0)) {
        return tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT, "%s: %s = NULL", function,
                        stream == NULL ? "stream" : "samples");
    }
    if (n < 0 || n > stream->base.capacity) {
        return tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT,
                        "%s: n = %lld: must be 0 … stream_capacity = %lld", function,
                        (long long)n, (long long)stream->base.capacity);
    }
    if (stream->n_frames >= 0) {
        return tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT, "%s: the stream was finished",
                        function);
    }
    tfi_ring *ring = &stream->base.ring;
    if (n > INT64_MAX / 4 - ring->next) {
        return tfi_fail(TRNFFT_ERROR_OVERFLOW, "%s: the stream is too long", function);
    }
    forget(stream);
    if (ring->next - ring->first + n > ring->capacity) {
        return TRNFFT_AGAIN;
    }
    append(stream, samples, n);
    return TRNFFT_OK;
}

/* Puts the frame together that starts at `start`; `n` is the length of the signal, as
 * far as it matters. */
static void fill_row(const trnfft_stft_stream *s, int64_t start)
{
    const int64_t n = s->base.ring.next, end = start + s->base.setup.n_fft,
                  size = s->base.ring.size;
    const int64_t lo = start > 0 ? start : 0, hi = end < n ? end : n;
    char *row = s->row;
    if (lo < hi) {
        tfi_ring_copy(&s->base.ring, lo, hi - lo, row + (lo - start) * size);
    }
    for (int64_t i = start; i < end; i++) {
        if (i == lo && lo < hi) {
            i = hi;
            if (i == end) {
                break;
            }
        }
        int64_t from = tfi_stft_pad_index(s->base.setup.pad_mode, n, i);
        if (from >= 0) {
            tfi_ring_copy(&s->base.ring, from, 1, row + (i - start) * size);
        } else {
            memset(row + (i - start) * size, 0, (size_t)size);
        }
    }
}

static void mirror(const tfi_stft_setup *setup, char *re, char *im, size_t size)
{
    for (int64_t k = setup->n_fft / 2 + 1; k < setup->n_fft; k++) {
        const size_t to = (size_t)k * size, from = (size_t)(setup->n_fft - k) * size;
        memcpy(re + to, re + from, size);
        if (setup->compute == TRNFFT_F64) {
            *(double *)(void *)(im + to) = -*(double *)(void *)(im + from);
        } else {
            *(float *)(void *)(im + to) = -*(float *)(void *)(im + from);
        }
    }
}

static void transform(trnfft_stft_stream *s, void *re, void *im)
{
    const tfi_stft_setup *setup = &s->base.setup;
    const void *rows[1] = { s->row };
    tfi_stft_weigh(setup, s->window[0], s->window[1], rows, NULL, 1, s->weighed[0],
                   s->weighed[1]);
    tfi_line_args args = { 0 };
    memset(&args, 0, sizeof args);
    args.in = (tfi_line_operand){ s->weighed[0], s->weighed[1], 1, TFI_SPLIT };
    args.out = (tfi_line_operand){ s->out[0], s->out[1], 1, TFI_SPLIT };
    args.lanes = 1;
    args.scale = tfi_stft_scale(setup);
    args.scratch = s->scratch;
    tfi_line_execute(s->base.line, &args);
    const size_t size = (size_t)s->base.ring.size;
    if (!setup->onesided && tfi_stft_line_kind(setup) == TFI_R2C) {
        mirror(setup, s->out[0], s->out[1], size);
    }
    memcpy(re, s->out[0], (size_t)setup->bins * size);
    memcpy(im, s->out[1], (size_t)setup->bins * size);
}

trnfft_status trnfft_stft_stream_pull(trnfft_stft_stream *stream, void *re, void *im)
{
    static const char function[] = "trnfft_stft_stream_pull";
    if (stream == NULL || re == NULL || im == NULL) {
        return tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT, "%s: %s = NULL", function,
                        stream == NULL ? "stream" : (re == NULL ? "re" : "im"));
    }
    const tfi_stft_setup *setup = &stream->base.setup;
    const int64_t start = start_of(stream, stream->frame);
    if (stream->n_frames >= 0 && stream->frame >= stream->n_frames) {
        return TRNFFT_END;
    }
    /* Frames that begin before the signal may need its sample n_fft / 2, and those that
     * reach over its end can only come when that is known. */
    int64_t needed = start + setup->n_fft;
    if (start < 0 && setup->pad_mode == TRNFFT_PAD_REFLECT && needed < setup->pad + 1) {
        needed = setup->pad + 1;
    }
    if (stream->n_frames < 0 && needed > stream->base.ring.next) {
        return TRNFFT_AGAIN;
    }
    fill_row(stream, start);
    transform(stream, re, im);
    stream->frame++;
    return TRNFFT_OK;
}

trnfft_status trnfft_stft_stream_finish(trnfft_stft_stream *stream)
{
    static const char function[] = "trnfft_stft_stream_finish";
    if (stream == NULL) {
        return tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT, "%s: stream = NULL", function);
    }
    if (stream->n_frames >= 0) {
        return TRNFFT_OK;
    }
    stream->n_frames = 0;
    return tfi_stft_count(function, &stream->base.setup, stream->base.ring.next,
                          &stream->n_frames);
}

void trnfft_stft_stream_reset(trnfft_stft_stream *stream)
{
    if (stream != NULL) {
        stream->base.ring.first = stream->base.ring.next = 0;
        stream->frame = 0;
        stream->n_frames = -1;
    }
}

int64_t trnfft_stft_stream_bins(const trnfft_stft_stream *stream)
{
    return stream == NULL ? 0 : stream->base.setup.bins;
}

int32_t trnfft_stft_stream_dtype(const trnfft_stft_stream *stream)
{
    return stream == NULL ? 0 : stream->base.setup.compute;
}

void trnfft_stft_stream_destroy(trnfft_stft_stream *stream)
{
    tfi_stream_free((tfi_stream *)(void *)stream);
}
