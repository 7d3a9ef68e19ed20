/* builder.c - a builder's life, and one function an instruction. */
#include "ncsim/builder_parts.h"

#include <stdio.h>
#include <string.h>

#include "ncsim/verify.h"

ncs_builder *ncs_builder_create(const ncs_machine *machine, const char *name,
                                const tfi_allocator *alloc)
{
    ncs_builder *b = tfi_alloc_zeroed(alloc, sizeof *b);
    if (b == NULL) {
        (void)tfi_fail_memory("ncs_builder_create", sizeof *b);
        return NULL;
    }
    b->alloc = alloc;
    b->note = -1;
    memset(b->now, 0xff, sizeof b->now);
    b->program = ncs_program_create(machine, name, alloc);
    if (b->program == NULL) {
        tfi_free(alloc, b);
        return NULL;
    }
    return b;
}

static void destroy(ncs_builder *b)
{
    for (int32_t i = 0; i < b->program->n_buffers && i < b->uses_capacity; i++) {
        tfi_free(b->alloc, b->uses[i].access);
    }
    tfi_free(b->alloc, b->uses);
    tfi_free(b->alloc, b->place);
    tfi_free(b->alloc, b->known);
    tfi_free(b->alloc, b->names);
    tfi_free(b->alloc, b);
}

trnfft_status ncs_builder_finish(ncs_builder *b, ncs_program **out)
{
    return ncs_builder_finish_with(b, out, NULL);
}

trnfft_status ncs_builder_finish_with(ncs_builder *b, ncs_program **out,
                                      ncs_report *report)
{
    *out = NULL;
    ncs_program *program = b->program;
    if (b->status == TRNFFT_OK) {
        ncs_order_finish(b);
        ncs_builder_fail(b, ncs_verify(program, report));
    }
    trnfft_status status = b->status;
    if (status != TRNFFT_OK) {
        (void)tfi_fail(status, "%s", b->sentence);
    }
    destroy(b);
    if (status != TRNFFT_OK) {
        ncs_program_destroy(program);
        return status;
    }
    *out = program;
    return TRNFFT_OK;
}

trnfft_status ncs_builder_status(const ncs_builder *b)
{
    return b->status;
}

const ncs_machine *ncs_builder_machine(const ncs_builder *b)
{
    return b->program->machine;
}

ncs_memory ncs_builder_memory(const ncs_builder *b, ncs_view v)
{
    bool known = v.buffer >= 0 && v.buffer < b->program->n_buffers;
    return known ? b->program->buffer[v.buffer].memory : NCS_HBM;
}

ncs_dtype ncs_builder_dtype(const ncs_builder *b, ncs_view v)
{
    bool known = v.buffer >= 0 && v.buffer < b->program->n_buffers;
    return known ? b->program->buffer[v.buffer].dtype : NCS_F32;
}

const tfi_allocator *ncs_builder_allocator(const ncs_builder *b)
{
    return b->alloc;
}

void ncs_builder_fail(ncs_builder *b, trnfft_status status)
{
    if (b->status == TRNFFT_OK && status != TRNFFT_OK) {
        b->status = status;
        (void)snprintf(b->sentence, sizeof b->sentence, "%s", trnfft_last_error());
    }
}

trnfft_status ncs_builder_grow(ncs_builder *b, void **list, int32_t count,
                               int32_t *capacity, size_t size)
{
    if (count < *capacity) {
        return TRNFFT_OK;
    }
    if (count >= INT32_MAX / 2) {
        return tfi_fail(TRNFFT_ERROR_OVERFLOW, "ncs_builder: more than 2^30 items");
    }
    int32_t wanted = count < 4 ? 8 : 2 * count;
    char *bigger = tfi_alloc_array(b->alloc, (size_t)wanted, size);
    if (bigger == NULL) {
        return tfi_fail_memory("ncs_builder", (size_t)wanted * size);
    }
    if (count > 0) {
        memcpy(bigger, *list, (size_t)count * size);
    }
    memset(bigger + (size_t)count * size, 0, (size_t)(wanted - count) * size);
    tfi_free(b->alloc, *list);
    *list = bigger;
    *capacity = wanted;
    return TRNFFT_OK;
}

void ncs_note(ncs_builder *b, const char *name)
{
    if (b->status != TRNFFT_OK) {
        return;
    }
    for (int32_t i = 0; i < b->program->n_notes; i++) {
        if (strcmp(b->program->note[i], name) == 0) {
            b->note = i;
            return;
        }
    }
    ncs_builder_fail(b, ncs_program_add_note(b->program, name, &b->note));
}

/* What ordering relies on; everything else is for the verifier to find. */
static trnfft_status check_view(const ncs_builder *b, const ncs_view *v)
{
    bool fine = v->buffer < b->program->n_buffers && v->n_partitions >= 0;
    for (int d = 0; d < NCS_DIMS && v->buffer >= 0; d++) {
        fine = fine && v->size[d] >= 1 && v->size[d] < INT32_MAX &&
               v->stride[d] < INT32_MAX && v->stride[d] > -INT32_MAX;
    }
    if (v->buffer >= 0 && (v->n_partitions < 1 || !fine)) {
        return tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT,
                        "ncs_builder: instruction %d: %s has an empty or endless view",
                        (int)b->program->n_instructions,
                        v->buffer < b->program->n_buffers
                            ? b->program->buffer[v->buffer].name
                            : "?");
    }
    return TRNFFT_OK;
}

