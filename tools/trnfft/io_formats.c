/* io_formats.c - what kind of file something is, by option, name or first bytes. */
#define _POSIX_C_SOURCE 200809L
#include <string.h>
#include <strings.h>

#include "files.h"

int file_format(const char *path, int option)
{
    static const struct {
        const char *ending;
        int format;
    } endings[] = {
        { ".npy", FILE_NPY },   { ".wav", FILE_WAV },   { ".wave", FILE_WAV },
        { ".rf64", FILE_WAV },  { ".flac", FILE_FLAC }, { ".csv", FILE_CSV },
        { ".txt", FILE_CSV },   { ".tsv", FILE_CSV },   { ".raw", FILE_RAW },
        { ".bin", FILE_RAW },   { ".pcm", FILE_RAW },   { ".f32", FILE_RAW },
        { ".ogg", FILE_FLAC },  { ".opus", FILE_FLAC }, { ".mp3", FILE_FLAC },
        { ".aiff", FILE_FLAC }, { ".aif", FILE_FLAC },  { ".au", FILE_FLAC },
        { ".png", FILE_PNG }
    };
    if (option != FILE_AUTO) {
        return option;
    }
    const char *dot = strrchr(path, '.');
    for (size_t i = 0; dot != NULL && i < sizeof endings / sizeof *endings; i++) {
        if (strcasecmp(dot, endings[i].ending) == 0) {
            return endings[i].format;
        }
    }
    return FILE_AUTO;
}

/* The format by the first bytes, when neither option nor name tells. */
static int sniff(FILE *f)
{
    char b[12] = { 0 };
    size_t n = fread(b, 1, sizeof b, f);
    rewind(f);
    if (n >= 6 && memcmp(b, "\x93NUMPY", 6) == 0) {
        return FILE_NPY;
    }
    if (n == sizeof b && memcmp(b + 8, "WAVE", 4) == 0) {
        return FILE_WAV;
    }
    return n >= 4 && memcmp(b, "fLaC", 4) == 0 ? FILE_FLAC : FILE_AUTO;
}

/* An option that would be ignored is refused: it says something else than is done. */
static int check_options(int format, const char *path, const file_options *o)
{
    if (o->dtype != NULL && format != FILE_RAW && format != FILE_CSV) {
        return cli_fail(CLI_USAGE, "--dtype: %s says its type itself",
                        input_name(path));
    }
    if (o->shape.count > 0 && format != FILE_RAW) {
        return cli_fail(CLI_USAGE, "--shape: %s says its shape itself",
                        input_name(path));
    }
    return CLI_OK;
}

int input_format(FILE *f, const char *path, const file_options *o, int *out)
{
    int format = file_format(path, o->in_format);
    format = format == FILE_AUTO ? sniff(f) : format;
    if (format == FILE_AUTO || format == FILE_PNG) {
        return cli_fail(CLI_FORMAT,
                        "%s: the format cannot be told: name it with --in-format",
                        input_name(path));
    }
    int code = check_options(format, path, o);
    *out = code == CLI_OK ? format : FILE_AUTO;
    return code;
}
