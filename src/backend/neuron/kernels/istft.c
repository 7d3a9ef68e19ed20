/* istft.c - inverse short-time transforms: overlap and add in PSUM.
 *
 * Rows of Re 0 … n/2 | Im 1 … (n-1)/2, n numbers a frame, are turned on PE: columns of
 * u. The matrix [n, n] has the inverse transform, the window and the scale. A block of
 * m hops of results is
 *   y[b m hop + i] = sum over d of sum over K of u[K][b m + d] matrix[K][i - d hop],
 * d from the first frame that reaches it to the last: the stationary operand is u in
 * columns m apart, the moving one a part of the matrix, the sum a bank with blocks on
 * partitions. Adding overlapping frames is accumulation; nothing is turned back, rows
 * of blocks are contiguous in HBM. Frames that are not there are columns of zeros.
 * Results are multiplied by 1 / envelope as they leave PSUM: a table a group of blocks,
 * one for all groups whose rows are alike.
 *
 * m is the cheapest: 1 keeps partitions busy where frames are few, more make longer
 * runs for DMA and columns of at least 64.
 *
 * Budget of 128 hops, n 512, hop 128, v3: PE 16 x 512 cycles in f32, 16 x 128 in bf16,
 * turns 4 x 256 or 128; 3.8 us, 1.1; ACT and DVE 512 columns, DVE 128 results; DMA 256
 * KiB in, 64 out, 1 us. 4096 frames are predicted to take 147 us in f32 (PE 88 %).
 */
#include "backend/neuron/kernels/kernels.h"
#include "backend/neuron/kernels/product_tools.h"

#include <math.h>
#include <string.h>

enum { MOST_N = 2048, MOST_MATMULS = 512, CHUNK = 4 * NCS_PARTITIONS };
enum { QUEUE_FRAMES = 0, QUEUE_TABLES = 1 };

typedef struct istft {
    tfn_writer *w;
    const tfi_neuron_job *job;
    int64_t n, bins, hop, reach; /* reach: hops that a frame covers, the last in part */
    int64_t hops, block, blocks; /* m; its samples; of an item of the batch */
    int64_t chunk;               /* blocks whose frames are turned together */
    tfn_pair x;
    ncs_view y;
    tfn_matrix table, turned[2];
    ncs_view alike; /* 1 / envelope of groups with equal rows; none: not yet */
    tfn_ring raw, turns, bank, inverse, out;
} istft;

/* Blocks first … first + count of an item; column 0 of `turned` is frame `from`. */
typedef struct chunk {
    int64_t item, first, count, from;
    const tfn_matrix *turned;
} chunk;

/* --- shape --- */

/* Columns of the matrix that frame b m + d gives to block b. */
static int64_t overlap(const istft *s, int64_t d, int64_t *first, int64_t *at)
{
    *first = tfn_max(0, d * s->hop); /* of the block */
    *at = *first - d * s->hop;       /* of the frame */
    return tfn_min(s->block, d * s->hop + s->n) - *first;
}

static void set_shape(istft *s, const tfi_neuron_job *job, int64_t hops)
{
    memset(s, 0, sizeof *s);
    s->job = job;
    s->n = job->n[0];
    s->bins = s->n / 2 + 1;
    s->hop = job->hop;
    s->reach = tfn_ceil_div(s->n, s->hop);
    s->hops = hops;
    s->block = hops * s->hop;
    s->blocks = tfn_ceil_div(job->samples, s->block);
    s->alike = ncs_no_view();
}

/* ns of all groups, by PE or DMA. */
static double price_of(const ncs_machine *machine, const istft *s)
{
    const ncs_value *c = machine->constant;
    double passes = s->job->mode == TFI_NEURON_BF16     ? 1.0
                    : s->job->mode == TFI_NEURON_BF16X3 ? 3.0
                                                        : c[NCS_PE_F32_PASSES].middle;
    double columns = 0.0;
    for (int64_t d = 1 - s->reach; d < s->hops; d++) {
        int64_t first, at;
        columns += (double)tfn_max(64, overlap(s, d, &first, &at));
    }
    double groups = (double)(tfn_ceil_div(s->blocks, NCS_PARTITIONS) * s->job->batch);
    double pe = groups * columns * (double)tfn_ceil_div(s->n, NCS_PARTITIONS) * passes /
                c[NCS_PE_GHZ].middle;
    double runs = (double)(s->blocks * s->job->batch);
    double bytes = runs * ((double)(s->block * 4) + c[NCS_DMA_ROW_OVERHEAD].middle);
    return pe + bytes / NCS_DMA_ENGINES / c[NCS_DMA_GBPS].middle;
}

