/* fnet.c - Y = Re(F_s X F_h) = C_s X C_h - S_s X S_h of real X [s, h], folded.
 *
 * C is even and S odd in both of its indices. With rows s, S - s and columns h, H - h
 * put together,
 *   P = x[s][h] + x[S-s][H-h],  Q = x[S-s][h] + x[s][H-h],
 *   E = P + Q for the cosines,  O = P - Q for the sines,
 * both have a quarter of the elements; so do the results
 *   Zc = C E C,  Zs = S O S,   Y[k][l] = Y[S-k][H-l] = Zc - Zs,
 *                              Y[S-k][l] = Y[k][H-l] = Zc + Zs:
 * an eighth of the dense products' work. Mirrored rows are loaded and stored by DMA
 * with a negative row stride, at no cost; mirrored columns are views with a negative
 * step. Rows without a partner (0, S / 2) are loaded twice and have half of their
 * weight in the table.
 *
 * Step 1: E is the stationary operand [s, h], the table [s, k] moves, so that h comes
 * out on partitions: what step 2 sums over. Step 2: this is stationary, the table
 * [h, l] moves: rows k of the result. No transpose. What a half of 128 m would spill
 * into a tile of its own is kept apart: column H / 2 as one number a row, added with
 * its alternating sign as results leave PSUM; row S / 2 by itself.
 *
 * Budget for 512 x 768, v3: PE step 1 9 x 1028 + 6 x 1024, step 2 9 x 1540 + 6 x 1540
 * cycles and 9 x 256 for the last column, in f32 17.1 us, in bf16 4.3; fold 4 x 2 x 383
 * x 2 columns on DVE and POOL, 3.5 us of each; evictions 1540 on DVE and ACT; results
 * 4 x 385 from PSUM on DVE; 2 x 385 and mirrored 4 x 383 on ACT and POOL; DMA 1.5 MiB
 * each way and 1.6 MiB of tables, 14.6 us, in bf16 half. Predicted: 26.8 us in f32, in
 * bf16 18.2, with buffers of bf16 14.8; eight of them 18.5 each (PE 92 %), in bf16 7.8
 * (DMA 67 %, POOL 65 %).
 */
#include "backend/neuron/kernels/kernels.h"
#include "backend/neuron/kernels/product_tools.h"

#include <string.h>

enum { MOST_S = 2 * (TFN_BANK - 1), MOST_H = 8 * NCS_PARTITIONS };
enum { QUEUE = 0 /* in order: what is needed first */ };
/* ns: an engine that is given nothing. */
enum { OTHERS = 1000000 };

/* One axis: its pairs (i, n - i), 0 < i < n / 2. */
typedef struct axis {
    int64_t n, half, pairs;
    bool apart;    /* n / 2 is kept out of the tiles */
    int64_t inner; /* even indices in tiles: from 0 on */
} axis;

/* Rows k … k + high; the results l … l + count of Zc; Zs. */
typedef struct block {
    int64_t item, k, high, l, count;
    ncs_view zc, zs;
} block;

typedef struct fnet {
    tfn_writer *w;
    const tfi_neuron_job *job;
    axis s, h;
    bool sharp; /* step 1's tables in two parts of bf16 */
    ncs_view x, y;
    tfn_matrix cs, ss, ch, sh;
    block parts[2][2];  /* of two tiles of rows: chunks of columns */
    ncs_view column[2]; /* what column H / 2 gives, one for each tile of rows */
    tfn_ring low, high, sum, temp, bank, zs, spare, out, row;
    tfn_matrix e[2], o[2];     /* by item in turns */
    tfn_matrix z1c[2], z1s[2]; /* step 1's results: [h, k] */
} fnet;

static axis axis_of(int64_t n)
{
    axis a = { n, n / 2, (n - 1) / 2, false, n / 2 + 1 };
    if (n % 2 == 0 && a.half % NCS_PARTITIONS == 0) {
        a.apart = true;
        a.inner = a.half;
    }
    return a;
}

