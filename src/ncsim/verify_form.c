/* verify_form.c - every number of a program in its range, before anything relies on it.
 */
#include "ncsim/verify_parts.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/float_class.h"
#include "base/size_math.h"

/* Strides beyond this are no program's; sums and products of what is left are safe. */
#define FARTHEST (INT64_C(1) << 40)

static bool good_name(const char *name, size_t capacity)
{
    size_t n = 0;
    for (; n < capacity && name[n] != '\0'; n++) {
        bool letter = name[n] >= 'a' && name[n] <= 'z';
        bool other = (name[n] >= '0' && name[n] <= '9') || name[n] == '_';
        if (!letter && !(n > 0 && other)) {
            return false;
        }
    }
    return n > 0 && n < capacity;
}

/* Names by hash, so that many buffers are no trouble. */
static trnfft_status check_names(ncs_check *c)
{
    const ncs_program *p = c->program;
    size_t slots = 16;
    while (slots < 2 * (size_t)p->n_buffers) {
        slots *= 2;
    }
    int32_t *table = tfi_alloc_array(p->alloc, slots, sizeof *table);
    if (table == NULL) {
        return tfi_fail_memory("ncs_verify", slots * sizeof *table);
    }
    for (size_t i = 0; i < slots; i++) {
        table[i] = -1;
    }
    trnfft_status status = TRNFFT_OK;
    for (int32_t b = 0; b < p->n_buffers && status == TRNFFT_OK; b++) {
        const char *name = p->buffer[b].name;
        if (!good_name(name, NCS_NAME_BYTES)) {
            status = ncs_break(c, NCS_RULE_FORM, b,
                               "buffer %d: name: lower-case letters, digits and _, at "
                               "most %d of them",
                               (int)b, NCS_NAME_BYTES - 1);
            break;
        }
        uint32_t hash = 2166136261U;
        for (const char *s = name; *s != '\0'; s++) {
            hash = (hash ^ (uint8_t)*s) * 16777619U;
        }
        size_t slot = hash & (slots - 1);
        for (; table[slot] >= 0; slot = (slot + 1) & (slots - 1)) {
            if (strcmp(p->buffer[table[slot]].name, name) == 0) {
                status = ncs_break(c, NCS_RULE_FORM, b,
                                   "buffers %d and %d have the same name, %s",
                                   (int)table[slot], (int)b, name);
                break;
            }
        }
        table[slot] = b;
    }
    tfi_free(p->alloc, table);
    return status;
}

static trnfft_status check_tile(ncs_check *c, int32_t b, int64_t bytes)
{
    const ncs_buffer *buffer = &c->program->buffer[b];
    const char *memory = ncs_memory_name(buffer->memory);
    const int64_t room = buffer->memory == NCS_SBUF
                             ? c->machine->sbuf_bytes
                             : (int64_t)NCS_PSUM_BANKS * NCS_PSUM_BANK_BYTES;
    if (buffer->role != NCS_SCRATCH) {
        return ncs_break(c, NCS_RULE_FORM, b, "%s: in %s, role = %d: only scratch",
                         buffer->name, memory, (int)buffer->role);
    }
    if (buffer->partition < 0 || buffer->n_partitions < 1 ||
        buffer->n_partitions > NCS_PARTITIONS ||
        buffer->partition > NCS_PARTITIONS - buffer->n_partitions) {
        return ncs_break(c, NCS_RULE_CAPACITY, b,
                         "%s: %d partitions from %d on: %s has %d", buffer->name,
                         (int)buffer->n_partitions, (int)buffer->partition, memory,
                         NCS_PARTITIONS);
    }
    if (buffer->address < 0 || bytes > room || buffer->address > room - bytes) {
        return ncs_break(c, NCS_RULE_CAPACITY, b,
                         "%s: %lld bytes from byte %lld on: a partition of %s has %lld",
                         buffer->name, (long long)bytes, (long long)buffer->address,
                         memory, (long long)room);
    }
    if (buffer->address % 4 != 0) {
        return ncs_break(c, NCS_RULE_ALIGNMENT, b,
                         "%s: address = %lld: not a multiple of 4 bytes", buffer->name,
                         (long long)buffer->address);
    }
    return TRNFFT_OK;
}

