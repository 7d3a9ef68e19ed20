/* Are the Stockham passes bit-equal to plain C, at every tail, layout and alignment, in
 * place too, and do they write nothing else? */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "kernels/buffers.h"
#include "kernels/tables.h"

typedef struct pass_case {
    int type, radix, misalign; /* of the operands, in components */
    int64_t n_outer, n_inner;
    int in_pairs, out_pairs, conj, twiddles, finish;
    int misalign_more; /* of the second parts, the output and the twiddles, on top */
    int overrun;
} pass_case;

/* What a pass that may overrun reads and writes behind its last run, at most. */
static int64_t slack_of(const tfk_table *table, const pass_case *c)
{
    return c->overrun ? table->lanes[c->type] - 1 : 0;
}

static int64_t operand_size(const pass_case *c, int pairs)
{
    return (pairs ? 2 : 1) * c->radix * c->n_outer * c->n_inner;
}

/* Runs the pass of one table; out has both parts (pairs: one array, im = re + 1). */
static void run(const tfk_table *table, const pass_case *c, guarded in[2],
                guarded out[2], const void *twiddle)
{
    const int64_t xi = c->in_pairs ? 2 : 1, xo = c->out_pairs ? 2 : 1;
    const size_t bytes = component_bytes(c->type);
    tfk_pass p = { 0 };
    p.n_outer = c->n_outer;
    p.n_inner = c->n_inner;
    p.in_outer = xi * c->n_inner;
    p.in_leg = xi * c->n_inner * c->n_outer;
    p.out_outer = xo * c->n_inner * c->radix;
    p.out_leg = xo * c->n_inner;
    p.twiddle = c->twiddles ? twiddle : NULL;
    p.finish = c->finish;
    p.scale = c->finish ? 0.37 : 1.0;
    p.in_interleaved = c->in_pairs;
    p.out_interleaved = c->out_pairs;
    p.conj_in = c->conj;
    p.conj_out = c->conj && c->finish;
    p.overrun = c->overrun;
    table->pass[c->type][c->radix](
        &p, in[0].data, c->in_pairs ? (char *)in[0].data + bytes : in[1].data,
        out[0].data, c->out_pairs ? (char *)out[0].data + bytes : out[1].data);
}

static void compare(const tfk_table *table, const pass_case *c)
{
    guarded twiddle = guarded_new(c->type, 4096, c->misalign_more);
    guarded in[2], want[2], got[2];
    const int64_t slack = slack_of(table, c), written = operand_size(c, c->out_pairs);
    for (int i = 0; i < 2; i++) {
        const int more = (i + 1) * c->misalign_more;
        in[i] = guarded_new(c->type, operand_size(c, c->in_pairs) + slack,
                            c->misalign + i * c->misalign_more);
        want[i] = guarded_new(c->type, written, 0);
        got[i] = guarded_new(c->type, written + slack, c->misalign + more);
        guarded_fill(&in[i], (uint32_t)(c->radix + i));
    }
    guarded_fill(&twiddle, 99);
    run(reference_of(table), c, in, want, twiddle.data);
    run(table, c, in, got, twiddle.data);
    for (int i = 0; i < (c->out_pairs ? 1 : 2); i++) {
        size_t bytes = component_bytes(c->type) * (size_t)written;
        if (memcmp(want[i].data, got[i].data, bytes) != 0 ||
            !guarded_intact(&got[i], written + slack)) {
            fail_msg(
                "%s type %d radix %d outer %lld inner %lld pairs %d%d conj %d tw %d "
                "finish %d misalign %d, %d overrun %d",
                table->name, c->type, c->radix, (long long)c->n_outer,
                (long long)c->n_inner, c->in_pairs, c->out_pairs, c->conj, c->twiddles,
                c->finish, c->misalign, c->misalign_more, c->overrun);
        }
    }
    for (int i = 0; i < 2; i++) {
        guarded_free(&in[i]);
        guarded_free(&want[i]);
        guarded_free(&got[i]);
    }
    guarded_free(&twiddle);
}

/* Middle, first and last passes as the solvers use them. */
static void sweep(const tfk_table *table)
{
    static const int64_t inner[] = { 1, 2, 3, 5, 7, 8, 9, 15, 16, 17, 31, 33 };
    for (int type = 0; type < 2; type++) {
        for (int radix = 2; radix <= TFK_MAX_RADIX; radix++) {
            if (table->pass[type][radix] == NULL) {
                continue;
            }
            for (int kind = 0; kind < 16; kind++) {
                for (size_t i = 0; i < sizeof inner / sizeof inner[0]; i++) {
                    pass_case c = {
                        type, radix, (int)(i % 5), 3, inner[i], 0, 0, 0, 0, 0, 0, 0
                    };
                    c.in_pairs = kind & 1;
                    c.out_pairs = kind >> 1 & 1;
                    c.conj = kind >> 2 & 1;
                    c.finish = kind >> 3;
                    c.twiddles = !c.finish;
                    if (!c.finish && c.out_pairs) {
                        continue;
                    }
                    compare(table, &c);
                }
            }
        }
    }
}

static void test_active_table(void **state)
{
    (void)state;
    sweep(tfk_table_for(tfi_cpu_detect()));
}

static void test_emulated_wide(void **state)
{
    (void)state;
    sweep(&tfk_table_emulated_wide);
}

static void check_alignments(const tfk_table *table)
{
    for (int i = 0; i < 2 * (TFK_MAX_RADIX + 1); i++) {
        const int type = i & 1, radix = i >> 1;
        if (radix < 2 || table->pass[type][radix] == NULL) {
            continue;
        }
        for (int k = 0; k < 16 * 4; k++) {
            const int misalign = k >> 2, more = (k & 3) * 5;
            pass_case middle = { type, radix, misalign, 2, 37, 0, 0, 0, 1, 0, more, 0 };
            pass_case last = {
                type, radix, misalign, 1, 21, k & 1, 1, 1, 0, 1, more, 0
            };
            compare(table, &middle);
            compare(table, &last);
        }
    }
}

