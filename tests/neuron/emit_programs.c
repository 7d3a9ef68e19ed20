/* emit_programs.c - programs with each operation, operator and type, for test_emit.c.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "emit_programs.h"

#include <string.h>

ncs_program *emit_finish(ncs_builder *b)
{
    ncs_program *p = NULL;
    trnfft_status status = ncs_builder_finish(b, &p);
    if (status != TRNFFT_OK) {
        print_error("%s\n", trnfft_last_error());
    }
    assert_int_equal(status, TRNFFT_OK);
    return p;
}

/* Every operation and operator once, each on its own tile. */
typedef struct sheet {
    ncs_builder *b;
    ncs_view x, y, out; /* 64 x 32 on the core, f32 */
    ncs_view results;   /* HBM, 64 rows a result */
    int n;
} sheet;

enum { ROWS = 64, COLUMNS = 32, RESULTS = 48 };

static void keep(sheet *s)
{
    assert_true(s->n < RESULTS);
    ncs_dma(s->b, -1, ncs_rows(s->results, ROWS * s->n++, ROWS), s->out);
}

static void arithmetic(sheet *s)
{
    ncs_builder *b = s->b;
    const ncs_view x = s->x, y = s->y, out = s->out;
    static const ncs_alu alus[] = { NCS_ADD, NCS_SUBTRACT, NCS_MULTIPLY, NCS_MAX,
                                    NCS_MIN, NCS_IS_GT,    NCS_IS_GE,    NCS_IS_EQ };
    for (size_t i = 0; i < sizeof alus / sizeof alus[0]; i++) {
        ncs_tensor_tensor(b, i % 2 == 0 ? NCS_DVE : NCS_POOL, out, x, alus[i], y);
        keep(s);
    }
    ncs_tensor_scalar(b, NCS_DVE, out, x, NCS_MULTIPLY, 0.1, NCS_SUBTRACT, 3.0);
    keep(s);
    ncs_tensor_scalar(b, NCS_POOL, out, x, NCS_ADD, -1e-3, NCS_BYPASS, 0.0);
    keep(s);
    ncs_tensor_scalar(b, NCS_DVE, out, x, NCS_BYPASS, 0.0, NCS_MAX, 0.25);
    keep(s);
    ncs_tensor_column(b, NCS_DVE, out, x, NCS_MULTIPLY, ncs_columns(y, 3, 1, 1),
                      NCS_ADD, ncs_columns(y, 4, 1, 1));
    keep(s);
    ncs_tensor_column(b, NCS_DVE, out, x, NCS_SUBTRACT, ncs_columns(y, 3, 1, 1),
                      NCS_BYPASS, ncs_no_view());
    keep(s);
    ncs_scalar_tensor(b, out, x, NCS_MULTIPLY, 0.3, ncs_no_view(), NCS_SUBTRACT, y);
    keep(s);
    ncs_scalar_tensor(b, out, x, NCS_ADD, 0.0, ncs_columns(y, 5, 1, 1), NCS_MULTIPLY,
                      y);
    keep(s);
    ncs_memset(b, NCS_POOL, out, -2.5);
    keep(s);
    ncs_copy(b, NCS_ACT, out, x);
    keep(s);
    ncs_copy(b, NCS_POOL, out, y);
    keep(s);
}

/* Instructions that the builder has no shorthand for. */
ncs_instruction emit_plain(ncs_op op, ncs_stream stream, ncs_view dst)
{
    ncs_instruction in = {
        .op = (uint8_t)op, .stream = (uint8_t)stream, .post = -1, .note = -1
    };
    in.dst = dst;
    in.src[0] = in.src[1] = in.src[2] = ncs_no_view();
    return in;
}

static void reversed(sheet *s)
{
    ncs_instruction in = emit_plain(NCS_TENSOR_SCALAR, NCS_DVE, s->out);
    in.src[0] = s->x;
    in.alu[0] = NCS_SUBTRACT;
    in.alu[1] = NCS_SUBTRACT;
    in.scalar[0] = 0.5;
    in.scalar[1] = 0.75;
    in.reverse[0] = true;
    ncs_emit(s->b, &in);
    keep(s);
    in.reverse[0] = false;
    in.reverse[1] = true;
    ncs_emit(s->b, &in);
    keep(s);
    ncs_instruction both = emit_plain(NCS_SCALAR_TENSOR_TENSOR, NCS_DVE, s->out);
    both.src[0] = s->x;
    both.src[1] = s->y;
    both.alu[0] = both.alu[1] = NCS_SUBTRACT;
    both.scalar[0] = 0.5;
    both.reverse[0] = both.reverse[1] = true;
    ncs_emit(s->b, &both);
    keep(s);
}

