/* spread.c - few lines, or long ones, by stages on the vector engines: n = n1 n2, a
 * line on n2 partitions, then on n1.
 *
 * With j = j1 n2 + j2 and k = k1 + n1 k2: rows j1 of a line are turned by PE, so that
 * [j2, j1] has its sums over j1 in the free dimension; stages over j1, twiddles
 * w^(j2 k1), turned again; stages over j2; turned once more into rows k2 in their
 * natural order. PE moves numbers and does not change them.
 *
 * A one-sided input is the first half of a line of zeros, all but its first and middle
 * point doubled; the real part of the result is wanted.
 *
 * Budget of a line of 16,384 points: 14 stages of 128 columns instead of 14 of 16,384
 * on one partition, PE 3 x 2 transposes (kahan: 8).
 */
#include "backend/neuron/kernels/stages.h"

#include <string.h>

enum { MOST_COLUMNS = 512, BANK = 512 };

typedef struct spread {
    tfn_writer *w;
    const tfi_neuron_job *job;
    int64_t n1, n2, most;     /* most: lines of a group */
    tfn_stages first, second; /* over j1, over j2 */
    ncs_view twiddle;         /* [n2, lists, n1] */
    tfn_ring rows, y, bank;   /* rows: [n1, 2, lines, n2] */
} spread;

typedef struct group {
    int64_t first, lines;
} group;

static ncs_view member(tfn_pair x, int64_t i)
{
    return i == 0 ? x.re : x.im;
}

static void load_twiddle(spread *s)
{
    int64_t n1 = s->n1, n2 = s->n2, lists = s->first.lists, row = lists * n1;
    double *all = tfn_values(s->w, n2 * row);
    if (all != NULL) {
        tfn_fourier(s->w, n1 * n2, (int)s->job->sign, 1.0, n2, n1, all, all + n1, row);
        for (int64_t r = 0; r < n2 && s->first.more_roots != NULL; r++) {
            s->first.more_roots(all + r * row, n1);
        }
    }
    s->twiddle =
        tfn_vector_constant(s->w, "twiddle", (int32_t)n2, (int32_t)n2, row, all);
    tfn_values_free(s->w, all);
}

/* --- between HBM and rows --- */

/* `points` points of each line, in rows of `wide`: whole rows, and what is left. */
static void transfer(spread *s, const group *g, tfn_pair hbm, ncs_view tile,
                     int64_t points, int64_t wide, bool in)
{
    int64_t rows = points / wide, left = points % wide;
    for (int64_t i = 0; i < 2 && member(hbm, i).buffer >= 0; i++) {
        int64_t at = g->first * points, there[] = { points, 1 }, here[] = { wide, 1 };
        int64_t size[] = { g->lines, wide };
        ncs_view part = ncs_columns(tile, i * g->lines * wide, g->lines * wide, 1);
        ncs_view lines =
            ncs_hbm_rows(member(hbm, i), at, (int32_t)rows, wide, 2, size, there);
        ncs_view whole = ncs_rows(part, 0, (int32_t)rows);
        ncs_dma(s->w->b, -1, in ? whole : lines, in ? lines : whole);
        if (left > 0) {
            size[1] = left;
            lines =
                ncs_hbm_rows(member(hbm, i), at + rows * wide, 1, 1, 2, size, there);
            whole = ncs_pattern(ncs_rows(part, (int32_t)rows, 1), 0, 2, size, here);
            ncs_dma(s->w->b, -1, in ? whole : lines, in ? lines : whole);
        }
    }
}

/* Blocks of [rows, wide] side by side become blocks of [wide, rows]. */
static void turn(spread *s, ncs_view to, ncs_view from, int64_t blocks, int64_t rows,
                 int64_t wide, double scale)
{
    ncs_note(s->w->b, "transpose");
    int64_t at_once = tfn_max(1, BANK / rows);
    for (int64_t b = 0; b < blocks; b += at_once) {
        int64_t count = tfn_min(at_once, blocks - b);
        ncs_view bank = ncs_rows(tfn_ring_next(&s->bank), 0, (int32_t)wide);
        for (int64_t i = 0; i < count; i++) {
            ncs_transpose(s->w->b, NCS_PE, ncs_columns(bank, i * rows, rows, 1),
                          ncs_columns(from, (b + i) * wide, wide, 1));
        }
        ncs_view dst = ncs_columns(to, b * rows, count * rows, 1);
        bank = ncs_columns(bank, 0, count * rows, 1);
        if (scale != 1.0) {
            tfn_scale(s->w, dst, bank, scale);
        } else {
            tfn_copy(s->w, dst, bank);
        }
    }
}

