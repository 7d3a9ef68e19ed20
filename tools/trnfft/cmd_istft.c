/* cmd_istft.c - the verb istft: frames of a .npy file stream into samples. */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "arrays.h"
#include "signal_jobs.h"
#include "spectrum_file.h"
#include "verbs.h"

enum { PULL_SAMPLES = 16384 };

/* --- samples into a file --- */

typedef struct sample_sink {
    FILE *file;
    const char *path;
    bool wav; /* interleaved; else .npy: one channel after the other */
    io_type type;
    wav_encoding encoding;
    int64_t channels, samples, clipped;
    int64_t data_offset;
    uint8_t *bytes, *rows; /* WAV: a channel's samples, and all channels' in turns */
} sample_sink;

static int sink_open(sample_sink *k, const stft_job *job, bool has_channel, FILE *f)
{
    io_error e;
    int64_t shape[2] = { k->channels, k->samples };
    char header[NPY_HEADER_BYTES];
    uint8_t wav[WAV_HEADER_BYTES];
    size_t n = sizeof wav;
    const void *from = wav;
    k->file = f;
    if (!k->wav) {
        n = npy_format_header(k->type, has_channel ? 2 : 1,
                              has_channel ? shape : shape + 1, header);
        from = header;
    } else if (!wav_format_header(k->encoding, (int)k->channels, job->file.rate,
                                  k->samples, wav, &e)) {
        return file_fail(k->path, &e);
    }
    k->data_offset = (int64_t)n;
    k->bytes = malloc((size_t)PULL_SAMPLES * 4);
    k->rows = calloc((size_t)PULL_SAMPLES * 4, (size_t)k->channels);
    if (k->bytes == NULL || k->rows == NULL) {
        return cli_fail(CLI_MEMORY, "out of memory");
    }
    return fwrite(from, 1, n, f) == n
               ? CLI_OK
               : cli_fail(CLI_FILE, "%s: could not be written", k->path);
}

/* n samples of one channel, from sample `at` on; the channels in turn, each the same n.
 */
static bool sink_put(sample_sink *k, int64_t channel, int64_t at, const char *samples,
                     int64_t n)
{
    size_t width = io_type_bytes(k->type);
    if (!k->wav) {
        off_t offset =
            (off_t)(k->data_offset + (channel * k->samples + at) * (int64_t)width);
        return fseeko(k->file, offset, SEEK_SET) == 0 &&
               fwrite(samples, width, (size_t)n, k->file) == (size_t)n;
    }
    const size_t bytes = (size_t)wav_encoding_bytes(k->encoding);
    const size_t row = bytes * (size_t)k->channels, count = (size_t)n;
    k->clipped += wav_encode(k->encoding, k->type, samples, n, k->bytes);
    for (size_t i = 0; i < count; i++) {
        memcpy(k->rows + i * row + (size_t)channel * bytes, k->bytes + i * bytes,
               bytes);
    }
    return channel + 1 < k->channels || fwrite(k->rows, row, count, k->file) == count;
}

static int sink_finish(sample_sink *k)
{
    int64_t bytes = k->samples * k->channels * wav_encoding_bytes(k->encoding);
    if (k->wav && bytes % 2 != 0 &&
        (fseeko(k->file, 0, SEEK_END) != 0 || fputc(0, k->file) == EOF)) {
        return cli_fail(CLI_FILE, "%s: could not be written", k->path);
    }
    if (k->clipped > 0) {
        cli_warn("%s: %lld sample(s) beyond ±1 were clipped", k->path,
                 (long long)k->clipped);
    }
    return CLI_OK;
}

/* --- frames into samples --- */

typedef struct resynthesis {
    spectrum_file *frames;
    const spectrum_shape *shape;
    trnfft_istft_stream **streams;
    int64_t at; /* samples that every channel has given */
    char *re, *im, *samples;
    sample_sink sink;
    job_report *report;
} resynthesis;

static bool is_whole(const resynthesis *r)
{
    return r->at == r->sink.samples;
}

