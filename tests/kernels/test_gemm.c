/* Are the matrix product kernels, packing included, bit-equal to plain C? */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>

#include "backend/cpu/gemm_table.h"
#include "kernels/buffers.h"
#include "kernels/tables.h"

extern const tfk_gemm_table tfk_gemm_reference_fma, tfk_gemm_emulated_wide;

static const tfk_gemm_table *reference_for(const tfk_gemm_table *table)
{
    return table->fused ? &tfk_gemm_reference_fma : tfk_gemm_for(TFI_CPU_SCALAR);
}

/* How a matrix lies in memory. */
typedef enum layout {
    SPLIT_ROWS = 0, /* elements of a row side by side */
    PAIRS_ROWS = 1,
    SPLIT_COLUMNS = 2, /* elements of a column side by side */
    PAIRS_COLUMNS = 3,
    APART = 4, /* gaps everywhere */
    N_LAYOUTS = 5
} layout;

typedef struct matrix {
    guarded part[2];
    char *re, *im;
    int64_t row, column;
    int pairs;
} matrix;

static matrix matrix_new(int type, int64_t rows, int64_t columns, layout l,
                         uint32_t seed)
{
    static int turn; /* another alignment each time */
    matrix m;
    m.pairs = l == PAIRS_ROWS || l == PAIRS_COLUMNS;
    const int64_t step = m.pairs ? 2 : l == APART ? 3 : 1;
    const int by_columns = l == SPLIT_COLUMNS || l == PAIRS_COLUMNS;
    m.row = by_columns ? step : step * columns + 1;
    m.column = by_columns ? step * rows + 1 : step;
    const int64_t lines = by_columns ? columns : rows;
    const int64_t count = lines * (by_columns ? m.column : m.row);
    for (int i = 0; i < 2; i++) {
        m.part[i] = guarded_new(type, count, turn++ % 17 % 16);
        guarded_fill(&m.part[i], seed + (uint32_t)i);
    }
    m.re = m.part[0].data;
    m.im = m.pairs ? m.re + component_bytes(type) : m.part[1].data;
    return m;
}

static void matrix_free(matrix *m)
{
    guarded_free(&m->part[0]);
    guarded_free(&m->part[1]);
}

typedef struct trial {
    int type, three, accumulate;
    int64_t n_i, n_j, n_k;
    layout a, b;
    int in_place; /* a is read where it lies */
} trial;

/* Packs and looks that nothing is written beyond the panels, `of_lane` components of
 * each lane. */
static guarded packed(void (*kernel)(const tfk_gemm_pack *), int type, const matrix *m,
                      int64_t k, int64_t lane, int64_t n_k, int64_t n_lanes,
                      int64_t lanes, int64_t of_lane)
{
    const int64_t panels = (n_lanes + lanes - 1) / lanes;
    guarded to = guarded_new(type, panels * lanes * of_lane, 0);
    tfk_gemm_pack p = { m->re, m->im, k, lane, n_k, n_lanes, to.data };
    kernel(&p);
    assert_true(guarded_intact(&to, to.count));
    return to;
}

/* A left factor as the kernels read it: packed, or where it lies. */
static void set_left(const tfk_gemm_ops *ops, const trial *t, const matrix *a,
                     guarded *room, tfk_gemm *g)
{
    const size_t size = component_bytes(t->type);
    const int64_t rows = ops->rows, piece = TFK_GEMM_PIECE / (int64_t)size;
    const int64_t n_k = t->three ? (t->n_k + piece - 1) / piece * piece : t->n_k;
    *room = packed(ops->pack_a[t->type], t->type, a, a->column, a->row, t->n_k, t->n_i,
                   rows, n_k * (t->three ? 3 : 2));
    const char *at = room->data;
    const tfk_gemm_left left = { at, at + size * (size_t)rows, 1, 2 * rows,
                                 2 * rows * t->n_k };
    const tfk_gemm_left lies = { a->re, a->im, a->row, a->column, rows * a->row };
    g->a = t->in_place ? lies : left;
}

/* c = [c +] a b through the kernels of the table. */
static void product(const tfk_gemm_table *table, const trial *t, const matrix *a,
                    const matrix *b, matrix *c)
{
    const tfk_gemm_ops *ops = t->three ? &table->three : &table->four;
    const int64_t columns = ops->columns[t->type];
    guarded to_a;
    guarded to_b = packed(ops->pack_b[t->type], t->type, b, b->row, b->column, t->n_k,
                          t->n_j, columns, t->n_k * (t->three ? 3 : 2));
    guarded scratch = guarded_new(t->type, 2 * t->n_i * columns, 0);
    tfk_gemm g = { .b = to_b.data,
                   .c_re = c->re,
                   .c_im = c->im,
                   .c_row = c->row,
                   .n_i = t->n_i,
                   .n_j = t->n_j,
                   .n_k = t->n_k,
                   .c_interleaved = c->pairs,
                   .accumulate = t->accumulate,
                   .scratch = scratch.data };
    set_left(ops, t, a, &to_a, &g);
    ops->multiply[t->type](&g);
    assert_true(guarded_intact(&scratch, scratch.count));
    guarded_free(&to_a);
    guarded_free(&to_b);
    guarded_free(&scratch);
}

