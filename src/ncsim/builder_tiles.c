/* builder_tiles.c - buffers: names, tables, and rectangles of SBUF and PSUM.
 *
 * SBUF: first fit, from partition 0 as long as there is room (operands of one
 * instruction share their partitions), then from the other partitions that a tile of
 * its height may start at. PSUM: whole banks, in turns, so that a freed one is reused
 * late.
 */
#include "ncsim/builder_parts.h"

#include <stdio.h>
#include <string.h>

#include "base/half.h"

enum { SBUF_ALIGNMENT = 32, MOST_COLUMNS = 1 << 24 };

static uint32_t hash_of(const char *name)
{
    uint32_t h = 2166136261U;
    for (; *name != '\0'; name++) {
        h = (h ^ (uint8_t)*name) * 16777619U;
    }
    return h;
}

/* The slot of a name: empty or its own. */
static int32_t *name_slot(ncs_builder *b, const char *name)
{
    uint32_t mask = (uint32_t)b->names_capacity - 1;
    uint32_t h = hash_of(name) & mask;
    while (b->names[h] != 0 &&
           strcmp(b->program->buffer[b->names[h] - 1].name, name) != 0) {
        h = (h + 1) & mask;
    }
    return &b->names[h];
}

static trnfft_status make_room_for_names(ncs_builder *b)
{
    if (2 * b->program->n_buffers < b->names_capacity) {
        return TRNFFT_OK;
    }
    int32_t wanted = b->names_capacity == 0 ? 64 : 4 * b->names_capacity;
    int32_t *bigger = tfi_alloc_zeroed(b->alloc, (size_t)wanted * sizeof(*b->names));
    if (bigger == NULL) {
        return tfi_fail_memory("ncs_builder", (size_t)wanted * sizeof *bigger);
    }
    tfi_free(b->alloc, b->names);
    b->names = bigger;
    b->names_capacity = wanted;
    for (int32_t i = 0; i < b->program->n_buffers; i++) {
        *name_slot(b, b->program->buffer[i].name) = i + 1;
    }
    return TRNFFT_OK;
}

/* The name as wished, or with the first number that makes it unique. */
static int32_t *unique_name(ncs_builder *b, const char *wished, char *name)
{
    (void)snprintf(name, NCS_NAME_BYTES, "%s", wished);
    int32_t *slot = name_slot(b, name);
    for (int32_t i = b->program->n_buffers; *slot != 0; i++) {
        (void)snprintf(name, NCS_NAME_BYTES, "%.12s_%d", wished, (int)i);
        slot = name_slot(b, name);
    }
    return slot;
}

static trnfft_status add_buffer(ncs_builder *b, ncs_buffer *buffer, const char *name,
                                int32_t *index)
{
    TFI_TRY(make_room_for_names(b));
    int32_t *slot = unique_name(b, name, buffer->name);
    void *list = b->uses;
    TFI_TRY(ncs_builder_grow(b, &list, b->program->n_buffers, &b->uses_capacity,
                             sizeof *b->uses));
    b->uses = list;
    TFI_TRY(ncs_program_add_buffer(b->program, buffer, index));
    *slot = *index + 1;
    return TRNFFT_OK;
}

static ncs_view whole(int32_t index, int32_t rows, int64_t row_stride, int64_t columns)
{
    ncs_view v = ncs_no_view();
    v.buffer = index;
    v.n_partitions = rows;
    v.row_stride = row_stride;
    v.size[NCS_DIMS - 1] = columns;
    v.stride[NCS_DIMS - 1] = 1;
    return v;
}

static ncs_view add_hbm(ncs_builder *b, const char *name, ncs_dtype t, ncs_role role,
                        int64_t rows, int64_t columns, void *data)
{
    if (b->status != TRNFFT_OK) {
        return ncs_no_view();
    }
    if (rows < 1 || columns < 1 || rows > INT32_MAX || columns > INT64_MAX / 8 / rows) {
        ncs_builder_fail(b, tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT,
                                     "ncs_builder: %s = %lld x %lld: no such buffer",
                                     name, (long long)rows, (long long)columns));
        return ncs_no_view();
    }
    ncs_buffer buffer = { 0 };
    buffer.memory = NCS_HBM;
    buffer.dtype = t;
    buffer.role = role;
    buffer.elements = rows * columns;
    buffer.data = data;
    int32_t index = NCS_NO_BUFFER;
    trnfft_status status = add_buffer(b, &buffer, name, &index);
    if (status != TRNFFT_OK) {
        ncs_builder_fail(b, status);
        return ncs_no_view();
    }
    return whole(index, (int32_t)rows, columns, columns);
}