/* Takes what is ready of all channels, which are equally far, and writes it. */
static int drain(resynthesis *r)
{
    while (!is_whole(r)) {
        const int64_t rest = r->sink.samples - r->at;
        int64_t ready = rest < PULL_SAMPLES ? rest : PULL_SAMPLES;
        for (int64_t c = 0; c < r->shape->channels; c++) {
            int64_t n = 0;
            double start = cli_seconds();
            trnfft_status status =
                trnfft_istft_stream_pull(r->streams[c], r->samples, ready, &n);
            r->report->transform_s += cli_seconds() - start;
            if (c == 0 && (status == TRNFFT_AGAIN || status == TRNFFT_END)) {
                return CLI_OK;
            }
            if (status < 0) {
                return cli_fail_status(status);
            }
            if (c > 0 && n != ready) {
                return cli_fail(CLI_FAILED, "the channels are not equally far");
            }
            ready = n;
            if (!sink_put(&r->sink, c, r->at, r->samples, n)) {
                return cli_fail(CLI_FILE, "%s: could not be written", r->sink.path);
            }
        }
        r->at += ready;
    }
    return CLI_OK;
}

/* The channels in turn; only the first may find its stream full. */
static int push(resynthesis *r, int64_t c)
{
    for (;;) {
        double start = cli_seconds();
        trnfft_status status = trnfft_istft_stream_push(r->streams[c], r->re, r->im);
        r->report->transform_s += cli_seconds() - start;
        if (status != TRNFFT_AGAIN) {
            return status == TRNFFT_OK ? CLI_OK : cli_fail_status(status);
        }
        int64_t before = r->at;
        int code = c == 0 ? drain(r) : CLI_OK;
        if (code != CLI_OK) {
            return code;
        }
        if (is_whole(r)) {
            return CLI_OK; /* of a signal that is cut, these frames are not wanted */
        }
        if (r->at == before) {
            return cli_fail(CLI_FAILED,
                            "the stream neither takes frames nor gives samples");
        }
    }
}

static int run_frames(resynthesis *r, const stft_job *job, int64_t length)
{
    io_error e;
    int code = CLI_OK;
    for (int64_t frame = 0; frame < r->shape->frames && !is_whole(r); frame++) {
        for (int64_t c = 0; c < r->shape->channels; c++) {
            double start = cli_seconds();
            bool good = spectrum_get(r->frames, c, frame, r->re, r->im, &e);
            r->report->read_s += cli_seconds() - start;
            code = good ? push(r, c) : file_fail(job->input, &e);
            if (code != CLI_OK) {
                return code;
            }
        }
        code = frame % 64 == 63 ? drain(r) : CLI_OK;
        if (code != CLI_OK) {
            return code;
        }
        cli_progress("istft", frame, r->shape->frames);
    }
    code = drain(r);
    for (int64_t c = 0; code == CLI_OK && !is_whole(r) && c < r->shape->channels; c++) {
        trnfft_status status = trnfft_istft_stream_finish(r->streams[c], length);
        code = status == TRNFFT_OK ? CLI_OK : cli_fail_status(status);
    }
    code = code == CLI_OK ? drain(r) : code;
    if (code == CLI_OK && !is_whole(r)) {
        code = cli_fail(CLI_FAILED, "%lld of %lld samples were made", (long long)r->at,
                        (long long)r->sink.samples);
    }
    if (code != CLI_OK) {
        return code;
    }
    cli_progress_end();
    return sink_finish(&r->sink);
}

static int prepare(resynthesis *r, const trnfft_stft_options *o)
{
    io_type type = io_type_real(r->shape->type);
    size_t bytes = io_type_bytes(type);
    size_t channels = (size_t)r->shape->channels;
    r->streams = calloc(channels, sizeof(trnfft_istft_stream *));
    r->re = malloc((size_t)r->shape->bins * bytes);
    r->im = malloc((size_t)r->shape->bins * bytes);
    r->samples = malloc(PULL_SAMPLES * bytes);
    if (r->streams == NULL || r->re == NULL || r->im == NULL || r->samples == NULL) {
        return cli_fail(CLI_MEMORY, "out of memory");
    }
    for (size_t c = 0; c < channels; c++) {
        trnfft_status status = trnfft_istft_stream_create(
            NULL, type == IO_F64 ? TRNFFT_F64 : TRNFFT_F32, o, &r->streams[c]);
        if (status != TRNFFT_OK) {
            return cli_fail_status(status);
        }
    }
    return CLI_OK;
}

static void release(resynthesis *r)
{
    for (int64_t c = 0; r->streams != NULL && c < r->shape->channels; c++) {
        trnfft_istft_stream_destroy(r->streams[c]);
    }
    free(r->streams);
    free(r->re);
    free(r->im);
    free(r->samples);
    free(r->sink.bytes);
    free(r->sink.rows);
    spectrum_close(r->frames);
}

