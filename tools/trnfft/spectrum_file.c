/* spectrum_file.c - STFT arrays in .npy files, a frame at a time. */
#define _POSIX_C_SOURCE 200809L
#include "spectrum_file.h"

#include <stdlib.h>
#include <string.h>

enum { BLOCK_BYTES = 8 << 20 };

struct spectrum_file {
    FILE *file;
    spectrum_shape shape;
    io_format format; /* of the file's elements, for reading */
    int64_t data_offset;
    int64_t block; /* frames that are held of each channel */
    int64_t first; /* the first of them */
    int64_t held;  /* how many, in channel 0 */
    char *data;    /* channels × bins × block, or channels × block × bins */
    uint8_t *row;  /* file bytes of one segment */
};

static bool setup(spectrum_file *s, io_error *e)
{
    size_t item = io_type_bytes(s->shape.type);
    int64_t per_frame = s->shape.channels * s->shape.bins * (int64_t)item;
    int64_t block = BLOCK_BYTES / (per_frame > 0 ? per_frame : 1);
    s->block = block < 1 ? 1 : block;
    s->block =
        s->block > s->shape.frames && s->shape.frames > 0 ? s->shape.frames : s->block;
    int64_t longest = s->shape.time_first ? s->block * s->shape.bins : s->block;
    s->data = malloc((size_t)(per_frame * s->block) + 1);
    s->row = malloc((size_t)longest * 16 + 1);
    if (s->data == NULL || s->row == NULL) {
        return io_refuse(e, CLI_MEMORY, "out of memory for a block of frames");
    }
    return true;
}

/* Where an element of the block lies in memory. */
static char *place(const spectrum_file *s, int64_t channel, int64_t bin, int64_t frame)
{
    int64_t index = s->shape.time_first
                        ? (channel * s->block + frame) * s->shape.bins + bin
                        : (channel * s->shape.bins + bin) * s->block + frame;
    return s->data + (size_t)index * io_type_bytes(s->shape.type);
}

/* Byte offset of an element in the file. */
static off_t offset_of(const spectrum_file *s, int64_t channel, int64_t bin,
                       int64_t frame, int64_t item)
{
    int64_t index = s->shape.time_first
                        ? (channel * s->shape.frames + frame) * s->shape.bins + bin
                        : (channel * s->shape.bins + bin) * s->shape.frames + frame;
    return (off_t)(s->data_offset + index * item);
}

bool spectrum_create(FILE *f, const spectrum_shape *shape, spectrum_file **out,
                     io_error *e)
{
    char header[NPY_HEADER_BYTES];
    int64_t dims[3] = { shape->channels,
                        shape->time_first ? shape->frames : shape->bins,
                        shape->time_first ? shape->bins : shape->frames };
    int skip = shape->has_channel ? 0 : 1;
    size_t n = npy_format_header(shape->type, 3 - skip, dims + skip, header);
    spectrum_file *s = calloc(1, sizeof *s);
    *out = s;
    if (s == NULL) {
        return io_refuse(e, CLI_MEMORY, "out of memory");
    }
    s->file = f;
    s->shape = *shape;
    s->data_offset = (int64_t)n;
    if (fwrite(header, 1, n, f) != n) {
        return io_refuse(e, CLI_FILE, "could not be written");
    }
    return setup(s, e);
}

static bool write_run(spectrum_file *s, off_t offset, const char *from, int64_t count)
{
    size_t item = io_type_bytes(s->shape.type);
    return fseeko(s->file, offset, SEEK_SET) == 0 &&
           fwrite(from, item, (size_t)count, s->file) == (size_t)count;
}

static bool flush_block(spectrum_file *s, io_error *e)
{
    int64_t item = (int64_t)io_type_bytes(s->shape.type);
    bool good = true;
    for (int64_t c = 0; c < s->shape.channels && s->held > 0; c++) {
        if (s->shape.time_first) {
            good = good && write_run(s, offset_of(s, c, 0, s->first, item),
                                     place(s, c, 0, 0), s->held * s->shape.bins);
            continue;
        }
        for (int64_t bin = 0; bin < s->shape.bins; bin++) {
            good = good && write_run(s, offset_of(s, c, bin, s->first, item),
                                     place(s, c, bin, 0), s->held);
        }
    }
    s->first += s->held;
    s->held = 0;
    return good || io_refuse(e, CLI_FILE, "could not be written");
}

