/* cmd_mel.c - the verb mel: mel spectrograms as arrays, streamed into .npy files. */
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

#include "picture_args.h"
#include "spectrogram.h"
#include "spectrum_file.h"
#include "verbs.h"

typedef struct mel_options {
    picture_job job;
    bool json;
} mel_options;

typedef struct mel_writer {
    const picture_job *job;
    const mel_bank *bank;
    io_type type;   /* of the frames */
    io_array array; /* the whole result; without data: frames go to the file */
    spectrum_file *file;
    int64_t frames;
    float *power, *bands;
    float *most; /* power of each channel so far, when levels in dB are limited by it */
} mel_writer;

/* f32 whatever the signal was, as levels need no more. */
static int put_bands(void *user, int64_t channel, int64_t frame, const void *re,
                     const void *im)
{
    mel_writer *w = user;
    io_error e;
    const int64_t n = w->bank->n_mels;
    frame_power(w->type, w->bank->bins, re, im, w->power);
    mel_bank_apply(w->bank, w->power, w->bands);
    for (int64_t m = 0; m < n; m++) {
        w->most[channel] = fmaxf(w->most[channel], w->bands[m]);
        if (w->array.data != NULL) {
            ((float *)w->array.data)[(channel * n + m) * w->frames + frame] =
                w->bands[m];
        }
    }
    if (w->array.data != NULL ||
        spectrum_put(w->file, channel, frame, w->bands, NULL, &e)) {
        return CLI_OK;
    }
    return file_fail(output_name(w->job->output), &e);
}

/* n powers of a channel, in place. */
static int to_decibel(const mel_writer *w, int64_t channel, float *levels, int64_t n)
{
    const picture_job *job = w->job;
    trnfft_tensor view = trnfft_tensor_real(TRNFFT_F32, 1, &n, levels);
    trnfft_status status = trnfft_to_db(&view, 1.0, job->amin, -1.0, &view);
    double top = 10.0 * log10(fmax((double)w->most[channel], job->amin));
    float least = (float)(top - job->top_db);
    for (int64_t i = 0; i < n && job->top_db >= 0.0; i++) {
        levels[i] = levels[i] < least ? least : levels[i];
    }
    return status == TRNFFT_OK ? CLI_OK : cli_fail_status(status);
}

static int start_writer(mel_writer *w, int64_t channels)
{
    w->power = malloc((size_t)w->bank->bins * sizeof(float));
    w->bands = malloc((size_t)w->bank->n_mels * sizeof(float));
    w->most = calloc((size_t)channels, sizeof(float));
    bool good = w->power != NULL && w->bands != NULL && w->most != NULL;
    return good ? CLI_OK : cli_fail(CLI_MEMORY, "out of memory");
}

static void end_writer(mel_writer *w)
{
    spectrum_close(w->file);
    free(w->power);
    free(w->bands);
    free(w->most);
}

/* The whole array, for text and raw files. */
static int at_once(mel_writer *w, picture_signal *s)
{
    io_error e;
    int64_t channels = source_channels(s->source), frames = s->run.frames;
    int64_t shape[3] = { channels, w->bank->n_mels, frames };
    int skip = channels > 1 ? 0 : 1;
    if (!io_array_create(&w->array, IO_F32, 3 - skip, shape + skip, &e)) {
        return cli_fail(e.code, "%s", e.text);
    }
    int code = frames_run(s->source, &s->options, "mel", put_bands, w, &s->run);
    const int64_t item = w->bank->n_mels * frames;
    for (int64_t c = 0; code == CLI_OK && w->job->decibel && c < channels; c++) {
        code = to_decibel(w, c, (float *)w->array.data + c * item, item);
    }
    code = code == CLI_OK ? save_array(w->job->output, &w->job->file, &w->array) : code;
    io_array_free(&w->array);
    return code;
}

/* The file's powers become levels, in place. */
static int levels_in_file(const mel_writer *w, FILE *f, int64_t channels)
{
    float block[4096];
    const int64_t item = w->bank->n_mels * w->frames, most = 4096;
    int64_t left = channels * item;
    off_t at = 0;
    if (fseeko(f, 0, SEEK_END) == 0) {
        at = ftello(f) - (off_t)(left * (int64_t)sizeof(float));
    }
    for (int64_t c = 0; c < channels; c++) {
        for (int64_t done = 0; done < item;) {
            int64_t n = item - done < most ? item - done : most;
            size_t bytes = (size_t)n * sizeof(float);
            bool good =
                fseeko(f, at, SEEK_SET) == 0 && fread(block, 1, bytes, f) == bytes;
            int code = good ? to_decibel(w, c, block, n) : CLI_OK;
            good = good && fseeko(f, at, SEEK_SET) == 0 &&
                   fwrite(block, 1, bytes, f) == bytes;
            if (code != CLI_OK || !good) {
                return code != CLI_OK ? code
                                      : cli_fail(CLI_FILE, "%s: could not be written",
                                                 output_name(w->job->output));
            }
            at += (off_t)bytes;
            done += n;
        }
    }
    return CLI_OK;
}

