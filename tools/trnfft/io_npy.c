/* io_npy.c - NumPy's .npy files, versions 1 to 3.
 *
 * The header is a Python dictionary in text; it is parsed by a small reader of such
 * literals, so that the order of keys, spaces, quotes and long shapes do not matter.
 * Nothing is allocated for data before the file is known to hold them.
 */
#define _POSIX_C_SOURCE 200809L
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "io.h"

enum { MAGIC_BYTES = 8 };

/* --- the dictionary --- */

typedef struct reader {
    const char *p, *end;
    io_error *e;
} reader;

static void skip_space(reader *r)
{
    while (r->p < r->end && strchr(" \t\r\n", *r->p) != NULL && *r->p != '\0') {
        r->p++;
    }
}

/* Takes one character if it comes next. */
static bool take(reader *r, char c)
{
    skip_space(r);
    if (r->p < r->end && *r->p == c) {
        r->p++;
        return true;
    }
    return false;
}

static bool damaged(reader *r, const char *what)
{
    return io_refuse(r->e, CLI_FORMAT, "the header of the .npy file is damaged: %s",
                     what);
}

/* A quoted text into `out`; longer ones are cut (they match nothing). */
static bool read_text(reader *r, char *out, size_t room)
{
    skip_space(r);
    if (r->p >= r->end || (*r->p != '\'' && *r->p != '"')) {
        return damaged(r, "a quoted text is missing");
    }
    char quote = *r->p++;
    size_t n = 0;
    while (r->p < r->end && *r->p != quote) {
        if (n + 1 < room) {
            out[n++] = *r->p;
        }
        r->p++;
    }
    out[n] = '\0';
    return take(r, quote) || damaged(r, "a text has no end");
}

static bool read_word(reader *r, const char *word)
{
    size_t n = strlen(word);
    skip_space(r);
    if ((size_t)(r->end - r->p) < n || strncmp(r->p, word, n) != 0) {
        return false;
    }
    r->p += n;
    return true;
}

static bool read_descr(reader *r, npy_header *h)
{
    char text[32];
    skip_space(r);
    if (r->p < r->end && (*r->p == '[' || *r->p == '(' || *r->p == '{')) {
        return io_refuse(r->e, CLI_FORMAT,
                         "unsupported dtype: a structured array (fields); "
                         "save one field of it");
    }
    if (!read_text(r, text, sizeof text)) {
        return false;
    }
    if (strchr(text, 'O') != NULL) {
        return io_refuse(r->e, CLI_FORMAT,
                         "unsupported dtype '%s': Python objects need pickle, "
                         "which can run code and is refused",
                         text);
    }
    if (!io_format_parse(text, &h->format)) {
        return io_refuse(r->e, CLI_FORMAT,
                         "unsupported dtype '%s': f2 f4 f8 c8 c16, i1 to i8, "
                         "u1 to u8 and b1 are read",
                         text);
    }
    return true;
}

static bool read_dimension(reader *r, int64_t *out)
{
    uint64_t v = 0;
    const char *start = r->p;
    for (; r->p < r->end && *r->p >= '0' && *r->p <= '9'; r->p++) {
        unsigned digit = (unsigned)(*r->p - '0');
        if (v > ((uint64_t)INT64_MAX - digit) / 10u) {
            return io_refuse(r->e, CLI_FORMAT,
                             "a dimension in the shape exceeds 64 bits");
        }
        v = v * 10u + digit;
    }
    if (r->p == start) {
        return damaged(r, "the shape holds something that is not a number");
    }
    if (r->p < r->end && *r->p == 'L') {
        r->p++; /* Python 2's long */
    }
    *out = (int64_t)v;
    return true;
}

static bool read_shape(reader *r, npy_header *h)
{
    if (!take(r, '(')) {
        return damaged(r, "the shape is not a tuple");
    }
    h->rank = 0;
    while (!take(r, ')')) {
        if (h->rank == IO_MAX_RANK) {
            return io_refuse(r->e, CLI_FORMAT, "the array has more than %d dimensions",
                             IO_MAX_RANK);
        }
        skip_space(r);
        if (!read_dimension(r, &h->shape[h->rank++])) {
            return false;
        }
        if (!take(r, ',')) {
            if (!take(r, ')')) {
                return damaged(r, "the shape has no end");
            }
            break;
        }
    }
    return true;
}

