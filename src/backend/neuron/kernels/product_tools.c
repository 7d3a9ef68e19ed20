/* product_tools.c - matrices in tiles of 128 rows. */
#include "backend/neuron/kernels/product_tools.h"

#include <string.h>

#include "base/half.h"

static tfn_matrix tile_of(tfn_writer *w, const char *name, int parts, int64_t rows,
                          int64_t columns)
{
    tfn_matrix m = { { parts, { ncs_no_view(), ncs_no_view() } }, rows, columns };
    for (int i = 0; i < parts; i++) {
        m.o.part[i] = ncs_sbuf(w->b, name, tfn_operand_dtype(w),
                               (int32_t)tfn_min(rows, NCS_PARTITIONS),
                               tfn_ceil_div(rows, NCS_PARTITIONS) * columns);
    }
    return m;
}

tfn_matrix tfn_matrix_tile(tfn_writer *w, const char *name, int64_t rows,
                           int64_t columns)
{
    return tile_of(w, name, w->mode == TFI_NEURON_BF16X3 ? 2 : 1, rows, columns);
}

int64_t tfn_matrix_bytes(const tfi_neuron_job *job, int64_t rows, int64_t columns)
{
    int64_t each = job->mode == TFI_NEURON_BF16 ? 2 : 4;
    return tfn_ceil_div(rows, NCS_PARTITIONS) * columns * each;
}

/* f64 to bf16 and back, to nearest even. */
static double rounded_to_bf16(double x)
{
    return (double)tfi_bf16_to_f32(tfi_f32_to_bf16(tfi_f64_to_f32_odd(x)));
}

static tfn_matrix constant_of(tfn_writer *w, const char *name, int parts, int64_t rows,
                              int64_t columns, int queue, const double *values)
{
    tfn_matrix m = tile_of(w, name, parts, rows, columns);
    if (values == NULL || tfn_failed(w)) {
        return m;
    }
    double *low = m.o.parts == 2 ? tfn_values(w, rows * columns) : NULL;
    for (int64_t i = 0; i < rows * columns && low != NULL; i++) {
        low[i] = values[i] - rounded_to_bf16(values[i]);
    }
    for (int i = 0; i < m.o.parts; i++) {
        ncs_view table = ncs_table(w->b, name, tfn_operand_dtype(w), rows, columns,
                                   i == 0 ? values : low);
        for (int64_t t = 0; t < tfn_matrix_tiles(&m) && !tfn_failed(w); t++) {
            ncs_dma(w->b, queue, tfn_matrix_columns(&m, t, 0, columns).part[i],
                    ncs_rows(table, (int32_t)(t * NCS_PARTITIONS),
                             (int32_t)tfn_matrix_high(&m, t)));
        }
    }
    tfn_values_free(w, low);
    return m;
}

tfn_matrix tfn_matrix_constant(tfn_writer *w, const char *name, int64_t rows,
                               int64_t columns, int queue, const double *values)
{
    int parts = w->mode == TFI_NEURON_BF16X3 ? 2 : 1;
    return constant_of(w, name, parts, rows, columns, queue, values);
}

tfn_matrix tfn_matrix_constant_sharp(tfn_writer *w, const char *name, int64_t rows,
                                     int64_t columns, int queue, const double *values)
{
    int parts = tfn_operand_dtype(w) == NCS_BF16 ? 2 : 1;
    return constant_of(w, name, parts, rows, columns, queue, values);
}

double tfn_bf16_error(const double *values, int64_t count)
{
    double wrong = 0.0, all = 0.0;
    for (int64_t i = 0; i < count; i++) {
        double e = values[i] - rounded_to_bf16(values[i]);
        wrong += e * e;
        all += values[i] * values[i];
    }
    return all == 0.0 ? 0.0 : wrong / all;
}

tfn_operand tfn_matrix_columns(const tfn_matrix *m, int64_t t, int64_t first,
                               int64_t count)
{
    return tfn_operand_rows(tfn_operand_columns(m->o, t * m->columns + first, count, 1),
                            0, (int32_t)tfn_matrix_high(m, t));
}