/* The stream wants to be told what trnfft_istft() sees in the number of bins. */
static void settle_sides(trnfft_stft_options *o, int64_t bins)
{
    if (o->onesided == TRNFFT_ONESIDED_AUTO) {
        o->onesided = bins == o->n_fft / 2 + 1;
    }
}

static int stream(const stft_job *job, FILE *f, const npy_header *h,
                  trnfft_stft_options *o, bool wav, job_report *report)
{
    resynthesis r = { .report = report };
    output_file *out = NULL;
    io_error e;
    int64_t shape[TRNFFT_MAX_RANK] = { 0 };
    trnfft_tensor spectrum =
        data_view(io_format_type(&h->format), h->rank, h->shape, NULL);
    trnfft_status status = trnfft_istft_shape(&spectrum, o, job->length, shape);
    if (status != TRNFFT_OK) {
        return cli_fail_status(status);
    }
    if (!spectrum_open(f, h, o->layout == TRNFFT_TIME_FREQ, &r.frames, &e)) {
        spectrum_close(r.frames);
        return file_fail(job->input, &e);
    }
    r.shape = spectrum_shape_of(r.frames);
    settle_sides(o, r.shape->bins);
    r.sink = (sample_sink){ .path = output_name(job->output),
                            .wav = wav,
                            .type = io_type_real(r.shape->type),
                            .encoding = (wav_encoding)job->file.encoding,
                            .channels = r.shape->channels,
                            .samples = shape[h->rank - 2] };
    int code = prepare(&r, o);
    code = code == CLI_OK ? output_open(job->output, true, &out) : code;
    code = code == CLI_OK
               ? sink_open(&r.sink, job, r.shape->has_channel, output_stream(out))
               : code;
    code = code == CLI_OK ? run_frames(&r, job, job->length) : code;
    report->samples = r.sink.samples;
    report->rate = job->file.rate;
    report->channels = r.shape->channels;
    report->frames = r.shape->frames;
    report->bins = r.shape->bins;
    release(&r);
    if (code != CLI_OK) {
        output_abandon(out);
        return code;
    }
    return output_commit(out);
}

/* The whole array at once: batches, complex signals, text output. */
static int at_once(const stft_job *job, const io_array *in, trnfft_stft_options *o,
                   job_report *report)
{
    int64_t shape[TRNFFT_MAX_RANK] = { 0 };
    io_array out;
    io_error e;
    trnfft_tensor x = array_view(in);
    o->return_complex = job->return_complex;
    trnfft_status status = trnfft_istft_shape(&x, o, job->length, shape);
    if (status != TRNFFT_OK) {
        return cli_fail_status(status);
    }
    bool f64 = o->window != NULL && o->window->dtype == TRNFFT_F64;
    io_type complex_type = f64 ? IO_C128 : in->type;
    io_type type = job->return_complex ? complex_type : io_type_real(complex_type);
    if (!io_array_create(&out, type, in->rank - 1, shape, &e)) {
        return cli_fail(e.code, "%s", e.text);
    }
    trnfft_tensor y = array_view(&out);
    double start = cli_seconds();
    status = trnfft_istft(&x, o, job->length, &y);
    report->transform_s = cli_seconds() - start;
    int last = in->rank - 1;
    bool time_first = o->layout == TRNFFT_TIME_FREQ;
    report->samples = shape[last - 1];
    report->channels = 1;
    report->frames = in->shape[time_first ? last - 1 : last];
    report->bins = in->shape[time_first ? last : last - 1];
    int code = status == TRNFFT_OK ? save_array(job->output, &job->file, &out)
                                   : cli_fail_status(status);
    io_array_free(&out);
    return code;
}

static int from_array(const stft_job *job, job_report *report)
{
    io_array in = { 0 }, window = { 0 };
    trnfft_tensor view;
    trnfft_stft_options o;
    int code = load_array(job->input, &job->file, &in);
    if (code == CLI_OK && in.rank < 2) {
        code =
            cli_fail(CLI_REFUSED, "%s: an STFT has at least 2 dimensions, this has %d",
                     input_name(job->input), in.rank);
    }
    code = code == CLI_OK ? make_stft_options(&job->signal, in.type, &window, &view, &o)
                          : code;
    code = code == CLI_OK ? at_once(job, &in, &o, report) : code;
    io_array_free(&in);
    io_array_free(&window);
    return code;
}

