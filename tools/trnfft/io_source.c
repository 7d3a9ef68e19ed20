/* io_source.c - samples of a file in blocks, whatever the file is, and whole arrays. */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "files.h"

#ifdef TRNFFT_HAVE_SNDFILE
#include <sndfile.h>
#endif

enum { BLOCK_FRAMES = 4096 };

struct sample_source {
    const char *path;
    FILE *file;
    io_type type;
    int file_channels, channels;
    int chosen; /* channel of the file; -1: all, -2: mean */
    int64_t frames, rate, done;
    /* Reads n frames of all channels of the file. */
    bool (*read)(sample_source *s, int64_t n, void *out);
    wav_info wav;
    io_format format;
    io_array array; /* a file that was loaded whole */
    bool any;       /* arrays that are no signal are kept as they are */
#ifdef TRNFFT_HAVE_SNDFILE
    SNDFILE *sound;
#endif
    void *scratch;
    uint8_t *bytes;
};

/* --- the kinds of source --- */

static bool read_items(sample_source *s, int64_t items, int item_bytes)
{
    return fread(s->bytes, (size_t)item_bytes, (size_t)items, s->file) == (size_t)items;
}

static bool wav_block(sample_source *s, int64_t n, void *out)
{
    if (!read_items(s, n * s->file_channels, s->wav.format.item_bytes)) {
        return false;
    }
    wav_decode(&s->wav, s->bytes, n * s->file_channels, out);
    return true;
}

static bool plain_block(sample_source *s, int64_t n, void *out)
{
    if (!read_items(s, n, s->format.item_bytes)) {
        return false;
    }
    io_format_decode(&s->format, s->bytes, n, out);
    return true;
}

/* From (channels, frames) in memory to interleaved frames. */
static bool array_block(sample_source *s, int64_t n, void *out)
{
    size_t bytes = io_type_bytes(s->type);
    const char *from = s->array.data;
    char *to = out;
    for (int64_t i = 0; i < n; i++) {
        for (int64_t c = 0; c < s->file_channels; c++, to += bytes) {
            memcpy(to, from + (size_t)(c * s->frames + s->done + i) * bytes, bytes);
        }
    }
    return true;
}

#ifdef TRNFFT_HAVE_SNDFILE
static bool sound_block(sample_source *s, int64_t n, void *out)
{
    return sf_readf_float(s->sound, out, (sf_count_t)n) == (sf_count_t)n;
}

static int open_sound(sample_source *s)
{
    SF_INFO info = { 0 };
    lseek(fileno(s->file), 0, SEEK_SET);
    s->sound = sf_open_fd(fileno(s->file), SFM_READ, &info, SF_FALSE);
    if (s->sound == NULL) {
        const char *why = sf_strerror(NULL);
        return cli_fail(CLI_FORMAT, "%s: %.*s", input_name(s->path),
                        (int)strcspn(why, ".\n"), why);
    }
    if (info.frames < 0 || info.channels < 1 || info.frames == SF_COUNT_MAX) {
        return cli_fail(CLI_FORMAT, "%s: how long it is cannot be told",
                        input_name(s->path));
    }
    s->frames = info.frames;
    s->rate = info.samplerate;
    s->file_channels = info.channels;
    s->type = IO_F32;
    s->read = sound_block;
    return CLI_OK;
}
#else
static int open_sound(sample_source *s)
{
    return cli_fail(CLI_NOT_BUILT,
                    "%s: this program was built without libsndfile (Debian: "
                    "libsndfile1-dev), which reads this format",
                    input_name(s->path));
}
#endif

static int open_wav(sample_source *s)
{
    io_error e;
    if (!wav_read_header(s->file, &s->wav, &e)) {
        return file_fail(s->path, &e);
    }
    if (s->wav.needs_codec) {
        return open_sound(s);
    }
    if (s->wav.warning[0] != '\0') {
        cli_warn("%s: %s", input_name(s->path), s->wav.warning);
    }
    if (fseeko(s->file, (off_t)s->wav.data_offset, SEEK_SET) != 0) {
        return cli_fail(CLI_FILE, "%s: could not be read", input_name(s->path));
    }
    s->type = wav_type(&s->wav);
    s->file_channels = s->wav.channels;
    s->frames = s->wav.frames;
    s->rate = s->wav.rate;
    s->read = wav_block;
    return CLI_OK;
}

static int read_array(FILE *f, int format, const char *path, const file_options *o,
                      io_array *out)
{
    io_error e;
    io_format element = { 0 };
    const char *dtype = o->dtype != NULL ? o->dtype : format == FILE_RAW ? "<f4" : "f8";
    bool good = true;
    if ((format == FILE_RAW || format == FILE_CSV) &&
        !io_format_parse(dtype, &element)) {
        return cli_fail(CLI_USAGE,
                        "--dtype: '%s' is none of f2 f4 f8 c8 c16 i1…i8 u1…u8 b1",
                        dtype);
    }
    for (int i = 0; i < o->shape.count; i++) {
        if (o->shape.at[i] < 0) {
            return cli_fail(CLI_USAGE, "--shape: %lld: a size is at least 0",
                            (long long)o->shape.at[i]);
        }
    }
    if (dtype[0] != '<' && dtype[0] != '>') {
        element.big_endian = o->endian == 1;
    }
    if (format == FILE_NPY) {
        good = npy_read(f, o->keep, out, &e);
    } else if (format == FILE_CSV) {
        good = csv_read(f, io_type_real(io_format_type(&element)), out, &e);
    } else {
        element.keep = o->keep;
        good = raw_read(f, &element, o->shape.count, o->shape.at, out, &e);
    }
    return good ? CLI_OK : file_fail(path, &e);
}

