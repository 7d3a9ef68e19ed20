/* Are short real rows, many and single, bit-equal to plain C for any number of rows,
 * layout, alignment and gap between rows, and do they write nothing else? */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "backend/cpu/single_table.h"
#include "kernels/buffers.h"
#include "kernels/tables.h"

extern const tfk_real_rows_table tfk_real_rows_reference_fma;
extern const tfk_real_rows_table tfk_real_rows_emulated_wide;
extern const tfk_single_table tfk_single_emulated;

typedef struct rows_case {
    const tfk_real_rows_table *table, *reference;
    const tfk_single_table *single; /* in place of the table, for one row */
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

static void run(const rows_case *c, const tfk_real_rows_table *table,
                const tfk_single_table *single, guarded real[1], guarded side[2],
                const guarded w[2])
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
    const tfk_real_single one = { rows, w[0].data, w[1].data };
    const int parts = !c->pairs;
    if (single != NULL && c->backward) {
        single->backward[c->type][c->m][parts](&one, side[0].data, im, real[0].data,
                                               NULL, NULL);
    } else if (single != NULL) {
        single->forward[c->type][c->m][parts](&one, real[0].data, NULL, side[0].data,
                                              im, NULL);
    } else if (c->backward) {
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
    run(c, c->reference, NULL, &real[0], side[0], w);
    run(c, c->table, c->single, &real[1], side[1], w);
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

static void sweep(const tfk_real_rows_table *table, const tfk_single_table *single,
                  const tfk_real_rows_table *reference)
{
    static const int64_t n_rows[] = { 1, 2, 3, 4, 7, 8, 9, 16, 17, 35 };
    for (int m = 1; m <= TFK_MAX_ROW; m++) {
        for (int kind = 0; kind < 32 && table->forward[0][m] != NULL; kind++) {
            rows_case c = { table,         reference,     NULL,          kind & 1,  m,
                            kind >> 1 & 1, kind >> 2 & 1, kind >> 3 & 1, kind >> 4, 1 };
            for (size_t i = 0; i < sizeof n_rows / sizeof n_rows[0]; i++) {
                c.n_rows = n_rows[i];
                compare(&c);
            }
            c.n_rows = 1;
            c.single = single->forward[c.type][m][0] != NULL ? single : NULL;
            compare(&c);
        }
    }
}

static void test_real_rows(void **state)
{
    const tfi_cpu_level level = tfi_cpu_detect();
    (void)state;
    sweep(tfk_real_rows_for(level), tfk_single_for(level),
          tfk_table_for(level)->fused ? &tfk_real_rows_reference_fma
                                      : tfk_real_rows_for(TFI_CPU_SCALAR));
    sweep(&tfk_real_rows_emulated_wide, &tfk_single_emulated,
          tfk_real_rows_for(TFI_CPU_SCALAR));
}

int main(void)
{
    if (level_is_missing()) {
        return SKIPPED;
    }
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_real_rows) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
