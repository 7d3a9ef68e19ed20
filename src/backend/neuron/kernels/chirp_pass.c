/* chirp_pass.c - Bluestein with m = n1 n2 points, both <= 128: from load to store in
 * SBUF, and without a transposition.
 *
 * A forward four-step transform leaves Z[k2, k1] with k2 on the partitions, which is
 * the form that the inverse one begins with, the two lengths changed:
 *   1  DVE                   z[j1, j2] = x c                (rows of n2 numbers)
 *   2  PE, data stationary   sum over j1; DVE twiddles      [j2, k1]
 *   3  PE, data moving       sum over j2; DVE chirp's transform   [k2, k1]
 *   4  PE, data stationary   sum over k2; DVE twiddles      [k1, p1]
 *   5  PE, data moving       sum over k1; DVE c and scale   [p2, p1], natural order
 * Zeros behind the input are rows that are not there; rows behind the output are not
 * computed. Lines with n1 <= 64 go together: side by side in steps 2 and 3, one below
 * the other in 1, 4 and 5, n1's matrices block-diagonal.
 *
 * Budget of a group of 128 / n1 lines (n2 = 128), f32: PE 2 x 4,096 cycles (3.4 us on
 * v3), DVE 3,100, POOL 3,400, DMA 16 bytes a point. Predicted on v3: 8,191 points in
 * 16.6 us alone, in 3.8 each of 64 (PE 90 % busy); 521 points in 0.25 each of 4,096.
 */
#include "backend/neuron/kernels/chirp.h"

#include <string.h>

enum { RING = 3, STEPS = 5 };

typedef struct group {
    int64_t first, lines;
    tfn_operand at; /* what the last step left */
} group;

/* A product with a table whose last sum and what follows wait until another step has
 * begun: an engine that waits for the sum's terms would hold up that step. */
typedef struct late {
    bool on;
    group g;
    tfn_operand dst;
    ncs_view p, q, sum; /* q without a buffer: the sum is there */
    bool stores;        /* dst is the result */
} late;

typedef struct chirp {
    tfn_writer *w;
    const tfn_chirp_job *job;
    int64_t n1, n2, lines, wide; /* lines of a group, lines * n1 */
    int64_t rows_in, rows_out;   /* of n2 points, of a line */
    bool real_in, real_out;
    bool plain;                                                /* no chirps */
    tfn_operand w1, w2, back;                                  /* -im | re | im */
    ncs_view chirp_in, twist, spectrum, back_twist, chirp_out; /* the same */
    tfn_ring x, z, b, d, e, y, product, sum, bank;
    late late, low; /* low: what rounding the high part of an operand lost */
} chirp;

/* --- tables --- */

/* The DFT matrix of `size` points, `lines` times on the diagonal, rows below `rows` and
 * columns below `columns` of each: -im | re | im. */
static tfn_operand matrix(chirp *c, const char *name, int sign, int64_t size,
                          int64_t rows, int64_t columns, int64_t lines)
{
    int64_t wide = lines * columns;
    double *all = tfn_values(c->w, 3 * lines * rows * wide);
    double *one = tfn_values(c->w, 2 * rows * columns);
    tfn_operand o = { 1, { ncs_no_view(), ncs_no_view() } };
    if (all != NULL && one != NULL) {
        double *im = one + rows * columns;
        tfn_fourier(c->w, size, sign, 1.0, rows, columns, one, im, columns);
        for (int64_t i = 0; i < lines * rows * columns; i++) {
            int64_t line = i / (rows * columns), at = i % (rows * columns);
            double *row = all + (line * rows + at / columns) * 3 * wide;
            int64_t column = line * columns + at % columns;
            row[column] = -im[at];
            row[wide + column] = one[at];
            row[2 * wide + column] = im[at];
        }
        o = tfn_constant(c->w, name, (int32_t)(lines * rows), 3 * wide, all);
    }
    tfn_values_free(c->w, one);
    tfn_values_free(c->w, all);
    return o;
}