tfn_operand tfn_matrix_pattern(const tfn_matrix *m, int64_t t, int64_t offset,
                               int n_dims, const int64_t *size, const int64_t *stride)
{
    return tfn_operand_rows(
        tfn_operand_pattern(m->o, t * m->columns + offset, n_dims, size, stride), 0,
        (int32_t)tfn_matrix_high(m, t));
}

void tfn_matrix_product(tfn_writer *w, ncs_view dst, const tfn_matrix *x,
                        int64_t x_first, int64_t x_count, const tfn_matrix *y,
                        int64_t y_first, int64_t y_count, bool first)
{
    for (int64_t t = 0; t < tfn_matrix_tiles(x); t++) {
        tfn_product(w, dst, tfn_matrix_columns(x, t, x_first, x_count),
                    tfn_matrix_columns(y, t, y_first, y_count), first && t == 0);
    }
}

ncs_dtype tfn_raw_dtype(const tfn_writer *w)
{
    return w->mode == TFI_NEURON_BF16 ? NCS_BF16 : NCS_F32;
}

void tfn_matrix_load_tile(tfn_writer *w, const tfn_matrix *m, int64_t t, int64_t at,
                          tfn_ring *stage, int queue, ncs_view hbm, int64_t offset,
                          int64_t row_stride, int64_t count)
{
    int32_t high = (int32_t)tfn_matrix_high(m, t);
    tfn_operand dst = tfn_matrix_columns(m, t, at, count);
    int64_t one = 1;
    ncs_view src = ncs_hbm_rows(hbm, offset + t * NCS_PARTITIONS * row_stride, high,
                                row_stride, 1, &count, &one);
    if (dst.parts == 1) {
        ncs_dma(w->b, queue, dst.part[0], src);
        return;
    }
    ncs_view raw = ncs_columns(ncs_rows(tfn_ring_next(stage), 0, high), 0, count, 1);
    ncs_dma(w->b, queue, raw, src);
    tfn_operand_store(w, dst, raw);
}

tfn_ring tfn_ring_turns(tfn_writer *w, int count)
{
    tfn_ring r;
    memset(&r, 0, sizeof r);
    r.count = count;
    for (int i = 0; i < count; i++) {
        r.tile[i].parts = 1;
        r.tile[i].part[0] = ncs_psum(w->b, "turns", tfn_raw_dtype(w), NCS_PARTITIONS,
                                     TFN_TURNS * NCS_PARTITIONS);
    }
    return r;
}

void tfn_matrix_turn(tfn_writer *w, const tfn_matrix *m, int64_t at, tfn_ring *turns,
                     ncs_view src)
{
    int64_t p = src.n_partitions, tiles = tfn_matrix_tiles(m);
    int64_t whole = m->rows / NCS_PARTITIONS;
    for (int64_t t = 0; t < tiles;) {
        int64_t left = t < whole ? whole - t : 1, high = tfn_matrix_high(m, t);
        int64_t n = tfn_min(TFN_TURNS, left);
        ncs_view bank = ncs_rows(tfn_ring_next(turns), 0, (int32_t)high);
        for (int64_t i = 0; i < n; i++) {
            ncs_transpose(w->b, NCS_PE, ncs_columns(bank, i * p, p, 1),
                          ncs_columns(src, (t + i) * NCS_PARTITIONS, high, 1));
        }
        int64_t size[] = { n, p }, apart[] = { m->columns, 1 };
        tfn_operand_store(w, tfn_matrix_pattern(m, t, at, 2, size, apart),
                          ncs_columns(bank, 0, n * p, 1));
        t += n;
    }
}

void tfn_operand_scale(tfn_writer *w, tfn_operand dst, tfn_operand src, double factor)
{
    for (int i = 0; i < dst.parts; i++) {
        tfn_scale(w, dst.part[i], src.part[i], factor);
    }
}

void tfn_operand_combine(tfn_writer *w, tfn_operand dst, ncs_view x, ncs_alu op,
                         ncs_view y, tfn_ring *temp)
{
    if (dst.parts == 1) {
        tfn_combine(w, dst.part[0], x, op, y);
        return;
    }
    ncs_view sum =
        ncs_rows(ncs_columns(tfn_ring_next(temp), 0, ncs_view_columns(&x), 1), 0,
                 x.n_partitions);
    tfn_combine(w, sum, x, op, y);
    tfn_operand_store(w, dst, sum);
}
