/* Are real rows around kernels on vectors of pairs bit-equal to those kernels and the
 * pass over a line in plain C, for any number of rows, layout, alignment and gap, in
 * place too, and do they write nothing else? */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "backend/cpu/fused_table.h"
#include "kernels/buffers.h"
#include "kernels/tables.h"

extern const tfk_pairs tfk_pairs_emulated[], tfk_pairs_emulated_wide[];

typedef struct real_case {
    const tfk_pairs *kernel;
    const tfk_table *reference;
    int type, backward, pairs, conj, gap, in_place;
    double scale;
    int64_t n_rows;
} real_case;

static int points(const real_case *c)
{
    return c->kernel->n;
}

/* The complex side, of n + 1 points; in place both sides share their rows. */
static int64_t complex_row(const real_case *c)
{
    return (points(c) + 1) * (c->pairs ? 2 : 1) + c->gap;
}

static int64_t real_row(const real_case *c)
{
    return c->in_place ? complex_row(c) : 2 * points(c) + c->gap;
}

static void *component(const real_case *c, const guarded *part, int64_t at)
{
    return (char *)part->data + component_bytes(c->type) * (size_t)at;
}

static void *side_at(const real_case *c, const guarded side[2], int part, int64_t at)
{
    return component(c, &side[c->pairs ? 0 : part], at + (c->pairs ? part : 0));
}

/* Tables: of the kernel (2), and w in pairs and in parts. */
typedef struct tables {
    guarded twiddle[2], pairs, parts[2];
} tables;

static tables tables_new(const real_case *c)
{
    const int64_t count = points(c) / 2 + 1;
    tables t = { .pairs = guarded_new(c->type, 2 * (count + 8), 0) };
    guarded_fill(&t.pairs, 3);
    for (int i = 0; i < 2; i++) {
        t.twiddle[i] = guarded_new(c->type, 16384, 0);
        guarded_fill(&t.twiddle[i], (uint32_t)(5 + i));
        t.parts[i] = guarded_new(c->type, count, i);
        for (int64_t k = 0; k < count; k++) {
            memcpy(component(c, &t.parts[i], k), component(c, &t.pairs, 2 * k + i),
                   component_bytes(c->type));
        }
    }
    return t;
}

static void tables_free(tables *t)
{
    guarded_free(&t->pairs);
    for (int i = 0; i < 2; i++) {
        guarded_free(&t->twiddle[i]);
        guarded_free(&t->parts[i]);
    }
}

/* Parts of z to its pairs, or back. */
static void convert(const real_case *c, guarded *pairs, guarded parts[2], int join)
{
    for (int64_t j = 0; j < 2 * points(c); j++) {
        void *one = component(c, pairs, j), *two = component(c, &parts[j % 2], j / 2);
        memcpy(join ? one : two, join ? two : one, component_bytes(c->type));
    }
}

/* The rows' kernel out of one buffer into the other. */
static void run_child(const real_case *c, const tables *t, double scale, const void *in,
                      void *out)
{
    const tfk_rows rows = {
        .n_rows = 1, .scale = scale, .in_interleaved = 1, .out_interleaved = 1
    };
    const void *const twiddle[2] = { t->twiddle[0].data, t->twiddle[1].data };
    guarded scratch = guarded_new(c->type, (int64_t)2 * points(c), 0);
    c->kernel->rows[c->type](&rows, twiddle, in, in, out, out, scratch.data);
    guarded_free(&scratch);
}

static void run_reference(const real_case *c, const tables *t, const guarded *real,
                          const guarded side[2])
{
    guarded pairs = guarded_new(c->type, 2 * points(c), 0);
    guarded parts[2] = { guarded_new(c->type, points(c), 0),
                         guarded_new(c->type, points(c), 0) };
    const tfk_real_line line = { t->parts[0].data, t->parts[1].data, points(c),
                                 c->pairs ? 2 : 1, c->scale,         c->pairs,
                                 c->conj };
    for (int64_t row = 0; row < c->n_rows; row++) {
        void *x = component(c, real, row * real_row(c));
        void *re = side_at(c, side, 0, row * complex_row(c));
        void *im = side_at(c, side, 1, row * complex_row(c));
        if (c->backward) {
            c->reference->real_pre_line[c->type](&line, re, im, parts[0].data,
                                                 parts[1].data);
            convert(c, &pairs, parts, 1);
            run_child(c, t, c->scale, pairs.data, x);
        } else {
            run_child(c, t, 1.0, x, pairs.data);
            convert(c, &pairs, parts, 0);
            c->reference->real_post_line[c->type](&line, parts[0].data, parts[1].data,
                                                  re, im);
        }
    }
    guarded_free(&pairs);
    guarded_free(&parts[0]);
    guarded_free(&parts[1]);
}

