/* Texts and programs come back from each other unchanged, and errors name their line.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "ncsim/make.h"
#include "ncsim/text.h"
#include "support/random.h"

/* The whole text, to be freed. */
static char *text_of(const ncs_program *p)
{
    tfi_printer count = { 0 };
    ncs_disassemble(p, &count);
    tfi_printer out = { test_malloc(count.length + 1), count.length + 1, 0, 0 };
    ncs_disassemble(p, &out);
    assert_int_equal(out.length, count.length);
    assert_int_equal(strlen(out.text), out.length);
    return out.text;
}

static ncs_program *program_of(const char *text)
{
    ncs_program *p = NULL;
    if (ncs_assemble(text, strlen(text), NULL, &p) != TRNFFT_OK) {
        fail_msg("%s\n%s", trnfft_last_error(), text);
    }
    return p;
}

static void same_view(const ncs_view *a, const ncs_view *b)
{
    assert_int_equal(a->buffer, b->buffer);
    if (a->buffer == NCS_NO_BUFFER) {
        return;
    }
    assert_int_equal(a->partition, b->partition);
    assert_int_equal(a->n_partitions, b->n_partitions);
    assert_int_equal(a->row_stride, b->row_stride);
    assert_int_equal(a->offset, b->offset);
    for (int d = 0; d < NCS_DIMS; d++) {
        assert_int_equal(a->size[d], b->size[d]);
        if (a->size[d] != 1) {
            assert_int_equal(a->stride[d], b->stride[d]);
        }
    }
}

static void same_instruction(const ncs_program *p, const ncs_instruction *a,
                             const ncs_program *q, const ncs_instruction *b)
{
    assert_int_equal(a->op, b->op);
    assert_int_equal(a->stream, b->stream);
    assert_memory_equal(a->alu, b->alu, sizeof a->alu);
    assert_int_equal(a->reverse[0], b->reverse[0]);
    assert_int_equal(a->reverse[1], b->reverse[1]);
    assert_int_equal(a->function, b->function);
    assert_int_equal(a->accumulate, b->accumulate);
    assert_int_equal(a->n_waits, b->n_waits);
    assert_memory_equal(a->wait, b->wait, (size_t)a->n_waits * sizeof a->wait[0]);
    assert_int_equal(a->post, b->post);
    same_view(&a->dst, &b->dst);
    for (int i = 0; i < 3; i++) {
        same_view(&a->src[i], &b->src[i]);
    }
    assert_memory_equal(a->scalar, b->scalar, sizeof a->scalar);
    assert_int_equal(a->base, b->base);
    assert_int_equal(a->channel, b->channel);
    assert_memory_equal(a->step, b->step, sizeof a->step);
    assert_int_equal(a->group, b->group);
    assert_int_equal(a->note < 0, b->note < 0);
    if (a->note >= 0) {
        assert_string_equal(p->note[a->note], q->note[b->note]);
    }
}

static void same_program(const ncs_program *p, const ncs_program *q)
{
    assert_ptr_equal(p->machine, q->machine);
    assert_memory_equal(p->name, q->name, sizeof p->name);
    assert_int_equal(p->n_buffers, q->n_buffers);
    for (int32_t i = 0; i < p->n_buffers; i++) {
        const ncs_buffer *a = &p->buffer[i], *b = &q->buffer[i];
        assert_memory_equal(a->name, b->name, sizeof a->name);
        assert_int_equal(a->memory, b->memory);
        assert_int_equal(a->dtype, b->dtype);
        assert_int_equal(a->role, b->role);
        assert_int_equal(a->elements, b->elements);
        if (a->memory != NCS_HBM) {
            assert_int_equal(a->partition, b->partition);
            assert_int_equal(a->n_partitions, b->n_partitions);
            assert_int_equal(a->address, b->address);
        }
        assert_int_equal(a->data == NULL, b->data == NULL);
        if (a->data != NULL) {
            assert_memory_equal(a->data, b->data,
                                (size_t)(a->elements * ncs_dtype_bytes(a->dtype)));
        }
    }
    assert_int_equal(p->n_instructions, q->n_instructions);
    for (int32_t i = 0; i < p->n_instructions; i++) {
        same_instruction(p, &p->instruction[i], q, &q->instruction[i]);
    }
}

/* Program, text, program, text. */
static void round_trip(const ncs_program *p)
{
    char *text = text_of(p);
    ncs_program *q = program_of(text);
    char *again = text_of(q);
    same_program(p, q);
    assert_string_equal(text, again);
    ncs_program_destroy(q);
    test_free(text);
    test_free(again);
}