static int64_t bytes_of(const istft *s)
{
    const tfi_neuron_job *job = s->job;
    int64_t frames = s->chunk * s->hops + s->reach;
    return tfn_matrix_bytes(job, s->n, s->n) + 2 * tfn_matrix_bytes(job, s->n, frames) +
           3 * s->n * 4 + 6 * s->block * 4 + 4096;
}

static bool choose(const ncs_machine *machine, const tfi_neuron_job *job, istft *out)
{
    double least = 0.0;
    bool found = false;
    int64_t most = tfn_min(tfn_min(TFN_BANK, job->n[0]) / job->hop, CHUNK);
    for (int64_t hops = 1; hops <= tfn_max(1, most); hops++) {
        istft s;
        set_shape(&s, job, hops);
        s.chunk = NCS_PARTITIONS * tfn_max(1, CHUNK / NCS_PARTITIONS / hops);
        s.chunk = tfn_min(s.chunk, s.blocks);
        if (bytes_of(&s) > machine->sbuf_bytes) {
            s.chunk = tfn_min(NCS_PARTITIONS, s.blocks);
        }
        int64_t matmuls = (s.reach + hops) * tfn_ceil_div(s.n, NCS_PARTITIONS);
        if (s.block > s.n || s.block > TFN_BANK || matmuls > MOST_MATMULS ||
            bytes_of(&s) > machine->sbuf_bytes) {
            continue;
        }
        double price = price_of(machine, &s);
        if (!found || price < least) {
            found = true;
            least = price;
            *out = s;
        }
    }
    return found;
}

/* --- tables --- */

/* Rows Re 0 … n/2, Im 1 …; bf16 rounds data, 1.5e-3, and this, about as much, against a
 * promise of 2.2e-3: with its low parts where it is worse than most. */
static void load_table(istft *s, bool sharp)
{
    const double room = 2.2e-3 * 2.2e-3 - 1.52e-3 * 1.52e-3;
    tfn_writer *w = s->w;
    int64_t n = s->n, bins = s->bins;
    double *re = tfn_values(w, 2 * bins * n), *im = re == NULL ? NULL : re + bins * n;
    if (re != NULL) {
        tfn_fourier(w, n, (int)s->job->sign, s->job->scale, bins, n, re, im, n);
    }
    for (int64_t k = 0; k < bins && re != NULL; k++) {
        bool single = k == 0 || 2 * k == n;
        for (int64_t j = 0; j < n; j++) {
            re[k * n + j] *= s->job->window[j] * (single ? 1.0 : 2.0);
            if (!single) { /* one row up: there is none for k = 0 */
                im[(k - 1) * n + j] = -2.0 * s->job->window[j] * im[k * n + j];
            }
        }
    }
    sharp = sharp && re != NULL && tfn_bf16_error(re, n * n) > room;
    s->table = (sharp ? tfn_matrix_constant_sharp
                      : tfn_matrix_constant)(w, "table", n, n, QUEUE_TABLES, re);
    tfn_values_free(w, re);
}

/* 1 / envelope at sample i; 0 where it vanishes, 1 behind the end. */
static double inverse_at(const istft *s, int64_t i)
{
    double e = i < s->job->samples ? s->job->envelope[i] : 1.0;
    return e == 0.0 ? 0.0 : 1.0 / e;
}

static bool rows_alike(const istft *s, int64_t first, int64_t rows)
{
    for (int64_t i = 0; i < rows * s->block; i++) {
        double x = inverse_at(s, first * s->block + i);
        double y = inverse_at(s, first * s->block + i % s->block);
        if (first * s->block + i >= s->job->samples || fabs(x - y) > 1e-12 * fabs(y)) {
            return false;
        }
    }
    return true;
}