static void check(const tfk_gemm_table *table, const trial *t)
{
    matrix a = matrix_new(t->type, t->n_i, t->n_k, t->a, 3);
    matrix b = matrix_new(t->type, t->n_k, t->n_j, t->b, 5);
    const layout of_c = (t->n_i + t->n_j) % 2 ? PAIRS_ROWS : SPLIT_ROWS;
    matrix want = matrix_new(t->type, t->n_i, t->n_j, of_c, 7);
    matrix got = matrix_new(t->type, t->n_i, t->n_j, of_c, 7);
    trial packed_twin = *t;
    packed_twin.in_place = 0;
    product(reference_for(table), &packed_twin, &a, &b, &want);
    product(table, t, &a, &b, &got);
    for (int i = 0; i < 2; i++) { /* gaps between the rows included */
        const guarded *g = &got.part[i];
        assert_memory_equal(want.part[i].data, g->data,
                            component_bytes(t->type) * (size_t)g->count);
        assert_true(guarded_intact(g, g->count));
    }
    matrix_free(&a);
    matrix_free(&b);
    matrix_free(&want);
    matrix_free(&got);
}

static void check_both(trial *t)
{
    for (t->type = 0; t->type < 2; t->type++) {
        for (t->three = 0; t->three < 2; t->three++) {
            for (t->in_place = 0; t->in_place < (t->three ? 1 : 2); t->in_place++) {
                check(tfk_gemm_for(tfi_cpu_detect()), t);
                check(&tfk_gemm_emulated_wide, t);
            }
        }
    }
}

static void test_sizes(void **state)
{
    static const int64_t widths[] = { 1, 3, 4, 7, 8, 15, 16, 17, 32, 41, 140 };
    static const int64_t depths[] = { 0, 1, 2, 8, 33 };
    (void)state;
    for (int64_t rows = 1; rows <= 27; rows++) {
        for (size_t i = 0; i < sizeof widths / sizeof widths[0]; i++) {
            for (size_t k = 0; k < sizeof depths / sizeof depths[0]; k++) {
                trial t = { 0,         0,          (int)(i & 1), rows, widths[i],
                            depths[k], PAIRS_ROWS, SPLIT_ROWS,   0 };
                check_both(&t);
            }
        }
    }
}

static void test_layouts(void **state)
{
    (void)state;
    for (int i = 0; i < N_LAYOUTS * N_LAYOUTS * 6; i++) {
        const int turn = i / (N_LAYOUTS * N_LAYOUTS);
        trial t = { 0,
                    0,
                    turn & 1,
                    27 - turn,
                    140 - 13 * turn,
                    32 + turn % 3,
                    (layout)(i % N_LAYOUTS),
                    (layout)(i / N_LAYOUTS % N_LAYOUTS),
                    0 };
        check_both(&t);
    }
}

/* The four products in so many words: what "in the order of k" means. */
static void test_order(void **state)
{
    enum { N = 5, K = 40 };
    (void)state;
    trial t = { TFK_F64, 0, 0, N, N, K, SPLIT_ROWS, SPLIT_ROWS, 0 };
    const tfk_gemm_table *table = tfk_gemm_for(tfi_cpu_detect());
    matrix a = matrix_new(TFK_F64, N, K, t.a, 3), b = matrix_new(TFK_F64, K, N, t.b, 5);
    matrix c = matrix_new(TFK_F64, N, N, SPLIT_ROWS, 7);
    product(table, &t, &a, &b, &c);
    for (int64_t i = 0; i < N; i++) {
        for (int64_t j = 0; j < N; j++) {
            double re = 0, im = 0;
            for (int64_t k = 0; k < K; k++) {
                const int64_t x = i * a.row + k * a.column,
                              y = k * b.row + j * b.column;
                const double ar = ((double *)(void *)a.re)[x];
                const double ai = ((double *)(void *)a.im)[x];
                const double br = ((double *)(void *)b.re)[y];
                const double bi = ((double *)(void *)b.im)[y];
                re = table->fused ? fma(ar, br, re) : ar * br + re;
                re = table->fused ? fma(-ai, bi, re) : -ai * bi + re;
                im = table->fused ? fma(ar, bi, im) : ar * bi + im;
                im = table->fused ? fma(ai, br, im) : ai * br + im;
            }
            const int64_t at = i * c.row + j * c.column;
            assert_true(((double *)(void *)c.re)[at] == re);
            assert_true(((double *)(void *)c.im)[at] == im);
        }
    }
    matrix_free(&a);
    matrix_free(&b);
    matrix_free(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sizes),
        cmocka_unit_test(test_layouts),
        cmocka_unit_test(test_order),
    };
    return level_is_missing() ? SKIPPED : cmocka_run_group_tests(tests, NULL, NULL);
}