/* [rows, -im | re | im] of numbers re, im [rows, columns] in double. */
static ncs_view three(chirp *c, const char *name, int64_t rows, int64_t columns,
                      const double *re, const double *im)
{
    double *all = tfn_values(c->w, 3 * rows * columns);
    ncs_view table = ncs_no_view();
    if (all != NULL) {
        for (int64_t i = 0; i < rows * columns; i++) {
            double *row = all + i / columns * 3 * columns + i % columns;
            row[0] = -im[i];
            row[columns] = re[i];
            row[2 * columns] = im[i];
        }
        table = ncs_table(c->w->b, name, NCS_F32, rows, 3 * columns, all);
    }
    tfn_values_free(c->w, all);
    return table;
}

/* A table in SBUF once for each line: below each other, or (beside) next to each other
 * within -im, re and im. */
static ncs_view repeated(chirp *c, const char *name, ncs_view table, int64_t rows,
                         int64_t columns, bool beside)
{
    if (tfn_failed(c->w)) {
        return ncs_no_view();
    }
    if (beside) {
        int64_t size[] = { 3, c->lines, columns }, stride[] = { columns, 0, 1 };
        ncs_view tile =
            ncs_sbuf(c->w->b, name, NCS_F32, (int32_t)rows, 3 * c->lines * columns);
        ncs_dma(c->w->b, -1, tile, ncs_pattern(table, 0, 3, size, stride));
        return tile;
    }
    ncs_view tile =
        ncs_sbuf(c->w->b, name, NCS_F32, (int32_t)(c->lines * rows), 3 * columns);
    for (int64_t l = 0; l < c->lines; l++) {
        ncs_dma(c->w->b, -1, ncs_rows(tile, (int32_t)(l * rows), (int32_t)rows), table);
    }
    return tile;
}

static ncs_view chirp_table(chirp *c, const char *name, int64_t rows, bool in)
{
    double *re = tfn_values(c->w, 2 * rows * c->n2), *im = tfn_half(re, rows * c->n2);
    ncs_view tile = ncs_no_view();
    if (re != NULL && (in ? tfn_chirp_in(c->w, c->job, re, im)
                          : tfn_chirp_out(c->w, c->job, re, im))) {
        tile =
            repeated(c, name, three(c, name, rows, c->n2, re, im), rows, c->n2, false);
    }
    tfn_values_free(c->w, re);
    return tile;
}

static ncs_view twist_table(chirp *c, const char *name, int sign, int64_t rows,
                            int64_t columns, bool beside)
{
    double *re = tfn_values(c->w, 2 * rows * columns),
           *im = tfn_half(re, rows * columns);
    ncs_view tile = ncs_no_view();
    if (re != NULL &&
        tfn_fourier(c->w, c->n1 * c->n2, sign, 1.0, rows, columns, re, im, columns)) {
        tile = repeated(c, name, three(c, name, rows, columns, re, im), rows, columns,
                        beside);
    }
    tfn_values_free(c->w, re);
    return tile;
}

static ncs_view spectrum_table(chirp *c)
{
    int64_t m = c->n1 * c->n2;
    double *re = tfn_values(c->w, 2 * m), *im = tfn_half(re, m);
    ncs_view tile = ncs_no_view();
    bool fine = re != NULL;
    if (fine && c->plain) {
        memcpy(re, c->job->re, (size_t)m * sizeof *re);
        memcpy(im, c->job->im, (size_t)m * sizeof *im);
    } else if (fine) {
        fine = tfn_chirp_spectrum(c->w, c->job, m, re, im);
    }
    if (fine) {
        ncs_view table = three(c, "spectrum", c->n2, c->n1, re, im);
        tile = repeated(c, "spectrum", table, c->n2, c->n1, true);
    }
    tfn_values_free(c->w, re);
    return tile;
}

/* In the order in which they are needed. */
static void load_tables(chirp *c)
{
    c->chirp_in = c->chirp_out = ncs_no_view();
    if (!c->plain) {
        c->chirp_in = chirp_table(c, "chirp_in", c->rows_in, true);
    }
    c->w1 = matrix(c, "w1", -1, c->n1, c->rows_in, c->n1, c->lines);
    c->twist = twist_table(c, "twist", -1, c->n2, c->n1, true);
    c->w2 = matrix(c, "w2", -1, c->n2, c->n2, c->n2, 1);
    c->spectrum = spectrum_table(c);
    c->back_twist = twist_table(c, "back_twist", 1, c->n1, c->n2, false);
    c->back = matrix(c, "back", 1, c->n1, c->n1, c->rows_out, c->lines);
    if (!c->plain) {
        c->chirp_out = chirp_table(c, "chirp_out", c->rows_out, false);
    }
}

