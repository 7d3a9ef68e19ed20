/* text_buffers.c - the assembler: lines of buffers, with their tables. */
#include <string.h>

#include "base/status.h"
#include "ncsim/text.h"
#include "ncsim/text_scan.h"

/* Elements of one table: a word with a repeat count must not fill the memory. */
static const int64_t most_elements = INT64_C(1) << 26;

static const char *dtype_word(int i)
{
    return ncs_dtype_name((ncs_dtype)i);
}

static const char *role_word(int i)
{
    static const char *const words[] = { "scratch", "input", "output", "table" };
    return words[i];
}

static trnfft_status take_name(ncs_scanner *s, const ncs_program *p, char *out)
{
    static const char expected[] = "a new name of up to 23 of a-z, 0-9 and _";
    const ncs_token *t = &s->token;
    bool good = t->kind == 'w' && t->length < NCS_NAME_BYTES && t->text[0] >= 'a' &&
                t->text[0] <= 'z';
    for (size_t i = 0; good && i < t->length; i++) {
        const char c = t->text[i];
        good = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
    }
    if (good) {
        memset(out, 0, NCS_NAME_BYTES);
        memcpy(out, t->text, t->length);
        good = ncs_program_find_buffer(p, out) == NCS_NO_BUFFER;
    }
    if (!good) {
        return ncs_scan_fail(s, expected);
    }
    ncs_scan(s);
    return TRNFFT_OK;
}

/* "3f800000*256": bits and how often. */
static bool table_word(const ncs_token *t, int64_t bytes, uint32_t *bits,
                       int64_t *count)
{
    const size_t digits = 2 * (size_t)bytes;
    if (t->kind != 'w' || t->length < digits) {
        return false;
    }
    *bits = 0;
    for (size_t i = 0; i < digits; i++) {
        const int digit = ncs_hex_digit(t->text[i]);
        if (digit < 0) {
            return false;
        }
        *bits = *bits << 4 | (uint32_t)digit;
    }
    *count = 1;
    return t->length == digits ||
           (t->text[digits] == '*' &&
            ncs_scan_integer(t->text + digits + 1, t->length - digits - 1, count) &&
            *count >= 1);
}

/* Words over any number of lines until all elements are there. */
static trnfft_status take_table(ncs_scanner *s, ncs_buffer *buffer)
{
    const int64_t bytes = ncs_dtype_bytes(buffer->dtype);
    unsigned char *data = buffer->data;
    for (int64_t i = 0; i < buffer->elements;) {
        uint32_t bits;
        int64_t count;
        if (s->token.kind == '\n') {
            ncs_scan(s);
            continue;
        }
        if (!table_word(&s->token, bytes, &bits, &count) ||
            count > buffer->elements - i) {
            return ncs_scan_fail(s, bytes == 2 ? "4 digits of 0-9, a-f, with *count or "
                                                 "without, within the table"
                                               : "8 digits of 0-9, a-f, with *count or "
                                                 "without, within the table");
        }
        const uint16_t half = (uint16_t)bits;
        for (int64_t k = i; k < i + count; k++) {
            if (bytes == 2) {
                memcpy(data + 2 * k, &half, sizeof half);
            } else {
                memcpy(data + 4 * k, &bits, sizeof bits);
            }
        }
        i += count;
        ncs_scan(s);
    }
    return TRNFFT_OK;
}

static trnfft_status table_buffer(ncs_scanner *s, ncs_program *p, ncs_buffer *buffer)
{
    if (ncs_scan_is(s, "none")) {
        ncs_scan(s);
        return ncs_program_add_buffer(p, buffer, NULL);
    }
    if (buffer->elements > most_elements) {
        return tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT,
                        "line %d: table %s has more than 2^26 elements", s->token.line,
                        buffer->name);
    }
    const size_t n_bytes =
        (size_t)buffer->elements * (size_t)ncs_dtype_bytes(buffer->dtype);
    void *data = tfi_alloc(p->alloc, n_bytes);
    if (data == NULL) {
        return tfi_fail_memory("ncs_assemble", n_bytes);
    }
    buffer->data = data;
    trnfft_status status = take_table(s, buffer);
    if (status == TRNFFT_OK) {
        status = ncs_program_add_buffer(p, buffer, NULL);
    }
    tfi_free(p->alloc, data);
    return status;
}

/* "128p". */
static trnfft_status take_partitions(ncs_scanner *s, int32_t *count)
{
    const ncs_token *t = &s->token;
    int64_t n = 0;
    if (t->kind != 'w' || t->text[t->length - 1] != 'p' ||
        !ncs_scan_integer(t->text, t->length - 1, &n) || n < 0 || n > INT32_MAX) {
        return ncs_scan_fail(s, "a number of partitions such as 128p");
    }
    *count = (int32_t)n;
    ncs_scan(s);
    return TRNFFT_OK;
}

trnfft_status ncs_parse_buffer(ncs_scanner *s, ncs_program *p, int memory)
{
    ncs_buffer buffer = { .memory = (ncs_memory)memory };
    ncs_scan(s);
    TFI_TRY(take_name(s, p, buffer.name));
    const int dtype = ncs_scan_choice(s, dtype_word, NCS_N_DTYPES);
    if (dtype < 0) {
        return ncs_scan_fail(s, "f32, tf32, bf16, f16, i32 or u32");
    }
    buffer.dtype = (ncs_dtype)dtype;
    ncs_scan(s);
    if (buffer.memory != NCS_HBM) {
        TFI_TRY(take_partitions(s, &buffer.n_partitions));
    }
    TFI_TRY(
        ncs_scan_integer_in(s, 0, INT64_MAX, "a number of elements", &buffer.elements));
    if (buffer.memory == NCS_HBM) {
        const int role = ncs_scan_choice(s, role_word, 4);
        if (role < 0) {
            return ncs_scan_fail(s, "input, output, scratch or table");
        }
        buffer.role = (ncs_role)role;
        ncs_scan(s);
        return buffer.role == NCS_TABLE ? table_buffer(s, p, &buffer)
                                        : ncs_program_add_buffer(p, &buffer, NULL);
    }
    if (!ncs_scan_is(s, "@")) {
        return ncs_scan_fail(s, "@");
    }
    ncs_scan(s);
    int64_t partition = 0;
    TFI_TRY(ncs_scan_integer_in(s, 0, INT32_MAX, "the first partition", &partition));
    buffer.partition = (int32_t)partition;
    TFI_TRY(ncs_scan_integer_in(s, 0, INT64_MAX, "the first byte", &buffer.address));
    return ncs_program_add_buffer(p, &buffer, NULL);
}
