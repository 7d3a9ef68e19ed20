/* times_pass.c - lines times a table, point by point, from HBM to HBM.
 *
 * Many lines: one a partition, the table repeated in all of them. Few: each in rows of
 * up to 512 points, one below the other. Three instructions for [re | im] of a block,
 * shared by DVE and POOL.
 *
 * Budget of 128 x 512 points, f32: DVE and POOL 3 x 2,048 cycles, DMA 2 x 512 KiB, 768
 * KiB of table once for all lines.
 */
#include "backend/neuron/kernels/passes.h"

#include <string.h>

enum { RING = 3, WIDE = 512, FEW = NCS_PARTITIONS /* lines: more engines of DMA */ };

typedef struct times {
    tfn_writer *w;
    const tfn_times_job *job;
    bool real_in, real_out;
    ncs_view table; /* HBM: -im, re, im, `points` each */
    ncs_view zero;
    tfn_ring x, factor, product, y;
} times;

/* Rows of a block: where they are in src, dst and the table. */
typedef struct block {
    int64_t rows, columns;
    int64_t src, src_stride, dst, dst_stride, point, point_stride;
} block;

static ncs_view tile_part(ncs_view tile, const block *k, int64_t parts)
{
    return ncs_columns(ncs_rows(tile, 0, (int32_t)k->rows), 0, parts * k->columns, 1);
}

static ncs_view load_factor(times *t, const block *k)
{
    ncs_view f = tile_part(tfn_ring_next(&t->factor), k, 3);
    int64_t size[] = { 3, k->columns }, there[] = { t->job->points, 1 };
    int64_t here[] = { k->columns, 1 };
    ncs_view from = ncs_hbm_rows(t->table, k->point, (int32_t)k->rows, k->point_stride,
                                 2, size, there);
    ncs_note(t->w->b, "load");
    ncs_dma(t->w->b, -1, ncs_pattern(f, 0, 2, size, here), from);
    return f;
}

static void multiply(times *t, const block *k, ncs_view factor)
{
    ncs_builder *b = t->w->b;
    const tfn_times_job *job = t->job;
    const int64_t c = k->columns, one[] = { 1 };
    ncs_view x = tile_part(tfn_ring_next(&t->x), k, t->real_in ? 1 : 2);
    ncs_view y = tile_part(tfn_ring_next(&t->y), k, t->real_out ? 1 : 2);
    ncs_note(b, "load");
    for (int i = 0; i < (t->real_in ? 1 : 2); i++) {
        ncs_dma(b, -1, ncs_columns(x, i * c, c, 1),
                ncs_hbm_rows(i == 0 ? job->src.x.re : job->src.x.im, k->src,
                             (int32_t)k->rows, k->src_stride, 1, &c, one));
    }
    ncs_note(b, "times");
    tfn_level(t->w);
    int64_t parts = t->real_out ? 1 : 2;
    int64_t size[] = { parts, c }, straight[] = { c, 1 }, same[] = { 0, 1 };
    ncs_view out = ncs_pattern(y, 0, 2, size, straight);
    if (t->real_in) { /* x re | x im */
        tfn_combine(t->w, out, ncs_pattern(x, 0, 2, size, same), NCS_MULTIPLY,
                    ncs_pattern(factor, c, 2, size, straight));
    } else {
        int64_t crossed[] = { -c, 1 }, both[] = { 2 * c, 1 };
        ncs_view p = tile_part(tfn_ring_next(&t->product), k, parts);
        ncs_view q = tile_part(tfn_ring_next(&t->product), k, parts);
        tfn_combine(t->w, ncs_pattern(p, 0, 2, size, straight),
                    ncs_pattern(x, 0, 2, size, straight), NCS_MULTIPLY,
                    ncs_pattern(factor, c, 2, size, same));
        tfn_combine(t->w, ncs_pattern(q, 0, 2, size, straight),
                    ncs_pattern(x, c, 2, size, crossed), NCS_MULTIPLY,
                    ncs_pattern(factor, 0, 2, size, both));
        tfn_combine(t->w, y, p, NCS_ADD, q);
    }
    ncs_note(b, "store");
    for (int i = 0; i < (t->real_out ? 1 : 2); i++) {
        ncs_dma(b, -1,
                ncs_hbm_rows(i == 0 ? job->dst.x.re : job->dst.x.im, k->dst,
                             (int32_t)k->rows, k->dst_stride, 1, &c, one),
                ncs_columns(y, i * c, c, 1));
    }
}

/* Zeros behind the points of line l, in rows over as many partitions as can be. */
static void zeros_of_line(times *t, int64_t l)
{
    const tfn_times_job *job = t->job;
    int64_t one[] = { 1 };
    for (int64_t at = 0; at < job->zeros;) {
        int64_t left = job->zeros - at;
        int64_t c = tfn_min(WIDE, tfn_max(64, left / NCS_PARTITIONS));
        c = tfn_min(c, left);
        int64_t rows = tfn_min(NCS_PARTITIONS, left / c);
        int64_t to = job->dst.offset + l * job->dst.line_stride + job->points + at;
        for (int i = 0; i < 2; i++) {
            ncs_dma(t->w->b, -1,
                    ncs_hbm_rows(i == 0 ? job->dst.x.re : job->dst.x.im, to,
                                 (int32_t)rows, c, 1, &c, one),
                    ncs_columns(ncs_rows(t->zero, 0, (int32_t)rows), 0, c, 1));
        }
        at += rows * c;
    }
}