/* Whether input and output can be moved frame by frame. */
static bool can_stream(const stft_job *job, bool *wav)
{
    if (job->output == NULL || job->return_complex || strcmp(job->input, "-") == 0 ||
        cli_on_device()) {
        return false; /* streams run on the host */
    }
    int format = file_format(job->output, job->file.out_format);
    if (strcmp(job->output, "-") == 0 && job->file.out_format == FILE_AUTO) {
        format = FILE_NPY;
    }
    *wav = format == FILE_WAV;
    return (format == FILE_NPY || format == FILE_WAV) &&
           file_format(job->input, job->file.in_format) == FILE_NPY;
}

int istft_file(const stft_job *job, job_report *report)
{
    double start = cli_seconds();
    bool wav = false;
    io_error e;
    npy_header h;
    int code = CLI_OK;
    *report = (job_report){ .input = job->input, .output = job->output };
    FILE *f = can_stream(job, &wav) ? input_open(job->input, &code) : NULL;
    if (code != CLI_OK) {
        return code;
    }
    if (wav && job->file.rate <= 0) {
        code = cli_fail(CLI_USAGE, "%s: a WAV file needs --rate HZ",
                        output_name(job->output));
    } else if (f != NULL && !npy_read_header(f, &h, &e)) {
        code = file_fail(job->input, &e);
    } else if (f != NULL && (h.rank == 2 || (h.rank == 3 && h.shape[0] <= 64)) &&
               h.format.kind == 'c' && !h.fortran_order && h.count > 0) {
        io_array window = { 0 };
        trnfft_tensor view;
        trnfft_stft_options o;
        code = make_stft_options(&job->signal, io_format_type(&h.format), &window,
                                 &view, &o);
        bool f64 = io_type_real(io_format_type(&h.format)) == IO_F64;
        bool plain = window.data == NULL || window.type == IO_F32 ||
                     (window.type == IO_F64 && f64);
        code = code != CLI_OK ? code
               : plain        ? stream(job, f, &h, &o, wav, report)
                              : from_array(job, report);
        io_array_free(&window);
    } else {
        code = from_array(job, report);
    }
    if (f != NULL) {
        fclose(f);
    }
    report->total_s = cli_seconds() - start;
    report->other_s = report->total_s - report->read_s - report->transform_s;
    return code;
}

static const cli_option options[] = {
    { "output", 'o', CLI_TEXT, offsetof(stft_line, job.output), "FILE",
      "where the signal goes; - is stdout as .npy; default: text on stdout", NULL },
    SIGNAL_TORCH_OPTIONS(stft_line, job.signal),
    { "pad-mode", 0, CLI_CHOICE, offsetof(stft_line, job.signal.pad_mode), NULL,
      "read and ignored, so that stft's options can be repeated", PAD_MODES },
    { "length", 0, CLI_SIZE, offsetof(stft_line, job.length), "N",
      "samples of the signal: cut or padded; default: what the frames cover", NULL },
    { "return-complex", 0, CLI_BOOL, offsetof(stft_line, job.return_complex), NULL,
      "a complex signal, of two-sided spectra; default: real", NULL },
    { "tolerate-edges", 0, CLI_BOOL, offsetof(stft_line, job.signal.tolerate_edges),
      NULL, "samples at the ends that no window reaches become 0; default: an error",
      NULL },
    FILE_ARRAY_INPUT_OPTIONS(stft_line, job.file),
    FILE_OUTPUT_OPTIONS(stft_line, job.file),
    { "json", 0, CLI_BOOL, offsetof(stft_line, json), NULL,
      "prints sizes and times as one JSON object", NULL },
    { 0 },
};

static int run(const cli_verb *verb, int argc, char **argv)
{
    return run_stft_line(verb, argc, argv, istft_file);
}

const cli_verb cmd_istft_verbs[] = {
    { "istft", "inverse short-time Fourier transform, as torch.istft",
      "IN.npy --n-fft N [-o OUT] [options]",
      "IN is a complex array (…, frequency, time). Give the options that stft had. A "
      ".npy file\n"
      "of any size with up to one dimension more streams through in little memory.",
      "  trnfft istft S.npy -o y.npy --n-fft 512 --hop-length 128 --win-length 400 "
      "--window hann\n"
      "  trnfft istft S.npy -o y.wav --n-fft 512 --window hann --length 16000 --rate "
      "16000",
      options, 1, 1, run },
    { 0 },
};
