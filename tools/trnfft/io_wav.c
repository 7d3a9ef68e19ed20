/* io_wav.c - WAV files (RIFF and RF64): integer and float samples, plain or EXTENSIBLE.
 *
 * The sizes in a header are hints: recorders that stream write 0, FFFFFFFF, FFFF1000 or
 * 7FFFFFFF and never come back. The rule here: a data size that goes past the end of
 * the file means "to the end"; a size of 0 does too when whole frames follow that are
 * no chunk of their own, else the file has no samples. Both give a warning. A partial
 * last frame is dropped.
 */
#define _POSIX_C_SOURCE 200809L
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "io.h"

enum { TAG_PCM = 1, TAG_FLOAT = 3, TAG_EXTENSIBLE = 0xFFFE, FMT_MAX = 40 };

static uint32_t get16(const uint8_t *p)
{
    return (uint32_t)p[0] | (uint32_t)p[1] << 8;
}

static uint32_t get32(const uint8_t *p)
{
    return get16(p) | get16(p + 2) << 16;
}

static uint64_t get64(const uint8_t *p)
{
    return (uint64_t)get32(p) | (uint64_t)get32(p + 4) << 32;
}

/* The format tag, looked up in the GUID of an EXTENSIBLE chunk. */
static bool find_tag(const uint8_t *fmt, size_t n, uint32_t *tag, io_error *e)
{
    static const uint8_t rest[14] = { 0x00, 0x00, 0x00, 0x00, 0x10, 0x00, 0x80,
                                      0x00, 0x00, 0xAA, 0x00, 0x38, 0x9B, 0x71 };
    *tag = get16(fmt);
    if (*tag != TAG_EXTENSIBLE) {
        return true;
    }
    if (n < 40) {
        return io_refuse(e, CLI_FORMAT,
                         "the WAV header is damaged: EXTENSIBLE without a GUID");
    }
    if (memcmp(fmt + 26, rest, sizeof rest) != 0) {
        return io_refuse(e, CLI_FORMAT,
                         "unsupported WAV format: an unknown GUID in EXTENSIBLE");
    }
    *tag = get16(fmt + 24);
    return true;
}

static bool parse_fmt(const uint8_t *fmt, size_t n, wav_info *w, io_error *e)
{
    uint32_t tag = 0;
    if (n < 16) {
        return io_refuse(e, CLI_FORMAT,
                         "the WAV header is damaged: 'fmt ' has %zu bytes", n);
    }
    if (!find_tag(fmt, n, &tag, e)) {
        return false;
    }
    uint32_t block = get16(fmt + 12);
    uint32_t bits = get16(fmt + 14);
    w->channels = (int)get16(fmt + 2);
    w->rate = (int64_t)get32(fmt + 4);
    w->needs_codec = tag != TAG_PCM && tag != TAG_FLOAT;
    if (w->needs_codec) {
        return true;
    }
    if (w->channels == 0 || w->rate == 0) {
        return io_refuse(e, CLI_FORMAT,
                         "the WAV header is damaged: %d channels at %" PRId64 " Hz",
                         w->channels, w->rate);
    }
    /* The container decides: 24 valid bits in 4 bytes are left-justified. */
    uint32_t bytes = block / (uint32_t)w->channels;
    bool fits = bytes * (uint32_t)w->channels == block && bits <= 8 * bytes && bits > 0;
    if (!fits || (tag == TAG_PCM && bytes > 4) ||
        (tag == TAG_FLOAT && bytes != 4 && bytes != 8)) {
        return io_refuse(e, CLI_FORMAT,
                         "unsupported WAV format: %u-bit %s samples in blocks of "
                         "%u bytes for %d channel(s)",
                         bits, tag == TAG_PCM ? "integer" : "float", block,
                         w->channels);
    }
    w->format.kind = tag == TAG_FLOAT ? 'f' : bytes == 1 ? 'u' : 'i';
    w->format.item_bytes = (int)bytes;
    w->format.big_endian = false;
    return true;
}

/* Whether four bytes look like a chunk's name. */
static bool looks_like_chunk(const uint8_t *id)
{
    for (int i = 0; i < 4; i++) {
        if (id[i] < 0x20 || id[i] > 0x7E) {
            return false;
        }
    }
    return true;
}

/* With `f` at the first sample and `announced` bytes in the header: how many there are.
 */
