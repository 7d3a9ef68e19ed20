/* istft_stream.c - resynthesis of a signal from frames that come one by one.
 *
 * `sum` holds the n_fft samples that the next frame may still add to. A frame completes
 * hop of them: they are divided by the sum of squared windows and wait in a ring. Same
 * operations in the same order as trnfft_istft(), so the bits are the same. Samples are
 * counted from the start of frame 0; the signal begins at number `pad`. */
#include <string.h>

#include <trnfft/stft.h>

#include "signal/stream_common.h"

struct trnfft_istft_stream {
    tfi_stream base; /* its ring: finished samples, counted from the start of frame 0 */
    int64_t n_frames; /* pushed so far */
    int64_t end; /* number behind the last sample of the signal; -1: not finished */
    int64_t bad; /* first sample that no window reaches; -1: none so far */
    bool bad_edge;
    int64_t pulled; /* number of the next sample to hand out */
    tfi_envelope envelope;
    void *window[2], *period, *in[2], *frame[2], *sum, *scratch;
};

static size_t split_memory(tfi_stream *base, char *memory)
{
    trnfft_istft_stream *s = (trnfft_istft_stream *)(void *)base;
    const tfi_stft_setup *p = &s->base.setup;
    const size_t width = (size_t)s->base.ring.size;
    const size_t frame = (size_t)p->n_fft * width, bins = (size_t)p->bins * width;
    void *ring = NULL;
    const tfi_scratch_region regions[] = {
        { &s->window[0], frame },
        { &s->period, (size_t)p->hop * width },
        { &s->in[0], bins },
        { &s->in[1], bins },
        { &s->frame[0], frame },
        { &s->frame[1], p->onesided ? 0 : frame },
        { &s->sum, frame },
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
    if (dtype != TRNFFT_F32 && dtype != TRNFFT_F64) {
        return tfi_fail(TRNFFT_ERROR_INVALID_DTYPE,
                        "%s: dtype = %d: must be TRNFFT_F32 or TRNFFT_F64", function,
                        (int)dtype);
    }
    if (setup->compute != dtype) {
        return tfi_fail(TRNFFT_ERROR_INVALID_DTYPE,
                        "%s: dtype is f32, the window f64: make both the same",
                        function);
    }
    if (setup->complex_signal) {
        return tfi_fail(TRNFFT_ERROR_UNSUPPORTED,
                        "%s: return_complex = 1: streams are real", function);
    }
    return tfi_stream_check(function, setup, o);
}

static trnfft_status fill_stream(const char *function, const trnfft_stft_options *o,
                                 trnfft_istft_stream *s)
{
    /* Frames are taken while less than capacity + n_fft - hop samples wait (some of
     * which only the end releases); one completes hop of them, the end the rest of
     * n_fft. */
    TFI_TRY(tfi_stream_fill(function, &s->base, tfi_istft_line_kind(&s->base.setup),
                            s->base.setup.hop + 2 * s->base.setup.n_fft, split_memory));
    tfi_stft_window(&s->base.setup, o->window, s->window[0], NULL);
    s->envelope = (tfi_envelope){ &s->base.setup, s->window[0], NULL, s->period,
                                  NULL,           false,        NULL };
    tfi_envelope_prepare(&s->envelope);
    trnfft_istft_stream_reset(s);
    return TRNFFT_OK;
}

trnfft_status trnfft_istft_stream_create(trnfft_context *context, int32_t dtype,
                                         const trnfft_stft_options *options,
                                         trnfft_istft_stream **stream)
{
    static const char function[] = "trnfft_istft_stream_create";
    if (stream == NULL) {
        return tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT, "%s: stream = NULL", function);
    }
    trnfft_stft_options o;
    tfi_stft_setup setup;
    TFI_TRY(tfi_stft_read_options(function, options, &o));
    TFI_TRY(tfi_istft_resolve(function, &o, dtype, -1, &setup));
    TFI_TRY(tfi_check_window_data(function, &o));
    TFI_TRY(check_create(function, dtype, &o, &setup));
    TFI_TRY(tfi_context_resolve(function, context, &context));
    const tfi_stream begin = { .context = context,
                               .setup = setup,
                               .capacity = o.stream_capacity };
    tfi_stream *made = NULL;
    TFI_TRY(tfi_stream_new(function, &begin, sizeof(trnfft_istft_stream), &made));
    trnfft_istft_stream *s = (trnfft_istft_stream *)(void *)made;
    trnfft_status status = fill_stream(function, &o, s);
    if (status != TRNFFT_OK) {
        trnfft_istft_stream_destroy(s);
        return status;
    }
    *stream = s;
    return TRNFFT_OK;
}