/* --- tiles --- */

static void set_up(chirp *c, tfn_writer *w, const tfn_chirp_job *job, int64_t n1,
                   int64_t n2)
{
    memset(c, 0, sizeof *c);
    c->w = w;
    c->job = job;
    c->n1 = n1;
    c->n2 = n2;
    c->lines = tfn_min(NCS_PARTITIONS / n1, job->lines);
    c->wide = c->lines * n1;
    c->rows_in = tfn_ceil_div(job->in, n2);
    c->rows_out = tfn_ceil_div(job->out, n2);
    c->plain = job->re != NULL;
    c->real_in = job->src.x.im.buffer < 0;
    c->real_out = job->dst.x.im.buffer < 0;
    int32_t in = (int32_t)(c->lines * c->rows_in), p2 = (int32_t)n2;
    int32_t wide = (int32_t)c->wide, out = (int32_t)(c->lines * c->rows_out);
    c->x = tfn_ring_sbuf(w, "x", RING, NCS_F32, in, (c->real_in ? 1 : 2) * n2);
    for (int i = 0; i < RING && job->in % n2 != 0; i++) { /* what loads leave out */
        ncs_memset(w->b, i == 0 ? NCS_DVE : NCS_POOL, c->x.tile[i].part[0], 0.0);
    }
    c->z = tfn_ring_operand(w, "z", RING, in, 2 * n2);
    c->b = tfn_ring_operand(w, "b", RING, p2, 2 * c->wide);
    c->d = tfn_ring_operand(w, "d", RING, p2, 2 * c->wide);
    c->e = tfn_ring_operand(w, "e", RING, wide, 2 * n2);
    c->y = tfn_ring_sbuf(w, "y", RING, ncs_builder_dtype(w->b, job->dst.x.re), out,
                         (c->real_out ? 1 : 2) * n2);
    int64_t most = 2 * tfn_max(n2, c->wide);
    c->product = tfn_ring_sbuf(w, "product", 6, NCS_F32, NCS_PARTITIONS, most);
    if (w->mode == TFI_NEURON_BF16X3) {
        c->sum = tfn_ring_sbuf(w, "sum", 6, NCS_F32, NCS_PARTITIONS, most);
    }
    c->bank = tfn_ring_psum(w, "bank", NCS_PSUM_BANKS, NCS_PARTITIONS, most);
}

static void tear_down(chirp *c)
{
    const tfn_ring *rings[] = { &c->x, &c->z,       &c->b,   &c->d,   &c->e,
                                &c->y, &c->product, &c->sum, &c->bank };
    for (size_t i = 0; i < sizeof rings / sizeof rings[0]; i++) {
        tfn_ring_free(c->w, rings[i]);
    }
    const ncs_view views[] = { c->chirp_in, c->twist, c->spectrum, c->back_twist,
                               c->chirp_out };
    for (size_t i = 0; i < sizeof views / sizeof views[0]; i++) {
        ncs_free(c->w->b, views[i]);
    }
    tfn_operand_free(c->w, c->w1);
    tfn_operand_free(c->w, c->w2);
    tfn_operand_free(c->w, c->back);
}

/* --- the steps --- */

/* `parts` pieces of `columns` elements, `step` pieces of `pitch` apart, from piece `a`
 * on. */
static ncs_view pieces(ncs_view v, int64_t pitch, int64_t a, int64_t step,
                       int64_t parts, int64_t columns)
{
    int64_t size[] = { parts, columns }, stride[] = { step * pitch, 1 };
    return ncs_pattern(v, a * pitch, 2, size, stride);
}

static tfn_operand pieces_of(tfn_operand o, int64_t pitch, int64_t a, int64_t step,
                             int64_t parts, int64_t columns)
{
    for (int i = 0; i < o.parts; i++) {
        o.part[i] = pieces(o.part[i], pitch, a, step, parts, columns);
    }
    return o;
}

