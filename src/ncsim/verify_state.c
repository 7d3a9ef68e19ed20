/* verify_state.c - of each byte, who wrote it last and who has read it since.
 *
 * Memory is looked at in cells, the width of the narrowest element of the program. Each
 * cell column of SBUF and PSUM (all partitions together), and each cell of HBM, has the
 * number of a *state*: segments of partitions with their last writer and the readers
 * since. Many cells share a state, equal states are one, and an instruction turns a
 * state into the next one only once: a pass over a view costs a look-up for each cell
 * column, whatever the number of partitions. Readers are lists that states share; those
 * that a later reader had to wait for are dropped.
 */
#include "ncsim/verify_parts.h"

#include <stdio.h>
#include <string.h>

typedef struct segment {
    int32_t end;      /* the first partition behind it */
    int32_t writer;   /* instruction, -1: nobody */
    uint32_t readers; /* list, 0: none */
} segment;

typedef struct state {
    uint32_t first, count; /* segments */
    uint32_t stamp, next;  /* in pass `stamp` it becomes `next` */
    uint32_t hash;
} state;

typedef struct reader {
    int32_t instruction;
    uint32_t next;
} reader;

typedef enum pass {
    PASS_READ,  /* noted */
    PASS_CHECK, /* of what the same instruction overwrites element by element */
    PASS_ADD,   /* the same by PE, which adds to its own results only */
    PASS_WRITE
} pass;

struct ncs_track {
    ncs_check *c;
    const int32_t *position;
    int64_t cell; /* bytes */
    uint32_t *tile[3], **hbm, *all;
    state *states;
    segment *segments;
    reader *readers;
    uint32_t *table; /* of states by hash, 0: free; state 0 is not in it */
    size_t n_states, n_segments, n_readers, slots;
    size_t states_capacity, segments_capacity, readers_capacity;
    uint32_t stamp;
    /* Of the pass. */
    pass pass;
    const ncs_clock *start;
    const ncs_instruction *in;
    int32_t first, end; /* partitions */
    int operand;
    int64_t place; /* byte of the buffer, for sentences */
};

static trnfft_status grow(ncs_track *t, void **list, size_t count, size_t *capacity,
                          size_t size)
{
    if (count < *capacity) {
        return TRNFFT_OK;
    }
    if (count >= UINT32_MAX / 4) {
        return tfi_fail(TRNFFT_ERROR_OUT_OF_MEMORY, "ncs_verify: too many states");
    }
    const tfi_allocator *alloc = t->c->program->alloc;
    size_t wanted = count < 64 ? 64 : 2 * count;
    void *bigger = tfi_alloc_array(alloc, wanted, size);
    if (bigger == NULL) {
        return tfi_fail_memory("ncs_verify", wanted * size);
    }
    if (count > 0) {
        memcpy(bigger, *list, count * size);
    }
    tfi_free(alloc, *list);
    *list = bigger;
    *capacity = wanted;
    return TRNFFT_OK;
}

static trnfft_status add_segment(ncs_track *t, segment s)
{
    void *list = t->segments;
    TFI_TRY(grow(t, &list, t->n_segments, &t->segments_capacity, sizeof s));
    t->segments = list;
    t->segments[t->n_segments++] = s;
    return TRNFFT_OK;
}

static trnfft_status add_reader(ncs_track *t, int32_t instruction, uint32_t next,
                                uint32_t *out)
{
    /* The same list was mostly made a moment ago. */
    for (size_t back = 1; back <= 4 && back < t->n_readers; back++) {
        const reader *r = &t->readers[t->n_readers - back];
        if (r->instruction == instruction && r->next == next) {
            *out = (uint32_t)(t->n_readers - back);
            return TRNFFT_OK;
        }
    }
    void *list = t->readers;
    TFI_TRY(grow(t, &list, t->n_readers, &t->readers_capacity, sizeof(reader)));
    t->readers = list;
    t->readers[t->n_readers] = (reader){ instruction, next };
    *out = (uint32_t)t->n_readers++;
    return TRNFFT_OK;
}

/* Whether this instruction has to wait for the other before it starts. */
static bool happened(const ncs_track *t, int32_t other)
{
    const int stream = t->c->program->instruction[other].stream;
    return t->start->done[stream] > t->position[other];
}

