/* product_tools.c - matrices in tiles of 128 rows. */
#include "backend/neuron/kernels/product_tools.h"

#include <string.h>

#include "base/half.h"

static nk_matrix tile_of(nk_writer *w, const char *name, int parts, int64_t rows,
                         int64_t columns)
{
    nk_matrix m = { { parts, { ncs_no_view(), ncs_no_view() } }, rows, columns };
    for (int i = 0; i < parts; i++) {
        m.o.part[i] = ncs_sbuf(w->b, name, nk_operand_dtype(w),
                               (int32_t)nk_min(rows, NCS_PARTITIONS),
                               nk_ceil_div(rows, NCS_PARTITIONS) * columns);
    }
    return m;
}

nk_matrix nk_matrix_tile(nk_writer *w, const char *name, int64_t rows, int64_t columns)
{
    return tile_of(w, name, w->mode == TFI_NEURON_BF16X3 ? 2 : 1, rows, columns);
}

int64_t nk_matrix_bytes(const tfi_neuron_job *job, int64_t rows, int64_t columns)
{
    int64_t each = job->mode == TFI_NEURON_BF16 ? 2 : 4;
    return nk_ceil_div(rows, NCS_PARTITIONS) * columns * each;
}

/* f64 to bf16 and back, to nearest even. */
static double rounded_to_bf16(double x)
{
    return (double)tfi_bf16_to_f32(tfi_f32_to_bf16(tfi_f64_to_f32_odd(x)));
}

static nk_matrix constant_of(nk_writer *w, const char *name, int parts, int64_t rows,
                             int64_t columns, int queue, const double *values)
{
    nk_matrix m = tile_of(w, name, parts, rows, columns);
    if (values == NULL || nk_failed(w)) {
        return m;
    }
    double *low = m.o.parts == 2 ? nk_values(w, rows * columns) : NULL;
    for (int64_t i = 0; i < rows * columns && low != NULL; i++) {
        low[i] = values[i] - rounded_to_bf16(values[i]);
    }
    for (int i = 0; i < m.o.parts; i++) {
        ncs_view table = ncs_table(w->b, name, nk_operand_dtype(w), rows, columns,
                                   i == 0 ? values : low);
        for (int64_t t = 0; t < nk_matrix_tiles(&m) && !nk_failed(w); t++) {
            ncs_dma(w->b, queue, nk_matrix_columns(&m, t, 0, columns).part[i],
                    ncs_rows(table, (int32_t)(t * NCS_PARTITIONS),
                             (int32_t)nk_matrix_high(&m, t)));
        }
    }
    nk_values_free(w, low);
    return m;
}

nk_matrix nk_matrix_constant(nk_writer *w, const char *name, int64_t rows,
                             int64_t columns, int queue, const double *values)
{
    int parts = w->mode == TFI_NEURON_BF16X3 ? 2 : 1;
    return constant_of(w, name, parts, rows, columns, queue, values);
}

nk_matrix nk_matrix_constant_sharp(nk_writer *w, const char *name, int64_t rows,
                                   int64_t columns, int queue, const double *values)
{
    int parts = nk_operand_dtype(w) == NCS_BF16 ? 2 : 1;
    return constant_of(w, name, parts, rows, columns, queue, values);
}

double nk_bf16_error(const double *values, int64_t count)
{
    double wrong = 0.0, all = 0.0;
    for (int64_t i = 0; i < count; i++) {
        double e = values[i] - rounded_to_bf16(values[i]);
        wrong += e * e;
        all += values[i] * values[i];
    }
    return all == 0.0 ? 0.0 : wrong / all;
}

nk_operand nk_matrix_columns(const nk_matrix *m, int64_t t, int64_t first,
                             int64_t count)
{
    return nk_operand_rows(nk_operand_columns(m->o, t * m->columns + first, count, 1),
                           0, (int32_t)nk_matrix_high(m, t));
}

nk_operand nk_matrix_pattern(const nk_matrix *m, int64_t t, int64_t offset, int n_dims,
                             const int64_t *size, const int64_t *stride)
{
    return nk_operand_rows(
        nk_operand_pattern(m->o, t * m->columns + offset, n_dims, size, stride), 0,
        (int32_t)nk_matrix_high(m, t));
}

