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

static void check_turn(int which, int type, int half, int64_t n_rows)
{
    const int64_t g = group_of(type, half), n_groups = n_rows / g;
    const int64_t fine = n_rows * n_rows, out = 2 * g * g + 32;
    guarded in = guarded_new(type, 2 * g * n_rows, 0);
    guarded row = guarded_new(type, 2 * n_rows, 0);
    guarded w = guarded_new(type, 2 * fine, 0);
    guarded want = guarded_new(type, out * n_groups, 0);
    guarded got = guarded_new(type, out * n_groups, 0);
    guarded_fill(&in, 1);
    guarded_fill(&row, 2);
    guarded_fill(&w, 3);
    guarded_fill(&want, 4);
    guarded_fill(&got, 4);
    tfk_turn t = { in.data, want.data, row.data, at(&row, n_rows), w.data, in.data,
                   fine,    n_rows,    out,      n_rows,           g };
    reference(which)->turn[type](&t);
    t.out = got.data;
    t.next = NULL;
    active(which)->turn[type](&t);
    same(&want, &got);
    guarded_free(&in);
    guarded_free(&row);
    guarded_free(&w);
    guarded_free(&want);
    guarded_free(&got);
}

static void test_turn(void **state)
{
    (void)state;
    for (int bits = 0; bits < 8; bits++) {
        const int which = bits & 1, type = bits >> 1 & 1, half = bits >> 2;
        const int64_t g = group_of(type, half);
        for (int64_t n = 1; n <= 4 && fits(which, type, g); n++) {
            check_turn(which, type, half, n * g);
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
