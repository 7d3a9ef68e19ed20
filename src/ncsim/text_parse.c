/* text_parse.c - the assembler: lines of instructions. */
#include <stdlib.h>
#include <string.h>

#include "base/status.h"
#include "ncsim/number.h"
#include "ncsim/text.h"
#include "ncsim/text_scan.h"

static const char *memory_word(int i)
{
    return ncs_memory_name((ncs_memory)i);
}

static const char *stream_word(int i)
{
    return ncs_stream_name((ncs_stream)i);
}

static const char *op_word(int i)
{
    return ncs_op_name((ncs_op)i);
}

static const char *alu_word(int i)
{
    return ncs_alu_name((ncs_alu)i);
}

static const char *function_word(int i)
{
    return ncs_function_name((ncs_function)i);
}

/* A word or a text between quotes, unquoted, into `capacity` bytes with their NUL. */
static trnfft_status take_text(ncs_scanner *s, char *out, size_t capacity,
                               const char *what)
{
    const ncs_token *t = &s->token;
    size_t length = 0;
    if ((t->kind != 'w' && t->kind != 'q') || (t->kind == 'w' && t->text[0] == '"')) {
        return ncs_scan_fail(s, what);
    }
    memset(out, 0, capacity);
    for (size_t i = 0; i < t->length; i++) {
        char c = t->text[i];
        if (t->kind == 'q' && c == '\\' && i + 1 < t->length) {
            c = t->text[++i];
            if (c == 'x') {
                const int high = i + 1 < t->length ? ncs_hex_digit(t->text[i + 1]) : -1;
                const int low = i + 2 < t->length ? ncs_hex_digit(t->text[i + 2]) : -1;
                if (high < 0 || low < 0 || 16 * high + low == 0) {
                    return ncs_scan_fail(s, "\\x and two digits of 01 to ff");
                }
                c = (char)(16 * high + low);
                i += 2;
            }
        }
        if (c == '\0' || length + 1 >= capacity) {
            return ncs_scan_fail(s, what);
        }
        out[length++] = c;
    }
    ncs_scan(s);
    return TRNFFT_OK;
}

static ncs_view no_view(void)
{
    const ncs_view v = { NCS_NO_BUFFER, 0, 0, 0, 0, { 1, 1, 1, 1 }, { 0, 0, 0, 0 } };
    return v;
}

/* The dimensions up to the bracket, moved to the innermost places. */
static trnfft_status take_dimensions(ncs_scanner *s, ncs_view *view)
{
    int64_t size[NCS_DIMS], stride[NCS_DIMS];
    int count = 0;
    while (s->token.kind != ']') {
        if (count == NCS_DIMS ||
            !ncs_scan_pair(&s->token, ":", &size[count], &stride[count])) {
            return ncs_scan_fail(s, count == NCS_DIMS ? "] after four dimensions"
                                                      : "size:stride or ]");
        }
        count++;
        ncs_scan(s);
    }
    if (count == 0) {
        return ncs_scan_fail(s, "size:stride");
    }
    for (int d = 0; d < NCS_DIMS; d++) {
        const int from = d - (NCS_DIMS - count);
        view->size[d] = from < 0 ? 1 : size[from];
        view->stride[d] = from < 0 ? 0 : stride[from];
    }
    ncs_scan(s);
    return TRNFFT_OK;
}

static trnfft_status take_view(ncs_scanner *s, const ncs_program *p, ncs_view *view)
{
    char name[NCS_NAME_BYTES] = { 0 };
    *view = no_view();
    if (ncs_scan_is(s, "-")) {
        ncs_scan(s);
        return TRNFFT_OK;
    }
    if (s->token.kind == 'w' && s->token.length < sizeof name) {
        memcpy(name, s->token.text, s->token.length);
    }
    view->buffer = ncs_program_find_buffer(p, name);
    if (view->buffer == NCS_NO_BUFFER || s->token.kind != 'w') {
        return ncs_scan_fail(s, "the name of a buffer");
    }
    ncs_scan(s);
    if (s->token.kind != '[') {
        return ncs_scan_fail(s, "[");
    }
    ncs_scan(s);
    const bool hbm = p->buffer[view->buffer].memory == NCS_HBM;
    int64_t a = 0, b = 0;
    if (!ncs_scan_pair(&s->token, hbm ? "*" : ":", &a, &b)) {
        return ncs_scan_fail(s, hbm ? "rows*row_stride" : "first:rows");
    }
    const int64_t rows = hbm ? a : b, first = hbm ? 0 : a;
    if (rows < 0 || rows > INT32_MAX || first < 0 || first > INT32_MAX) {
        return ncs_scan_fail(s, "rows between 0 and 2147483647");
    }
    view->n_partitions = (int32_t)rows;
    view->partition = (int32_t)first;
    view->row_stride = hbm ? b : 0;
    ncs_scan(s);
    TFI_TRY(ncs_scan_integer_in(s, INT64_MIN, INT64_MAX, "an offset", &view->offset));
    return take_dimensions(s, view);
}