void nk_matrix_product(nk_writer *w, ncs_view dst, const nk_matrix *x, int64_t x_first,
                       int64_t x_count, const nk_matrix *y, int64_t y_first,
                       int64_t y_count, bool first)
{
    for (int64_t t = 0; t < nk_matrix_tiles(x); t++) {
        nk_product(w, dst, nk_matrix_columns(x, t, x_first, x_count),
                   nk_matrix_columns(y, t, y_first, y_count), first && t == 0);
    }
}

ncs_dtype nk_raw_dtype(const nk_writer *w)
{
    return w->mode == TFI_NEURON_BF16 ? NCS_BF16 : NCS_F32;
}

void nk_matrix_load_tile(nk_writer *w, const nk_matrix *m, int64_t t, int64_t at,
                         nk_ring *stage, int queue, ncs_view hbm, int64_t offset,
                         int64_t row_stride, int64_t count)
{
    int32_t high = (int32_t)nk_matrix_high(m, t);
    nk_operand dst = nk_matrix_columns(m, t, at, count);
    int64_t one = 1;
    ncs_view src = ncs_hbm_rows(hbm, offset + t * NCS_PARTITIONS * row_stride, high,
                                row_stride, 1, &count, &one);
    if (dst.parts == 1) {
        ncs_dma(w->b, queue, dst.part[0], src);
        return;
    }
    ncs_view raw = ncs_columns(ncs_rows(nk_ring_next(stage), 0, high), 0, count, 1);
    ncs_dma(w->b, queue, raw, src);
    nk_operand_store(w, dst, raw);
}

nk_ring nk_ring_turns(nk_writer *w, int count)
{
    nk_ring r;
    memset(&r, 0, sizeof r);
    r.count = count;
    for (int i = 0; i < count; i++) {
        r.tile[i].parts = 1;
        r.tile[i].part[0] = ncs_psum(w->b, "turns", nk_raw_dtype(w), NCS_PARTITIONS,
                                     NK_TURNS * NCS_PARTITIONS);
    }
    return r;
}

void nk_matrix_turn(nk_writer *w, const nk_matrix *m, int64_t at, nk_ring *turns,
                    ncs_view src)
{
    int64_t p = src.n_partitions, tiles = nk_matrix_tiles(m);
    int64_t whole = m->rows / NCS_PARTITIONS;
    for (int64_t t = 0; t < tiles;) {
        int64_t left = t < whole ? whole - t : 1, high = nk_matrix_high(m, t);
        int64_t n = nk_min(NK_TURNS, left);
        ncs_view bank = ncs_rows(nk_ring_next(turns), 0, (int32_t)high);
        for (int64_t i = 0; i < n; i++) {
            ncs_transpose(w->b, NCS_PE, ncs_columns(bank, i * p, p, 1),
                          ncs_columns(src, (t + i) * NCS_PARTITIONS, high, 1));
        }
        int64_t size[] = { n, p }, apart[] = { m->columns, 1 };
        nk_operand_store(w, nk_matrix_pattern(m, t, at, 2, size, apart),
                         ncs_columns(bank, 0, n * p, 1));
        t += n;
    }
}

void nk_operand_scale(nk_writer *w, nk_operand dst, nk_operand src, double factor)
{
    for (int i = 0; i < dst.parts; i++) {
        nk_scale(w, dst.part[i], src.part[i], factor);
    }
}

void nk_operand_combine(nk_writer *w, nk_operand dst, ncs_view x, ncs_alu op,
                        ncs_view y, nk_ring *temp)
{
    if (dst.parts == 1) {
        nk_combine(w, dst.part[0], x, op, y);
        return;
    }
    ncs_view sum = ncs_rows(ncs_columns(nk_ring_next(temp), 0, ncs_view_columns(&x), 1),
                            0, x.n_partitions);
    nk_combine(w, sum, x, op, y);
    nk_operand_store(w, dst, sum);
}
