/* Any program for a NeuronCore, garbage in every field: refused with a sentence, or all
 * that the rest of src/ncsim may do to it goes well: it runs, twice with the same
 * result, its time is a number, its text is its own. */
#include "fuzz/bytes.h"

#include <limits.h>
#include <math.h>
#include <string.h>

#include "base/alloc.h"
#include "ncsim/run.h"
#include "ncsim/text.h"
#include "ncsim/timing.h"
#include "ncsim/verify.h"

enum { MOST_BUFFERS = 7, MOST_INSTRUCTIONS = 14, MOST_CORES = 4, TABLE = 256 };

/* Memory that ends: programs may ask for anything, and the input says after how many
 * pieces there is none. */
typedef struct short_memory {
    int left;
} short_memory;

static void *allocate(size_t bytes, void *user)
{
    short_memory *m = user;
    if (bytes > (size_t)32 << 20 || m->left == 0) {
        return NULL;
    }
    m->left--;
    return malloc(bytes);
}

static void release(void *p, void *user)
{
    (void)user;
    free(p);
}

/* In [low, high]; now and then anything, or the ends of what 64 bits hold. */
static int64_t number(fuzz_bytes *b, int low, int high)
{
    static const int64_t ends[] = {
        INT64_MIN, INT64_MAX, INT32_MIN, INT32_MAX,     UINT16_MAX,
        1 << 16,   -1,        0,         INT64_MAX / 2, INT64_C(1) << 40
    };
    if (!fuzz_rarely(b, 250) || !fuzz_rarely(b, 4)) {
        return fuzz_between(b, low, high);
    }
    return fuzz_rarely(b, 3) ? (int64_t)fuzz_u64(b)
                             : ends[fuzz_byte(b) % (sizeof ends / sizeof *ends)];
}

static int32_t number32(fuzz_bytes *b, int low, int high)
{
    return (int32_t)(uint32_t)(uint64_t)number(b, low, high);
}

static void add_buffer(fuzz_bytes *b, ncs_program *p)
{
    static const uint32_t numbers[TABLE] = { 0x3f800000U, 0x40490fdbU, 1U,
                                             0xff800000U };
    ncs_buffer buffer;
    memset(&buffer, 0, sizeof buffer);
    const int n = p->n_buffers;
    buffer.name[0] = (char)('a' + n);
    buffer.memory = (ncs_memory)fuzz_between(b, 0, 2);
    buffer.dtype = (ncs_dtype)fuzz_between(b, 0, NCS_N_DTYPES - 1);
    if (fuzz_between(b, 0, 2) != 0) {
        buffer.dtype = NCS_F32;
    }
    if (buffer.memory == NCS_HBM) {
        buffer.role = (ncs_role)fuzz_between(b, 0, 3);
        buffer.elements = 8 * (int64_t)fuzz_between(b, 1, 255);
        buffer.elements = fuzz_rarely(b, 60) ? number(b, 1, 255) : buffer.elements;
        if (buffer.role == NCS_TABLE) {
            buffer.elements = fuzz_between(b, 1, TABLE - 1);
            buffer.data = (void *)(uintptr_t)numbers;
        }
    } else {
        buffer.elements = number(b, 1, 128);
        static const int32_t room[4] = { 128, 32, 64, 32 };
        const int quadrant = fuzz_between(b, 0, 3);
        buffer.partition = 32 * quadrant;
        buffer.n_partitions = room[quadrant];
        buffer.address = 32 * (int64_t)fuzz_between(b, 0, 64);
        if (fuzz_rarely(b, 60)) {
            buffer.partition = number32(b, 0, 127);
            buffer.n_partitions = number32(b, 1, 128);
            buffer.address = number(b, 0, 200);
        }
    }
    if (fuzz_rarely(b, 60)) {
        buffer.name[fuzz_between(b, 0, NCS_NAME_BYTES - 1)] = (char)fuzz_byte(b);
    }
    if (ncs_program_add_buffer(p, &buffer, NULL) != TRNFFT_OK) {
        return;
    }
    if (fuzz_rarely(b, 60)) { /* what no caller of add_buffer() could do well */
        p->buffer[n].memory = (ncs_memory)number32(b, 0, 2);
        p->buffer[n].role = (ncs_role)number32(b, 0, 2);
    }
    if (fuzz_rarely(b, 60) && p->buffer[n].data == NULL) {
        p->buffer[n].dtype = (ncs_dtype)number32(b, 0, NCS_N_DTYPES);
        p->buffer[n].role = (ncs_role)number32(b, 0, 4);
    }
}