/* Of blocks first … in each partition. */
static ncs_view inverse_of(istft *s, int64_t first, int64_t rows)
{
    tfn_writer *w = s->w;
    bool alike = rows == NCS_PARTITIONS && rows_alike(s, first, rows);
    if (alike && s->alike.buffer != NCS_NO_BUFFER) {
        return s->alike;
    }
    int64_t count = (alike ? 1 : rows) * s->block;
    double *values = tfn_values(w, count);
    for (int64_t i = 0; i < count && values != NULL; i++) {
        values[i] = inverse_at(s, first * s->block + i);
    }
    if (alike) {
        s->alike = tfn_vector_constant(w, "alike", (int32_t)rows, 1, s->block, values);
        tfn_values_free(w, values);
        return s->alike;
    }
    ncs_view tile = ncs_rows(tfn_ring_next(&s->inverse), 0, (int32_t)rows);
    if (values != NULL) {
        ncs_dma(w->b, QUEUE_TABLES, tile,
                ncs_table(w->b, "inverse", NCS_F32, rows, s->block, values));
    }
    tfn_values_free(w, values);
    return tile;
}

/* --- frames, turned --- */

static void turn_rows(istft *s, const chunk *c, int64_t frame, int64_t rows)
{
    tfn_writer *w = s->w;
    int64_t row = c->item * s->job->frames + frame, pairs = (s->n - 1) / 2;
    ncs_view raw = ncs_rows(tfn_ring_next(&s->raw), 0, (int32_t)rows);
    ncs_note(w->b, "load");
    ncs_dma(w->b, QUEUE_FRAMES, ncs_columns(raw, 0, s->bins, 1),
            ncs_rows(s->x.re, (int32_t)row, (int32_t)rows));
    if (pairs > 0) {
        ncs_dma(
            w->b, QUEUE_FRAMES, ncs_columns(raw, s->bins, pairs, 1),
            ncs_columns(ncs_rows(s->x.im, (int32_t)row, (int32_t)rows), 1, pairs, 1));
    }
    ncs_note(w->b, "turn");
    tfn_matrix_turn(w, c->turned, frame - c->from, &s->turns, raw);
}

/* Columns of frames that are not there. */
static void clear(istft *s, const chunk *c, int64_t column, int64_t count)
{
    int64_t tiles = tfn_matrix_tiles(c->turned);
    int64_t size[] = { tiles, count }, apart[] = { c->turned->columns, 1 };
    for (int i = 0; i < c->turned->o.parts && count > 0; i++) {
        ncs_memset(s->w->b, NCS_DVE,
                   ncs_pattern(c->turned->o.part[i], column, 2, size, apart), 0.0);
    }
}

static chunk next_chunk(istft *s, int64_t number)
{
    int64_t chunks = tfn_ceil_div(s->blocks, s->chunk);
    chunk c = { number / chunks, number % chunks * s->chunk, 0, 0,
                &s->turned[number % 2] };
    c.count = tfn_min(s->chunk, s->blocks - c.first);
    c.from = c.first * s->hops - (s->reach - 1);
    int64_t end = (c.first + c.count) * s->hops; /* of the frames that are read */
    int64_t first = tfn_max(0, c.from), past = tfn_min(end, s->job->frames);
    past = tfn_max(first, past);
    clear(s, &c, 0, tfn_min(end, first) - c.from);
    clear(s, &c, past - c.from, end - past);
    for (int64_t f = first; f < past; f += NCS_PARTITIONS) {
        turn_rows(s, &c, f, tfn_min(NCS_PARTITIONS, past - f));
    }
    return c;
}

/* --- products --- */

/* All tiles of u in columns m apart, from frame b m + d on. */
static void add_frames(istft *s, const chunk *c, ncs_view bank, int64_t first,
                       int64_t rows, int64_t d)
{
    int64_t at, from, count = overlap(s, d, &at, &from);
    int64_t column = (c->first + first) * s->hops + d - c->from;
    for (int64_t t = 0; t < tfn_matrix_tiles(&s->table); t++) {
        tfn_product(s->w, ncs_columns(bank, at, count, 1),
                    tfn_matrix_pattern(c->turned, t, column, 1, &rows, &s->hops),
                    tfn_matrix_columns(&s->table, t, from, count), d == 0 && t == 0);
    }
}

