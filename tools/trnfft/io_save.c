/* io_save.c - whole arrays into files of the kind that the name or an option says. */
#include <string.h>

#include "files.h"

static int save_wav(output_file *out, const char *path, const file_options *o,
                    const io_array *a)
{
    io_error e;
    uint8_t header[WAV_HEADER_BYTES], bytes[4096];
    wav_encoding encoding = (wav_encoding)o->encoding;
    int64_t rate = o->rate > 0 ? o->rate : a->rate;
    if (io_type_is_complex(a->type) || a->rank < 1 || a->rank > 2) {
        return cli_fail(CLI_USAGE,
                        "%s: a WAV file holds real samples of 1 dimension or 2 "
                        "(channels, samples): write .npy",
                        path);
    }
    if (rate <= 0) {
        return cli_fail(CLI_USAGE, "%s: a WAV file needs --rate HZ", path);
    }
    int64_t channels = a->rank == 2 ? a->shape[0] : 1;
    int64_t frames = a->shape[a->rank - 1];
    size_t width = io_type_bytes(a->type);
    if (channels > 1024 ||
        !wav_format_header(encoding, (int)channels, rate, frames, header, &e)) {
        return channels > 1024
                   ? cli_fail(CLI_USAGE, "%s: more than 1024 channels", path)
                   : file_fail(path, &e);
    }
    FILE *f = output_stream(out);
    int64_t clipped = 0;
    fwrite(header, 1, sizeof header, f);
    for (int64_t i = 0; i < frames; i++) {
        for (int64_t c = 0; c < channels; c++) {
            const char *from = (const char *)a->data + (size_t)(c * frames + i) * width;
            clipped += wav_encode(encoding, a->type, from, 1, bytes);
            fwrite(bytes, 1, (size_t)wav_encoding_bytes(encoding), f);
        }
    }
    if (frames * channels * wav_encoding_bytes(encoding) % 2 != 0) {
        fputc(0, f);
    }
    if (clipped > 0) {
        cli_warn("%s: %lld sample(s) beyond ±1 were clipped", path, (long long)clipped);
    }
    return CLI_OK;
}

/* The format of an output, also of stdout and of text. */
static int output_format(const char *path, const file_options *o)
{
    bool plain = path != NULL && strcmp(path, "-") == 0 && o->out_format == FILE_AUTO;
    return path == NULL ? FILE_CSV
           : plain      ? FILE_NPY
                        : file_format(path, o->out_format);
}

bool output_is_npy(const char *path, const file_options *o)
{
    return output_format(path, o) == FILE_NPY;
}

int save_array(const char *path, const file_options *o, const io_array *a)
{
    io_error e = { 0 };
    output_file *out = NULL;
    int format = output_format(path, o);
    if (path == NULL) {
        return csv_write(stdout, a, &e) ? CLI_OK : file_fail("stdout", &e);
    }
    if (format == FILE_AUTO || format == FILE_FLAC || format == FILE_PNG) {
        return cli_fail(CLI_USAGE,
                        "%s: arrays are written as .npy, .wav, .csv or .raw: name one "
                        "with --out-format",
                        path);
    }
    int code = output_open(path, format != FILE_CSV, &out);
    if (code != CLI_OK) {
        return code;
    }
    path = output_name(path);
    bool good = true;
    FILE *f = output_stream(out);
    switch (format) {
    case FILE_NPY: good = npy_write(f, a, &e); break;
    case FILE_CSV: good = csv_write(f, a, &e); break;
    case FILE_RAW: good = raw_write(f, a, o->endian == 1, &e); break;
    default: code = save_wav(out, path, o, a); break;
    }
    code = good ? code : file_fail(path, &e);
    if (code != CLI_OK) {
        output_abandon(out);
        return code;
    }
    return output_commit(out);
}