static trnfft_status check_buffer(ncs_check *c, int32_t b, int64_t *hbm)
{
    const ncs_buffer *buffer = &c->program->buffer[b];
    if ((int)buffer->memory < 0 || (int)buffer->memory > NCS_PSUM ||
        (int)buffer->dtype < 0 || (int)buffer->dtype >= NCS_N_DTYPES ||
        (int)buffer->role < 0 || (int)buffer->role > NCS_TABLE) {
        return ncs_break(
            c, NCS_RULE_FORM, b, "%s: memory = %d, dtype = %d, role = %d: out of range",
            buffer->name, (int)buffer->memory, (int)buffer->dtype, (int)buffer->role);
    }
    if (buffer->elements < 1 || buffer->elements > FARTHEST) {
        return ncs_break(c, NCS_RULE_CAPACITY, b, "%s: elements = %lld", buffer->name,
                         (long long)buffer->elements);
    }
    const int64_t bytes = buffer->elements * ncs_dtype_bytes(buffer->dtype);
    if (buffer->memory != NCS_HBM) {
        return check_tile(c, b, bytes);
    }
    if (bytes > c->machine->hbm_bytes - *hbm) {
        return ncs_break(c, NCS_RULE_CAPACITY, b,
                         "%s: %lld bytes behind %lld others: HBM has %lld",
                         buffer->name, (long long)bytes, (long long)*hbm,
                         (long long)c->machine->hbm_bytes);
    }
    *hbm += bytes;
    if (buffer->role == NCS_TABLE && buffer->data == NULL) {
        return ncs_break(c, NCS_RULE_FORM, b, "%s: a table without data", buffer->name);
    }
    return TRNFFT_OK;
}

trnfft_status ncs_check_buffers(ncs_check *c)
{
    const ncs_program *p = c->program;
    if (p->n_buffers < 0 || p->n_instructions < 0 || p->n_notes < 0 ||
        (p->n_buffers > 0 && p->buffer == NULL) ||
        (p->n_instructions > 0 && p->instruction == NULL) ||
        (p->n_notes > 0 && p->note == NULL) ||
        memchr(p->name, '\0', sizeof p->name) == NULL) {
        return ncs_break(c, NCS_RULE_FORM, -1,
                         "%d buffers, %d instructions, %d notes: counts, lists or the "
                         "name are no program's",
                         (int)p->n_buffers, (int)p->n_instructions, (int)p->n_notes);
    }
    for (int32_t n = 0; n < p->n_notes; n++) {
        if (memchr(p->note[n], '\0', NCS_NAME_BYTES) == NULL) {
            return ncs_break(c, NCS_RULE_FORM, -1, "note %d does not end", (int)n);
        }
    }
    TFI_TRY(check_names(c));
    int64_t hbm = 0;
    for (int32_t b = 0; b < p->n_buffers; b++) {
        TFI_TRY(check_buffer(c, b, &hbm));
    }
    return TRNFFT_OK;
}

/* A number that becomes f32 (or bits, of an integer of 32 bits). */
static trnfft_status check_number(ncs_check *c, const ncs_instruction *in, int which,
                                  bool bits)
{
    const double s = in->scalar[which];
    if (bits ? !(s >= -2147483648.0 && s <= 4294967295.0 && s == floor(s))
             : tfi_is_finite(s) && fabs(s) > (double)FLT_MAX) {
        return ncs_break(c, NCS_RULE_FORM, -1, "scalar[%d] = %g: not %s", which, s,
                         bits ? "an integer of 32 bits" : "within f32");
    }
    return TRNFFT_OK;
}

static trnfft_status check_numbers(ncs_check *c, const ncs_instruction *in)
{
    const bool bits = ncs_is_bit_alu(in->alu[0]) || ncs_is_bit_alu(in->alu[1]);
    switch (in->op) {
    case NCS_TENSOR_SCALAR:
        TFI_TRY(check_number(c, in, 0, bits));
        return check_number(c, in, 1, bits);
    case NCS_SCALAR_TENSOR_TENSOR: return check_number(c, in, 0, bits);
    case NCS_ACTIVATION:
        TFI_TRY(check_number(c, in, 0, false));
        return check_number(c, in, 1, false);
    case NCS_MEMSET:
    case NCS_AFFINE_SELECT: return check_number(c, in, 0, false);
    default: return TRNFFT_OK;
    }
}

static bool is_i32(int64_t x)
{
    return x >= INT32_MIN && x <= INT32_MAX;
}

static trnfft_status check_integers(ncs_check *c, const ncs_instruction *in)
{
    if (in->op == NCS_IOTA || in->op == NCS_AFFINE_SELECT) {
        bool good = is_i32(in->base) && is_i32(in->channel);
        for (int d = 0; d < NCS_DIMS; d++) {
            good = good && is_i32(in->step[d]);
        }
        if (!good) {
            return ncs_break(c, NCS_RULE_FORM, -1,
                             "base = %lld, channel = %lld, steps: not of 32 bits",
                             (long long)in->base, (long long)in->channel);
        }
    }
    const int cores = c->machine->max_cores;
    if (in->group < 0 || in->group > cores ||
        (in->op == NCS_PERMUTE && (in->base < 0 || in->base >= cores))) {
        return ncs_break(c, NCS_RULE_FORM, -1,
                         "group = %d, shift = %lld: at most %d cores", (int)in->group,
                         (long long)in->base, cores);
    }
    return TRNFFT_OK;
}

