/* io_text.c - numbers as text (CSV) and as bare bytes (raw). */
#define _POSIX_C_SOURCE 200809L
#include <ctype.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "io.h"

/* --- reading CSV --- */

typedef struct table {
    double *at; /* re, im pairs */
    int64_t count, room;
    int64_t rows, columns;
    bool is_complex;
} table;

static bool push(table *t, double re, double im, io_error *e)
{
    if (t->count == t->room) {
        int64_t room = t->room == 0 ? 1024 : 2 * t->room;
        double *grown = realloc(t->at, (size_t)room * 2 * sizeof(double));
        if (grown == NULL) {
            return io_refuse(e, CLI_MEMORY, "out of memory after %lld numbers",
                             (long long)t->count);
        }
        t->at = grown;
        t->room = room;
    }
    t->at[2 * t->count] = re;
    t->at[2 * t->count + 1] = im;
    t->count++;
    return true;
}

static bool is_unit(char c)
{
    return c == 'j' || c == 'i' || c == 'J';
}

/* `1.5`, `-2j`, `1+2j`, `(1-2j)`; leaves *p behind it. */
static bool parse_number(char **p, double *re, double *im, bool *is_complex)
{
    bool bracket = **p == '(';
    char *s = *p + bracket, *end = s;
    double first = strtod(s, &end);
    if (end == s) {
        return false;
    }
    *re = first;
    *im = 0.0;
    if (is_unit(*end)) {
        *re = 0.0;
        *im = first;
        *is_complex = true;
        end++;
    } else if (*end == '+' || *end == '-') {
        s = end;
        *im = strtod(s, &end);
        if (end == s || !is_unit(*end)) {
            return false;
        }
        *is_complex = true;
        end++;
    }
    if (bracket && *end++ != ')') {
        return false;
    }
    *p = end;
    return *end == '\0' || isspace((unsigned char)*end) || *end == ',' || *end == ';';
}

/* One line, which ends where `end` is, into the table; *bad points at what is no
 * number, or is NULL. */
static bool parse_line(char *line, const char *end, table *t, int64_t *columns,
                       char **bad, io_error *e)
{
    char *p = line;
    *bad = NULL;
    *columns = 0;
    for (;;) {
        double re = 0.0, im = 0.0;
        while (isspace((unsigned char)*p)) {
            p++;
        }
        if (p == end || *p == '#') {
            return true;
        }
        char *start = p;
        if (!parse_number(&p, &re, &im, &t->is_complex)) {
            *bad = start;
            return true;
        }
        if (!push(t, re, im, e)) {
            return false;
        }
        (*columns)++;
        while (isspace((unsigned char)*p)) {
            p++;
        }
        p += *p == ',' || *p == ';';
    }
}

/* UTF-8's, with which some programs begin their files. */
static const char byte_order_mark[] = "\xef\xbb\xbf";

static bool read_table(FILE *f, table *t, io_error *e)
{
    char *line = NULL;
    size_t room = 0;
    bool good = true;
    ssize_t length = 0;
    for (int64_t number = 1; good && (length = getline(&line, &room, f)) >= 0;
         number++) {
        char *bad = NULL;
        int64_t columns = 0;
        int64_t before = t->count;
        bool marked = number == 1 && strncmp(line, byte_order_mark, 3) == 0;
        good = parse_line(line + (marked ? 3 : 0), line + length, t, &columns, &bad, e);
        if (good && bad != NULL && t->rows == 0 && columns == 0) {
            t->count = before; /* names of columns */
        } else if (good && bad != NULL) {
            bad[strcspn(bad, "\r\n,;")] = '\0';
            good = io_refuse(e, CLI_FORMAT, "line %lld: '%.40s' is not a number",
                             (long long)number, bad);
        } else if (good && columns > 0) {
            if (t->rows > 0 && columns != t->columns) {
                good = io_refuse(
                    e, CLI_FORMAT, "line %lld has %lld column(s), the first %lld",
                    (long long)number, (long long)columns, (long long)t->columns);
            }
            t->columns = columns;
            t->rows++;
        }
    }
    free(line);
    if (good && ferror(f)) {
        return io_refuse(e, CLI_FILE, "could not be read");
    }
    return good;
}

