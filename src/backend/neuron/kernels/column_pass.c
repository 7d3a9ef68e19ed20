/* column_pass.c - one digit of f <= 512 points, summed over partitions: PE with the
 * matrix stationary and the data moving, so that columns stay columns.
 *
 * [re | im] of 256 columns fill a bank: the real part of the matrix takes both at once,
 * the imaginary part each by itself. Digits above 128 in tiles of rows (summed in PSUM)
 * and tiles of results. Twiddles, the same for all inner indices, on DVE.
 *
 * Small digits share the partitions: a row of 128 / f stretches is as many rows, each
 * the same digit of its stretch, and the matrix is W x I, block-diagonal but for the
 * order.
 *
 * Budget of 256 columns of 128 points, f32: PE 4 x 1,024 cycles; without twiddles ACT
 * and DVE 512 copied columns; with them DVE 2 x 512, POOL 1,024; DMA 2 x 256 KiB.
 */
#include "backend/neuron/kernels/passes.h"

#include <string.h>

enum { RING = 3, BLOCK = 256, /* columns of a bank */ WIDE = 1024 /* of a load */ };

typedef struct column_pass {
    tfn_writer *w;
    tfn_digit_job job; /* with `pack` stretches of the rest, or of the inner index, as
                        * more of the digit */
    int64_t pack;
    int64_t tiles, width;    /* of the digit: rows of a tile, the last may have less */
    int64_t lanes;           /* per item; or all items, where rest == 1 */
    int64_t at_once;         /* lanes of a load; 1 where a lane is loaded in pieces */
    bool real_out, twiddles; /* twiddles: the lanes of an item are its rest */
    tfn_operand w_tile; /* [width, tiles * 3 f]: -im | re | im of each tile of rows */
    ncs_view twiddle;   /* [width, tiles * 3 rest], rows of results */
    tfn_ring raw, x, product, y, bank;
} column_pass;

/* What is loaded at once: `lanes` lanes, columns from … of each. */
typedef struct load_of {
    int64_t item, lane, lanes, from, columns;
    tfn_operand x; /* [width, tiles * 2 * lanes * columns] */
    ncs_view y;
} load_of;

static int64_t rows_of(const column_pass *c, int64_t tile)
{
    return tfn_min(c->width, c->job.f - tile * c->width);
}

/* W x I: stretch a of digit j is row j pack + a. */
static void load_matrix(column_pass *c)
{
    int64_t f = c->job.f, row = c->tiles * 3 * f, digit = f / c->pack;
    double *re = tfn_values(c->w, 2 * digit * digit);
    double *all = tfn_values(c->w, c->width * row);
    if (re != NULL && all != NULL) {
        double *im = re + digit * digit;
        tfn_fourier(c->w, digit, c->job.sign, c->job.scale, digit, digit, re, im,
                    digit);
        for (int64_t j = 0; j < f; j++) {
            double *to = all + j % c->width * row + j / c->width * 3 * f;
            for (int64_t k = j % c->pack; k < f; k += c->pack) {
                int64_t at = j / c->pack * digit + k / c->pack;
                to[k] = -im[at];
                to[f + k] = re[at];
                to[2 * f + k] = im[at];
            }
        }
    }
    c->w_tile = tfn_constant(c->w, "w", (int32_t)c->width, row, all);
    tfn_values_free(c->w, re);
    tfn_values_free(c->w, all);
}

static void load_twiddle(column_pass *c)
{
    int64_t f = c->job.f, rest = c->job.rest, row = c->tiles * 3 * rest;
    int64_t digit = f / c->pack, whole = rest * c->pack;
    double *re = tfn_values(c->w, 2 * digit * whole);
    double *all = tfn_values(c->w, c->width * row);
    if (re != NULL && all != NULL) {
        double *im = re + digit * whole;
        tfn_fourier(c->w, digit * whole, c->job.sign, 1.0, digit, whole, re, im, whole);
        for (int64_t k = 0; k < f; k++) {
            double *to = all + k % c->width * row + k / c->width * 3 * rest;
            int64_t at = k / c->pack * whole + k % c->pack * rest;
            for (int64_t r = 0; r < rest; r++) {
                to[r] = -im[at + r];
                to[rest + r] = re[at + r];
                to[2 * rest + r] = im[at + r];
            }
        }
    }
    c->twiddle = tfn_vector_constant(c->w, "twiddle", (int32_t)c->width,
                                     (int32_t)c->width, row, all);
    tfn_values_free(c->w, re);
    tfn_values_free(c->w, all);
}

enum { LEAST_RUN = 64 };