/* Rows of n2 points of each line of a group, the last one short. */
static void transfer(chirp *c, const group *g, const tfn_lines *lines, int part,
                     int64_t points, ncs_view tile, bool in)
{
    int64_t n2 = c->n2, full = points / n2, rest = points % n2, one[] = { 1 };
    int64_t rows = tfn_ceil_div(points, n2);
    ncs_view hbm = part == 0 ? lines->x.re : lines->x.im;
    tile = ncs_columns(tile, part * n2, n2, 1);
    if (rest == 0 && lines->line_stride == points) { /* one behind the other */
        int64_t at = lines->offset + g->first * points;
        int32_t all = (int32_t)(g->lines * rows);
        ncs_view there = ncs_hbm_rows(hbm, at, all, n2, 1, &n2, one);
        ncs_view here = ncs_rows(tile, 0, all);
        ncs_dma(c->w->b, -1, in ? here : there, in ? there : here);
        return;
    }
    for (int64_t l = 0; l < g->lines; l++) {
        int64_t at = lines->offset + (g->first + l) * lines->line_stride;
        ncs_view there = ncs_hbm_rows(hbm, at, (int32_t)full, n2, 1, &n2, one);
        ncs_view here = ncs_rows(tile, (int32_t)(l * rows), (int32_t)full);
        if (full > 0) {
            ncs_dma(c->w->b, -1, in ? here : there, in ? there : here);
        }
        if (rest > 0) {
            there = ncs_hbm_rows(hbm, at + full * n2, 1, n2, 1, &rest, one);
            here =
                ncs_columns(ncs_rows(tile, (int32_t)(l * rows + full), 1), 0, rest, 1);
            ncs_dma(c->w->b, -1, in ? here : there, in ? there : here);
        }
    }
}

static void store(chirp *c, const group *g, ncs_view y)
{
    ncs_note(c->w->b, "store");
    for (int i = 0; i < (c->real_out ? 1 : 2); i++) {
        transfer(c, g, &c->job->dst, i, c->job->out, y, false);
    }
}

/* dst = src times table, both re | im of `columns`; pieces of the table (-im | re | im)
 * are `pitch` wide. */
typedef struct product {
    tfn_operand dst;
    ncs_view src;
    bool real; /* src: re alone */
    ncs_view table;
    int64_t pitch, columns, parts; /* parts 1: the real part of dst alone */
} product;

static ncs_view part_of_ring(tfn_ring *ring, int32_t rows, int64_t columns)
{
    return ncs_columns(ncs_rows(tfn_ring_next(ring), 0, rows), 0, columns, 1);
}

static void finish_low(chirp *c)
{
    late *l = &c->low;
    if (l->on) {
        l->on = false;
        unsigned engines = TFN_DVE | (c->w->pool_on ? TFN_POOL : 0);
        ncs_stream engine = tfn_choose(c->w, engines, ncs_view_columns(&l->sum), 2);
        ncs_tensor_tensor(c->w->b, engine, l->dst.part[1], l->sum, NCS_SUBTRACT,
                          l->dst.part[0]);
    }
}

static void finish(chirp *c)
{
    late *l = &c->late;
    finish_low(c);
    if (!l->on) {
        return;
    }
    l->on = false;
    if (l->q.buffer >= 0) {
        tfn_combine(c->w, l->sum, l->p, NCS_ADD, l->q);
    }
    if (l->dst.parts == 2) {
        tfn_copy(c->w, l->dst.part[0], l->sum);
        c->low = *l;
        c->low.on = true;
    }
    if (l->stores) {
        store(c, &l->g, l->dst.part[0]);
    }
}

/* The two products; the sum is late. */
static void times(chirp *c, const group *g, const product *t)
{
    tfn_writer *w = c->w;
    int32_t rows = t->src.n_partitions;
    int64_t columns = t->columns, parts = t->parts;
    bool psum = ncs_builder_memory(w->b, t->src) == NCS_PSUM;
    unsigned engines = TFN_DVE | (!psum && w->pool_on ? TFN_POOL : 0);
    int reads = psum ? 1 : 2;
    late l = { true, *g, t->dst, ncs_no_view(), ncs_no_view(), t->dst.part[0], false };
    if (t->dst.parts == 2) {
        l.sum = part_of_ring(&c->sum, rows, parts * columns);
    }
    l.p = t->real ? l.sum : part_of_ring(&c->product, rows, parts * columns);
    ncs_view table = ncs_rows(t->table, 0, rows);
    ncs_tensor_tensor(w->b, tfn_choose(w, engines, parts * columns, reads),
                      pieces(l.p, columns, 0, 1, parts, columns),
                      pieces(t->src, columns, 0, t->real ? 0 : 1, parts, columns),
                      NCS_MULTIPLY,
                      pieces(table, t->pitch, 1, t->real ? 1 : 0, parts, columns));
    if (!t->real) {
        l.q = part_of_ring(&c->product, rows, parts * columns);
        ncs_tensor_tensor(w->b, tfn_choose(w, engines, parts * columns, reads),
                          pieces(l.q, columns, 0, 1, parts, columns),
                          pieces(t->src, columns, 1, -1, parts, columns), NCS_MULTIPLY,
                          pieces(table, t->pitch, 0, 2, parts, columns));
    }
    finish(c);
    c->late = l;
}