/* All points of a one-sided line twice, but its first and its middle one: those lie on
 * partition 0 when the rows are turned. */
static void double_points(spread *s, const group *g, ncs_view x)
{
    ncs_view all = ncs_columns(x, 0, 2 * g->lines * s->n1, 1);
    tfn_scale(s->w, all, all, 2.0);
    int64_t size[] = { 2 * g->lines, 2 }, stride[] = { s->n1, s->n1 / 2 };
    ncs_view ends = ncs_pattern(ncs_rows(x, 0, 1), 0, 2, size, stride);
    tfn_scale(s->w, ends, ends, 0.5);
}

static ncs_view load(spread *s, const group *g, tfn_pair in)
{
    ncs_note(s->w->b, "load");
    bool c2r = s->job->transform == TFI_NEURON_C2R;
    int64_t n1 = s->n1, n2 = s->n2, n = n1 * n2;
    ncs_view rows = tfn_ring_next(&s->rows);
    rows = ncs_columns(rows, 0, 2 * g->lines * n2, 1);
    if (c2r || in.im.buffer < 0) {
        ncs_memset(s->w->b, s->w->pool_on ? NCS_POOL : NCS_DVE, rows, 0.0);
    }
    transfer(s, g, in, rows, c2r ? n / 2 + 1 : n, n2, true);
    ncs_view x = tfn_ring_next(&s->first.x);
    turn(s, x, rows, 2 * g->lines, n1, n2, 1.0);
    if (c2r) {
        double_points(s, g, x);
    }
    return x;
}

static void one_group(spread *s, const group *g, tfn_pair in, tfn_pair out)
{
    int64_t n1 = s->n1, n2 = s->n2, n = n1 * n2;
    int64_t parts = s->first.pairs ? 4 : 2;
    ncs_view x = load(s, g, in);
    if (g->first == 0) {
        tfn_stages_load_roots(&s->first);
        load_twiddle(s);
        tfn_stages_load_roots(&s->second);
    }
    x = tfn_stages_run(&s->first, (int32_t)n2, g->lines, x);
    s->first.low_in = s->first.pairs;
    x = tfn_stages_multiply(&s->first, (int32_t)n2, g->lines, x, s->twiddle);
    s->first.low_in = false;
    ncs_view z = tfn_ring_next(&s->second.x);
    turn(s, z, x, parts * g->lines, n2, n1, 1.0);
    z = tfn_stages_run(&s->second, (int32_t)n1, g->lines, z);
    ncs_view y = tfn_ring_next(&s->y);
    turn(s, y, z, (out.im.buffer < 0 ? 1 : 2) * g->lines, n1, n2, s->job->scale);
    ncs_note(s->w->b, "store");
    bool r2c = s->job->transform == TFI_NEURON_R2C;
    transfer(s, g, out, y, r2c ? n / 2 + 1 : n, n1, false);
}

void tfn_stages_spread(const tfn_stages *stages, tfn_writer *w,
                       const tfi_neuron_job *job, tfn_pair in, tfn_pair out)
{
    spread s;
    memset(&s, 0, sizeof s);
    s.w = w;
    s.job = job;
    s.n1 = s.n2 = 1;
    while (s.n1 * s.n2 < job->n[0]) {
        *(s.n1 < s.n2 ? &s.n1 : &s.n2) *= 2;
    }
    s.most = tfn_max(1, tfn_min(MOST_COLUMNS / s.n2, job->batch));
    s.first = s.second = *stages;
    int32_t n1 = (int32_t)s.n1, n2 = (int32_t)s.n2;
    tfn_stages_begin(&s.first, w, s.n1, s.most, (int)job->sign, n2);
    tfn_stages_begin(&s.second, w, s.n2, s.most, (int)job->sign, n1);
    s.first.low_out = s.second.low_in = stages->pairs;
    s.rows = tfn_ring_sbuf(w, "rows", 2, NCS_F32, n1, 2 * s.most * s.n2);
    s.y = tfn_ring_sbuf(w, "y", 2, ncs_builder_dtype(w->b, out.re), n2,
                        2 * s.most * s.n1);
    s.bank = tfn_ring_psum(w, "bank", 4, NCS_PARTITIONS, BANK);
    s.twiddle = ncs_no_view();
    for (int64_t at = 0; at < job->batch && !tfn_failed(w); at += s.most) {
        group g = { at, tfn_min(s.most, job->batch - at) };
        one_group(&s, &g, in, out);
    }
}