/* --- tables --- */

/* rows x columns of cos or sin from row `first` on, in `all`; tfn_values_free() it. */
static double *values_of(fnet *f, const axis *a, bool sine, int64_t rows,
                         int64_t columns, double scale)
{
    double *all = tfn_values(f->w, rows * columns);
    if (all != NULL) {
        tfn_fourier(f->w, a->n, 1, scale, rows, columns, sine ? NULL : all,
                    sine ? all : NULL, columns);
    }
    return all;
}

/* Of step 1: rows without a partner count half. */
static tfn_matrix table_s(fnet *f, bool sine)
{
    const axis *a = &f->s;
    int64_t rows = sine ? a->pairs + 1 : a->half + 1;
    int64_t columns = sine ? a->inner : a->half + 1;
    double *all = values_of(f, a, sine, rows, columns, 1.0);
    for (int64_t r = 0; r < rows && all != NULL; r++) {
        bool single = r == 0 || (2 * r == a->n && !a->apart);
        for (int64_t c = 0; c < columns && single; c++) {
            all[r * columns + c] *= 0.5;
        }
    }
    tfn_matrix m = (f->sharp ? tfn_matrix_constant_sharp : tfn_matrix_constant)(
        f->w, sine ? "ss" : "cs", rows, columns, QUEUE, all);
    tfn_values_free(f->w, all);
    return m;
}

static tfn_matrix table_h(fnet *f, bool sine)
{
    const axis *a = &f->h;
    int64_t first = sine ? 1 : 0, rows = sine ? a->pairs : a->inner;
    int64_t columns = a->half + 1;
    double scale = f->w->mode == TFI_NEURON_BF16 ? 1.0 : f->job->scale;
    double *all = values_of(f, a, sine, first + rows, columns, scale);
    tfn_matrix m = tfn_matrix_constant(f->w, sine ? "sh" : "ch", rows, columns, QUEUE,
                                       all == NULL ? NULL : all + first * columns);
    tfn_values_free(f->w, all);
    return m;
}

/* bf16 rounds data twice, 1.68e-3 each, and tables twice, about 1.3e-3, against a
 * promise of 2.2e-3 sqrt(2). Where the tables of these lengths are worse than most, so
 * that 3 % of room are not left, step 1's bring their low parts. */
static bool needs_sharp_tables(fnet *f)
{
    double room = 2.0 * (2.2e-3 * 2.2e-3 - 1.74e-3 * 1.74e-3), lost = 0.0;
    for (int i = 0; i < 4 && f->w->mode == TFI_NEURON_BF16; i++) {
        const axis *a = i < 2 ? &f->s : &f->h;
        int64_t side = a->half + 1;
        double *all = values_of(f, a, i % 2 == 1, side, side, 1.0);
        lost += all == NULL ? 0.0 : 0.5 * tfn_bf16_error(all, side * side);
        tfn_values_free(f->w, all);
    }
    return lost > room;
}

/* --- loading and folding --- */

static ncs_view rows_of(const fnet *f, ncs_view hbm, int64_t item, int64_t first,
                        int64_t count, int64_t step)
{
    int64_t columns = f->h.n, one = 1;
    return ncs_hbm_rows(hbm, (item * f->s.n + first) * columns, (int32_t)count,
                        step * columns, 1, &columns, &one);
}

/* Columns 1 … pairs of a tile, or their mirrors. */
static ncs_view side(const fnet *f, ncs_view tile, bool mirrored)
{
    return ncs_columns(tile, mirrored ? f->h.n - 1 : 1, f->h.pairs, mirrored ? -1 : 1);
}

/* Columns 0 and H / 2. */
static ncs_view singles(const fnet *f, ncs_view tile)
{
    bool even = f->h.n % 2 == 0;
    return ncs_columns(tile, 0, even ? 2 : 1, even ? f->h.half : 1);
}