static char *golden_text(void)
{
    const char *root = getenv("TRNFFT_SOURCE_DIR");
    char path[512];
    snprintf(path, sizeof path, "%s/tests/ncsim/dft16.nca", root != NULL ? root : ".");
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    char *text = test_calloc(1, 8192);
    assert_true(fread(text, 1, 8191, file) > 1000);
    fclose(file);
    return text;
}

/* The golden text without remarks, empty lines and its own line breaks in tables. */
static void test_the_golden_text_comes_back(void **state)
{
    (void)state;
    static const char *const lines[] = {
        "program dft16 v3\nhbm xr f32 64 input\nhbm w f32 256 table\n  3f800000*17 "
        "3f6c835e 3f3504f3 3ec3ef15 00000000 bec3ef15 bf3504f3 bf6c835e\n  bf800000 ",
        " 3f3504f3 3f6c835e\n  3f800000*224\n",
        "hbm half bf16 3 table\n  3f80*2 bf80\nhbm empty f32 4 table none\n",
        "hbm t f32 64 scratch\nsbuf xs f32 16p 4 @ 0 0\nsbuf ws f32 16p 16 @ 0 64\n"
        "psum acc f32 16p 4 @ 0 2048\n",
        "pe matmul acc[0:16 0 4:1] <- ws[0:16 0 16:1], xs[0:16 0 4:1] overwrite "
        "wait 0>=1 1>=1 post 2 note rows\n",
    };
    char *text = golden_text();
    ncs_program *p = program_of(text);
    char *printed = text_of(p);
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        if (strstr(printed, lines[i]) == NULL) {
            fail_msg("missing:\n%s\nin:\n%s", lines[i], printed);
        }
    }
    /* Instructions are letter by letter what the file has. */
    const char *from = strstr(text, "dma0 dma_copy");
    const char *into = strstr(printed, "dma0 dma_copy");
    assert_string_equal(from, into);
    round_trip(p);
    ncs_program_destroy(p);
    test_free(printed);
    test_free(text);
}

static void test_what_the_golden_text_says(void **state)
{
    (void)state;
    char *text = golden_text();
    ncs_program *p = program_of(text);
    assert_int_equal(p->n_buffers, 10);
    assert_int_equal(p->n_instructions, 11);
    assert_int_equal(p->n_notes, 3);
    assert_string_equal(p->note[2], "out of PSUM");
    const ncs_buffer *w = &p->buffer[1];
    assert_true(((const float *)w->data)[15] == 1 && ((const float *)w->data)[20] == 0);
    assert_true(((const float *)w->data)[24] == -1);
    const ncs_instruction *scaled = &p->instruction[3];
    assert_int_equal(scaled->alu[0], NCS_MULTIPLY);
    assert_int_equal(scaled->alu[1], NCS_BYPASS);
    assert_true(scaled->scalar[0] == 0.25);
    assert_int_equal(scaled->dst.size[0], 1);
    assert_int_equal(scaled->dst.size[1], 2);
    assert_int_equal(scaled->dst.stride[1], 1);
    assert_int_equal(scaled->dst.size[3], 2);
    assert_int_equal(scaled->dst.stride[3], 2);
    assert_true(p->instruction[4].reverse[1] && !p->instruction[4].reverse[0]);
    const ncs_instruction *function = &p->instruction[5];
    assert_int_equal(function->function, NCS_EXP);
    assert_int_equal(function->src[1].buffer, NCS_NO_BUFFER);
    assert_int_equal(function->src[2].buffer, 6);
    assert_true(function->scalar[1] == -0.5);
    assert_int_equal(p->instruction[6].base, -5);
    assert_int_equal(p->instruction[6].step[3], 3);
    assert_int_equal(p->instruction[7].dst.stride[3], -1);
    assert_int_equal(p->instruction[8].group, 2);
    assert_int_equal(p->instruction[9].n_waits, 5);
    assert_int_equal(p->instruction[10].stream, NCS_DMA0 + 15);
    assert_int_equal(p->instruction[10].dst.row_stride, 4);
    ncs_program_destroy(p);
    test_free(text);
}

static double random_scalar(test_random *seed)
{
    static const double some[] = { 0, -0.0, 1, -1, 4097, 1.0 / 3, 1e-310, -7e22 };
    return some[test_random_u64(seed) % 8];
}