static bool measure_data(FILE *f, uint64_t announced, wav_info *w, io_error *e)
{
    int64_t left = io_bytes_left(f);
    int64_t frame_bytes = (int64_t)w->format.item_bytes * w->channels;
    if (left < 0) {
        return io_refuse(e, CLI_FILE, "the file cannot be read at will (not seekable)");
    }
    w->data_offset = (int64_t)ftello(f);
    if (frame_bytes < 1) {
        return io_refuse(e, CLI_FORMAT,
                         "the WAV header is damaged: frames without bytes");
    }
    int64_t bytes = announced > (uint64_t)left ? left : (int64_t)announced;
    if (announced == 0 && left >= frame_bytes) {
        uint8_t next[4] = { 0 };
        size_t got = fread(next, 1, sizeof next, f);
        bool chunk = left >= 8 && got == sizeof next && looks_like_chunk(next);
        bytes = chunk ? 0 : left;
        if (!chunk) {
            snprintf(
                w->warning, sizeof w->warning,
                "the data size in the header is 0: reading to the end of the file");
        }
    } else if (announced > (uint64_t)left) {
        snprintf(w->warning, sizeof w->warning,
                 "the data size in the header (%" PRIu64 ") goes past the end: "
                 "reading to the end of the file",
                 announced);
    }
    w->frames = bytes / frame_bytes;
    return true;
}

/* Reads a chunk's name and size; false at the end of the file. */
static bool next_chunk(FILE *f, uint8_t id[4], uint64_t *size)
{
    uint8_t b[8];
    if (fread(b, 1, sizeof b, f) != sizeof b) {
        return false;
    }
    memcpy(id, b, 4);
    *size = get32(b + 4);
    return true;
}

static bool skip_bytes(FILE *f, uint64_t n)
{
    int64_t left = io_bytes_left(f);
    return left >= 0 && n <= (uint64_t)left && fseeko(f, (off_t)n, SEEK_CUR) == 0;
}

/* Reads a chunk's first bytes (at most `room`) and moves behind it. */
static bool read_chunk(FILE *f, uint64_t size, uint8_t *out, size_t room, size_t *n)
{
    *n = size < room ? (size_t)size : room;
    uint64_t rest = size + (size & 1) - *n;
    return fread(out, 1, *n, f) == *n && skip_bytes(f, rest);
}

bool wav_read_header(FILE *f, wav_info *w, io_error *e)
{
    uint8_t b[12], id[4], body[FMT_MAX];
    uint64_t size = 0, data64 = 0;
    size_t n = 0;
    bool have_fmt = false;
    *w = (wav_info){ 0 };
    if (fread(b, 1, sizeof b, f) != sizeof b || memcmp(b + 8, "WAVE", 4) != 0 ||
        (memcmp(b, "RIFF", 4) != 0 && memcmp(b, "RF64", 4) != 0 &&
         memcmp(b, "BW64", 4) != 0)) {
        return io_refuse(e, CLI_FORMAT,
                         "not a WAV file: RIFF or WAVE is missing at its start");
    }
    while (next_chunk(f, id, &size)) {
        bool good = true;
        if (memcmp(id, "data", 4) == 0) {
            if (!have_fmt) {
                return io_refuse(e, CLI_FORMAT,
                                 "the WAV file has samples before its format");
            }
            return w->needs_codec ||
                   measure_data(f, size == UINT32_MAX && data64 != 0 ? data64 : size, w,
                                e);
        }
        if (memcmp(id, "fmt ", 4) == 0) {
            if (!read_chunk(f, size, body, sizeof body, &n)) {
                break;
            }
            have_fmt = good = parse_fmt(body, n, w, e);
        } else if (memcmp(id, "ds64", 4) == 0) {
            if (!read_chunk(f, size, body, sizeof body, &n) || n < 16) {
                break;
            }
            data64 = get64(body + 8);
        } else if (!skip_bytes(f, size + (size & 1)) /* odd chunks are padded */) {
            break;
        }
        if (!good) {
            return false;
        }
    }
    return io_refuse(e, CLI_FORMAT, "the WAV file ends before its samples");
}

bool wav_read_header_memory(const void *bytes, size_t n, wav_info *w, io_error *e)
{
    void *writable = malloc(n + 1); /* fmemopen() takes no pointer to const */
    if (writable == NULL) {
        return io_refuse(e, CLI_MEMORY, "out of memory");
    }
    memcpy(writable, bytes, n);
    FILE *f = n == 0 ? NULL : fmemopen(writable, n, "rb");
    bool good = f != NULL ? wav_read_header(f, w, e)
                          : io_refuse(e, CLI_FORMAT, "the file is empty");
    if (f != NULL) {
        fclose(f);
    }
    free(writable);
    return good;
}

