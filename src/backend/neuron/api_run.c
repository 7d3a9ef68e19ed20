/* api_run.c - running a program with operands by name. */
#include <string.h>

#include "backend/neuron/api.h"
#include "ncsim/run.h"

static const char f[] = "trnfft_neuron_run";

static size_t bytes_of(const ncs_buffer *buffer)
{
    return (size_t)(buffer->elements * ncs_dtype_bytes(buffer->dtype));
}

static trnfft_status check_operand(const ncs_program *p,
                                   const trnfft_neuron_operand *operands, size_t i)
{
    const trnfft_neuron_operand *o = &operands[i];
    if (o->name == NULL || o->data == NULL) {
        return tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT, "%s: operands[%zu].%s = NULL", f,
                        i, o->name == NULL ? "name" : "data");
    }
    const int32_t index = ncs_program_find_buffer(p, o->name);
    if (index < 0 ||
        (p->buffer[index].role != NCS_INPUT && p->buffer[index].role != NCS_OUTPUT)) {
        return tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT,
                        "%s: operands[%zu].name = %.24s: no input or output of program "
                        "%s",
                        f, i, o->name, p->name);
    }
    if (o->n_bytes != bytes_of(&p->buffer[index])) {
        return tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT,
                        "%s: operands[%zu].n_bytes = %zu: %s has %zu bytes", f, i,
                        o->n_bytes, o->name, bytes_of(&p->buffer[index]));
    }
    for (size_t k = 0; k < i; k++) {
        if (strcmp(operands[k].name, o->name) == 0) {
            return tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT,
                            "%s: operands[%zu].name = %s: given twice", f, i, o->name);
        }
    }
    return TRNFFT_OK;
}

static trnfft_status check_inputs(const ncs_program *p,
                                  const trnfft_neuron_operand *operands, size_t count)
{
    for (int32_t b = 0; b < p->n_buffers; b++) {
        bool given = p->buffer[b].role != NCS_INPUT;
        for (size_t i = 0; i < count && !given; i++) {
            given = strcmp(operands[i].name, p->buffer[b].name) == 0;
        }
        if (!given) {
            return tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT, "%s: input %s is missing", f,
                            p->buffer[b].name);
        }
    }
    return TRNFFT_OK;
}

/* Inputs into the core, or outputs out of it. */
static void move(const ncs_program *p, ncs_core *core, ncs_role role,
                 const trnfft_neuron_operand *operands, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const int32_t index = ncs_program_find_buffer(p, operands[i].name);
        void *memory = ncs_core_memory(core, index);
        if (p->buffer[index].role == role && memory != NULL) {
            memcpy(role == NCS_INPUT ? memory : operands[i].data,
                   role == NCS_INPUT ? operands[i].data : memory, operands[i].n_bytes);
        }
    }
}

trnfft_status trnfft_neuron_run(const trnfft_neuron_program *program,
                                const char *const *settings, size_t n_settings,
                                const trnfft_neuron_operand *operands,
                                size_t n_operands)
{
    ncs_settings s;
    TFI_TRY(tfi_neuron_program_check(f, program));
    const ncs_program *p = program->program;
    TFI_TRY(tfi_neuron_settings_read(f, p->machine, settings, n_settings, &s));
    if (operands == NULL) {
        return tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT, "%s: operands = NULL", f);
    }
    for (size_t i = 0; i < n_operands; i++) {
        TFI_TRY(check_operand(p, operands, i));
    }
    TFI_TRY(check_inputs(p, operands, n_operands));
    ncs_core *core = NULL;
    trnfft_status status = ncs_core_create(p, &core);
    if (status == TRNFFT_OK) {
        move(p, core, NCS_INPUT, operands, n_operands);
        status = ncs_run(core, &s);
    }
    if (status == TRNFFT_OK) {
        move(p, core, NCS_OUTPUT, operands, n_operands);
    } else {
        status = tfi_fail_as(f, status);
    }
    ncs_core_destroy(core);
    return status;
}
