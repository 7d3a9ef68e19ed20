/* cmd_demo.c - the verb demo: the main job on recordings, with a table of what it took.
 */
#include <errno.h>
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "signal_jobs.h"
#include "verbs.h"

enum { NAME_BYTES = 4096, BLOCK = 16384 };

typedef struct demo_options {
    const char *directory;
    int64_t size[2];
    bool json;
} demo_options;

typedef struct demo_row {
    const char *name;
    job_report stft, istft, picture, mel;
    double error_db;
} demo_row;

static void make_name(char *out, const char *directory, const char *input,
                      const char *ending)
{
    const char *base = base_name(input);
    const char *dot = strrchr(base, '.');
    int length = dot != NULL && dot != base ? (int)(dot - base) : (int)strlen(base);
    snprintf(out, NAME_BYTES, "%s/%.*s%s", directory, length, base, ending);
}

static double value(io_type type, const void *data, int64_t i)
{
    return type == IO_F64 ? ((const double *)data)[i]
                          : (double)((const float *)data)[i];
}

/* 10 log10 of the energy of the difference over that of the first. */
static int compare(const char *a, const char *b, double *error_db)
{
    const file_options plain = { 0 };
    sample_source *x = NULL, *y = NULL;
    double signal = 0.0, difference = 0.0;
    int code = source_open(a, &plain, &x);
    code = code == CLI_OK ? source_open(b, &plain, &y) : code;
    if (code != CLI_OK || x == NULL || y == NULL) {
        source_close(x);
        source_close(y);
        return code;
    }
    if ((source_frames(x) != source_frames(y) ||
         source_channels(x) != source_channels(y))) {
        code = cli_fail(CLI_FAILED, "%s and %s differ in length", a, b);
    }
    size_t room = (size_t)BLOCK * (size_t)source_channels(x) * 8;
    void *u = malloc(room), *v = malloc(room);
    if (u == NULL || v == NULL) {
        code = cli_fail(CLI_MEMORY, "out of memory");
    }
    bool ready = u != NULL && v != NULL && code == CLI_OK;
    for (int64_t done = 0; ready && done < source_frames(x); done += BLOCK) {
        int64_t left = source_frames(x) - done;
        int64_t n = left < BLOCK ? left : BLOCK;
        code = source_read(x, n, u);
        code = code == CLI_OK ? source_read(y, n, v) : code;
        for (int64_t i = 0; code == CLI_OK && i < n * source_channels(x); i++) {
            double p = value(source_type(x), u, i), q = value(source_type(y), v, i);
            signal += p * p;
            difference += (p - q) * (p - q);
        }
        ready = code == CLI_OK;
    }
    *error_db = signal > 0.0 ? 10.0 * log10(difference / signal) : -INFINITY;
    free(u);
    free(v);
    source_close(x);
    source_close(y);
    return code;
}

static int run_row(const demo_options *o, const char *input, demo_row *row)
{
    char stft[NAME_BYTES], wav[NAME_BYTES], png[NAME_BYTES], mel[NAME_BYTES],
        title[NAME_BYTES];
    make_name(stft, o->directory, input, "-stft.npy");
    make_name(wav, o->directory, input, "-resynthesis.wav");
    make_name(png, o->directory, input, "-spectrogram.png");
    make_name(mel, o->directory, input, "-mel.png");
    row->name = base_name(input);
    stft_job job = {
        .input = input, .output = stft, .signal = SIGNAL_ARGS_INIT, .length = -1
    };
    job.signal.n_fft = 1024;
    job.signal.hop_length = 256;
    job.signal.window = "hann";
    int code = stft_file(&job, &row->stft);
    if (code != CLI_OK) {
        return code;
    }
    job.input = stft;
    job.output = wav;
    job.length = row->stft.samples;
    job.file.rate = row->stft.rate > 0 ? row->stft.rate : 1;
    code = istft_file(&job, &row->istft);
    code = code == CLI_OK ? compare(input, wav, &row->error_db) : code;
    picture_job drawing = PICTURE_JOB_INIT;
    drawing.input = input;
    drawing.output = png;
    drawing.log_frequency = true;
    drawing.size[0] = o->size[0];
    drawing.size[1] = o->size[1];
    code = code == CLI_OK ? spectrogram_file(&drawing, &row->picture) : code;
    if (row->stft.rate > 0) { /* mel bands need hertz */
        snprintf(title, sizeof title, "%s - mel spectrogram", row->name);
        drawing.output = mel;
        drawing.title = title;
        drawing.mel = true;
        drawing.log_frequency = false;
        code = code == CLI_OK ? spectrogram_file(&drawing, &row->mel) : code;
    }
    row->stft.input = row->istft.input = row->picture.input = row->mel.input =
        row->name;
    return code;
}

static double seconds_of(const demo_row *r)
{
    return r->stft.rate > 0 ? (double)r->stft.samples / (double)r->stft.rate : 0.0;
}

/* The real-time factor: seconds of work (reading, STFT, ISTFT, writing) a second of
 * sound. */