static void store(io_array *a, int64_t i, double re, double im)
{
    switch (a->type) {
    case IO_F32: ((float *)a->data)[i] = (float)re; break;
    case IO_F64: ((double *)a->data)[i] = re; break;
    case IO_C64:
        ((float *)a->data)[2 * i] = (float)re;
        ((float *)a->data)[2 * i + 1] = (float)im;
        break;
    case IO_C128:
        ((double *)a->data)[2 * i] = re;
        ((double *)a->data)[2 * i + 1] = im;
        break;
    default: break; /* no text is read as a type that is only moved */
    }
}

bool csv_read(FILE *f, io_type real_type, io_array *out, io_error *e)
{
    table t = { 0 };
    *out = (io_array){ 0 };
    bool good = read_table(f, &t, e);
    if (good && t.rows == 0) {
        good = io_refuse(e, CLI_FORMAT, "no numbers in it");
    }
    if (good) {
        bool flat = t.rows == 1 || t.columns == 1;
        int64_t shape[2] = { flat ? t.count : t.rows, t.columns };
        io_type type = t.is_complex ? io_type_complex(real_type) : real_type;
        good = io_array_create(out, type, flat ? 1 : 2, shape, e);
    }
    for (int64_t i = 0; good && i < t.count; i++) {
        store(out, i, t.at[2 * i], t.at[2 * i + 1]);
    }
    free(t.at);
    return good;
}

/* --- writing CSV --- */

static double half(uint16_t bits)
{
    const io_format format = { .kind = 'f',
                               .item_bytes = 2,
                               .big_endian = io_host_is_big_endian() };
    float value = 0.0f;
    io_format_decode(&format, &bits, 1, &value);
    return (double)value;
}

static void load(const io_array *a, int64_t i, double *re, double *im)
{
    *im = 0.0;
    switch (a->type) {
    case IO_F32: *re = (double)((const float *)a->data)[i]; break;
    case IO_F64: *re = ((const double *)a->data)[i]; break;
    case IO_C64:
        *re = (double)((const float *)a->data)[2 * i];
        *im = (double)((const float *)a->data)[2 * i + 1];
        break;
    case IO_C128:
        *re = ((const double *)a->data)[2 * i];
        *im = ((const double *)a->data)[2 * i + 1];
        break;
    default: *re = half(((const uint16_t *)a->data)[i]); break;
    }
}

static void print_integer(FILE *f, const io_array *a, int64_t i)
{
    const void *p = a->data;
    switch (a->type) {
    case IO_I8: fprintf(f, "%d", ((const int8_t *)p)[i]); break;
    case IO_I16: fprintf(f, "%d", ((const int16_t *)p)[i]); break;
    case IO_I32: fprintf(f, "%" PRId32, ((const int32_t *)p)[i]); break;
    case IO_I64: fprintf(f, "%" PRId64, ((const int64_t *)p)[i]); break;
    case IO_U16: fprintf(f, "%u", ((const uint16_t *)p)[i]); break;
    case IO_U32: fprintf(f, "%" PRIu32, ((const uint32_t *)p)[i]); break;
    case IO_U64: fprintf(f, "%" PRIu64, ((const uint64_t *)p)[i]); break;
    case IO_BOOL: fputs(((const uint8_t *)p)[i] != 0 ? "1" : "0", f); break;
    default: fprintf(f, "%u", ((const uint8_t *)p)[i]); break;
    }
}

