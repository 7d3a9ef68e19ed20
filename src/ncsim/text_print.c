/* text_print.c - the disassembler. */
#include <inttypes.h>
#include <string.h>

#include "ncsim/number.h"
#include "ncsim/text.h"

static bool is_plain(const char *word, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        const char c = word[i];
        if (!((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
              (c >= '0' && c <= '9') || c == '_' || c == '.' || c == '-' || c == '+')) {
            return false;
        }
    }
    return length > 0;
}

/* As it is, or between quotes where it has other characters. */
static void print_word(tfi_printer *printer, const char *word, size_t capacity)
{
    size_t length = 0;
    while (length < capacity && word[length] != '\0') {
        length++;
    }
    if (is_plain(word, length)) {
        tfi_printf(printer, "%.*s", (int)length, word);
        return;
    }
    tfi_printf(printer, "\"");
    for (size_t i = 0; i < length; i++) {
        const unsigned char c = (unsigned char)word[i];
        if (c == '"' || c == '\\') {
            tfi_printf(printer, "\\%c", c);
        } else if (c < 0x20 || c == 0x7f) {
            tfi_printf(printer, "\\x%02x", c);
        } else {
            tfi_printf(printer, "%c", c);
        }
    }
    tfi_printf(printer, "\"");
}

/* Bits of the element, 4 or 8 digits. */
static uint32_t bits_at(const ncs_buffer *buffer, int64_t i)
{
    uint32_t word = 0;
    uint16_t half = 0;
    if (ncs_dtype_bytes(buffer->dtype) == 2) {
        memcpy(&half, (const unsigned char *)buffer->data + 2 * i, sizeof half);
        return half;
    }
    memcpy(&word, (const unsigned char *)buffer->data + 4 * i, sizeof word);
    return word;
}

static void print_table(tfi_printer *printer, const ncs_buffer *buffer)
{
    enum { WORDS_A_LINE = 8 };
    const int digits = 2 * (int)ncs_dtype_bytes(buffer->dtype);
    int words = 0;
    for (int64_t i = 0; i < buffer->elements;) {
        const uint32_t bits = bits_at(buffer, i);
        int64_t count = 1;
        while (i + count < buffer->elements && bits_at(buffer, i + count) == bits) {
            count++;
        }
        tfi_printf(printer, "%s%0*" PRIx32, words++ % WORDS_A_LINE == 0 ? "\n  " : " ",
                   digits, bits);
        if (count > 1) {
            tfi_printf(printer, "*%" PRId64, count);
        }
        i += count;
    }
}

static void print_buffer(tfi_printer *printer, const ncs_buffer *buffer)
{
    static const char *const roles[] = { "scratch", "input", "output", "table" };
    tfi_printf(printer, "%s ", ncs_memory_name(buffer->memory));
    print_word(printer, buffer->name, sizeof buffer->name);
    tfi_printf(printer, " %s ", ncs_dtype_name(buffer->dtype));
    if (buffer->memory == NCS_HBM) {
        tfi_printf(printer, "%" PRId64 " %s", buffer->elements,
                   (unsigned)buffer->role < 4 ? roles[buffer->role] : "?");
        if (buffer->role == NCS_TABLE && buffer->data != NULL) {
            print_table(printer, buffer);
        } else if (buffer->role == NCS_TABLE) {
            tfi_printf(printer, " none");
        }
    } else {
        tfi_printf(printer, "%dp %" PRId64 " @ %d %" PRId64, (int)buffer->n_partitions,
                   buffer->elements, (int)buffer->partition, buffer->address);
    }
    tfi_printf(printer, "\n");
}

static void print_view(tfi_printer *printer, const ncs_program *program,
                       const ncs_view *view)
{
    if (view->buffer == NCS_NO_BUFFER) {
        tfi_printf(printer, "-");
        return;
    }
    if (view->buffer < 0 || view->buffer >= program->n_buffers) {
        tfi_printf(printer, "?%d", (int)view->buffer);
        return;
    }
    const ncs_buffer *buffer = &program->buffer[view->buffer];
    print_word(printer, buffer->name, sizeof buffer->name);
    if (buffer->memory == NCS_HBM) {
        tfi_printf(printer, "[%d*%" PRId64, (int)view->n_partitions, view->row_stride);
    } else {
        tfi_printf(printer, "[%d:%d", (int)view->partition, (int)view->n_partitions);
    }
    tfi_printf(printer, " %" PRId64, view->offset);
    int d = 0;
    while (d < NCS_DIMS - 1 && view->size[d] == 1) {
        d++;
    }
    for (; d < NCS_DIMS; d++) {
        tfi_printf(printer, " %" PRId64 ":%" PRId64, view->size[d],
                   view->size[d] == 1 ? 0 : view->stride[d]);
    }
    tfi_printf(printer, "]");
}

