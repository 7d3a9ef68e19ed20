/* Are the kernels of the two-sweep transform bit-equal to plain C, and do they stay
 * within their arrays? */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "kernels/buffers.h"
#include "backend/cpu/sweep_table.h"
#include "kernels/tables.h"

extern const tfk_sweep_table tfk_sweep_reference_fma, tfk_sweep_emulated_wide;

static const tfk_sweep_table *active(int which)
{
    return which ? &tfk_sweep_emulated_wide : tfk_sweep_for(tfi_cpu_detect());
}

static const tfk_sweep_table *reference(int which)
{
    const int fused = !which && tfk_table_for(tfi_cpu_detect())->fused;
    return fused ? &tfk_sweep_reference_fma : tfk_sweep_for(TFI_CPU_SCALAR);
}

/* Groups that every table can take: 16 floats, 8 doubles; and half as many, where two
 * vectors share a line. */
static int64_t group_of(int type, int half)
{
    return (type ? 8 : 16) >> half;
}

static int64_t longest_vector(int which)
{
    return which ? 64 : 8 * (int64_t)tfk_table_for(tfi_cpu_detect())->lanes[TFK_F64];
}

static int fits(int which, int type, int64_t group)
{
    return group * (int64_t)component_bytes(type) >= longest_vector(which);
}

static void same(const guarded *want, const guarded *got)
{
    assert_memory_equal(want->data, got->data,
                        component_bytes(got->type) * (size_t)got->count);
    assert_true(guarded_intact(got, got->count));
}

static void *at(const guarded *g, int64_t i)
{
    return (char *)g->data + i * (int64_t)component_bytes(g->type);
}

typedef struct shape {
    int which, type, radix, half, pairs, conj, n_groups, stream;
} shape;

/* Lanes side by side in rows that are longer than them, or in groups. */
static void check_legs(const shape *s, int grouped)
{
    enum { M = 5 };
    const int64_t g = group_of(s->type, s->half), unit = s->pairs ? 2 : 1;
    const int64_t width = grouped ? 2 * g : unit * g * s->n_groups + 3;
    const int64_t rows = s->radix * M, block = 2 * M * g + 16, out = s->radix * block;
    guarded re = guarded_new(s->type, width * rows * (grouped ? s->n_groups : 1), 1);
    guarded im = guarded_new(s->type, width * rows, 3);
    guarded w = guarded_new(s->type, 2 * M * (s->radix - 1), 0);
    guarded want = guarded_new(s->type, out * s->n_groups, 0);
    guarded got = guarded_new(s->type, out * s->n_groups, 0);
    guarded_fill(&re, 1);
    guarded_fill(&im, 2);
    guarded_fill(&w, 3);
    guarded_fill(&want, 4);
    guarded_fill(&got, 4);
    tfk_legs a = { 0 };
    a.in_re = re.data;
    a.in_im = grouped ? at(&re, g) : s->pairs ? at(&re, 1) : im.data;
    a.in_stride = width;
    a.in_group = grouped ? width * rows : unit * g;
    a.out = want.data;
    a.out_leg = block;
    a.out_group = out;
    a.m = M;
    a.group = g;
    a.n_groups = s->n_groups;
    a.twiddle = w.data;
    a.ahead = 2;
    a.in_interleaved = grouped ? 0 : s->pairs;
    a.conj_in = s->conj;
    reference(s->which)->legs[s->type][s->radix](&a);
    a.out = got.data;
    active(s->which)->legs[s->type][s->radix](&a);
    same(&want, &got);
    guarded_free(&re);
    guarded_free(&im);
    guarded_free(&w);
    guarded_free(&want);
    guarded_free(&got);
}

static void check_ends(const shape *s, int grouped)
{
    enum { OUTER = 3 };
    const int64_t g = group_of(s->type, s->half), unit = s->pairs ? 2 : 1;
    const int64_t block = 2 * s->radix * g + 16, in = OUTER * block;
    const int64_t width = grouped ? 2 * g : (unit * g * s->n_groups + 16) / 16 * 16;
    const int64_t rows = s->radix * OUTER;
    const int64_t count = width * rows * (grouped ? s->n_groups : 1);
    guarded x = guarded_new(s->type, in * s->n_groups, 0);
    guarded want[2], got[2];
    guarded_fill(&x, 1);
    for (int i = 0; i < 2; i++) {
        want[i] = guarded_new(s->type, count, 0);
        got[i] = guarded_new(s->type, count, 0);
        guarded_fill(&want[i], 7);
        guarded_fill(&got[i], 7);
    }
    tfk_ends a = { 0 };
    a.in = x.data;
    a.in_outer = block;
    a.in_group = in;
    a.out_group = grouped ? width * rows : unit * g;
    a.out_outer = width;
    a.out_leg = OUTER * width;
    a.n_outer = OUTER;
    a.group = g;
    a.n_groups = s->n_groups;
    a.scale = 0.7;
    a.out_interleaved = grouped ? 0 : s->pairs;
    a.conj_out = s->conj;
    for (int i = 0; i < 2; i++) {
        const guarded *o = i ? got : want;
        a.stream = i ? s->stream : 0;
        a.out_re = o[0].data;
        a.out_im = grouped ? at(&o[0], g) : s->pairs ? at(&o[0], 1) : o[1].data;
        (i ? active(s->which) : reference(s->which))->ends[s->type][s->radix](&a);
    }
    active(s->which)->fence();
    for (int i = 0; i < 2; i++) {
        same(&want[i], &got[i]);
        guarded_free(&want[i]);
        guarded_free(&got[i]);
    }
    guarded_free(&x);
}

