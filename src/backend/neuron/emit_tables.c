/* emit_tables.c - constants as text: what computes them where they are roots of unity
 * (emit_roots.c), else base64 of the little-endian elements, or of the distinct ones
 * and indices into them where that is shorter.
 */
#include "backend/neuron/emit_parts.h"

#include <string.h>

#include "base/half.h"

enum { LINE_BYTES = 69 /* 92 letters */, SLOTS = 1 << 17, MOST_DISTINCT = 1 << 16 };

typedef struct base64 {
    tfi_printer *out;
    int held;
    unsigned char byte[LINE_BYTES];
} base64;

static void flush(base64 *b)
{
    static const char letters[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    char line[LINE_BYTES / 3 * 4 + 1];
    int n = 0;
    for (int i = 0; i < b->held; i += 3) {
        unsigned x = (unsigned)b->byte[i] << 16;
        x |= i + 1 < b->held ? (unsigned)b->byte[i + 1] << 8 : 0;
        x |= i + 2 < b->held ? (unsigned)b->byte[i + 2] : 0;
        line[n++] = letters[x >> 18];
        line[n++] = letters[x >> 12 & 63];
        line[n++] = i + 1 < b->held ? letters[x >> 6 & 63] : '=';
        line[n++] = i + 2 < b->held ? letters[x & 63] : '=';
    }
    line[n] = '\0';
    tfi_printf(b->out, "%s\n", line);
    b->held = 0;
}

/* The low `bytes` bytes of x, lowest first whatever the host. */
static void put(base64 *b, uint64_t x, int bytes)
{
    for (int i = 0; i < bytes; i++) {
        b->byte[b->held++] = (unsigned char)(x >> (8 * i));
        if (b->held == LINE_BYTES) {
            flush(b);
        }
    }
}

static void end(base64 *b)
{
    if (b->held > 0) {
        flush(b);
    }
}

static uint32_t element(const ncs_buffer *buffer, int64_t i)
{
    if (ncs_dtype_bytes(buffer->dtype) == 2) {
        return ((const uint16_t *)buffer->data)[i];
    }
    return ((const uint32_t *)buffer->data)[i];
}

/* Distinct elements by open addressing: slot -> index into `value`, + 1. */
typedef struct palette {
    int32_t *slot;
    uint32_t *value;
    int32_t n;
} palette;

/* The index of x, which becomes one; -1: there is no room. */
static int32_t find(palette *p, uint32_t x)
{
    uint32_t at = (x * 2654435761U) >> 15;
    while (p->slot[at] != 0) {
        if (p->value[p->slot[at] - 1] == x) {
            return p->slot[at] - 1;
        }
        at = (at + 1) % SLOTS;
    }
    if (p->n == MOST_DISTINCT) {
        return -1;
    }
    p->value[p->n] = x;
    p->slot[at] = ++p->n;
    return p->n - 1;
}

static bool collect(palette *p, const ncs_buffer *buffer)
{
    memset(p->slot, 0, SLOTS * sizeof *p->slot);
    p->n = 0;
    for (int64_t i = 0; i < buffer->elements; i++) {
        if (find(p, element(buffer, i)) < 0) {
            return false;
        }
    }
    const int index = p->n <= 256 ? 1 : 2;
    const int64_t bytes = ncs_dtype_bytes(buffer->dtype);
    return p->n * bytes + buffer->elements * index < buffer->elements * bytes;
}

static void print_table(tfi_emitter *e, const ncs_buffer *buffer, palette *p)
{
    if (tfi_emit_roots(e, buffer)) {
        return;
    }
    const int bytes = (int)ncs_dtype_bytes(buffer->dtype);
    const bool indexed = collect(p, buffer);
    base64 b = { .out = e->out };
    tfi_printf(e->out, "    \"%s\": (\"%s\", %lld, %d, \"\"\"\n", buffer->name,
               tfi_emit_dtype(buffer->dtype), (long long)buffer->elements,
               indexed ? (int)p->n : 0);
    for (int32_t i = 0; indexed && i < p->n; i++) {
        put(&b, p->value[i], bytes);
    }
    for (int64_t i = 0; i < buffer->elements; i++) {
        uint32_t x = element(buffer, i);
        if (indexed) {
            put(&b, (uint32_t)find(p, x), p->n <= 256 ? 1 : 2);
        } else {
            put(&b, x, bytes);
        }
    }
    end(&b);
    tfi_printf(e->out, "\"\"\"),\n");
}

trnfft_status tfi_emit_tables(tfi_emitter *e)
{
    const ncs_program *program = e->program;
    palette p = { .slot = NULL, .value = NULL };
    p.slot = tfi_alloc(program->alloc, SLOTS * sizeof *p.slot);
    p.value = tfi_alloc(program->alloc, MOST_DISTINCT * sizeof *p.value);
    trnfft_status status = TRNFFT_OK;
    if (p.slot == NULL || p.value == NULL) {
        status = tfi_fail(TRNFFT_ERROR_OUT_OF_MEMORY,
                          "neuron_emit: no memory to write tables");
    } else {
        tfi_printf(e->out, "TABLES = {\n");
        for (int32_t i = 0; i < program->n_buffers; i++) {
            if (program->buffer[i].role == NCS_TABLE &&
                program->buffer[i].memory == NCS_HBM) {
                print_table(e, &program->buffer[i], &p);
            }
        }
        tfi_printf(e->out, "}\n");
    }
    tfi_free(program->alloc, p.slot);
    tfi_free(program->alloc, p.value);
    return status;
}

void tfi_emit_doubles(tfi_emitter *e, const double *values, int64_t count)
{
    base64 b = { .out = e->out };
    tfi_printf(e->out, "(\"float64\", %lld, 0, \"\"\"\n", (long long)count);
    for (int64_t i = 0; i < count; i++) {
        uint64_t bits = 0;
        memcpy(&bits, &values[i], sizeof bits);
        put(&b, bits, 8);
    }
    end(&b);
    tfi_printf(e->out, "\"\"\")");
}

void tfi_emit_words(tfi_emitter *e, const float *values, int64_t count)
{
    base64 b = { .out = e->out };
    tfi_printf(e->out, "(\"uint32\", %lld, 0, \"\"\"\n", (long long)count);
    for (int64_t i = 0; i < count; i++) {
        put(&b, tfi_f32_bits(values[i]), 4);
    }
    end(&b);
    tfi_printf(e->out, "\"\"\")");
}