static void functions(sheet *s, bool bias)
{
    ncs_tensor_scalar(s->b, NCS_DVE, s->x, s->x, NCS_MULTIPLY, 0.5, NCS_ADD, 1.5);
    for (int f = 0; f < NCS_N_FUNCTIONS; f++) {
        ncs_activation(s->b, s->out, (ncs_function)f, s->x, f % 2 == 0 ? 1.0 : 0.7,
                       bias && f % 3 == 0 ? 0.125 : 0.0);
        keep(s);
    }
    ncs_instruction in = emit_plain(NCS_ACTIVATION, NCS_ACT, s->out);
    in.function = NCS_RELU;
    in.src[0] = s->x;
    in.src[1] = ncs_columns(s->y, 0, 1, 1);
    in.src[2] = ncs_columns(s->y, 1, 1, 1);
    ncs_emit(s->b, &in);
    keep(s);
}

static void patterns(sheet *s)
{
    static const int64_t size[2] = { 4, 8 }, step[2] = { 1, 4 };
    ncs_instruction in = emit_plain(NCS_IOTA, NCS_POOL, s->out);
    in.dst = ncs_pattern(s->out, 0, 2, size, step); /* columns as 8 x 4, turned */
    in.base = -7;
    in.channel = 3;
    in.step[2] = 100;
    in.step[3] = -2;
    ncs_emit(s->b, &in);
    keep(s);
    ncs_instruction select = emit_plain(NCS_AFFINE_SELECT, NCS_POOL, s->out);
    select.src[0] = s->x;
    select.base = 5;
    select.channel = -1;
    select.step[3] = 2;
    select.scalar[0] = -9.0;
    ncs_emit(s->b, &select);
    keep(s);
    ncs_instruction pick = emit_plain(NCS_SELECT, NCS_DVE, s->out);
    pick.src[0] = s->y;
    pick.src[1] = s->x;
    pick.src[2] = s->y;
    ncs_emit(s->b, &pick);
    keep(s);
    ncs_copy(s->b, NCS_DVE, s->out, s->x);
    pick.src[1] = s->out;
    ncs_emit(s->b, &pick);
    keep(s);
    /* Backwards, and each second twice over. */
    static const int64_t backwards[1] = { COLUMNS }, minus[1] = { -1 };
    ncs_copy(s->b, NCS_DVE, s->out,
             ncs_pattern(s->x, COLUMNS - 1, 1, backwards, minus));
    keep(s);
    static const int64_t twice[2] = { 16, 2 }, still[2] = { 2, 0 };
    ncs_copy(s->b, NCS_DVE, s->out, ncs_pattern(s->x, 0, 2, twice, still));
    keep(s);
    ncs_transpose(s->b, NCS_DVE, ncs_rows(s->out, 32, 32), ncs_rows(s->x, 0, 32));
    keep(s);
}

ncs_program *emit_every_operation(const char *machine, int part)
{
    const ncs_machine *m = ncs_machine_find(machine);
    sheet s = { .b = ncs_builder_create(m, "every operation", NULL) };
    assert_non_null(s.b);
    ncs_view x = ncs_input(s.b, "x", NCS_F32, ROWS, COLUMNS);
    ncs_view y = ncs_input(s.b, "is", NCS_F32, ROWS, COLUMNS); /* a word of Python's */
    s.x = ncs_sbuf(s.b, "xs", NCS_F32, ROWS, COLUMNS);
    s.y = ncs_sbuf(s.b, "ys", NCS_F32, ROWS, COLUMNS);
    s.out = ncs_sbuf(s.b, "as", NCS_F32, ROWS, COLUMNS);
    static const int results[3] = { 21, 13, 7 };
    s.results =
        ncs_output(s.b, "results", NCS_F32, (int64_t)ROWS * results[part], COLUMNS);
    ncs_note(s.b, "load");
    ncs_dma(s.b, -1, s.x, x);
    ncs_dma(s.b, -1, s.y, y);
    ncs_note(s.b, "operations");
    if (part == 0) {
        arithmetic(&s);
        reversed(&s);
    } else if (part == 1) {
        functions(&s, strcmp(machine, "v2") != 0);
    } else {
        patterns(&s);
    }
    assert_int_equal(s.n, results[part]);
    return emit_finish(s.b);
}

/* Types: through DMA, through engines, as bits; products of every kind of operand.
 */