/* Row S / 2 alone. */
static void fold_last_row(fnet *f, int64_t item, int64_t t)
{
    tfn_writer *w = f->w;
    const tfn_matrix *e = &f->e[item % 2];
    ncs_view x = ncs_rows(tfn_ring_next(&f->low), 0, 1);
    ncs_dma(w->b, QUEUE, x, rows_of(f, f->x, item, f->s.half, 1, 1));
    tfn_operand_combine(w, tfn_matrix_columns(e, t, 1, f->h.pairs), side(f, x, false),
                        NCS_ADD, side(f, x, true), &f->temp);
    ncs_view ends = singles(f, x);
    int64_t step = f->h.half;
    tfn_operand to = tfn_matrix_pattern(e, t, 0, 1, &ends.size[NCS_DIMS - 1], &step);
    if (f->w->mode == TFI_NEURON_BF16X3) {
        tfn_operand_store(w, to, ends);
    } else {
        tfn_copy(w, to.part[0], ends);
    }
}

/* Rows of tile t and their mirrors, loaded. */
static void load(fnet *f, int64_t item, int64_t first, int64_t high, ncs_view x,
                 ncs_view mirror)
{
    tfn_writer *w = f->w;
    ncs_note(w->b, "load");
    ncs_dma(w->b, QUEUE, x, rows_of(f, f->x, item, first, high, 1));
    if (first == 0) { /* row 0 is its own mirror */
        ncs_dma(w->b, QUEUE, ncs_rows(mirror, 0, 1), rows_of(f, f->x, item, 0, 1, 1));
    }
    int64_t from = first == 0 ? 1 : first;
    if (first + high > from) {
        ncs_dma(
            w->b, QUEUE,
            ncs_rows(mirror, (int32_t)(from - first), (int32_t)(first + high - from)),
            rows_of(f, f->x, item, f->s.n - from, first + high - from, -1));
    }
}

/* The i-th tile of rows to be worked on: row S / 2 alone comes second, while the other
 * tiles are on their way. */
static int64_t tile_at(const fnet *f, int64_t i)
{
    int64_t last = f->s.half / NCS_PARTITIONS;
    if (!f->s.apart || i == 0 || last == 0) {
        return i;
    }
    return i == 1 ? last : i - 1;
}

static void fold_tile(fnet *f, int64_t item, int64_t t)
{
    tfn_writer *w = f->w;
    const tfn_matrix *e = &f->e[item % 2], *o = &f->o[item % 2];
    int64_t first = t * NCS_PARTITIONS, high = tfn_matrix_high(e, t);
    if (f->s.apart && first == f->s.half) {
        fold_last_row(f, item, t);
        return;
    }
    ncs_view x = ncs_rows(tfn_ring_next(&f->low), 0, (int32_t)high);
    ncs_view mirror = ncs_rows(tfn_ring_next(&f->high), 0, (int32_t)high);
    load(f, item, first, high, x, mirror);
    ncs_note(w->b, "fold");
    ncs_view p = ncs_rows(tfn_ring_next(&f->sum), 0, (int32_t)high);
    ncs_view q = ncs_rows(tfn_ring_next(&f->sum), 0, (int32_t)high);
    tfn_combine(w, p, side(f, x, false), NCS_ADD, side(f, mirror, true));
    tfn_combine(w, q, side(f, x, true), NCS_ADD, side(f, mirror, false));
    tfn_operand_combine(w, tfn_matrix_columns(e, t, 1, f->h.pairs), p, NCS_ADD, q,
                        &f->temp);
    ncs_view ends = singles(f, x);
    int64_t step = f->h.half;
    tfn_operand_combine(w,
                        tfn_matrix_pattern(e, t, 0, 1, &ends.size[NCS_DIMS - 1], &step),
                        ends, NCS_ADD, singles(f, mirror), &f->temp);
    int32_t odd = (int32_t)tfn_min(high, o->rows - first);
    if (odd > 0) {
        tfn_operand_combine(w, tfn_matrix_columns(o, t, 0, f->h.pairs),
                            ncs_rows(p, 0, odd), NCS_SUBTRACT, ncs_rows(q, 0, odd),
                            &f->temp);
    }
}