int64_t tfn_column_pack(int64_t f, int64_t rest, int64_t inner)
{
    int64_t pack = NCS_PARTITIONS / f;
    while (pack > 1 && (rest > 1 ? rest % pack != 0
                                 : inner % pack != 0 || inner / pack < LEAST_RUN)) {
        pack--;
    }
    return tfn_max(1, pack);
}

static void pack_digit(column_pass *c)
{
    tfn_digit_job *job = &c->job;
    c->pack = tfn_column_pack(job->f, job->rest, job->inner);
    job->f *= c->pack;
    if (job->rest > 1) {
        job->rest /= c->pack;
    } else {
        job->inner /= c->pack;
    }
}

static void set_up(column_pass *c, tfn_writer *w, const tfn_digit_job *given)
{
    memset(c, 0, sizeof *c);
    c->w = w;
    c->job = *given;
    c->twiddles = given->rest > 1;
    pack_digit(c);
    const tfn_digit_job *job = &c->job;
    c->tiles = tfn_ceil_div(job->f, NCS_PARTITIONS);
    c->width = tfn_ceil_div(job->f, c->tiles);
    c->real_out = job->dst.x.im.buffer < 0;
    c->lanes = c->twiddles ? job->rest : job->items;
    int64_t wide = tfn_max(BLOCK, WIDE / c->tiles); /* the same SBUF for all f */
    c->at_once = tfn_max(1, tfn_min(c->lanes, wide / job->inner));
    int64_t columns = tfn_min(wide, c->at_once * job->inner);
    int32_t p = (int32_t)c->width;
    if (w->mode == TFI_NEURON_BF16X3) {
        c->raw = tfn_ring_sbuf(w, "raw", RING, NCS_F32, p, 2 * c->tiles * columns);
    }
    c->x = tfn_ring_operand(w, "x", RING, p, 2 * c->tiles * columns);
    if (c->twiddles) {
        c->product = tfn_ring_sbuf(w, "product", 4, NCS_F32, p, 2 * BLOCK);
    }
    c->y = tfn_ring_sbuf(w, "y", RING, ncs_builder_dtype(w->b, job->dst.x.re), p,
                         (c->real_out ? 1 : 2) * c->tiles * columns);
    c->bank = tfn_ring_psum(w, "bank", NCS_PSUM_BANKS, p, 2 * BLOCK);
}

static void tear_down(column_pass *c)
{
    tfn_ring_free(c->w, &c->raw);
    tfn_ring_free(c->w, &c->x);
    tfn_ring_free(c->w, &c->product);
    tfn_ring_free(c->w, &c->y);
    tfn_ring_free(c->w, &c->bank);
    tfn_operand_free(c->w, c->w_tile);
    ncs_free(c->w->b, c->twiddle);
}

/* Lanes of rest == 1 are items; of one item, they are the rest. */
static int64_t offset_of(const column_pass *c, const tfn_lines *lines, const load_of *l,
                         int64_t lane_stride)
{
    if (!c->twiddles) {
        return lines->offset + l->lane * lines->line_stride + l->from;
    }
    return lines->offset + l->item * lines->line_stride + l->lane * lane_stride +
           l->from;
}

static void load(column_pass *c, load_of *l)
{
    ncs_note(c->w->b, "load");
    const tfn_digit_job *job = &c->job;
    int64_t each = l->lanes * l->columns;
    tfn_operand x = tfn_ring_next_operand(&c->x);
    ncs_view to = c->raw.count > 0 ? tfn_ring_next(&c->raw) : x.part[0];
    int64_t lane_stride = c->twiddles ? job->inner : job->src.line_stride;
    int64_t size[] = { l->lanes, l->columns }, there[] = { lane_stride, 1 };
    int64_t here[] = { l->columns, 1 }, row = job->rest * job->inner;
    for (int64_t t = 0; t < c->tiles; t++) {
        int32_t rows = (int32_t)rows_of(c, t);
        for (int i = 0; i < 2; i++) {
            int64_t from = offset_of(c, &job->src, l, job->inner) + t * c->width * row;
            ncs_dma(
                c->w->b, -1,
                ncs_rows(ncs_pattern(to, (2 * t + i) * each, 2, size, here), 0, rows),
                ncs_hbm_rows(i == 0 ? job->src.x.re : job->src.x.im, from, rows, row, 2,
                             size, there));
        }
        if (c->raw.count > 0) {
            tfn_operand parts = tfn_operand_columns(x, 2 * t * each, 2 * each, 1);
            tfn_operand_store(
                c->w, tfn_operand_rows(parts, 0, rows),
                ncs_rows(ncs_columns(to, 2 * t * each, 2 * each, 1), 0, rows));
        }
    }
    l->x = x;
    l->y = tfn_ring_next(&c->y);
}