static ncs_view random_view(const ncs_program *p, test_random *seed)
{
    ncs_view v = make_none();
    v.buffer = (int32_t)(test_random_u64(seed) % (uint64_t)p->n_buffers);
    const bool hbm = p->buffer[v.buffer].memory == NCS_HBM;
    v.n_partitions = (int32_t)(test_random_u64(seed) % 200);
    v.partition = hbm ? 0 : (int32_t)(test_random_u64(seed) % 128);
    v.row_stride = hbm ? (int64_t)(test_random_u64(seed) % 100) - 50 : 0;
    v.offset = (int64_t)test_random_u64(seed); /* any number at all */
    for (int d = 0; d < NCS_DIMS; d++) {
        v.size[d] = 1 + (int64_t)(test_random_u64(seed) % 3);
        v.stride[d] = (int64_t)(test_random_u64(seed) % 9) - 4;
    }
    return v;
}

/* Fields that no valid program would put together survive as well. */
static void test_random_programs_come_back(void **state)
{
    (void)state;
    test_random seed = test_random_seed(20260701);
    for (int k = 0; k < 200; k++) {
        ncs_program *p = make_program(k % 2 == 0 ? "v2" : "v4");
        make_hbm(p, "x", NCS_I32, 100, NCS_INPUT);
        make_tile(p, "t", NCS_SBUF, NCS_F16, 32, 5, 100, 64);
        make_tile(p, "p", NCS_PSUM, NCS_F32, 0, 128, 512, 2048);
        int32_t notes[2];
        assert_int_equal(ncs_program_add_note(p, "first \"note\"\n", &notes[0]),
                         TRNFFT_OK);
        assert_int_equal(ncs_program_add_note(p, "b", &notes[1]), TRNFFT_OK);
        uint32_t table[40];
        for (int i = 0; i < 40; i++) {
            table[i] = (uint32_t)test_random_u64(&seed) & 0x80000001;
        }
        make_table(p, "c", NCS_F32, 40, table);
        make_table(p, "d", NCS_BF16, 80, table);
        for (int i = 0; i < 20; i++) {
            ncs_instruction in =
                make_instruction((ncs_op)(test_random_u64(&seed) % NCS_N_OPS),
                                 (ncs_stream)(test_random_u64(&seed) % NCS_N_STREAMS));
            ncs_view *views[] = { &in.dst, &in.src[0], &in.src[1], &in.src[2] };
            for (int v = 0; v < 4; v++) {
                if (test_random_u64(&seed) % 3 != 0) {
                    *views[v] = random_view(p, &seed);
                }
            }
            in.alu[0] = (uint8_t)(test_random_u64(&seed) % NCS_N_ALUS);
            in.alu[1] = (uint8_t)(test_random_u64(&seed) % NCS_N_ALUS);
            in.function = (uint8_t)(test_random_u64(&seed) % NCS_N_FUNCTIONS);
            in.accumulate = test_random_u64(&seed) % 2 == 0;
            in.reverse[0] = test_random_u64(&seed) % 2 == 0;
            in.reverse[1] = test_random_u64(&seed) % 2 == 0;
            in.scalar[0] = random_scalar(&seed);
            in.scalar[1] = random_scalar(&seed);
            in.base = (int64_t)test_random_u64(&seed);
            in.channel = (int64_t)(test_random_u64(&seed) % 3);
            in.step[test_random_u64(&seed) % 4] = INT64_MIN;
            in.group = (int32_t)(test_random_u64(&seed) % 3);
            in.post = (int32_t)(test_random_u64(&seed) % 257) - 1;
            in.note = test_random_u64(&seed) % 3 == 0
                          ? -1
                          : notes[test_random_u64(&seed) % 2];
            for (uint64_t w = test_random_u64(&seed) % 9; w > 0; w--) {
                make_wait(&in, (int32_t)(test_random_u64(&seed) % 256),
                          1 + (int32_t)(test_random_u64(&seed) % 99));
            }
            make_add(p, &in);
        }
        round_trip(p);
        ncs_program_destroy(p);
    }
}

/* Numbers out of every range are printed somehow; nothing is read beyond an end. */
static void test_broken_programs_print(void **state)
{
    (void)state;
    ncs_program *p = make_program("v3");
    make_hbm(p, "x", NCS_F32, 100, (ncs_role)77);
    p->buffer[0].dtype = (ncs_dtype)99;
    p->buffer[0].memory = (ncs_memory)-3;
    memset(p->buffer[0].name, 'x', sizeof p->buffer[0].name);
    ncs_instruction in = make_instruction((ncs_op)200, (ncs_stream)201);
    in.dst = make_whole(p, 0);
    in.src[0].buffer = 12345;
    in.src[1].buffer = -7;
    in.alu[0] = in.alu[1] = in.function = in.accumulate = 255;
    in.n_waits = 1000;
    in.note = 1000;
    make_add(p, &in);
    char *text = text_of(p);
    assert_non_null(strstr(text, "? ?"));
    assert_non_null(strstr(text, "?12345"));
    test_free(text);
    ncs_program_destroy(p);
}