static void each_shape(void (*check)(const shape *, int))
{
    for (int bits = 0; bits < 1 << 7; bits++) {
        shape s = { bits & 1,      bits >> 1 & 1, 0, bits >> 2 & 1,
                    bits >> 3 & 1, bits >> 4 & 1, 0, bits >> 5 & 1 };
        if (!fits(s.which, s.type, group_of(s.type, s.half))) {
            continue;
        }
        for (s.radix = 2; s.radix <= TFK_MAX_RADIX; s.radix++) {
            if (active(s.which)->legs[s.type][s.radix] == NULL) {
                continue;
            }
            for (s.n_groups = 1; s.n_groups <= 3; s.n_groups++) {
                check(&s, bits >> 6);
            }
        }
    }
}

static void test_legs(void **state)
{
    (void)state;
    each_shape(check_legs);
}

static void test_ends(void **state)
{
    (void)state;
    each_shape(check_ends);
}

typedef struct turn_shape {
    int which, type, half, grouped, stream;
    int64_t n_rows, n_groups, skip;
} turn_shape;

/* Rows whose places lie side by side, or in groups as long as a vector. */
static void check_turn(const turn_shape *s)
{
    const int64_t g = group_of(s->type, s->half), lanes = g * s->n_groups;
    const int64_t places = (s->n_rows + g - 1) / g * g, in = 2 * g * s->n_rows + 16;
    guarded x = guarded_new(s->type, in * s->n_groups, 0);
    guarded row = guarded_new(s->type, 2 * s->n_rows * s->n_groups, 0);
    guarded fine = guarded_new(s->type, 2 * s->n_rows * g, 0);
    guarded want = guarded_new(s->type, 2 * lanes * places, 0);
    guarded got = guarded_new(s->type, 2 * lanes * places, 0);
    guarded_fill(&x, 1);
    guarded_fill(&row, 2);
    guarded_fill(&fine, 3);
    guarded_fill(&want, 4);
    guarded_fill(&got, 4);
    tfk_turn t = { 0 };
    t.in = x.data;
    t.in_group = in;
    t.row = row.data;
    t.row_im = s->n_rows;
    t.row_group = 2 * s->n_rows;
    t.fine = fine.data;
    t.fine_im = s->n_rows * g;
    t.out_row = s->grouped ? 2 * g : 2 * places;
    t.out_group = s->grouped ? 2 * g * lanes : g;
    t.n_rows = s->n_rows;
    t.group = g;
    t.n_groups = s->n_groups;
    t.skip = s->skip;
    for (int i = 0; i < 2; i++) {
        const guarded *o = i ? &got : &want;
        t.out_re = o->data;
        t.out_im = at(o, s->grouped ? g : places);
        t.stream = i ? s->stream : 0;
        (i ? active(s->which) : reference(s->which))->turn[s->type](&t);
    }
    active(s->which)->fence();
    same(&want, &got);
    guarded_free(&x);
    guarded_free(&row);
    guarded_free(&fine);
    guarded_free(&want);
    guarded_free(&got);
}

static void test_turn(void **state)
{
    (void)state;
    for (int bits = 0; bits < 1 << 5; bits++) {
        turn_shape s = {
            bits & 1, bits >> 1 & 1, bits >> 2 & 1, bits >> 3 & 1, bits >> 4 & 1, 0, 0,
            0
        };
        const int64_t g = group_of(s.type, s.half);
        if (!fits(s.which, s.type, g)) {
            continue;
        }
        for (s.n_groups = 1; s.n_groups <= 3; s.n_groups++) {
            for (s.n_rows = g; s.n_rows <= 4 * g; s.n_rows += 5) {
                for (s.skip = 0; s.skip < g * s.n_groups; s.skip += 7) {
                    check_turn(&s);
                }
            }
        }
    }
}

int main(void)
{
    if (level_is_missing()) {
        return SKIPPED;
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_legs),
        cmocka_unit_test(test_ends),
        cmocka_unit_test(test_turn),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