/* "xs, partition 3, byte 12" */
static trnfft_status broken(ncs_track *t, ncs_rule rule, int32_t partition,
                            const char *what, int32_t other)
{
    const ncs_view *v = ncs_operand(t->in, t->operand);
    const ncs_buffer *b = &t->c->program->buffer[v->buffer];
    const char *name = ncs_operand_names[t->operand];
    char by[48] = "";
    if (other >= 0) {
        const ncs_instruction *o = &t->c->program->instruction[other];
        (void)snprintf(by, sizeof by, " instruction %d, %s on %s", (int)other,
                       ncs_op_name((ncs_op)o->op),
                       ncs_stream_name((ncs_stream)o->stream));
    }
    if (b->memory == NCS_HBM) {
        return ncs_break(t->c, rule, v->buffer, "%s (%s), element %lld: %s%s", name,
                         b->name, (long long)(t->place / ncs_dtype_bytes(b->dtype)),
                         what, by);
    }
    return ncs_break(t->c, rule, v->buffer, "%s (%s), partition %d, byte %lld: %s%s",
                     name, b->name, (int)partition, (long long)t->place, what, by);
}

static trnfft_status check_read(ncs_track *t, int32_t partition, const segment *s)
{
    const int32_t writer = s->writer;
    if (writer < 0) {
        return broken(t, NCS_RULE_UNINITIALISED, partition,
                      "nobody has written what is read", -1);
    }
    if (!happened(t, writer)) {
        return broken(t, NCS_RULE_RACE, partition, "read without waiting for", writer);
    }
    if (t->pass == PASS_ADD && t->c->machine->accumulate_undefined &&
        t->c->program->instruction[writer].stream != NCS_PE) {
        return broken(t, NCS_RULE_ACCUMULATION, partition,
                      "accumulates on what was not written by PE but by", writer);
    }
    return TRNFFT_OK;
}

static trnfft_status check_write(ncs_track *t, int32_t partition, const segment *s)
{
    const int32_t now = t->c->instruction;
    if (s->writer == now) {
        return broken(t, NCS_RULE_SELF_OVERLAP, partition, "named twice by dst", -1);
    }
    for (uint32_t r = s->readers; r != 0; r = t->readers[r].next) {
        const int32_t other = t->readers[r].instruction;
        if (other == now) {
            return broken(t, NCS_RULE_SELF_OVERLAP, partition,
                          "dst overlaps a source, not element by element", -1);
        }
        if (!happened(t, other)) {
            return broken(t, NCS_RULE_RACE, partition,
                          "written without waiting for its reader,", other);
        }
    }
    if (s->writer >= 0 && !happened(t, s->writer)) {
        return broken(t, NCS_RULE_RACE, partition, "written without waiting for",
                      s->writer);
    }
    return TRNFFT_OK;
}

/* The readers without those that this one had to wait for, and this one. */
static trnfft_status read_too(ncs_track *t, uint32_t readers, uint32_t *out)
{
    const int32_t now = t->c->instruction;
    if (readers != 0 && t->readers[readers].instruction == now) {
        *out = readers;
        return TRNFFT_OK;
    }
    uint32_t kept[NCS_N_STREAMS], list = 0;
    int n = 0; /* one of a stream at most: an earlier one is waited for */
    for (uint32_t r = readers; r != 0; r = t->readers[r].next) {
        if (!happened(t, t->readers[r].instruction)) {
            kept[n++] = r;
        }
    }
    while (n > 0) {
        TFI_TRY(add_reader(t, t->readers[kept[--n]].instruction, list, &list));
    }
    return add_reader(t, now, list, out);
}

/* What the segment becomes in this pass. */
static trnfft_status next_segment(ncs_track *t, int32_t partition, segment *s)
{
    if (t->pass == PASS_WRITE) {
        TFI_TRY(check_write(t, partition, s));
        s->writer = t->c->instruction;
        s->readers = 0;
        return TRNFFT_OK;
    }
    TFI_TRY(check_read(t, partition, s));
    return t->pass == PASS_READ ? read_too(t, s->readers, &s->readers) : TRNFFT_OK;
}

/* Appends a segment to the state being made, joined to the one before if that is the
 * same. */
static trnfft_status append(ncs_track *t, size_t first, segment s)
{
    segment *last = t->n_segments > first ? &t->segments[t->n_segments - 1] : NULL;
    if (last != NULL && last->writer == s.writer && last->readers == s.readers) {
        last->end = s.end;
        return TRNFFT_OK;
    }
    return add_segment(t, s);
}

