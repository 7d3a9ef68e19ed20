/* Are short real rows bit-equal to plain C for any number of rows, layout, alignment
 * and gap between rows, and do they write nothing else? */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "kernels/buffers.h"
#include "kernels/tables.h"

extern const tfk_real_rows_table tfk_real_rows_reference_fma;
extern const tfk_real_rows_table tfk_real_rows_emulated_wide;

typedef struct rows_case {
    const tfk_real_rows_table *table, *reference;
    int type, m, backward, pairs, conj, gap;
    int64_t n_rows;
} rows_case;

/* The complex side, of m + 1 points. */
static int64_t complex_row(const rows_case *c)
{
    return (c->m + 1) * (c->pairs ? 2 : 1) + c->gap;
}

static int64_t real_row(const rows_case *c)
{
    return 2 * c->m + c->gap;
}

static void run(const rows_case *c, const tfk_real_rows_table *table, guarded real[1],
                guarded side[2], const guarded w[2])
{
    const tfk_rows rows = { .in_row = c->backward ? complex_row(c) : real_row(c),
                            .out_row = c->backward ? real_row(c) : complex_row(c),
                            .n_rows = c->n_rows,
                            .scale = 0.37,
                            .in_interleaved = c->backward && c->pairs,
                            .out_interleaved = !c->backward && c->pairs,
                            .conj_in = c->backward && c->conj,
                            .conj_out = !c->backward && c->conj };
    void *im =
        c->pairs ? (char *)side[0].data + component_bytes(c->type) : side[1].data;
    if (c->backward) {
        table->backward[c->type][c->m](&rows, w[0].data, w[1].data, side[0].data, im,
                                       real[0].data, NULL);
    } else {
        table->forward[c->type][c->m](&rows, w[0].data, w[1].data, real[0].data, NULL,
                                      side[0].data, im);
    }
}

static void check_same(const rows_case *c, const guarded *want, const guarded *got)
{
    if (memcmp(want->data, got->data, component_bytes(c->type) * (size_t)want->count) !=
            0 ||
        !guarded_intact(got, got->count)) {
        fail_msg("type %d m %d rows %lld backward %d pairs %d conj %d gap %d", c->type,
                 c->m, (long long)c->n_rows, c->backward, c->pairs, c->conj, c->gap);
    }
}

/* Everything is filled alike, so that gaps are compared too. */
static void compare(const rows_case *c)
{
    guarded real[2], side[2][2], w[2];
    for (int i = 0; i < 2; i++) {
        const int misalign = i * ((int)c->n_rows % 3);
        real[i] = guarded_new(c->type, c->n_rows * real_row(c), misalign);
        guarded_fill(&real[i], 3);
        w[i] = guarded_new(c->type, c->m / 2 + 1, i);
        guarded_fill(&w[i], (uint32_t)(60 + i));
        for (int part = 0; part < 2; part++) {
            side[i][part] =
                guarded_new(c->type, c->n_rows * complex_row(c), misalign + part * i);
            guarded_fill(&side[i][part], (uint32_t)(9 + part));
        }
    }
    run(c, c->reference, &real[0], side[0], w);
    run(c, c->table, &real[1], side[1], w);
    check_same(c, &real[0], &real[1]);
    check_same(c, &side[0][0], &side[1][0]);
    check_same(c, &side[0][1], &side[1][1]);
    for (int i = 0; i < 2; i++) {
        guarded_free(&real[i]);
        guarded_free(&w[i]);
        guarded_free(&side[i][0]);
        guarded_free(&side[i][1]);
    }
}

static void sweep(const tfk_real_rows_table *table,
                  const tfk_real_rows_table *reference)
{
    static const int64_t n_rows[] = { 1, 2, 3, 4, 7, 8, 9, 16, 17, 35 };
    for (int m = 2; m <= TFK_MAX_ROW; m++) {
        for (int kind = 0; kind < 32 && table->forward[0][m] != NULL; kind++) {
            for (size_t i = 0; i < sizeof n_rows / sizeof n_rows[0]; i++) {
                const rows_case c = {
                    table,         reference,     kind & 1,  m,        kind >> 1 & 1,
                    kind >> 2 & 1, kind >> 3 & 1, kind >> 4, n_rows[i]
                };
                compare(&c);
            }
        }
    }
}

static void test_real_rows(void **state)
{
    const tfi_cpu_level level = tfi_cpu_detect();
    (void)state;
    sweep(tfk_real_rows_for(level), tfk_table_for(level)->fused
                                        ? &tfk_real_rows_reference_fma
                                        : tfk_real_rows_for(TFI_CPU_SCALAR));
    sweep(&tfk_real_rows_emulated_wide, tfk_real_rows_for(TFI_CPU_SCALAR));
}

int main(void)
{
    if (level_is_missing()) {
        return SKIPPED;
    }
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_real_rows) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