/* What engines have to do beside what is shared out next, in ns. Mostly each phase is
 * shared evenly. Several items in bf16 are bound by DVE: phases of one run beside those
 * of another, where DVE alone does the results, and ACT has time for copies. */
static void level(fnet *f, double dve, double pool)
{
    tfn_level(f->w);
    if (f->job->batch > 1 && f->w->mode == TFI_NEURON_BF16) {
        f->w->busy[NCS_DVE] = dve;
        f->w->busy[NCS_POOL] = pool;
    }
}

/* DVE's results of a tile of rows. */
static double results_ns(const fnet *f)
{
    const ncs_value *c = ncs_builder_machine(f->w->b)->constant;
    double cycles = 2.0 * (double)(f->h.half + 1) + 4 * c[NCS_ENGINE_OVERHEAD].middle;
    return cycles / c[NCS_DVE_GHZ].middle;
}

static void fold(fnet *f, int64_t item)
{
    int64_t tiles = tfn_matrix_tiles(&f->e[item % 2]);
    bool late = f->w->mode == TFI_NEURON_BF16; /* PE is soon done with the first rows */
    for (int64_t i = 0; i < tiles; i++) {
        level(f, results_ns(f), 0.0);
        fold_tile(f, item, tile_at(f, i));
        if (item == 0 && i == (late ? tiles - 1 : 0)) {
            f->cs = table_s(f, false);
            f->ss = table_s(f, true);
        }
    }
    if (item == 0) {
        f->ch = table_h(f, false);
        f->sh = table_h(f, true);
    }
}

/* --- step 1: along s --- */

/* What column H / 2 gives to each row, for all tiles of rows: it is there before they
 * are. */
static void last_columns(fnet *f, int64_t item)
{
    tfn_writer *w = f->w;
    int64_t rows = f->s.half + 1;
    ncs_view bank = tfn_ring_next(&f->bank);
    f->column[item % 2] = tfn_ring_next(&f->spare);
    for (int64_t k = 0; k < rows; k += NCS_PARTITIONS) {
        int64_t t = k / NCS_PARTITIONS, high = tfn_min(NCS_PARTITIONS, rows - k);
        ncs_view sum = ncs_rows(ncs_columns(bank, t, 1, 1), 0, (int32_t)high);
        tfn_matrix_product(w, sum, &f->cs, k, high, &f->e[item % 2], f->h.half, 1,
                           true);
        (void)tfn_choose(w, TFN_ACT, 1, 1);
        ncs_activation(
            w->b, ncs_rows(ncs_columns(f->column[item % 2], t, 1, 1), 0, (int32_t)high),
            NCS_IDENTITY, sum, f->job->scale, 0.0);
    }
}

