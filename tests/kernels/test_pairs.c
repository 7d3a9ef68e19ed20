/* Are rows on vectors of pairs, and of three passes in one, bit-equal to the passes
 * that they stand for, in plain C, for any number of rows, layout, alignment and gap,
 * in place too, and do they write nothing else? */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "backend/cpu/fused_table.h"
#include "kernels/buffers.h"
#include "kernels/tables.h"

extern const tfk_pairs tfk_pairs_emulated[];
extern const tfk_pairs tfk_pairs_emulated_wide[];
extern const tfk_trio tfk_trio_emulated[];

typedef struct pairs_case {
    int n;
    const int *radix; /* three, the last one may be 1 */
    tfk_pairs_fn kernel;
    const int
        *window; /* of tfk_pairs, whose tables it has; NULL: those of the passes */
    const tfk_table *reference;
    int type, in_pairs, out_pairs, conj, gap, in_place;
    double scale;
    int64_t n_rows;
} pairs_case;

static int64_t row_length(const pairs_case *c, int pairs)
{
    return c->n * (pairs ? 2 : 1) + c->gap;
}

static void *component(const pairs_case *c, const guarded *part, int64_t at)
{
    return (char *)part->data + component_bytes(c->type) * (size_t)at;
}

static void *part_of(const pairs_case *c, guarded part[2], int pairs, int which,
                     int64_t at)
{
    return component(c, &part[pairs ? 0 : which], at + (pairs ? which : 0));
}

/* One component of a pass's table, or of all that a vector of pairs needs. */
static void copy(const pairs_case *c, guarded *to, int64_t to_at, const guarded *from,
                 int64_t from_at)
{
    memcpy(component(c, to, to_at), component(c, from, from_at),
           component_bytes(c->type));
}

/* The tables of kernel_table.h out of those of the passes. */
static void arrange(const pairs_case *c, const guarded pass[2], guarded table[2])
{
    const int *r = c->radix;
    const int block =
        c->type == TFK_F64 ? TFK_TWIDDLE_BLOCK_F64 : TFK_TWIDDLE_BLOCK_F32;
    const int window = c->window[c->type];
    const int m = r[1] * r[2];
    int64_t to = 0;
    for (int p = 0; p < m; p += window) {
        for (int k = 0; k < r[0] - 1; k++) {
            for (int part = 0; part < 2; part++) {
                for (int i = 0; i < window; i++, to += 2) {
                    const int at = (p + window > m ? m - window : p) + i;
                    const int64_t from =
                        ((int64_t)(at / block * (r[0] - 1) + k) * 2 + part) * block +
                        at % block;
                    copy(c, &table[0], to, &pass[0], from);
                    copy(c, &table[0], to + 1, &pass[0], from);
                }
            }
        }
    }
    to = 0;
    for (int o = 0; o < r[2]; o++) {
        for (int k = 0; k < r[1] - 1; k++) {
            for (int part = 0; part < 2; part++) {
                const int64_t from =
                    ((int64_t)(o / block * (r[1] - 1) + k) * 2 + part) * block +
                    o % block;
                copy(c, &table[1], to++, &pass[1], from);
            }
        }
    }
}

