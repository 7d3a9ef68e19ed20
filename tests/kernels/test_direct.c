/* Are the transforms by definition bit-equal to plain C, and lanes to single lines? */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "backend/cpu/real_direct_table.h"
#include "kernels/operand.h"
#include "kernels/tables.h"

enum { C2C, R2C, C2R };

extern const tfk_direct_table tfk_direct_reference_fma, tfk_direct_emulated_wide;

enum { LEVEL, EMULATED, FEW, TABLES };

static const tfk_direct_table *active(int which)
{
    const tfi_cpu_level level = tfi_cpu_detect();
    return which == EMULATED ? &tfk_direct_emulated_wide
           : which == FEW    ? tfk_direct_few_for(level)
                             : tfk_direct_for(level);
}

/* Plain C with the same rounding. */
static const tfk_direct_table *reference(int which)
{
    return which != EMULATED && tfk_table_for(tfi_cpu_detect())->fused
               ? &tfk_direct_reference_fma
               : tfk_direct_for(TFI_CPU_SCALAR);
}

static tfk_direct_fn kernel_of(const tfk_direct_table *d, int kind, int type)
{
    return (kind == C2C ? d->c2c : kind == R2C ? d->r2c : d->c2r)[type];
}

/* Cosines and sines with the symmetry that the kernels count on. */
typedef struct tables {
    int type;
    int64_t n, width;
    guarded c, s;
} tables;

static void put(const guarded *g, int64_t i, double x)
{
    if (g->type) {
        ((double *)g->data)[i] = x;
    } else {
        ((float *)g->data)[i] = (float)x;
    }
}

static tables tables_new(int type, int64_t n)
{
    const int64_t h = n / 2;
    tables t = {
        type, n, (h + 15) / TFK_DIRECT_BLOCK * TFK_DIRECT_BLOCK, { 0 }, { 0 }
    };
    t.c = guarded_new(type, h * t.width, 0);
    t.s = guarded_new(type, h * t.width, 0);
    for (int64_t j = 1; j <= h; j++) {
        for (int64_t k = 1; k <= t.width; k++) {
            const int64_t at = j * k % n, folded = at <= h ? at : n - at;
            const double angle = 6.283185307179586 * (double)folded / (double)n;
            put(&t.c, (j - 1) * t.width + k - 1, cos(angle));
            const double sine = 2 * folded == n ? 0 : sin(angle);
            put(&t.s, (j - 1) * t.width + k - 1, at <= h ? sine : -sine);
        }
    }
    return t;
}

static void tables_free(tables *t)
{
    guarded_free(&t->c);
    guarded_free(&t->s);
}

/* An operand of n points; a real one has im == NULL. */
static operand side_new(int type, int64_t n, int64_t lanes, int is_real, int pairs,
                        uint32_t seed)
{
    operand o = operand_new(type, n, lanes, !is_real && pairs, seed);
    if (is_real) {
        o.run.im = NULL;
    }
    return o;
}

/* flags: 1, 2 interleaved in, out; 4, 8 conjugated in, out. */
typedef struct shape {
    int kind, type, flags;
    int64_t n, lanes;
} shape;

static void run(const tfk_direct_table *table, const shape *s, const tables *t,
                const tfk_run *in, const tfk_run *out)
{
    const int64_t block = TFK_DIRECT_BLOCK;
    const int64_t whole = (s->lanes + block - 1) / block * block;
    guarded scratch = guarded_new(s->type, TFK_DIRECT_ROWS(s->n) * whole, 0);
    const tfk_direct d = {
        t->c.data,         t->s.data,    s->n, t->width,        s->lanes,
        in->stride,        out->stride,  0.7,  in->interleaved, out->interleaved,
        s->flags >> 2 & 1, s->flags >> 3
    };
    kernel_of(table, s->kind, s->type)(&d, in->re, in->im, out->re, out->im,
                                       scratch.data);
    assert_true(guarded_intact(&scratch, scratch.count));
    guarded_free(&scratch);
}

static void check(int which, const shape *s, const tables *t)
{
    const int64_t half = s->n / 2 + 1;
    const int64_t n_in = s->kind == C2R ? half : s->n;
    const int64_t n_out = s->kind == R2C ? half : s->n;
    operand in = side_new(s->type, n_in, s->lanes, s->kind == R2C, s->flags & 1, 5);
    operand want =
        side_new(s->type, n_out, s->lanes, s->kind == C2R, s->flags >> 1 & 1, 0);
    operand got =
        side_new(s->type, n_out, s->lanes, s->kind == C2R, s->flags >> 1 & 1, 0);
    run(reference(which), s, t, &in.run, &want.run);
    run(active(which), s, t, &in.run, &got.run);
    operand_equal(&want, &got);
    if (s->kind == C2C && (s->flags & 1) == (s->flags >> 1 & 1)) {
        run(active(which), s, t, &in.run, &in.run);
        operand_equal(&want, &in);
    }
    operand_free(&in);
    operand_free(&want);
    operand_free(&got);
}

static void test_every_length(void **state)
{
    static const int64_t lanes[] = { 1, 2, 8, 19 };
    (void)state;
    for (int64_t n = 2; n <= TFK_DIRECT_MAX; n += n < 36 ? 1 : 9) {
        for (int type = 0; type < 2; type++) {
            tables t = tables_new(type, n);
            for (int i = 0; i < 3 * 16 * 4 * TABLES; i++) {
                const int j = i / TABLES;
                const shape s = { j % 3, type, j / 3 % 16, n, lanes[j / 48] };
                if (s.kind == C2C || n > 2) {
                    check(i % TABLES, &s, &t);
                }
            }
            tables_free(&t);
        }
    }
}

