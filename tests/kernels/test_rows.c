/* Are whole short rows bit-equal to plain C for any number of rows, layout, alignment
 * and gap between rows, in place too, and do they write nothing else? */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "kernels/buffers.h"
#include "kernels/tables.h"

extern const tfk_rows_table tfk_rows_reference_fma, tfk_rows_emulated_wide;

typedef struct rows_case {
    const tfk_rows_table *table, *reference;
    int type, n, in_pairs, out_pairs, conj, gap, in_place;
    int64_t n_rows;
} rows_case;

static int64_t row_length(const rows_case *c, int pairs)
{
    return c->n * (pairs ? 2 : 1) + c->gap;
}

static void *second(const rows_case *c, guarded part[2], int pairs)
{
    return pairs ? (char *)part[0].data + component_bytes(c->type) : part[1].data;
}

static void run(const rows_case *c, const tfk_rows_table *table, guarded in[2],
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
    table->rows[c->type][c->n](&rows, in[0].data, second(c, in, c->in_pairs),
                               out[0].data, second(c, out, c->out_pairs));
}

/* Output arrays are filled alike first, so that gaps are compared too. */
static void compare(const rows_case *c)
{
    guarded in[2], want[2], got[2];
    const int64_t inputs = c->n_rows * row_length(c, c->in_pairs);
    const int64_t outputs = c->n_rows * row_length(c, c->out_pairs);
    for (int i = 0; i < 2; i++) {
        in[i] = guarded_new(c->type, inputs, (int)(c->n_rows + 3 * i) % 5);
        want[i] = guarded_new(c->type, outputs, 0);
        got[i] = guarded_new(c->type, outputs, (int)(c->n_rows + i) % 3);
        guarded_fill(&in[i], (uint32_t)(c->n + i));
        guarded_fill(&want[i], (uint32_t)(c->in_place ? c->n + i : 77 + i));
        guarded_fill(&got[i], (uint32_t)(c->in_place ? c->n + i : 77 + i));
    }
    run(c, c->reference, in, want);
    run(c, c->table, c->in_place ? got : in, got);
    for (int i = 0; i < (c->out_pairs ? 1 : 2); i++) {
        if (memcmp(want[i].data, got[i].data,
                   component_bytes(c->type) * (size_t)outputs) != 0 ||
            !guarded_intact(&got[i], outputs)) {
            fail_msg("type %d n %d rows %lld pairs %d%d conj %d gap %d in place %d",
                     c->type, c->n, (long long)c->n_rows, c->in_pairs, c->out_pairs,
                     c->conj, c->gap, c->in_place);
        }
    }
    for (int i = 0; i < 2; i++) {
        guarded_free(&in[i]);
        guarded_free(&want[i]);
        guarded_free(&got[i]);
    }
}

static void sweep(const tfk_rows_table *table, const tfk_rows_table *reference)
{
    static const int64_t n_rows[] = { 1, 2, 3, 4, 7, 8, 9, 16, 17, 35 };
    for (int n = 2; n <= TFK_MAX_RADIX; n++) {
        for (int kind = 0; kind < 64 && table->rows[0][n] != NULL; kind++) {
            for (size_t i = 0; i < sizeof n_rows / sizeof n_rows[0]; i++) {
                rows_case c = {
                    table,         reference,     kind & 1,      n, kind >> 1 & 1,
                    kind >> 2 & 1, kind >> 3 & 3, kind >> 5 & 1, 0, n_rows[i]
                };
                compare(&c);
                c.in_place = 1;
                if (c.in_pairs == c.out_pairs) {
                    compare(&c);
                }
            }
        }
    }
}

static void test_rows(void **state)
{
    const tfi_cpu_level level = tfi_cpu_detect();
    (void)state;
    sweep(tfk_rows_for(level), tfk_table_for(level)->fused
                                   ? &tfk_rows_reference_fma
                                   : tfk_rows_for(TFI_CPU_SCALAR));
    sweep(&tfk_rows_emulated_wide, tfk_rows_for(TFI_CPU_SCALAR));
}

int main(void)
{
    if (level_is_missing()) {
        return SKIPPED;
    }
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_rows) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