static bool count_elements(npy_header *h, io_error *e)
{
    if (h->format.item_bytes < 1) {
        return io_refuse(e, CLI_FORMAT, "unsupported dtype: elements without a size");
    }
    int64_t limit = INT64_MAX / h->format.item_bytes;
    bool empty = false;
    h->count = 1;
    for (int i = 0; i < h->rank; i++) {
        empty = empty || h->shape[i] == 0;
    }
    for (int i = 0; i < h->rank && !empty; i++) {
        if (h->count > limit / h->shape[i]) {
            return io_refuse(e, CLI_FORMAT,
                             "the shape has more bytes than 64 bits can count");
        }
        h->count *= h->shape[i];
    }
    h->count = empty ? 0 : h->count;
    h->data_bytes = h->count * h->format.item_bytes;
    return true;
}

bool npy_parse_dictionary(const char *text, size_t n, npy_header *h, io_error *e)
{
    reader r = { text, text + n, e };
    bool descr = false, order = false, shape = false;
    if (!take(&r, '{')) {
        return damaged(&r, "it is not a dictionary");
    }
    while (!take(&r, '}')) {
        char key[32];
        bool good = false;
        if (!read_text(&r, key, sizeof key)) {
            return false;
        }
        if (!take(&r, ':')) {
            return damaged(&r, "a colon is missing");
        }
        if (strcmp(key, "descr") == 0) {
            good = descr = read_descr(&r, h);
        } else if (strcmp(key, "shape") == 0) {
            good = shape = read_shape(&r, h);
        } else if (strcmp(key, "fortran_order") == 0) {
            h->fortran_order = read_word(&r, "True");
            order = h->fortran_order || read_word(&r, "False");
            good = order || damaged(&r, "fortran_order is neither True nor False");
        } else {
            return damaged(&r, "it has an unknown key");
        }
        if (!good) {
            return false;
        }
        if (!take(&r, ',') && (skip_space(&r), r.p >= r.end || *r.p != '}')) {
            return damaged(&r, "the dictionary has no end");
        }
    }
    if (!descr || !order || !shape) {
        return damaged(&r, "descr, fortran_order or shape is missing");
    }
    return count_elements(h, e);
}

/* --- files --- */

/* Reads magic, version and the length of the dictionary. */
static bool read_start(FILE *f, npy_header *h, size_t *dictionary_bytes, io_error *e)
{
    uint8_t b[MAGIC_BYTES + 4];
    if (fread(b, 1, MAGIC_BYTES, f) != MAGIC_BYTES || memcmp(b, "\x93NUMPY", 6) != 0) {
        return io_refuse(e, CLI_FORMAT,
                         "not a .npy file: it does not start with \\x93NUMPY");
    }
    h->version = b[6];
    if (h->version < 1 || h->version > 3) {
        return io_refuse(e, CLI_FORMAT, "version %d.%d of the .npy format is not known",
                         b[6], b[7]);
    }
    size_t n = h->version == 1 ? 2 : 4;
    if (fread(b + MAGIC_BYTES, 1, n, f) != n) {
        return io_refuse(e, CLI_FORMAT, "the .npy header is cut short");
    }
    uint32_t length = 0;
    for (size_t i = 0; i < n; i++) {
        length |= (uint32_t)b[MAGIC_BYTES + i] << (8 * i);
    }
    *dictionary_bytes = length;
    h->data_offset = (int64_t)(MAGIC_BYTES + n) + (int64_t)length;
    return true;
}

bool npy_read_header(FILE *f, npy_header *h, io_error *e)
{
    size_t n = 0;
    *h = (npy_header){ 0 };
    if (!read_start(f, h, &n, e)) {
        return false;
    }
    int64_t left = io_bytes_left(f);
    if (left < 0) {
        return io_refuse(e, CLI_FILE, "the file cannot be read at will (not seekable)");
    }
    if ((uint64_t)left < n) {
        return io_refuse(e, CLI_FORMAT,
                         "the .npy header is cut short: %zu bytes announced, "
                         "%" PRId64 " there",
                         n, left);
    }
    char *text = malloc(n + 1);
    if (text == NULL) {
        return io_refuse(e, CLI_MEMORY, "out of memory for the .npy header");
    }
    bool good = fread(text, 1, n, f) == n;
    good = good ? npy_parse_dictionary(text, n, h, e)
                : io_refuse(e, CLI_FILE, "the .npy header could not be read");
    free(text);
    if (!good) {
        return false;
    }
    int64_t item_bytes = h->format.item_bytes > 0 ? h->format.item_bytes : 1;
    left -= (int64_t)n;
    if (left < h->data_bytes) {
        return io_refuse(e, CLI_FORMAT,
                         "the data are cut short: expected %" PRId64 ", got %" PRId64
                         " element(s)",
                         h->count, left / item_bytes);
    }
    return true;
}

