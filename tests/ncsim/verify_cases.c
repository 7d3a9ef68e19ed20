#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "ncsim/verify_cases.h"

ncs_view part(const setting *s, int32_t buffer, int32_t first, int32_t rows,
              int64_t offset, int64_t columns)
{
    ncs_view v = make_view(s->p, buffer, rows, columns, offset);
    v.partition = s->p->buffer[buffer].memory == NCS_HBM ? 0 : first;
    return v;
}

ncs_view full(const setting *s, int32_t buffer)
{
    return part(s, buffer, 0, 128, 0, 128);
}

ncs_instruction two(ncs_op op, ncs_stream stream, ncs_view dst, ncs_view x)
{
    ncs_instruction in = make_instruction(op, stream);
    in.dst = dst;
    in.src[0] = x;
    return in;
}

ncs_instruction three(ncs_op op, ncs_stream stream, ncs_view dst, ncs_view x,
                      ncs_view y)
{
    ncs_instruction in = two(op, stream, dst, x);
    in.src[1] = y;
    return in;
}

ncs_instruction one(ncs_op op, ncs_stream stream, ncs_view dst)
{
    ncs_instruction in = make_instruction(op, stream);
    in.dst = dst;
    return in;
}

static float table_data[128 * 128];

void begin(setting *s, const char *machine)
{
    ncs_program *p = s->p = make_program(machine);
    const int64_t n = 128 * 128;
    s->x = make_hbm(p, "x", NCS_F32, n, NCS_INPUT);
    s->i = make_hbm(p, "i", NCS_I32, n, NCS_INPUT);
    s->y = make_hbm(p, "y", NCS_F32, n, NCS_OUTPUT);
    s->tab = make_table(p, "tab", NCS_F32, n, table_data);
    s->scratch = make_hbm(p, "scratch", NCS_F32, n, NCS_SCRATCH);
    s->a = make_tile(p, "a", NCS_SBUF, NCS_F32, 0, 128, 128, 0);
    s->b = make_tile(p, "b", NCS_SBUF, NCS_F32, 0, 128, 128, 1024);
    s->c = make_tile(p, "c", NCS_SBUF, NCS_F32, 0, 128, 128, 2048);
    s->h = make_tile(p, "h", NCS_SBUF, NCS_BF16, 0, 128, 128, 4096);
    s->k = make_tile(p, "k", NCS_SBUF, NCS_BF16, 0, 128, 128, 5120);
    s->n = make_tile(p, "n", NCS_SBUF, NCS_I32, 0, 128, 128, 6144);
    s->m = make_tile(p, "m", NCS_SBUF, NCS_I32, 0, 128, 128, 7168);
    s->t = make_tile(p, "t", NCS_SBUF, NCS_TF32, 0, 128, 128, 8192);
    s->q = make_tile(p, "q", NCS_PSUM, NCS_F32, 0, 128, 512, 0);
    s->r = make_tile(p, "r", NCS_PSUM, NCS_F32, 0, 128, 512, 2048);
    s->wide = make_tile(p, "wide", NCS_PSUM, NCS_F32, 0, 128, 1024, 4096);
    s->e = make_tile(p, "e", NCS_SBUF, NCS_F32, 0, 128, 128, 9216);
    const int32_t loaded[] = { s->a, s->b, s->c, s->h, s->k, s->n, s->m, s->t };
    for (size_t l = 0; l < sizeof loaded / sizeof *loaded; l++) {
        make_load(p, full(s, loaded[l]), full(s, s->x));
    }
    make_matmul(p, full(s, s->q), full(s, s->a), full(s, s->b), NCS_OVERWRITE);
    make_matmul(p, full(s, s->r), full(s, s->a), full(s, s->b), NCS_OVERWRITE);
    make_load(p, full(s, s->y), full(s, s->a));
}

ncs_instruction *last(const setting *s)
{
    return &s->p->instruction[s->p->n_instructions - 1];
}

ncs_instruction copy(const setting *s, int32_t dst, int32_t src)
{
    return two(NCS_COPY, NCS_DVE, full(s, dst), full(s, src));
}

ncs_instruction collective(const setting *s, ncs_op op)
{
    return two(op, NCS_CC, full(s, s->scratch), full(s, s->x));
}

static void check_case(const verify_case *c, size_t index)
{
    setting s = { .bad = false };
    ncs_report report;
    begin(&s, c->machine);
    c->build(&s);
    if (ncs_verify(s.p, &report) != TRNFFT_OK || report.rule != NCS_RULE_NONE) {
        fail_msg("case %zu: the good twin: %s", index, report.sentence);
    }
    assert_int_equal(report.instruction, -1);
    assert_true(report.sbuf_peak > 0 && report.psum_peak > 0);
    ncs_program_destroy(s.p);

    s.bad = true;
    begin(&s, c->machine);
    c->build(&s);
    assert_int_equal(ncs_verify(s.p, &report), TRNFFT_ERROR_INVALID_ARGUMENT);
    if (report.rule != c->rule || strstr(report.sentence, c->words) == NULL) {
        fail_msg("case %zu: %s instead of %s with \"%s\": %s", index,
                 ncs_rule_name(report.rule), ncs_rule_name(c->rule), c->words,
                 report.sentence);
    }
    assert_non_null(strstr(trnfft_last_error(), report.sentence));
    /* Without a report: the same answer. */
    assert_int_equal(ncs_verify(s.p, NULL), TRNFFT_ERROR_INVALID_ARGUMENT);
    s.p->n_notes = 0; /* what form_counts() claims */
    ncs_program_destroy(s.p);
}

void check_cases(const verify_case *cases, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        check_case(&cases[i], i);
    }
}