/* Row by row through `first` and one or two times `pass`. */
static void run_passes(const pairs_case *c, const guarded twiddle[2], guarded in[2],
                       guarded out[2])
{
    const int *r = c->radix;
    const int in_step = c->in_pairs ? 2 : 1, out_step = c->out_pairs ? 2 : 1;
    guarded buffer[2][2];
    for (int i = 0; i < 4; i++) {
        buffer[i / 2][i % 2] = guarded_new(c->type, c->n + TFK_SLACK, 0);
    }
    for (int64_t row = 0; row < c->n_rows; row++) {
        const int64_t from = row * row_length(c, c->in_pairs);
        const int64_t to = row * row_length(c, c->out_pairs);
        const int last_of = r[2] > 1 ? 2 : 1, s = c->n / r[last_of];
        const tfk_pass first = { .in_outer = in_step,
                                 .in_leg = (int64_t)in_step * r[1] * r[2],
                                 .n_outer = (int64_t)r[1] * r[2],
                                 .n_inner = 1,
                                 .twiddle = twiddle[0].data,
                                 .scale = 1.0,
                                 .in_interleaved = c->in_pairs,
                                 .conj_in = c->conj & 1 };
        c->reference->first[c->type][r[0]](&first, part_of(c, in, c->in_pairs, 0, from),
                                           part_of(c, in, c->in_pairs, 1, from),
                                           buffer[0][0].data, buffer[0][1].data);
        const tfk_pass middle = { .in_outer = r[0],
                                  .out_outer = (int64_t)r[0] * r[1],
                                  .in_leg = (int64_t)r[0] * r[2],
                                  .out_leg = r[0],
                                  .n_outer = r[2],
                                  .n_inner = r[0],
                                  .twiddle = twiddle[1].data,
                                  .scale = 1.0 };
        if (r[2] > 1) {
            c->reference->pass[c->type][r[1]](&middle, buffer[0][0].data,
                                              buffer[0][1].data, buffer[1][0].data,
                                              buffer[1][1].data);
        }
        const tfk_pass last = { .in_leg = s,
                                .out_leg = (int64_t)out_step * s,
                                .n_outer = 1,
                                .n_inner = s,
                                .scale = c->scale,
                                .out_interleaved = c->out_pairs,
                                .conj_out = c->conj >> 1,
                                .finish = 1 };
        c->reference->pass[c->type][r[last_of]](
            &last, buffer[last_of - 1][0].data, buffer[last_of - 1][1].data,
            part_of(c, out, c->out_pairs, 0, to), part_of(c, out, c->out_pairs, 1, to));
    }
    for (int i = 0; i < 4; i++) {
        guarded_free(&buffer[i / 2][i % 2]);
    }
}

static void run_pairs(const pairs_case *c, const guarded twiddle[2], guarded in[2],
                      guarded out[2])
{
    const tfk_rows rows = { .in_row = row_length(c, c->in_pairs),
                            .out_row = row_length(c, c->out_pairs),
                            .n_rows = c->n_rows,
                            .scale = c->scale,
                            .in_interleaved = c->in_pairs,
                            .out_interleaved = c->out_pairs,
                            .conj_in = c->conj & 1,
                            .conj_out = c->conj >> 1 };
    const void *const tables[2] = { twiddle[0].data, twiddle[1].data };
    guarded scratch = guarded_new(c->type, (int64_t)2 * c->n, 0);
    c->kernel(&rows, tables, part_of(c, in, c->in_pairs, 0, 0),
              part_of(c, in, c->in_pairs, 1, 0), part_of(c, out, c->out_pairs, 0, 0),
              part_of(c, out, c->out_pairs, 1, 0), scratch.data);
    assert_true(guarded_intact(&scratch, (int64_t)2 * c->n));
    guarded_free(&scratch);
}

static void compare(const pairs_case *c)
{
    guarded in[2], want[2], got[2], pass[2], twiddle[2];
    const int64_t n_in = c->n_rows * row_length(c, c->in_pairs);
    const int64_t count = c->n_rows * row_length(c, c->out_pairs);
    const int seed = c->in_place ? c->n : 77;
    for (int i = 0; i < 2; i++) {
        pass[i] = guarded_new(c->type, 8192, 0);
        twiddle[i] = guarded_new(c->type, 16384, 0);
        guarded_fill(&pass[i], (uint32_t)(5 + i));
        in[i] = guarded_new(c->type, n_in, (int)(c->n_rows + 3 * i) % 5);
        want[i] = guarded_new(c->type, count, 0);
        got[i] = guarded_new(c->type, count, (int)(c->n_rows + i) % 3);
        guarded_fill(&in[i], (uint32_t)(c->n + i));
        guarded_fill(&want[i], (uint32_t)(seed + i));
        guarded_fill(&got[i], (uint32_t)(seed + i));
    }
    if (c->window != NULL) {
        arrange(c, pass, twiddle);
    }
    run_passes(c, pass, in, want);
    run_pairs(c, c->window != NULL ? twiddle : pass, c->in_place ? got : in, got);
    for (int i = 0; i < (c->out_pairs ? 1 : 2); i++) {
        if (memcmp(want[i].data, got[i].data,
                   component_bytes(c->type) * (size_t)count) != 0 ||
            !guarded_intact(&got[i], count)) {
            fail_msg("type %d n %d rows %lld pairs %d%d conj %d gap %d in place %d",
                     c->type, c->n, (long long)c->n_rows, c->in_pairs, c->out_pairs,
                     c->conj, c->gap, c->in_place);
        }
    }
    for (int i = 0; i < 2; i++) {
        guarded_free(&pass[i]);
        guarded_free(&twiddle[i]);
        guarded_free(&in[i]);
        guarded_free(&want[i]);
        guarded_free(&got[i]);
    }
}

