/* api_emit.c - programs as source for NKI. */
#include "backend/neuron/api.h"
#include "backend/neuron/emit.h"
#include "backend/neuron/probe.h"

trnfft_status trnfft_neuron_emit(const trnfft_neuron_program *program,
                                 const trnfft_neuron_job *job, char *text,
                                 size_t capacity, size_t *n_bytes)
{
    static const char f[] = "trnfft_neuron_emit";
    TFI_TRY(tfi_neuron_program_check(f, program));
    if (n_bytes == NULL) {
        return tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT, "%s: n_bytes = NULL", f);
    }
    tfi_neuron_job known;
    double *ones = NULL;
    if (job != NULL) {
        TFI_TRY(tfi_neuron_job_read(f, job, &known, &ones));
    }
    tfi_printer printer = { text, text == NULL ? 0 : capacity, 0, 0 };
    const trnfft_status status =
        tfi_neuron_emit(program->program, job != NULL ? &known : NULL, &printer);
    tfi_free(NULL, ones);
    if (status != TRNFFT_OK) {
        return tfi_fail_as(f, status);
    }
    *n_bytes = printer.length;
    return TRNFFT_OK;
}

trnfft_status trnfft_neuron_emit_probe(const char *machine, char *text, size_t capacity,
                                       size_t *n_bytes)
{
    static const char f[] = "trnfft_neuron_emit_probe";
    const ncs_machine *m = NULL;
    TFI_TRY(tfi_neuron_require_machine(f, machine, &m));
    if (n_bytes == NULL) {
        return tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT, "%s: n_bytes = NULL", f);
    }
    tfi_printer printer = { text, text == NULL ? 0 : capacity, 0, 0 };
    trnfft_status status = tfi_neuron_emit_probe(m, NULL, &printer);
    if (status != TRNFFT_OK) {
        return tfi_fail_as(f, status);
    }
    *n_bytes = printer.length;
    return TRNFFT_OK;
}