static void fill_zeros(times *t)
{
    const tfn_times_job *job = t->job;
    int64_t one[] = { 1 };
    ncs_note(t->w->b, "zeros");
    for (int64_t l = 0; l < job->lines && job->lines < FEW; l++) {
        zeros_of_line(t, l);
    }
    for (int64_t l = 0; l < job->lines && job->lines >= FEW; l += NCS_PARTITIONS) {
        int32_t rows = (int32_t)tfn_min(NCS_PARTITIONS, job->lines - l);
        for (int64_t at = 0; at < job->zeros; at += WIDE) {
            int64_t c = tfn_min(WIDE, job->zeros - at);
            int64_t to = job->dst.offset + l * job->dst.line_stride + job->points + at;
            for (int i = 0; i < 2; i++) {
                ncs_dma(t->w->b, -1,
                        ncs_hbm_rows(i == 0 ? job->dst.x.re : job->dst.x.im, to, rows,
                                     job->dst.line_stride, 1, &c, one),
                        ncs_columns(ncs_rows(t->zero, 0, rows), 0, c, 1));
            }
        }
    }
}

static void set_up(times *t, tfn_writer *w, const tfn_times_job *job)
{
    memset(t, 0, sizeof *t);
    t->w = w;
    t->job = job;
    t->real_in = job->src.x.im.buffer < 0;
    t->real_out = job->dst.x.im.buffer < 0;
    double *all = tfn_values(w, 3 * job->points);
    t->table = ncs_no_view();
    if (all != NULL) {
        for (int64_t i = 0; i < job->points; i++) {
            all[i] = -job->im[i];
            all[job->points + i] = job->re[i];
            all[2 * job->points + i] = job->im[i];
        }
        t->table = ncs_table(w->b, "factor", NCS_F32, 3, job->points, all);
    }
    tfn_values_free(w, all);
    ncs_dtype in = ncs_builder_dtype(w->b, job->src.x.re);
    ncs_dtype out = ncs_builder_dtype(w->b, job->dst.x.re);
    t->x = tfn_ring_sbuf(w, "x", RING, in, NCS_PARTITIONS, 2 * WIDE);
    t->factor = tfn_ring_sbuf(w, "factor", RING, NCS_F32, NCS_PARTITIONS, 3 * WIDE);
    t->product = tfn_ring_sbuf(w, "product", 4, NCS_F32, NCS_PARTITIONS, 2 * WIDE);
    t->y = tfn_ring_sbuf(w, "y", RING, out, NCS_PARTITIONS, 2 * WIDE);
    t->zero = ncs_no_view();
    if (job->zeros > 0) {
        t->zero = ncs_sbuf(w->b, "zero", NCS_F32, NCS_PARTITIONS, WIDE);
        ncs_memset(w->b, NCS_POOL, t->zero, 0.0);
    }
}

/* One line a partition. */
static void many_lines(times *t)
{
    const tfn_times_job *job = t->job;
    for (int64_t at = 0; at < job->points && !tfn_failed(t->w); at += WIDE) {
        block k = { tfn_min(NCS_PARTITIONS, job->lines),
                    tfn_min(WIDE, job->points - at),
                    0,
                    job->src.line_stride,
                    0,
                    job->dst.line_stride,
                    at,
                    0 };
        ncs_view factor = load_factor(t, &k);
        for (int64_t l = 0; l < job->lines; l += NCS_PARTITIONS) {
            k.rows = tfn_min(NCS_PARTITIONS, job->lines - l);
            k.src = job->src.offset + l * job->src.line_stride + at;
            k.dst = job->dst.offset + l * job->dst.line_stride + at;
            multiply(t, &k, ncs_rows(factor, 0, (int32_t)k.rows));
        }
    }
}

static void few_lines(times *t)
{
    const tfn_times_job *job = t->job;
    int64_t wide = tfn_min(WIDE, tfn_max(64, job->points / NCS_PARTITIONS));
    for (int64_t at = 0; at < job->points && !tfn_failed(t->w);) {
        int64_t left = job->points - at, columns = tfn_min(wide, left);
        block k = { tfn_min(NCS_PARTITIONS, left / columns),
                    columns,
                    0,
                    columns,
                    0,
                    columns,
                    at,
                    columns };
        ncs_view factor = load_factor(t, &k);
        for (int64_t l = 0; l < job->lines; l++) {
            k.src = job->src.offset + l * job->src.line_stride + at;
            k.dst = job->dst.offset + l * job->dst.line_stride + at;
            multiply(t, &k, factor);
        }
        at += k.rows * columns;
    }
}

void tfn_times_pass(tfn_writer *w, const tfn_times_job *job)
{
    times t;
    set_up(&t, w, job);
    if (job->lines >= FEW) {
        many_lines(&t);
    } else {
        few_lines(&t);
    }
    if (job->zeros > 0) {
        fill_zeros(&t);
    }
    tfn_ring_free(w, &t.x);
    tfn_ring_free(w, &t.factor);
    tfn_ring_free(w, &t.product);
    tfn_ring_free(w, &t.y);
    ncs_free(w->b, t.zero);
}