/* Moves elements from Fortran to C order. */
static bool to_c_order(io_array *a, io_error *e)
{
    io_array out;
    size_t bytes = io_type_bytes(a->type);
    int64_t index[IO_MAX_RANK] = { 0 }, stride[IO_MAX_RANK] = { 0 };
    int64_t count = io_array_count(a);
    if (!io_array_create(&out, a->type, a->rank, a->shape, e)) {
        return false;
    }
    for (int64_t i = 0, step = 1; i < a->rank; i++) {
        stride[i] = step;
        step *= a->shape[i];
    }
    for (int64_t i = 0, from = 0; i < count; i++) {
        memcpy((char *)out.data + (size_t)i * bytes,
               (char *)a->data + (size_t)from * bytes, bytes);
        for (int d = a->rank - 1; d >= 0; d--) {
            from += stride[d];
            if (++index[d] < a->shape[d]) {
                break;
            }
            from -= stride[d] * a->shape[d];
            index[d] = 0;
        }
    }
    free(a->data);
    a->data = out.data;
    return true;
}

bool npy_read(FILE *f, bool keep, io_array *out, io_error *e)
{
    npy_header h;
    *out = (io_array){ 0 };
    if (!npy_read_header(f, &h, e)) {
        return false;
    }
    h.format.keep = keep;
    io_type type = io_format_type(&h.format);
    if (!io_array_create(out, type, h.rank, h.shape, e)) {
        return false;
    }
    uint8_t block[IO_COPY_BYTES];
    int64_t item_bytes = h.format.item_bytes > 0 ? h.format.item_bytes : 1;
    int64_t step = (int64_t)sizeof block / item_bytes;
    for (int64_t i = 0; i < h.count; i += step) {
        int64_t n = h.count - i < step ? h.count - i : step;
        if (fread(block, (size_t)h.format.item_bytes, (size_t)n, f) != (size_t)n) {
            io_array_free(out);
            return io_refuse(e, CLI_FILE, "the data could not be read");
        }
        io_format_decode(&h.format, block, n,
                         (char *)out->data + (size_t)i * io_type_bytes(type));
    }
    if (h.fortran_order && h.rank > 1 && h.count > 0 && !to_c_order(out, e)) {
        io_array_free(out);
        return false;
    }
    return true;
}

bool npy_read_memory(const void *bytes, size_t n, io_array *out, io_error *e)
{
    void *writable = malloc(n + 1); /* fmemopen() takes no pointer to const */
    if (writable == NULL) {
        return io_refuse(e, CLI_MEMORY, "out of memory");
    }
    memcpy(writable, bytes, n);
    FILE *f = n == 0 ? NULL : fmemopen(writable, n, "rb");
    bool good = f != NULL ? npy_read(f, false, out, e)
                          : io_refuse(e, CLI_FORMAT, "the file is empty");
    if (f != NULL) {
        fclose(f);
    }
    free(writable);
    return good;
}

size_t npy_format_header(io_type type, int rank, const int64_t *shape, char *text)
{
    const char order = io_type_bytes(type) == 1  ? '|'
                       : io_host_is_big_endian() ? '>'
                                                 : '<';
    char dims[IO_MAX_RANK * 22 + 4] = "(";
    size_t n = 1;
    for (int i = 0; i < rank; i++) {
        n += (size_t)snprintf(dims + n, sizeof dims - n, "%s%" PRId64 "%s",
                              i > 0 ? " " : "", shape[i],
                              i + 1 < rank || rank == 1 ? "," : "");
    }
    snprintf(dims + n, sizeof dims - n, ")");
    const size_t start = 10;
    n = start +
        (size_t)snprintf(text + start, NPY_HEADER_BYTES - start,
                         "{'descr': '%c%s', 'fortran_order': False, 'shape': %s, }",
                         order, io_type_name(type), dims);
    size_t total = (n + 1 + 63) / 64 * 64;
    memset(text + n, ' ', total - n - 1);
    text[total - 1] = '\n';
    memcpy(text, "\x93NUMPY\x01\x00", MAGIC_BYTES);
    text[8] = (char)((total - start) & 255u);
    text[9] = (char)((total - start) >> 8);
    return total;
}

bool npy_write(FILE *f, const io_array *a, io_error *e)
{
    char header[NPY_HEADER_BYTES];
    size_t n = npy_format_header(a->type, a->rank, a->shape, header);
    size_t count = (size_t)io_array_count(a);
    if (fwrite(header, 1, n, f) != n ||
        (count > 0 && fwrite(a->data, io_type_bytes(a->type), count, f) != count)) {
        return io_refuse(e, CLI_FILE, "could not be written");
    }
    return true;
}