/* dst [re | im] of `columns` = matrix^T data, the data moving; matrix: `count` columns
 * of each of -im | re | im, `pitch` apart. */
static void move(chirp *c, ncs_view bank, tfn_operand matrix, int64_t pitch,
                 int64_t count, tfn_operand data, int64_t columns)
{
    tfn_product(c->w, bank, tfn_operand_columns(matrix, pitch, count, 1), data, true);
    tfn_product(c->w, ncs_columns(bank, 0, columns, 1),
                tfn_operand_columns(matrix, 0, count, 1),
                tfn_operand_columns(data, columns, columns, 1), false);
    tfn_product(c->w, ncs_columns(bank, columns, columns, 1),
                tfn_operand_columns(matrix, 2 * pitch, count, 1),
                tfn_operand_columns(data, 0, columns, 1), false);
}

static tfn_operand next(tfn_ring *ring, int64_t rows, int64_t columns)
{
    return tfn_operand_rows(
        tfn_operand_columns(tfn_ring_next_operand(ring), 0, columns, 1), 0,
        (int32_t)rows);
}

static ncs_view next_bank(chirp *c, int64_t rows, int64_t columns)
{
    return next(&c->bank, rows, columns).part[0];
}

static void load(chirp *c, group *g)
{
    ncs_note(c->w->b, "load");
    int64_t parts = c->real_in ? 1 : 2;
    tfn_operand x = next(&c->x, g->lines * c->rows_in, parts * c->n2);
    for (int i = 0; i < parts; i++) {
        transfer(c, g, &c->job->src, i, c->job->in, x.part[0], true);
    }
    g->at = x;
}

static void step(chirp *c, group *g, int which)
{
    int64_t n1 = c->n1, n2 = c->n2, wide = g->lines * n1;
    int64_t out = c->lines * c->rows_out, parts = c->real_out ? 1 : 2;
    int64_t z_parts = c->plain && c->real_in ? 1 : 2;
    tfn_operand to;
    ncs_view bank;
    if (c->late.g.first == g->first) { /* what this step reads */
        finish(c);
    }
    if (c->low.g.first == g->first) {
        finish_low(c);
    }
    switch (which) {
    case 0:
        to = next(&c->z, g->lines * c->rows_in, z_parts * n2);
        if (c->plain) {
            tfn_operand_store(c->w, to, g->at.part[0]);
            break;
        }
        ncs_note(c->w->b, "chirp");
        times(c, g,
              &(product){ to, g->at.part[0], c->real_in, c->chirp_in, n2, n2, 2 });
        break;
    case 1:
        ncs_note(c->w->b, "columns");
        bank = next_bank(c, n2, 2 * wide);
        tfn_operand w1 = tfn_operand_rows(c->w1, 0, (int32_t)(g->lines * c->rows_in));
        tfn_product(c->w, bank, tfn_operand_columns(g->at, 0, n2, 1),
                    pieces_of(w1, c->wide, 1, 1, 2, wide), true);
        if (z_parts == 2) {
            tfn_product(c->w, bank, tfn_operand_columns(g->at, n2, n2, 1),
                        pieces_of(w1, c->wide, 0, 1, 2, wide), false);
        }
        to = next(&c->b, n2, 2 * wide);
        times(c, g, &(product){ to, bank, false, c->twist, c->wide, wide, 2 });
        break;
    case 2:
        ncs_note(c->w->b, "rows");
        bank = next_bank(c, n2, 2 * wide);
        move(c, bank, c->w2, n2, n2, g->at, wide);
        to = next(&c->d, n2, 2 * wide);
        times(c, g, &(product){ to, bank, false, c->spectrum, c->wide, wide, 2 });
        break;
    case 3: /* the conjugate of w2 */
        ncs_note(c->w->b, "back_columns");
        bank = next_bank(c, wide, 2 * n2);
        tfn_product(c->w, bank, tfn_operand_columns(g->at, 0, wide, 1),
                    pieces_of(c->w2, n2, 1, -1, 2, n2), true);
        tfn_product(c->w, bank, tfn_operand_columns(g->at, wide, wide, 1),
                    pieces_of(c->w2, n2, 2, -1, 2, n2), false);
        to = next(&c->e, wide, 2 * n2);
        times(c, g, &(product){ to, bank, false, c->back_twist, n2, n2, 2 });
        break;
    default:
        ncs_note(c->w->b, "back_rows");
        bank = next_bank(c, g->lines * c->rows_out, 2 * n2);
        move(c, bank, tfn_operand_rows(c->back, 0, (int32_t)wide), out,
             g->lines * c->rows_out, g->at, n2);
        to = next(&c->y, g->lines * c->rows_out, parts * n2);
        if (c->plain) {
            tfn_copy(c->w, to.part[0], ncs_columns(bank, 0, parts * n2, 1));
            store(c, g, to.part[0]);
            break;
        }
        times(c, g, &(product){ to, bank, false, c->chirp_out, n2, n2, parts });
        c->late.stores = true;
        break;
    }
    g->at = to;
}