ncs_view ncs_input(ncs_builder *b, const char *name, ncs_dtype t, int64_t rows,
                   int64_t columns)
{
    return add_hbm(b, name, t, NCS_INPUT, rows, columns, NULL);
}

ncs_view ncs_output(ncs_builder *b, const char *name, ncs_dtype t, int64_t rows,
                    int64_t columns)
{
    return add_hbm(b, name, t, NCS_OUTPUT, rows, columns, NULL);
}

ncs_view ncs_scratch(ncs_builder *b, const char *name, ncs_dtype t, int64_t rows,
                     int64_t columns)
{
    return add_hbm(b, name, t, NCS_SCRATCH, rows, columns, NULL);
}

static void round_values(void *data, ncs_dtype t, int64_t count, const double *values)
{
    for (int64_t i = 0; i < count; i++) {
        double x = values[i];
        switch (t) {
        case NCS_BF16:
            ((uint16_t *)data)[i] = tfi_f32_to_bf16(tfi_f64_to_f32_odd(x));
            break;
        case NCS_F16:
            ((uint16_t *)data)[i] = tfi_f32_to_f16(tfi_f64_to_f32_odd(x));
            break;
        case NCS_I32: ((int32_t *)data)[i] = (int32_t)x; break;
        case NCS_U32: ((uint32_t *)data)[i] = (uint32_t)x; break;
        case NCS_F32:
        case NCS_TF32:
        case NCS_N_DTYPES: ((float *)data)[i] = (float)x; break;
        }
    }
}

ncs_view ncs_table(ncs_builder *b, const char *name, ncs_dtype t, int64_t rows,
                   int64_t columns, const double *values)
{
    if (b->status != TRNFFT_OK || rows < 1 || columns < 1 ||
        columns > MOST_COLUMNS * (int64_t)NCS_PARTITIONS / rows) {
        ncs_builder_fail(b, tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT,
                                     "ncs_table: %s = %lld x %lld: no such table", name,
                                     (long long)rows, (long long)columns));
        return ncs_no_view();
    }
    size_t bytes = (size_t)(rows * columns * ncs_dtype_bytes(t));
    void *data = tfi_alloc(b->alloc, bytes);
    if (data == NULL) {
        ncs_builder_fail(b, tfi_fail_memory("ncs_table", bytes));
        return ncs_no_view();
    }
    round_values(data, t, rows * columns, values);
    ncs_view v = add_hbm(b, name, t, NCS_TABLE, rows, columns, data);
    tfi_free(b->alloc, data);
    return v;
}

/* A live tile in the way of the rectangle at `at`: its end; otherwise -1. */
static int64_t blocked(const ncs_builder *b, const ncs_place *at)
{
    for (int32_t i = 0; i < b->n_places; i++) {
        const ncs_place *p = &b->place[i];
        if (!p->freed && p->memory == at->memory &&
            p->partition < at->partition + at->partitions &&
            at->partition < p->partition + p->partitions &&
            p->address < at->address + at->bytes &&
            at->address < p->address + p->bytes) {
            return p->address + p->bytes;
        }
    }
    return -1;
}

static bool fits(const ncs_builder *b, ncs_place *at, int64_t from, int64_t end,
                 int64_t alignment)
{
    at->address = from;
    while (at->address + at->bytes <= end) {
        int64_t past = blocked(b, at);
        if (past < 0) {
            return true;
        }
        at->address = (past + alignment - 1) / alignment * alignment;
    }
    return false;
}

static bool find_place(const ncs_builder *b, ncs_place *at)
{
    if (at->memory == NCS_PSUM) {
        int64_t end = (int64_t)NCS_PSUM_BANKS * NCS_PSUM_BANK_BYTES;
        int64_t from = 0; /* after the youngest tile */
        for (int32_t i = b->n_places - 1; i >= 0 && from == 0; i--) {
            if (b->place[i].memory == NCS_PSUM) {
                from = b->place[i].address + b->place[i].bytes;
            }
        }
        from = (from + NCS_PSUM_BANK_BYTES - 1) / NCS_PSUM_BANK_BYTES *
               NCS_PSUM_BANK_BYTES;
        return fits(b, at, from % end, end, NCS_PSUM_BANK_BYTES) ||
               fits(b, at, 0, end, NCS_PSUM_BANK_BYTES);
    }
    int32_t step = at->partitions > 64   ? NCS_PARTITIONS
                   : at->partitions > 32 ? 64
                                         : NCS_QUADRANT;
    for (int32_t p = 0; p < NCS_PARTITIONS; p += step) {
        at->partition = p;
        if (fits(b, at, 0, b->program->machine->sbuf_bytes, SBUF_ALIGNMENT)) {
            return true;
        }
    }
    return false;
}