static bool ends_operands(const ncs_scanner *s)
{
    return s->token.kind == '\n' || s->token.kind == '\0';
}

/* A word that is an operand: a known name with a bracket, or -. */
static bool begins_view(const ncs_scanner *s)
{
    const char *after = s->token.text + s->token.length;
    return s->token.kind == 'w' &&
           (ncs_scan_is(s, "-") || (after < s->end && *after == '['));
}

static trnfft_status take_operands(ncs_scanner *s, const ncs_program *p,
                                   ncs_instruction *in)
{
    in->dst = in->src[0] = in->src[1] = in->src[2] = no_view();
    if (ends_operands(s) || !begins_view(s)) {
        return TRNFFT_OK;
    }
    TFI_TRY(take_view(s, p, &in->dst));
    if (!ncs_scan_is(s, "<-")) {
        return TRNFFT_OK;
    }
    int count = 0;
    do {
        ncs_scan(s);
        if (count == 3) {
            return ncs_scan_fail(s, "no fourth operand");
        }
        TFI_TRY(take_view(s, p, &in->src[count++]));
    } while (s->token.kind == ',');
    return TRNFFT_OK;
}

static trnfft_status take_scalars(ncs_scanner *s, ncs_instruction *in)
{
    int count = 0;
    while (count < 2 && s->token.kind == 'w' &&
           ncs_number_parse(s->token.text, s->token.length, &in->scalar[count])) {
        count++;
        ncs_scan(s);
    }
    return count > 0 ? TRNFFT_OK : ncs_scan_fail(s, "a number");
}

static trnfft_status take_waits(ncs_scanner *s, ncs_instruction *in)
{
    int64_t semaphore, count;
    while (ncs_scan_pair(&s->token, ">=", &semaphore, &count)) {
        if (in->n_waits == NCS_MAX_WAITS || semaphore < 0 ||
            semaphore >= NCS_MAX_SEMAPHORES || count < 1 || count > INT32_MAX) {
            return ncs_scan_fail(s, "up to 8 of semaphore>=count, semaphores 0 to 255, "
                                    "counts from 1");
        }
        in->wait[in->n_waits].semaphore = (int32_t)semaphore;
        in->wait[in->n_waits++].count = (int32_t)count;
        ncs_scan(s);
    }
    return in->n_waits > 0 ? TRNFFT_OK : ncs_scan_fail(s, "semaphore>=count");
}

static trnfft_status take_note(ncs_scanner *s, ncs_program *p, ncs_instruction *in)
{
    char name[NCS_NAME_BYTES];
    TFI_TRY(take_text(s, name, sizeof name, "a note of up to 23 bytes"));
    for (int32_t i = 0; i < p->n_notes; i++) {
        if (strcmp(p->note[i], name) == 0) {
            in->note = i;
            return TRNFFT_OK;
        }
    }
    return ncs_program_add_note(p, name, &in->note);
}

/* Words that stand for themselves; false: it is none of them. */
static bool take_flag(ncs_scanner *s, ncs_instruction *in, int *alus)
{
    const int alu = ncs_scan_choice(s, alu_word, NCS_N_ALUS);
    const int function = ncs_scan_choice(s, function_word, NCS_N_FUNCTIONS);
    if (alu >= 0 && *alus < 2) {
        in->alu[(*alus)++] = (uint8_t)alu;
    } else if (function >= 0) {
        in->function = (uint8_t)function;
    } else if (ncs_scan_is(s, "overwrite") || ncs_scan_is(s, "accumulate")) {
        in->accumulate = ncs_scan_is(s, "accumulate") ? NCS_ACCUMULATE : NCS_OVERWRITE;
    } else if (ncs_scan_is(s, "reverse0") || ncs_scan_is(s, "reverse1")) {
        in->reverse[ncs_scan_is(s, "reverse1")] = true;
    } else {
        return false;
    }
    ncs_scan(s);
    return true;
}

