/* cmd_stft.c - the verb stft: streams what it can, so that length does not matter. */
#include <stddef.h>
#include <string.h>

#include "frames.h"
#include "signal_jobs.h"
#include "spectrum_file.h"
#include "verbs.h"

typedef struct writer {
    spectrum_file *file;
    const char *path;
} writer;

static int put_frame(void *user, int64_t channel, int64_t frame, const void *re,
                     const void *im)
{
    writer *w = user;
    io_error e;
    return spectrum_put(w->file, channel, frame, re, im, &e) ? CLI_OK
                                                             : file_fail(w->path, &e);
}

/* Frame by frame into a .npy file. */
static int stream(const stft_job *job, sample_source *s, const trnfft_stft_options *o,
                  job_report *report)
{
    frame_run run = { 0 };
    output_file *out = NULL;
    io_error e;
    writer w = { .path = output_name(job->output) };
    int code = frames_count(o, source_type(s), source_frames(s), &run);
    code = code == CLI_OK ? output_open(job->output, true, &out) : code;
    if (code != CLI_OK) {
        return code;
    }
    spectrum_shape shape = { .type = io_type_complex(run.type),
                             .time_first = o->layout == TRNFFT_TIME_FREQ,
                             .has_channel = source_channels(s) > 1,
                             .channels = source_channels(s),
                             .bins = run.bins,
                             .frames = run.frames };
    if (!spectrum_create(output_stream(out), &shape, &w.file, &e)) {
        code = file_fail(w.path, &e);
    }
    code = code == CLI_OK ? frames_run(s, o, "stft", put_frame, &w, &run) : code;
    if (code == CLI_OK && !spectrum_finish(w.file, &e)) {
        code = file_fail(w.path, &e);
    }
    spectrum_close(w.file);
    report->frames = run.frames;
    report->bins = run.bins;
    report->read_s = run.read_s;
    report->transform_s = run.transform_s;
    if (code != CLI_OK) {
        output_abandon(out);
        return code;
    }
    return output_commit(out);
}

/* The whole array at once: several dimensions, complex signals, circular padding, text
 * output. */
static int at_once(const stft_job *job, const io_array *signal,
                   const trnfft_stft_options *o, job_report *report)
{
    int64_t shape[TRNFFT_MAX_RANK] = { 0 };
    io_array out;
    io_error e;
    trnfft_tensor x = array_view(signal);
    trnfft_status status = trnfft_stft_shape(&x, o, shape);
    if (status != TRNFFT_OK) {
        return cli_fail_status(status);
    }
    int rank = signal->rank + 1;
    bool f64 = o->window != NULL && o->window->dtype == TRNFFT_F64;
    io_type type = f64 ? IO_C128 : io_type_complex(signal->type);
    if (!io_array_create(&out, type, rank, shape, &e)) {
        return cli_fail(e.code, "%s", e.text);
    }
    trnfft_tensor y = array_view(&out);
    double start = cli_seconds();
    status = trnfft_stft(&x, o, &y);
    report->transform_s = cli_seconds() - start;
    bool time_first = o->layout == TRNFFT_TIME_FREQ;
    report->frames = shape[time_first ? rank - 2 : rank - 1];
    report->bins = shape[time_first ? rank - 1 : rank - 2];
    int code = status == TRNFFT_OK ? save_array(job->output, &job->file, &out)
                                   : cli_fail_status(status);
    io_array_free(&out);
    return code;
}

/* Streams run on the host, so a device is given the whole signal. */
static bool can_stream(const stft_job *job, const sample_source *s)
{
    if (cli_on_device()) {
        return false;
    }
    bool npy = output_is_npy(job->output, &job->file);
    bool circular = job->signal.pad_mode == 3 && job->signal.center;
    return npy && !circular && source_whole(s) == NULL;
}

int stft_file(const stft_job *job, job_report *report)
{
    double start = cli_seconds();
    sample_source *s = NULL;
    io_array window = { 0 }, loaded = { 0 };
    trnfft_tensor view;
    trnfft_stft_options o;
    *report = (job_report){ .input = job->input, .output = job->output };
    int code = source_open_any(job->input, &job->file, &s);
    if (code != CLI_OK) {
        return code;
    }
    const io_array *whole = source_whole(s);
    if (whole != NULL && whole->rank == 0) {
        source_close(s);
        return cli_fail(CLI_REFUSED, "%s: 0 dimensions: at least 1 dimension is needed",
                        input_name(job->input));
    }
    report->samples = whole == NULL ? source_frames(s) : whole->shape[whole->rank - 1];
    report->rate = source_rate(s);
    report->channels = source_channels(s);
    code = make_stft_options(&job->signal, source_type(s), &window, &view, &o);
    if (code == CLI_OK && can_stream(job, s)) {
        code = stream(job, s, &o, report);
    } else if (code == CLI_OK) {
        if (whole == NULL) {
            code = source_load(s, &loaded);
            report->read_s = cli_seconds() - start;
            whole = &loaded;
        }
        code = code == CLI_OK ? at_once(job, whole, &o, report) : code;
    }
    io_array_free(&loaded);
    io_array_free(&window);
    source_close(s);
    report->total_s = cli_seconds() - start;
    report->other_s = report->total_s - report->read_s - report->transform_s;
    return code;
}

static const cli_option options[] = {
    { "output", 'o', CLI_TEXT, offsetof(stft_line, job.output), "FILE",
      "where the result goes; - is stdout as .npy; default: text on stdout", NULL },
    SIGNAL_TORCH_OPTIONS(stft_line, job.signal),
    { "align-to-window", 0, CLI_BOOL, offsetof(stft_line, job.signal.align_to_window),
      NULL, "uncentred: frame 0 starts with the window; default: not", NULL },
    { "pad-mode", 0, CLI_CHOICE, offsetof(stft_line, job.signal.pad_mode), NULL,
      "what lies beyond the ends when centred; default: reflect", PAD_MODES },
    { "return-complex", 0, CLI_BOOL, offsetof(stft_line, return_complex), NULL,
      "for torch's scripts: changes nothing, the result is complex", NULL },
    FILE_INPUT_OPTIONS(stft_line, job.file),
    FILE_INPUT_RATE_OPTION(stft_line, job.file),
    FILE_ARRAY_OUTPUT_OPTION(stft_line, job.file),
    { "json", 0, CLI_BOOL, offsetof(stft_line, json), NULL,
      "prints sizes and times as one JSON object", NULL },
    { 0 },
};

static int run(const cli_verb *verb, int argc, char **argv)
{
    return run_stft_line(verb, argc, argv, stft_file);
}

const cli_verb cmd_stft_verbs[] = {
    { "stft", "short-time Fourier transform, as torch.stft",
      "IN --n-fft N [-o OUT.npy] [options]",
      "IN is audio or an array (…, samples); the result is complex, (…, frequency, "
      "time).\n"
      "One-dimensional real input and audio of any length stream through in little "
      "memory.\n"
      "Without --window the window is rectangular, as in torch.",
      "  trnfft stft in.wav -o S.npy --n-fft 512 --hop-length 128 --win-length 400 "
      "--window hann\n"
      "  trnfft stft x.npy -o S.npy --n-fft 400 --window kaiser:12 --no-center "
      "--normalized\n"
      "  trnfft stft x.npy -o S.npy --n-fft 256 --window w.npy --no-onesided "
      "--pad-mode constant",
      options, 1, 1, run },
    { 0 },
};