io_type wav_type(const wav_info *w)
{
    return w->format.kind == 'f' && w->format.item_bytes == 8 ? IO_F64 : IO_F32;
}

void wav_decode(const wav_info *w, const void *bytes, int64_t samples, void *out)
{
    const uint8_t *p = bytes;
    float *y = out;
    if (w->format.kind == 'f') {
        io_format_decode(&w->format, bytes, samples, out);
        return;
    }
    if (w->format.kind == 'u') {
        for (int64_t i = 0; i < samples; i++) {
            y[i] = (float)((int)p[i] - 128) * 0x1p-7f;
        }
        return;
    }
    /* Left-justified in 32 bits, so that one scale serves all widths. */
    int width = w->format.item_bytes;
    for (int64_t i = 0; i < samples; i++, p += width) {
        uint32_t v = 0;
        for (int k = 0; k < width; k++) {
            v |= (uint32_t)p[k] << (8 * (4 - width + k));
        }
        int32_t s = 0;
        memcpy(&s, &v, sizeof s);
        y[i] = (float)s * 0x1p-31f;
    }
}

/* --- writing --- */

int wav_encoding_bytes(wav_encoding encoding)
{
    return encoding == WAV_F32 ? 4 : encoding == WAV_S16 ? 2 : 3;
}

static void put(uint8_t **p, uint64_t v, int bytes)
{
    for (int i = 0; i < bytes; i++) {
        *(*p)++ = (uint8_t)(v >> (8 * i));
    }
}

static void put_text(uint8_t **p, const char *four)
{
    memcpy(*p, four, 4);
    *p += 4;
}

bool wav_format_header(wav_encoding encoding, int channels, int64_t rate,
                       int64_t frames, uint8_t header[WAV_HEADER_BYTES], io_error *e)
{
    int bytes = wav_encoding_bytes(encoding);
    int64_t block = (int64_t)bytes * channels;
    if (rate <= 0 || rate > UINT32_MAX || channels < 1 || channels > 1024) {
        return io_refuse(e, CLI_USAGE,
                         "a WAV file needs a rate of 1 to 2^32-1 Hz and 1 to 1024 "
                         "channels");
    }
    if (frames > (int64_t)(UINT32_MAX - WAV_HEADER_BYTES - 1) / block) {
        return io_refuse(e, CLI_FORMAT,
                         "more than 4 GiB do not fit a WAV file: write .npy");
    }
    uint64_t data = (uint64_t)(frames * block);
    uint8_t *p = header;
    put_text(&p, "RIFF");
    put(&p, WAV_HEADER_BYTES - 8 + data + (data & 1), 4);
    put_text(&p, "WAVE");
    put_text(&p, "fmt ");
    put(&p, 18, 4);
    put(&p, encoding == WAV_F32 ? TAG_FLOAT : TAG_PCM, 2);
    put(&p, (uint64_t)channels, 2);
    put(&p, (uint64_t)rate, 4);
    put(&p, (uint64_t)(rate * block) & UINT32_MAX, 4);
    put(&p, (uint64_t)block, 2);
    put(&p, (uint64_t)bytes * 8, 2);
    put(&p, 0, 2);
    put_text(&p, "fact");
    put(&p, 4, 4);
    put(&p, (uint64_t)frames, 4);
    put_text(&p, "data");
    put(&p, data, 4);
    return true;
}

int64_t wav_encode(wav_encoding encoding, io_type type, const void *samples,
                   int64_t count, uint8_t *out)
{
    int bytes = wav_encoding_bytes(encoding);
    double scale = encoding == WAV_S16 ? 32768.0 : 8388608.0;
    int64_t clipped = 0;
    for (int64_t i = 0; i < count; i++) {
        double x = type == IO_F64 ? ((const double *)samples)[i]
                                  : (double)((const float *)samples)[i];
        if (encoding == WAV_F32) {
            float narrow = (float)x;
            uint32_t bits = 0;
            memcpy(&bits, &narrow, sizeof bits);
            put(&out, bits, 4);
            continue;
        }
        double v = nearbyint(x * scale);
        bool over = !(v >= -scale && v <= scale - 1.0);
        if (over) {
            v = v > 0.0 ? scale - 1.0 : v < 0.0 ? -scale : 0.0; /* NaN: silence */
        }
        clipped += over;
        put(&out, (uint64_t)(int64_t)v, bytes);
    }
    return clipped;
}