/* A view of this shape, of the given memory if there is one. */
static ncs_view make_view(fuzz_bytes *b, const ncs_program *p, int memory, int rows,
                          int columns)
{
    ncs_view v = { .buffer = number32(b, 0, p->n_buffers - 1), .size = { 1, 1, 1, 1 } };
    for (int tries = 0; tries < p->n_buffers; tries++) {
        if (v.buffer < 0 || v.buffer >= p->n_buffers ||
            (int)p->buffer[v.buffer].memory == memory) {
            break;
        }
        v.buffer = (v.buffer + 1) % p->n_buffers;
    }
    v.n_partitions = number32(b, rows, rows);
    const bool hbm = v.buffer >= 0 && v.buffer < p->n_buffers &&
                     p->buffer[v.buffer].memory == NCS_HBM;
    v.partition = fuzz_rarely(b, 6) ? number32(b, 0, 3) * 32 : 0;
    v.row_stride = hbm ? number(b, columns, columns + 2) : 0;
    v.partition = hbm && !fuzz_rarely(b, 100) ? 0 : v.partition;
    v.offset = fuzz_rarely(b, 4) ? number(b, 0, 8) : 0;
    v.size[3] = number(b, columns, columns);
    v.stride[3] = fuzz_rarely(b, 6) ? number(b, -2, 3) : 1;
    if (columns % 2 == 0 && fuzz_rarely(b, 5)) {
        const int d = fuzz_between(b, 0, 2);
        v.size[d] = number(b, 2, 2);
        v.size[3] = columns / 2;
        v.stride[d] = number(b, 0, columns);
    }
    return v;
}

static const uint8_t streams_of[NCS_N_OPS] = {
    [NCS_NOP] = NCS_SP,
    [NCS_DMA_COPY] = NCS_DMA0,
    [NCS_MATMUL] = NCS_PE,
    [NCS_TRANSPOSE] = NCS_PE,
    [NCS_COPY] = NCS_DVE,
    [NCS_TENSOR_TENSOR] = NCS_DVE,
    [NCS_TENSOR_SCALAR] = NCS_DVE,
    [NCS_SCALAR_TENSOR_TENSOR] = NCS_DVE,
    [NCS_ACTIVATION] = NCS_ACT,
    [NCS_MEMSET] = NCS_DVE,
    [NCS_IOTA] = NCS_POOL,
    [NCS_AFFINE_SELECT] = NCS_POOL,
    [NCS_SELECT] = NCS_DVE,
    [NCS_ALL_GATHER] = NCS_CC,
    [NCS_ALL_TO_ALL] = NCS_CC,
    [NCS_PERMUTE] = NCS_CC,
    [NCS_REDUCE_SCATTER] = NCS_CC,
};

static void set_stream(fuzz_bytes *b, ncs_instruction *in)
{
    in->stream = in->op < NCS_N_OPS ? streams_of[in->op] : 0;
    if (in->op == NCS_DMA_COPY) {
        in->stream = (uint8_t)(NCS_DMA0 + fuzz_between(b, 0, 3));
    } else if (fuzz_rarely(b, 4)) {
        in->stream = (uint8_t)fuzz_between(b, 1, 3);
    } else if (fuzz_rarely(b, 100)) {
        in->stream = (uint8_t)fuzz_byte(b);
    }
}

static int memory_for(fuzz_bytes *b, const ncs_instruction *in, bool dst)
{
    if (in->stream == NCS_PE) {
        return dst ? NCS_PSUM : NCS_SBUF;
    }
    if (in->stream == NCS_CC) {
        return NCS_HBM;
    }
    if (in->stream >= NCS_DMA0) {
        return fuzz_between(b, 0, 1);
    }
    return in->stream == NCS_POOL || fuzz_between(b, 0, 2) != 0 ? NCS_SBUF : NCS_PSUM;
}