static uint32_t hash_of(const segment *s, uint32_t count)
{
    uint32_t h = 2166136261U;
    for (uint32_t i = 0; i < count; i++) {
        h = (h ^ (uint32_t)s[i].end) * 16777619U;
        h = (h ^ (uint32_t)s[i].writer) * 16777619U;
        h = (h ^ s[i].readers) * 16777619U;
        h ^= h >> 15;
    }
    return h;
}

static void insert(ncs_track *t, uint32_t number)
{
    size_t slot = t->states[number].hash & (t->slots - 1);
    while (t->table[slot] != 0) {
        slot = (slot + 1) & (t->slots - 1);
    }
    t->table[slot] = number;
}

static trnfft_status grow_table(ncs_track *t)
{
    if (2 * t->n_states < t->slots) {
        return TRNFFT_OK;
    }
    const tfi_allocator *alloc = t->c->program->alloc;
    uint32_t *bigger = tfi_alloc_zeroed(alloc, 2 * t->slots * sizeof *bigger);
    if (bigger == NULL) {
        return tfi_fail_memory("ncs_verify", 2 * t->slots * sizeof *bigger);
    }
    tfi_free(alloc, t->table);
    t->table = bigger;
    t->slots *= 2;
    for (size_t s = 1; s < t->n_states; s++) {
        insert(t, (uint32_t)s);
    }
    return TRNFFT_OK;
}

/* The state with the segments from `first` on, an old one if there is. */
static trnfft_status intern(ncs_track *t, size_t first, uint32_t *out)
{
    const uint32_t count = (uint32_t)(t->n_segments - first);
    const segment *made = &t->segments[first];
    const uint32_t hash = hash_of(made, count);
    for (size_t slot = hash & (t->slots - 1); t->table[slot] != 0;
         slot = (slot + 1) & (t->slots - 1)) {
        const state *s = &t->states[t->table[slot]];
        if (s->hash == hash && s->count == count &&
            memcmp(&t->segments[s->first], made, count * sizeof *made) == 0) {
            t->n_segments = first;
            *out = t->table[slot];
            return TRNFFT_OK;
        }
    }
    TFI_TRY(grow_table(t));
    void *list = t->states;
    TFI_TRY(grow(t, &list, t->n_states, &t->states_capacity, sizeof(state)));
    t->states = list;
    t->states[t->n_states] = (state){ (uint32_t)first, count, 0, 0, hash };
    insert(t, (uint32_t)t->n_states);
    *out = (uint32_t)t->n_states++;
    return TRNFFT_OK;
}

/* What a state becomes in this pass. */
static trnfft_status next_state(ncs_track *t, uint32_t number, uint32_t *out)
{
    const uint32_t from = t->states[number].first, count = t->states[number].count;
    const size_t first = t->n_segments;
    int32_t begin = 0;
    for (uint32_t i = 0; i < count; i++) {
        const segment s = t->segments[from + i];
        const int32_t low = begin > t->first ? begin : t->first;
        const int32_t high = s.end < t->end ? s.end : t->end;
        segment before = s, within = s;
        before.end = low;
        within.end = high;
        if (low >= high) {
            TFI_TRY(append(t, first, s));
        } else {
            if (low > begin) {
                TFI_TRY(append(t, first, before));
            }
            TFI_TRY(next_segment(t, low, &within));
            TFI_TRY(append(t, first, within));
            if (high < s.end) {
                TFI_TRY(append(t, first, s));
            }
        }
        begin = s.end;
    }
    TFI_TRY(intern(t, first, out));
    t->states[number].stamp = t->stamp;
    t->states[number].next = *out;
    return TRNFFT_OK;
}

/* `count` elements of `width` cells, `step` cells apart, from cell `at` of ids on. */
static trnfft_status pass_over(ncs_track *t, uint32_t *ids, int64_t at, int64_t step,
                               int64_t count, int64_t width, int64_t origin)
{
    for (int64_t i = 0; i < count; i++, at += step) {
        for (int64_t k = at; k < at + width; k++) {
            const uint32_t number = ids[k];
            if (t->states[number].stamp == t->stamp) {
                ids[k] = t->states[number].next;
                continue;
            }
            t->place = (k - origin) * t->cell;
            TFI_TRY(next_state(t, number, &ids[k]));
        }
    }
    return TRNFFT_OK;
}