/* A printer that is too short gets the beginning. */
static void test_short_printers_cut(void **state)
{
    (void)state;
    char *text = golden_text();
    ncs_program *p = program_of(text);
    char *whole = text_of(p);
    char part[100];
    tfi_printer out = { part, sizeof part, 0, 0 };
    ncs_disassemble(p, &out);
    assert_int_equal(out.length, strlen(whole));
    assert_memory_equal(part, whole, sizeof part - 1);
    assert_int_equal(part[sizeof part - 1], '\0');
    test_free(whole);
    test_free(text);
    ncs_program_destroy(p);
}

static const struct malformed {
    const char *text, *message;
} malformed[] = {
    { "", "line 1: the line ends where program is expected" },
    { "\n; only a remark\n", "line 3: the line ends where program" },
    { "programme a v3", "line 1: \"programme\": program expected" },
    { "program", "line 1: the line ends where a name" },
    { "program a", "line 1: the line ends where v2, v3 or v4" },
    { "program a v9", "line 1: \"v9\": v2, v3 or v4 expected" },
    { "program a v3 x", "line 1: \"x\": the end of the line expected" },
    { "program \"a v3", "line 1: \"\"a v3\": a name of up to 63 bytes" },
    { "program \"a\\x0g\" v3", "two digits of 01 to ff" },
    { "program \"a\\x00\" v3", "two digits of 01 to ff" },
    { "program "
      "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa v3",
      "a name of up to 63 bytes" },
    { "program a v3\nsram x f32 1p 1 @ 0 0", "line 2: \"sram\": a memory" },
    { "program a v3\n\n[", "line 3: \"[\": a memory" },
    { "program a v3\nhbm X f32 1 input", "\"X\": a new name" },
    { "program a v3\nhbm a234567890123456789012345 f32 1 input", "a new name" },
    { "program a v3\nhbm x f32 1 input\nhbm x f32 1 input",
      "line 3: \"x\": a new name" },
    { "program a v3\nhbm x f64 1 input", "\"f64\": f32, tf32, bf16, f16" },
    { "program a v3\nhbm x f32 -1 input", "\"-1\": a number of elements" },
    { "program a v3\nhbm x f32 9999999999999999999 input", "a number of elements" },
    { "program a v3\nhbm x f32 1 in", "\"in\": input, output, scratch or table" },
    { "program a v3\nhbm x f32 1 input 3", "\"3\": the end of the line" },
    { "program a v3\nhbm x f32 2 table 3f800000", "line 2: the line ends where 8" },
    { "program a v3\nhbm x f32 2 table 3f800000*3", "\"3f800000*3\": 8 digits" },
    { "program a v3\nhbm x f32 2 table 3f800000*0", "8 digits" },
    { "program a v3\nhbm x f32 2 table\n 3f80\n", "line 3: \"3f80\": 8 digits" },
    { "program a v3\nhbm x bf16 2 table 3F80*2", "\"3F80*2\": 4 digits" },
    { "program a v3\nhbm x bf16 99999999999 table 3f80", "more than 2^26 elements" },
    { "program a v3\nsbuf x f32 128 1 @ 0 0", "\"128\": a number of partitions" },
    { "program a v3\nsbuf x f32 1p 1 0 0", "\"0\": @ expected" },
    { "program a v3\nsbuf x f32 1p 1 @ 0", "the line ends where the first byte" },
    { "program a v3\npe multiply", "\"multiply\": an operation" },
    { "program a v3\npe", "the line ends where an operation" },
    { "program a v3\ndve copy x[0:1 0 1:1]", "\"x\": the name of a buffer" },
    { "program a v3\nhbm x f32 1 input\ndve copy x[0:1 0 1:1]",
      "line 3: \"0:1\": rows*row_stride" },
    { "program a v3\nsbuf x f32 1p 1 @ 0 0\ndve copy x[0 0 1:1]",
      "\"0\": first:rows expected" },
    { "program a v3\nsbuf x f32 1p 1 @ 0 0\ndve copy x[-1:3 0 1:1]",
      "rows between 0 and" },
    { "program a v3\nsbuf x f32 1p 1 @ 0 0\ndve copy x[0:1 a 1:1]", "an offset" },
    { "program a v3\nsbuf x f32 1p 1 @ 0 0\ndve copy x[0:1 0]", "\"]\": size:stride" },
    { "program a v3\nsbuf x f32 1p 1 @ 0 0\ndve copy x[0:1 0 1:1 1:1 1:1 1:1 1:1]",
      "] after four dimensions" },
    { "program a v3\nsbuf x f32 1p 1 @ 0 0\ndve copy x[0:1 0 1:1", "size:stride or ]" },
    { "program a v3\nsbuf x f32 1p 1 @ 0 0\ndve copy x[0:1 0 1:1] <-",
      "the line ends where the name of a buffer" },
    { "program a v3\nsbuf x f32 1p 1 @ 0 0\ndve copy x[0:1 0 1:1] <- y[0:1 0 1:1]",
      "\"y\": the name of a buffer" },
    { "program a v3\nsbuf x f32 1p 1 @ 0 0\ndve copy - <- -, -, -, -",
      "no fourth operand" },
    { "program a v3\ndve nop fast", "\"fast\": an attribute" },
    { "program a v3\ndve nop add add add", "\"add\": an attribute" },
    { "program a v3\ndve nop scalar x", "\"x\": a number" },
    { "program a v3\ndve nop wait", "the line ends where semaphore>=count" },
    { "program a v3\ndve nop wait 0", "\"0\": semaphore>=count" },
    { "program a v3\ndve nop wait 0>=0", "counts from 1" },
    { "program a v3\ndve nop wait 256>=1", "semaphores 0 to 255" },
    { "program a v3\ndve nop wait 0>=1 0>=1 0>=1 0>=1 0>=1 0>=1 0>=1 0>=1 0>=1",
      "up to 8" },
    { "program a v3\ndve nop post 256", "\"256\": a semaphore from 0 to 255" },
    { "program a v3\ndve nop step 1 2 3", "the line ends where four numbers" },
    { "program a v3\ndve nop group -1", "\"-1\": a number of cores" },
    { "program a v3\ndve nop note", "the line ends where a note" },
    { "program a v3\ndve nop note abcdefghijklmnopqrstuvwxyz", "up to 23 bytes" },
};

