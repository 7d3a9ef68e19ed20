/* expand_pass.c - the redundant half of a real signal's transform: X[n - k] is the
 * conjugate of X[k]. The stored half goes from HBM to HBM; the other passes through
 * SBUF, where DVE, ACT and POOL read it backwards. */
#include "backend/neuron/kernels/passes.h"

#include <string.h>

enum { RING = 3, PIECE = 1024, LEAST = 128 /* points of a row */ };

/* `rows` rows of `points` points from src + at (row_stride apart) go backwards to
 * dst + to (row_stride_to apart). */
typedef struct turn {
    int64_t rows, points, at, row_stride, to, row_stride_to;
} turn;

static void turn_round(tfn_writer *w, const tfn_expand_job *job, tfn_ring ring[2],
                       const turn *t)
{
    int32_t rows = (int32_t)t->rows;
    int64_t one[] = { 1 };
    for (int i = 0; i < 2; i++) {
        ncs_view x = ncs_rows(tfn_ring_next(&ring[0]), 0, rows);
        ncs_view y = ncs_rows(tfn_ring_next(&ring[1]), 0, rows);
        x = ncs_columns(x, 0, t->points, 1);
        y = ncs_columns(y, 0, t->points, 1);
        ncs_dma(w->b, -1, x,
                ncs_hbm_rows(i == 0 ? job->src.x.re : job->src.x.im, t->at, rows,
                             t->row_stride, 1, &t->points, one));
        ncs_view back = ncs_columns(x, t->points - 1, t->points, -1);
        tfn_scale(w, y, back, i == 0 ? 1.0 : -1.0);
        ncs_dma(w->b, -1,
                ncs_hbm_rows(i == 0 ? job->dst.x.re : job->dst.x.im, t->to, rows,
                             t->row_stride_to, 1, &t->points, one),
                y);
    }
}

/* One long line, 128 pieces at a time. */
static void long_line(tfn_writer *w, const tfn_expand_job *job, tfn_ring ring[2],
                      int64_t l)
{
    int64_t mirrored = (job->n - 1) / 2; /* points 1 … mirrored */
    int64_t src = job->src.offset + l * job->src.line_stride;
    int64_t dst = job->dst.offset + l * job->dst.line_stride;
    for (int64_t k = 1; k <= mirrored;) {
        int64_t left = mirrored + 1 - k;
        int64_t points = tfn_min(PIECE, tfn_max(LEAST, left / NCS_PARTITIONS));
        points = tfn_min(points, left);
        turn t = {
            tfn_min(NCS_PARTITIONS, left / points), points, src + k, points, 0, -points
        };
        t.to = dst + job->n - k - t.points + 1;
        turn_round(w, job, ring, &t);
        k += t.rows * t.points;
    }
}

void tfn_expand_pass(tfn_writer *w, const tfn_expand_job *job)
{
    int64_t n = job->n, half = n / 2 + 1, mirrored = (n - 1) / 2;
    tfn_ring ring[2];
    for (int i = 0; i < 2; i++) {
        ring[i] =
            tfn_ring_sbuf(w, i == 0 ? "x" : "y", RING, NCS_F32, NCS_PARTITIONS, PIECE);
    }
    ncs_note(w->b, "half");
    int64_t one[] = { 1 };
    for (int i = 0; i < 2; i++) {
        ncs_dma(w->b, -1,
                ncs_hbm_rows(i == 0 ? job->dst.x.re : job->dst.x.im, job->dst.offset,
                             (int32_t)job->lines, job->dst.line_stride, 1, &half, one),
                ncs_hbm_rows(i == 0 ? job->src.x.re : job->src.x.im, job->src.offset,
                             (int32_t)job->lines, job->src.line_stride, 1, &half, one));
    }
    ncs_note(w->b, "mirror");
    bool long_lines = mirrored >= 8 * LEAST && (job->lines < NCS_PARTITIONS / 2);
    for (int64_t l = 0; long_lines && l < job->lines; l++) {
        long_line(w, job, ring, l);
    }
    for (int64_t l = 0; !long_lines && l < job->lines; l += NCS_PARTITIONS) {
        for (int64_t k = 1; k <= mirrored; k += PIECE) {
            turn t = { tfn_min(NCS_PARTITIONS, job->lines - l),
                       tfn_min(PIECE, mirrored + 1 - k),
                       job->src.offset + l * job->src.line_stride + k,
                       job->src.line_stride,
                       0,
                       job->dst.line_stride };
            t.to = job->dst.offset + l * job->dst.line_stride + n - k - t.points + 1;
            tfn_level(w);
            turn_round(w, job, ring, &t);
        }
    }
    tfn_ring_free(w, &ring[0]);
    tfn_ring_free(w, &ring[1]);
}
