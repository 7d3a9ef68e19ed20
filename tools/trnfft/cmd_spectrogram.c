/* cmd_spectrogram.c - the verb spectrogram: a picture of a recording. */
#define _POSIX_C_SOURCE 200809L
#include <stddef.h>
#include <string.h>
#include <strings.h>

#include "picture_args.h"
#include "verbs.h"

typedef struct spectrogram_options {
    picture_job job;
    bool json;
} spectrogram_options;

static const cli_option options[] = {
    { "output", 'o', CLI_TEXT, offsetof(spectrogram_options, job.output), "FILE.png",
      "where the picture goes; default: the input's name with .png; - is stdout",
      NULL },
    { "mel", 0, CLI_BOOL, offsetof(spectrogram_options, job.mel), NULL,
      "mel bands (height 1) instead of the transform's bins", NULL },
    { "log-frequency", 0, CLI_BOOL, offsetof(spectrogram_options, job.log_frequency),
      NULL, "a logarithmic frequency axis; default: linear", NULL },
    { "db", 0, CLI_BOOL, offsetof(spectrogram_options, job.decibel), NULL,
      "level in dB (default) or amplitude; 0 dB is a sine of full scale", NULL },
    { "amin", 0, CLI_REAL, offsetof(spectrogram_options, job.amin), "POWER",
      "least power that is told from 0; default: 1e-10", NULL },
    { "top-db", 0, CLI_REAL, offsetof(spectrogram_options, job.top_db), "DB",
      "range of levels shown below the highest; default: 80", NULL },
    { "size", 0, CLI_EXTENT, offsetof(spectrogram_options, job.size), "WxH",
      "of the picture in pixels; default: 1280x720", NULL },
    { "colormap", 0, CLI_CHOICE, offsetof(spectrogram_options, job.map), NULL,
      "default: magma", COLOUR_MAPS },
    { "title", 0, CLI_TEXT, offsetof(spectrogram_options, job.title), "TEXT",
      "default: the name of the input", NULL },
    MEL_OPTIONS(spectrogram_options, job, "0, on a log axis 30 or more"),
    SIGNAL_FRAME_OPTIONS(spectrogram_options, job.signal),
    { "center", 0, CLI_BOOL, offsetof(spectrogram_options, job.signal.center), NULL,
      "frames are centred on their time (default)", NULL },
    FILE_INPUT_RATE_OPTION(spectrogram_options, job.file),
    FILE_INPUT_OPTIONS(spectrogram_options, job.file),
    { "json", 0, CLI_BOOL, offsetof(spectrogram_options, json), NULL,
      "prints sizes and times as one JSON object", NULL },
    { 0 },
};

/* Refuses a name that promises another format than the one that is written. Other
 * endings may mean anything. */
static int check_ending(const char *output)
{
    static const char *const others[] = { ".jpg", ".jpeg", ".gif",  ".svg", ".bmp",
                                          ".tif", ".tiff", ".webp", ".pdf", ".ppm",
                                          ".pgm", ".pnm",  ".eps",  ".ps",  ".html",
                                          ".htm", ".avif", ".heic", ".ico", ".tga" };
    const char *dot = strrchr(base_name(output), '.');
    for (size_t i = 0; dot != NULL && i < sizeof others / sizeof others[0]; i++) {
        if (strcasecmp(dot, others[i]) == 0) {
            return cli_fail(CLI_USAGE, "-o %s: a picture is .png", output);
        }
    }
    return CLI_OK;
}

static int run_spectrogram(const cli_verb *verb, int argc, char **argv)
{
    spectrogram_options o = { .job = PICTURE_JOB_INIT };
    cli_files files;
    job_report report;
    char name[4096];
    int code = cli_parse(verb, argc, argv, &o, &files);
    if (code >= 0) {
        return code;
    }
    o.job.input = files.at[0];
    if (o.job.output == NULL) {
        const char *base = base_name(o.job.input);
        const char *dot = strrchr(base, '.');
        int length = dot != NULL && dot != base ? (int)(dot - o.job.input)
                                                : (int)strlen(o.job.input);
        if (strcmp(o.job.input, "-") == 0) {
            return cli_fail(CLI_USAGE,
                            "the input is stdin: name the picture with -o FILE.png");
        }
        snprintf(name, sizeof name, "%.*s.png", length, o.job.input);
        o.job.output = name;
    }
    code = check_ending(o.job.output);
    if (code != CLI_OK) {
        return code;
    }
    if (o.json && strcmp(o.job.output, "-") == 0) {
        return cli_fail(CLI_USAGE, "--json needs -o FILE: stdout cannot take both");
    }
    if (o.json && !cli_json_available()) {
        return cli_json_missing();
    }
    code = spectrogram_file(&o.job, &report);
    return code == CLI_OK && o.json ? report_print_json(&report) : code;
}

const cli_verb cmd_spectrogram_verbs[] = {
    { "spectrogram", "draws a recording's spectrogram as a PNG",
      "IN [-o OUT.png] [options]",
      "Recordings of any length stream through; frames that fall on one column of "
      "pixels are\n"
      "averaged. Several channels are mixed unless --channel names one. By default the "
      "window is\n"
      "a Hann window of about 43 ms and frames overlap by 3/4 or, in short recordings, "
      "more.",
      "  trnfft spectrogram speech.wav -o speech.png\n"
      "  trnfft spectrogram speech.wav -o mel.png --mel --n-mels 80 --colormap "
      "viridis\n"
      "  trnfft spectrogram long.flac -o long.png --log-frequency --f-min 50 --size "
      "1920x1080",
      options, 1, 1, run_spectrogram },
    { 0 },
};