static void print_operands(tfi_printer *printer, const ncs_program *program,
                           const ncs_instruction *in)
{
    int sources = 3;
    while (sources > 0 && in->src[sources - 1].buffer == NCS_NO_BUFFER) {
        sources--;
    }
    if (in->dst.buffer != NCS_NO_BUFFER || sources > 0) {
        tfi_printf(printer, " ");
        print_view(printer, program, &in->dst);
    }
    for (int i = 0; i < sources; i++) {
        tfi_printf(printer, i == 0 ? " <- " : ", ");
        print_view(printer, program, &in->src[i]);
    }
}

/* Its bits, so that -0 is not lost. */
static bool is_zero(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits == 0;
}

static void print_numbers(tfi_printer *printer, const ncs_instruction *in)
{
    char text[NCS_NUMBER_BYTES];
    if (!is_zero(in->scalar[0]) || !is_zero(in->scalar[1])) {
        ncs_number_text(in->scalar[0], text);
        tfi_printf(printer, " scalar %s", text);
        if (!is_zero(in->scalar[1])) {
            ncs_number_text(in->scalar[1], text);
            tfi_printf(printer, " %s", text);
        }
    }
    if (in->base != 0) {
        tfi_printf(printer, " base %" PRId64, in->base);
    }
    if (in->channel != 0) {
        tfi_printf(printer, " channel %" PRId64, in->channel);
    }
    if (in->step[0] != 0 || in->step[1] != 0 || in->step[2] != 0 || in->step[3] != 0) {
        tfi_printf(printer, " step");
        for (int d = 0; d < NCS_DIMS; d++) {
            tfi_printf(printer, " %" PRId64, in->step[d]);
        }
    }
    if (in->group != 0) {
        tfi_printf(printer, " group %d", (int)in->group);
    }
}

static void print_words(tfi_printer *printer, const ncs_instruction *in)
{
    if (in->op == NCS_MATMUL || in->accumulate != NCS_OVERWRITE) {
        tfi_printf(printer,
                   in->accumulate == NCS_OVERWRITE ? " overwrite" : " accumulate");
    }
    const bool two = in->op == NCS_TENSOR_SCALAR || in->op == NCS_SCALAR_TENSOR_TENSOR;
    if (two || in->op == NCS_TENSOR_TENSOR || in->alu[0] != 0 || in->alu[1] != 0) {
        tfi_printf(printer, " %s", ncs_alu_name((ncs_alu)in->alu[0]));
    }
    if (two || in->alu[1] != 0) {
        tfi_printf(printer, " %s", ncs_alu_name((ncs_alu)in->alu[1]));
    }
    if (in->op == NCS_ACTIVATION || in->function != 0) {
        tfi_printf(printer, " %s", ncs_function_name((ncs_function)in->function));
    }
    for (int i = 0; i < 2; i++) {
        if (in->reverse[i]) {
            tfi_printf(printer, " reverse%d", i);
        }
    }
}

void ncs_disassemble_one(const ncs_program *program, const ncs_instruction *instruction,
                         tfi_printer *printer)
{
    const ncs_instruction *in = instruction;
    tfi_printf(printer, "%s %s", ncs_stream_name((ncs_stream)in->stream),
               ncs_op_name((ncs_op)in->op));
    print_operands(printer, program, in);
    print_words(printer, in);
    print_numbers(printer, in);
    for (int32_t w = 0; w < in->n_waits && w < NCS_MAX_WAITS; w++) {
        tfi_printf(printer, "%s%d>=%d", w == 0 ? " wait " : " ",
                   (int)in->wait[w].semaphore, (int)in->wait[w].count);
    }
    if (in->post >= 0) {
        tfi_printf(printer, " post %d", (int)in->post);
    }
    if (in->note >= 0 && in->note < program->n_notes) {
        tfi_printf(printer, " note ");
        print_word(printer, program->note[in->note], NCS_NAME_BYTES);
    }
}

void ncs_disassemble(const ncs_program *program, tfi_printer *printer)
{
    tfi_printf(printer, "program ");
    print_word(printer, program->name, sizeof program->name);
    tfi_printf(printer, " %s\n", program->machine->name);
    for (int32_t i = 0; i < program->n_buffers; i++) {
        print_buffer(printer, &program->buffer[i]);
    }
    for (int32_t i = 0; i < program->n_instructions; i++) {
        ncs_disassemble_one(program, &program->instruction[i], printer);
        tfi_printf(printer, "\n");
    }
}