bool spectrum_put(spectrum_file *s, int64_t channel, int64_t frame, const void *re,
                  const void *im, io_error *e)
{
    size_t part = io_type_bytes(io_type_real(s->shape.type));
    if (frame - s->first >= s->block && !flush_block(s, e)) {
        return false;
    }
    const char *from_re = re, *from_im = im;
    for (int64_t bin = 0; bin < s->shape.bins; bin++) {
        char *to = place(s, channel, bin, frame - s->first);
        memcpy(to, from_re + (size_t)bin * part, part);
        if (im != NULL) {
            memcpy(to + part, from_im + (size_t)bin * part, part);
        }
    }
    if (frame - s->first >= s->held) {
        s->held = frame - s->first + 1;
    }
    return true;
}

bool spectrum_finish(spectrum_file *s, io_error *e)
{
    if (!flush_block(s, e)) {
        return false;
    }
    if (s->first != s->shape.frames) {
        return io_refuse(e, CLI_FAILED, "%lld of %lld frames were made",
                         (long long)s->first, (long long)s->shape.frames);
    }
    return true;
}

bool spectrum_open(FILE *f, const npy_header *h, bool time_first, spectrum_file **out,
                   io_error *e)
{
    spectrum_file *s = calloc(1, sizeof *s);
    *out = s;
    if (s == NULL) {
        return io_refuse(e, CLI_MEMORY, "out of memory");
    }
    int last = h->rank - 1;
    s->file = f;
    s->format = h->format;
    s->data_offset = h->data_offset;
    s->shape = (spectrum_shape){
        .type = io_format_type(&h->format),
        .time_first = time_first,
        .has_channel = h->rank == 3,
        .channels = h->rank == 3 ? h->shape[0] : 1,
        .bins = h->shape[time_first ? last : last - 1],
        .frames = h->shape[time_first ? last - 1 : last],
    };
    return setup(s, e);
}

const spectrum_shape *spectrum_shape_of(const spectrum_file *s)
{
    return &s->shape;
}

static bool read_run(spectrum_file *s, off_t offset, char *to, int64_t count)
{
    size_t item = (size_t)s->format.item_bytes;
    if (fseeko(s->file, offset, SEEK_SET) != 0 ||
        fread(s->row, item, (size_t)count, s->file) != (size_t)count) {
        return false;
    }
    io_format_decode(&s->format, s->row, count, to);
    return true;
}

static bool fill_block(spectrum_file *s, int64_t frame, io_error *e)
{
    int64_t left = s->shape.frames - frame;
    int64_t item = s->format.item_bytes;
    bool good = left > 0;
    s->first = frame;
    s->held = left < s->block ? left : s->block;
    for (int64_t c = 0; c < s->shape.channels && good; c++) {
        if (s->shape.time_first) {
            good = read_run(s, offset_of(s, c, 0, frame, item), place(s, c, 0, 0),
                            s->held * s->shape.bins);
            continue;
        }
        for (int64_t bin = 0; bin < s->shape.bins && good; bin++) {
            good = read_run(s, offset_of(s, c, bin, frame, item), place(s, c, bin, 0),
                            s->held);
        }
    }
    return good || io_refuse(e, CLI_FILE, "could not be read");
}

bool spectrum_get(spectrum_file *s, int64_t channel, int64_t frame, void *re, void *im,
                  io_error *e)
{
    size_t part = io_type_bytes(io_type_real(s->shape.type));
    bool outside = frame < s->first || frame >= s->first + s->held;
    if (outside && !fill_block(s, frame, e)) {
        return false;
    }
    char *to_re = re, *to_im = im;
    for (int64_t bin = 0; bin < s->shape.bins; bin++) {
        const char *from = place(s, channel, bin, frame - s->first);
        memcpy(to_re + (size_t)bin * part, from, part);
        if (im != NULL) {
            memcpy(to_im + (size_t)bin * part, from + part, part);
        }
    }
    return true;
}

void spectrum_close(spectrum_file *s)
{
    if (s != NULL) {
        free(s->data);
        free(s->row);
        free(s);
    }
}