/* Freed tiles under the new one hand their last uses on; those wholly under it end. */
static trnfft_status take_over(ncs_builder *b, const ncs_place *at)
{
    int32_t kept = 0;
    for (int32_t i = 0; i < b->n_places; i++) {
        ncs_place p = b->place[i];
        bool under = p.freed && p.memory == at->memory &&
                     p.partition < at->partition + at->partitions &&
                     at->partition < p.partition + p.partitions &&
                     p.address < at->address + at->bytes &&
                     at->address < p.address + p.bytes;
        bool inside = under && p.partition >= at->partition &&
                      p.partition + p.partitions <= at->partition + at->partitions &&
                      p.address >= at->address &&
                      p.address + p.bytes <= at->address + at->bytes;
        if (under) {
            TFI_TRY(ncs_order_inherit(b, at->buffer, p.buffer));
        }
        if (!inside) {
            b->place[kept++] = p;
        }
    }
    b->n_places = kept;
    return TRNFFT_OK;
}

static trnfft_status add_tile(ncs_builder *b, const char *name, ncs_memory memory,
                              ncs_dtype t, int32_t partitions, int64_t columns,
                              int32_t *index)
{
    if (partitions < 1 || partitions > NCS_PARTITIONS || columns < 1 ||
        columns > MOST_COLUMNS) {
        return tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT,
                        "ncs_builder: %s = %d partitions x %lld: no such tile", name,
                        (int)partitions, (long long)columns);
    }
    ncs_place at = { 0 };
    at.memory = memory;
    at.partitions = partitions;
    at.bytes = columns * ncs_dtype_bytes(t);
    if (!find_place(b, &at)) {
        return tfi_fail(TRNFFT_ERROR_UNSUPPORTED,
                        "ncs_builder: %s: no room for %lld bytes of %d partitions in "
                        "%s",
                        name, (long long)at.bytes, (int)partitions,
                        ncs_memory_name(memory));
    }
    ncs_buffer buffer = { 0 };
    buffer.memory = memory;
    buffer.dtype = t;
    buffer.role = NCS_SCRATCH;
    buffer.elements = columns;
    buffer.partition = at.partition;
    buffer.n_partitions = partitions;
    buffer.address = at.address;
    TFI_TRY(add_buffer(b, &buffer, name, index));
    at.buffer = *index;
    TFI_TRY(take_over(b, &at));
    void *list = b->place;
    TFI_TRY(
        ncs_builder_grow(b, &list, b->n_places, &b->places_capacity, sizeof *b->place));
    b->place = list;
    b->place[b->n_places++] = at;
    return TRNFFT_OK;
}

static ncs_view tile(ncs_builder *b, const char *name, ncs_memory memory, ncs_dtype t,
                     int32_t partitions, int64_t columns)
{
    int32_t index = NCS_NO_BUFFER;
    if (b->status == TRNFFT_OK) {
        ncs_builder_fail(b, add_tile(b, name, memory, t, partitions, columns, &index));
    }
    return b->status == TRNFFT_OK ? whole(index, partitions, 0, columns)
                                  : ncs_no_view();
}

ncs_view ncs_sbuf(ncs_builder *b, const char *name, ncs_dtype t, int32_t partitions,
                  int64_t columns)
{
    return tile(b, name, NCS_SBUF, t, partitions, columns);
}

ncs_view ncs_psum(ncs_builder *b, const char *name, ncs_dtype t, int32_t partitions,
                  int64_t columns)
{
    return tile(b, name, NCS_PSUM, t, partitions, columns);
}

void ncs_free(ncs_builder *b, ncs_view v)
{
    for (int32_t i = 0; i < b->n_places && v.buffer >= 0; i++) {
        if (b->place[i].buffer == v.buffer) {
            b->place[i].freed = true;
        }
    }
}
