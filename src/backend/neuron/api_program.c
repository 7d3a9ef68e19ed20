/* api_program.c - programs as handles: text, rules, buffers. */
#include <string.h>

#include "backend/neuron/api.h"
#include "ncsim/text.h"
#include "plan/options.h"

trnfft_status tfi_neuron_program_wrap(const char *f, ncs_program *program,
                                      const ncs_report *report,
                                      trnfft_neuron_program **out)
{
    trnfft_neuron_program *p = tfi_alloc_zeroed(NULL, sizeof *p);
    if (p == NULL) {
        ncs_program_destroy(program);
        return tfi_fail_memory(f, sizeof *p);
    }
    p->program = program;
    if (report != NULL) {
        p->report = *report;
        *out = p;
        return TRNFFT_OK;
    }
    p->verdict = ncs_verify(program, &p->report);
    if (p->verdict == TRNFFT_ERROR_OUT_OF_MEMORY) {
        trnfft_neuron_program_destroy(p);
        return tfi_fail_as(f, TRNFFT_ERROR_OUT_OF_MEMORY);
    }
    *out = p;
    return TRNFFT_OK;
}

trnfft_status tfi_neuron_program_check(const char *f,
                                       const trnfft_neuron_program *program)
{
    if (program == NULL) {
        return tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT, "%s: program = NULL", f);
    }
    if (program->verdict != TRNFFT_OK) {
        return tfi_fail(program->verdict, "%s: %s", f, program->report.sentence);
    }
    return TRNFFT_OK;
}

trnfft_status tfi_neuron_give(const char *f, const char *parameter, const char *init,
                              void *given, void *known, size_t n_known)
{
    size_t size;
    if (given == NULL) {
        return tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT, "%s: %s = NULL", f, parameter);
    }
    memcpy(&size, given, sizeof size);
    TFI_TRY(tfi_check_struct_size(f, parameter, init, size, 2 * sizeof size));
    memcpy(known, &size, sizeof size);
    if (size > n_known) {
        memset((char *)given + n_known, 0, size - n_known);
    }
    memcpy(given, known, size < n_known ? size : n_known);
    return TRNFFT_OK;
}

trnfft_status trnfft_neuron_assemble(const char *text, size_t n_bytes,
                                     trnfft_neuron_program **program)
{
    static const char f[] = "trnfft_neuron_assemble";
    if (text == NULL || program == NULL) {
        return tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT, "%s: %s = NULL", f,
                        text == NULL ? "text" : "program");
    }
    ncs_program *assembled = NULL;
    const trnfft_status status = ncs_assemble(text, n_bytes, NULL, &assembled);
    if (status != TRNFFT_OK) {
        return tfi_fail_as(
            f, status == TRNFFT_ERROR_INVALID_ARGUMENT ? TRNFFT_ERROR_FORMAT : status);
    }
    return tfi_neuron_program_wrap(f, assembled, NULL, program);
}

size_t trnfft_neuron_disassemble(const trnfft_neuron_program *program, char *text,
                                 size_t capacity)
{
    if (program == NULL) {
        return 0;
    }
    tfi_printer printer = { text, text == NULL ? 0 : capacity, 0, 0 };
    ncs_disassemble(program->program, &printer);
    return printer.length;
}

void trnfft_neuron_program_destroy(trnfft_neuron_program *program)
{
    if (program != NULL) {
        ncs_program_destroy(program->program);
        tfi_free(NULL, program);
    }
}

trnfft_status trnfft_neuron_verify(const trnfft_neuron_program *program)
{
    return tfi_neuron_program_check("trnfft_neuron_verify", program);
}

void trnfft_neuron_info_init(trnfft_neuron_info *info)
{
    *info = (trnfft_neuron_info)TRNFFT_NEURON_INFO_INIT;
}

trnfft_status trnfft_neuron_describe(const trnfft_neuron_program *program,
                                     trnfft_neuron_info *info)
{
    static const char f[] = "trnfft_neuron_describe";
    if (program == NULL) {
        return tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT, "%s: program = NULL", f);
    }
    const bool good = program->verdict == TRNFFT_OK;
    trnfft_neuron_info known = TRNFFT_NEURON_INFO_INIT;
    known.name = program->program->name;
    known.machine = program->program->machine->name;
    known.n_buffers = program->program->n_buffers;
    known.n_instructions = program->program->n_instructions;
    known.sbuf_peak = good ? program->report.sbuf_peak : 0;
    known.psum_peak = good ? program->report.psum_peak : 0;
    return tfi_neuron_give(f, "info", "TRNFFT_NEURON_INFO_INIT", info, &known,
                           sizeof known);
}

void trnfft_neuron_place_init(trnfft_neuron_place *place)
{
    *place = (trnfft_neuron_place)TRNFFT_NEURON_PLACE_INIT;
}

trnfft_status trnfft_neuron_buffer(const trnfft_neuron_program *program, int32_t index,
                                   trnfft_neuron_place *place)
{
    static const char f[] = "trnfft_neuron_buffer";
    static const char *const roles[] = { "scratch", "input", "output", "table" };
    if (program == NULL) {
        return tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT, "%s: program = NULL", f);
    }
    if (index < 0 || index >= program->program->n_buffers) {
        return tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT,
                        "%s: index = %d: the program has %d buffers", f, (int)index,
                        (int)program->program->n_buffers);
    }
    const ncs_buffer *buffer = &program->program->buffer[index];
    trnfft_neuron_place known = TRNFFT_NEURON_PLACE_INIT;
    known.name = buffer->name;
    known.memory = ncs_memory_name(buffer->memory);
    known.role = roles[buffer->role];
    known.dtype = ncs_dtype_name(buffer->dtype);
    known.elements = buffer->elements;
    known.n_bytes = buffer->elements * ncs_dtype_bytes(buffer->dtype);
    return tfi_neuron_give(f, "place", "TRNFFT_NEURON_PLACE_INIT", place, &known,
                           sizeof known);
}