static trnfft_status pass_view(ncs_track *t, int operand, pass kind)
{
    const ncs_view *v = ncs_operand(t->in, operand);
    const ncs_buffer *b = &t->c->program->buffer[v->buffer];
    const bool hbm = b->memory == NCS_HBM;
    uint32_t *ids = hbm ? t->hbm[v->buffer] : t->tile[b->memory];
    if (ids == NULL) { /* inputs and tables: never written, always there */
        return TRNFFT_OK;
    }
    const int64_t width = ncs_dtype_bytes(b->dtype) / t->cell;
    const int64_t origin = hbm ? 0 : b->address / t->cell;
    t->operand = operand;
    t->pass = kind;
    t->stamp++;
    t->first = hbm ? 0 : b->partition + v->partition;
    t->end = hbm ? NCS_PARTITIONS : t->first + v->n_partitions;
    const int64_t *size = v->size, *stride = v->stride;
    const bool dense = stride[3] == 1 || size[3] == 1;
    for (int64_t p = 0; p < (hbm ? v->n_partitions : 1); p++) {
        for (int64_t i = 0; i < size[0] * size[1] * size[2]; i++) {
            const int64_t i2 = i % size[2], rest = i / size[2];
            const int64_t i1 = rest % size[1], i0 = rest / size[1];
            const int64_t element = v->offset + p * v->row_stride + i0 * stride[0] +
                                    i1 * stride[1] + i2 * stride[2];
            const int64_t at = origin + width * element;
            TFI_TRY(dense ? pass_over(t, ids, at, 1, width * size[3], 1, origin)
                          : pass_over(t, ids, at, width * stride[3], size[3], width,
                                      origin));
        }
    }
    return TRNFFT_OK;
}

/* Whether the source's elements are the destination's, one by one. */
static bool same_elements(const ncs_program *p, const ncs_view *dst,
                          const ncs_view *src)
{
    const ncs_buffer *d = &p->buffer[dst->buffer], *s = &p->buffer[src->buffer];
    const int64_t bytes = ncs_dtype_bytes(d->dtype);
    bool same = d->memory == s->memory && bytes == ncs_dtype_bytes(s->dtype) &&
                dst->n_partitions == src->n_partitions;
    if (d->memory == NCS_HBM) {
        same = same && dst->buffer == src->buffer && dst->offset == src->offset &&
               (dst->n_partitions == 1 || dst->row_stride == src->row_stride);
    } else {
        same = same && d->partition + dst->partition == s->partition + src->partition &&
               d->address + bytes * dst->offset == s->address + bytes * src->offset;
    }
    for (int i = 0; i < NCS_DIMS; i++) {
        same = same && dst->size[i] == src->size[i] &&
               (dst->size[i] == 1 || dst->stride[i] == src->stride[i]);
    }
    return same;
}

trnfft_status ncs_track_instruction(ncs_track *t, const ncs_instruction *in,
                                    const ncs_clock *start)
{
    t->in = in;
    t->start = start;
    const bool elementwise = in->op != NCS_TRANSPOSE && !ncs_is_collective(in->op);
    bool same[NCS_OPERANDS] = { false };
    for (int o = 1; o < NCS_OPERANDS; o++) {
        if (ncs_operand(in, o)->buffer != NCS_NO_BUFFER) {
            same[o] = elementwise &&
                      same_elements(t->c->program, &in->dst, ncs_operand(in, o));
            TFI_TRY(same[o] ? TRNFFT_OK : pass_view(t, o, PASS_READ));
        }
    }
    for (int o = 1; o < NCS_OPERANDS; o++) {
        TFI_TRY(same[o] ? pass_view(t, o, PASS_CHECK) : TRNFFT_OK);
    }
    if (in->op == NCS_MATMUL && in->accumulate == NCS_ACCUMULATE) {
        TFI_TRY(pass_view(t, 0, PASS_ADD));
    }
    return in->dst.buffer != NCS_NO_BUFFER ? pass_view(t, 0, PASS_WRITE) : TRNFFT_OK;
}

trnfft_status ncs_track_outputs(ncs_track *t)
{
    const ncs_program *p = t->c->program;
    for (int32_t b = 0; b < p->n_buffers; b++) {
        const ncs_buffer *buffer = &p->buffer[b];
        const int64_t bytes = ncs_dtype_bytes(buffer->dtype);
        const int64_t cells = buffer->elements * (bytes / t->cell);
        for (int64_t i = 0;
             buffer->memory == NCS_HBM && buffer->role == NCS_OUTPUT && i < cells;
             i++) {
            const state *s = &t->states[t->hbm[b][i]];
            if (t->segments[s->first].writer < 0) {
                return ncs_break(t->c, NCS_RULE_UNINITIALISED, b,
                                 "output %s: element %lld of %lld is never written",
                                 buffer->name, (long long)(i * t->cell / bytes),
                                 (long long)buffer->elements);
            }
        }
    }
    return TRNFFT_OK;
}