static void set_operands(fuzz_bytes *b, const ncs_program *p, ncs_instruction *in)
{
    static const uint8_t sources[NCS_N_OPS] = { 0, 1, 2, 1, 1, 2, 1, 2, 1,
                                                0, 0, 1, 3, 1, 1, 1, 1 };
    const int rows =
        fuzz_rarely(b, 3) ? fuzz_between(b, 1, 128) : fuzz_between(b, 1, 8);
    const int columns = fuzz_between(b, 1, 24), k = fuzz_between(b, 1, 16);
    int n = in->op < NCS_N_OPS ? sources[in->op] : 0;
    const bool pe = in->op == NCS_MATMUL, turned = in->op == NCS_TRANSPOSE;
    n = fuzz_rarely(b, 100) ? fuzz_between(b, 0, 3) : n;
    if (in->op != NCS_NOP) {
        in->dst = make_view(b, p, memory_for(b, in, true), rows, columns);
    }
    for (int s = 0; s < 3; s++) {
        const int memory = memory_for(b, in, false);
        const bool column =
            s >= n && fuzz_rarely(b, 3) &&
            ((in->op == NCS_TENSOR_SCALAR || in->op == NCS_ACTIVATION) ||
             (in->op == NCS_SCALAR_TENSOR_TENSOR));
        if (s < n && pe) {
            in->src[s] = make_view(b, p, memory, k, s == 0 ? rows : columns);
        } else if (s < n) {
            in->src[s] = make_view(b, p, memory, turned ? columns : rows,
                                   turned ? rows : columns);
        } else if (column) {
            in->src[s] = make_view(b, p, memory, rows, 1);
        }
    }
    if (n > 0 && fuzz_rarely(b, 8)) {
        in->src[0] = in->dst;
    }
    if (in->op == NCS_DMA_COPY && fuzz_rarely(b, 4)) {
        in->src[0].n_partitions = columns;
        in->src[0].size[3] = rows;
        in->src[0].row_stride = in->src[0].row_stride != 0 ? rows : 0;
    }
}

static void set_semaphores(fuzz_bytes *b, const ncs_program *p, ncs_instruction *in)
{
    in->post = in->stream;
    if (p->n_instructions > 0 && !fuzz_rarely(b, 4)) { /* behind all others */
        for (int back = 1; back <= p->n_instructions && in->n_waits < 8; back++) {
            const int32_t post = p->instruction[p->n_instructions - back].post;
            int32_t count = 0;
            bool known = false;
            for (int32_t i = 0; i < p->n_instructions; i++) {
                count += p->instruction[i].post == post;
            }
            for (int32_t w = 0; w < in->n_waits; w++) {
                known = known || in->wait[w].semaphore == post;
            }
            if (!known) {
                in->wait[in->n_waits++] = (ncs_wait){ post, count };
            }
        }
    } else if (fuzz_rarely(b, 3)) {
        in->n_waits = 1;
        in->wait[0] = (ncs_wait){ number32(b, 0, NCS_N_STREAMS), number32(b, 0, 3) };
    }
    if (fuzz_rarely(b, 100)) {
        in->post = number32(b, -1, 255);
        in->n_waits = number32(b, 0, 8);
    }
}

static void add_instruction(fuzz_bytes *b, ncs_program *p)
{
    ncs_instruction in;
    memset(&in, 0, sizeof in);
    in.note = -1;
    in.dst.buffer = NCS_NO_BUFFER;
    in.src[0].buffer = in.src[1].buffer = in.src[2].buffer = NCS_NO_BUFFER;
    in.op = (uint8_t)fuzz_between(b, 0, NCS_N_OPS - 1);
    in.op = fuzz_rarely(b, 100) ? (uint8_t)fuzz_byte(b) : in.op;
    set_stream(b, &in);
    set_operands(b, p, &in);
    for (int i = 0; i < 2; i++) {
        in.alu[i] = (uint8_t)fuzz_between(b, 0, NCS_N_ALUS - 1);
        in.reverse[i] = fuzz_between(b, 0, 1) != 0;
        in.scalar[i] = fuzz_double(b);
    }
    in.alu[1] = fuzz_between(b, 0, 1) != 0 ? in.alu[1] : NCS_BYPASS;
    in.function = (uint8_t)(fuzz_byte(b) % (NCS_N_FUNCTIONS + 1));
    in.accumulate = (uint8_t)(fuzz_byte(b) % 3);
    in.base = number(b, 0, 3);
    in.channel = number(b, -2, 2);
    for (int d = 0; d < NCS_DIMS; d++) {
        in.step[d] = number(b, -3, 3);
    }
    in.group = fuzz_rarely(b, 4) ? number32(b, 0, 4) : 0;
    in.note = fuzz_rarely(b, 4) ? number32(b, -1, p->n_notes - 1) : -1;
    set_semaphores(b, p, &in);
    (void)ncs_program_add_instruction(p, &in);
}