/* y = bank times twiddle, for lanes from … of a block of the load. */
static void twiddle(column_pass *c, const load_of *l, int64_t m, ncs_view y,
                    ncs_view bank, int64_t first, int64_t lanes, int64_t columns)
{
    ncs_note(c->w->b, "twiddle");
    int64_t rest = c->job.rest, at = m * 3 * rest + l->lane + first;
    int64_t half = lanes * columns;
    int64_t size[] = { 2, lanes, columns };
    int64_t straight[] = { half, columns, 1 }, crossed[] = { -half, columns, 1 };
    int64_t same[] = { 0, 1, 0 }, both[] = { 2 * rest, 1, 0 };
    ncs_view w = ncs_rows(c->twiddle, 0, bank.n_partitions);
    ncs_view p = ncs_rows(tfn_ring_next(&c->product), 0, bank.n_partitions);
    ncs_view q = ncs_rows(tfn_ring_next(&c->product), 0, bank.n_partitions);
    (void)tfn_choose(c->w, TFN_DVE, 4 * half, 1);
    ncs_tensor_tensor(c->w->b, NCS_DVE, ncs_pattern(p, 0, 3, size, straight),
                      ncs_pattern(bank, 0, 3, size, straight), NCS_MULTIPLY,
                      ncs_pattern(w, at + rest, 3, size, same));
    ncs_tensor_tensor(c->w->b, NCS_DVE, ncs_pattern(q, 0, 3, size, straight),
                      ncs_pattern(bank, half, 3, size, crossed), NCS_MULTIPLY,
                      ncs_pattern(w, at, 3, size, both));
    tfn_combine(c->w, y, ncs_columns(p, 0, 2 * half, 1), NCS_ADD,
                ncs_columns(q, 0, 2 * half, 1));
}

/* The tile m of results of `half` columns from `at` on of the load. */
static ncs_view multiply(column_pass *c, const load_of *l, int64_t m, int64_t at,
                         int64_t half)
{
    ncs_note(c->w->b, "product");
    int64_t f = c->job.f, each = l->lanes * l->columns, high = rows_of(c, m);
    int64_t width = c->real_out ? half : 2 * half;
    int64_t size[] = { c->real_out ? 1 : 2, half }, stride[] = { each, 1 };
    ncs_view bank = ncs_rows(tfn_ring_next(&c->bank), 0, (int32_t)high);
    for (int64_t t = 0; t < c->tiles; t++) {
        int32_t rows = (int32_t)rows_of(c, t);
        tfn_operand w = tfn_operand_rows(c->w_tile, 0, rows);
        tfn_operand x = tfn_operand_rows(l->x, 0, rows);
        tfn_operand im = tfn_operand_columns(x, (2 * t + 1) * each + at, half, 1);
        tfn_operand re = tfn_operand_columns(x, 2 * t * each + at, half, 1);
        int64_t column = t * 3 * f + m * c->width;
        tfn_product(c->w, ncs_columns(bank, 0, width, 1),
                    tfn_operand_columns(w, column + f, high, 1),
                    tfn_operand_pattern(x, 2 * t * each + at, 2, size, stride), t == 0);
        tfn_product(c->w, ncs_columns(bank, 0, half, 1),
                    tfn_operand_columns(w, column, high, 1), im, false);
        if (!c->real_out) {
            tfn_product(c->w, ncs_columns(bank, half, half, 1),
                        tfn_operand_columns(w, column + 2 * f, high, 1), re, false);
        }
    }
    return ncs_columns(bank, 0, width, 1);
}

/* Results of a digit that shares the partitions: each k has its stretches of the rest
 * far apart. */
static void store_stretches(column_pass *c, const load_of *l)
{
    ncs_note(c->w->b, "store");
    const tfn_digit_job *job = &c->job;
    int64_t digit = job->f / c->pack, inner = job->inner, each = l->lanes * l->columns;
    int64_t size[] = { l->lanes, l->columns }, here[] = { l->columns, 1 };
    int64_t there[] = { digit * inner, 1 };
    for (int i = 0; i < 2; i++) {
        for (int64_t k = 0; k < digit; k++) {
            int64_t to = offset_of(c, &job->dst, l, digit * inner) + k * inner;
            ncs_view y = ncs_rows(l->y, (int32_t)(k * c->pack), (int32_t)c->pack);
            ncs_dma(c->w->b, -1,
                    ncs_hbm_rows(i == 0 ? job->dst.x.re : job->dst.x.im, to,
                                 (int32_t)c->pack, job->rest * digit * inner, 2, size,
                                 there),
                    ncs_pattern(y, i * each, 2, size, here));
        }
    }
}