static void along_s(fnet *f, int64_t item)
{
    tfn_writer *w = f->w;
    const tfn_matrix *data[] = { &f->e[item % 2], &f->o[item % 2] };
    const tfn_matrix *tables[] = { &f->cs, &f->ss };
    const tfn_matrix *z[] = { &f->z1c[item % 2], &f->z1s[item % 2] };
    ncs_view bank[2][NCS_PSUM_BANKS] = { 0 };
    ncs_note(w->b, "along s");
    for (int64_t n = 0; n < tfn_matrix_tiles(data[0]); n++) {
        int64_t t = tile_at(f, n);
        for (int i = 0; i < 2; i++) {
            for (int64_t m = 0;
                 m < tfn_matrix_tiles(z[i]) && t < tfn_matrix_tiles(data[i]); m++) {
                int64_t high = tfn_matrix_high(z[i], m);
                if (n == 0) {
                    bank[i][m] =
                        ncs_columns(ncs_rows(tfn_ring_next(&f->bank), 0, (int32_t)high),
                                    0, z[i]->columns, 1);
                }
                tfn_product(w, bank[i][m],
                            tfn_matrix_columns(data[i], t, m * NCS_PARTITIONS, high),
                            tfn_matrix_columns(tables[i], t, 0, z[i]->columns), n == 0);
            }
        }
    }
    level(f, OTHERS, OTHERS);
    for (int i = 0; i < 2; i++) {
        for (int64_t m = 0; m < tfn_matrix_tiles(z[i]); m++) {
            tfn_operand to = tfn_matrix_columns(z[i], m, 0, z[i]->columns);
            if (w->mode == TFI_NEURON_BF16 && f->job->scale != 1.0) {
                tfn_scale(w, to.part[0], bank[i][m], f->job->scale);
            } else { /* the tables of step 2 have the scale */
                tfn_operand_store(w, to, bank[i][m]);
            }
        }
    }
    if (f->h.apart) {
        last_columns(f, item);
    }
}

/* --- step 2: along h --- */

static ncs_view column_of(const fnet *f, const block *b)
{
    return ncs_rows(ncs_columns(f->column[b->item % 2], b->k / NCS_PARTITIONS, 1, 1), 0,
                    (int32_t)b->high);
}

/* dst = Zc - Zs (sign -1), Zc + Zs (1) or Zc (0). */
static void result(fnet *f, const block *b, ncs_view dst, int sign)
{
    tfn_writer *w = f->w;
    ncs_alu op = sign < 0 ? NCS_SUBTRACT : NCS_ADD;
    if (!f->h.apart) {
        (void)tfn_choose(w, TFN_DVE, b->count, 1);
        if (sign == 0) {
            ncs_copy(w->b, NCS_DVE, dst, b->zc);
        } else {
            ncs_tensor_tensor(w->b, NCS_DVE, dst, b->zc, op, b->zs);
        }
        return;
    }
    ncs_view column = column_of(f, b);
    for (int64_t odd = 0; odd < 2; odd++) { /* + - + - … of column H / 2 */
        int64_t first = (b->l + odd) % 2, n = (b->count - first + 1) / 2;
        ncs_alu with = odd == 0 ? NCS_ADD : NCS_SUBTRACT;
        if (n < 1) {
            continue;
        }
        ncs_view to = ncs_columns(dst, first, n, 2),
                 zc = ncs_columns(b->zc, first, n, 2);
        (void)tfn_choose(w, TFN_DVE, n, 1);
        if (sign == 0) {
            ncs_tensor_column(w->b, NCS_DVE, to, zc, with, column, NCS_BYPASS,
                              ncs_no_view());
        } else {
            ncs_scalar_tensor(w->b, to, zc, with, 0.0, column, op,
                              ncs_columns(b->zs, first, n, 2));
        }
    }
}

/* Columns H - l of one from columns l of another. */
static void mirror_columns(fnet *f, ncs_view dst, ncs_view src)
{
    if (f->h.pairs > 0) {
        tfn_copy(f->w, ncs_columns(dst, f->h.n - f->h.pairs, f->h.pairs, 1),
                 ncs_columns(src, f->h.pairs, f->h.pairs, -1));
    }
}

/* Zc of rows k and columns l in a bank. */
static void cosines(fnet *f, block *b)
{
    ncs_view bank = ncs_rows(tfn_ring_next(&f->bank), 0, (int32_t)b->high);
    b->zc = ncs_columns(bank, 0, b->count, 1);
    tfn_matrix_product(f->w, b->zc, &f->z1c[b->item % 2], b->k, b->high, &f->ch, b->l,
                       b->count, true);
}

