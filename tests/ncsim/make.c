#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "ncsim/make.h"

ncs_program *make_program(const char *machine)
{
    const ncs_machine *m = ncs_machine_find(machine);
    assert_non_null(m);
    ncs_program *p = ncs_program_create(m, "test", NULL);
    assert_non_null(p);
    return p;
}

static int32_t add_buffer(ncs_program *p, ncs_buffer *buffer, const char *name)
{
    int32_t index = -1;
    memset(buffer->name, 0, sizeof buffer->name);
    memcpy(buffer->name, name, strlen(name));
    assert_int_equal(ncs_program_add_buffer(p, buffer, &index), TRNFFT_OK);
    return index;
}

int32_t make_hbm(ncs_program *p, const char *name, ncs_dtype t, int64_t elements,
                 ncs_role role)
{
    ncs_buffer b = {
        .memory = NCS_HBM, .dtype = t, .role = role, .elements = elements
    };
    return add_buffer(p, &b, name);
}

int32_t make_table(ncs_program *p, const char *name, ncs_dtype t, int64_t elements,
                   const void *data)
{
    ncs_buffer b = { .memory = NCS_HBM,
                     .dtype = t,
                     .role = NCS_TABLE,
                     .elements = elements,
                     .data = (void *)(uintptr_t)data };
    return add_buffer(p, &b, name);
}

int32_t make_tile(ncs_program *p, const char *name, ncs_memory memory, ncs_dtype t,
                  int32_t partition, int32_t n_partitions, int64_t elements,
                  int64_t address)
{
    ncs_buffer b = { .memory = memory,
                     .dtype = t,
                     .elements = elements,
                     .partition = partition,
                     .n_partitions = n_partitions,
                     .address = address };
    return add_buffer(p, &b, name);
}

ncs_view make_view(const ncs_program *p, int32_t buffer, int32_t rows, int64_t columns,
                   int64_t offset)
{
    bool hbm = p->buffer[buffer].memory == NCS_HBM;
    ncs_view v = { .buffer = buffer,
                   .n_partitions = rows,
                   .row_stride = hbm ? columns : 0,
                   .offset = offset,
                   .size = { 1, 1, 1, columns },
                   .stride = { 0, 0, 0, 1 } };
    return v;
}

ncs_view make_whole(const ncs_program *p, int32_t buffer)
{
    const ncs_buffer *b = &p->buffer[buffer];
    return make_view(p, buffer, b->memory == NCS_HBM ? 1 : b->n_partitions, b->elements,
                     0);
}

ncs_view make_none(void)
{
    ncs_view v = { .buffer = NCS_NO_BUFFER, .size = { 1, 1, 1, 1 } };
    return v;
}

ncs_instruction make_instruction(ncs_op op, ncs_stream stream)
{
    ncs_instruction in = {
        .op = (uint8_t)op, .stream = (uint8_t)stream, .post = -1, .note = -1
    };
    in.dst = in.src[0] = in.src[1] = in.src[2] = make_none();
    return in;
}

void make_wait(ncs_instruction *in, int32_t semaphore, int32_t count)
{
    in->wait[in->n_waits++] = (ncs_wait){ semaphore, count };
}

int32_t make_add(ncs_program *p, const ncs_instruction *in)
{
    assert_int_equal(ncs_program_add_instruction(p, in), TRNFFT_OK);
    return p->n_instructions - 1;
}

int32_t make_chain(ncs_program *p, ncs_instruction in)
{
    if (p->n_instructions > 0) {
        const ncs_instruction *last = &p->instruction[p->n_instructions - 1];
        int32_t count = 0;
        for (int32_t i = 0; i < p->n_instructions; i++) {
            count += p->instruction[i].post == last->post;
        }
        make_wait(&in, last->post, count);
    }
    in.post = 2 + in.stream;
    return make_add(p, &in);
}

void make_load(ncs_program *p, ncs_view dst, ncs_view src)
{
    ncs_instruction in = make_instruction(NCS_DMA_COPY, NCS_DMA0);
    in.dst = dst;
    in.src[0] = src;
    make_chain(p, in);
}

void make_matmul(ncs_program *p, ncs_view dst, ncs_view stationary, ncs_view moving,
                 ncs_accumulate accumulate)
{
    ncs_instruction in = make_instruction(NCS_MATMUL, NCS_PE);
    in.dst = dst;
    in.src[0] = stationary;
    in.src[1] = moving;
    in.accumulate = (uint8_t)accumulate;
    make_chain(p, in);
}