/* Divides samples t … t + count - 1, the first of `sum`, and queues those of the
 * signal. */
static void complete(trnfft_istft_stream *s, int64_t n_frames, int64_t t, int64_t count)
{
    for (int64_t i = 0; i < count && s->bad < 0; i++) {
        bool inside = tfi_envelope_inside(&s->envelope, n_frames, t + i);
        if (t + i >= s->base.setup.pad && (inside || !s->base.setup.tolerate_edges) &&
            tfi_envelope_vanishes(&s->envelope, n_frames, t + i)) {
            s->bad = t + i;
            s->bad_edge = !inside;
        }
    }
    tfi_envelope_divide(&s->envelope, n_frames, t, count, s->sum, NULL);
    tfi_ring_append(&s->base.ring, s->sum, count);
}

static void transform(trnfft_istft_stream *s, const void *re, const void *im)
{
    const size_t bins = (size_t)(s->base.setup.bins * s->base.ring.size);
    memcpy(s->in[0], re, bins);
    memcpy(s->in[1], im, bins);
    tfi_line_args args = { 0 };
    memset(&args, 0, sizeof args);
    args.in = (tfi_line_operand){ s->in[0], s->in[1], 1, TFI_SPLIT };
    args.out = (tfi_line_operand){ s->frame[0], s->frame[1], 1, TFI_SPLIT };
    args.lanes = 1;
    args.scale = tfi_istft_scale(&s->base.setup);
    args.conj_in = 1;
    args.conj_out = !s->base.setup.onesided;
    args.scratch = s->scratch;
    tfi_line_execute(s->base.line, &args);
    tfi_istft_add(&s->base.setup, s->window[0], NULL, s->frame[0], NULL, 1, s->sum,
                  NULL);
}

/* Samples that nobody will ask for make room: all before the signal. */
static void forget(trnfft_istft_stream *s)
{
    s->base.ring.first = s->pulled < s->base.ring.next ? s->pulled : s->base.ring.next;
}

trnfft_status trnfft_istft_stream_push(trnfft_istft_stream *stream, const void *re,
                                       const void *im)
{
    static const char function[] = "trnfft_istft_stream_push";
    if (stream == NULL || re == NULL || im == NULL) {
        return tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT, "%s: %s = NULL", function,
                        stream == NULL ? "stream" : (re == NULL ? "re" : "im"));
    }
    trnfft_istft_stream *s = stream;
    if (s->end >= 0) {
        return tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT, "%s: the stream was finished",
                        function);
    }
    if (s->n_frames >= ((int64_t)1 << 60) / s->base.setup.hop) {
        return tfi_fail(TRNFFT_ERROR_OVERFLOW, "%s: the stream is too long", function);
    }
    forget(s);
    if (s->base.ring.next - s->base.ring.first >=
        s->base.capacity + (s->base.setup.n_fft - s->base.setup.hop)) {
        return TRNFFT_AGAIN;
    }
    transform(s, re, im);
    const int64_t hop = s->base.setup.hop, t = s->n_frames * hop;
    s->n_frames++;
    complete(s, s->n_frames, t, hop);
    const size_t done = (size_t)(hop * s->base.ring.size);
    const size_t rest = (size_t)((s->base.setup.n_fft - hop) * s->base.ring.size);
    memmove(s->sum, (char *)s->sum + done, rest);
    memset((char *)s->sum + rest, 0, done);
    return TRNFFT_OK;
}