ncs_program *emit_every_type(const char *machine)
{
    ncs_builder *b = ncs_builder_create(ncs_machine_find(machine), "every type", NULL);
    static const ncs_dtype types[] = { NCS_F32, NCS_TF32, NCS_BF16, NCS_F16 };
    ncs_view x = ncs_input(b, "x", NCS_F32, 96, 160);
    ncs_view bits = ncs_input(b, "bits", NCS_U32, 96, 16);
    ncs_view y = ncs_output(b, "y", NCS_F32, 4 * 64, 96);
    ncs_view low = ncs_output(b, "low", NCS_BF16, 64, 96);
    ncs_view half = ncs_output(b, "half", NCS_F16, 64, 96);
    ncs_view turned = ncs_output(b, "turned", NCS_F32, 96, 96);
    ncs_view words = ncs_output(b, "words", NCS_U32, 3 * 96, 16);
    ncs_view whole = ncs_output(b, "whole", NCS_I32, 96, 17);
    ncs_view xs = ncs_sbuf(b, "xs", NCS_F32, 96, 160);
    ncs_dma(b, -1, xs, x);
    for (int t = 0; t < 4; t++) {
        ncs_view operand = ncs_sbuf(b, "operand", types[t], 96, 160);
        ncs_copy(b, NCS_DVE, operand, xs);
        ncs_view acc = ncs_psum(b, "acc", NCS_F32, 64, 96);
        ncs_matmul(b, acc, ncs_columns(operand, 0, 64, 1),
                   ncs_columns(operand, 64, 96, 1), NCS_OVERWRITE);
        ncs_matmul(b, acc, ncs_columns(operand, 0, 64, 2),
                   ncs_columns(operand, 10, 96, 1), NCS_ACCUMULATE);
        ncs_view out = ncs_sbuf(b, "out", NCS_F32, 64, 96);
        ncs_copy(b, NCS_ACT, out, acc);
        ncs_dma(b, -1, ncs_rows(y, 64 * t, 64), out);
        if (t == 3) {
            ncs_dma(b, -1, low, out);
            ncs_view narrow = ncs_sbuf(b, "narrow", NCS_F16, 64, 96);
            ncs_copy(b, NCS_DVE, narrow, out);
            ncs_dma(b, -1, half, narrow);
        }
    }
    ncs_view square = ncs_psum(b, "square", NCS_F32, 96, 96);
    ncs_transpose(b, NCS_PE, square, ncs_columns(xs, 0, 96, 1));
    ncs_view back = ncs_sbuf(b, "back", NCS_F32, 96, 96);
    ncs_copy(b, NCS_DVE, back, square);
    ncs_dma(b, -1, turned, back);
    ncs_view u = ncs_sbuf(b, "u", NCS_U32, 96, 16),
             v = ncs_sbuf(b, "v", NCS_U32, 96, 16);
    ncs_dma(b, -1, u, bits);
    ncs_tensor_scalar(b, NCS_DVE, v, u, NCS_SHIFT_RIGHT, 3.0, NCS_BIT_AND, 65535.0);
    ncs_dma(b, -1, ncs_rows(words, 0, 96), v);
    ncs_tensor_tensor(b, NCS_DVE, v, u, NCS_BIT_XOR, v);
    ncs_dma(b, -1, ncs_rows(words, 96, 96), v);
    ncs_tensor_tensor(b, NCS_POOL, v, u, NCS_MULTIPLY, v);
    ncs_dma(b, -1, ncs_rows(words, 192, 96), v);
    ncs_view i = ncs_sbuf(b, "i", NCS_I32, 96, 17);
    ncs_memset(b, NCS_POOL, i, -3.0);
    ncs_tensor_scalar(b, NCS_DVE, ncs_columns(i, 1, 16, 1), ncs_columns(xs, 0, 16, 1),
                      NCS_MULTIPLY, 100.0, NCS_BYPASS, 0.0);
    ncs_dma(b, -1, whole, i);
    return emit_finish(b);
}

/* Wide tiles whose place is taken over, two accumulations, tables: what the
 * mutations of run_emitted.py change. */
ncs_program *emit_mutable(void)
{
    ncs_builder *b =
        ncs_builder_create(ncs_machine_find("v3"), "mutate \"\"\"\n\\", NULL);
    enum { N = 64 };
    double table[N * N];
    for (int i = 0; i < N * N; i++) {
        table[i] = (double)(i / N * (i % N) % 7) / 7.0; /* few distinct: a palette */
    }
    ncs_view x = ncs_input(b, "x", NCS_F32, N, 600);
    ncs_view w = ncs_table(b, "w", NCS_F32, N, N, table);
    ncs_view y = ncs_output(b, "y", NCS_F32, N, 600);
    ncs_view ws = ncs_sbuf(b, "ws", NCS_F32, N, N);
    ncs_dma(b, -1, ws, w);
    for (int i = 0; i < 4; i++) {
        ncs_view xs = ncs_sbuf(b, "xs", NCS_F32, N, 150);
        ncs_dma(b, -1, xs, ncs_columns(x, 150 * i, 150, 1));
        ncs_view acc = ncs_psum(b, "acc", NCS_F32, N, 150);
        ncs_matmul(b, acc, ws, xs, NCS_OVERWRITE);
        ncs_matmul(b, acc, ncs_columns(xs, 0, N, 1), xs, NCS_ACCUMULATE);
        ncs_view ys = ncs_sbuf(b, "ys", NCS_F32, N, 150);
        ncs_copy(b, NCS_DVE, ys, acc);
        ncs_dma(b, -1, ncs_columns(y, 150 * i, 150, 1), ys);
        ncs_free(b, xs);
        ncs_free(b, acc);
        ncs_free(b, ys);
    }
    return emit_finish(b);
}