static void run_kernel(const real_case *c, const tables *t, const guarded *real,
                       const guarded side[2])
{
    const tfk_rows rows = { .in_row = c->backward ? complex_row(c) : real_row(c),
                            .out_row = c->backward ? real_row(c) : complex_row(c),
                            .n_rows = c->n_rows,
                            .scale = c->scale,
                            .in_interleaved = c->backward && c->pairs,
                            .out_interleaved = !c->backward && c->pairs,
                            .conj_in = c->backward && c->conj,
                            .conj_out = !c->backward && c->conj };
    const void *const twiddle[2] = { t->twiddle[0].data, t->twiddle[1].data };
    void *re = side_at(c, side, 0, 0), *im = side_at(c, side, 1, 0);
    guarded scratch = guarded_new(c->type, (int64_t)4 * points(c), 0);
    if (c->backward) {
        c->kernel->backward[c->type](&rows, twiddle, t->pairs.data, re, im, real->data,
                                     NULL, scratch.data);
    } else {
        c->kernel->forward[c->type](&rows, twiddle, t->pairs.data, real->data, NULL, re,
                                    im, scratch.data);
    }
    assert_true(guarded_intact(&scratch, scratch.count));
    guarded_free(&scratch);
}

static void check_same(const real_case *c, const guarded *want, const guarded *got)
{
    if (memcmp(want->data, got->data, component_bytes(c->type) * (size_t)want->count) !=
            0 ||
        !guarded_intact(got, got->count)) {
        fail_msg("type %d n %d rows %lld backward %d pairs %d conj %d gap %d in place "
                 "%d scale %g",
                 c->type, points(c), (long long)c->n_rows, c->backward, c->pairs,
                 c->conj, c->gap, c->in_place, c->scale);
    }
}

/* Everything is filled alike, so that gaps are compared too. */
static void compare(const real_case *c)
{
    guarded real[2], side[2][2];
    tables t = tables_new(c);
    for (int i = 0; i < 2; i++) {
        const int misalign = i * ((int)c->n_rows % 3);
        real[i] = guarded_new(c->type, c->n_rows * real_row(c), misalign);
        guarded_fill(&real[i], 4);
        for (int part = 0; part < 2; part++) {
            side[i][part] =
                guarded_new(c->type, c->n_rows * complex_row(c), misalign + part * i);
            guarded_fill(&side[i][part], (uint32_t)(c->in_place ? 4 : 9 + part));
        }
    }
    run_reference(c, &t, c->in_place ? &side[0][0] : &real[0], side[0]);
    run_kernel(c, &t, c->in_place ? &side[1][0] : &real[1], side[1]);
    check_same(c, &real[0], &real[1]);
    check_same(c, &side[0][0], &side[1][0]);
    check_same(c, &side[0][1], &side[1][1]);
    tables_free(&t);
    for (int i = 0; i < 2; i++) {
        guarded_free(&real[i]);
        guarded_free(&side[i][0]);
        guarded_free(&side[i][1]);
    }
}

static void sweep(const tfk_pairs *table, const tfk_table *reference)
{
    for (const tfk_pairs *d = table; d->n != 0; d++) {
        for (int kind = 0; kind < 128; kind++) {
            real_case c = { .kernel = d,
                            .reference = reference,
                            .type = kind & 1,
                            .backward = kind >> 1 & 1,
                            .pairs = kind >> 2 & 1,
                            .conj = kind >> 3 & 1,
                            .gap = kind >> 4 & 1,
                            .in_place = kind >> 5 & 1 };
            c.scale = kind >> 6 ? 1.0 : 0.37;
            if (d->forward[c.type] == NULL || (c.in_place && !c.pairs)) {
                continue;
            }
            for (c.n_rows = 1; c.n_rows <= 3; c.n_rows++) {
                compare(&c);
            }
        }
    }
}

static void test_real_pairs(void **state)
{
    const tfi_cpu_level level = tfi_cpu_detect();
    (void)state;
    sweep(tfk_pairs_for(level), reference_of(tfk_table_for(level)));
    sweep(tfk_pairs_wide_for(level), reference_of(tfk_table_for(level)));
    sweep(tfk_pairs_emulated, tfk_table_for(TFI_CPU_SCALAR));
    sweep(tfk_pairs_emulated_wide, tfk_table_for(TFI_CPU_SCALAR));
}

int main(void)
{
    if (level_is_missing()) {
        return SKIPPED;
    }
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_real_pairs) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