/* The shortest text of this number that reads back as the same. */
static void print_number(FILE *f, double v, bool is_float, bool sign)
{
    char text[40];
    int last = is_float ? 9 : 17;
    for (int digits = is_float ? 6 : 15; digits <= last; digits++) {
        snprintf(text, sizeof text, sign ? "%+.*g" : "%.*g", digits, v);
        double back = strtod(text, NULL);
        if (back == v || (is_float && (double)(float)back == v)) {
            break;
        }
    }
    fputs(text, f);
}

static void print_element(FILE *f, const io_array *a, int64_t i)
{
    bool is_float = io_type_real(a->type) == IO_F32;
    double re = 0.0, im = 0.0;
    if (io_type_is_integer(a->type)) {
        print_integer(f, a, i);
        return;
    }
    load(a, i, &re, &im);
    print_number(f, re, is_float, false);
    if (io_type_is_complex(a->type)) {
        print_number(f, im, is_float, true);
        fputc('j', f);
    }
}

/* A number a line for rank 1, else a line for each row of the last dimension and an
 * empty line between matrices. Read back, the bits are the same. */
bool csv_write(FILE *f, const io_array *a, io_error *e)
{
    int64_t count = io_array_count(a);
    int64_t columns = a->rank > 1 ? a->shape[a->rank - 1] : 1;
    int64_t rows = a->rank > 2 ? a->shape[a->rank - 2] : 0;
    for (int64_t i = 0; i < count; i++) {
        if (rows > 0 && i > 0 && i % (rows * columns) == 0) {
            fputc('\n', f);
        }
        print_element(f, a, i);
        fputc((i + 1) % columns == 0 ? '\n' : ',', f);
    }
    return !ferror(f) || io_refuse(e, CLI_FILE, "could not be written");
}

/* --- raw --- */

bool raw_read(FILE *f, const io_format *format, int rank, const int64_t *shape,
              io_array *out, io_error *e)
{
    int64_t left = io_bytes_left(f);
    int64_t all = left / format->item_bytes;
    *out = (io_array){ 0 };
    if (left < 0) {
        return io_refuse(e, CLI_FILE, "the file cannot be read at will (not seekable)");
    }
    if (left % format->item_bytes != 0) {
        return io_refuse(e, CLI_FORMAT,
                         "%lld bytes are no whole number of %d-byte elements",
                         (long long)left, format->item_bytes);
    }
    if (!io_array_create(out, io_format_type(format), rank == 0 ? 1 : rank,
                         rank == 0 ? &all : shape, e)) {
        return false;
    }
    int64_t count = io_array_count(out);
    if (count != all) {
        io_array_free(out);
        return io_refuse(e, CLI_FORMAT, "expected %lld, got %lld element(s)",
                         (long long)count, (long long)all);
    }
    uint8_t block[IO_COPY_BYTES];
    int64_t step = (int64_t)sizeof block / format->item_bytes;
    for (int64_t i = 0; i < count; i += step) {
        int64_t n = count - i < step ? count - i : step;
        if (fread(block, (size_t)format->item_bytes, (size_t)n, f) != (size_t)n) {
            io_array_free(out);
            return io_refuse(e, CLI_FILE, "could not be read");
        }
        io_format_decode(format, block, n,
                         (char *)out->data + (size_t)i * io_type_bytes(out->type));
    }
    return true;
}

bool raw_write(FILE *f, const io_array *a, bool big_endian, io_error *e)
{
    size_t element = io_type_bytes(a->type);
    size_t width = io_type_is_complex(a->type) ? element / 2 : element;
    size_t bytes = (size_t)io_array_count(a) * element;
    bool swap = big_endian != io_host_is_big_endian();
    const uint8_t *p = a->data;
    for (size_t i = 0; i < bytes; i += width, p += width) {
        uint8_t item[8] = { 0 };
        for (size_t k = 0; k < width; k++) {
            item[k] = p[swap ? width - 1 - k : k];
        }
        fwrite(item, 1, width, f);
    }
    return !ferror(f) || io_refuse(e, CLI_FILE, "could not be written");
}