static double factor_of(const demo_row *r)
{
    double s = seconds_of(r);
    return s > 0.0 ? (r->stft.total_s + r->istft.total_s) / s : NAN;
}

static void print_table(const demo_row *rows, int n)
{
    int width = 9;
    for (int i = 0; i < n; i++) {
        int length = (int)strlen(rows[i].name);
        width = length > width ? length : width;
    }
    printf("%-*s  %8s %6s %8s %7s | %8s %8s %8s %8s | %9s %9s\n", width, "", "", "", "",
           "", "STFT", "ISTFT", "picture", "mel", "real-time", "error");
    printf("%-*s  %8s %6s %8s %7s | %8s %8s %8s %8s | %9s %9s\n", width, "recording",
           "samples", "Hz", "channels", "frames", "ms", "ms", "ms", "ms", "factor",
           "dB");
    for (int i = 0; i < n; i++) {
        const demo_row *r = &rows[i];
        printf(
            "%-*s  %8lld %6lld %8lld %7lld | %8.2f %8.2f %8.2f %8.2f | %9.5f %9.1f\n",
            width, r->name, (long long)r->stft.samples, (long long)r->stft.rate,
            (long long)r->stft.channels, (long long)r->stft.frames,
            1e3 * r->stft.total_s, 1e3 * r->istft.total_s, 1e3 * r->picture.total_s,
            1e3 * r->mel.total_s, factor_of(r), r->error_db);
    }
}

static int print_json(const demo_row *rows, int n)
{
    cli_json *array = cli_json_array();
    for (int i = 0; i < n; i++) {
        const demo_row *r = &rows[i];
        cli_json *o = cli_json_object();
        cli_json_text(o, "recording", r->name);
        cli_json_number(o, "samples", (double)r->stft.samples);
        cli_json_number(o, "rate", (double)r->stft.rate);
        cli_json_number(o, "channels", (double)r->stft.channels);
        cli_json_number(o, "frames", (double)r->stft.frames);
        cli_json_number(o, "stft_s", r->stft.total_s);
        cli_json_number(o, "istft_s", r->istft.total_s);
        cli_json_number(o, "spectrogram_s", r->picture.total_s);
        cli_json_number(o, "mel_s", r->mel.total_s);
        cli_json_number(o, "real_time_factor", factor_of(r));
        cli_json_number(o, "error_db", r->error_db);
        cli_json_add(array, NULL, o);
    }
    return cli_json_print(array, true);
}

static const cli_option options[] = {
    { "output", 'o', CLI_TEXT, offsetof(demo_options, directory), "FOLDER",
      "where the files go; made if need be; default: demo-out", NULL },
    { "size", 0, CLI_EXTENT, offsetof(demo_options, size), "WxH",
      "of the pictures in pixels; default: 1280x720", NULL },
    { "json", 0, CLI_BOOL, offsetof(demo_options, json), NULL, "the table as JSON",
      NULL },
    { 0 },
};

static int run_demo(const cli_verb *verb, int argc, char **argv)
{
    demo_options o = { .directory = "demo-out", .size = { 1280, 720 } };
    cli_files files;
    int code = cli_parse(verb, argc, argv, &o, &files);
    if (code >= 0) {
        return code;
    }
    if (o.json && !cli_json_available()) {
        return cli_json_missing();
    }
    for (int i = 0; i < files.count; i++) {
        if (strcmp(files.at[i], "-") == 0) {
            return cli_fail(CLI_USAGE,
                            "recordings are read several times: stdin is none");
        }
    }
    if (mkdir(o.directory, 0777) != 0 && errno != EEXIST) {
        return cli_fail(CLI_FILE, "%s: %s", o.directory, strerror(errno));
    }
    demo_row *rows = calloc((size_t)files.count, sizeof *rows);
    if (rows == NULL) {
        return cli_fail(CLI_MEMORY, "out of memory");
    }
    code = CLI_OK;
    for (int i = 0; i < files.count && code == CLI_OK; i++) {
        code = run_row(&o, files.at[i], &rows[i]);
    }
    if (code == CLI_OK && o.json) {
        code = print_json(rows, files.count);
    } else if (code == CLI_OK) {
        print_table(rows, files.count);
    }
    free(rows);
    return code;
}

const cli_verb cmd_demo_verbs[] = {
    { "demo", "STFT, resynthesis and pictures of recordings, with a table",
      "IN… [-o FOLDER] [options]",
      "For each recording: NAME-stft.npy (1024 points, hop 256, Hann), "
      "NAME-resynthesis.wav made\n"
      "from it by istft, NAME-spectrogram.png with a logarithmic frequency axis and "
      "NAME-mel.png.\n"
      "The table has times with reading and writing; the real-time factor is the time "
      "of STFT and\n"
      "ISTFT over the length of the sound; the error is that of the resynthesis.",
      "  trnfft demo speech.wav -o demo-out", options, 1, -1, run_demo },
    { 0 },
};
