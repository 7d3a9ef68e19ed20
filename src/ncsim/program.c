/* program.c - programs as data: growing lists and names. */
#include "ncsim/program.h"

#include <stdio.h>
#include <string.h>

ncs_program *ncs_program_create(const ncs_machine *machine, const char *name,
                                const tfi_allocator *alloc)
{
    ncs_program *p = tfi_alloc_zeroed(alloc, sizeof *p);
    if (p == NULL) {
        (void)tfi_fail_memory("ncs_program_create", sizeof *p);
        return NULL;
    }
    p->machine = machine;
    p->alloc = alloc;
    size_t length = strlen(name);
    length = length < sizeof p->name ? length : sizeof p->name - 1;
    memcpy(p->name, name, length);
    return p;
}

void ncs_program_destroy(ncs_program *program)
{
    if (program == NULL) {
        return;
    }
    for (int32_t i = 0; i < program->n_buffers; i++) {
        tfi_free(program->alloc, program->buffer[i].data);
    }
    tfi_free(program->alloc, program->buffer);
    tfi_free(program->alloc, program->instruction);
    tfi_free(program->alloc, program->note);
    tfi_free(program->alloc, program);
}

/* Room for one more of `size` bytes in *list. */
static trnfft_status grow(const ncs_program *program, void **list, int32_t count,
                          int32_t *capacity, size_t size)
{
    if (count < *capacity) {
        return TRNFFT_OK;
    }
    if (count >= INT32_MAX / 2) {
        return tfi_fail(TRNFFT_ERROR_OVERFLOW, "ncs_program: more than 2^30 items");
    }
    int32_t wanted = count < 16 ? 16 : 2 * count;
    void *bigger = tfi_alloc_array(program->alloc, (size_t)wanted, size);
    if (bigger == NULL) {
        return tfi_fail_memory("ncs_program", (size_t)wanted * size);
    }
    if (count > 0) {
        memcpy(bigger, *list, (size_t)count * size);
    }
    tfi_free(program->alloc, *list);
    *list = bigger;
    *capacity = wanted;
    return TRNFFT_OK;
}

trnfft_status ncs_program_add_buffer(ncs_program *program, const ncs_buffer *buffer,
                                     int32_t *index)
{
    void *list = program->buffer;
    trnfft_status status = grow(program, &list, program->n_buffers,
                                &program->buffers_capacity, sizeof *buffer);
    if (status != TRNFFT_OK) {
        return status;
    }
    program->buffer = list;
    ncs_buffer added = *buffer;
    if (buffer->data != NULL) {
        size_t bytes = (size_t)(buffer->elements * ncs_dtype_bytes(buffer->dtype));
        added.data = tfi_alloc(program->alloc, bytes);
        if (added.data == NULL) {
            return tfi_fail_memory("ncs_program_add_buffer", bytes);
        }
        memcpy(added.data, buffer->data, bytes);
    }
    if (index != NULL) {
        *index = program->n_buffers;
    }
    program->buffer[program->n_buffers++] = added;
    return TRNFFT_OK;
}

trnfft_status ncs_program_add_instruction(ncs_program *program,
                                          const ncs_instruction *instruction)
{
    void *list = program->instruction;
    trnfft_status status = grow(program, &list, program->n_instructions,
                                &program->instructions_capacity, sizeof *instruction);
    if (status == TRNFFT_OK) {
        program->instruction = list;
        program->instruction[program->n_instructions++] = *instruction;
    }
    return status;
}

trnfft_status ncs_program_add_note(ncs_program *program, const char *name,
                                   int32_t *index)
{
    void *list = program->note;
    trnfft_status status = grow(program, &list, program->n_notes,
                                &program->notes_capacity, sizeof *program->note);
    if (status != TRNFFT_OK) {
        return status;
    }
    program->note = list;
    char *place = program->note[program->n_notes];
    memset(place, 0, NCS_NAME_BYTES);
    snprintf(place, NCS_NAME_BYTES, "%s", name);
    if (index != NULL) {
        *index = program->n_notes;
    }
    program->n_notes++;
    return TRNFFT_OK;
}

int32_t ncs_program_find_buffer(const ncs_program *program, const char *name)
{
    for (int32_t i = 0; i < program->n_buffers; i++) {
        if (strcmp(program->buffer[i].name, name) == 0) {
            return i;
        }
    }
    return NCS_NO_BUFFER;
}