void ncs_emit(ncs_builder *b, const ncs_instruction *instruction)
{
    ncs_instruction added = *instruction;
    ncs_builder_fail(b, check_view(b, &added.dst));
    for (int s = 0; s < 3; s++) {
        ncs_builder_fail(b, check_view(b, &added.src[s]));
    }
    if (added.stream >= NCS_N_STREAMS) {
        ncs_builder_fail(b, tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT,
                                     "ncs_emit: stream = %d: there are %d",
                                     added.stream, NCS_N_STREAMS));
    }
    added.note = b->note;
    added.post = -1;
    if (b->status == TRNFFT_OK) {
        ncs_builder_fail(b, ncs_order_next(b, &added));
    }
}

static ncs_instruction begin(ncs_op op, ncs_stream stream, ncs_view dst)
{
    ncs_instruction i = { 0 };
    i.op = (uint8_t)op;
    i.stream = (uint8_t)stream;
    i.dst = dst;
    i.src[0] = i.src[1] = i.src[2] = ncs_no_view();
    return i;
}

void ncs_dma(ncs_builder *b, int queue, ncs_view dst, ncs_view src)
{
    if (queue < 0) {
        queue = ncs_builder_memory(b, src) == NCS_HBM &&
                        ncs_builder_memory(b, dst) != NCS_HBM
                    ? 0
                    : NCS_DMA_QUEUES / 2;
    }
    ncs_instruction i =
        begin(NCS_DMA_COPY, (ncs_stream)(NCS_DMA0 + queue % NCS_DMA_QUEUES), dst);
    i.src[0] = src;
    ncs_emit(b, &i);
}

void ncs_matmul(ncs_builder *b, ncs_view dst, ncs_view stationary, ncs_view moving,
                ncs_accumulate accumulate)
{
    ncs_instruction i = begin(NCS_MATMUL, NCS_PE, dst);
    i.src[0] = stationary;
    i.src[1] = moving;
    i.accumulate = (uint8_t)accumulate;
    ncs_emit(b, &i);
}

void ncs_transpose(ncs_builder *b, ncs_stream engine, ncs_view dst, ncs_view src)
{
    ncs_instruction i = begin(NCS_TRANSPOSE, engine, dst);
    i.src[0] = src;
    ncs_emit(b, &i);
}

void ncs_copy(ncs_builder *b, ncs_stream engine, ncs_view dst, ncs_view src)
{
    if (engine == NCS_ACT && !ncs_builder_machine(b)->act_tensor_copy) {
        ncs_activation(b, dst, NCS_IDENTITY, src, 1.0, 0.0);
        return;
    }
    ncs_instruction i = begin(NCS_COPY, engine, dst);
    i.src[0] = src;
    ncs_emit(b, &i);
}

void ncs_tensor_tensor(ncs_builder *b, ncs_stream engine, ncs_view dst, ncs_view x,
                       ncs_alu op, ncs_view y)
{
    ncs_instruction i = begin(NCS_TENSOR_TENSOR, engine, dst);
    i.src[0] = x;
    i.src[1] = y;
    i.alu[0] = (uint8_t)op;
    ncs_emit(b, &i);
}

void ncs_tensor_scalar(ncs_builder *b, ncs_stream engine, ncs_view dst, ncs_view x,
                       ncs_alu op0, double s0, ncs_alu op1, double s1)
{
    ncs_instruction i = begin(NCS_TENSOR_SCALAR, engine, dst);
    i.src[0] = x;
    i.alu[0] = (uint8_t)op0;
    i.alu[1] = (uint8_t)op1;
    i.scalar[0] = s0;
    i.scalar[1] = s1;
    ncs_emit(b, &i);
}

void ncs_tensor_column(ncs_builder *b, ncs_stream engine, ncs_view dst, ncs_view x,
                       ncs_alu op0, ncs_view column0, ncs_alu op1, ncs_view column1)
{
    ncs_instruction i = begin(NCS_TENSOR_SCALAR, engine, dst);
    i.src[0] = x;
    i.src[1] = column0;
    i.src[2] = column1;
    i.alu[0] = (uint8_t)op0;
    i.alu[1] = (uint8_t)(column1.buffer >= 0 ? op1 : NCS_BYPASS);
    ncs_emit(b, &i);
}

void ncs_scalar_tensor(ncs_builder *b, ncs_view dst, ncs_view x, ncs_alu op0, double s,
                       ncs_view column, ncs_alu op1, ncs_view y)
{
    ncs_instruction i = begin(NCS_SCALAR_TENSOR_TENSOR, NCS_DVE, dst);
    i.src[0] = x;
    i.src[1] = y;
    i.src[2] = column;
    i.alu[0] = (uint8_t)op0;
    i.alu[1] = (uint8_t)op1;
    i.scalar[0] = s;
    ncs_emit(b, &i);
}

void ncs_activation(ncs_builder *b, ncs_view dst, ncs_function f, ncs_view x,
                    double scale, double bias)
{
    ncs_instruction i = begin(NCS_ACTIVATION, NCS_ACT, dst);
    i.src[0] = x;
    i.function = (uint8_t)f;
    i.scalar[0] = scale;
    i.scalar[1] = bias;
    ncs_emit(b, &i);
}

void ncs_memset(ncs_builder *b, ncs_stream engine, ncs_view dst, double value)
{
    ncs_instruction i = begin(NCS_MEMSET, engine, dst);
    i.scalar[0] = value;
    ncs_emit(b, &i);
}