/* Groups follow each other at a distance of one step, so that no engine waits. */
void tfn_chirp_pass(tfn_writer *w, const tfn_chirp_job *job, int64_t n1, int64_t n2)
{
    chirp c;
    set_up(&c, w, job, n1, n2);
    int64_t groups = tfn_ceil_div(job->lines, c.lines), loaded = 0;
    group g[STEPS + 2];
    for (int64_t t = 0; t < groups + STEPS - 1 && !tfn_failed(w); t++) {
        tfn_level(w);
        for (; loaded < groups && loaded < t + RING - 1; loaded++) {
            group *fresh = &g[loaded % (STEPS + 2)];
            memset(fresh, 0, sizeof *fresh);
            fresh->first = loaded * c.lines;
            fresh->lines = tfn_min(c.lines, job->lines - fresh->first);
            load(&c, fresh);
            if (loaded == 0) {
                load_tables(&c);
            }
        }
        for (int i = 0; i < STEPS; i++) { /* 0 first: it waits for loads alone */
            int s = i == 0 ? 0 : STEPS - i;
            if (t - s >= 0 && t - s < groups) {
                step(&c, &g[(t - s) % (STEPS + 2)], s);
            }
        }
    }
    finish(&c);
    finish_low(&c);
    tear_down(&c);
}

/* --- which n1 and n2 --- */

/* Cycles of PE for a line. */
static double price(const ncs_machine *m, int64_t n1, int64_t n2, int64_t lines)
{
    double g = (double)tfn_min(NCS_PARTITIONS / n1, lines), wide = g * (double)n1;
    double least = m->constant[NCS_PE_MIN_INTERVAL].middle, rows = (double)n2;
    double columns = 3.0 * (2.0 * wide > least ? 2.0 * wide : least) +
                     2.0 * (wide > least ? wide : least);
    double back = 3.0 * (2.0 * rows > least ? 2.0 * rows : least) +
                  2.0 * (rows > least ? rows : least);
    return (columns + back) / g;
}

bool tfn_chirp_split(const ncs_machine *machine, const tfn_chirp_job *job, bool exact,
                     int64_t *n1, int64_t *n2)
{
    int64_t least = exact ? job->n : job->in + job->out - 1;
    double best = -1.0;
    for (int64_t a = 1; a <= NCS_PARTITIONS; a++) {
        int64_t b = tfn_ceil_div(least, a);
        if (b <= NCS_PARTITIONS && (!exact || a * b == least)) {
            double cost = price(machine, a, b, job->lines);
            if (best < 0.0 || cost < best) {
                best = cost;
                *n1 = a;
                *n2 = b;
            }
        }
    }
    return best >= 0.0;
}