static void multiply(istft *s, const chunk *c, int64_t first, int64_t rows)
{
    tfn_writer *w = s->w;
    int32_t high = (int32_t)rows;
    int64_t block = s->block, sample = (c->first + first) * block;
    ncs_view inverse = inverse_of(s, c->first + first, rows);
    ncs_view out = ncs_rows(tfn_ring_next(&s->out), 0, high);
    ncs_view bank = ncs_rows(tfn_ring_next(&s->bank), 0, high);
    ncs_note(w->b, "product");
    add_frames(s, c, bank, first, rows, 0); /* the whole block, so it comes first */
    for (int64_t d = 1 - s->reach; d < s->hops; d++) {
        if (d != 0) {
            add_frames(s, c, bank, first, rows, d);
        }
    }
    ncs_tensor_tensor(w->b, NCS_DVE, out, ncs_columns(bank, 0, block, 1), NCS_MULTIPLY,
                      inverse);
    ncs_note(w->b, "store");
    int64_t whole = tfn_min(rows, (s->job->samples - sample) / block), one = 1;
    int64_t rest = tfn_min(rows * block, s->job->samples - sample) - whole * block;
    int64_t at = c->item * s->job->samples + sample;
    if (whole > 0) {
        ncs_dma(w->b, -1,
                ncs_hbm_rows(s->y, at, (int32_t)whole, block, 1, &block, &one),
                ncs_rows(out, 0, (int32_t)whole));
    }
    if (rest > 0) {
        ncs_dma(w->b, -1,
                ncs_hbm_rows(s->y, at + whole * block, 1, rest, 1, &rest, &one),
                ncs_rows(ncs_columns(out, 0, rest, 1), (int32_t)whole, 1));
    }
}

static void make_tiles(istft *s)
{
    tfn_writer *w = s->w;
    int32_t high = (int32_t)tfn_min(NCS_PARTITIONS, s->blocks);
    bool several = s->job->batch * tfn_ceil_div(s->blocks, s->chunk) > 1;
    for (int i = 0; i < (several ? 2 : 1); i++) {
        s->turned[i] =
            tfn_matrix_tile(w, "turned", s->n, s->chunk * s->hops + s->reach - 1);
    }
    s->raw = tfn_ring_sbuf(w, "x", 3, tfn_raw_dtype(w), NCS_PARTITIONS, s->n);
    s->turns = tfn_ring_turns(w, 2);
    s->bank = tfn_ring_psum(w, "bank", NCS_PSUM_BANKS - 2, NCS_PARTITIONS, TFN_BANK);
    s->inverse = tfn_ring_sbuf(w, "inverse", 2, NCS_F32, high, s->block);
    s->out = tfn_ring_sbuf(w, "y", 3, w->io, high, s->block);
}

static bool accepts(const ncs_machine *machine, const tfi_neuron_job *job)
{
    istft s;
    return job->n[0] >= 1 && job->n[0] <= MOST_N && job->hop >= 1 &&
           job->hop <= job->n[0] && job->frames >= 1 && job->samples >= 1 &&
           job->batch >= 1 && job->window != NULL && job->envelope != NULL &&
           job->mode != TFI_NEURON_KAHAN && choose(machine, job, &s);
}

static void build(ncs_builder *b, const tfi_neuron_job *job)
{
    tfn_writer w;
    istft s;
    if (!choose(ncs_builder_machine(b), job, &s)) {
        return; /* not of a job that was accepted */
    }
    tfn_begin(&w, b, job);
    s.w = &w;
    s.x = tfn_inputs(&w, "xr", "xi", job->batch * job->frames, s.bins);
    s.y = ncs_output(b, "y", w.io, job->batch, job->samples);
    make_tiles(&s);
    int64_t chunks = job->batch * tfn_ceil_div(s.blocks, s.chunk);
    chunk now = next_chunk(&s, 0);
    load_table(&s, w.mode == TFI_NEURON_BF16 &&
                       bytes_of(&s) + tfn_matrix_bytes(job, s.n, s.n) <=
                           ncs_builder_machine(b)->sbuf_bytes);
    for (int64_t i = 0; i < chunks && !tfn_failed(&w); i++) {
        chunk ahead = now;
        if (i + 1 < chunks) { /* PE turns before it multiplies */
            ahead = next_chunk(&s, i + 1);
        }
        for (int64_t f = 0; f < now.count; f += NCS_PARTITIONS) {
            multiply(&s, &now, f, tfn_min(NCS_PARTITIONS, now.count - f));
        }
        now = ahead;
    }
}

const tfi_neuron_kernel tfi_neuron_istft = {
    "istft", "overlap and add in PSUM, window in the matrix", TFI_NEURON_ISTFT, accepts,
    build,
};