/* Number behind the last sample that can be handed out now: before the end is known,
 * not more than the default length has. */
static int64_t available(const trnfft_istft_stream *s)
{
    if (s->end >= 0) {
        return s->end;
    }
    int64_t least =
        (s->n_frames - 1) * s->base.setup.hop + s->base.setup.n_fft - s->base.setup.pad;
    return s->n_frames > 0 && s->base.ring.next > least ? least : s->base.ring.next;
}

trnfft_status trnfft_istft_stream_pull(trnfft_istft_stream *stream, void *samples,
                                       int64_t n, int64_t *n_pulled)
{
    static const char function[] = "trnfft_istft_stream_pull";
    if (stream == NULL || n_pulled == NULL || (samples == NULL && n != 0)) {
        return tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT, "%s: %s = NULL", function,
                        stream == NULL ? "stream"
                                       : (n_pulled == NULL ? "n_pulled" : "samples"));
    }
    if (n < 0) {
        return tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT,
                        "%s: n = %lld: must be at least 0", function, (long long)n);
    }
    trnfft_istft_stream *s = stream;
    *n_pulled = 0;
    if (n == 0) {
        return TRNFFT_OK;
    }
    int64_t end = available(s);
    if (s->pulled >= end) {
        return s->end >= 0 ? TRNFFT_END : TRNFFT_AGAIN;
    }
    if (s->bad >= 0 && s->bad < end) {
        if (s->pulled >= s->bad) {
            return tfi_stft_fail_nola(function, &s->base.setup, s->bad, s->bad_edge);
        }
        end = s->bad;
    }
    int64_t count = end - s->pulled < n ? end - s->pulled : n;
    int64_t real =
        s->base.ring.next - s->pulled; /* what comes behind the frames is zero */
    real = real < 0 ? 0 : (real < count ? real : count);
    tfi_ring_copy(&s->base.ring, s->pulled, real, samples);
    memset((char *)samples + real * s->base.ring.size, 0,
           (size_t)((count - real) * s->base.ring.size));
    s->pulled += count;
    *n_pulled = count;
    return TRNFFT_OK;
}

trnfft_status trnfft_istft_stream_finish(trnfft_istft_stream *stream, int64_t length)
{
    static const char function[] = "trnfft_istft_stream_finish";
    if (stream == NULL) {
        return tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT, "%s: stream = NULL", function);
    }
    trnfft_istft_stream *s = stream;
    if (s->end >= 0) {
        return tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT, "%s: the stream was finished",
                        function);
    }
    int64_t n;
    TFI_TRY(tfi_istft_count(function, &s->base.setup, s->n_frames, length, &n));
    if (s->base.setup.pad + n < s->pulled) {
        return tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT,
                        "%s: length = %lld: %lld samples were pulled already", function,
                        (long long)length, (long long)(s->pulled - s->base.setup.pad));
    }
    s->end = s->base.setup.pad + n;
    forget(s);
    complete(s, s->n_frames, s->n_frames * s->base.setup.hop,
             s->base.setup.n_fft - s->base.setup.hop);
    return TRNFFT_OK;
}

void trnfft_istft_stream_reset(trnfft_istft_stream *stream)
{
    if (stream != NULL) {
        stream->base.ring.first = stream->base.ring.next = 0;
        stream->n_frames = 0;
        stream->end = -1;
        stream->bad = -1;
        stream->pulled = stream->base.setup.pad;
        memset(stream->sum, 0,
               (size_t)(stream->base.setup.n_fft * stream->base.ring.size));
    }
}

int64_t trnfft_istft_stream_bins(const trnfft_istft_stream *stream)
{
    return stream == NULL ? 0 : stream->base.setup.bins;
}

void trnfft_istft_stream_destroy(trnfft_istft_stream *stream)
{
    tfi_stream_free((tfi_stream *)(void *)stream);
}
