/* api_time.c - predicted times and timelines of programs. */
#include <string.h>

#include "backend/neuron/api.h"
#include "ncsim/timing.h"
#include "ncsim/trace.h"

void trnfft_neuron_time_init(trnfft_neuron_time *time)
{
    *time = (trnfft_neuron_time)TRNFFT_NEURON_TIME_INIT;
}

trnfft_status trnfft_neuron_estimate(const trnfft_neuron_program *program,
                                     const char *const *settings, size_t n_settings,
                                     trnfft_neuron_time *time)
{
    static const char f[] = "trnfft_neuron_estimate";
    ncs_settings s;
    ncs_time t;
    TFI_TRY(tfi_neuron_program_check(f, program));
    const ncs_program *p = program->program;
    TFI_TRY(tfi_neuron_settings_read(f, p->machine, settings, n_settings, &s));
    const trnfft_status status = ncs_estimate(p, &s, NULL, NULL, &t);
    if (status != TRNFFT_OK) {
        return tfi_fail_as(f, status);
    }
    trnfft_neuron_time known = TRNFFT_NEURON_TIME_INIT;
    known.total_ns = t.total_ns;
    known.device_ns = t.device_ns;
    known.pe_ns = t.busy_ns[NCS_PE];
    known.dve_ns = t.busy_ns[NCS_DVE];
    known.act_ns = t.busy_ns[NCS_ACT];
    known.pool_ns = t.busy_ns[NCS_POOL];
    known.dma_ns = t.dma_busy_ns;
    known.bytes_in = t.bytes_in;
    known.bytes_out = t.bytes_out;
    known.bytes_table = t.bytes_table;
    known.macs = t.macs;
    known.critical_length = t.critical_length;
    known.bound = ncs_bound_name(t.bound);
    known.device_bound = ncs_bound_name(t.device_bound);
    return tfi_neuron_give(f, "time", "TRNFFT_NEURON_TIME_INIT", time, &known,
                           sizeof known);
}

/* Spans and the critical path behind them, one allocation; to be freed. */
static trnfft_status make_spans(const char *f, const ncs_program *p,
                                const ncs_settings *settings, ncs_span **spans,
                                int32_t **critical, ncs_time *time)
{
    const size_t count = (size_t)p->n_instructions + 1;
    const size_t each = sizeof(ncs_span) + sizeof(int32_t);
    *spans = tfi_alloc_array(NULL, count, each);
    if (*spans == NULL) {
        return tfi_fail_memory(f, count * each);
    }
    *critical = (int32_t *)(void *)(*spans + count);
    const trnfft_status status = ncs_estimate(p, settings, *spans, *critical, time);
    if (status != TRNFFT_OK) {
        tfi_free(NULL, *spans);
        return tfi_fail_as(f, status);
    }
    return TRNFFT_OK;
}

trnfft_status trnfft_neuron_spans(const trnfft_neuron_program *program,
                                  const char *const *settings, size_t n_settings,
                                  void (*each)(const trnfft_neuron_span *span,
                                               void *user),
                                  void *user)
{
    static const char f[] = "trnfft_neuron_spans";
    ncs_settings s;
    TFI_TRY(tfi_neuron_program_check(f, program));
    const ncs_program *p = program->program;
    TFI_TRY(tfi_neuron_settings_read(f, p->machine, settings, n_settings, &s));
    if (each == NULL) {
        return tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT, "%s: each = NULL", f);
    }
    ncs_span *spans = NULL;
    int32_t *critical = NULL, next = 0;
    ncs_time t;
    TFI_TRY(make_spans(f, p, &s, &spans, &critical, &t));
    for (int32_t i = 0; i < p->n_instructions; i++) {
        const ncs_instruction *in = &p->instruction[i];
        const bool on_path = next < t.critical_length && critical[next] == i;
        const trnfft_neuron_span span = {
            .struct_size = sizeof span,
            .instruction = i,
            .stream = in->stream,
            .name = ncs_stream_name((ncs_stream)in->stream),
            .operation = ncs_op_name((ncs_op)in->op),
            .note = in->note < 0 ? "" : p->note[in->note],
            .start_ns = spans[i].start,
            .end_ns = spans[i].end,
            .done_ns = spans[i].done,
            .waited_for = spans[i].cause,
            .critical = on_path,
        };
        next += on_path;
        each(&span, user);
    }
    tfi_free(NULL, spans);
    return TRNFFT_OK;
}

trnfft_status trnfft_neuron_trace(const trnfft_neuron_program *program,
                                  const char *const *settings, size_t n_settings,
                                  int32_t format, const char *title, char *text,
                                  size_t capacity, size_t *n_bytes)
{
    static const char f[] = "trnfft_neuron_trace";
    ncs_settings s;
    TFI_TRY(tfi_neuron_program_check(f, program));
    const ncs_program *p = program->program;
    TFI_TRY(tfi_neuron_settings_read(f, p->machine, settings, n_settings, &s));
    if (format != TRNFFT_NEURON_FORMAT_JSON && format != TRNFFT_NEURON_FORMAT_SVG) {
        return tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT,
                        "%s: format = %d: neither JSON nor SVG", f, (int)format);
    }
    if (n_bytes == NULL) {
        return tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT, "%s: n_bytes = NULL", f);
    }
    ncs_span *spans = NULL;
    int32_t *critical = NULL;
    ncs_time t;
    TFI_TRY(make_spans(f, p, &s, &spans, &critical, &t));
    tfi_printer printer = { text, text == NULL ? 0 : capacity, 0, 0 };
    if (format == TRNFFT_NEURON_FORMAT_JSON) {
        ncs_trace_json(p, spans, &t, &printer);
    } else {
        ncs_trace_svg(p, spans, critical, &t, title != NULL ? title : p->name,
                      &printer);
    }
    *n_bytes = printer.length;
    tfi_free(NULL, spans);
    return TRNFFT_OK;
}