/* Cells of all that is tracked; where each buffer's begin. */
static size_t lay_out(ncs_track *t, size_t tile_cells[3])
{
    const ncs_program *p = t->c->program;
    size_t cells = 0;
    for (int32_t b = 0; b < p->n_buffers; b++) {
        const ncs_buffer *buffer = &p->buffer[b];
        const size_t own =
            (size_t)(buffer->elements * ncs_dtype_bytes(buffer->dtype) / t->cell);
        if (buffer->memory != NCS_HBM) {
            const size_t end = (size_t)(buffer->address / t->cell) + own;
            size_t *most = &tile_cells[buffer->memory];
            *most = end > *most ? end : *most;
        } else if (buffer->role == NCS_SCRATCH || buffer->role == NCS_OUTPUT) {
            cells += own;
        }
    }
    return cells + tile_cells[NCS_SBUF] + tile_cells[NCS_PSUM];
}

static void place_buffers(ncs_track *t, const size_t tile_cells[3])
{
    const ncs_program *p = t->c->program;
    uint32_t *at = t->all;
    for (int m = NCS_SBUF; m <= NCS_PSUM; m++) {
        t->tile[m] = at;
        at += tile_cells[m];
    }
    for (int32_t b = 0; b < p->n_buffers; b++) {
        const ncs_buffer *buffer = &p->buffer[b];
        t->hbm[b] = NULL;
        if (buffer->memory == NCS_HBM &&
            (buffer->role == NCS_SCRATCH || buffer->role == NCS_OUTPUT)) {
            t->hbm[b] = at;
            at += buffer->elements * ncs_dtype_bytes(buffer->dtype) / t->cell;
        }
    }
}

static trnfft_status first_state(ncs_track *t)
{
    uint32_t ignored;
    TFI_TRY(add_reader(t, -1, 0, &ignored)); /* list 0 is the empty one */
    void *list = t->states;
    TFI_TRY(grow(t, &list, 0, &t->states_capacity, sizeof(state)));
    t->states = list;
    t->states[t->n_states++] = (state){ 0, 1, 0, 0, 0 };
    return add_segment(t, (segment){ NCS_PARTITIONS, -1, 0 });
}

trnfft_status ncs_track_create(ncs_check *c, const int32_t *position, ncs_track **out)
{
    const ncs_program *p = c->program;
    *out = NULL;
    ncs_track *t = tfi_alloc_zeroed(p->alloc, sizeof *t);
    if (t == NULL) {
        return tfi_fail_memory("ncs_verify", sizeof *t);
    }
    *out = t;
    t->c = c;
    t->position = position;
    t->cell = 4;
    for (int32_t b = 0; b < p->n_buffers; b++) {
        t->cell = ncs_dtype_bytes(p->buffer[b].dtype) == 2 ? 2 : t->cell;
    }
    size_t tile_cells[3] = { 0, 0, 0 };
    const size_t cells = lay_out(t, tile_cells);
    t->slots = 256;
    t->table = tfi_alloc_zeroed(p->alloc, t->slots * sizeof *t->table);
    t->hbm = tfi_alloc_array(p->alloc, (size_t)p->n_buffers, sizeof *t->hbm);
    t->all = cells <= SIZE_MAX / sizeof *t->all
                 ? tfi_alloc_zeroed(p->alloc, cells * sizeof *t->all)
                 : NULL;
    if (t->table == NULL || t->hbm == NULL || t->all == NULL) {
        return tfi_fail_memory("ncs_verify", cells * sizeof *t->all);
    }
    place_buffers(t, tile_cells);
    return first_state(t);
}

void ncs_track_destroy(ncs_track *t)
{
    if (t == NULL) {
        return;
    }
    const tfi_allocator *alloc = t->c->program->alloc;
    tfi_free(alloc, t->table);
    tfi_free(alloc, t->hbm);
    tfi_free(alloc, t->all);
    tfi_free(alloc, t->states);
    tfi_free(alloc, t->segments);
    tfi_free(alloc, t->readers);
    tfi_free(alloc, t);
}