static void test_errors_name_line_and_word(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof malformed / sizeof malformed[0]; i++) {
        ncs_program *p = (ncs_program *)(uintptr_t)1;
        const char *text = malformed[i].text;
        if (ncs_assemble(text, strlen(text), NULL, &p) !=
                TRNFFT_ERROR_INVALID_ARGUMENT ||
            p != NULL || strstr(trnfft_last_error(), malformed[i].message) == NULL) {
            fail_msg("%zu: %s\ninstead of: %s", i, trnfft_last_error(),
                     malformed[i].message);
        }
    }
}

/* Cut anywhere, or with any byte changed: accepted or refused, never worse; what is
 * accepted comes back. */
static void test_damaged_texts_do_no_harm(void **state)
{
    (void)state;
    char *text = golden_text();
    const size_t length = strlen(text);
    test_random seed = test_random_seed(7);
    for (size_t i = 0; i < length; i++) {
        ncs_program *p = NULL;
        char *copy = test_malloc(length);
        memcpy(copy, text, length);
        if (ncs_assemble(copy, i, NULL, &p) == TRNFFT_OK) {
            round_trip(p);
        }
        ncs_program_destroy(p);
        copy[i] = " 0:*[],>=-zZ\n\"\\;\0@"[test_random_u64(&seed) % 19];
        if (ncs_assemble(copy, length, NULL, &p) == TRNFFT_OK) {
            round_trip(p);
        }
        ncs_program_destroy(p);
        test_free(copy);
    }
    test_free(text);
}

static void test_line_ends_of_other_systems(void **state)
{
    (void)state;
    ncs_program *p = program_of("program a v3\r\nhbm x f32 1 input\r\n\tsp nop\r\n");
    assert_int_equal(p->n_instructions, 1);
    ncs_program_destroy(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_golden_text_comes_back),
        cmocka_unit_test(test_what_the_golden_text_says),
        cmocka_unit_test(test_random_programs_come_back),
        cmocka_unit_test(test_broken_programs_print),
        cmocka_unit_test(test_short_printers_cut),
        cmocka_unit_test(test_errors_name_line_and_word),
        cmocka_unit_test(test_damaged_texts_do_no_harm),
        cmocka_unit_test(test_line_ends_of_other_systems),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