/* Words with numbers behind them. */
static trnfft_status take_attribute(ncs_scanner *s, ncs_program *p, ncs_instruction *in)
{
    static const char *const words[] = { "scalar", "wait",    "note",  "post",
                                         "base",   "channel", "group", "step" };
    size_t which = 0;
    while (which < 8 && !ncs_scan_is(s, words[which])) {
        which++;
    }
    if (which == 8) {
        return ncs_scan_fail(s,
                             "an attribute (scalar, wait, post, note ...) or the end "
                             "of the line");
    }
    ncs_scan(s);
    int64_t number = 0;
    switch (which) {
    case 0: return take_scalars(s, in);
    case 1: return take_waits(s, in);
    case 2: return take_note(s, p, in);
    case 3:
        TFI_TRY(ncs_scan_integer_in(s, 0, NCS_MAX_SEMAPHORES - 1,
                                    "a semaphore from 0 to 255", &number));
        in->post = (int32_t)number;
        return TRNFFT_OK;
    case 4: return ncs_scan_integer_in(s, INT64_MIN, INT64_MAX, "a number", &in->base);
    case 5:
        return ncs_scan_integer_in(s, INT64_MIN, INT64_MAX, "a number", &in->channel);
    case 6:
        TFI_TRY(ncs_scan_integer_in(s, 0, INT32_MAX, "a number of cores", &number));
        in->group = (int32_t)number;
        return TRNFFT_OK;
    default:
        for (int d = 0; d < NCS_DIMS; d++) {
            TFI_TRY(ncs_scan_integer_in(s, INT64_MIN, INT64_MAX, "four numbers",
                                        &in->step[d]));
        }
        return TRNFFT_OK;
    }
}

static trnfft_status parse_instruction(ncs_scanner *s, ncs_program *p, int stream)
{
    ncs_instruction in;
    memset(&in, 0, sizeof in);
    in.stream = (uint8_t)stream;
    in.post = -1;
    in.note = -1;
    ncs_scan(s);
    const int op = ncs_scan_choice(s, op_word, NCS_N_OPS);
    if (op < 0) {
        return ncs_scan_fail(s, "an operation (matmul, dma_copy, copy ...)");
    }
    in.op = (uint8_t)op;
    ncs_scan(s);
    TFI_TRY(take_operands(s, p, &in));
    int alus = 0;
    while (!ends_operands(s)) {
        if (!take_flag(s, &in, &alus)) {
            TFI_TRY(take_attribute(s, p, &in));
        }
    }
    return ncs_program_add_instruction(p, &in);
}

static trnfft_status parse_line(ncs_scanner *s, ncs_program *p)
{
    const int memory = ncs_scan_choice(s, memory_word, 3);
    if (memory >= 0) {
        TFI_TRY(ncs_parse_buffer(s, p, memory));
    } else {
        const int stream = ncs_scan_choice(s, stream_word, NCS_N_STREAMS);
        if (stream < 0) {
            return ncs_scan_fail(s, "a memory (hbm, sbuf, psum) or a stream (pe, dve, "
                                    "act, pool, sp, cc, dma0 ... dma15)");
        }
        TFI_TRY(parse_instruction(s, p, stream));
    }
    return ends_operands(s) ? TRNFFT_OK : ncs_scan_fail(s, "the end of the line");
}

static trnfft_status parse_heading(ncs_scanner *s, const tfi_allocator *alloc,
                                   ncs_program **out)
{
    char name[64], generation[16];
    ncs_scan(s);
    if (!ncs_scan_is(s, "program")) {
        return ncs_scan_fail(s, "program");
    }
    ncs_scan(s);
    TFI_TRY(take_text(s, name, sizeof name, "a name of up to 63 bytes"));
    const ncs_scanner before = *s;
    char wanted[NCS_MACHINE_NAMES_BYTES];
    (void)ncs_machine_names("or", wanted);
    TFI_TRY(take_text(s, generation, sizeof generation, wanted));
    const ncs_machine *machine = ncs_machine_find(generation);
    if (machine == NULL) {
        return ncs_scan_fail(&before, wanted);
    }
    if (!ends_operands(s)) {
        return ncs_scan_fail(s, "the end of the line");
    }
    *out = ncs_program_create(machine, name, alloc);
    return *out == NULL ? TRNFFT_ERROR_OUT_OF_MEMORY : TRNFFT_OK;
}

trnfft_status ncs_assemble(const char *text, size_t n_bytes, const tfi_allocator *alloc,
                           ncs_program **out)
{
    ncs_scanner scanner;
    ncs_program *program = NULL;
    *out = NULL;
    ncs_scanner_init(&scanner, text, n_bytes);
    trnfft_status status = parse_heading(&scanner, alloc, &program);
    while (status == TRNFFT_OK) {
        ncs_scan(&scanner);
        if (scanner.token.kind == '\0') {
            break;
        }
        status = parse_line(&scanner, program);
    }
    if (status != TRNFFT_OK) {
        ncs_program_destroy(program);
        return status;
    }
    *out = program;
    return TRNFFT_OK;
}