/* Zs: in SBUF, since two sources in PSUM are not allowed. */
static void sines(fnet *f, block *b)
{
    tfn_writer *w = f->w;
    ncs_view bank = ncs_rows(tfn_ring_next(&f->bank), 0, (int32_t)b->high);
    bank = ncs_columns(bank, 0, b->count, 1);
    tfn_matrix_product(w, bank, &f->z1s[b->item % 2], b->k, b->high, &f->sh, b->l,
                       b->count, true);
    b->zs = ncs_columns(ncs_rows(tfn_ring_next(&f->zs), 0, (int32_t)b->high), 0,
                        b->count, 1);
    (void)tfn_choose(w, TFN_ACT, b->count, 1);
    ncs_copy(w->b, NCS_ACT, b->zs, bank);
}

static int64_t chunk_of(const fnet *f)
{
    int64_t columns = f->h.half + 1;
    return tfn_ceil_div(columns, tfn_ceil_div(columns, TFN_BANK));
}

/* Row S / 2, which has no sines. */
static void last_row(fnet *f, int64_t item)
{
    tfn_writer *w = f->w;
    ncs_note(w->b, "along h");
    block b = { item, f->s.half, 1, 0, 0, ncs_no_view(), ncs_no_view() };
    ncs_view out = ncs_rows(tfn_ring_next(&f->row), 0, 1);
    for (; b.l <= f->h.half; b.l += b.count) {
        b.count = tfn_min(chunk_of(f), f->h.half + 1 - b.l);
        cosines(f, &b);
        result(f, &b, ncs_columns(out, b.l, b.count, 1), 0);
    }
    mirror_columns(f, out, out);
    ncs_dma(w->b, -1, rows_of(f, f->y, item, f->s.half, 1, 1), out);
}

static void store(fnet *f, const block *b, ncs_view out, ncs_view mirror)
{
    ncs_note(f->w->b, "store");
    ncs_dma(f->w->b, -1, rows_of(f, f->y, b->item, b->k, b->high, 1), out);
    int64_t from = tfn_max(b->k, 1), end = tfn_min(b->k + b->high, f->s.pairs + 1);
    if (end > from) {
        ncs_dma(f->w->b, -1, rows_of(f, f->y, b->item, f->s.n - from, end - from, -1),
                ncs_rows(mirror, (int32_t)(from - b->k), (int32_t)(end - from)));
    }
}

/* Zs and Zc of a tile of rows k …, chunks of columns in `parts`. */
static void products(fnet *f, int64_t item, int64_t k, block *parts)
{
    ncs_note(f->w->b, "along h");
    block b = {
        item,         k, tfn_min(NCS_PARTITIONS, f->s.inner - k), 0, 0, ncs_no_view(),
        ncs_no_view()
    };
    for (; b.l <= f->h.half; b.l += b.count) {
        b.count = tfn_min(chunk_of(f), f->h.half + 1 - b.l);
        sines(f, &b);
        cosines(f, &b);
        *parts++ = b;
    }
}

/* Rows k … and the rows S - k from these. */
static void unfold(fnet *f, const block *parts)
{
    ncs_note(f->w->b, "unfold");
    ncs_view both = ncs_rows(tfn_ring_next(&f->out), 0, (int32_t)parts->high);
    ncs_view out = ncs_columns(both, 0, f->h.n, 1);
    ncs_view mirror = ncs_columns(both, f->h.n, f->h.n, 1);
    for (int sign = -1; sign <= 1; sign += 2) {
        ncs_view to = sign < 0 ? out : mirror;
        const block *b = parts;
        for (int64_t l = 0; l <= f->h.half; l += b++->count) {
            result(f, b, ncs_columns(to, l, b->count, 1), sign);
        }
        mirror_columns(f, sign < 0 ? mirror : out, to);
    }
    store(f, parts, out, mirror);
}

/* Two tiles of rows at a time: PE and ACT are done with the second while DVE has the
 * first. */