static bool wants_channel(const file_options *o)
{
    return o->channel != NULL && strcmp(o->channel, "all") != 0;
}

static int refuse_channel(const char *path)
{
    return cli_fail(CLI_USAGE, "--channel: %s is an array, not a recording",
                    input_name(path));
}

/* A one-dimensional real .npy is read as it lies, everything else is loaded whole. */
static int open_array(sample_source *s, int format, const file_options *o)
{
    npy_header h;
    io_error e;
    if (format == FILE_NPY && npy_read_header(s->file, &h, &e) && h.rank == 1 &&
        h.format.kind != 'c') {
        s->format = h.format;
        s->type = io_format_type(&h.format);
        s->file_channels = 1;
        s->frames = h.count;
        s->read = plain_block;
        return CLI_OK;
    }
    rewind(s->file);
    int code = read_array(s->file, format, s->path, o, &s->array);
    if (code != CLI_OK) {
        return code;
    }
    if (s->any && wants_channel(o)) {
        return refuse_channel(s->path);
    }
    if (s->any) {
        s->type = s->array.type;
        s->file_channels = 1;
        s->frames = io_array_count(&s->array);
        return CLI_OK;
    }
    if (io_type_is_complex(s->array.type) || s->array.rank < 1 || s->array.rank > 2) {
        return cli_fail(CLI_REFUSED,
                        "%s: a signal is real and has 1 dimension or 2 (channels, "
                        "samples)",
                        input_name(s->path));
    }
    bool two = s->array.rank == 2;
    if (two && (s->array.shape[0] < 1 || s->array.shape[0] > 1024)) {
        return cli_fail(CLI_REFUSED, "%s: %lld channels: 1 to 1024 are taken",
                        input_name(s->path), (long long)s->array.shape[0]);
    }
    s->type = s->array.type;
    s->file_channels = two ? (int)s->array.shape[0] : 1;
    s->frames = s->array.shape[two ? 1 : 0];
    s->read = array_block;
    return CLI_OK;
}

static int choose_channel(sample_source *s, const file_options *o)
{
    char *end = NULL;
    s->chosen = -1;
    s->channels = s->file_channels;
    if (!wants_channel(o)) {
        return CLI_OK;
    }
    s->channels = 1;
    if (strcmp(o->channel, "mix") == 0) {
        s->chosen = -2;
        return CLI_OK;
    }
    long number = strtol(o->channel, &end, 10);
    if (end == o->channel || *end != '\0') {
        return cli_fail(CLI_USAGE, "--channel: '%s' is neither a number nor mix",
                        o->channel);
    }
    if (number < 0 || number >= s->file_channels) {
        return cli_fail(CLI_REFUSED,
                        "--channel: %ld: %s has %d channel(s), counted from 0", number,
                        input_name(s->path), s->file_channels);
    }
    s->chosen = (int)number;
    return CLI_OK;
}

/* Owns `f` from here on. */
static int open_stream(FILE *f, const char *path, const file_options *o, bool any,
                       sample_source **out)
{
    int code = CLI_OK;
    sample_source *s = calloc(1, sizeof *s);
    if (s == NULL) {
        fclose(f);
        return cli_fail(CLI_MEMORY, "out of memory");
    }
    s->path = path;
    s->file = f;
    s->any = any;
    int format = FILE_AUTO;
    code = input_format(f, path, o, &format);
    switch (format) {
    case FILE_AUTO: break;
    case FILE_WAV: code = open_wav(s); break;
    case FILE_FLAC: code = open_sound(s); break;
    default: code = open_array(s, format, o); break;
    }
    if (code == CLI_OK && s->frames == 0) {
        code = cli_fail(CLI_FORMAT, "%s: no samples", input_name(path));
    }
    if (code == CLI_OK && s->file_channels < 1) {
        code = cli_fail(CLI_FORMAT, "%s: no channels", input_name(path));
    }
    s->rate = s->rate == 0 ? o->rate : s->rate;
    code = code == CLI_OK ? choose_channel(s, o) : code;
    if (code == CLI_OK) {
        size_t channels = s->file_channels > 0 ? (size_t)s->file_channels : 1;
        size_t block = (size_t)BLOCK_FRAMES * channels * 8;
        s->scratch = malloc(block);
        s->bytes = malloc(block);
        if (s->scratch == NULL || s->bytes == NULL) {
            code = cli_fail(CLI_MEMORY, "out of memory");
        }
    }
    if (code != CLI_OK) {
        source_close(s);
        return code;
    }
    *out = s;
    return CLI_OK;
}