/* Frame by frame into a .npy file. */
static int stream(mel_writer *w, picture_signal *s)
{
    io_error e;
    output_file *out = NULL;
    int64_t channels = source_channels(s->source);
    spectrum_shape shape = { .type = IO_F32,
                             .has_channel = channels > 1,
                             .channels = channels,
                             .bins = w->bank->n_mels,
                             .frames = s->run.frames };
    int code = output_open(w->job->output, true, &out);
    if (code != CLI_OK) {
        return code;
    }
    FILE *f = output_stream(out);
    bool good = spectrum_create(f, &shape, &w->file, &e);
    code = good ? frames_run(s->source, &s->options, "mel", put_bands, w, &s->run)
                : file_fail(output_name(w->job->output), &e);
    if (code == CLI_OK && !spectrum_finish(w->file, &e)) {
        code = file_fail(output_name(w->job->output), &e);
    }
    code = code == CLI_OK && w->job->decibel ? levels_in_file(w, f, channels) : code;
    if (code != CLI_OK) {
        output_abandon(out);
        return code;
    }
    return output_commit(out);
}

int mel_file(const picture_job *job, job_report *report)
{
    double start = cli_seconds();
    picture_signal s;
    mel_bank bank = { 0 };
    *report = (job_report){ .input = job->input, .output = job->output };
    int code = picture_signal_open(job, 0, false, &s);
    if (code != CLI_OK) {
        return code;
    }
    mel_writer w = {
        .job = job, .bank = &bank, .type = s.run.type, .frames = s.run.frames
    };
    code = mel_bank_create(job, s.args.n_fft, source_rate(s.source), &bank);
    code = code == CLI_OK ? start_writer(&w, source_channels(s.source)) : code;
    if (code == CLI_OK) {
        code =
            output_is_npy(job->output, &job->file) ? stream(&w, &s) : at_once(&w, &s);
    }
    picture_report(&s, bank.n_mels, start, report);
    end_writer(&w);
    mel_bank_free(&bank);
    picture_signal_close(&s);
    return code;
}

static const cli_option options[] = {
    { "output", 'o', CLI_TEXT, offsetof(mel_options, job.output), "FILE",
      "where the result goes; - is stdout as .npy; default: text on stdout", NULL },
    MEL_OPTIONS(mel_options, job, "0"),
    { "db", 0, CLI_BOOL, offsetof(mel_options, job.decibel), NULL,
      "levels in dB instead of power; default: power", NULL },
    { "amin", 0, CLI_REAL, offsetof(mel_options, job.amin), "POWER",
      "least power that is told from 0; default: 1e-10", NULL },
    { "top-db", 0, CLI_REAL, offsetof(mel_options, job.top_db), "DB",
      "levels are kept so near to the highest of their channel; default: 80", NULL },
    SIGNAL_FRAME_OPTIONS(mel_options, job.signal),
    { "center", 0, CLI_BOOL, offsetof(mel_options, job.signal.center), NULL,
      "frames are centred on their time (default)", NULL },
    FILE_INPUT_RATE_OPTION(mel_options, job.file),
    FILE_INPUT_OPTIONS(mel_options, job.file),
    FILE_ARRAY_OUTPUT_OPTION(mel_options, job.file),
    { "json", 0, CLI_BOOL, offsetof(mel_options, json), NULL,
      "prints sizes and times as one JSON object", NULL },
    { 0 },
};

static int run_mel(const cli_verb *verb, int argc, char **argv)
{
    mel_options o = { .job = PICTURE_JOB_INIT };
    cli_files files;
    job_report report;
    o.job.decibel = false;
    o.job.mel_norm = 1; /* as librosa and the library */
    int code = cli_parse(verb, argc, argv, &o, &files);
    if (code >= 0) {
        return code;
    }
    if (o.json && (o.job.output == NULL || strcmp(o.job.output, "-") == 0)) {
        return cli_fail(CLI_USAGE, "--json needs -o FILE: stdout cannot take both");
    }
    if (o.json && !cli_json_available()) {
        return cli_json_missing();
    }
    o.job.input = files.at[0];
    code = mel_file(&o.job, &report);
    return code == CLI_OK && o.json ? report_print_json(&report) : code;
}

const cli_verb cmd_mel_verbs[] = {
    { "mel", "mel spectrogram of a recording as an array", "IN [-o OUT.npy] [options]",
      "The power of the frames, summed in mel bands: (bands, frames), with several "
      "channels\n"
      "(channels, bands, frames). Options are named as in torchaudio, defaults are "
      "librosa's;\n"
      "the window is a Hann window of about 43 ms and the hop a quarter of it unless "
      "given.",
      "  trnfft mel speech.wav -o M.npy --n-fft 400 --hop-length 160 --n-mels 80\n"
      "  trnfft mel speech.wav -o M.npy --db --mel-scale slaney --norm slaney\n"
      "  trnfft mel x.npy --rate 16000 -o M.npy",
      options, 1, 1, run_mel },
    { 0 },
};