/* ---- single real lines in registers: tables of the level and two emulated ones ----
 */

extern const tfk_real_direct_table tfk_real_direct_emulated,
    tfk_real_direct_emulated_wide;

enum { ONE_TABLES = 3 };

static const tfk_single_fn *one_kernels(int which, const shape *s)
{
    static const tfk_real_direct_table *const emulated[] = {
        &tfk_real_direct_emulated, &tfk_real_direct_emulated_wide
    };
    const tfk_single_fn *kernels;
    if (which == 0) {
        return tfk_real_direct_for(tfi_cpu_detect(), s->kind == C2R, s->type, s->n);
    }
    kernels = s->kind == C2R ? emulated[which - 1]->backward[s->type][s->n]
                             : emulated[which - 1]->forward[s->type][s->n];
    return kernels[0] != NULL ? kernels : NULL;
}

/* The tables as pairs, from point 0 on forward. */
static guarded one_table(const shape *s, const tables *t)
{
    const int64_t width = TFK_REAL_DIRECT_WIDTH(s->n), first = s->kind == R2C ? 0 : 1;
    const size_t size = component_bytes(s->type);
    guarded w = guarded_new(s->type, s->n / 2 * width * 2, 0);
    for (int64_t i = 0; i < s->n / 2 * width; i++) {
        const int64_t k = i % width + first, at = i / width * t->width + k - 1;
        put(&w, 2 * i, 1);
        put(&w, 2 * i + 1, 0);
        if (k > 0 && k <= t->width) {
            memcpy((char *)w.data + (size_t)(2 * i) * size,
                   (char *)t->c.data + (size_t)at * size, size);
            memcpy((char *)w.data + (size_t)(2 * i + 1) * size,
                   (char *)t->s.data + (size_t)at * size, size);
        }
    }
    return w;
}

static void run_one(int which, const shape *s, const tables *t, const operand *in,
                    const operand *out)
{
    const operand *side = s->kind == C2R ? in : out;
    const int conj = s->kind == C2R ? s->flags >> 2 & 1 : s->flags >> 3;
    guarded w = one_table(s, t);
    const tfk_real_direct a = { w.data, 0.7, conj, (int)s->n };
    one_kernels(which, s)[side->run.interleaved ? 0 : 1](
        &a, in->run.re, in->run.im, out->run.re, out->run.im, NULL);
    guarded_free(&w);
}

static void check_one(int which, const shape *s, const tables *t)
{
    const int64_t half = s->n / 2 + 1, n_in = s->kind == C2R ? half : s->n;
    const int64_t n_out = s->kind == R2C ? half : s->n;
    operand in = side_new(s->type, n_in, 1, s->kind == R2C, s->flags & 1, 5);
    operand want = side_new(s->type, n_out, 1, s->kind == C2R, s->flags >> 1 & 1, 0);
    operand got = side_new(s->type, n_out, 1, s->kind == C2R, s->flags >> 1 & 1, 0);
    run(which == 0 ? reference(LEVEL) : reference(EMULATED), s, t, &in.run, &want.run);
    run_one(which, s, t, &in, &got);
    operand_equal(&want, &got);
    operand_free(&in);
    operand_free(&want);
    operand_free(&got);
}

static void test_single_real_lines(void **state)
{
    (void)state;
    for (int64_t n = 3; n <= TFK_REAL_DIRECT_MAX; n++) {
        for (int type = 0; type < 2; type++) {
            tables t = tables_new(type, n);
            for (int i = 0; i < 2 * 16 * 4; i++) {
                const shape s = { i & 1 ? C2R : R2C, type, i >> 1 & 15, n, 1 };
                const int which = i >> 5 & 3;
                if (which < ONE_TABLES && one_kernels(which, &s) != NULL) {
                    check_one(which, &s, &t);
                }
            }
            tables_free(&t);
        }
    }
}

/* Lane b of `lanes` interleaved lanes against the line alone. */
static void check_lanes(const tfk_direct_table *table, const shape *s, const tables *t)
{
    const size_t size = 2 * component_bytes(s->type);
    operand in = side_new(s->type, s->n, s->lanes, 0, 1, 9);
    operand out = side_new(s->type, s->n, s->lanes, 0, 1, 0);
    operand line = side_new(s->type, s->n, 1, 0, 1, 0);
    operand result = side_new(s->type, s->n, 1, 0, 1, 0);
    shape one = *s;
    one.lanes = 1;
    run(table, s, t, &in.run, &out.run);
    for (int64_t b = 0; b < s->lanes; b++) {
        for (int64_t j = 0; j < s->n; j++) {
            memcpy((char *)line.run.re + (size_t)j * size,
                   (char *)in.run.re + (size_t)(j * s->lanes + b) * size, size);
        }
        run(table, &one, t, &line.run, &result.run);
        for (int64_t k = 0; k < s->n; k++) {
            assert_memory_equal((char *)result.run.re + (size_t)k * size,
                                (char *)out.run.re + (size_t)(k * s->lanes + b) * size,
                                size);
        }
    }
    operand_free(&in);
    operand_free(&out);
    operand_free(&line);
    operand_free(&result);
}

static void test_lanes(void **state)
{
    (void)state;
    for (int64_t n = 2; n <= TFK_DIRECT_MAX; n++) {
        for (int which = 0; which < 4; which++) {
            tables t = tables_new(which >> 1, n);
            const shape s = { C2C, which >> 1, 3, n, 19 };
            check_lanes(active(which & 1), &s, &t);
            tables_free(&t);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_length),
        cmocka_unit_test(test_lanes),
        cmocka_unit_test(test_single_real_lines),
    };
    if (level_is_missing()) {
        return SKIPPED;
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
