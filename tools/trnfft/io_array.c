/* io_array.c - arrays, number formats and their conversion. */
#define _POSIX_C_SOURCE 200809L
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "io.h"

bool io_refuse(io_error *e, int code, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    e->code = code;
    vsnprintf(e->text, sizeof e->text, format, arguments);
    va_end(arguments);
    return false;
}

static const struct {
    const char *name;
    uint8_t bytes;
} types[] = {
    [IO_F32] = { "f4", 4 },    [IO_F64] = { "f8", 8 }, [IO_C64] = { "c8", 8 },
    [IO_C128] = { "c16", 16 }, [IO_F16] = { "f2", 2 }, [IO_BOOL] = { "b1", 1 },
    [IO_I8] = { "i1", 1 },     [IO_I16] = { "i2", 2 }, [IO_I32] = { "i4", 4 },
    [IO_I64] = { "i8", 8 },    [IO_U8] = { "u1", 1 },  [IO_U16] = { "u2", 2 },
    [IO_U32] = { "u4", 4 },    [IO_U64] = { "u8", 8 }
};

const char *io_type_name(io_type type)
{
    return types[type].name;
}

size_t io_type_bytes(io_type type)
{
    return types[type].bytes;
}

bool io_type_is_integer(io_type type)
{
    return type >= IO_BOOL;
}

bool io_type_is_complex(io_type type)
{
    return type == IO_C64 || type == IO_C128;
}

io_type io_type_real(io_type type)
{
    return type == IO_F64 || type == IO_C128 ? IO_F64 : IO_F32;
}

io_type io_type_complex(io_type type)
{
    return type == IO_F64 || type == IO_C128 ? IO_C128 : IO_C64;
}

int64_t io_array_count(const io_array *a)
{
    int64_t n = 1;
    for (int i = 0; i < a->rank; i++) {
        n *= a->shape[i];
    }
    return n;
}

bool io_array_create(io_array *a, io_type type, int rank, const int64_t *shape,
                     io_error *e)
{
    int64_t limit = INT64_MAX / (int64_t)io_type_bytes(type);
    int64_t count = 1;
    bool empty = false;
    for (int i = 0; i < rank; i++) {
        empty = empty || shape[i] == 0;
    }
    for (int i = 0; i < rank && !empty; i++) {
        if (shape[i] <= 0 || count > limit / shape[i]) {
            return io_refuse(e, CLI_MEMORY,
                             "the array has too many elements for this machine");
        }
        count *= shape[i];
    }
    *a = (io_array){ .type = type, .rank = rank };
    for (int i = 0; i < rank; i++) {
        a->shape[i] = shape[i];
    }
    if (empty) {
        return true;
    }
    uint64_t bytes = (uint64_t)count * io_type_bytes(type);
    a->data = bytes > SIZE_MAX ? NULL : malloc((size_t)bytes);
    if (a->data == NULL) {
        return io_refuse(e, CLI_MEMORY, "out of memory for %lld elements",
                         (long long)count);
    }
    return true;
}

void io_array_free(io_array *a)
{
    free(a->data);
    a->data = NULL;
}

bool io_host_is_big_endian(void)
{
    const uint16_t probe = 1;
    uint8_t first = 0;
    memcpy(&first, &probe, 1);
    return first == 0;
}

bool io_format_parse(const char *text, io_format *out)
{
    static const struct {
        const char *name, *code;
    } names[] = { { "float16", "f2" },   { "float32", "f4" },     { "float64", "f8" },
                  { "complex64", "c8" }, { "complex128", "c16" }, { "bool", "b1" },
                  { "int8", "i1" },      { "int16", "i2" },       { "int32", "i4" },
                  { "int64", "i8" },     { "uint8", "u1" },       { "uint16", "u2" },
                  { "uint32", "u4" },    { "uint64", "u8" } };
    *out = (io_format){ .big_endian = io_host_is_big_endian() };
    if (*text != '\0' && strchr("<>=|", *text) != NULL) {
        out->big_endian = *text == '>' || (*text != '<' && out->big_endian);
        text++;
    }
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (strcmp(text, names[i].name) == 0) {
            text = names[i].code;
        }
    }
    for (size_t i = IO_F32; i < sizeof types / sizeof *types; i++) {
        if (strcmp(text, types[i].name) == 0) {
            out->kind = text[0];
            out->item_bytes = types[i].bytes;
            return true;
        }
    }
    return false;
}

