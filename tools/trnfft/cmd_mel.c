/* cmd_mel.c - the verb mel: mel spectrograms as arrays. */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "picture_args.h"
#include "spectrogram.h"
#include "verbs.h"

typedef struct mel_options {
    picture_job job;
    bool json;
} mel_options;

typedef struct mel_writer {
    io_array *out;
    const mel_bank *bank;
    io_type type;
    int64_t frames;
    float *power, *bands;
} mel_writer;

/* Into (channels, bands, frames); f32 whatever the signal was, as levels need no more.
 */
static int put_bands(void *user, int64_t channel, int64_t frame, const void *re,
                     const void *im)
{
    mel_writer *w = user;
    frame_power(w->type, w->bank->bins, re, im, w->power);
    mel_bank_apply(w->bank, w->power, w->bands);
    for (int64_t m = 0; m < w->bank->n_mels; m++) {
        ((float *)w->out->data)[(channel * w->bank->n_mels + m) * w->frames + frame] =
            w->bands[m];
    }
    return CLI_OK;
}

/* In place, each channel an item of its own. */
static int to_decibel(const picture_job *job, io_array *a)
{
    trnfft_tensor view = array_view(a);
    trnfft_status status = trnfft_to_db(&view, 1.0, job->amin, job->top_db, &view);
    return status == TRNFFT_OK ? CLI_OK : cli_fail_status(status);
}

static int compute(const picture_job *job, picture_signal *s, const mel_bank *bank,
                   io_array *out)
{
    io_error e;
    int64_t channels = source_channels(s->source);
    int64_t shape[3] = { channels, bank->n_mels, s->run.frames };
    mel_writer w = { .out = out,
                     .bank = bank,
                     .type = s->run.type,
                     .frames = s->run.frames,
                     .power = malloc((size_t)bank->bins * sizeof(float)),
                     .bands = malloc((size_t)bank->n_mels * sizeof(float)) };
    int skip = channels > 1 ? 0 : 1;
    int code = CLI_OK;
    if (w.power == NULL || w.bands == NULL) {
        code = cli_fail(CLI_MEMORY, "out of memory");
    } else if (!io_array_create(out, IO_F32, 3 - skip, shape + skip, &e)) {
        code = cli_fail(e.code, "%s", e.text);
    }
    code = code == CLI_OK
               ? frames_run(s->source, &s->options, "mel", put_bands, &w, &s->run)
               : code;
    code = code == CLI_OK && job->decibel ? to_decibel(job, out) : code;
    free(w.power);
    free(w.bands);
    return code;
}

int mel_file(const picture_job *job, job_report *report)
{
    double start = cli_seconds();
    picture_signal s;
    mel_bank bank = { 0 };
    io_array out = { 0 };
    *report = (job_report){ .input = job->input, .output = job->output };
    int code = picture_signal_open(job, 0, false, &s);
    if (code != CLI_OK) {
        return code;
    }
    code = mel_bank_create(job, s.args.n_fft, source_rate(s.source), &bank);
    code = code == CLI_OK ? compute(job, &s, &bank, &out) : code;
    code = code == CLI_OK ? save_array(job->output, &job->file, &out) : code;
    picture_report(&s, bank.n_mels, start, report);
    io_array_free(&out);
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
      "(channels, bands, frames). Options are named as in torchaudio, defaults are\n"
      "librosa's; the window is a "
      "Hann window\n"
      "of about 43 ms and the hop a quarter of it unless given.",
      "  trnfft mel speech.wav -o M.npy --n-fft 400 --hop-length 160 --n-mels 80\n"
      "  trnfft mel speech.wav -o M.npy --db --mel-scale slaney --norm slaney\n"
      "  trnfft mel x.npy --rate 16000 -o M.npy",
      options, 1, 1, run_mel },
    { 0 },
};