int source_open(const char *path, const file_options *o, sample_source **out)
{
    int code = CLI_OK;
    *out = NULL;
    FILE *f = input_open(path, &code);
    return f == NULL ? code : open_stream(f, path, o, false, out);
}

int source_open_any(const char *path, const file_options *o, sample_source **out)
{
    int code = CLI_OK;
    *out = NULL;
    FILE *f = input_open(path, &code);
    return f == NULL ? code : open_stream(f, path, o, true, out);
}

const io_array *source_whole(const sample_source *s)
{
    return s->read == NULL ? &s->array : NULL;
}

void source_close(sample_source *s)
{
    if (s == NULL) {
        return;
    }
#ifdef TRNFFT_HAVE_SNDFILE
    if (s->sound != NULL) {
        sf_close(s->sound);
    }
#endif
    if (s->file != NULL) {
        fclose(s->file);
    }
    io_array_free(&s->array);
    free(s->scratch);
    free(s->bytes);
    free(s);
}

io_type source_type(const sample_source *s)
{
    return s->type;
}

int source_channels(const sample_source *s)
{
    return s->channels;
}

int64_t source_frames(const sample_source *s)
{
    return s->frames;
}

int64_t source_rate(const sample_source *s)
{
    return s->rate;
}

/* One channel, or the mean of all, from n interleaved frames. */
static void reduce(const sample_source *s, int64_t n, void *out)
{
    int channels = s->file_channels;
    for (int64_t i = 0; i < n; i++) {
        double sum = 0.0;
        int first = s->chosen >= 0 ? s->chosen : 0;
        int last = s->chosen >= 0 ? s->chosen : channels - 1;
        for (int c = first; c <= last; c++) {
            sum += s->type == IO_F64 ? ((double *)s->scratch)[i * channels + c]
                                     : (double)((float *)s->scratch)[i * channels + c];
        }
        sum /= last - first + 1;
        if (s->type == IO_F64) {
            ((double *)out)[i] = sum;
        } else {
            ((float *)out)[i] = (float)sum;
        }
    }
}

int source_read(sample_source *s, int64_t n, void *out)
{
    size_t bytes = io_type_bytes(s->type);
    char *to = out;
    while (n > 0) {
        int64_t part = n < BLOCK_FRAMES ? n : BLOCK_FRAMES;
        bool direct = s->chosen == -1;
        if (part > s->frames - s->done ||
            !s->read(s, part, direct ? (void *)to : s->scratch)) {
            return cli_fail(ferror(s->file) ? CLI_FILE : CLI_FORMAT,
                            "%s: the samples end early", input_name(s->path));
        }
        if (!direct) {
            reduce(s, part, to);
        }
        s->done += part;
        to += (size_t)part * (size_t)s->channels * bytes;
        n -= part;
    }
    return CLI_OK;
}

/* --- whole arrays --- */

/* From interleaved frames to (channels, frames). */
int source_load(sample_source *s, io_array *out)
{
    io_error e;
    int64_t shape[2] = { s->channels, s->frames };
    size_t bytes = io_type_bytes(s->type);
    bool one = s->channels == 1;
    if (!io_array_create(out, s->type, one ? 1 : 2, one ? shape + 1 : shape, &e)) {
        return file_fail(s->path, &e);
    }
    out->rate = s->rate;
    if (one) {
        return source_read(s, s->frames, out->data);
    }
    size_t channels = s->channels > 0 ? (size_t)s->channels : 1;
    char *block = malloc(BLOCK_FRAMES * channels * bytes + 1);
    int code = block == NULL ? cli_fail(CLI_MEMORY, "out of memory") : CLI_OK;
    for (int64_t done = 0; code == CLI_OK && done < s->frames; done += BLOCK_FRAMES) {
        int64_t n = s->frames - done < BLOCK_FRAMES ? s->frames - done : BLOCK_FRAMES;
        code = source_read(s, n, block);
        for (int64_t c = 0; code == CLI_OK && c < s->channels; c++) {
            char *to = (char *)out->data + (size_t)(c * s->frames + done) * bytes;
            for (int64_t i = 0; i < n; i++) {
                memcpy(to + (size_t)i * bytes,
                       block + (size_t)(i * s->channels + c) * bytes, bytes);
            }
        }
    }
    free(block);
    return code;
}

int load_array(const char *path, const file_options *o, io_array *out)
{
    int code = CLI_OK;
    *out = (io_array){ 0 };
    FILE *f = input_open(path, &code);
    if (f == NULL) {
        return code;
    }
    int format = FILE_AUTO;
    code = input_format(f, path, o, &format);
    if (format == FILE_WAV || format == FILE_FLAC) {
        sample_source *s = NULL;
        code = open_stream(f, path, o, false, &s);
        code = code == CLI_OK && s != NULL ? source_load(s, out) : code;
        source_close(s);
        return code;
    }
    code = code == CLI_OK && wants_channel(o) ? refuse_channel(path) : code;
    code = code == CLI_OK ? read_array(f, format, path, o, out) : code;
    fclose(f);
    return code;
}