/* Tile m of a load's results: rows k below what `out` asks for, the last one short. */
static void store(column_pass *c, const load_of *l, int64_t m)
{
    ncs_note(c->w->b, "store");
    const tfn_digit_job *job = &c->job;
    int64_t f = job->f, inner = job->inner, each = l->lanes * l->columns;
    int64_t out = job->out > 0 ? job->out : f * inner;
    int64_t k = m * c->width, parts = c->real_out ? 1 : 2;
    int64_t full = tfn_max(0, tfn_min(rows_of(c, m), out / inner - k));
    int64_t lane_stride = c->twiddles ? f * inner : job->dst.line_stride;
    int64_t here[] = { l->columns, 1 }, there[] = { lane_stride, 1 };
    int64_t to = offset_of(c, &job->dst, l, f * inner) + k * inner;
    for (int i = 0; i < parts; i++) {
        ncs_view hbm = i == 0 ? job->dst.x.re : job->dst.x.im;
        int64_t at = (m * parts + i) * each, size[] = { l->lanes, l->columns };
        if (full > 0) {
            ncs_dma(c->w->b, -1,
                    ncs_hbm_rows(hbm, to, (int32_t)full, inner, 2, size, there),
                    ncs_rows(ncs_pattern(l->y, at, 2, size, here), 0, (int32_t)full));
        }
        size[1] = tfn_min(l->columns, out - (k + full) * inner - l->from);
        if (full < rows_of(c, m) && k + full == out / inner && size[1] > 0) {
            ncs_dma(c->w->b, -1,
                    ncs_hbm_rows(hbm, to + full * inner, 1, inner, 2, size, there),
                    ncs_rows(ncs_pattern(l->y, at, 2, size, here), (int32_t)full, 1));
        }
    }
}

static void work(column_pass *c, load_of *l)
{
    int64_t each = l->lanes * l->columns, parts = c->real_out ? 1 : 2;
    int64_t lanes = tfn_max(1, tfn_min(l->lanes, BLOCK / l->columns));
    for (int64_t m = 0; m < c->tiles; m++) {
        for (int64_t at = 0; at < each;) {
            int64_t first = at / l->columns; /* whole lanes, or a piece of one */
            int64_t count = tfn_min(lanes, l->lanes - first);
            int64_t columns = tfn_min(l->columns, tfn_min(BLOCK, each - at));
            int64_t half = count * columns;
            tfn_level(c->w);
            ncs_view bank = multiply(c, l, m, at, half);
            int64_t size[] = { parts, half }, stride[] = { each, 1 };
            ncs_view y =
                ncs_rows(ncs_pattern(l->y, m * parts * each + at, 2, size, stride), 0,
                         bank.n_partitions);
            if (c->twiddles) {
                twiddle(c, l, m, y, bank, first, count, columns);
            } else {
                ncs_note(c->w->b, "result");
                tfn_copy(c->w, y, bank);
            }
            at += half;
        }
        if (c->twiddles && c->pack > 1) {
            store_stretches(c, l);
        } else {
            store(c, l, m);
        }
    }
}

/* The load after l; false: there is none. */
static bool next_load(const column_pass *c, load_of *l)
{
    const tfn_digit_job *job = &c->job;
    int64_t wide = tfn_max(BLOCK, WIDE / c->tiles);
    l->from += l->columns;
    if (l->from >= job->inner) {
        l->from = 0;
        l->lane += l->lanes;
    }
    if (l->lane >= c->lanes) {
        l->lane = 0;
        l->item++;
    }
    l->lanes = tfn_min(c->at_once, c->lanes - l->lane);
    l->columns = tfn_min(job->inner - l->from, wide);
    return l->item < (c->twiddles ? job->items : 1);
}

void tfn_column_pass(tfn_writer *w, const tfn_digit_job *job)
{
    column_pass c;
    set_up(&c, w, job);
    load_of at = { 0 }, ready[RING];
    int64_t loaded = 0, done = 0;
    at.columns = job->inner; /* so that the first next_load() is the beginning */
    at.item = -1;
    at.lane = c.lanes;
    bool more = next_load(&c, &at);
    while ((more || done < loaded) && !tfn_failed(w)) {
        for (; more && loaded < done + RING - 1; more = next_load(&c, &at)) {
            load(&c, &at);
            ready[loaded++ % RING] = at;
            if (loaded == 1) {
                load_matrix(&c);
                c.twiddle = ncs_no_view();
                if (c.twiddles) {
                    load_twiddle(&c);
                }
            }
        }
        work(&c, &ready[done++ % RING]);
    }
    tear_down(&c);
}