static void test_every_alignment(void **state)
{
    (void)state;
    check_alignments(tfk_table_for(tfi_cpu_detect()));
    check_alignments(&tfk_table_emulated_wide);
}

/* Runs shorter than a vector that are read and written as one: middle and last passes
 * between split arrays with slack behind them. */
static void check_short_runs(const tfk_table *table)
{
    for (int i = 0; i < 2 * (TFK_MAX_RADIX + 1); i++) {
        const int type = i & 1, radix = i >> 1;
        if (radix < 2 || table->pass[type][radix] == NULL) {
            continue;
        }
        for (int k = 0; k < 20 * 4; k++) {
            const int conj = k & 1, finish = k >> 1 & 1;
            const int64_t n_inner = k / 4 + 1, n_outer = finish ? 1 : 3;
            pass_case c = { type, radix, k % 5,   n_outer, n_inner, 0,
                            0,    conj,  !finish, finish,  3,       1 };
            compare(table, &c);
        }
    }
}

static void test_short_runs(void **state)
{
    (void)state;
    check_short_runs(tfk_table_for(tfi_cpu_detect()));
    check_short_runs(&tfk_table_emulated_wide);
}

/* The pass over one contiguous line, against the general pass walked point by point. */
static void check_first(const tfk_table *table, int type, int radix, int64_t m,
                        int pairs, int conj)
{
    const int64_t n = radix * m;
    guarded in[2], want[2], got[2], twiddle = guarded_new(type, 40 * n + 4096, 0);
    guarded_fill(&twiddle, 7);
    for (int i = 0; i < 2; i++) {
        in[i] = guarded_new(type, pairs ? 2 * n : n, 3);
        guarded_fill(&in[i], (uint32_t)(40 + i));
        want[i] = guarded_new(type, n + TFK_SLACK, 0);
        got[i] = guarded_new(type, n + TFK_SLACK, 0);
    }
    for (int which = 0; which < 2; which++) {
        const tfk_table *t = which ? table : reference_of(table);
        guarded *out = which ? got : want;
        tfk_pass p = { 0 };
        p.in_interleaved = pairs;
        p.conj_in = conj;
        p.in_leg = (pairs ? 2 : 1) * m;
        p.n_outer = m;
        p.n_inner = 1;
        p.scale = 1.0;
        p.twiddle = twiddle.data;
        t->first[type][radix](&p, in[0].data,
                              pairs ? (char *)in[0].data + component_bytes(type)
                                    : in[1].data,
                              out[0].data, out[1].data);
    }
    for (int i = 0; i < 2; i++) {
        assert_memory_equal(want[i].data, got[i].data,
                            component_bytes(type) * (size_t)n);
        assert_true(guarded_intact(&got[i], n + TFK_SLACK));
        guarded_free(&in[i]);
        guarded_free(&want[i]);
        guarded_free(&got[i]);
    }
    guarded_free(&twiddle);
}

static void test_first_pass(void **state)
{
    static const int64_t m[] = { 2, 3, 7, 8, 9, 16, 17, 24, 40 };
    const tfk_table *tables[2] = { tfk_table_for(tfi_cpu_detect()),
                                   &tfk_table_emulated_wide };
    (void)state;
    for (int t = 0; t < 2; t++) {
        for (int radix = 2; radix <= TFK_MAX_RADIX; radix++) {
            for (size_t i = 0; i < sizeof m / sizeof m[0]; i++) {
                for (int kind = 0; kind < 8 && tables[t]->first[0][radix]; kind++) {
                    check_first(tables[t], kind & 1, radix, m[i], kind >> 1 & 1,
                                kind >> 2);
                }
            }
        }
    }
}

/* One butterfly in place: no vector may be computed twice. */
static void test_in_place(void **state)
{
    const tfk_table *tables[2] = { tfk_table_for(tfi_cpu_detect()),
                                   &tfk_table_emulated_wide };
    (void)state;
    for (int t = 0; t < 2; t++) {
        for (int64_t k = 2; k < 80; k++) {
            const int64_t lanes = k / 2;
            const int overrun = (int)(k % 2), slack = overrun ? 16 : 0;
            guarded line[2], want[2];
            for (int i = 0; i < 2; i++) {
                line[i] = guarded_new(0, 5 * lanes + slack, 1);
                want[i] = guarded_new(0, 5 * lanes, 0);
                guarded_fill(&line[i], (uint32_t)i);
            }
            tfk_pass p = { 0 };
            p.n_outer = 1;
            p.n_inner = lanes;
            p.in_leg = p.out_leg = lanes;
            p.finish = p.may_alias = 1;
            p.overrun = overrun;
            p.scale = 1.0;
            reference_of(tables[t])->pass[0][5](&p, line[0].data, line[1].data,
                                                want[0].data, want[1].data);
            tables[t]->pass[0][5](&p, line[0].data, line[1].data, line[0].data,
                                  line[1].data);
            for (int i = 0; i < 2; i++) {
                assert_memory_equal(line[i].data, want[i].data, 20 * (size_t)lanes);
                assert_true(guarded_intact(&line[i], 5 * lanes + slack));
                guarded_free(&line[i]);
                guarded_free(&want[i]);
            }
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_active_table),    cmocka_unit_test(test_emulated_wide),
        cmocka_unit_test(test_every_alignment), cmocka_unit_test(test_first_pass),
        cmocka_unit_test(test_in_place),        cmocka_unit_test(test_short_runs),
    };
    if (level_is_missing()) {
        return SKIPPED;
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
