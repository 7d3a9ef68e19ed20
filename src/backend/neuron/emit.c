/* emit.c - the kernel: arguments, tiles where they are first used, instructions in the
 * order of the program.
 */
#include "backend/neuron/emit_parts.h"

static bool is_argument(const ncs_buffer *b)
{
    return b->memory == NCS_HBM && (b->role == NCS_INPUT || b->role == NCS_TABLE);
}

static void declare(tfi_emitter *e, int32_t index)
{
    const ncs_buffer *b = &e->program->buffer[index];
    tfi_printf(e->out, "    ");
    tfi_emit_name(e, index);
    tfi_printf(e->out, " = nl.ndarray((%d, %lld), dtype=nl.%s, buffer=nl.",
               b->memory == NCS_HBM ? 1 : (int)b->n_partitions, (long long)b->elements,
               tfi_emit_dtype(b->dtype));
    if (b->memory == NCS_HBM) {
        tfi_printf(e->out, "%s)\n",
                   b->role == NCS_OUTPUT ? "shared_hbm" : "private_hbm");
    } else {
        tfi_printf(e->out, "%s, address=(%d, %lld))\n", ncs_memory_name(b->memory),
                   (int)b->partition, (long long)b->address);
    }
}

/* Names in the order of the buffers, those that `wanted` takes. */
static void name_list(tfi_emitter *e, bool outputs)
{
    int n = 0;
    for (int32_t i = 0; i < e->program->n_buffers; i++) {
        const ncs_buffer *b = &e->program->buffer[i];
        bool wanted =
            outputs ? b->memory == NCS_HBM && b->role == NCS_OUTPUT : is_argument(b);
        if (wanted) {
            tfi_printf(e->out, "%s", n++ > 0 ? ", " : "");
            tfi_emit_name(e, i);
        }
    }
}

static void declare_tiles_of(tfi_emitter *e, const ncs_instruction *in, bool *declared)
{
    const ncs_view *views[4] = { &in->dst, &in->src[0], &in->src[1], &in->src[2] };
    for (int v = 0; v < 4 && in->op != NCS_NOP; v++) {
        const int32_t index = views[v]->buffer;
        if (index != NCS_NO_BUFFER && !declared[index]) {
            declared[index] = true;
            declare(e, index);
        }
    }
}

static void print_kernel(tfi_emitter *e, bool *declared)
{
    const ncs_program *program = e->program;
    tfi_printf(e->out, "@nki.jit\ndef kernel(");
    name_list(e, false);
    tfi_printf(e->out, "):\n");
    for (int32_t i = 0; i < program->n_buffers; i++) {
        const ncs_buffer *b = &program->buffer[i];
        declared[i] = b->memory == NCS_HBM;
        if (declared[i] && !is_argument(b)) {
            declare(e, i);
        }
    }
    int32_t note = -1;
    for (int32_t i = 0; i < program->n_instructions; i++) {
        const ncs_instruction *in = &program->instruction[i];
        if (in->note != note && in->note >= 0) {
            tfi_printf(e->out, "    # ");
            tfi_emit_text(e, program->note[in->note]);
            tfi_printf(e->out, "\n");
        }
        note = in->note;
        declare_tiles_of(e, in, declared);
        tfi_emit_instruction(e, in);
    }
    tfi_printf(e->out, "    return (");
    name_list(e, true);
    tfi_printf(e->out, ",)\n");
}

trnfft_status tfi_emit_file(tfi_emitter *e)
{
    const ncs_program *program = e->program;
    trnfft_status status = TRNFFT_OK;
    for (int32_t i = 0; i < program->n_instructions && status == TRNFFT_OK; i++) {
        status = tfi_emit_check(program, i);
    }
    if (status != TRNFFT_OK) {
        return status;
    }
    bool *declared = tfi_alloc(program->alloc, (size_t)program->n_buffers + 1);
    if (declared == NULL) {
        return tfi_fail(TRNFFT_ERROR_OUT_OF_MEMORY, "neuron_emit: no memory");
    }
    tfi_emit_head(e);
    print_kernel(e, declared);
    tfi_free(program->alloc, declared);
    tfi_printf(e->out, "\n\n");
    status = tfi_emit_tables(e);
    return status == TRNFFT_OK ? tfi_emit_driver(e) : status;
}

trnfft_status tfi_neuron_emit(const ncs_program *program, const tfi_neuron_job *job,
                              tfi_printer *printer)
{
    tfi_emitter e = { .program = program,
                      .job = job,
                      .out = printer,
                      .checks =
                          job != NULL ? tfi_emit_reference : tfi_emit_no_reference };
    return tfi_emit_file(&e);
}