/* Writes what may be read: tiles all over, outputs and scratch from an input. */
static void add_beginning(fuzz_bytes *b, ncs_program *p)
{
    int32_t input = -1;
    for (int32_t i = 0; i < p->n_buffers; i++) {
        const ncs_buffer *f = &p->buffer[i];
        input = f->memory == NCS_HBM && f->role == NCS_INPUT ? i : input;
    }
    for (int32_t i = 0; i < p->n_buffers; i++) {
        const ncs_buffer *f = &p->buffer[i];
        const bool hbm = f->memory == NCS_HBM;
        if (fuzz_rarely(b, 40) ||
            (hbm && (input < 0 || f->role == NCS_INPUT || f->role == NCS_TABLE))) {
            continue;
        }
        ncs_instruction in;
        memset(&in, 0, sizeof in);
        in.op = hbm ? NCS_DMA_COPY : NCS_MEMSET;
        in.stream = hbm ? NCS_DMA0 : NCS_DVE;
        in.note = -1;
        in.scalar[0] = 1.5;
        ncs_view v = { .buffer = i,
                       .n_partitions = hbm ? 1 : f->n_partitions,
                       .size = { 1, 1, 1, f->elements },
                       .stride = { 0, 0, 0, 1 } };
        in.dst = in.src[0] = in.src[1] = in.src[2] = v;
        in.src[0].buffer = hbm ? input : NCS_NO_BUFFER;
        in.src[0].stride[3] = 0;
        in.src[1].buffer = in.src[2].buffer = NCS_NO_BUFFER;
        in.post = in.stream;
        if (p->n_instructions > 0) {
            const int32_t post = p->instruction[p->n_instructions - 1].post;
            in.n_waits = 1;
            in.wait[0].semaphore = post;
            for (int32_t k = 0; k < p->n_instructions; k++) {
                in.wait[0].count += p->instruction[k].post == post;
            }
        }
        (void)ncs_program_add_instruction(p, &in);
    }
}

static ncs_program *make_program(fuzz_bytes *b, const tfi_allocator *alloc)
{
    static const char *const machines[3] = { "v2", "v3", "v4" };
    ncs_program *p =
        ncs_program_create(ncs_machine_find(machines[fuzz_byte(b) % 3]), "fuzz", alloc);
    FUZZ_CHECK(p != NULL);
    const int n_buffers = fuzz_between(b, 1, MOST_BUFFERS);
    const int n_instructions = fuzz_between(b, 0, MOST_INSTRUCTIONS);
    if (fuzz_rarely(b, 3)) {
        (void)ncs_program_add_note(p, "load", NULL);
    }
    for (int i = 0; i < n_buffers; i++) {
        add_buffer(b, p);
    }
    if (!fuzz_rarely(b, 4)) {
        add_beginning(b, p);
    }
    for (int i = 0; i < n_instructions; i++) {
        add_instruction(b, p);
    }
    return p;
}

/* Tables aside, all of HBM. */
static void fill(ncs_core *core, const ncs_program *p)
{
    for (int32_t i = 0; i < p->n_buffers; i++) {
        char *memory = ncs_core_memory(core, i);
        const int64_t bytes =
            p->buffer[i].elements * ncs_dtype_bytes(p->buffer[i].dtype);
        for (int64_t k = 0; memory != NULL && k < bytes; k++) {
            memory[k] = p->buffer[i].role == NCS_INPUT
                            ? (char)(k % 4 == 3 ? 0x3e + k % 3 : k * 37)
                            : 0x55;
        }
    }
}

static uint64_t hash_outputs(ncs_core *core, const ncs_program *p)
{
    uint64_t h = 1469598103934665603U;
    for (int32_t i = 0; i < p->n_buffers; i++) {
        const unsigned char *memory = ncs_core_memory(core, i);
        const int64_t bytes =
            p->buffer[i].elements * ncs_dtype_bytes(p->buffer[i].dtype);
        for (int64_t k = 0; p->buffer[i].role == NCS_OUTPUT && k < bytes; k++) {
            h = (h ^ memory[k]) * 1099511628211U;
        }
    }
    return h;
}

static void choose_settings(fuzz_bytes *b, ncs_settings *s, const ncs_machine *machine)
{
    ncs_settings_init(s, machine);
    s->sum_order = (ncs_sum_order)fuzz_between(b, 0, 3);
    s->f32_products = (ncs_f32_products)fuzz_between(b, 0, 3);
    s->low_products = (ncs_low_products)fuzz_between(b, 0, 1);
    s->tf32_rounding = (ncs_tf32_rounding)fuzz_between(b, 0, 1);
    s->denormals = (ncs_denormals)fuzz_between(b, 0, 1);
    s->two_ops = (ncs_two_ops)fuzz_between(b, 0, 1);
    s->function_error = fuzz_between(b, 0, 1) != 0 ? 1e-6 : 0;
}