static void along_h(fnet *f, int64_t item)
{
    level(f, OTHERS, OTHERS);
    for (int64_t k = 0; k < f->s.inner; k += 2 * NCS_PARTITIONS) {
        bool two = k + NCS_PARTITIONS < f->s.inner;
        products(f, item, k, f->parts[0]);
        if (two) {
            products(f, item, k + NCS_PARTITIONS, f->parts[1]);
        }
        unfold(f, f->parts[0]);
        if (two) {
            unfold(f, f->parts[1]);
        }
    }
    if (f->s.apart) { /* while the other rows are stored */
        level(f, OTHERS, 0.0);
        last_row(f, item);
    }
}

static void make_tiles(fnet *f)
{
    tfn_writer *w = f->w;
    const axis *s = &f->s, *h = &f->h;
    int32_t p = (int32_t)tfn_min(NCS_PARTITIONS, s->half + 1);
    for (int i = 0; i < (f->job->batch > 1 ? 2 : 1); i++) {
        f->e[i] = tfn_matrix_tile(w, "e", s->half + 1, h->half + 1);
        f->o[i] = tfn_matrix_tile(w, "o", s->pairs + 1, h->pairs);
        f->z1c[i] = tfn_matrix_tile(w, "zc", h->inner, s->half + 1);
        f->z1s[i] = tfn_matrix_tile(w, "zs", h->pairs, s->inner);
    }
    f->low = tfn_ring_sbuf(w, "x", 4, w->io, p, h->n);
    f->high = tfn_ring_sbuf(w, "mirror", 3, w->io, p, h->n);
    f->sum = tfn_ring_sbuf(w, "p", 4, NCS_F32, p, h->pairs);
    f->zs = tfn_ring_sbuf(w, "s", 6, NCS_F32, p, chunk_of(f));
    f->spare = tfn_ring_sbuf(w, "last", 2, NCS_F32, p, tfn_matrix_tiles(&f->e[0]));
    f->out = tfn_ring_sbuf(w, "y", 2, w->io, p, 2 * h->n);
    f->row = tfn_ring_sbuf(w, "row", 2, w->io, 1, h->n);
    if (w->mode == TFI_NEURON_BF16X3) {
        f->temp = tfn_ring_sbuf(w, "temp", 3, NCS_F32, p, tfn_max(2, h->pairs));
    }
    f->bank = tfn_ring_psum(w, "bank", NCS_PSUM_BANKS, NCS_PARTITIONS, TFN_BANK);
}

static bool accepts(const ncs_machine *machine, const tfi_neuron_job *job)
{
    (void)machine;
    return job->rank == 2 && job->n[0] >= 3 && job->n[0] <= MOST_S && job->n[1] >= 3 &&
           job->n[1] <= MOST_H && job->batch >= 1 && job->mode != TFI_NEURON_KAHAN;
}

static void build(ncs_builder *b, const tfi_neuron_job *job)
{
    tfn_writer w;
    fnet f;
    tfn_begin(&w, b, job);
    memset(&f, 0, sizeof f);
    f.w = &w;
    f.job = job;
    f.s = axis_of(job->n[0]);
    f.h = axis_of(job->n[1]);
    f.x = ncs_input(b, "x", w.io, job->batch * f.s.n, f.h.n);
    f.y = ncs_output(b, "y", w.io, job->batch * f.s.n, f.h.n);
    f.sharp = needs_sharp_tables(&f);
    make_tiles(&f);
    fold(&f, 0);
    along_s(&f, 0);
    if (job->batch > 1) {
        fold(&f, 1);
    }
    for (int64_t i = 0; i < job->batch && !tfn_failed(&w); i++) {
        if (i + 1 < job->batch) { /* results of a step leave PSUM during the next */
            along_s(&f, i + 1);
        }
        if (i + 2 < job->batch) {
            fold(&f, i + 2);
        }
        along_h(&f, i);
    }
}

const tfi_neuron_kernel tfi_neuron_fnet = {
    "fnet",          "Re(F X F) of real X: both axes folded, a quarter of each product",
    TFI_NEURON_FNET, accepts,
    build,
};
