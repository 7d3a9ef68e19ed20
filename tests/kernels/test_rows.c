/* Are whole short rows, many and single, bit-equal to plain C for any number of rows,
 * layout, alignment and gap between rows, in place too, and do they write nothing else?
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "backend/cpu/single_table.h"
#include "kernels/buffers.h"
#include "kernels/tables.h"

extern const tfk_rows_table tfk_rows_reference_fma, tfk_rows_emulated_wide;
extern const tfk_single_table tfk_single_emulated;

typedef struct rows_case {
    const tfk_rows_table *table, *reference;
    const tfk_single_table *single; /* in place of the table, for one row */
    int type, n, in_pairs, out_pairs, conj, gap, in_place;
    int64_t n_rows;
    double scale;
} rows_case;

static int64_t row_length(const rows_case *c, int pairs)
{
    return c->n * (pairs ? 2 : 1) + c->gap;
}

static void *second(const rows_case *c, guarded part[2], int pairs)
{
    return pairs ? (char *)part[0].data + component_bytes(c->type) : part[1].data;
}

static void run(const rows_case *c, const tfk_rows_table *table,
                const tfk_single_table *single, guarded in[2], guarded out[2])
{
    const tfk_rows rows = { .in_row = row_length(c, c->in_pairs),
                            .out_row = row_length(c, c->out_pairs),
                            .n_rows = c->n_rows,
                            .scale = c->scale,
                            .in_interleaved = c->in_pairs,
                            .out_interleaved = c->out_pairs,
                            .conj_in = c->conj & 1,
                            .conj_out = c->conj >> 1 };
    const void *im = second(c, in, c->in_pairs);
    void *to_im = second(c, out, c->out_pairs);
    if (single != NULL) {
        assert_int_equal(single->row[c->type][c->n][tfk_single_kind(&rows)](
                             &rows, in[0].data, im, out[0].data, to_im, NULL),
                         0);
    } else {
        table->rows[c->type][c->n](&rows, in[0].data, im, out[0].data, to_im);
    }
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
    run(c, c->reference, NULL, in, want);
    run(c, c->table, c->single, c->in_place ? got : in, got);
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

/* The kind-th of 64 cases, out of place and, where that can be, in place. */
static void compare_kind(rows_case c, int kind)
{
    c.type = kind & 1;
    c.in_pairs = kind >> 1 & 1;
    c.out_pairs = kind >> 2 & 1;
    c.conj = kind >> 3 & 3;
    c.gap = kind >> 5 & 1;
    compare(&c);
    c.in_place = 1;
    if (c.in_pairs == c.out_pairs) {
        compare(&c);
    }
}

static void sweep(const tfk_rows_table *table, const tfk_rows_table *reference)
{
    static const int64_t n_rows[] = { 1, 2, 3, 4, 7, 8, 9, 16, 17, 35 };
    for (int n = 2; n <= TFK_MAX_RADIX; n++) {
        for (int kind = 0; kind < 64 && table->rows[0][n] != NULL; kind++) {
            for (size_t i = 0; i < sizeof n_rows / sizeof n_rows[0]; i++) {
                compare_kind((rows_case){ .table = table,
                                          .reference = reference,
                                          .n = n,
                                          .n_rows = n_rows[i],
                                          .scale = 0.37 },
                             kind);
            }
        }
    }
}

static void sweep_single(const tfk_single_table *table, const tfk_rows_table *reference)
{
    static const double scales[] = { 1.0, 0.37 };
    for (int n = 2; n <= TFK_MAX_RADIX; n++) {
        assert_int_equal(table->row[0][n][0] != NULL, reference->rows[0][n] != NULL);
        for (int kind = 0; kind < 64 && table->row[0][n][0] != NULL; kind++) {
            for (int i = 0; i < 2; i++) {
                compare_kind((rows_case){ .single = table,
                                          .reference = reference,
                                          .n = n,
                                          .n_rows = 1,
                                          .scale = scales[i] },
                             kind);
            }
        }
    }
}

static const tfk_rows_table *plain_rows(tfi_cpu_level level)
{
    return tfk_table_for(level)->fused ? &tfk_rows_reference_fma
                                       : tfk_rows_for(TFI_CPU_SCALAR);
}

static void test_rows(void **state)
{
    const tfi_cpu_level level = tfi_cpu_detect();
    (void)state;
    sweep(tfk_rows_for(level), plain_rows(level));
    sweep(&tfk_rows_emulated_wide, tfk_rows_for(TFI_CPU_SCALAR));
}

static void test_single_rows(void **state)
{
    const tfi_cpu_level level = tfi_cpu_detect();
    (void)state;
    sweep_single(tfk_single_for(level), plain_rows(level));
    sweep_single(&tfk_single_emulated, tfk_rows_for(TFI_CPU_SCALAR));
}

int main(void)
{
    if (level_is_missing()) {
        return SKIPPED;
    }
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_rows),
                                        cmocka_unit_test(test_single_rows) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