static trnfft_status check_semaphores(ncs_check *c, const ncs_instruction *in)
{
    if (in->n_waits < 0 || in->n_waits > NCS_MAX_WAITS || in->post < -1 ||
        in->post >= NCS_MAX_SEMAPHORES) {
        return ncs_break(
            c, NCS_RULE_FORM, -1, "n_waits = %d (at most %d), post = %d (below %d)",
            (int)in->n_waits, NCS_MAX_WAITS, (int)in->post, NCS_MAX_SEMAPHORES);
    }
    for (int32_t w = 0; w < in->n_waits; w++) {
        if (in->wait[w].semaphore < 0 || in->wait[w].semaphore >= NCS_MAX_SEMAPHORES) {
            return ncs_break(c, NCS_RULE_FORM, -1, "waits for semaphore %d (below %d)",
                             (int)in->wait[w].semaphore, NCS_MAX_SEMAPHORES);
        }
    }
    return TRNFFT_OK;
}

/* Sizes, strides, rows of a view, and that it stays in its buffer. */
static trnfft_status check_view(ncs_check *c, const ncs_view *v, int which)
{
    const char *name = ncs_operand_names[which];
    if (v->buffer < 0 || v->buffer >= c->program->n_buffers) {
        return ncs_break(c, NCS_RULE_FORM, -1, "%s: buffer %d of %d", name,
                         (int)v->buffer, (int)c->program->n_buffers);
    }
    const ncs_buffer *b = &c->program->buffer[v->buffer];
    const bool hbm = b->memory == NCS_HBM;
    if (hbm ? v->partition != 0 : v->row_stride != 0) {
        return ncs_break(c, NCS_RULE_FORM, v->buffer,
                         "%s (%s): %s = %lld: 0 in this memory", name, b->name,
                         hbm ? "partition" : "row_stride",
                         hbm ? (long long)v->partition : (long long)v->row_stride);
    }
    bool tame = v->row_stride >= -FARTHEST && v->row_stride <= FARTHEST;
    int64_t columns = 1;
    for (int d = 0; d < NCS_DIMS; d++) {
        const int64_t size = v->size[d], stride = v->stride[d];
        if (size < 1 || (!hbm && size > UINT16_MAX)) {
            return ncs_break(c, NCS_RULE_SHAPE, v->buffer,
                             "%s (%s): size[%d] = %lld: at least 1%s", name, b->name, d,
                             (long long)size, hbm ? "" : ", at most 65535");
        }
        if (!hbm && size > 1 && (stride < INT16_MIN || stride > INT16_MAX)) {
            return ncs_break(c, NCS_RULE_SHAPE, v->buffer,
                             "%s (%s): stride[%d] = %lld: more than 16 bits", name,
                             b->name, d, (long long)stride);
        }
        tame = tame && stride >= -FARTHEST && stride <= FARTHEST &&
               tfi_mul_i64(columns, size, &columns) && columns <= FARTHEST;
    }
    if (v->n_partitions < 1) {
        return ncs_break(c, NCS_RULE_SHAPE, v->buffer, "%s (%s): %d rows", name,
                         b->name, (int)v->n_partitions);
    }
    if (!hbm && (v->partition < 0 || v->n_partitions > b->n_partitions ||
                 v->partition > b->n_partitions - v->n_partitions)) {
        return ncs_break(
            c, NCS_RULE_BOUNDS, v->buffer, "%s (%s): partitions %d … %lld of %d", name,
            b->name, (int)v->partition, (long long)v->partition + v->n_partitions - 1,
            (int)b->n_partitions);
    }
    int64_t low = 0, high = 0;
    if (!tame || !ncs_view_span(v, hbm, &low, &high) || low < 0 ||
        high >= b->elements) {
        return ncs_break(c, NCS_RULE_BOUNDS, v->buffer,
                         "%s (%s): elements %lld … %lld of %lld", name, b->name,
                         (long long)low, (long long)high, (long long)b->elements);
    }
    return TRNFFT_OK;
}

trnfft_status ncs_check_form(ncs_check *c, const ncs_instruction *in)
{
    if (in->op >= NCS_N_OPS || in->stream >= NCS_N_STREAMS ||
        in->alu[0] >= NCS_N_ALUS || in->alu[1] >= NCS_N_ALUS ||
        in->function >= NCS_N_FUNCTIONS || in->accumulate > NCS_ACCUMULATE) {
        return ncs_break(c, NCS_RULE_FORM, -1,
                         "op = %d, stream = %d, alu = %d and %d, function = %d, "
                         "accumulate = %d: out of range",
                         in->op, in->stream, in->alu[0], in->alu[1], in->function,
                         in->accumulate);
    }
    if (in->note < -1 || in->note >= c->program->n_notes) {
        return ncs_break(c, NCS_RULE_FORM, -1, "note = %d of %d", (int)in->note,
                         (int)c->program->n_notes);
    }
    TFI_TRY(check_semaphores(c, in));
    TFI_TRY(check_numbers(c, in));
    TFI_TRY(check_integers(c, in));
    for (int o = 0; o < NCS_OPERANDS; o++) {
        if (ncs_operand(in, o)->buffer != NCS_NO_BUFFER) {
            TFI_TRY(check_view(c, ncs_operand(in, o), o));
        }
    }
    return TRNFFT_OK;
}