/* The type that is what lies in the file. */
static io_type kept_type(const io_format *f)
{
    int type = IO_F32;
    while (types[type].name[0] != f->kind || types[type].bytes != f->item_bytes) {
        type++; /* every format that there is has one */
    }
    return (io_type)type;
}

io_type io_format_type(const io_format *f)
{
    if (f->keep) {
        return kept_type(f);
    }
    if (f->kind == 'c') {
        return f->item_bytes == 16 ? IO_C128 : IO_C64;
    }
    return f->kind == 'f' && f->item_bytes == 8 ? IO_F64 : IO_F32;
}

/* The bytes of one component as an integer, least significant first. */
static uint64_t load(const uint8_t *p, int bytes, bool big_endian)
{
    uint64_t v = 0;
    for (int i = 0; i < bytes; i++) {
        v |= (uint64_t)p[big_endian ? bytes - 1 - i : i] << (8 * i);
    }
    return v;
}

static float half_to_float(uint16_t h)
{
    uint32_t sign = (uint32_t)(h >> 15) << 31;
    uint32_t exponent = (h >> 10) & 31u;
    uint32_t fraction = h & 1023u;
    uint32_t bits = 0;
    if (exponent == 31) {
        bits = 0x7f800000u | fraction << 13;
    } else if (exponent != 0) {
        bits = (exponent + 112u) << 23 | fraction << 13;
    } else {
        float tiny = (float)fraction * 0x1p-24f;
        memcpy(&bits, &tiny, sizeof bits);
    }
    bits |= sign;
    float out = 0.0f;
    memcpy(&out, &bits, sizeof out);
    return out;
}

static float integer_to_float(uint64_t v, const io_format *f)
{
    if (f->kind == 'b') {
        return v != 0 ? 1.0f : 0.0f;
    }
    if (f->kind == 'u') {
        return (float)v;
    }
    int shift = 64 - 8 * f->item_bytes;
    int64_t s = 0;
    v <<= shift;
    memcpy(&s, &v, sizeof s);
    int64_t whole = s / ((int64_t)1 << shift); /* exact: the low bits are 0 */
    return (float)whole;
}

static void swap_bytes(const uint8_t *p, size_t count, size_t width, uint8_t *out)
{
    for (size_t i = 0; i < count * width; i += width) {
        for (size_t k = 0; k < width; k++) {
            out[i + k] = p[i + width - 1 - k];
        }
    }
}

void io_format_decode(const io_format *f, const void *bytes, int64_t count, void *out)
{
    const uint8_t *p = bytes;
    int width = f->kind == 'c' ? f->item_bytes / 2 : f->item_bytes;
    int64_t components = f->kind == 'c' ? 2 * count : count;
    bool is_float = f->kind == 'f' || f->kind == 'c';
    bool same = f->keep || (is_float && width >= 4);
    if (same && f->big_endian == io_host_is_big_endian()) {
        memcpy(out, bytes, (size_t)components * (size_t)width);
        return;
    }
    if (same) {
        swap_bytes(p, (size_t)components, (size_t)width, out);
        return;
    }
    for (int64_t i = 0; i < components; i++, p += width) {
        uint64_t v = load(p, width, f->big_endian);
        ((float *)out)[i] =
            is_float ? half_to_float((uint16_t)v) : integer_to_float(v, f);
    }
}

int64_t io_bytes_left(FILE *f)
{
    off_t here = ftello(f);
    if (here < 0 || fseeko(f, 0, SEEK_END) != 0) {
        return -1;
    }
    off_t end = ftello(f);
    if (fseeko(f, here, SEEK_SET) != 0 || end < here) {
        return -1;
    }
    return (int64_t)(end - here);
}
