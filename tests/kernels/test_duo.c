/* Are two-pass rows bit-equal to the passes that they stand for, in plain C, for any
 * number of rows, layout, alignment and gap, in place too, and do they write nothing
 * else? */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "kernels/buffers.h"
#include "kernels/tables.h"

extern const tfk_duo tfk_duo_emulated_wide[];

typedef struct duo_case {
    const tfk_duo *duo;
    const tfk_table *reference;
    int type, in_pairs, out_pairs, conj, gap, in_place;
    int64_t n_rows;
} duo_case;

static int64_t row_length(const duo_case *c, int pairs)
{
    return c->duo->n * (pairs ? 2 : 1) + c->gap;
}

static void *part_of(const duo_case *c, guarded part[2], int pairs, int which,
                     int64_t at)
{
    const int64_t component = at + (pairs ? which : 0);
    return (char *)part[pairs ? 0 : which].data +
           component_bytes(c->type) * (size_t)component;
}

/* Row by row through `first` and the last `pass`. */
static void run_passes(const duo_case *c, const void *twiddle, guarded in[2],
                       guarded out[2])
{
    const tfk_duo *d = c->duo;
    const int a = d->radix[0], b = d->radix[1];
    const int in_step = c->in_pairs ? 2 : 1, out_step = c->out_pairs ? 2 : 1;
    guarded middle[2];
    for (int i = 0; i < 2; i++) {
        middle[i] = guarded_new(c->type, d->n + TFK_SLACK, 0);
    }
    for (int64_t row = 0; row < c->n_rows; row++) {
        const int64_t from = row * row_length(c, c->in_pairs);
        const int64_t to = row * row_length(c, c->out_pairs);
        const tfk_pass first = { .in_outer = in_step,
                                 .in_leg = in_step * b,
                                 .n_outer = b,
                                 .n_inner = 1,
                                 .twiddle = twiddle,
                                 .scale = 1.0,
                                 .in_interleaved = c->in_pairs,
                                 .conj_in = c->conj & 1 };
        c->reference->first[c->type][a](&first, part_of(c, in, c->in_pairs, 0, from),
                                        part_of(c, in, c->in_pairs, 1, from),
                                        middle[0].data, middle[1].data);
        const tfk_pass last = { .in_leg = a,
                                .out_leg = out_step * a,
                                .n_outer = 1,
                                .n_inner = a,
                                .scale = 0.37,
                                .out_interleaved = c->out_pairs,
                                .conj_out = c->conj >> 1,
                                .finish = 1 };
        c->reference->pass[c->type][b](&last, middle[0].data, middle[1].data,
                                       part_of(c, out, c->out_pairs, 0, to),
                                       part_of(c, out, c->out_pairs, 1, to));
    }
    for (int i = 0; i < 2; i++) {
        guarded_free(&middle[i]);
    }
}

static void run_duo(const duo_case *c, const void *twiddle, guarded in[2],
                    guarded out[2])
{
    const tfk_rows rows = { .in_row = row_length(c, c->in_pairs),
                            .out_row = row_length(c, c->out_pairs),
                            .n_rows = c->n_rows,
                            .scale = 0.37,
                            .in_interleaved = c->in_pairs,
                            .out_interleaved = c->out_pairs,
                            .conj_in = c->conj & 1,
                            .conj_out = c->conj >> 1 };
    c->duo->rows[c->type](&rows, twiddle, part_of(c, in, c->in_pairs, 0, 0),
                          part_of(c, in, c->in_pairs, 1, 0),
                          part_of(c, out, c->out_pairs, 0, 0),
                          part_of(c, out, c->out_pairs, 1, 0));
}

static void compare(const duo_case *c)
{
    guarded in[2], want[2], got[2], twiddle = guarded_new(c->type, 16384, 1);
    const int64_t n_in = c->n_rows * row_length(c, c->in_pairs);
    const int64_t count = c->n_rows * row_length(c, c->out_pairs);
    guarded_fill(&twiddle, 5);
    for (int i = 0; i < 2; i++) {
        in[i] = guarded_new(c->type, n_in, (int)(c->n_rows + 3 * i) % 5);
        want[i] = guarded_new(c->type, count, 0);
        got[i] = guarded_new(c->type, count, (int)(c->n_rows + i) % 3);
        guarded_fill(&in[i], (uint32_t)(c->duo->n + i));
        guarded_fill(&want[i], (uint32_t)(c->in_place ? c->duo->n + i : 77 + i));
        guarded_fill(&got[i], (uint32_t)(c->in_place ? c->duo->n + i : 77 + i));
    }
    run_passes(c, twiddle.data, in, want);
    run_duo(c, twiddle.data, c->in_place ? got : in, got);
    for (int i = 0; i < (c->out_pairs ? 1 : 2); i++) {
        if (memcmp(want[i].data, got[i].data,
                   component_bytes(c->type) * (size_t)count) != 0 ||
            !guarded_intact(&got[i], count)) {
            fail_msg("type %d n %d rows %lld pairs %d%d conj %d gap %d in place %d",
                     c->type, c->duo->n, (long long)c->n_rows, c->in_pairs,
                     c->out_pairs, c->conj, c->gap, c->in_place);
        }
    }
    guarded_free(&twiddle);
    for (int i = 0; i < 2; i++) {
        guarded_free(&in[i]);
        guarded_free(&want[i]);
        guarded_free(&got[i]);
    }
}

static void sweep(const tfk_duo *table, const tfk_table *reference)
{
    static const int64_t n_rows[] = { 1, 2, 8, 19, 35 };
    for (const tfk_duo *d = table; d->n != 0; d++) {
        for (int kind = 0; kind < 128 && d->rows[kind & 1] != NULL; kind++) {
            for (size_t i = 0; i < sizeof n_rows / sizeof n_rows[0]; i++) {
                const int in_pairs = kind >> 1 & 1, out_pairs = kind >> 2 & 1;
                const int in_place = in_pairs == out_pairs && (kind >> 6 & 1);
                const duo_case c = { d,         reference,     kind & 1,      in_pairs,
                                     out_pairs, kind >> 3 & 3, kind >> 5 & 1, in_place,
                                     n_rows[i] };
                compare(&c);
            }
        }
    }
}

static void test_duo(void **state)
{
    const tfi_cpu_level level = tfi_cpu_detect();
    (void)state;
    sweep(tfk_duo_for(level), reference_of(tfk_table_for(level)));
    sweep(tfk_duo_emulated_wide, tfk_table_for(TFI_CPU_SCALAR));
}

/* The radices decide on the arithmetic, so that every level has the same list. */
static void test_same_list(void **state)
{
    const tfk_duo *here = tfk_duo_for(tfi_cpu_detect());
    const tfk_duo *scalar = tfk_duo_for(TFI_CPU_SCALAR);
    (void)state;
    for (; here->n != 0 || scalar->n != 0; here++, scalar++) {
        assert_int_equal(here->n, scalar->n);
        assert_int_equal(here->n, here->radix[0] * here->radix[1]);
        assert_memory_equal(here->radix, scalar->radix, sizeof here->radix);
    }
}

int main(void)
{
    if (level_is_missing()) {
        return SKIPPED;
    }
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_duo),
                                        cmocka_unit_test(test_same_list) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