/* Kinds of calls; `served`: those with split operands are. */
static void sweep_kernel(pairs_case c, const tfk_pairs_fn rows[2], const int served[2])
{
    for (int kind = 0; kind < 256; kind++) {
        c.type = kind & 1;
        c.in_pairs = kind >> 1 & 1;
        c.out_pairs = kind >> 2 & 1;
        c.conj = kind >> 3 & 3;
        c.gap = kind >> 5 & 1;
        c.in_place = c.in_pairs == c.out_pairs && (kind >> 6 & 1);
        c.scale = kind >> 7 ? 1.0 : 0.37;
        c.kernel = rows[c.type];
        const int is_served = served[c.type] || (c.in_pairs && c.out_pairs);
        for (c.n_rows = 1; c.kernel != NULL && is_served && c.n_rows <= 3;
             c.n_rows += 2) {
            compare(&c);
        }
    }
}

static void sweep(const tfk_pairs *table, const tfk_trio *trio,
                  const tfk_table *reference)
{
    static const int all[2] = { 1, 1 };
    for (const tfk_pairs *d = table; d->n != 0; d++) {
        const pairs_case c = {
            .n = d->n, .radix = d->radix, .window = d->window, .reference = reference
        };
        const int served[2] = { d->serves[0] & TFK_PAIRS_PARTS,
                                d->serves[1] & TFK_PAIRS_PARTS };
        sweep_kernel(c, d->rows, served);
    }
    for (const tfk_trio *d = trio; d->n != 0; d++) {
        const pairs_case c = { .n = d->n, .radix = d->radix, .reference = reference };
        sweep_kernel(c, d->rows, all);
    }
}

static void test_pairs(void **state)
{
    const tfi_cpu_level level = tfi_cpu_detect();
    (void)state;
    sweep(tfk_pairs_for(level), tfk_trio_for(level),
          reference_of(tfk_table_for(level)));
    sweep(tfk_pairs_wide_for(level), tfk_trio_wide_for(level),
          reference_of(tfk_table_for(level)));
    sweep(tfk_pairs_emulated, tfk_trio_emulated, tfk_table_for(TFI_CPU_SCALAR));
    sweep(tfk_pairs_emulated_wide, tfk_trio_emulated, tfk_table_for(TFI_CPU_SCALAR));
}

static bool duo_has(const tfk_duo *duo, int n)
{
    while (duo->n != 0 && duo->n != n) {
        duo++;
    }
    return duo->n != 0;
}

/* The radices decide on the arithmetic, so that every level has the same list, and of
 * two passes the radices of tfk_duo, but for those that say that it has them not. */
static void test_same_list(void **state)
{
    const tfk_pairs *here = tfk_pairs_for(tfi_cpu_detect());
    const tfk_pairs *scalar = tfk_pairs_for(TFI_CPU_SCALAR);
    const tfk_duo *duo = tfk_duo_for(tfi_cpu_detect());
    (void)state;
    for (; here->n != 0 || scalar->n != 0; here++, scalar++) {
        assert_int_equal(here->n, scalar->n);
        assert_int_equal(here->n, here->radix[0] * here->radix[1] * here->radix[2]);
        assert_memory_equal(here->radix, scalar->radix, sizeof here->radix);
        assert_memory_equal(here->serves, scalar->serves, sizeof here->serves);
        if ((here->serves[0] | here->serves[1]) & TFK_PAIRS_TWO) {
            assert_false(duo_has(tfk_duo_for(tfi_cpu_detect()), here->n));
        } else if (here->radix[2] == 1) {
            assert_memory_equal(here->radix, duo->radix, sizeof duo->radix);
            duo++;
        }
    }
    assert_int_equal(duo->n, 0);
    const tfk_trio *trio = tfk_trio_for(tfi_cpu_detect());
    for (const tfk_trio *t = tfk_trio_for(TFI_CPU_SCALAR); t->n != 0; t++, trio++) {
        assert_int_equal(t->n, trio->n);
        assert_memory_equal(t->radix, trio->radix, sizeof t->radix);
    }
    assert_int_equal(trio->n, 0);
}

int main(void)
{
    if (level_is_missing()) {
        return SKIPPED;
    }
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_pairs),
                                        cmocka_unit_test(test_same_list) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
