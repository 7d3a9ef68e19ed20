/* frames.c - a source of samples through streaming STFTs, one a channel. */
#include "frames.h"

#include <stdlib.h>
#include <string.h>

enum { PUSH_FRAMES = 16384, MAX_CHANNELS = 1024 };

int frames_count(const trnfft_stft_options *o, io_type type, int64_t samples,
                 frame_run *out)
{
    int64_t shape[TRNFFT_MAX_RANK] = { 0 };
    trnfft_tensor signal = data_view(type, 1, &samples, NULL);
    trnfft_status status = trnfft_stft_shape(&signal, o, shape);
    if (status != TRNFFT_OK) {
        return cli_fail_status(status);
    }
    bool time_first = o->layout == TRNFFT_TIME_FREQ;
    bool f64 = type == IO_F64 || (o->window != NULL && o->window->dtype == TRNFFT_F64);
    out->type = f64 ? IO_F64 : IO_F32;
    out->bins = shape[time_first ? 1 : 0];
    out->frames = shape[time_first ? 0 : 1];
    return CLI_OK;
}

typedef struct run_state {
    sample_source *source;
    int channels;
    io_type type;
    trnfft_stft_stream **streams;
    char *block, *lane, *re, *im;
    frame_sink *sink;
    void *user;
    frame_run *out;
    int64_t frame; /* the next one */
} run_state;

static int prepare(run_state *r, const trnfft_stft_options *o)
{
    size_t bytes = io_type_bytes(r->type);
    int32_t dtype = r->type == IO_F64 ? TRNFFT_F64 : TRNFFT_F32;
    r->streams = calloc((size_t)r->channels, sizeof(trnfft_stft_stream *));
    r->block = malloc((size_t)PUSH_FRAMES * (size_t)r->channels * bytes);
    r->lane = malloc((size_t)PUSH_FRAMES * bytes);
    r->re = malloc((size_t)r->out->bins * io_type_bytes(r->out->type));
    r->im = malloc((size_t)r->out->bins * io_type_bytes(r->out->type));
    if (r->streams == NULL || r->block == NULL || r->lane == NULL || r->re == NULL ||
        r->im == NULL) {
        return cli_fail(CLI_MEMORY, "out of memory");
    }
    for (int c = 0; c < r->channels; c++) {
        trnfft_status status =
            trnfft_stft_stream_create(NULL, dtype, o, &r->streams[c]);
        if (status != TRNFFT_OK) {
            return cli_fail_status(status);
        }
    }
    return CLI_OK;
}

/* Takes the frames that are ready from all streams, frame by frame. */
static int drain(run_state *r)
{
    for (;;) {
        for (int c = 0; c < r->channels; c++) {
            double start = cli_seconds();
            trnfft_status status = trnfft_stft_stream_pull(r->streams[c], r->re, r->im);
            double middle = cli_seconds();
            r->out->transform_s += middle - start;
            if (status == TRNFFT_AGAIN || status == TRNFFT_END) {
                return CLI_OK; /* of channel 0: the streams march in step */
            }
            if (status != TRNFFT_OK) {
                return cli_fail_status(status);
            }
            int code = r->sink(r->user, c, r->frame, r->re, r->im);
            r->out->sink_s += cli_seconds() - middle;
            if (code != CLI_OK) {
                return code;
            }
        }
        r->frame++;
    }
}

static int push(run_state *r, int64_t n)
{
    size_t bytes = io_type_bytes(r->type);
    for (int c = 0; c < r->channels; c++) {
        char *samples = r->block;
        if (r->channels > 1) {
            samples = r->lane;
            for (int64_t i = 0; i < n; i++) {
                memcpy(r->lane + (size_t)i * bytes,
                       r->block + (size_t)(i * r->channels + c) * bytes, bytes);
            }
        }
        double start = cli_seconds();
        trnfft_status status = trnfft_stft_stream_push(r->streams[c], samples, n);
        r->out->transform_s += cli_seconds() - start;
        if (status != TRNFFT_OK) {
            return cli_fail_status(status);
        }
    }
    return CLI_OK;
}

static int run_all(run_state *r, const char *what)
{
    int64_t total = source_frames(r->source);
    for (int64_t done = 0; done < total;) {
        int64_t n = total - done < PUSH_FRAMES ? total - done : PUSH_FRAMES;
        double start = cli_seconds();
        int code = source_read(r->source, n, r->block);
        r->out->read_s += cli_seconds() - start;
        code = code == CLI_OK ? push(r, n) : code;
        code = code == CLI_OK ? drain(r) : code;
        if (code != CLI_OK) {
            return code;
        }
        done += n;
        cli_progress(what, done, total);
    }
    for (int c = 0; c < r->channels; c++) {
        trnfft_status status = trnfft_stft_stream_finish(r->streams[c]);
        if (status != TRNFFT_OK) {
            return cli_fail_status(status);
        }
    }
    int code = drain(r);
    cli_progress_end();
    if (code == CLI_OK && r->frame != r->out->frames) {
        return cli_fail(CLI_FAILED, "%lld of %lld frames were made",
                        (long long)r->frame, (long long)r->out->frames);
    }
    return code;
}

int frames_run(sample_source *s, const trnfft_stft_options *o, const char *what,
               frame_sink *sink, void *user, frame_run *out)
{
    run_state r = { .source = s,
                    .channels = source_channels(s),
                    .type = source_type(s),
                    .sink = sink,
                    .user = user,
                    .out = out };
    if (r.channels > MAX_CHANNELS) {
        return cli_fail(CLI_REFUSED, "%d channels: choose one by --channel",
                        r.channels);
    }
    int code = prepare(&r, o);
    code = code == CLI_OK ? run_all(&r, what) : code;
    for (int c = 0; r.streams != NULL && c < r.channels; c++) {
        trnfft_stft_stream_destroy(r.streams[c]);
    }
    free(r.streams);
    free(r.block);
    free(r.lane);
    free(r.re);
    free(r.im);
    return code;
}