static void run(ncs_program *p, const ncs_settings *settings, int n_cores)
{
    ncs_core *cores[MOST_CORES] = { NULL };
    const ncs_program *programs[MOST_CORES];
    bool made = true;
    for (int i = 0; i < n_cores; i++) {
        programs[i] = p;
        made = made && ncs_core_create(p, &cores[i]) == TRNFFT_OK;
    }
    const bool alone = n_cores == 1;
    uint64_t first = 0;
    for (int repeat = 0; repeat < 2 && made; repeat++) {
        for (int i = 0; i < n_cores; i++) {
            fill(cores[i], p);
        }
        trnfft_status status = alone ? ncs_run(cores[0], settings)
                                     : ncs_run_group(cores, n_cores, settings);
        if (alone && status != TRNFFT_OK) {
            status = ncs_run_group(cores, 1, settings);
        }
        FUZZ_CHECK(status != TRNFFT_ERROR_OUT_OF_MEMORY);
        const bool agreed = ncs_verify_group(programs, n_cores, NULL) == TRNFFT_OK;
        FUZZ_CHECK((status == TRNFFT_OK) == agreed);
        const uint64_t h = hash_outputs(cores[n_cores - 1], p);
        /* The second run begins with what the first left in SBUF and PSUM. */
        FUZZ_CHECK(!agreed || repeat == 0 || h == first);
        first = h;
    }
    for (int i = 0; i < n_cores; i++) {
        ncs_core_destroy(cores[i]);
    }
}

static void estimate(const ncs_program *p, const ncs_settings *settings)
{
    ncs_time time;
    trnfft_status status = ncs_estimate(p, settings, NULL, NULL, &time);
    FUZZ_CHECK(status == TRNFFT_OK || status == TRNFFT_ERROR_OUT_OF_MEMORY);
    FUZZ_CHECK(status != TRNFFT_OK || (isfinite(time.total_ns) && time.device_ns >= 0 &&
                                       time.total_ns >= time.device_ns));
}

static void round_trip(const ncs_program *p)
{
    static char text[2][1 << 20];
    tfi_printer printer = { text[0], sizeof text[0], 0, 0 };
    ncs_disassemble(p, &printer);
    if (printer.length >= sizeof text[0]) {
        return;
    }
    ncs_program *again = NULL;
    trnfft_status status = ncs_assemble(text[0], printer.length, p->alloc, &again);
    FUZZ_CHECK(status == TRNFFT_OK || status == TRNFFT_ERROR_OUT_OF_MEMORY);
    if (status == TRNFFT_OK) {
        printer = (tfi_printer){ text[1], sizeof text[1], 0, 0 };
        ncs_disassemble(again, &printer);
        FUZZ_CHECK(strcmp(text[0], text[1]) == 0);
        status = ncs_verify(again, NULL);
        FUZZ_CHECK(status == TRNFFT_OK || status == TRNFFT_ERROR_OUT_OF_MEMORY);
    }
    ncs_program_destroy(again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_bytes b = { data, size };
    const int n_cores =
        fuzz_between(&b, 0, 1) == 0 ? 1 : fuzz_between(&b, 2, MOST_CORES);
    short_memory memory = { INT_MAX };
    const tfi_allocator alloc = { allocate, release, &memory };
    ncs_program *p = make_program(&b, &alloc);
    ncs_settings settings;
    choose_settings(&b, &settings, p->machine);
    ncs_report report;
    if (fuzz_rarely(&b, 5)) {
        memory.left = fuzz_between(&b, 0, 60);
    }
    trnfft_status status = ncs_verify(p, &report);
    if (status == TRNFFT_OK) {
        FUZZ_CHECK(report.rule == NCS_RULE_NONE && report.instruction == -1);
        run(p, &settings, n_cores);
        estimate(p, &settings);
        round_trip(p);
    } else if (status == TRNFFT_ERROR_INVALID_ARGUMENT) {
        FUZZ_CHECK(report.rule > NCS_RULE_NONE && report.rule < NCS_N_RULES);
        FUZZ_CHECK(report.sentence[0] != '\0' &&
                   strstr(trnfft_last_error(), report.sentence) != NULL);
        FUZZ_CHECK(report.instruction >= -1 && report.instruction < p->n_instructions);
    } else {
        FUZZ_CHECK(status == TRNFFT_ERROR_OUT_OF_MEMORY);
    }
    ncs_program_destroy(p);
    return 0;
}
